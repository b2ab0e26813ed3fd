//! Experiments: random boards of which only lengths are counted.

use super::board::PyBoard;
use super::jobs::{cancellable, threads, watched};
use super::solving::{deadline, tell};
use crate::solver::plan::Method;
use crate::solver::tally::{Run, board};
use pyo3::prelude::*;
use std::sync::OnceLock;

/// How many boards were solved, lengths with the number of boards, length and number of the first board with the fewest
/// and with the most moves, and the name of the method.
type Counted = (u64, Vec<(u64, u64)>, Option<(u64, u64)>, Option<(u64, u64)>, &'static str);

/// Makes and solves the random boards of a seed from number `first` on, `count` of them or as many as are begun within
/// so many seconds. `how` is the method, the width of its beam, and the core of the greedy algorithm. `progress` is called
/// now and then with the share that is done.
#[pyfunction]
#[pyo3(signature = (goal, how, seed, first, count, threads, seconds, progress))]
#[allow(clippy::too_many_arguments)]
pub(super) fn tally(
    py: Python<'_>,
    goal: &PyBoard,
    how: (String, Option<usize>, Option<usize>),
    seed: u64,
    first: u64,
    count: u64,
    threads: Option<i64>,
    seconds: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Counted> {
    let threads = self::threads(threads)?;
    let (method, width, core) = (Method::parse(&how.0)?, how.1, how.2);
    let made: OnceLock<Vec<String>> = OnceLock::new();
    let found = watched(py, true, progress, |cancel| {
        let run = Run::new(&goal.inner, method, width, core, seed, cancel)?;
        made.get_or_init(|| run.plan().notes().to_vec());
        // The clock starts when the tables are there.
        let deadline = deadline(seconds);
        let (done, tally) = run.tally(first, count, threads, deadline, cancel)?;
        Ok((done, tally.counts(), tally.shortest, tally.longest, run.plan().method()))
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
