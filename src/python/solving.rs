//! `solve` and `solve_many`.

use super::board::PyBoard;
use super::errors::to_exception;
use super::run::{cancellable, threads};
use crate::batch::{self, Batch, Number};
use crate::grid::Move;
use crate::solve::{Method, Plan, Stage};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Goal, moves, name of the method, whether it is optimal, stages.
type Solved = (PyBoard, String, &'static str, bool, Vec<Stage>);

/// Solves one board.
#[pyfunction]
#[pyo3(signature = (board, goal, method))]
pub(super) fn solve(py: Python<'_>, board: &PyBoard, goal: Option<&PyBoard>, method: &str) -> PyResult<Solved> {
    let method = Method::parse(method)?;
    let goal = goal.map_or_else(|| board.inner.natural_goal(), |goal| goal.inner.clone());
    let (plan, answer) = py.detach(|| {
        let plan = Plan::new(goal, method)?;
        let answer = plan.solve(&board.inner)?;
        Ok::<_, crate::error::Error>((plan, answer))
    })?;
    let moves = answer.moves.iter().map(|&code| Move::from_code(code).letter()).collect();
    Ok((plan.goal().clone().into(), moves, answer.method, answer.optimal, answer.stages))
}

/// Lengths, stages and moves as bytes, and the errors by row.
type SolvedMany<'py> =
    (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Vec<(usize, Bound<'py, PyAny>)>);

/// Solves the boards in a contiguous array of integers, one after another.
#[pyfunction]
#[pyo3(signature = (boards, goal, method, threads, go_on))]
pub(super) fn solve_many<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    goal: &PyBoard,
    method: &str,
    threads: Option<usize>,
    go_on: bool,
) -> PyResult<SolvedMany<'py>> {
    let threads = self::threads(threads)?;
    let method = Method::parse(method)?;
    let goal = goal.inner.clone();
    let plan = py.detach(|| Plan::new(goal, method))?;
    let job = Job { py, boards, plan: &plan, threads, go_on };
    let batch = job
        .run::<u8>()
        .or_else(|| job.run::<i64>())
        .or_else(|| job.run::<i32>())
        .or_else(|| job.run::<u32>())
        .or_else(|| job.run::<i8>())
        .or_else(|| job.run::<i16>())
        .or_else(|| job.run::<u16>())
        .or_else(|| job.run::<u64>())
        .unwrap_or_else(|| Err(PyTypeError::new_err("boards must be a contiguous array of integers")))?;
    let lengths: Vec<u8> = batch.lengths.iter().flat_map(|length| length.to_ne_bytes()).collect();
    let errors = batch.errors.iter().map(|(row, error)| {
        Ok((*row, to_exception(py, error)?.into_value(py).into_bound(py).into_any()))
    });
    Ok((
        PyBytes::new(py, &lengths),
        PyBytes::new(py, batch.stages.as_flattened()),
        PyBytes::new(py, &batch.moves),
        errors.collect::<PyResult<_>>()?,
    ))
}

struct Job<'a, 'py> {
    py: Python<'py>,
    boards: &'a Bound<'py, PyAny>,
    plan: &'a Plan,
    threads: usize,
    go_on: bool,
}

impl Job<'_, '_> {
    /// Runs the job if the array is of this type.
    fn run<T: Element + Number>(&self) -> Option<PyResult<Batch>> {
        let buffer = PyBuffer::<T>::get(self.boards).ok()?;
        // A copy, since another thread could write to the array while the lock is released: a few
        // milliseconds for a million boards.
        let numbers = buffer.to_vec(self.py).ok()?;
        let (plan, threads, go_on) = (self.plan, self.threads, self.go_on);
        Some(cancellable(self.py, move |cancel| batch::solve_many(plan, &numbers, threads, go_on, cancel)))
    }
}
