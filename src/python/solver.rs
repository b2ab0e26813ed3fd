//! `Solver`: options in, solutions out, for one board and for many.

use super::array_input::{Task, Whole, with_numbers};
use super::board::PyBoard;
use super::jobs::{interruptible, threads, warn, watched};
use super::slices::{detached, list_of, string_of};
use super::solver_options::PyOptions;
use crate::puzzle::board::Board;
use crate::puzzle::grid::Move;
use crate::puzzle::parity;
use crate::runtime::cancel::Cancel;
use crate::runtime::fork::briefly;
use crate::solver::batch::{self, Batch};
use crate::solver::made_by::MadeBy;
use crate::solver::{Options, Solution, Solver};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use std::string::FromUtf8Error;
use std::sync::{Arc, Mutex, PoisonError};

/// A stage of a solution: its name, and how many moves it takes.
#[pyclass(frozen, get_all, module = "puzzle15._core")]
pub(super) struct StageLength {
    name: &'static str,
    length: usize,
}

/// A solution that has been replayed.
#[pyclass(frozen, module = "puzzle15._core")]
pub(super) struct Solved {
    #[pyo3(get)]
    goal: Py<PyBoard>,
    moves: String,
    /// Without its moves, which are the letters above.
    solution: Solution,
    made_by: MadeBy,
}

#[pymethods]
impl Solved {
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string_of(py, &self.moves)
    }

    #[getter]
    fn method(&self) -> &'static str {
        self.solution.method.name()
    }

    /// Whether it was made shorter afterwards.
    #[getter]
    fn improved(&self) -> bool {
        self.solution.improved
    }

    #[getter]
    fn metric(&self) -> &'static str {
        self.solution.metric.name()
    }

    #[getter]
    fn optimal(&self) -> bool {
        self.solution.optimal
    }

    #[getter]
    fn stages<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let stages = self.solution.stages.iter();
        let stages = stages.map(|stage| StageLength { name: stage.name, length: stage.moves });
        list_of(py, stages.map(|stage| Bound::new(py, stage)))
    }

    #[getter]
    fn lower_bound(&self) -> u64 {
        self.solution.lower_bound
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.solution.nodes
    }

    /// The algorithm, its version and the checksum of its tables.
    #[getter]
    fn made_by(&self) -> String {
        self.made_by.to_string()
    }
}

/// The solutions of boards one after another, as bytes for arrays.
#[pyclass(frozen, get_all, module = "puzzle15._core")]
pub(super) struct SolvedMany {
    /// Signed numbers of four bytes, -1 where there is an error.
    lengths: Py<PyBytes>,
    /// Four bytes a board: where the stages of a combined solution end, and whether the column came first.
    stages: Py<PyBytes>,
    /// A byte a move.
    moves: Py<PyBytes>,
    /// Eight bytes a board; none for combined solutions.
    lower_bounds: Py<PyBytes>,
    /// Eight bytes a board; none for combined solutions.
    nodes: Py<PyBytes>,
    /// A byte a board, 0 or 1; none for combined solutions.
    optimal: Py<PyBytes>,
    method: String,
    /// The algorithm, its version and the checksum of its tables.
    made_by: String,
}

#[pymethods]
impl SolvedMany {
    #[new]
    #[allow(clippy::too_many_arguments)]
    fn new(
        lengths: Py<PyBytes>,
        stages: Py<PyBytes>,
        moves: Py<PyBytes>,
        lower_bounds: Py<PyBytes>,
        nodes: Py<PyBytes>,
        optimal: Py<PyBytes>,
        method: String,
        made_by: String,
    ) -> SolvedMany {
        SolvedMany { lengths, stages, moves, lower_bounds, nodes, optimal, method, made_by }
    }

