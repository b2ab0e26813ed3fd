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
}

/// What memory is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A search that someone asked for.
    Search,
    /// The tables for boards of one size.
    Table,
    /// The moves of a solution.
    Moves,
    /// Boards that are made or played all at once.
    Boards,
}

impl MemoryNeed {
    /// What one can do about it.
    pub fn remedies(self) -> Vec<Remedy> {
        match self.purpose {
            Purpose::Search if self.lean.is_some_and(|lean| lean <= self.budget) => vec![Remedy::Lean],
            Purpose::Search => vec![Remedy::FewerTiles, Remedy::FewerCells, Remedy::MoreMemory],
            Purpose::Table => vec![Remedy::FreeMemory],
            Purpose::Moves => vec![Remedy::Stream],
            Purpose::Boards => vec![Remedy::FewerBoards],
        }
    }
}

impl fmt::Display for MemoryNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (need, free) = (bytes(self.needed), bytes(self.budget));
        match (self.purpose, self.lean) {
            (Purpose::Search, None) => write!(f, "this search needs {need} and may use {free}"),
            (Purpose::Search, Some(lean)) => {
                write!(f, "this search needs {need}, or {} if it is lean, and may use {free}", bytes(lean))
            }
            (Purpose::Table, _) => {
                write!(f, "making the tables for this size needs {need}, and {free} are free")
            }
            (Purpose::Moves, _) => {
                write!(f, "the moves of a solution of this size may take {need}, and {free} are free")
            }
            (Purpose::Boards, _) => {
                write!(f, "this many boards of this size need {need}, and {free} are free")
            }
        }
    }
}
