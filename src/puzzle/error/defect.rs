//! Reasons why something is not a board.

use crate::puzzle::error::excerpt::Excerpt;
use crate::puzzle::error::few::Few;
use crate::puzzle::error::words::Cell;
use crate::puzzle::parities::counted;
use std::fmt;

/// A reason why something is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the names of the fields say what they are")]
pub enum Defect {
    /// There are no tiles at all.
    #[error("no tiles")]
    Empty,

    /// Fewer than two rows or columns.
    #[error("{} by {}, the smallest board is 2 by 2", counted(rows, "row"), counted(cols, "column"))]
    TooSmall { rows: usize, cols: usize },

    /// The tiles do not fill the rows and columns asked for.
    #[error("{} of {cols} are not filled by {}", counted(rows, "row"), counted(tiles, "tile"))]
    NotFilled { tiles: usize, rows: usize, cols: usize },

    /// The rows or columns are not as many as were asked for.
    #[error("{} of {cols} where {} were asked for", counted(rows, "row"), asked_shape(*asked))]
    OtherShape { rows: usize, cols: usize, asked: (Option<usize>, Option<usize>) },

    /// The tiles of one row cannot be folded into so many rows, or columns, of the same length.
    #[error("{tiles} tiles do not divide into {lines} equal lines")]
    Uneven { tiles: usize, lines: usize },

    /// The tiles of one row are not a square, and nobody said how to fold them.
    #[error("{} in one row are not a square", counted(tiles, "tile"))]
    NotSquare { tiles: usize },

    /// Some tiles are in rows, and others are not.
    #[error("{} outside the rows", counted(tiles, "tile"))]
    OutsideRows { tiles: usize },

    /// Nothing separates the tiles of a row.
    #[error("no spaces or commas between the tiles")]
    NotSeparated,

    /// A row is shorter or longer than the first.
    #[error("ragged row {} ({}, row 1 has {expected})", row + 1, counted(got, "tile"))]
    Ragged { row: usize, got: usize, expected: usize },

    /// Something that is not a whole number from 0 up.
    #[error("{got} {place} is not a whole number from 0 up")]
    NotATile { got: Excerpt, place: Place },

    /// A whole number that no tile can have.
    #[error("{got} {place} is over {}", u32::MAX)]
    TileTooLarge { got: Excerpt, place: Place },

    /// Numbers of a type other than whole ones.
    #[error("an array of {dtype} where whole numbers are expected")]
    NotWhole { dtype: Excerpt },

    /// An array that is neither a row of tiles nor rows of them.
    #[error("an array of {got} dimensions where one or two are expected")]
    Dimensions { got: usize },

    /// A number of rows or columns, by that name, that cannot be one.
    #[error("{got} is not a number of {name}")]
    NotACount { name: &'static str, got: i64 },

    /// So many numbers are not boards of so many cells.
    #[error("{numbers} numbers do not make boards of {cells} cells")]
    NotBoards { numbers: usize, cells: usize },

    /// No cell is blank.
    #[error("no blank (write it as 0)")]
    NoBlank,

    /// Several cells are blank.
    #[error("{} blanks (cells {cells})", cells.count())]
    Blanks { cells: Few<CellNumber> },

    /// A tile is in several cells.
    #[error("duplicate {tile} (cells {cells})")]
    Duplicate { tile: u32, cells: Few<CellNumber> },

    /// A tile that one would expect is not there.
    #[error("missing {tile}")]
    Missing { tile: u32 },
}

impl Defect {
    /// Something, as the caller would write it, that cannot be read as a tile.
    pub(crate) fn unreadable(got: &str, place: Place) -> Defect {
        let is_number = got.bytes().all(|byte| byte.is_ascii_digit());
        let got = got.into();
        if is_number { Defect::TileTooLarge { got, place } } else { Defect::NotATile { got, place } }
    }
}

/// A cell, of which texts show the number as people count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellNumber(pub usize);

impl fmt::Display for CellNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// Where a tile was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a row of text.
    Row(usize),
    /// In a row and a column.
    RowAndColumn(usize, usize),
    /// In a cell of a flat sequence.
    Cell(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Place::Row(row) => write!(f, "in row {}", row + 1),
            Place::RowAndColumn(row, col) => write!(f, "in row {}, column {}", row + 1, col + 1),
            Place::Cell(cell) => write!(f, "in {}", Cell(cell)),
        }
    }
}

/// The rows and columns that were asked for: at least one of the two numbers.
fn asked_shape((rows, cols): (Option<usize>, Option<usize>)) -> String {
    match (rows, cols) {
        (Some(rows), Some(cols)) => format!("{} of {cols}", counted(rows, "row")),
        (Some(rows), None) => counted(rows, "row"),
        (None, cols) => counted(cols.unwrap_or_default(), "column"),
    }
}