    /// For pickle: workers may be other processes.
    #[allow(clippy::type_complexity)]
    fn __getnewargs__(
        &self,
        py: Python<'_>,
    ) -> (Py<PyBytes>, Py<PyBytes>, Py<PyBytes>, Py<PyBytes>, Py<PyBytes>, Py<PyBytes>, String, String) {
        let [lengths, stages, moves, lower_bounds, nodes, optimal] =
            [&self.lengths, &self.stages, &self.moves, &self.lower_bounds, &self.nodes, &self.optimal]
                .map(|bytes| bytes.clone_ref(py));
        let (method, made_by) = (self.method.clone(), self.made_by.clone());
        (lengths, stages, moves, lower_bounds, nodes, optimal, method, made_by)
    }
}

/// Solves boards for one goal, or each for its own natural goal.
#[pyclass(frozen, name = "Solver", module = "puzzle15._core")]
pub(super) struct PySolver {
    goal: Option<Board>,
    options: Options,
    /// The solver of the goal that was used last.
    last: Mutex<Option<Last>>,
}

/// A solver, and its goal as Python sees it.
struct Last {
    solver: Arc<Solver>,
    goal: Py<PyBoard>,
}

impl PySolver {
    /// The solver for a board, and its goal.
    fn solver_for(&self, py: Python<'_>, board: &Board) -> PyResult<(Arc<Solver>, Py<PyBoard>)> {
        let Some(goal) = &self.goal else {
            // What goal the tiles suggest depends on nothing else, so it is the same again.
            if let Some(last) = self.last(py)
                && last.0.fits(board)
            {
                return Ok(last);
            }
            return self.solver(py, &detached(py, board.tiles().len(), || board.natural_goal())?);
        };
        self.solver(py, goal)
    }

    fn solver(&self, py: Python<'_>, goal: &Board) -> PyResult<(Arc<Solver>, Py<PyBoard>)> {
        let known = self.with_last(|last| {
            let last = last.as_ref().filter(|last| last.solver.goal() == goal)?;
            Some((last.solver.clone(), last.goal.clone_ref(py)))
        });
        if let Some(known) = known {
            return Ok(known);
        }
        let solver = Arc::new(Solver::new(goal.clone(), self.options)?);
        let goal = Py::new(py, PyBoard::from(goal.clone()))?;
        let new = Last { solver: solver.clone(), goal: goal.clone_ref(py) };
        drop(self.with_last(|last| last.replace(new)));
        Ok((solver, goal))
    }

    /// The last solver, and its goal.
    fn last(&self, py: Python<'_>) -> Option<(Arc<Solver>, Py<PyBoard>)> {
        self.with_last(|last| last.as_ref().map(|last| (last.solver.clone(), last.goal.clone_ref(py))))
    }

    /// Reads or changes the last solver, in a moment: no Python object is made or dropped meanwhile.
    fn with_last<T>(&self, job: impl FnOnce(&mut Option<Last>) -> T) -> T {
        briefly(|| job(&mut self.last.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// The solver for its goal, or for the goal of the last board if it has none.
    fn current(&self, py: Python<'_>) -> PyResult<Option<Arc<Solver>>> {
        if let Some(goal) = &self.goal {
            return self.solver(py, goal).map(|(solver, _)| Some(solver));
        }
        Ok(self.with_last(|last| last.as_ref().map(|last| last.solver.clone())))
    }
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (goal, options))]
    fn new(py: Python<'_>, goal: Option<&PyBoard>, options: &PyOptions) -> PyResult<PySolver> {
        options.inner.check()?;
        let goal = goal.map(|goal| goal.inner.clone());
        let solver = PySolver { goal, options: options.inner, last: Mutex::new(None) };
        // What cannot be done for this goal is an error now, not at the first board.
        solver.current(py)?;
        Ok(solver)
    }

    /// The method used for its goal, or for that of the last board; before the first, the one asked for.
    #[getter]
    fn method(&self, py: Python<'_>) -> PyResult<&'static str> {
        Ok(self.current(py)?.map_or(self.options.method, |solver| solver.method()).name())
    }

    /// At most how many bytes it takes to solve one board, beside the tables; None if that is not bounded.
    #[getter]
    fn search_memory(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        Ok(self.current(py)?.and_then(|solver| solver.search_memory()))
    }

    /// Bytes of the tables for its goal, or for that of the last board.
    #[getter]
    fn memory(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.current(py)?.map_or(0, |solver| solver.memory()))
    }

    /// The algorithm, its version and the checksum of its tables, for its goal or that of the last board; makes the
    /// tables.
    fn made_by(&self, py: Python<'_>) -> PyResult<String> {
        let solver =
            self.current(py)?.ok_or_else(|| PyValueError::new_err("no board has been solved yet"))?;
        let made_by = watched(py, !solver.is_made(), None, |cancel| solver.made_by(cancel))?;
        warn(py, &solver.take_notes())?;
        Ok(made_by.to_string())
    }

    /// Whether one board may take more than a few milliseconds.
    #[getter]
    fn is_slow(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.current(py)?.is_some_and(|solver| solver.is_slow()))
    }

