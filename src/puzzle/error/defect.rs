//! Reasons why something is not a board.

use crate::puzzle::error::words::{Cell, list};
use crate::puzzle::inversions::counted;
use std::fmt;

/// A reason why something is not a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the fields say what they are")]
pub enum Defect {
    /// There are no tiles at all.
    Empty,
    /// Fewer than two rows or columns.
    TooSmall { rows: usize, cols: usize },
    /// The tiles do not fill the rows and columns asked for.
    NotFilled { tiles: usize, rows: usize, cols: usize },
    /// There are other rows or columns than were asked for, where any number of them was asked for.
    OtherShape { rows: usize, cols: usize, asked: (Option<usize>, Option<usize>) },
    /// The tiles of one row cannot be folded into so many rows, or columns, of the same length.
    Uneven { tiles: usize, lines: usize },
    /// The tiles of one row are not a square, and nobody said how to fold them.
    NotSquare { tiles: usize },
    /// Some tiles are in rows, and others are not.
    OutsideRows { tiles: usize },
    /// Nothing separates the tiles of a row.
    NotSeparated,
    /// A row is shorter or longer than the first.
    Ragged { row: usize, got: usize, expected: usize },
    /// Something that is not a whole number from 0 up.
    NotATile { got: String, place: Place },
    /// Numbers of another type than whole ones.
    NotWhole { dtype: String },
    /// A number of rows or columns, by that name, that cannot be one.
    NotACount { name: &'static str, got: i64 },
    /// So many numbers are not boards of so many cells.
    NotBoards { numbers: usize, cells: usize },
    /// No cell is blank.
    NoBlank,
    /// Several cells are blank.
    Blanks { cells: Vec<usize> },
    /// A tile is in several cells.
    Duplicate { tile: u32, cells: Vec<usize> },
    /// A tile that one would expect is not there.
    Missing { tile: u32 },
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

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::Empty => write!(f, "no tiles"),
            Defect::TooSmall { rows, cols } => {
                let (rows, cols) = (counted(*rows as u64, "row"), counted(*cols as u64, "column"));
                write!(f, "{rows} by {cols}, the smallest board is 2 by 2")
            }
            Defect::NotFilled { tiles, rows, cols } => {
                write!(
                    f,
                    "{} do not fill {} of {cols}",
                    counted(*tiles as u64, "tile"),
                    counted(*rows as u64, "row")
                )
            }
            Defect::OtherShape { rows, cols, asked } => write_other_shape(f, *rows, *cols, *asked),
            Defect::Uneven { tiles, lines } => {
                write!(f, "{tiles} tiles do not divide into {lines} equal lines")
            }
            Defect::NotSquare { tiles } => {
                write!(f, "{} in one row are not a square", counted(*tiles as u64, "tile"))
            }
            Defect::OutsideRows { tiles } => write!(f, "{} outside the rows", counted(*tiles as u64, "tile")),
            Defect::NotSeparated => write!(f, "no spaces or commas between the tiles"),
            Defect::Ragged { row, got, expected } => {
                write!(f, "ragged row {} ({}, row 1 has {expected})", row + 1, counted(*got as u64, "tile"))
            }
            Defect::NotATile { got, place } if got.bytes().all(|byte| byte.is_ascii_digit()) => {
                write!(f, "{got} {place} is over {}", u32::MAX)
            }
            Defect::NotATile { got, place } => write!(f, "{got} {place} is not a whole number from 0 up"),
            Defect::NotWhole { dtype } => write!(f, "an array of {dtype} where whole numbers are expected"),
            Defect::NotACount { name, got } => write!(f, "{got} is not a number of {name}"),
            Defect::NotBoards { numbers, cells } => {
                write!(f, "{numbers} numbers are no boards of {cells} cells")
            }
            Defect::NoBlank => write!(f, "no blank (write it as 0)"),
            Defect::Blanks { cells } => write!(f, "{} blanks (cells {})", cells.len(), from_one(cells)),
            Defect::Duplicate { tile, cells } => write!(f, "duplicate {tile} (cells {})", from_one(cells)),
            Defect::Missing { tile } => write!(f, "missing {tile}"),
        }
    }
}

fn write_other_shape(
    f: &mut fmt::Formatter<'_>,
    rows: usize,
    cols: usize,
    asked: (Option<usize>, Option<usize>),
) -> fmt::Result {
    write!(f, "{} of {cols} where ", counted(rows as u64, "row"))?;
    match asked {
        (Some(rows), Some(cols)) => write!(f, "{} of {cols}", counted(rows as u64, "row"))?,
        (Some(rows), None) => write!(f, "{}", counted(rows as u64, "row"))?,
        (None, Some(cols)) => write!(f, "{}", counted(cols as u64, "column"))?,
        (None, None) => write!(f, "others")?,
    }
    write!(f, " were asked for")
}

/// Cells as people count them.
fn from_one(cells: &[usize]) -> String {
    list(&cells.iter().map(|cell| cell + 1).collect::<Vec<_>>())
}
