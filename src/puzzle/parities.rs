//! What the inversions of a board and its goal say about each other.

use std::fmt;

/// The numbers whose parities decide whether a board can be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parities {
    /// Inversions of the board.
    pub board: u64,
    /// Inversions of the goal.
    pub goal: u64,
    /// Rows between the blank of the board and that of the goal.
    pub rows_apart: usize,
    /// Number of columns.
    pub cols: usize,
}

impl Parities {
    /// Whether they allow a solution.
    pub fn fit(&self) -> bool {
        let rows = if self.cols % 2 == 0 { self.rows_apart as u64 } else { 0 };
        (self.board + self.goal + rows) % 2 == 0
    }
}

impl fmt::Display for Parities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inversions = |n: u64| {
            let parity = if n % 2 == 0 { "even" } else { "odd" };
            format!("{} ({parity})", counted(n, "inversion"))
        };
        write!(f, "the board has {}, the goal {}", inversions(self.board), inversions(self.goal))?;
        if self.cols % 2 == 1 {
            return write!(f, ", and on {} columns these parities must be the same", self.cols);
        }
        let rows = counted(self.rows_apart, "row");
        let relation = if self.rows_apart % 2 == 0 { "the same" } else { "different" };
        write!(
            f,
            ", and as their blanks are {rows} apart, on {} columns these parities must be {relation}",
            self.cols
        )
    }
}

/// A number with its noun, in the plural unless there is one.
pub(crate) fn counted<N: fmt::Display>(n: N, noun: &str) -> String {
    let n = n.to_string();
    let ending = if n == "1" { "" } else { "s" };
    format!("{n} {noun}{ending}")
}