    /// Whether the tables are there, or made in a moment.
    #[getter]
    fn is_ready(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.current(py)?.is_some_and(|solver| solver.is_ready()))
    }

    /// Makes the tables of its goal. `progress` is called now and then with the share that is done.
    #[pyo3(signature = (progress=None))]
    fn prepare(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<()> {
        let Some(solver) = self.current(py)? else { return Ok(()) };
        watched(py, !solver.is_made(), progress, |cancel| solver.prepare(cancel))?;
        warn(py, &solver.take_notes())
    }

    /// Whether this board may take more than a few milliseconds.
    fn is_slow_for(&self, py: Python<'_>, board: &PyBoard) -> PyResult<bool> {
        self.solver_for(py, &board.inner).map(|(solver, _)| solver.is_slow())
    }

    /// Solves one board, if that takes microseconds; None if it may take longer, or tables have to be made.
    fn solve_at_once(&self, py: Python<'_>, board: &PyBoard) -> PyResult<Option<Solved>> {
        let (solver, goal) = self.solver_for(py, &board.inner)?;
        let cancel = Cancel::new();
        let mut solution = match solver.at_once(&board.inner) {
            Some(solution) => solution,
            None if solver.is_quick() => solver.best(&board.inner, &cancel)?,
            None => return Ok(None),
        };
        let moves = letters(std::mem::take(&mut solution.moves))?;
        Ok(Some(Solved { goal, moves, solution, made_by: solver.made_by(&cancel)? }))
    }

    /// Solves one board, and puts the solution in `keep`. `progress` is called now and then with the share that
    /// is done, the length of the best solution so far, and a proven lower bound. What interrupts the search,
    /// Ctrl-C or an exception of `progress`, is raised; the best solution by then is in `keep`, if there is one.
    ///
    /// Ctrl-C may come at any moment, even after the search: a result that is returned would be lost if that
    /// is raised before the caller has given it a name.
    #[pyo3(signature = (board, keep, progress=None))]
    fn solve(
        &self,
        py: Python<'_>,
        board: &PyBoard,
        keep: &Bound<'_, PyList>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let (solver, goal) = self.solver_for(py, &board.inner)?;
        let made = solver.is_made();
        let (result, interrupt) = interruptible(py, !made || solver.is_slow(), progress, |cancel| {
            let mut solution = solver.best(&board.inner, cancel)?;
            let moves = letters(std::mem::take(&mut solution.moves));
            Ok((moves, solution, solver.made_by(cancel)?))
        })?;
        let (moves, solution, made_by) = match (result, interrupt.as_ref()) {
            (Err(_), Some(interrupt)) => return Err(interrupt.clone_ref(py)),
            (result, _) => result?,
        };
        keep.append(Solved { goal, moves: moves?, solution, made_by })?;
        if !made {
            warn(py, &solver.take_notes())?;
        }
        interrupt.map_or(Ok(()), Err)
    }

    /// Solves the boards in a contiguous array of integers, one after another, for its goal. With `go_on`,
    /// those that cannot be solved have length -1; otherwise the error of the first of them is raised.
    /// `first` is the number of the first board.
    #[pyo3(signature = (boards, *, first, threads, go_on, progress=None))]
    fn solve_many(
        &self,
        py: Python<'_>,
        boards: &Bound<'_, PyAny>,
        first: usize,
        threads: Option<i64>,
        go_on: bool,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<SolvedMany> {
        let threads = self::threads(threads)?;
        let solver = self.current(py)?.ok_or_else(|| PyValueError::new_err("many boards need one goal"))?;
        let job = BatchJob { py, solver: &solver, first, threads, go_on, progress };
        let (parts, made_by) = with_numbers(boards, job)?;
        warn(py, &solver.take_notes())?;
        let numbers = |of: fn(&Batch) -> &Vec<u64>| {
            let all = parts.iter().flat_map(of).map(|number| number.to_ne_bytes());
            written(py, parts.iter().map(|part| of(part).len()).sum(), all)
        };
        let boards = parts.iter().map(|part| part.lengths.len()).sum();
        let lengths = parts.iter().flat_map(|part| &part.lengths).map(|length| length.to_ne_bytes());
        let flags = parts.iter().map(|part| part.optimal.len()).sum();
        let optimal = parts.iter().flat_map(|part| &part.optimal).map(|&optimal| [optimal.into()]);
        Ok(SolvedMany {
            lengths: written(py, boards, lengths)?,
            stages: joined(py, &parts, |part| part.stages.as_flattened())?,
            moves: joined(py, &parts, |part| &part.moves)?,
            lower_bounds: numbers(|part| &part.lower_bounds)?,
            nodes: numbers(|part| &part.nodes)?,
            optimal: written(py, flags, optimal)?,
            method: solver.method().name().to_owned(),
            made_by: made_by.to_string(),
        })
    }
}

/// The letters of moves, from their codes.
fn letters(mut moves: Vec<u8>) -> Result<String, FromUtf8Error> {
    moves.iter_mut().for_each(|code| *code = Move::from_code(*code).letter() as u8);
    String::from_utf8(moves)
}

/// So many items of `SIZE` bytes each, one after another.
fn written<const SIZE: usize>(
    py: Python<'_>,
    count: usize,
    items: impl Iterator<Item = [u8; SIZE]>,
) -> PyResult<Py<PyBytes>> {
    let bytes = PyBytes::new_with(py, SIZE * count, |out| {
        out.as_chunks_mut().0.iter_mut().zip(items).for_each(|(out, item)| *out = item);
        Ok(())
    })?;
    Ok(bytes.unbind())
}

/// One field of all parts, put together.
fn joined(py: Python<'_>, parts: &[Batch], field: fn(&Batch) -> &[u8]) -> PyResult<Py<PyBytes>> {
    let total = parts.iter().map(|part| field(part).len()).sum();
    let bytes = PyBytes::new_with(py, total, |mut out| {
        for part in parts {
            let (here, rest) = out.split_at_mut(field(part).len());
            here.copy_from_slice(field(part));
            out = rest;
        }
        Ok(())
    })?;
    Ok(bytes.unbind())
}

struct BatchJob<'a, 'py> {
    py: Python<'py>,
    solver: &'a Solver,
    first: usize,
    threads: usize,
    go_on: bool,
    progress: Option<Py<PyAny>>,
}

impl Task for BatchJob<'_, '_> {
    type Output = (Vec<Batch>, MadeBy);

    fn run<T: Whole>(self, _: &PyBuffer<T>, numbers: Vec<T>) -> PyResult<Self::Output> {
        let BatchJob { py, solver, first, threads, go_on, progress } = self;
        let long = !solver.is_made() || solver.is_slow() || numbers.len() > solver.numbers_at_once();
        watched(py, long, progress, move |cancel| {
            let found = batch::solve_many(solver, &numbers, first, threads, go_on, cancel)?;
            Ok((found, solver.made_by(cancel)?))
        })
    }
}

/// Raises an error that explains why, if the goal cannot be reached from the board.
#[pyfunction]
#[pyo3(signature = (board, goal))]
pub(super) fn check_solvable(py: Python<'_>, board: &PyBoard, goal: &PyBoard) -> PyResult<()> {
    let (board, goal) = (&board.inner, &goal.inner);
    Ok(py.detach(|| parity::check_solvable(board, goal, &board.homes(goal)?))?)
}
