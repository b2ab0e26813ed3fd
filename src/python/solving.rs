//! `solve` and `solve_many`.

use super::board::PyBoard;
use super::run::{cancellable, threads};
use crate::batch::{self, Batch, Number};
use crate::grid::Move;
use crate::parity;
use crate::solve::{Method, Plan, Stage};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ffi::CString;

/// Goal, moves, name of the method, whether it is optimal, stages.
type Solved = (PyBoard, String, &'static str, bool, Vec<Stage>);

/// Solves one board.
#[pyfunction]
#[pyo3(signature = (board, goal, method))]
pub(super) fn solve(
    py: Python<'_>,
    board: &PyBoard,
    goal: Option<&PyBoard>,
    method: &str,
) -> PyResult<Solved> {
    let method = Method::parse(method)?;
    let goal = goal.map_or_else(|| board.inner.natural_goal(), |goal| goal.inner.clone());
    let long = Plan::is_long(&goal, method) && !Plan::is_cached(&goal, method);
    let (plan, answer) = cancellable(py, long, |cancel| {
        if long {
            // A table takes a second to make: not for a board that has no solution.
            parity::check_solvable(&board.inner, &goal, &board.inner.homes(&goal)?)?;
        }
        let plan = Plan::cached(goal, method, cancel)?;
        let answer = plan.solve(&board.inner)?;
        Ok((plan, answer))
    })?;
    if long {
        tell_notes(py, &plan)?;
    }
    let moves = answer.moves.iter().map(|&code| Move::from_code(code).letter()).collect();
    Ok((plan.goal().clone().into(), moves, answer.method, answer.optimal, answer.stages))
}

/// Warns of what happened to the files of a plan.
fn tell_notes(py: Python<'_>, plan: &Plan) -> PyResult<()> {
    for note in plan.notes() {
        let kind = py.import("puzzle15.errors")?.getattr("CacheWarning")?;
        PyErr::warn(py, &kind, &CString::new(note.as_str())?, 2)?;
    }
    Ok(())
}

/// Lengths, ends of the stages, and moves, as bytes; and the name of the method.
type SolvedMany<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, &'static str);

/// Solves the boards in a contiguous array of integers, one after another. With `go_on`, those that cannot be
/// solved have length -1; otherwise the first of them is the exception raised. `first` is the number of the first.
#[pyfunction]
#[pyo3(signature = (boards, goal, method, first, threads, go_on))]
pub(super) fn solve_many<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    goal: &PyBoard,
    method: &str,
    first: usize,
    threads: Option<i64>,
    go_on: bool,
) -> PyResult<SolvedMany<'py>> {
    let threads = self::threads(threads)?;
    let method = Method::parse(method)?;
    let goal = goal.inner.clone();
    let plan = cancellable(py, Plan::is_long(&goal, method), |cancel| Plan::new(goal, method, cancel))?;
    tell_notes(py, &plan)?;
    let job = Job { py, boards, plan: &plan, first, threads, go_on };
    let parts = job
        .run::<u8>()
        .or_else(|| job.run::<i64>())
        .or_else(|| job.run::<i32>())
        .or_else(|| job.run::<u32>())
        .or_else(|| job.run::<i8>())
        .or_else(|| job.run::<i16>())
        .or_else(|| job.run::<u16>())
        .or_else(|| job.run::<u64>())
        .unwrap_or_else(|| Err(PyTypeError::new_err("boards must be a contiguous array of integers")))?;
    let lengths = parts.iter().flat_map(|part| &part.lengths).flat_map(|length| length.to_ne_bytes());
    Ok((
        PyBytes::new(py, &lengths.collect::<Vec<u8>>()),
        joined(py, &parts, |part| part.stages.as_flattened())?,
        joined(py, &parts, |part| &part.moves)?,
        plan.method(),
    ))
}

/// One field of all parts, put together.
fn joined<'py>(
    py: Python<'py>,
    parts: &[Batch],
    field: fn(&Batch) -> &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let total = parts.iter().map(|part| field(part).len()).sum();
    PyBytes::new_with(py, total, |mut out| {
        for part in parts {
            let (here, rest) = out.split_at_mut(field(part).len());
            here.copy_from_slice(field(part));
            out = rest;
        }
        Ok(())
    })
}

struct Job<'a, 'py> {
    py: Python<'py>,
    boards: &'a Bound<'py, PyAny>,
    plan: &'a Plan,
    first: usize,
    threads: usize,
    go_on: bool,
}

impl Job<'_, '_> {
    /// Runs the job if the array is of this type.
    fn run<T: Element + Number>(&self) -> Option<PyResult<Vec<Batch>>> {
        let buffer = PyBuffer::<T>::get(self.boards).ok()?;
        // A copy, since another thread could write to the array while the lock is released: a few
        // milliseconds for a million boards.
        let numbers = buffer.to_vec(self.py).ok()?;
        let Job { plan, first, threads, go_on, .. } = *self;
        Some(cancellable(self.py, numbers.len() > 16 * 1024, move |cancel| {
            batch::solve_many(plan, &numbers, first, threads, go_on, cancel)
        }))
    }
}
