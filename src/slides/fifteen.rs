//! The patterns of 4×4.

use crate::puzzle::error::Result;
use crate::puzzle::grid::Grid;
use crate::runtime::cancel::Cancel;
use crate::runtime::once_map::OnceMap;
use crate::slides::patterns::{Frame, Patterns};

/// How many look-ups there are: each pattern is looked up twice.
pub(crate) const LOOKS: usize = 2 * PATTERNS.len();

const GRID: Grid = Grid::new(4, 4);

/// Cells of tiles at home, with the blank in the last cell of its row: of some dozens of patterns, the two that
/// together leave the fewest lines of random boards with a small distance.
const PATTERNS: [[usize; 7]; 2] = [[0, 4, 5, 8, 9, 12, 13], [0, 1, 2, 4, 5, 8, 12]];

/// Both frames for a home of the blank in the lower right quarter.
pub(crate) fn frames(home: usize, cancel: &Cancel) -> Result<[Frame<LOOKS>; 2]> {
    static TABLES: OnceMap<usize, Patterns<LOOKS>> = OnceMap::new();
    Frame::both(GRID, home, |grid, row| {
        TABLES.get(row, cancel, || Patterns::new(grid, row, &PATTERNS, cancel))
    })
}

/// How many bytes the tables of a home of the blank take, made or not: those of one row, or of two.
pub(crate) fn size(home: usize) -> u64 {
    let rows = if GRID.row(home) == GRID.col(home) { 1 } else { 2 };
    // A bit for each of eight lines, of 15 · 14 · 13 · 12 · 11 · 10 · 9 states each.
    rows * PATTERNS.len() as u64 * 32_432_400
}
