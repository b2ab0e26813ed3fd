//! Experiments: random boards of which only the lengths of solutions are counted.

use super::board::PyBoard;
use super::generate::check_cells;
use super::jobs::{seconds as duration, threads, warn, watched};
use super::solver_options::PyOptions;
use crate::solver::tally::{self as core_tally, Run};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Instant;

/// A board with the fewest or the most moves: the length of its solution, and its number in the run.
#[pyclass(frozen, get_all, module = "puzzle15._core")]
#[derive(Clone, Copy)]
pub(super) struct Extreme {
    length: u64,
    number: u64,
}

#[pymethods]
impl Extreme {
    #[new]
    fn new(length: u64, number: u64) -> Extreme {
        Extreme { length, number }
    }

    fn __getnewargs__(&self) -> (u64, u64) {
        (self.length, self.number)
    }
}

/// Boards of a run that were solved, and how long their solutions are.
#[pyclass(frozen, get_all, module = "puzzle15._core")]
pub(super) struct TalliedBoards {
    /// How many boards were solved.
    boards: u64,
    /// By length of the solution: how many boards there are.
    lengths: BTreeMap<u64, u64>,
    /// The first board with the fewest moves, if there are boards.
    shortest: Option<Py<Extreme>>,
    /// The first board with the most moves.
    longest: Option<Py<Extreme>>,
    /// The name of the method.
    method: String,
    /// The algorithm, its version and the checksum of its tables.
    made_by: String,
}

#[pymethods]
impl TalliedBoards {
    #[new]
    fn new(
        boards: u64,
        lengths: BTreeMap<u64, u64>,
        shortest: Option<Py<Extreme>>,
        longest: Option<Py<Extreme>>,
        method: String,
        made_by: String,
    ) -> TalliedBoards {
        TalliedBoards { boards, lengths, shortest, longest, method, made_by }
    }

    /// For pickle: workers may be other processes.
    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Self { boards, lengths, shortest, longest, method, made_by } = self;
        (*boards, lengths, shortest, longest, method, made_by).into_pyobject(py)
    }
}

/// Makes and solves the random boards of a seed from number `first` on: `count` of them, or as many as are
/// begun within so many seconds. `core` is the side of the greedy algorithm's core, `blank` has the cells of
/// which the blank of each board is in one. `progress` is called now and then with the share that is done.
#[pyfunction]
#[pyo3(signature = (goal, options, core, seed, blank, first, count, threads, seconds, progress))]
#[allow(clippy::too_many_arguments)]
pub(super) fn tally(
    py: Python<'_>,
    goal: &PyBoard,
    options: &PyOptions,
    core: Option<usize>,
    seed: u64,
    blank: Vec<usize>,
    first: u64,
    count: u64,
    threads: Option<i64>,
    seconds: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<TalliedBoards> {
    let threads = self::threads(threads)?;
    check_cells(&goal.inner, &blank)?;
    let where_blank = blank_note(&blank);
    let made: OnceLock<Vec<_>> = OnceLock::new();
    let found = watched(py, true, progress, |cancel| {
        let run = Run::new(&goal.inner, options.inner, core, seed, blank)?;
        run.solver().prepare(cancel)?;
        made.get_or_init(|| run.solver().take_notes());
        // The clock starts when the tables are there.
        let deadline = duration(seconds).and_then(|time| Instant::now().checked_add(time));
        let (done, tally) = run.tally(first, count, threads, deadline, cancel)?;
        Ok((done, tally, run.solver().method().name(), run.solver().made_by(cancel)?))
    });
    warn(py, made.get().map_or(&[], Vec::as_slice))?;
    let (boards, tally, method, made_by) = found?;
    let extreme = |board: Option<core_tally::Extreme>| {
        board.map(|board| Py::new(py, Extreme { length: board.length, number: board.number })).transpose()
    };
    Ok(TalliedBoards {
        boards,
        lengths: tally.counts().into_iter().collect(),
        shortest: extreme(tally.shortest)?,
        longest: extreme(tally.longest)?,
        method: method.into(),
        made_by: format!("{made_by}{where_blank}"),
    })
}

/// What is said of boards whose blank is in one of these cells, counted from 1; nothing if it may be in any.
fn blank_note(cells: &[usize]) -> String {
    if cells.is_empty() {
        return String::new();
    }
    let numbers: Vec<String> = cells.iter().map(|cell| (cell + 1).to_string()).collect();
    format!(", blank in {}", numbers.join(" "))
}
