//! `stream`: the moves of the greedy algorithm, one by one.

use super::board::PyBoard;
use super::solver_options::parse_routes;
use crate::anysize::greedy::Greedy;
use crate::puzzle::board::Board;
use crate::puzzle::error::{Error, Purpose, Quantity, Result};
use crate::puzzle::grid::Move;
use crate::runtime::fork::{ForkGuard, ForkMutex};
use crate::runtime::replay::PIECE;
use crate::runtime::{allocate, memory};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The moves of the greedy algorithm, one by one as they are made.
///
/// >>> from puzzle15 import stream
/// >>> moves = stream("1 2 3/4 5 6/0 7 8")
/// >>> next(moves), moves.board, "".join(moves)
/// ('R', Board('1 2 3/4 5 6/7 0 8'), 'R')
#[pyclass(frozen, name = "Stream", module = "puzzle15")]
pub(super) struct PyStream {
    // Several threads may use a stream. The lock is held for a few milliseconds at most.
    greedy: ForkMutex<Greedy>,
    goal: Board,
}

impl PyStream {
    fn greedy(&self) -> Result<ForkGuard<'_, Greedy>> {
        self.greedy.lock()
    }
}

/// A number of moves.
fn count(asked: &Bound<'_, PyAny>) -> PyResult<u64> {
    asked.extract().map_err(|_| {
        Error::OutOfRange { quantity: Quantity::Moves, least: 0, most: None, got: asked.to_string().into() }
            .into()
    })
}

#[pymethods]
impl PyStream {
    #[new]
    #[pyo3(signature = (board, goal, core, routes))]
    fn new(
        py: Python<'_>,
        board: &PyBoard,
        goal: Option<&PyBoard>,
        core: Option<usize>,
        routes: &str,
    ) -> PyResult<PyStream> {
        let routes = parse_routes(routes)?;
        let core = core.unwrap_or(routes.core());
        let goal = goal.map_or_else(|| board.inner.natural_goal(), |goal| Ok(goal.inner.clone()))?;
        if core != 2 && core != 3 {
            let quantity = Quantity::Core;
            return Err(Error::OutOfRange {
                quantity,
                least: 2,
                most: Some(3),
                got: core.to_string().into(),
            }
            .into());
        }
        let greedy = py.detach(|| Greedy::new(&board.inner, &goal, routes, core))?;
        Ok(PyStream { greedy: ForkMutex::new(greedy), goal })
    }

    fn __iter__(stream: PyRef<'_, Self>) -> PyRef<'_, Self> {
        stream
    }

    fn __next__(&self) -> PyResult<Option<char>> {
        Ok(self.greedy()?.next().map(Move::letter))
    }

    fn __copy__(&self) -> PyResult<PyStream> {
        // Of every cell: its tile, and its place.
        let _room = memory::room(8 * self.goal.tiles().len() as u64, Purpose::Board)?;
        Ok(PyStream { greedy: ForkMutex::new(self.greedy()?.clone()), goal: self.goal.clone() })
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<PyStream> {
        self.__copy__()
    }

    /// For pickle: where the algorithm stands cannot be kept, only the boards.
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a Stream cannot be pickled; pickle its board and goal instead, and go on with \
             stream(board, goal=goal), which may make other moves from there",
        ))
    }

    fn __repr__(&self) -> PyResult<String> {
        let doing = self.tile()?.map_or("the core".into(), |tile| format!("tile {tile}"));
        Ok(format!("<Stream {}: {} moves made, at {doing}>", self.goal.grid(), self.made()?))
    }

    /// The next moves, at most `count`, as a string: quicker than one by one.
    ///
    /// >>> from puzzle15 import random_board, stream
    /// >>> moves = stream(random_board(100, 100, seed=1))
    /// >>> moves.take(10), len(moves.take(100_000)), moves.made
    /// ('UUUUUUUUUU', 100000, 100010)
    #[pyo3(signature = (count, /))]
    fn take<'py>(&self, py: Python<'py>, count: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyString>> {
        let count = self::count(count)?;
        let mut moves: Vec<u8> = vec![];
        while (moves.len() as u64) < count {
            let piece = (count - moves.len() as u64).min(PIECE as u64) as usize;
            allocate::reserve(&mut moves, piece, Purpose::Moves)?;
            let before = moves.len();
            py.detach(|| -> Result<()> {
                moves.extend(self.greedy()?.by_ref().take(piece).map(|step| step.letter() as u8));
                Ok(())
            })?;
            py.check_signals()?;
            if moves.len() < before + piece {
                break;
            }
        }
        PyString::from_bytes(py, &moves)
    }

    /// Makes the next moves, at most `count` or all that are left, without giving them back. Returns how
    /// many it made.
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
            let now = py.detach(|| -> Result<usize> { Ok(self.greedy()?.by_ref().take(piece).count()) })?;
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
    fn board(&self, py: Python<'_>) -> PyResult<PyBoard> {
        let board = py.detach(|| -> Result<Board> {
            let greedy = self.greedy()?;
            let mut tiles = allocate::with_room(greedy.homes().len(), Purpose::Board)?;
            tiles.extend(greedy.homes().iter().map(|&home| self.goal.tiles()[home as usize]));
            Ok(Board::trusted(self.goal.grid(), tiles))
        })?;
        Ok(board.into())
    }

    /// The board that the moves lead to.
    ///
    /// >>> from puzzle15 import stream
    /// >>> stream("1 2 3/4 5 6/0 7 8").goal
    /// Board('1 2 3/4 5 6/7 8 0')
    #[getter]
    fn goal(&self) -> PyBoard {
        self.goal.clone().into()
    }

    /// How many moves have been made so far.
    ///
    /// >>> from puzzle15 import stream
    /// >>> stream("1 2 3/4 5 6/0 7 8").made
    /// 0
    #[getter]
    fn made(&self) -> PyResult<u64> {
        Ok(self.greedy()?.length())
    }

    /// The same, with a straight slide of several tiles counted as one (MTM).
    ///
    /// >>> from puzzle15 import stream
    /// >>> moves = stream("1 2 3/4 5 6/0 7 8")
    /// >>> moves.skip(), moves.multi
    /// (2, 1)
    #[getter]
    fn multi(&self) -> PyResult<u64> {
        Ok(self.greedy()?.slides())
    }

    /// The tile that is being brought home, or None once only the core is left.
    ///
    /// >>> from puzzle15 import random_board, stream
    /// >>> stream(random_board(4, 4, seed=1)).tile
    /// 1
    #[getter]
    fn tile(&self) -> PyResult<Option<u32>> {
        Ok(self.greedy()?.current().map(|home| self.goal.tiles()[home]))
    }

    /// The most lookups and decisions that any move so far has taken: it does not grow with the board.
    ///
    /// >>> from puzzle15 import random_board, stream
    /// >>> small, large = (stream(random_board(n, n, seed=1)) for n in (4, 400))
    /// >>> small.skip() < large.skip(1_000_000), small.most_work < 16, large.most_work < 16
    /// (True, True, True)
    #[getter]
    fn most_work(&self) -> PyResult<u64> {
        Ok(self.greedy()?.most_work())
    }
}
