//! The part of a large board round a stretch of moves.
//!
//! The moves take the blank to some cells, and shorter paths stay near them. So the search keeps to a
//! rectangle round these cells, small enough for its tiles to be bytes; it costs the same on any board. A
//! small board is one patch as a whole, and then no path is missed.

use crate::puzzle::grid::{Grid, Move};

/// The most cells of a patch: tiles are bytes.
pub const MAX_PATCH_CELLS: usize = 256;
/// Boards of up to so many cells are one patch as a whole.
const WHOLE_CELLS: usize = 64;
/// How far a patch reaches beyond the cells that the blank visits; a wider margin costs more than it gains.
const MARGIN: usize = 1;
/// Boards of up to so many cells fit into a word of 64 bits.
pub const EXACT_CELLS: usize = 16;

/// A rectangle of cells of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    top: usize,
    left: usize,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
}

impl Patch {
    /// The patch of a stretch that begins with the blank in this cell, and how many of its moves stay within
    /// the largest size.
    pub fn around(grid: Grid, blank: usize, codes: &[u8]) -> (Patch, usize) {
        let whole = Patch { top: 0, left: 0, rows: grid.rows, cols: grid.cols };
        if grid.cells() <= WHOLE_CELLS {
            return (whole, codes.len());
        }
        let (mut row, mut col) = (grid.row(blank), grid.col(blank));
        let mut bounds = [row, row, col, col];
        let mut patch = Patch::between(grid, bounds);
        for (moves, &code) in codes.iter().enumerate() {
            match Move::from_code(code) {
                Move::L => col -= 1,
                Move::R => col += 1,
                Move::U => row -= 1,
                Move::D => row += 1,
            }
            bounds = [bounds[0].min(row), bounds[1].max(row), bounds[2].min(col), bounds[3].max(col)];
            let wider = Patch::between(grid, bounds);
            if wider.cells() > MAX_PATCH_CELLS {
                return (patch, moves);
            }
            patch = wider;
        }
        (patch, codes.len())
    }

    /// The patch for a blank that visits these rows and columns, first and last.
    fn between(grid: Grid, [top, bottom, left, right]: [usize; 4]) -> Patch {
        let (top, left) = (top.saturating_sub(MARGIN), left.saturating_sub(MARGIN));
        let (bottom, right) = ((bottom + MARGIN).min(grid.rows - 1), (right + MARGIN).min(grid.cols - 1));
        Patch { top, left, rows: bottom - top + 1, cols: right - left + 1 }
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.rows * self.cols
    }

    /// The cell of the patch that is this cell of the grid.
    pub fn cell(&self, grid: Grid, cell: usize) -> usize {
        (grid.row(cell) - self.top) * self.cols + grid.col(cell) - self.left
    }

    /// Whether this is the whole grid, and small enough for keys to be exact.
    pub fn is_exact(&self, grid: Grid) -> bool {
        self.cells() == grid.cells() && self.cells() <= EXACT_CELLS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_has_room_for_a_stretch() {
        let grid = Grid::new(100, 100);
        let right = [Move::R.code(); 99];
        let (patch, moves) = Patch::around(grid, 5000, &right);
        assert_eq!((patch.rows, patch.cols, moves), (3, 85, 83));
        let (patch, moves) = Patch::around(Grid::new(8, 8), 0, &right[..7]);
        assert_eq!((patch.cells(), moves), (64, 7));
    }
}
