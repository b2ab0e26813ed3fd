//! A board as pattern databases see it: as it is, or reflected in the main diagonal.

use crate::pdb::database::Database;
use crate::pdb::regions::Placed;
use crate::puzzle::error::Result;

/// The board as databases see it: as it is or reflected.
pub(crate) struct SeenBoard {
    /// By cell of the board: the cell of the board as they see it.
    pub(crate) cells: Vec<usize>,
    /// By cell as they see it: the tile at home there.
    tiles: Vec<u8>,
}

impl SeenBoard {
    /// By cell of the board: the cell as they see it. By tile: its home on the board.
    pub(crate) fn new(cells: Vec<usize>, homes: &[usize]) -> SeenBoard {
        let mut tiles = vec![0; cells.len()];
        for (tile, &home) in (0..).zip(homes) {
            tiles[cells[home]] = tile;
        }
        SeenBoard { cells, tiles }
    }

    /// The tiles of a pattern, in the order of their homes.
    pub(crate) fn tiles_of(&self, table: &Database) -> impl Iterator<Item = u8> {
        table.homes().iter().map(|&home| self.tiles[home])
    }

    /// Where the tiles of a pattern are, and how many moves they need at least. `places` says in which cell of the
    /// board each tile is.
    pub(crate) fn locate(&self, table: &Database, places: &[usize]) -> Result<(Placed, u8)> {
        let cells: Vec<usize> =
            self.tiles_of(table).map(|tile| self.cells[places[usize::from(tile)]]).collect();
        table.distance(&cells, self.cells[places[0]])
    }
}

/// By tile of a board: its cell.
pub(crate) fn places(tiles: &[u8]) -> Vec<usize> {
    let mut places = vec![0; tiles.len()];
    for (cell, &tile) in tiles.iter().enumerate() {
        places[usize::from(tile)] = cell;
    }
    places
}
