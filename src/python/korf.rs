//! Korf's search of 1985.

use super::board::PyBoard;
use super::jobs::{cancellable, seconds};
use crate::puzzle::grid::Move;
use crate::runtime::budget::Budget;
use crate::search::korf::{MoveOrder, search};
use pyo3::prelude::*;
use std::time::Instant;

/// What Korf's search found.
#[pyclass(frozen, get_all, module = "puzzle15._core")]
pub(super) struct KorfResult {
    /// None if a limit came first.
    moves: Option<String>,
    nodes: u64,
    lower_bound: u64,
}

/// Searches with the Manhattan distance alone.
#[pyfunction]
#[pyo3(signature = (board, goal, order, max_nodes, timeout))]
pub(super) fn manhattan_search(
    py: Python<'_>,
    board: &PyBoard,
    goal: &PyBoard,
    order: &str,
    max_nodes: Option<u64>,
    timeout: Option<f64>,
) -> PyResult<KorfResult> {
    let order = MoveOrder::parse(order)?;
    let deadline = seconds(timeout).and_then(|time| Instant::now().checked_add(time));
    let found = cancellable(py, true, |cancel| {
        search(&board.inner, &goal.inner, order, Budget { deadline, max_nodes, ..Budget::unlimited(cancel) })
    })?;
    let moves = found.moves.map(|moves| moves.into_iter().map(Move::letter).collect());
    Ok(KorfResult { moves, nodes: found.nodes, lower_bound: found.lower_bound })
}
