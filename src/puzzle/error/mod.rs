//! What can go wrong, as data: what was expected, what was got, and what one can do about it.
//!
//! The texts here state plain facts and name no argument, function or option, so that they hold in every
//! front. [`Error::remedies`] lists what to do, and each front says it in its own words. Cells, rows, columns
//! and moves are counted from 0 in fields and from 1 in texts. No error grows with the input: it keeps a [`Few`]
//! of many reasons, and an [`Excerpt`] of what somebody wrote.

mod defect;
mod excerpt;
mod few;
mod file;
mod memory;
mod options;
mod remedy;
mod search;
mod size;
pub(crate) mod words;

pub use defect::{CellNumber, Defect, Place};
pub use excerpt::Excerpt;
pub use few::Few;
pub use file::{Fault, FileProblem};
use memory::refusal;
pub use memory::{MemoryNeed, Purpose};
pub use options::{OptionClash, Part};
pub use remedy::Remedy;
pub use search::{Asymmetry, LayersMisfit, ListsMisfit, Role, SearchDefect};
pub use size::{Job, Quantity, Sizes};

use crate::puzzle::grid::{Grid, Move};
use crate::puzzle::parities::Parities;
use std::path::{Path, PathBuf};
use std::time::Duration;
use words::{Cell, quoted};

