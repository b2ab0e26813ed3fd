//! Fewest slides on boards of up to twelve cells, each from its own table of distances modulo 3.
//!
//! The table of a shape and home of the blank is searched at first use ([`crate::tables::depth_table`]): two bits a state, 2×5
//! in a twentieth of a second. Those of twelve cells, 60 MB each, are kept on disk as in [`crate::tables::on_disk`]. After that a
//! solution costs a few look-ups a slide.

use crate::puzzle::error::Result;
use crate::puzzle::grid::Grid;
use crate::runtime::cancel::Cancel;
use crate::tables::depth_table;
use crate::tables::in_memory;
use crate::tables::on_disk::{self, Entries, LargeTable};
use std::sync::Arc;

/// Whether there is a table for a standard grid.
pub(crate) fn has_table(grid: Grid) -> bool {
    in_memory::has_table(grid) || on_disk::has_table(grid)
}

/// The table of a standard shape that has one, and home of the blank; and notes on what happened to its file.
pub(crate) fn table(grid: Grid, home: usize, cancel: &Cancel) -> Result<(Arc<LargeTable>, Vec<String>)> {
    on_disk::table_of(Entries::Depths, grid, home, cancel)
}

/// Codes of a solution of a standard board that has one, with the fewest slides: each move once for every tile. Nothing
/// if the table is not sound.
pub(crate) fn solve(table: &LargeTable, tiles: &[u8]) -> Option<Vec<u8>> {
    let way = depth_table::way(&table.space, |i| table.entries.get(i), table.locate(tiles), table.goal)?;
    Some(way.into_iter().flat_map(|(code, tiles)| std::iter::repeat_n(code, tiles)).collect())
}
