//! A proven lower bound for one board.

use super::board::PyBoard;
use super::jobs::{interruptible, seconds, threads, warn};
use super::solver_options::{parse_metric, parse_tables};
use crate::puzzle::grid::Move;
use crate::solver::lower::{self, LowerOptions};
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;

/// What was proven.
#[pyclass(frozen, get_all, module = "puzzle15._core")]
pub(super) struct LowerFound {
    bound: u64,
    proved_by: &'static str,
    /// By name: every bound that needed no search of boards.
    heuristics: Vec<(&'static str, u64)>,
    /// A shortest solution, if one was found.
    moves: Option<String>,
    nodes: u64,
}

/// The best lower bound in the time given, and what interrupted the job.
#[pyfunction]
#[pyo3(signature = (board, goal, metric, tables, threads, known, enough, timeout, memory, progress=None))]
#[allow(clippy::too_many_arguments)]
pub(super) fn lower_bound(
    py: Python<'_>,
    board: &PyBoard,
    goal: &PyBoard,
    metric: &str,
    tables: &str,
    threads: Option<i64>,
    known: u64,
    enough: Option<u64>,
    timeout: Option<f64>,
    memory: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(LowerFound, Option<Py<PyBaseException>>)> {
    let options = LowerOptions {
        metric: parse_metric(metric)?,
        tables: parse_tables(tables)?,
        threads: self::threads(threads)?,
        known,
        enough,
        timeout: seconds(timeout),
        memory,
    };
    let job = |cancel: &_| lower::lower(&board.inner, &goal.inner, &options, cancel);
    let (result, interrupt) = interruptible(py, true, progress, job)?;
    let found = match (result, interrupt.as_ref()) {
        (Err(_), Some(interrupt)) => return Err(interrupt.clone_ref(py)),
        (result, _) => result?,
    };
    warn(py, &found.notes)?;
    let letters = |codes: Vec<u8>| codes.into_iter().map(|code| Move::from_code(code).letter()).collect();
    let heuristics = found.heuristics.iter().map(|&(proof, bound)| (proof.name(), bound)).collect();
    let found = LowerFound {
        bound: found.bound,
        proved_by: found.proof.name(),
        heuristics,
        moves: found.moves.map(letters),
        nodes: found.nodes,
    };
    Ok((found, interrupt.map(|error| error.into_value(py))))
}
