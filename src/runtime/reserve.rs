//! A few megabytes that the process has from the start, for small requests that the system refuses: the text
//! of an error, the list of a few threads. Nobody can check these one by one, and without memory they would
//! abort the process.
//!
//! The memory is part of the program's zeros, so it takes no pages until it is used, and a limit on the
//! address space cannot take it away. It is cut into blocks of three sizes, and a request gets one block of the
//! smallest size that fits. One bit says whether a block is taken; there is no lock, so a fork does no harm.
//!
//! Whoever takes a block raises an alarm. [`crate::runtime::cancel`] looks at it, and so does everything that asks for
//! memory in a way that can fail, so that a job that has come this far ends before the blocks do.

use crate::puzzle::grow::ALARM;
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Blocks of one size.
struct Size {
    /// Bytes of a block.
    block: usize,
    /// Words of [`TAKEN`] for it, and the first of them. A word has 64 blocks.
    words: usize,
    first_word: usize,
    /// Where its blocks begin.
    begin: usize,
}

/// The sizes, smallest first: 1, 2 and 8 MB in all.
const SIZES: [Size; 3] = [
    Size { block: 256, words: 64, first_word: 0, begin: 0 },
    Size { block: 8 << 10, words: 4, first_word: 64, begin: 1 << 20 },
    Size { block: 128 << 10, words: 1, first_word: 68, begin: 3 << 20 },
];
const WORDS: usize = 69;
const BYTES: usize = 11 << 20;

/// The largest request that gets a block.
pub(crate) const LARGEST: usize = SIZES[SIZES.len() - 1].block;
/// Blocks lie at multiples of this.
const ALIGNMENT: usize = 256;

#[repr(align(256))]
struct Memory(UnsafeCell<[u8; BYTES]>);

// SAFETY: a block is handed out to one owner at a time, and nothing else looks into the memory.
#[allow(unsafe_code)]
unsafe impl Sync for Memory {}

static MEMORY: Memory = Memory(UnsafeCell::new([0; BYTES]));
/// A bit for each block: whether it is taken.
static TAKEN: [AtomicU64; WORDS] = [const { AtomicU64::new(0) }; WORDS];

/// Takes a block, or gives null if the request is too large or none is left.
#[cold]
pub(crate) fn take(bytes: usize, alignment: usize) -> *mut u8 {
    if alignment > ALIGNMENT {
        return std::ptr::null_mut();
    }
    ALARM.store(true, Ordering::Relaxed);
    let fitting = SIZES.iter().filter(|size| size.block >= bytes);
    let found = fitting.flat_map(|size| (0..size.words).map(move |word| (size, word)));
    for (size, word) in found {
        if let Some(bit) = take_bit(&TAKEN[size.first_word + word]) {
            return base().wrapping_add(size.begin + (64 * word + bit) * size.block);
        }
    }
    std::ptr::null_mut()
}

/// Takes the lowest free bit of a word.
fn take_bit(word: &AtomicU64) -> Option<usize> {
    let mut bits = word.load(Ordering::Relaxed);
    while bits != u64::MAX {
        let taken = bits | (bits + 1);
        match word.compare_exchange_weak(bits, taken, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => return Some((taken ^ bits).trailing_zeros() as usize),
            Err(now) => bits = now,
        }
    }
    None
}

/// Whether an address lies in a block.
#[inline(always)]
pub(crate) fn has(at: *mut u8) -> bool {
    at.addr().wrapping_sub(base().addr()) < BYTES
}

/// Gives back a block.
#[cold]
pub(crate) fn give_back(at: *mut u8) {
    let offset = at.addr() - base().addr();
    if let Some(size) = SIZES.iter().rfind(|size| size.begin <= offset) {
        let block = (offset - size.begin) / size.block;
        TAKEN[size.first_word + block / 64].fetch_and(!(1 << (block % 64)), Ordering::Release);
    }
}

/// Whether a block has been taken since the system last had memory.
#[inline(always)]
pub(crate) fn alarm() -> bool {
    ALARM.load(Ordering::Relaxed)
}

/// The system has memory again.
pub(crate) fn calm() {
    ALARM.store(false, Ordering::Relaxed);
}

#[inline(always)]
fn base() -> *mut u8 {
    MEMORY.0.get().cast()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_do_not_overlap_and_can_be_taken_again() {
        for round in 0..2 {
            let sizes = [1, 256, 257, 8 << 10, (8 << 10) + 1, LARGEST].into_iter().cycle();
            let mut taken: Vec<(usize, usize)> =
                sizes.map(|bytes| (take(bytes, 8).addr(), bytes)).take_while(|&(at, _)| at != 0).collect();
            assert!(taken.len() > 150, "round {round}: {}", taken.len());
            assert!(taken.iter().all(|&(at, _)| has(std::ptr::without_provenance_mut(at))));
            taken.sort_unstable();
            assert!(taken.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0), "round {round}");
            taken.iter().for_each(|&(at, _)| give_back(std::ptr::without_provenance_mut(at)));
            assert!(TAKEN.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        }
        assert!(take(LARGEST + 1, 8).is_null() && take(8, 2 * ALIGNMENT).is_null());
        assert!(!has(std::ptr::null_mut()) && alarm());
        calm();
    }
}
