//! Arrays of two-bit entries: a move or a distance modulo 3 for every state, and nothing else.

use crate::puzzle::error::{Purpose, Result};
use crate::runtime::allocate;
use crate::runtime::cancel::Cancel;
use crate::runtime::freeing::Large;

/// An array of two-bit entries, 32 to a word.
pub struct TwoBitArray {
    len: usize,
    words: Large<u64>,
}

impl TwoBitArray {
    /// `len` entries, all zero.
    pub fn new(len: usize) -> Result<TwoBitArray> {
        Ok(TwoBitArray { len, words: allocate::zeros(len.div_ceil(32), Purpose::Table)?.into() })
    }

    /// How many bytes it takes.
    pub fn size(&self) -> u64 {
        self.len.div_ceil(4) as u64
    }

    /// Entry `i`, a number from 0 to 3.
    #[inline]
    pub fn get(&self, i: usize) -> u8 {
        (self.words[i / 32] >> (2 * i % 64) & 3) as u8
    }

    /// Writes entry `i`; only the two lowest bits of `value` count.
    #[inline]
    pub fn set(&mut self, i: usize, value: u8) {
        let shift = 2 * i % 64;
        let word = &mut self.words[i / 32];
        *word = *word & !(3 << shift) | u64::from(value & 3) << shift;
    }

    /// Writes entries from `i` on, which are still zero: the low bit of each from `low`, the high bit from
    /// `high`.
    pub fn fill(&mut self, i: usize, low: u32, high: u32) {
        let bits = u128::from(spread(low) | spread(high) << 1) << (2 * i % 64);
        self.words[i / 32] |= bits as u64;
        if bits >> 64 != 0 {
            self.words[i / 32 + 1] |= (bits >> 64) as u64;
        }
    }

    /// The entries, four to a byte: entry `i` in byte `i / 4` from bit `2 * (i % 4)`.
    pub fn to_bytes(&self, cancel: &Cancel) -> Result<Vec<u8>> {
        const WORDS_PER_CHECK: usize = 1 << 16;
        let mut bytes = allocate::with_room(8 * self.words.len(), Purpose::Table)?;
        for words in self.words.chunks(WORDS_PER_CHECK) {
            cancel.check()?;
            words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        }
        bytes.truncate(self.len.div_ceil(4));
        Ok(bytes)
    }
}

/// Two-bit entries that are only read, four to a byte as in [`TwoBitArray::to_bytes`].
pub(crate) struct TwoBitView(Large<u8>);

impl TwoBitView {
    /// The entries in these bytes.
    pub(crate) fn new(bytes: Large<u8>) -> TwoBitView {
        TwoBitView(bytes)
    }

    /// Entry `i`, a number from 0 to 3.
    #[inline]
    pub(crate) fn get(&self, i: usize) -> u8 {
        self.0[i / 4] >> (2 * (i % 4)) & 3
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Bit `i` of a word becomes bit `2 * i`.
fn spread(bits: u32) -> u64 {
    let mut wide = u64::from(bits);
    for (shift, mask) in [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ] {
        wide = (wide | wide << shift) & mask;
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_do_not_disturb_their_neighbours() {
        let mut array = TwoBitArray::new(10).unwrap();
        let cancel = Cancel::new();
        assert_eq!(array.to_bytes(&cancel).unwrap().len(), 3);
        for i in 0..10 {
            array.set(i, 3);
        }
        for i in 0..10 {
            array.set(i, i as u8);
        }
        assert!((0..10).all(|i| array.get(i) == i as u8 & 3));
        let view = TwoBitView::new(array.to_bytes(&cancel).unwrap().into());
        assert!((0..10).all(|i| view.get(i) == i as u8 & 3));
    }

    #[test]
    fn filling_is_setting_one_by_one() {
        let (mut filled, mut set) = (TwoBitArray::new(96).unwrap(), TwoBitArray::new(96).unwrap());
        for (begin, low, high) in [(0, 0x00ab_cdef, 0x0012_3456), (24, 0x00ff_0f0f, 0x00a5_a5a5), (55, !0, 1)]
        {
            filled.fill(begin, low, high);
            for i in 0..32 {
                let code = low >> i & 1 | (high >> i & 1) << 1;
                set.set(begin + i, set.get(begin + i) | code as u8);
            }
        }
        let bytes = |array: TwoBitArray| array.to_bytes(&Cancel::new()).unwrap();
        assert_eq!(bytes(filled), bytes(set));
    }
}
