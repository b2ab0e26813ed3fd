//! Searches, of a whole puzzle or of a pattern, that make no sense.

use crate::puzzle::error::remedy::Remedy;
use crate::puzzle::error::words::{Cell, GivenCell};
use crate::puzzle::grid::Grid;
use crate::puzzle::parities::counted;
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

    /// Something that the search by lists does not do.
    #[error(
        "a search by lists is for a full board with every tile told apart, from one goal, by single-tile moves, \
         neither lean nor symmetric, and without a checkpoint; got {0}"
    )]
    NotForLists(ListsMisfit),

    /// A search that is not its own mirror image.
    #[error("a symmetric search needs {0}")]
    NotSymmetric(Asymmetry),
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

/// What the search by lists cannot do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListsMisfit {
    /// Cells are taken off the board.
    Removed,
    /// Some tiles are alike.
    TilesAlike,
    /// Several sources, or one that is not at depth 0.
    Sources,
    /// Tiles are to be kept.
    Kept,
    /// Multi-tile moves.
    Multi,
    /// One bit a state and nothing else.
    Lean,
    /// A file to continue from.
    Checkpoint,
    /// One half of the states for the other.
    Symmetric,
}

impl fmt::Display for ListsMisfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ListsMisfit::Removed => "cells taken off the board",
            ListsMisfit::TilesAlike => "tiles that are alike",
            ListsMisfit::Sources => "several sources, or one with a depth",
            ListsMisfit::Kept => "tiles to keep",
            ListsMisfit::Multi => "multi-tile moves",
            ListsMisfit::Lean => "lean=True",
            ListsMisfit::Checkpoint => "a checkpoint",
            ListsMisfit::Symmetric => "symmetric=True",
        })
    }
}

/// What keeps a search from being its own mirror image in the main diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asymmetry {
    /// The board is not a square.
    NotSquare(Grid),
    /// Cells are taken off the board.
    Removed,
    /// The blank starts from a cell and not, at the same depth, from its mirror image.
    Source {
        /// The cell.
        cell: usize,
        /// Its mirror image.
        image: usize,
    },
    /// All tiles are distinguished, and there are several sources.
    Sources,
    /// A tile is at home in a cell, and none in its mirror image.
    Tile {
        /// The cell.
        cell: usize,
        /// Its mirror image.
        image: usize,
    },
    /// Tiles are to be kept.
    Kept,
    /// The search goes on from other layers.
    After,
}

impl fmt::Display for Asymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Asymmetry::NotSquare(got) => write!(f, "a square board, got {got}"),
            Asymmetry::Removed => write!(f, "a full board, got one with cells taken off"),
            Asymmetry::Source { cell, image } => write!(
                f,
                "a blank at home on the main diagonal, or sources that are mirror images of each other; got {} \
                 and not {} at the same depth",
                GivenCell(cell),
                GivenCell(image)
            ),
            Asymmetry::Sources => write!(f, "one source if all tiles are told apart, got several"),
            Asymmetry::Tile { cell, image } => write!(
                f,
                "tiles whose homes are mirror images of each other in the main diagonal; got one at home in {} and \
                 none in {}",
                Cell(cell),
                Cell(image)
            ),
            Asymmetry::Kept => write!(f, "no tiles to keep"),
            Asymmetry::After => write!(f, "no other layers to go on from"),
        }
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
            SearchDefect::NotForLists(_) => vec![Remedy::UseAlgorithm("bits")],
            SearchDefect::NotSymmetric(_) => vec![Remedy::NotSymmetric],
            SearchDefect::KeptNeedsLevels => vec![Remedy::NotLeanNoCheckpoint],
            _ => vec![],
        }
    }
}
