//! `solve_multi`: fewest slides.

use super::board::PyBoard;
use super::jobs::watched;
use super::solving::{deadline, letters, tell};
use crate::runtime::budget::Budget;
use crate::slides;
use pyo3::prelude::*;

/// Moves, lower bound for the slides, boards looked at.
type Solved = (Option<String>, usize, u64);

/// Solves one board with the fewest slides. Without moves, the budget ran out: `timeout` in seconds, counted once the
/// tables are made, and `max_nodes` in boards. `progress` is called now and then, and ends the search if it raises.
#[pyfunction]
#[pyo3(signature = (board, goal, timeout, max_nodes, progress=None))]
pub(super) fn solve_multi(
    py: Python<'_>,
    board: &PyBoard,
    goal: Option<&PyBoard>,
    timeout: Option<f64>,
    max_nodes: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Solved> {
    let goal = goal.map_or_else(|| board.inner.natural_goal(), |goal| goal.inner.clone());
    let (answer, notes) = watched(py, true, progress, |cancel| {
        let budget = || Budget { deadline: deadline(timeout), max_nodes, cancel };
        slides::solve_multi(&goal, &board.inner, budget, cancel)
    })?;
    tell(py, &notes)?;
    Ok((answer.moves.map(|moves| letters(&moves)), answer.lower_bound, answer.nodes))
}
