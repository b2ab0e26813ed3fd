//! Whole boards as numbers, which searches compare, hash and keep.

use crate::pdb::regions::MAX_PDB_CELLS;
use crate::runtime::allocate::Zero;

/// The tiles of a whole board in one number. It is exact: two boards are the same if their keys are.
pub trait Key: Zero + Eq + Default + std::fmt::Debug + Send + Sync + 'static {
    /// The most cells it has room for.
    const CELLS: usize;
    /// The key of a board.
    fn new(tiles: &[u8]) -> Self;
    /// The tile in a cell.
    fn tile(self, cell: u8) -> u8;
    /// The key as a number with four bits a tile, if that is what it is.
    fn nibbles(self) -> Option<u64>;
    /// The key after a tile has gone from a cell to the blank's.
    fn slide(self, tile: u8, from: u8, to: u8) -> Self;
    /// A number of 32 bits that looks random, for hash tables.
    fn hash(self) -> usize;
    /// The key with a mark below 8 in bits that it can do without; those of 16 tiles are told apart by 15 of them.
    /// No marked key is 0.
    fn marked(self, mark: u8) -> Self;
    /// The mark of a marked key.
    fn mark(self) -> u8;
}

/// The bits of a short key below its mark.
const ALL_BUT_LAST: u64 = (1 << 60) - 1;

impl Key for u64 {
    const CELLS: usize = 16;

    fn new(tiles: &[u8]) -> u64 {
        tiles.iter().zip(0..).fold(0, |key, (&tile, cell)| key | u64::from(tile) << (4 * cell))
    }

    #[inline(always)]
    fn nibbles(self) -> Option<u64> {
        Some(self)
    }

    #[inline(always)]
    fn tile(self, cell: u8) -> u8 {
        (self >> ((4 * cell) & 63) & 15) as u8
    }

    #[inline(always)]
    fn slide(self, tile: u8, from: u8, to: u8) -> u64 {
        self ^ u64::from(tile) << ((4 * from) & 63) ^ u64::from(tile) << ((4 * to) & 63)
    }

    #[inline(always)]
    fn hash(self) -> usize {
        (self.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
    }

    #[inline(always)]
    fn marked(self, mark: u8) -> u64 {
        // The board alone may have no bits but those of the last cell.
        self & ALL_BUT_LAST | u64::from(mark | 8) << 60
    }

    #[inline(always)]
    fn mark(self) -> u8 {
        (self >> 60 & 7) as u8
    }
}

impl Key for u128 {
    const CELLS: usize = MAX_PDB_CELLS;

    fn new(tiles: &[u8]) -> u128 {
        tiles.iter().zip(0..).fold(0, |key, (&tile, cell)| key | u128::from(tile) << (5 * cell))
    }

    #[inline(always)]
    fn nibbles(self) -> Option<u64> {
        None
    }

    #[inline(always)]
    fn tile(self, cell: u8) -> u8 {
        (self >> ((5 * cell) & 127) & 31) as u8
    }

    #[inline(always)]
    fn slide(self, tile: u8, from: u8, to: u8) -> u128 {
        self ^ u128::from(tile) << ((5 * from) & 127) ^ u128::from(tile) << ((5 * to) & 127)
    }

    #[inline(always)]
    fn hash(self) -> usize {
        let mixed = (self as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ((self >> 64) as u64);
        (mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as usize
    }

    #[inline(always)]
    fn marked(self, mark: u8) -> u128 {
        self & ((1 << 125) - 1) | u128::from(mark) << 125
    }

    #[inline(always)]
    fn mark(self) -> u8 {
        (self >> 125) as u8
    }
}
