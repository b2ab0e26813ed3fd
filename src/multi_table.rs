//! Fewest slides on boards of up to twelve cells, each from its own table of distances modulo 3.
//!
//! The table of a shape and home of the blank is searched at first use ([`crate::depth_table`]): two bits a state, 2×5
//! in a twentieth of a second. Those of twelve cells, 60 MB each, are kept on disk as in [`crate::large`]. After that a
//! solution costs a few look-ups a slide.

use crate::control::Cancel;
use crate::depth_table;
use crate::error::Result;
use crate::grid::Grid;
use crate::large::{self, Entries, LargeTable};
use crate::small;
use std::sync::Arc;

/// Whether there is a table for a standard grid.
pub(crate) fn has_table(grid: Grid) -> bool {
    small::has_table(grid) || large::has_table(grid)
}

/// The table of a standard shape that has one, and home of the blank; and notes on what happened to its file.
pub(crate) fn table(grid: Grid, home: usize, cancel: &Cancel) -> Result<(Arc<LargeTable>, Vec<String>)> {
    large::table_of(Entries::Depths, grid, home, cancel)
}

/// Codes of a solution of a standard board that has one, with the fewest slides: each move once for every tile. Nothing
/// if the table is not sound.
pub(crate) fn solve(table: &LargeTable, tiles: &[u8]) -> Option<Vec<u8>> {
    let way = depth_table::way(&table.space, |i| table.entries.get(i), table.locate(tiles), table.goal)?;
    Some(way.into_iter().flat_map(|(code, tiles)| std::iter::repeat_n(code, tiles)).collect())
}
