//! `solve_multi`: fewest slides.

use super::board::PyBoard;
use super::run::cancellable;
use crate::error::Error;
use crate::grid::Move;
use crate::multi::{self, Limits};
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// Moves, lower bound for the slides, boards looked at, and notes on files.
type Solved = (Option<String>, usize, u64, Vec<String>);

/// Solves one board with the fewest slides. Without moves, the budget ran out: `timeout` in seconds, counted once the
/// tables are made, and `max_nodes` in boards.
#[pyfunction]
#[pyo3(signature = (board, goal, timeout, max_nodes))]
pub(super) fn solve_multi(
    py: Python<'_>,
    board: &PyBoard,
    goal: Option<&PyBoard>,
    timeout: Option<f64>,
    max_nodes: Option<u64>,
) -> PyResult<Solved> {
    let goal = goal.map_or_else(|| board.inner.natural_goal(), |goal| goal.inner.clone());
    let timeout = timeout.map(seconds).transpose()?;
    // More than the clock can count is no limit.
    let limits = || Limits { deadline: timeout.and_then(|span| Instant::now().checked_add(span)), max_nodes };
    let (answer, notes) =
        cancellable(py, true, |cancel| multi::solve_multi(&goal, &board.inner, limits, cancel))?;
    let letters = |moves: Vec<u8>| moves.into_iter().map(|code| Move::from_code(code).letter()).collect();
    Ok((answer.moves.map(letters), answer.lower_bound, answer.nodes, notes))
}

/// A time as people give it.
fn seconds(asked: f64) -> Result<Duration, Error> {
    if asked.is_nan() || asked < 0.0 {
        return Err(Error::Unsupported(format!("timeout is a number of seconds from 0 up, got {asked}")));
    }
    Ok(Duration::try_from_secs_f64(asked).unwrap_or(Duration::MAX))
}
