//! How a lookup reads a board: which cell is which, and which tile is in which pattern.

use crate::pdb::database::Database;
use std::sync::Arc;

/// How a lookup reads a board.
pub(super) struct Reading {
    /// By cell as the databases see it: the cell of the board.
    pub(super) cells: Vec<u8>,
    /// By tile: its pattern, among those of both lookups, and its number in it, as a bit.
    pub(super) tiles: [(u8, u8); 32],
}

impl Reading {
    /// That of a lookup which sees each cell of the board in one of `cells`, with these homes of the tiles, and whose
    /// patterns begin with number `first`.
    pub(super) fn new(cells: &[usize], homes: &[usize], first: usize, parts: &[Arc<Database>]) -> Reading {
        let mut reading = Reading { cells: vec![0; cells.len()], tiles: [(0, 0); 32] };
        for (cell, &seen) in (0..).zip(cells) {
            reading.cells[seen] = cell;
        }
        for (part, table) in (first as u8..).zip(parts) {
            for (number, &seen) in table.homes().iter().enumerate() {
                let tile = homes.iter().position(|&home| cells[home] == seen);
                reading.tiles[tile.expect("every home has a tile")] = (part, 1 << number);
            }
        }
        reading
    }
}
