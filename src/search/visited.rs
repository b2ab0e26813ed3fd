//! The boards that a search has visited.
//!
//! A hash table of nothing but keys, at most half full. When it grows, the keys move a few at a time, with each
//! insertion: moving millions at once takes up to a tenth of a second, in which nobody would look at the clock. They
//! move in the order of their hashes, which is their order in both tables, so that one number says which table a
//! key belongs to, and the pages of the new table are written one after another. (A huge page that is new to the
//! machine may take 5 ms. With keys that went to the new table wherever they belong there, a thousand of them
//! could touch all its pages.)
//!
//! Keys may be *marked* with the move that led to the board: the path to a board is then read from the table, move
//! by move, and nothing else need be kept of boards that have been expanded.

use crate::pdb::heuristic::NO_LAST_MOVE;
use crate::pdb::key::Key;
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::{Grid, Move};
use crate::runtime::allocate;
use crate::runtime::freeing::Large;
use crate::runtime::processor;
use std::marker::PhantomData;

/// At least so many places of the old table are emptied with each insertion. It is at most half full when it begins,
/// and fills by an eighth meanwhile at most.
const MOVED_AT_ONCE: usize = 8;

/// What tells two keys apart. No key is 0, which stands for a free place.
pub(crate) trait Rule<K>: Send + Sync + 'static {
    /// Whether two keys are those of one board.
    fn is_same(a: K, b: K) -> bool;
    /// A number of 32 bits that looks random.
    fn hash(key: K) -> usize;
}

/// All bits.
pub(crate) struct Plain;

impl<K: Key> Rule<K> for Plain {
    #[inline(always)]
    fn is_same(a: K, b: K) -> bool {
        a == b
    }

    #[inline(always)]
    fn hash(key: K) -> usize {
        key.hash()
    }
}

/// All bits but those of the mark.
pub(crate) struct ButMarks;

impl<K: Key> Rule<K> for ButMarks {
    #[inline(always)]
    fn is_same(a: K, b: K) -> bool {
        a.marked(0) == b.marked(0)
    }

    #[inline(always)]
    fn hash(key: K) -> usize {
        key.marked(0).hash()
    }
}

/// A set of boards.
pub(crate) struct Visited<K: Key, R: Rule<K> = Plain> {
    keys: Large<K>,
    used: usize,
    /// The table before it grew, as long as some of its keys have not moved; else empty.
    old: Large<K>,
    /// How many places of it have been moved: keys whose search begins there are in the new table. The others are
    /// in the old one; but those that would have to go on at its beginning are in the new one, too.
    moved: usize,
    rule: PhantomData<R>,
}

impl<K: Key, R: Rule<K>> Visited<K, R> {
    /// An empty set, with room for so many boards before it grows.
    pub(crate) fn new(room: usize) -> Result<Visited<K, R>> {
        let keys = allocate::zeros((2 * room.min(1 << 16)).next_power_of_two(), Purpose::Nodes)?;
        Ok(Visited { keys: keys.into(), used: 0, old: Large::default(), moved: 0, rule: PhantomData })
    }

    /// Makes room for so many more boards, at most half full.
    #[inline(always)]
    pub(crate) fn make_room(&mut self, more: usize) -> Result<()> {
        if self.is_too_small_for(more) { self.grow(more) } else { Ok(()) }
    }

    /// Forgets all boards, and gives their memory back here and now.
    pub(crate) fn give_back(&mut self) {
        self.keys.give_back();
        self.old.give_back();
    }

    /// Whether its memory has been given back.
    pub(crate) fn is_given_back(&self) -> bool {
        self.keys.is_empty()
    }

    /// How many bytes it takes once there is room for so many more boards.
    pub(crate) fn bytes_with(&self, more: usize) -> usize {
        let growth = if self.is_too_small_for(more) { self.larger(more) } else { self.old.len() };
        (self.keys.len() + growth) * size_of::<K>()
    }

    /// At most how many bytes a set of so many boards takes, with the table before it grew, which was at most half
    /// as large.
    pub(crate) fn most_bytes(boards: usize) -> u64 {
        // Small tables grow by more than they have to.
        let places = (2 * boards + 1).next_power_of_two().max(1 << 20);
        (3 * places / 2 * size_of::<K>()) as u64
    }

    fn is_too_small_for(&self, more: usize) -> bool {
        2 * (self.used + more) > self.keys.len() - 1
    }

