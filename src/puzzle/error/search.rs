//! Searches, of a whole puzzle or of a pattern, that make no sense.

use crate::puzzle::error::remedy::Remedy;
use crate::puzzle::error::words::{Cell, GivenCell};
use crate::puzzle::grid::Grid;
use crate::puzzle::inversions::counted;
use std::fmt;

/// Why something cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the names of the fields say what they are")]
pub enum SearchDefect {
    /// Fewer than two rows or columns.
    #[error("the smallest board is 2 by 2, got {rows} by {cols}")]
    TooSmall { rows: usize, cols: usize },

    /// Too many cells even to count.
    #[error("a board of {rows} by {cols} is too large to search")]
    TooLarge { rows: usize, cols: usize },

    /// Too many columns.
    #[error("a board to search has at most {most} columns, got {got}")]
    Columns { most: usize, got: Grid },

    /// Too many rows for multi-tile moves.
    #[error("multi-tile moves are for boards of at most {most} rows, got {got}")]
    Rows { most: usize, got: Grid },

    /// Too many cells for a pattern.
    #[error("a pattern has at most {most} cells, got {got}")]
    Cells { most: usize, got: usize },

    /// Too many cells for every tile to be told apart.
    #[error("all tiles can be told apart on at most {most} cells, got {got}")]
    WholeCells { most: usize, got: usize },

    /// Fewer than two cells are left.
    #[error("at least two cells must stay on the board")]
    NoCells,

    /// Too many tiles are told apart.
    #[error("at most {most} tiles can be told apart in a pattern, got {got}")]
    Tiles { most: usize, got: usize },

    /// More tiles are told apart than the cells have room for.
    #[error("{cells} cells have room for {}, got {tiles}", counted(cells - 1, "tile"))]
    NoRoom { cells: usize, tiles: usize },

    /// A cell, by its index, that the board does not have.
    #[error("a {grid} board has {} cells: {} cannot be {role}", grid.cells(), GivenCell(*cell))]
    NoSuchCell { grid: Grid, cell: usize, role: Role },

    /// A cell that is needed has been taken off the board.
    #[error("{} is taken off the board and cannot be {role}", GivenCell(*cell))]
    TakenOff { cell: usize, role: Role },

    /// Two tiles are at home in one cell.
    #[error("two tiles are at home in {}", Cell(*cell))]
    SharedHome { cell: usize },

    /// The blank is to start where a tile is at home.
    #[error("the blank cannot start from {}: a tile told apart is at home there", GivenCell(*cell))]
    BlankAtHome { cell: usize },

    /// There is nothing to start from.
    #[error("a search needs at least one source")]
    NoSource,

    /// Some sources cannot be reached from the others.
    #[error("the sources cannot be reached from one another: their parities differ")]
    SourcesApart,

    /// A lean search needs levels of alternating colour.
    #[error(
        "a lean search needs single-tile moves, and sources for which row + column of the blank + depth are \
         all even or all odd"
    )]
    NotTwoColoured,

    /// Rows cannot be dealt out by order where tiles are alike.
    #[error(
        "partition 'orders' is for puzzles with every tile told apart: in a pattern, a row holds all orders"
    )]
    OrdersOfPattern,

    /// Earlier layers do not have one depth for each state.
    #[error("layers of {expected} states need a depth for each, got {got}")]
    LayerStates { expected: u64, got: usize },

    /// Earlier layers that this search cannot go on from.
    #[error("the layers to go on from do not belong to this search: {0}")]
    OtherLayers(LayersMisfit),

    /// Tiles can be kept only in a whole puzzle, and only so many of them.
    #[error(
        "tiles can be kept only where every tile is told apart, and at most {most} of them on {cells} cells"
    )]
    Kept { most: usize, cells: usize },

    /// Tiles can be kept only at depths below this.
    #[error("tiles can be kept only at depths below {limit}")]
    KeptDepth { limit: u8 },

    /// Kept tiles need every level in memory, from the start.
    #[error("tiles cannot be kept in a lean search, or in one with a checkpoint")]
    KeptNeedsLevels,
}

/// What a cell is named for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// To be taken off the board.
    Removed,
    /// The home of a tile.
    Home,
    /// Where the blank starts.
    Source,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Removed => "taken off",
            Role::Home => "a home",
            Role::Source => "a cell for the blank to start from",
        })
    }
}

/// Why a search cannot go on from earlier layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayersMisfit {
    /// One of their cells is not on this board.
    OffBoard,
    /// They keep a tile that this search does not tell apart.
    TileAlike,
    /// Their cells are not those that the other tiles leave.
    OtherCells,
}

impl fmt::Display for LayersMisfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LayersMisfit::OffBoard => "one of their cells is not on the board",
            LayersMisfit::TileAlike => "they keep a tile that is not told apart",
            LayersMisfit::OtherCells => "their cells are not those that the other tiles leave",
        })
    }
}

impl SearchDefect {
    /// What one can do about it.
    pub fn remedies(&self) -> Vec<Remedy> {
        match self {
            SearchDefect::Columns { most, got } if got.rows <= *most => vec![Remedy::TurnBoard],
            SearchDefect::Rows { most, got } if got.cols <= *most => vec![Remedy::TurnBoard],
            SearchDefect::Cells { .. } => vec![Remedy::FewerCells],
            SearchDefect::WholeCells { .. } => vec![Remedy::NameTiles, Remedy::FewerCells],
            SearchDefect::Tiles { .. } => vec![Remedy::FewerTiles],
            SearchDefect::NotTwoColoured => vec![Remedy::NotLean, Remedy::FewerSources],
            SearchDefect::OrdersOfPattern => vec![Remedy::UsePartition("sets")],
            SearchDefect::KeptNeedsLevels => vec![Remedy::NotLeanNoCheckpoint],
            _ => vec![],
        }
    }
}
