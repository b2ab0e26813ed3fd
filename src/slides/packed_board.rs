//! Boards of up to sixteen cells in one word: the nodes of the search for fewest slides.
//!
//! Cell `i` has the four bits from `4 i` on: 0 for the blank, else the standard number of the tile (see
//! [`crate::puzzle::canonical`]). A step of the blank takes an addition and a subtraction.

/// The most cells of a packed board.
pub(crate) const PACKED_CELLS: usize = 16;

/// The longest side of a packed board.
pub(crate) const MAX_SIDE: usize = 4;

/// A board and the cell of its blank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Packed {
    pub(crate) tiles: u64,
    pub(crate) blank: u8,
}

impl Packed {
    /// A board of these tiles, row by row.
    pub(crate) fn new(tiles: &[u8]) -> Packed {
        let word = (0..).zip(tiles).fold(0, |word, (cell, &tile)| word | u64::from(tile) << (4 * cell));
        let blank = tiles.iter().position(|&tile| tile == 0).expect("a board has a blank");
        Packed { tiles: word, blank: blank as u8 }
    }

    /// The tile in a cell.
    #[inline(always)]
    pub(crate) fn tile(self, cell: u8) -> u8 {
        (self.tiles >> (4 * cell) & 15) as u8
    }

    /// The board after the blank has gone to a neighbouring cell.
    #[inline(always)]
    pub(crate) fn step(self, to: u8) -> Packed {
        let tile = u64::from(self.tile(to));
        let tiles = self.tiles - (tile << (4 * to)) + (tile << (4 * self.blank));
        Packed { tiles, blank: to }
    }
}

/// The standard number of the tile at home in a cell other than the blank's.
pub(crate) fn standard_tile(cell: usize, home: usize) -> u8 {
    (cell + usize::from(cell < home)) as u8
}
