//! `solve`, `solve_many` and `stream`.

use super::array_input::{Task, Whole, with_numbers};
use super::board::PyBoard;
use super::jobs::{cancellable, threads, watched};
use crate::anysize::greedy::Greedy;
use crate::puzzle::board::Board;
use crate::puzzle::error::Error;
use crate::puzzle::grid::Move;
use crate::puzzle::parity;
use crate::runtime::budget::Budget;
use crate::runtime::replay::PIECE;
use crate::search::anytime::SearchOptions;
use crate::solver::batch::{self, Batch};
use crate::solver::plan::{Answer, Method, Plan};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ffi::CString;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Goal, moves, name of the method, whether it is optimal, stages, no solution is shorter than, nodes.
type Solved = (PyBoard, String, &'static str, bool, Vec<(&'static str, usize)>, u64, u64);

/// What a search may spend and is to look for: seconds, nodes, weight, threads, width.
type Asked = (Option<f64>, Option<u64>, f64, Option<i64>, Option<usize>);

/// Boards with more cells are solved on a thread of their own, so that Ctrl-C is heard.
const MANY_CELLS: usize = 256;

/// Wider beams take more than a few milliseconds.
const WIDE: usize = 1000;

/// Solves one board. `progress` is called now and then with the share that is done.
#[pyfunction]
#[pyo3(signature = (board, goal, method, asked, progress))]
pub(super) fn solve(
    py: Python<'_>,
    board: &PyBoard,
    goal: Option<&PyBoard>,
    method: &str,
    asked: Option<Asked>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Solved> {
    let method = Method::parse(method)?;
    let (timeout, max_nodes, weight, threads, width) = asked.unwrap_or((None, None, 1.0, Some(1), None));
    let wish = SearchOptions { weight, threads: self::threads(threads)?, width, fewer: None };
    let goal = goal.map_or_else(|| board.inner.natural_goal(), |goal| goal.inner.clone());
    let makes_table = Plan::is_long(&goal, method) && !Plan::is_cached(&goal, method);
    let searches = method == Method::Optimal && Plan::is_long(&goal, method);
    let budget = timeout.is_some() || max_nodes.is_some();
    let wide = width.is_some_and(|width| width > WIDE) || budget;
    let long = makes_table || searches || wide || goal.grid().cells() > MANY_CELLS;
    let (plan, mut answer) = watched(py, long, progress, |cancel| {
        if makes_table {
            // A table takes a second to make: not for a board that has no solution.
            parity::check_solvable(&board.inner, &goal, &board.inner.homes(&goal)?)?;
        }
        let plan = Plan::cached(goal, method, cancel)?;
        // The clock starts when the tables are there.
        let budget = Budget { deadline: deadline(timeout), max_nodes, cancel };
        let mut answer = plan.solve_within(&board.inner, &wish, &budget)?;
        for codes in answer.moves.chunks_mut(PIECE) {
            cancel.check()?;
            codes.iter_mut().for_each(|code| *code = Move::from_code(*code).letter() as u8);
        }
        Ok((plan, answer))
    })?;
    if makes_table {
        tell_notes(py, &plan)?;
    }
    let moves = String::from_utf8(std::mem::take(&mut answer.moves))?;
    let Answer { method, optimal, stages, bound, nodes, .. } = answer;
    let stages = stages.into_iter().map(|stage| (stage.name, stage.moves)).collect();
    Ok((plan.goal().clone().into(), moves, method, optimal, stages, bound, nodes))
}

/// When a timeout that begins now ends. One of more seconds than a clock can count never does.
pub(super) fn deadline(timeout: Option<f64>) -> Option<Instant> {
    let seconds = timeout.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())?;
    Instant::now().checked_add(seconds)
}

/// The moves of the greedy algorithm, one by one as they are made.
///
/// >>> from puzzle15 import stream
/// >>> moves = stream("1 2 3/4 5 6/0 7 8")
/// >>> next(moves), moves.board, "".join(moves)
/// ('R', Board('1 2 3/4 5 6/7 0 8'), 'R')
#[pyclass(frozen, name = "Stream", module = "puzzle15")]
pub(super) struct PyStream {
    // Held without the interpreter's lock, and for a few milliseconds at most: several threads may use a stream.
    greedy: Mutex<Greedy>,
    goal: Board,
}

