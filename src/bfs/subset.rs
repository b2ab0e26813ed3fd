//! Some of the sets of places, numbered in order: one bit for each set, and every 64 sets how many came before.
//!
//! A quarter of a byte for each set of the space. Both ways are quick, from a set to its number among these and
//! through all of them in order.

use crate::puzzle::error::{Purpose, Result};
use crate::runtime::allocate;

/// Some of the sets of places, numbered in order.
#[derive(Default)]
pub(crate) struct Subset {
    words: Vec<Word>,
    len: usize,
}

/// 64 sets.
struct Word {
    /// Which of them are in it.
    bits: u64,
    /// How many come before.
    before: u32,
}

impl Subset {
    /// Nothing, with room to say of so many sets whether they are in it.
    pub(crate) fn with_room(sets: usize) -> Result<Subset> {
        Ok(Subset { words: allocate::with_room(sets.div_ceil(64), Purpose::Search)?, len: 0 })
    }

    /// Adds a set that is larger than those in it.
    pub(crate) fn add(&mut self, set: usize) {
        while self.words.len() <= set / 64 {
            self.words.push(Word { bits: 0, before: self.len as u32 });
        }
        self.words[set / 64].bits |= 1 << (set % 64);
        self.len += 1;
    }

    /// How many sets are in it.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number of a set among those in it.
    #[inline(always)]
    pub(crate) fn number(&self, set: usize) -> Option<usize> {
        let word = self.words.get(set / 64)?;
        let below = (1 << (set % 64)) - 1;
        (word.bits >> (set % 64) & 1 == 1)
            .then(|| word.before as usize + (word.bits & below).count_ones() as usize)
    }

    /// The sets in it from this number on.
    pub(crate) fn from(&self, number: usize) -> Sets<'_> {
        let first = self.words.partition_point(|word| word.before as usize <= number).saturating_sub(1);
        let mut sets = Sets { words: &self.words[first..], begin: 64 * first, bits: 0 };
        if let [word, later @ ..] = sets.words {
            (sets.words, sets.bits) = (later, word.bits);
            (word.before as usize..number).for_each(|_| sets.bits &= sets.bits.wrapping_sub(1));
        }
        sets
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<Word>()
    }
}

/// Some sets in order.
pub(crate) struct Sets<'a> {
    /// Those after the word in hand.
    words: &'a [Word],
    /// The first set of the word in hand.
    begin: usize,
    /// Those of the word in hand that are left.
    bits: u64,
}

impl Iterator for Sets<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            let [word, later @ ..] = self.words else { return None };
            (self.words, self.bits) = (later, word.bits);
            self.begin += 64;
        }
        let bit = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(self.begin + bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::Stream;

    #[test]
    fn sets_are_numbered_in_order() {
        let mut random = Stream::new(5, 0);
        for share in [0, 1, 5, 10] {
            let sets: Vec<usize> = (0..1000).filter(|_| random.below(10) < share).collect();
            let mut subset = Subset::with_room(1000).unwrap();
            sets.iter().for_each(|&set| subset.add(set));
            assert_eq!(subset.len(), sets.len());
            for number in 0..=sets.len() {
                assert!(subset.from(number).eq(sets[number..].iter().copied()));
            }
            for set in 0..1000 {
                assert_eq!(subset.number(set), sets.iter().position(|&other| other == set));
            }
        }
    }
}
