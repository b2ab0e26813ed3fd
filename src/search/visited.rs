//! The boards that a search has visited.
//!
//! A hash table of nothing but keys, at most half full. When it grows, the keys move a few at a time, with each
//! insertion: moving millions at once takes up to a tenth of a second, in which nobody would look at the clock.

use crate::pdb::key::Key;

/// How many places of the old table are emptied with each insertion. It is at most half full and the new one at
/// least twice as large, so two would do.
const MOVED_AT_ONCE: usize = 8;

/// A set of boards. No board has the key 0, which stands for a free place.
pub(crate) struct Visited<K> {
    keys: Vec<K>,
    used: usize,
    /// The table before it grew, as long as some of its keys have not moved; else empty.
    old: Vec<K>,
    /// How many places of it have been moved.
    moved: usize,
}

impl<K: Key> Visited<K> {
    /// An empty set, with room for so many boards before it grows.
    pub(crate) fn new(room: usize) -> Visited<K> {
        let keys = vec![K::default(); (2 * room.min(1 << 16)).next_power_of_two()];
        Visited { keys, used: 0, old: vec![], moved: 0 }
    }

    /// Adds a board. Whether it is new, rather than a duplicate.
    #[inline(always)]
    pub(crate) fn insert(&mut self, key: K) -> bool {
        let Err(at) = find(&self.keys, key) else { return false };
        if !self.old.is_empty() && self.is_in_old(key) {
            return false;
        }
        self.keys[at] = key;
        self.used += 1;
        if !self.old.is_empty() {
            self.move_some();
        }
        if 2 * self.used > self.keys.len() - 1 {
            self.grow();
        }
        true
    }

    #[inline(never)]
    fn is_in_old(&self, key: K) -> bool {
        find(&self.old, key).is_ok()
    }

    /// Copies the next places of the old table, and drops it after the last.
    #[inline(never)]
    fn move_some(&mut self) {
        let end = (self.moved + MOVED_AT_ONCE).min(self.old.len());
        for place in self.moved..end {
            let key = self.old[place];
            if key != K::default()
                && let Err(at) = find(&self.keys, key)
            {
                self.keys[at] = key;
            }
        }
        self.moved = end;
        if end == self.old.len() {
            self.old = vec![];
        }
    }

    #[cold]
    fn grow(&mut self) {
        debug_assert!(self.old.is_empty(), "the keys have moved long before the table is half full again");
        // Small tables grow faster: that is cheap, and they often have far to go.
        let factor = if self.keys.len() < 1 << 18 { 4 } else { 2 };
        let larger = vec![K::default(); factor * self.keys.len()];
        self.old = std::mem::replace(&mut self.keys, larger);
        self.moved = 0;
    }
}

/// Where a key is in a table, or else the free place where it belongs.
#[inline(always)]
fn find<K: Key>(keys: &[K], key: K) -> Result<usize, usize> {
    let mask = keys.len() - 1;
    let mut at = key.hash() & mask;
    while keys[at] != K::default() {
        if keys[at] == key {
            return Ok(at);
        }
        at = (at + 1) & mask;
    }
    Err(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::Stream;
    use std::collections::HashSet;

    #[test]
    fn it_is_the_set_of_the_standard_library_while_it_grows() {
        let (mut visited, mut known) = (Visited::<u64>::new(1), HashSet::new());
        let mut stream = Stream::new(1, 0);
        for _ in 0..200_000 {
            // About a third are duplicates.
            let key = (1 + u64::from(stream.below(150_000))).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert_eq!(visited.insert(key), known.insert(key));
        }
        assert_eq!(visited.used, known.len());
        assert!(visited.keys.len() > 2 * known.len());
    }
}