/// Everything that can go wrong in this crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Not a board, for these reasons.
    #[error("not a board: {0}")]
    InvalidBoard(Few<Defect>),

    /// A letter that is no move.
    #[error("{got} is not a move; the blank goes L, R, U or D")]
    NotAMove {
        /// The letter, as the caller would write it.
        got: Excerpt,
    },

    /// A number that is no move.
    #[error("{got} is not a move; the blank goes L, R, U or D, as 0, 1, 2 or 3")]
    NotACode {
        /// The number.
        got: i64,
    },

    /// Several moves, or none, where one was expected.
    #[error("expected one move, L, R, U or D, got '{got}'")]
    NotOneMove {
        /// The letters.
        got: Excerpt,
    },

    /// A move that takes the blank off the board.
    #[error(
        "move {} ({step}) takes the blank off the {grid} board from row {}, column {}; legal there: {}",
        number + 1, grid.row(*cell) + 1, grid.col(*cell) + 1, letters(*grid, *cell)
    )]
    OffBoard {
        /// How many moves came before.
        number: usize,
        /// The move.
        step: Move,
        /// Where the blank was.
        cell: usize,
        /// The shape of the board.
        grid: Grid,
    },

    /// A tile that the board does not have.
    #[error("there is no tile {tile} on the board")]
    NoSuchTile {
        /// The tile, as the caller would write it.
        tile: Excerpt,
    },

    /// A tile that no slide takes towards the blank.
    #[error("tile {tile} cannot slide: it is in neither the row nor the column of the blank")]
    CannotSlide {
        /// The tile.
        tile: u32,
    },

    /// Board and goal do not have the same shape.
    #[error("the goal is {goal}, the board is {board}")]
    OtherShape {
        /// Shape of the board.
        board: Grid,
        /// Shape of the goal.
        goal: Grid,
    },

    /// Board and goal do not have the same tiles.
    #[error(
        "the board and the goal must have the same tiles; only on the board: {board}; only in the goal: {goal}"
    )]
    OtherTiles {
        /// Tiles only on the board.
        board: Few<u32>,
        /// Tiles only in the goal.
        goal: Few<u32>,
    },

    /// A goal that corner twists cannot reach.
    #[error("twists are for 3×3 boards whose goal has the blank in the centre, got the goal {goal}")]
    NotCentred {
        /// The goal, as text.
        goal: Excerpt,
    },

    /// The goal cannot be reached.
    #[error("not solvable: {}", why_unsolvable(parities, *swap, *grid, nearest))]
    Unsolvable {
        /// The parities that do not match.
        parities: Parities,
        /// Two tiles to swap.
        swap: (u32, u32),
        /// The shape of the board.
        grid: Grid,
        /// The tiles of the board with those two swapped, which is solvable.
        nearest: Vec<u32>,
    },

    /// A name that is none of those to choose from.
    #[error("unknown {what} '{got}'; choose {}", quoted(choices, "or"))]
    NoSuchName {
        /// What it should name.
        what: &'static str,
        /// The name.
        got: Excerpt,
        /// The names there are.
        choices: Vec<&'static str>,
    },

    /// A number that is too small or too large.
    #[error("{quantity} is {}, got {got}", range(*least, *most))]
    OutOfRange {
        /// What it counts.
        quantity: Quantity,
        /// The smallest.
        least: u64,
        /// The largest, if there is one.
        most: Option<u64>,
        /// The number, as the caller would write it.
        got: Excerpt,
    },

    /// A range of moves that no board can have, or whose bounds are the wrong way round.
    #[error("{what} has from 1 to {most} moves, the least before the most; got {low} to {high}")]
    MoveRange {
        /// What has moves: a walk or a depth.
        what: &'static str,
        /// The most moves.
        most: u32,
        /// The least that were asked for.
        low: u32,
        /// The most that were asked for.
        high: u32,
    },

    /// A board of a size for which something cannot be done.
    #[error("{job} for {sizes}, this one is {got}")]
    WrongSize {
        /// What cannot be done.
        job: Job,
        /// The sizes for which it can.
        sizes: Sizes,
        /// The size of the board.
        got: Grid,
    },

    /// Large tables where there are none.
    #[error("{}", no_large_tables(method, *grid, *slides))]
    NoLargeTables {
        /// The name of the method that solves them.
        method: &'static str,
        /// Their shape.
        grid: Grid,
        /// Whether a solution of the fewest slides is wanted.
        slides: bool,
    },

    /// Options that cannot be combined.
    #[error("{}", plain(&.0.parts()))]
    Options(OptionClash),

    /// A pattern that no database can have.
    #[error(
        "a pattern has 1 to 8 tiles on boards of up to {most} cells, and leaves two cells; got {tiles} tiles on {grid}"
    )]
    Pattern {
        /// The most cells.
        most: usize,
        /// The tiles that were asked for.
        tiles: usize,
        /// The board that was asked for.
        grid: Grid,
    },

    /// An order of moves in which some letter is missing, repeated or unknown.
    #[error("an order of moves has the letters L, R, U and D, each once, as in 'ULRD', got '{got}'")]
    MoveOrder {
        /// The letters.
        got: Excerpt,
    },

    /// A search that makes no sense.
    #[error(transparent)]
    Search(#[from] SearchDefect),

    /// There is not exactly one number for each board.
    #[error("expected one number for each of {expected} boards, got {got}")]
    NumbersForBoards {
        /// How many boards there are.
        expected: usize,
        /// How many numbers there are.
        got: usize,
    },

    /// Moves, or a shape, that do not match the boards.
    #[error("expected {count} moves for each of {boards} boards of {cells} cells, got {moves} for {grid}")]
    MovesForBoards {
        /// How many boards there are.
        boards: usize,
        /// Their cells.
        cells: usize,
        /// How many moves each board is to make.
        count: usize,
        /// How many moves there are.
        moves: usize,
        /// The shape that the boards are said to have.
        grid: Grid,
    },

    /// A solution with more moves than an array can count.
    #[error("{got} moves are too many for an array of solutions")]
    TooManyMoves {
        /// Its moves.
        got: usize,
    },

    /// A board that does not fit into a word.
    #[error("words hold tiles of 0 to 15, got {got} in {}", Cell(*cell))]
    NotPacked {
        /// The tile.
        got: Excerpt,
        /// Where it is.
        cell: usize,
    },

    /// A job that needs more memory than it may use.
    #[error("{0}")]
    Memory(MemoryNeed),

    /// Memory that the system refused when it was needed.
    #[error("{}", refusal(*needed, *free, *purpose))]
    NoMemory {
        /// Bytes asked for.
        needed: u64,
        /// Bytes that seem to be free, if the system knows.
        free: Option<u64>,
        /// What they were for.
        purpose: Purpose,
    },

    /// No solution in the time that there was.
    #[error("no solution was found in the time limit of {} s", allowed.as_secs_f64())]
    NoTime {
        /// How long the search was to take.
        allowed: Duration,
    },

    /// A thread that the system refused.
    #[error("the system refused to start a thread: {reason}")]
    NoThread {
        /// In the words of the system.
        reason: String,
    },

    /// A file that cannot be read, written or used.
    #[error("{}", file_text(path, problem))]
    File {
        /// The file, or a folder.
        path: PathBuf,
        /// What is wrong with it.
        problem: FileProblem,
        /// Whether the caller chose it, and so can choose another.
        chosen: bool,
    },

    /// There is no folder for tables.
    #[error("there is no folder for tables")]
    NoCacheFolder,

    /// A bad board of an array.
    #[error("boards[{row}]: {error}")]
    Row {
        /// Its index.
        row: usize,
        /// What is wrong with it.
        error: Box<Error>,
    },

    /// An object that another thread was using when this process was forked.
    #[error("another thread was using this object when the process was forked, and it was left half changed")]
    Forked,

    /// The caller asked to stop.
    #[error("stopped on request")]
    Cancelled,

    /// A table that leads nowhere although its file looked sound: somebody changed it, checksum and all.
    #[error("a table is wrong, though its checksum is right")]
    WrongTable,

    /// A solution that does not lead to the goal: a bug in this crate.
    #[error(
        "internal check failed: the {method} solution of {board} does not end at the goal; please report it"
    )]
    WrongSolution {
        /// Name of the method.
        method: &'static str,
        /// The board, as text.
        board: Excerpt,
    },
}

