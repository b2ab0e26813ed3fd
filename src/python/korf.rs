//! Korf's search of 1985.

use super::board::PyBoard;
use super::jobs::cancellable;
use super::solving::deadline;
use crate::puzzle::grid::Move;
use crate::runtime::budget::Budget;
use crate::search::korf::{MoveOrder, search};
use pyo3::prelude::*;

/// Searches with the Manhattan distance alone: moves, or nothing if the budget was spent first; nodes; lower bound.
#[pyfunction]
#[pyo3(signature = (board, goal, order, max_nodes, timeout))]
pub(super) fn manhattan_search(
    py: Python<'_>,
    board: &PyBoard,
    goal: &PyBoard,
    order: &str,
    max_nodes: Option<u64>,
    timeout: Option<f64>,
) -> PyResult<(Option<String>, u64, u64)> {
    let order = MoveOrder::parse(order)?;
    let deadline = deadline(timeout);
    let found = cancellable(py, true, |cancel| {
        search(&board.inner, &goal.inner, order, Budget { deadline, max_nodes, cancel })
    })?;
    let moves = found.moves.map(|moves| moves.into_iter().map(Move::letter).collect());
    Ok((moves, found.nodes, found.lower_bound))
}
