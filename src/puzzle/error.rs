//! One error type. Every message says what was expected, what was got, and what to do.

use crate::puzzle::grid::Grid;
use crate::puzzle::inversions::{Parities, counted};
use std::fmt;

/// A reason why something is not a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defect {
    /// There are no tiles at all.
    Empty,
    /// Fewer than two rows or columns.
    TooSmall(usize, usize),
    /// The number of tiles does not fill the rows and columns asked for.
    Misfit(String),
    /// A row is shorter or longer than the first: row, its length, length of the first.
    Ragged(usize, usize, usize),
    /// Something that is not a whole number from 0 up, and where.
    NotATile(String, String),
    /// No cell is blank.
    NoBlank,
    /// Several cells are blank.
    Blanks(Vec<usize>),
    /// A tile stands in several cells.
    Duplicate(u32, Vec<usize>),
    /// A tile that one would expect is not there.
    Missing(u32),
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::Empty => write!(f, "no tiles"),
            Defect::TooSmall(rows, cols) => {
                let (rows, cols) = (counted(*rows as u64, "row"), counted(*cols as u64, "column"));
                write!(f, "{rows} by {cols}, the smallest board is 2 by 2")
            }
            Defect::Misfit(what) => write!(f, "{what}"),
            Defect::Ragged(row, got, expected) => {
                write!(f, "ragged row {row} ({got} tiles, row 0 has {expected})")
            }
            Defect::NotATile(what, place) if what.bytes().all(|byte| byte.is_ascii_digit()) => {
                write!(f, "{what} {place} is over 4294967295")
            }
            Defect::NotATile(what, place) => write!(f, "{what} {place} is not a whole number from 0 up"),
            Defect::NoBlank => write!(f, "no blank (write it as 0)"),
            Defect::Blanks(cells) => write!(f, "{} blanks (cells {})", cells.len(), list(cells)),
            Defect::Duplicate(tile, cells) => write!(f, "duplicate {tile} (cells {})", list(cells)),
            Defect::Missing(tile) => write!(f, "missing {tile}"),
        }
    }
}

/// How many items of a list a message shows.
const SHOWN: usize = 12;

fn list<T: fmt::Display>(items: &[T]) -> String {
    let mut text = items.iter().take(SHOWN).map(T::to_string).collect::<Vec<_>>().join(", ");
    if items.len() > SHOWN {
        text += &format!(" and {} more", items.len() - SHOWN);
    }
    text
}

/// The nearest solvable board, where it fits on a line.
fn shown(grid: Grid, nearest: &[u32]) -> String {
    if grid.cells() <= 36 { format!(": {}", grid.line_of(nearest)) } else { String::new() }
}

/// How much memory a search needs and may use, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryNeed {
    /// What it needs.
    pub needed: u64,
    /// What it needs if it is lean, where that is possible.
    pub lean: Option<u64>,
    /// What it may use.
    pub budget: u64,
    /// What it is for.
    pub purpose: Purpose,
}

/// What memory is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A search that someone asked for.
    Search,
    /// A table of twelve cells.
    Table,
    /// The moves of a solution.
    Moves,
    /// Boards that are made or played at once.
    Boards,
}

impl fmt::Display for MemoryNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MemoryNeed { needed, lean, budget, purpose } = *self;
        let (need, free) = (bytes(needed), bytes(budget));
        match purpose {
            Purpose::Search => {}
            Purpose::Table => {
                return write!(
                    f,
                    "making the table of this size needs {need}, and {free} are free: free some memory"
                );
            }
            Purpose::Moves => {
                return write!(
                    f,
                    "the moves of a solution of this size may take {need}, and {free} are free: stream(board) \
                     gives them one by one"
                );
            }
            Purpose::Boards => {
                return write!(
                    f,
                    "so many boards of this size need {need}, and {free} are free: ask for fewer at a time"
                );
            }
        }
        write!(f, "this search needs {} and may use {}", bytes(needed), bytes(budget))?;
        match lean {
            Some(lean) if lean <= budget => write!(f, ": lean=True needs {}, which fits", bytes(lean)),
            Some(lean) => write!(f, ", and lean=True still needs {}: {}", bytes(lean), REMEDY),
            None => write!(f, ": {REMEDY}"),
        }
    }
}

const REMEDY: &str = "tell fewer tiles apart, take cells off the board, or give more with memory=";

/// A number of bytes, exact, and rounded for people.
fn bytes(n: u64) -> String {
    match n {
        0..1_000_000 => counted(n, "byte"),
        1_000_000..10_000_000_000 => format!("{n} bytes ({:.1} MB)", n as f64 / 1e6),
        _ => format!("{n} bytes ({:.1} GB)", n as f64 / 1e9),
    }
}

/// Everything that can go wrong in this crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Not a board, for all these reasons.
    #[error("not a board: {}", list(.0))]
    InvalidBoard(Vec<Defect>),

    /// A move that is not one, or that leaves the board.
    #[error("{0}")]
    InvalidMove(String),

    /// Board and goal do not have the same shape.
    #[error("the goal is {goal}, the board is {board}: give a goal of the board's shape")]
    OtherShape {
        /// Shape of the board.
        board: String,
        /// Shape of the goal.
        goal: String,
    },

    /// Board and goal do not have the same tiles.
    #[error(
        "the board and the goal must have the same tiles; only on the board: {}; only in the goal: {}",
        list(.board), list(.goal)
    )]
    OtherTiles {
        /// Tiles only on the board.
        board: Vec<u32>,
        /// Tiles only in the goal.
        goal: Vec<u32>,
    },

    /// A goal that corner twists cannot end at.
    #[error(
        "twists are for 3×3 boards whose goal has the blank in the centre, such as goal='spiral'; got the goal {goal}"
    )]
    NotCentred {
        /// The goal, as text.
        goal: String,
    },

    /// The goal cannot be reached.
    #[error("not solvable: {parities}; with {} and {} swapped it is{}", swap.0, swap.1, shown(*grid, nearest))]
    Unsolvable {
        /// What does not fit.
        parities: Parities,
        /// Two tiles to swap.
        swap: (u32, u32),
        /// The shape of the board.
        grid: Grid,
        /// The tiles of the board with those two swapped, which is solvable.
        nearest: Vec<u32>,
    },

    /// A size, method or option that this version does not have.
    #[error("{0}")]
    Unsupported(String),

    /// A job that needs more memory than it may use.
    #[error("{0}")]
    Memory(MemoryNeed),

    /// A file that cannot be read, written or used.
    #[error("{0}")]
    File(String),

    /// A bad row of an array of boards.
    #[error("board {row}: {error}")]
    Row {
        /// Which row.
        row: usize,
        /// What is wrong with it.
        error: Box<Error>,
    },

    /// The caller asked to stop.
    #[error("stopped on request")]
    Cancelled,

    /// A solution that does not lead to the goal. This is a defect of this crate.
    #[error(
        "internal check failed: the {method} solution of {board} does not end at the goal; please report it"
    )]
    WrongSolution {
        /// Name of the method.
        method: &'static str,
        /// The board, as text.
        board: String,
    },
}

/// What functions of this crate return.
pub type Result<T> = std::result::Result<T, Error>;
