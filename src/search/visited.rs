//! The boards that a search has visited.

use crate::pdb::key::Key;

/// A set of boards: a hash table of nothing but keys. No board has the key 0, which stands for a free place.
pub(crate) struct Visited<K> {
    keys: Vec<K>,
    used: usize,
}

impl<K: Key> Visited<K> {
    /// An empty set, with room for so many boards before it grows.
    pub(crate) fn new(room: usize) -> Visited<K> {
        Visited { keys: vec![K::default(); (2 * room.min(1 << 16)).next_power_of_two()], used: 0 }
    }

    /// Adds a board. Whether it is new, rather than a duplicate.
    #[inline(always)]
    pub(crate) fn insert(&mut self, key: K) -> bool {
        let mask = self.keys.len() - 1;
        let mut at = key.hash() & mask;
        while self.keys[at] != K::default() {
            if self.keys[at] == key {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.keys[at] = key;
        self.used += 1;
        if 2 * self.used > mask {
            self.grow();
        }
        true
    }

    #[cold]
    fn grow(&mut self) {
        // Small tables grow faster: that is cheap, and they often have far to go.
        let factor = if self.keys.len() < 1 << 18 { 4 } else { 2 };
        let larger = vec![K::default(); factor * self.keys.len()];
        let mask = larger.len() - 1;
        let old = std::mem::replace(&mut self.keys, larger);
        for key in old.into_iter().filter(|&key| key != K::default()) {
            let mut at = key.hash() & mask;
            while self.keys[at] != K::default() {
                at = (at + 1) & mask;
            }
            self.keys[at] = key;
        }
    }
}