/// What functions of this crate return.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// What one can do about it: any one of these.
    pub fn remedies(&self) -> Vec<Remedy> {
        match self {
            // Tiles that could not be read come first in the list, and a shape would not help them.
            Error::InvalidBoard(defects) if matches!(defects.first(), [Defect::NotSquare { .. }, ..]) => {
                vec![Remedy::GiveShape]
            }
            Error::NotOneMove { .. } => vec![Remedy::ApplySeveral],
            Error::OtherShape { .. } => vec![Remedy::GoalOfShape],
            Error::WrongSize { job, .. } => job.remedies(),
            Error::Options(clash) => clash.remedies(),
            Error::NoLargeTables { grid, slides: false, .. } if is_searched(*grid) => {
                vec![Remedy::UseMethod("optimal"), Remedy::UseTables("small")]
            }
            Error::NoLargeTables { .. } => vec![Remedy::UseTables("small")],
            Error::NotCentred { .. } => vec![Remedy::UseGoal("spiral")],
            Error::Search(defect) => defect.remedies(),
            Error::TooManyMoves { .. } => vec![Remedy::SolveOne],
            Error::NotPacked { .. } => vec![Remedy::RowsOfTiles],
            Error::Forked => vec![Remedy::MakeInChild],
            Error::Memory(need) => need.remedies(),
            Error::NoMemory { purpose, .. } => purpose.remedies(),
            Error::NoTime { .. } => vec![Remedy::MoreTime, Remedy::Stream],
            Error::File { problem: FileProblem::CannotMakeFolder(_), .. } | Error::NoCacheFolder => {
                vec![Remedy::SetCacheFolder]
            }
            Error::WrongTable => vec![Remedy::RemoveTables],
            Error::File { chosen: true, problem: FileProblem::Unusable(_), .. } => {
                vec![Remedy::DeleteFile, Remedy::OtherFile]
            }
            // What the system does not let us read or write, such as a device, is not ours to delete.
            Error::File { chosen: true, .. } => vec![Remedy::OtherFile],
            Error::Row { error, .. } => error.remedies(),
            _ => vec![],
        }
    }

    /// The text in parts, in which the names of options are separate from the words around them.
    pub fn parts(&self) -> Vec<Part> {
        match self {
            Error::Options(clash) => clash.parts(),
            _ => vec![Part::Text(self.to_string())],
        }
    }

    /// Whether the job was ended from outside, by the caller or for lack of memory. Then there is nothing wrong
    /// with a file or with a solution, and nothing else should be tried.
    pub(crate) fn is_stop(&self) -> bool {
        matches!(self, Error::Cancelled | Error::Memory(_) | Error::NoMemory { .. })
    }

    /// The error of a board in an array.
    pub(crate) fn in_row(self, row: usize) -> Error {
        Error::Row { row, error: Box::new(self) }
    }

    /// The error of a file that this package, and not the caller, has chosen.
    pub(crate) fn file(path: &Path, problem: FileProblem) -> Error {
        Error::File { path: path.to_path_buf(), problem, chosen: false }
    }

    /// The same error, of a file that the caller has chosen.
    pub(crate) fn of_chosen_file(self) -> Error {
        match self {
            Error::File { path, problem, .. } => Error::File { path, problem, chosen: true },
            other => other,
        }
    }
}

/// The text of these parts, with options under the names that they have in this crate.
fn plain(parts: &[Part]) -> String {
    let word = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Option(name) => (*name).to_string(),
        Part::Choice(name, value) => format!("{name} '{value}'"),
    };
    parts.iter().map(word).collect()
}

/// Whether boards are so large that shortest solutions are searched for, and so small that they are found.
fn is_searched(grid: Grid) -> bool {
    (13..=25).contains(&grid.cells())
}

fn no_large_tables(method: &str, grid: Grid, slides: bool) -> String {
    if slides {
        "there are no large tables for metric 'multi'".into()
    } else if is_searched(grid) {
        format!("method '{method}' does not search, and only searches use large tables")
    } else {
        format!("there are no large tables for method '{method}' on {grid} boards")
    }
}

/// The moves that do not leave the board from a cell.
fn letters(grid: Grid, cell: usize) -> String {
    grid.moves(cell).map(Move::letter).collect()
}

/// Which parities do not match, and the nearest solvable board if it fits on a line.
pub(crate) fn why_unsolvable(parities: &Parities, swap: (u32, u32), grid: Grid, nearest: &[u32]) -> String {
    let nearest = if grid.cells() <= 36 { format!(": {}", grid.line_of(nearest)) } else { String::new() };
    format!("{parities}; with {} and {} swapped it is{nearest}", swap.0, swap.1)
}

fn range(least: u64, most: Option<u64>) -> String {
    match most {
        Some(most) => format!("{least} to {most}"),
        None => format!("at least {least}"),
    }
}

fn file_text(path: &Path, problem: &FileProblem) -> String {
    let path = path.display();
    match problem {
        FileProblem::CannotRead(reason) => format!("cannot read {path}: {reason}"),
        FileProblem::CannotWrite(reason) => format!("cannot write {path}: {reason}"),
        FileProblem::CannotMakeFolder(reason) => format!("cannot make the folder {path}: {reason}"),
        FileProblem::Unusable(fault) => format!("{path} cannot be used: {fault}"),
    }
}

#[cfg(test)]
mod tests;