    /// How many places it has when it grows for so many more boards.
    fn larger(&self, more: usize) -> usize {
        // Small tables grow faster: that is cheap, and they often have far to go.
        let factor = if self.keys.len() < 1 << 18 { 4 } else { 2 };
        (2 * (self.used + more) + 1).next_power_of_two().max(factor * self.keys.len())
    }

    /// How many boards there are.
    pub(crate) fn len(&self) -> usize {
        self.used
    }

    /// Asks for the place where the search for a key begins, so that it is there when the key is added. For many keys,
    /// one after another, the processor fetches them side by side.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: K) {
        let keys = match self.place_in_old(key) {
            Some(_) => &self.old,
            None => &self.keys,
        };
        processor::prefetch(keys, place::<K, R>(keys, key));
    }

    /// The key of a board as it was added, with its mark.
    pub(crate) fn get(&self, key: K) -> Option<K> {
        match self.find_in_old(key) {
            Some(found) => found.ok().map(|at| self.old[at]),
            None => find::<K, R>(&self.keys, key).ok().map(|at| self.keys[at]),
        }
    }

    /// Adds a board, for which there must be room. Whether it is new, rather than a duplicate.
    #[inline(always)]
    pub(crate) fn insert(&mut self, key: K) -> bool {
        if !self.old.is_empty() {
            return self.insert_while_moving(key);
        }
        let Err(at) = find::<K, R>(&self.keys, key) else { return false };
        self.keys[at] = key;
        self.used += 1;
        true
    }

    #[inline(never)]
    fn insert_while_moving(&mut self, key: K) -> bool {
        match self.find_in_old(key) {
            Some(Ok(_)) => return false,
            Some(Err(at)) => self.old[at] = key,
            None => {
                let Err(at) = find::<K, R>(&self.keys, key) else { return false };
                self.keys[at] = key;
            }
        }
        self.used += 1;
        self.move_some();
        true
    }

    /// Where the search for a key begins in the old table, unless that place has been moved.
    #[inline(always)]
    fn place_in_old(&self, key: K) -> Option<usize> {
        if self.old.is_empty() {
            return None;
        }
        Some(place::<K, R>(&self.old, key)).filter(|&place| place >= self.moved)
    }

    /// Where a key is in the old table, or else the free place where it belongs; nothing if it belongs to the new one.
    fn find_in_old(&self, key: K) -> Option<std::result::Result<usize, usize>> {
        let from = self.place_in_old(key)?;
        let places = self.old[from..].iter().zip(from..);
        let mut ends = places.filter(|&(&other, _)| other == K::default() || R::is_same(other, key));
        ends.next().map(|(&other, at)| if other == K::default() { Err(at) } else { Ok(at) })
    }

    /// Moves the next places of the old table as far as a free one, and drops it after the last. What is beyond
    /// a free place belongs there.
    #[inline(never)]
    fn move_some(&mut self) {
        let enough = self.moved + MOVED_AT_ONCE;
        while let Some(&key) = self.old.get(self.moved)
            && (self.moved < enough || key != K::default())
        {
            if key != K::default()
                && let Err(at) = find::<K, R>(&self.keys, key)
            {
                self.keys[at] = key;
            }
            self.moved += 1;
        }
        if self.moved == self.old.len() {
            self.old = Large::default();
        }
    }

    #[cold]
    fn grow(&mut self, more: usize) -> Result<()> {
        // The keys have moved long before the table is half full again, unless it has just grown for many.
        while !self.old.is_empty() {
            self.move_some();
        }
        let larger = Large::from(allocate::scattered_zeros(self.larger(more), Purpose::Nodes)?);
        self.old = std::mem::replace(&mut self.keys, larger);
        self.moved = 0;
        // At the beginning there may be keys from the end.
        self.move_some();
        Ok(())
    }
}

impl<K: Key> Visited<K, ButMarks> {
    /// The moves that led to a board: the last one, and from the board before as the marks say.
    pub(crate) fn path_to(&self, grid: Grid, mut key: K, blank: u8, last: u8) -> Vec<u8> {
        let (mut blank, mut last) = (usize::from(blank), Some(last));
        let mut path = vec![];
        while let Some(code) = last.filter(|&last| last != NO_LAST_MOVE) {
            path.push(code);
            let Some(from) = grid.neighbour(blank, Move::from_code(code).reverse()) else { break };
            key = key.slide(key.tile(from as u8), from as u8, blank as u8);
            blank = from;
            last = self.get(key).map(K::mark);
        }
        path.reverse();
        path
    }
}

