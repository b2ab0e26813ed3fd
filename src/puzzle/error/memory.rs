//! More memory than a job may use.

use crate::puzzle::error::remedy::Remedy;
use crate::puzzle::error::words::bytes;
use std::fmt;

/// How much memory a job needs, and how much it may use, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryNeed {
    /// What it needs.
    pub needed: u64,
    /// What it needs if it is lean, where that is possible.
    pub lean: Option<u64>,
    /// What it may use.
    pub budget: u64,
    /// What the memory is for.
    pub purpose: Purpose,
    /// How many tiles a search can tell apart in the memory that it may use, where that is known.
    pub fitting_tiles: Option<usize>,
}

/// What memory is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A search that someone asked for.
    Search,
    /// The same, where there is memory for a lean one.
    FullSearch,
    /// A search by lists.
    Lists,
    /// The tables for boards of one size.
    Table,
    /// The moves of a solution.
    Moves,
    /// Boards that are made or played all at once.
    Boards,
    /// The tiles of one board.
    Board,
    /// Text that is read.
    Text,
    /// The nodes that a solver keeps.
    Nodes,
    /// Threads, and the small things of any job.
    Work,
}

impl Purpose {
    /// What one can do where there is no memory for it.
    pub(super) fn remedies(self) -> Vec<Remedy> {
        match self {
            Purpose::Search => vec![Remedy::FewerTiles, Remedy::FewerCells, Remedy::MoreMemory],
            Purpose::FullSearch => vec![Remedy::Lean],
            Purpose::Lists => vec![Remedy::UseAlgorithm("bits"), Remedy::MoreMemory],
            Purpose::Table | Purpose::Board | Purpose::Text | Purpose::Work => vec![Remedy::FreeMemory],
            Purpose::Moves => vec![Remedy::Stream],
            Purpose::Boards => vec![Remedy::FewerBoards],
            Purpose::Nodes => vec![Remedy::LessMemory],
        }
    }

    /// Words for it.
    fn name(self) -> &'static str {
        match self {
            Purpose::Search | Purpose::FullSearch => "the states of this search",
            Purpose::Lists => "the main table and the lists of this search",
            Purpose::Table => "the tables for this size",
            Purpose::Moves => "the moves of a solution of this size",
            Purpose::Boards => "this many boards of this size",
            Purpose::Board => "a board of this size",
            Purpose::Text => "a text of this length",
            Purpose::Nodes => "the nodes of this search",
            Purpose::Work => "this job",
        }
    }
}

/// What is said about memory that the system refused.
pub(super) fn refusal(needed: u64, free: Option<u64>, purpose: Purpose) -> String {
    let free_text = free.map(|free| format!("{} {} free", bytes(free), are(free)));
    if purpose == Purpose::Work {
        return format!("memory has run out{}", free_text.map_or(String::new(), |text| format!(" ({text})")));
    }
    let free_text = free_text.map_or(String::new(), |text| format!(", and {text}"));
    let share = free.map_or(String::new(), |free| share(needed, free, purpose));
    format!("the system refused {} for {}{free_text}{share}", bytes(needed), purpose.name())
}

/// "is" or "are", as it goes with so many bytes.
fn are(bytes: u64) -> &'static str {
    if bytes == 1 { "is" } else { "are" }
}

/// How many of the boards fit, in words; nothing for other things, which cannot be had in part.
fn share(needed: u64, free: u64, purpose: Purpose) -> String {
    let percent = (100.0 * free as f64 / needed as f64) as u64;
    match (purpose, percent) {
        (Purpose::Boards, 1..100) => format!(", enough for {percent} % of them"),
        _ => String::new(),
    }
}

impl MemoryNeed {
    /// What one can do about it.
    pub fn remedies(self) -> Vec<Remedy> {
        match self.purpose {
            Purpose::Search if self.lean.is_some_and(|lean| lean <= self.budget) => vec![Remedy::Lean],
            purpose => purpose.remedies(),
        }
    }
}

impl fmt::Display for MemoryNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MemoryNeed { needed, lean, budget, purpose, fitting_tiles } = *self;
        let (need, free) = (bytes(needed), format!("{} {} free", bytes(budget), are(budget)));
        match purpose {
            Purpose::Search | Purpose::FullSearch => {
                let lean = lean.map_or(String::new(), |lean| format!(", or {} if it is lean,", bytes(lean)));
                write!(f, "this search needs {need}{lean} and may use {}", bytes(budget))?;
                match fitting_tiles {
                    Some(1) => write!(f, ", enough to tell 1 tile apart from the others"),
                    Some(tiles) => write!(f, ", enough to tell {tiles} tiles apart"),
                    None => Ok(()),
                }
            }
            Purpose::Lists => {
                write!(f, "{} need at least {need} and may use {}", purpose.name(), bytes(budget))
            }
            Purpose::Table => write!(f, "making the tables for this size needs {need}, and {free}"),
            Purpose::Boards => write!(
                f,
                "this many boards of this size need {need}, and {free}{}",
                share(needed, budget, purpose)
            ),
            Purpose::Board => write!(f, "a board of this size needs {need}, and {free}"),
            Purpose::Moves | Purpose::Nodes | Purpose::Text | Purpose::Work => {
                write!(f, "{} may take {need}, and {free}", purpose.name())
            }
        }
    }
}
