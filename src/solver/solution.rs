//! What a solver returns: moves that have been replayed, and what is known about them.

use crate::bfs::Metric;
use crate::puzzle::path::{Path, Stage};
use crate::solver::method::Method;

/// A solution that has been replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The codes of the moves.
    pub moves: Vec<u8>,
    /// The stages in which it was found, in order; their lengths add up to its own.
    pub stages: Vec<Stage>,
    /// The method that found it, never [`Method::Auto`].
    pub method: Method,
    /// Whether it was made shorter afterwards, by [`crate::improve`].
    pub improved: bool,
    /// What counts as one move in `optimal` and `lower_bound`.
    pub metric: Metric,
    /// Whether it is proven that no solution is shorter.
    pub optimal: bool,
    /// It is proven that no solution is shorter than this.
    pub lower_bound: u64,
    /// Nodes that a search generated for it.
    pub nodes: u64,
}

impl Solution {
    /// A path about which nothing more is known.
    pub(super) fn new(method: Method, path: Path) -> Solution {
        let Path { moves, stages } = path;
        Solution {
            moves,
            stages,
            method,
            improved: false,
            metric: Metric::Single,
            optimal: false,
            lower_bound: 0,
            nodes: 0,
        }
    }

    /// A shortest solution, found in one stage.
    pub(super) fn optimal(moves: Vec<u8>) -> Solution {
        Solution { optimal: true, ..Solution::new(Method::Optimal, Path::in_one_stage("optimal", moves)) }
    }
}