/// Where the search for a key begins: as far into the table as its hash is into all hashes. So the keys of a table
/// that grows stay in their order, and move from side by side to side by side.
#[inline(always)]
fn place<K: Key, R: Rule<K>>(keys: &[K], key: K) -> usize {
    ((R::hash(key) as u64 * keys.len() as u64) >> 32) as usize
}

/// Where a key is in a table, or else the free place where it belongs.
#[inline(always)]
fn find<K: Key, R: Rule<K>>(keys: &[K], key: K) -> std::result::Result<usize, usize> {
    let mask = keys.len() - 1;
    let mut at = place::<K, R>(keys, key);
    while keys[at] != K::default() {
        if R::is_same(keys[at], key) {
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
        let (mut visited, mut known) = (Visited::<u64>::new(1).unwrap(), HashSet::new());
        let mut stream = Stream::new(1, 0);
        for _ in 0..200_000 {
            // About a third are duplicates.
            let key = (1 + u64::from(stream.below(150_000))).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            // Now and then it makes room for many at once.
            let more = if stream.below(5000) == 0 { 10_000 } else { 1 };
            let foretold = visited.bytes_with(more);
            visited.make_room(more).unwrap();
            assert!((visited.keys.len() + visited.old.len()) * size_of::<u64>() <= foretold);
            assert_eq!(visited.insert(key), known.insert(key));
        }
        assert_eq!(visited.used, known.len());
        assert!(visited.keys.len() > 2 * known.len());
    }

    /// What begins so far into a small table begins as far into a large one: keys that are moved in turn come to
    /// places in turn.
    #[test]
    fn places_are_in_the_order_of_hashes_whatever_the_size() {
        let tables = [10, 11, 13].map(|bits| vec![0_u64; 1 << bits]);
        let mut stream = Stream::new(2, 0);
        for _ in 0..10_000 {
            let key = stream.next_u64();
            let places = tables.each_ref().map(|keys| place::<u64, Plain>(keys, key));
            assert_eq!(places, [22, 21, 19].map(|bits| Plain::hash(key) >> bits));
        }
    }

    /// A key with this hash.
    fn with_hash(hash: u32, rest: u32) -> u64 {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        // Newton's iteration doubles the bits that are right; the first three are.
        let inverse = (0..5).fold(FACTOR, |inverse, _| {
            inverse.wrapping_mul(2_u64.wrapping_sub(FACTOR.wrapping_mul(inverse)))
        });
        let key = (u64::from(hash) << 32 | u64::from(rest)).wrapping_mul(inverse);
        assert_eq!(Key::hash(key), hash as usize);
        key
    }

    #[test]
    fn keys_that_all_belong_at_the_end_go_on_at_the_beginning() {
        let (mut visited, mut known) = (Visited::<u64>::new(1).unwrap(), HashSet::new());
        let mut stream = Stream::new(3, 0);
        for _ in 0..6000 {
            let key = with_hash(u32::MAX - stream.below(3), stream.below(4000) + 1);
            visited.make_room(1).unwrap();
            assert_eq!(visited.insert(key), known.insert(key));
            assert_eq!(visited.get(key), Some(key));
        }
        assert!(known.iter().all(|&key| visited.get(key) == Some(key)));
    }

    #[test]
    fn a_marked_key_is_that_of_its_board_and_keeps_its_first_mark() {
        fn check<K: Key>(tiles: &[u8]) {
            let mut visited = Visited::<K, ButMarks>::new(1).unwrap();
            let key = K::new(tiles);
            assert_eq!(visited.get(key), None);
            visited.make_room(10_000).unwrap();
            for (mark, is_new) in [(4, true), (0, false), (7, false)] {
                assert_eq!(visited.insert(key.marked(mark)), is_new);
            }
            // While they move to a larger table, too.
            for other in 1..2000 {
                visited.make_room(1).unwrap();
                let cell = other % tiles.len();
                let mut tiles = tiles.to_vec();
                tiles.rotate_left(cell);
                let other = other / tiles.len() % tiles.len();
                tiles.swap(0, other);
                visited.insert(K::new(&tiles).marked(3));
                assert_eq!(visited.get(key).map(K::mark), Some(4));
            }
        }
        check::<u64>(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]);
        check::<u64>(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        check::<u64>(&[3, 1, 2, 0]);
        check::<u128>(&std::array::from_fn::<u8, 25, _>(|tile| 24 - tile as u8));
    }
}
