//! Experiments: random boards of which only lengths are counted.

use super::board::PyBoard;
use super::jobs::{cancellable, threads, watched};
use super::jobs::{seconds as duration, tell};
use super::solver::PyOptions;
use crate::solver::tally::{Run, board};
use pyo3::prelude::*;
use std::sync::OnceLock;
use std::time::Instant;

/// How many boards were solved, lengths with the number of boards, length and number of the first board with the fewest
/// and with the most moves, and the name of the method.
type Counted = (u64, Vec<(u64, u64)>, Option<(u64, u64)>, Option<(u64, u64)>, &'static str);

/// Makes and solves the random boards of a seed from number `first` on, `count` of them or as many as are begun within
/// so many seconds. `core` is that of the greedy algorithm. `progress` is called now and then with the share that is done.
#[pyfunction]
#[pyo3(signature = (goal, options, core, seed, first, count, threads, seconds, progress))]
#[allow(clippy::too_many_arguments)]
pub(super) fn tally(
    py: Python<'_>,
    goal: &PyBoard,
    options: &PyOptions,
    core: Option<usize>,
    seed: u64,
    first: u64,
    count: u64,
    threads: Option<i64>,
    seconds: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Counted> {
    let threads = self::threads(threads)?;
    let made: OnceLock<Vec<String>> = OnceLock::new();
    let found = watched(py, true, progress, |cancel| {
        let run = Run::new(&goal.inner, options.inner, core, seed)?;
        run.solver().prepare(cancel)?;
        made.get_or_init(|| run.solver().take_notes());
        // The clock starts when the tables are there.
        let deadline = duration(seconds).and_then(|time| Instant::now().checked_add(time));
        let (done, tally) = run.tally(first, count, threads, deadline, cancel)?;
        Ok((done, tally.counts(), tally.shortest, tally.longest, run.solver().method().name()))
    });
    tell(py, made.get().map_or(&[], Vec::as_slice))?;
    found
}

/// One board of such a run by its number.
#[pyfunction]
#[pyo3(signature = (goal, seed, number))]
pub(super) fn random_board(py: Python<'_>, goal: &PyBoard, seed: u64, number: u64) -> PyResult<PyBoard> {
    let found = cancellable(py, true, |cancel| board(&goal.inner, seed, number, cancel))?;
    Ok(found.into())
}
