//! Searches of a whole puzzle, or of a pattern, that make no sense.

use crate::puzzle::error::remedy::Remedy;
use crate::puzzle::error::words::{Cell, GivenCell};
use crate::puzzle::grid::Grid;
use crate::puzzle::inversions::counted;
use std::fmt;

/// Why something cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the fields say what they are")]
pub enum SearchDefect {
    /// Fewer than two rows or columns.
    TooSmall { rows: usize, cols: usize },
    /// Too many cells even to look at.
    TooLarge { rows: usize, cols: usize },
    /// Too many columns.
    Columns { most: usize, got: Grid },
    /// Too many rows for multi-tile moves.
    Rows { most: usize, got: Grid },
    /// Too many cells.
    Cells { most: usize, got: usize },
    /// Too many cells for every tile to be told apart.
    WholeCells { most: usize, got: usize },
    /// Fewer than two cells are left.
    NoCells,
    /// Too many tiles are told apart.
    Tiles { most: usize, got: usize },
    /// More tiles are told apart than the cells have room for.
    NoRoom { cells: usize, tiles: usize },
    /// A cell, by its index, that the board does not have.
    NoSuchCell { grid: Grid, cell: usize, role: Role },
    /// A cell that is needed has been taken off the board.
    TakenOff { cell: usize, role: Role },
    /// Two tiles are at home in one cell.
    SharedHome { cell: usize },
    /// The blank is to start where a tile is at home.
    BlankAtHome { cell: usize },
    /// There is nothing to start from.
    NoSource,
    /// Some sources cannot be reached from the others.
    SourcesApart,
    /// A lean search needs levels of alternating colour.
    NotTwoColoured,
    /// Nodes cannot share by order where tiles are alike.
    OrdersOfPattern,
    /// The depths of earlier layers are not as many as their states.
    LayerStates { expected: u64, got: usize },
    /// Earlier layers that this search cannot go on from.
    OtherLayers(LayersMisfit),
    /// Tiles can be kept only in a whole puzzle, and so many of them at most.
    Kept { most: usize, cells: usize },
    /// Kept tiles are for depths below this.
    KeptDepth { most: u8 },
    /// Kept tiles need every level in memory, from the start.
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

impl fmt::Display for SearchDefect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchDefect::TooSmall { rows, cols } => {
                write!(f, "the smallest board is 2 by 2, got {rows} by {cols}")
            }
            SearchDefect::TooLarge { rows, cols } => {
                write!(f, "a board of {rows} by {cols} is too large to search")
            }
            SearchDefect::Columns { most, got } => {
                write!(f, "boards have at most {most} columns here, got {got}")
            }
            SearchDefect::Rows { most, got } => {
                write!(f, "multi-tile moves are for boards of at most {most} rows, got {got}")
            }
            SearchDefect::Cells { most, got } => write!(f, "a pattern has at most {most} cells, got {got}"),
            SearchDefect::WholeCells { most, got } => {
                write!(f, "all tiles can be told apart on at most {most} cells, got {got}")
            }
            SearchDefect::NoCells => write!(f, "at least two cells must stay on the board"),
            SearchDefect::Tiles { most, got } => {
                write!(f, "at most {most} tiles can be told apart in a pattern, got {got}")
            }
            SearchDefect::NoRoom { cells, tiles } => {
                write!(f, "{cells} cells have room for {}, got {tiles}", counted(*cells as u64 - 1, "tile"))
            }
            SearchDefect::NoSuchCell { grid, cell, role } => {
                write!(f, "a {grid} board has {} cells: {} cannot be {role}", grid.cells(), GivenCell(*cell))
            }
            SearchDefect::TakenOff { cell, role } => {
                write!(f, "{} is taken off the board and cannot be {role}", GivenCell(*cell))
            }
            SearchDefect::SharedHome { cell } => write!(f, "two tiles are at home in {}", Cell(*cell)),
            SearchDefect::BlankAtHome { cell } => write!(
                f,
                "the blank cannot start from {}: a tile told apart is at home there",
                GivenCell(*cell)
            ),
            SearchDefect::NoSource => write!(f, "a search needs at least one source"),
            SearchDefect::SourcesApart => {
                write!(f, "the sources cannot be reached from one another: their parities differ")
            }
            SearchDefect::NotTwoColoured => write!(
                f,
                "a lean search needs single-tile moves, and sources for which row + column of the blank + depth are \
                 all even or all odd"
            ),
            SearchDefect::OrdersOfPattern => {
                write!(
                    f,
                    "partition 'orders' is for puzzles with every tile told apart: in a pattern, a row holds all orders"
                )
            }
            SearchDefect::LayerStates { expected, got } => {
                write!(f, "layers of {expected} states have as many depths, got {got}")
            }
            SearchDefect::OtherLayers(misfit) => {
                write!(f, "the layers to go on from do not belong to this search: {misfit}")
            }
            SearchDefect::Kept { most, cells } => write!(
                f,
                "tiles are kept in puzzles with every tile told apart, at most {most} of them on {cells} cells"
            ),
            SearchDefect::KeptDepth { most } => write!(f, "tiles are kept for depths below {most}"),
            SearchDefect::KeptNeedsLevels => {
                write!(f, "tiles cannot be kept in a lean search, or in one with a checkpoint")
            }
        }
    }
}