impl PyStream {
    fn greedy(&self) -> MutexGuard<'_, Greedy> {
        self.greedy.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A number of moves.
fn count(asked: &Bound<'_, PyAny>) -> PyResult<u64> {
    asked.extract().map_err(|_| {
        Error::Unsupported(format!("the number of moves is a whole number from 0 up, got {asked}")).into()
    })
}

#[pymethods]
impl PyStream {
    #[new]
    #[pyo3(signature = (board, goal, core))]
    fn new(py: Python<'_>, board: &PyBoard, goal: Option<&PyBoard>, core: usize) -> PyResult<PyStream> {
        let goal = goal.map_or_else(|| board.inner.natural_goal(), |goal| goal.inner.clone());
        if core != 2 && core != 3 {
            return Err(Error::Unsupported(format!("core is 3 or 2, got {core}")).into());
        }
        let greedy = py.detach(|| Greedy::new(&board.inner, &goal, core))?;
        Ok(PyStream { greedy: Mutex::new(greedy), goal })
    }

    fn __iter__(stream: PyRef<'_, Self>) -> PyRef<'_, Self> {
        stream
    }

    fn __next__(&self) -> Option<char> {
        self.greedy().next().map(Move::letter)
    }

    fn __copy__(&self) -> PyStream {
        PyStream { greedy: Mutex::new(self.greedy().clone()), goal: self.goal.clone() }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyStream {
        self.__copy__()
    }

    fn __repr__(&self) -> String {
        let doing = self.tile().map_or("the core".into(), |tile| format!("tile {tile}"));
        format!("<Stream {}: {} moves made, at {doing}>", self.goal.grid(), self.made())
    }

    /// The next moves, at most so many, as a string: quicker than one by one.
    ///
    /// >>> from puzzle15 import random_board, stream
    /// >>> moves = stream(random_board(100, 100, seed=1))
    /// >>> moves.take(10), len(moves.take(100_000)), moves.made
    /// ('UUUUUUUUUU', 100000, 100010)
    #[pyo3(signature = (count, /))]
    fn take(&self, py: Python<'_>, count: &Bound<'_, PyAny>) -> PyResult<String> {
        let count = self::count(count)?;
        let mut moves = String::new();
        while (moves.len() as u64) < count {
            let piece = (count - moves.len() as u64).min(PIECE as u64) as usize;
            let before = moves.len();
            py.detach(|| moves.extend(self.greedy().by_ref().take(piece).map(Move::letter)));
            py.check_signals()?;
            if moves.len() < before + piece {
                break;
            }
        }
        Ok(moves)
    }

    /// Makes the next moves, at most so many or all that are left, without giving them back. Returns how many.
    ///
    /// >>> from puzzle15 import random_board, stream
    /// >>> moves = stream(random_board(10, 10, seed=1))
    /// >>> moves.skip(), moves.made, moves.board == moves.goal
    /// (2309, 2309, True)
    #[pyo3(signature = (count=None, /))]
    fn skip(&self, py: Python<'_>, count: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
        let count = count.map_or(Ok(u64::MAX), self::count)?;
        let mut made = 0;
        loop {
            let piece = (count - made).min(PIECE as u64) as usize;
            let now = py.detach(|| self.greedy().by_ref().take(piece).count());
            py.check_signals()?;
            made += now as u64;
            if now < PIECE {
                return Ok(made);
            }
        }
    }

    /// The board as it stands now.
    ///
    /// >>> from puzzle15 import stream
    /// >>> stream("1 2 3/4 5 6/0 7 8").board
    /// Board('1 2 3/4 5 6/0 7 8')
    #[getter]
    fn board(&self) -> PyBoard {
        let greedy = self.greedy();
        let tiles = greedy.homes().iter().map(|&home| self.goal.tiles()[home as usize]);
        Board::trusted(self.goal.grid(), tiles.collect()).into()
    }

    /// The board that is reached in the end.
    ///
    /// >>> from puzzle15 import stream
    /// >>> stream("1 2 3/4 5 6/0 7 8").goal
    /// Board('1 2 3/4 5 6/7 8 0')
    #[getter]
    fn goal(&self) -> PyBoard {
        self.goal.clone().into()
    }

    /// How many moves were made so far.
    ///
    /// >>> from puzzle15 import stream
    /// >>> stream("1 2 3/4 5 6/0 7 8").made
    /// 0
    #[getter]
    fn made(&self) -> u64 {
        self.greedy().length()
    }

    /// The same, a straight slide of several tiles counting one (MTM).
    ///
    /// >>> from puzzle15 import stream
    /// >>> moves = stream("1 2 3/4 5 6/0 7 8")
    /// >>> moves.skip(), moves.multi
    /// (2, 1)
    #[getter]
    fn multi(&self) -> u64 {
        self.greedy().slides()
    }

    /// The tile that is being brought home, or None once only the core is left.
    ///
    /// >>> from puzzle15 import random_board, stream
    /// >>> stream(random_board(4, 4, seed=1)).tile
    /// 1
    #[getter]
    fn tile(&self) -> Option<u32> {
        self.greedy().current().map(|home| self.goal.tiles()[home])
    }

    /// The most looks at the board and decisions that any move so far has taken: it does not grow with the board.
    ///
    /// >>> from puzzle15 import random_board, stream
    /// >>> small, large = (stream(random_board(n, n, seed=1)) for n in (4, 400))
    /// >>> small.skip() < large.skip(1_000_000), small.most_work < 16, large.most_work < 16
    /// (True, True, True)
    #[getter]
    fn most_work(&self) -> u64 {
        self.greedy().most_work()
    }
}

/// The letters of some moves.
pub(super) fn letters(codes: &[u8]) -> String {
    codes.iter().map(|&code| Move::from_code(code).letter()).collect()
}

/// Warns of what happened to the files of a plan.
fn tell_notes(py: Python<'_>, plan: &Plan) -> PyResult<()> {
    tell(py, plan.notes())
}

/// Warns of what happened to files.
pub(super) fn tell(py: Python<'_>, notes: &[String]) -> PyResult<()> {
    for note in notes {
        let kind = py.import("puzzle15.errors")?.getattr("CacheWarning")?;
        PyErr::warn(py, &kind, &CString::new(note.as_str())?, 2)?;
    }
    Ok(())
}

/// Lengths, ends of the stages, and moves, as bytes; and the name of the method.
type SolvedMany<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, &'static str);

/// Solves the boards in a contiguous array of integers, one after another. With `go_on`, those that cannot be
/// solved have length -1; otherwise the first of them is the exception raised. `first` is the number of the first. `how` is
/// the method, and the width of its beam.
#[pyfunction]
#[pyo3(signature = (boards, goal, how, first, threads, go_on))]
pub(super) fn solve_many<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    goal: &PyBoard,
    how: (String, Option<usize>),
    first: usize,
    threads: Option<i64>,
    go_on: bool,
) -> PyResult<SolvedMany<'py>> {
    let threads = self::threads(threads)?;
    let (method, width) = (Method::parse(&how.0)?, how.1);
    let goal = goal.inner.clone();
    let plan = cancellable(py, Plan::is_long(&goal, method), |cancel| Plan::new(goal, method, cancel))?;
    tell_notes(py, &plan)?;
    let wish = SearchOptions { width, ..SearchOptions::default() };
    let parts = with_numbers(boards, Job { py, plan: &plan, first, threads, go_on, wish })?;
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
    plan: &'a Plan,
    first: usize,
    threads: usize,
    go_on: bool,
    wish: SearchOptions,
}

impl Task for Job<'_, '_> {
    type Output = Vec<Batch>;

    fn run<T: Whole>(self, _: &PyBuffer<T>, numbers: Vec<T>) -> PyResult<Vec<Batch>> {
        let Job { py, plan, first, threads, go_on, wish } = self;
        let wide = wish.width.is_some_and(|width| width > WIDE);
        let long =
            plan.is_hard() || wide || numbers.len() > if plan.is_slow() { MANY_CELLS } else { 16 * 1024 };
        cancellable(py, long, move |cancel| {
            batch::solve_many(plan, &numbers, first, threads, go_on, &wish, cancel)
        })
    }
}
