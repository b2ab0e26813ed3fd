//! The arena: many boards that are played at once. Observations are written into arrays of the caller.

use super::arena_rules::{PyRules, PyScramble, Shaping};
use super::array_input::copied;
use super::board::PyBoard;
use super::jobs::{cancellable, warn};
use crate::arena::{Arena, Episode, Observation, Tile};
use crate::generate::scramble::{Scramble, Scrambler};
use crate::puzzle::board::Board;
use crate::puzzle::error::{Error, Purpose};
use crate::runtime::allocate;
use crate::runtime::cancel::Cancel;
use crate::runtime::fork::{ForkGuard, ForkMutex};
use crate::tables::distances::Distances;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is pickled of every board: its tiles, the state of its stream, its steps, and whether its episode is
/// over.
type Pickled = Vec<(Vec<u32>, [u64; 4], u32, bool)>;

/// An array of one kind of number.
type Array<'py> = Bound<'py, PyAny>;

/// More work than this, a tenth of a second, is done on a separate thread, so that Ctrl-C works.
const MUCH: usize = 10_000_000;

/// Many boards of one goal that are played at once; see `puzzle15.learning`.
#[pyclass(frozen, name = "Arena", module = "puzzle15._core")]
pub(super) struct PyArena {
    // Threads that use an arena at the same time take turns, and wait without the interpreter's lock.
    inner: ForkMutex<Inner>,
}

#[derive(Clone)]
struct Inner {
    boards: AnyArena,
    scrambler: Arc<Scrambler>,
    /// As they were given, so that the arena can be pickled.
    rules: Arc<Py<PyRules>>,
    scramble: Option<Scramble>,
}

/// Boards with tiles of one byte or of two.
#[derive(Clone)]
enum AnyArena {
    Small(Arena<u8>),
    Large(Arena<u16>),
}

/// The same for both kinds.
macro_rules! with {
    ($boards:expr, $arena:ident => $body:expr) => {
        match $boards {
            AnyArena::Small($arena) => $body,
            AnyArena::Large($arena) => $body,
        }
    };
}

#[pymethods]
impl PyArena {
    #[new]
    fn new(
        py: Python<'_>,
        goal: &PyBoard,
        n: usize,
        rules: Py<PyRules>,
        scramble: Option<&PyScramble>,
    ) -> PyResult<PyArena> {
        let goal = &goal.inner;
        let exact = rules.get().shaping == Some(Shaping::Distance);
        let scramble = scramble.map(|scramble| scramble.inner);
        let (distances, scrambler) = cancellable(py, exact || scramble.is_some(), |cancel| {
            let distances = if exact { Some(Distances::new(goal, cancel)?) } else { None };
            Ok((distances, self::scrambler(goal, scramble, cancel)?))
        })?;
        warn(py, distances.as_ref().map_or(&[], |distances| distances.notes()))?;
        let played = rules.get().rules(distances);
        let boards = if goal.tiles().iter().all(|&tile| tile <= u8::MAX.into()) {
            AnyArena::Small(Arena::new(goal, n, played)?)
        } else {
            AnyArena::Large(Arena::new(goal, n, played)?)
        };
        Ok(Inner { boards, scrambler: Arc::new(scrambler), rules: Arc::new(rules), scramble }.into())
    }

    /// Gives boards new streams of random numbers, where there is a seed.
    fn seed(&self, py: Python<'_>, seeds: Vec<Option<u64>>) -> PyResult<()> {
        let mut inner = self.lock(py)?;
        let seeds = seeds.into_iter().take(inner.len()).enumerate().filter_map(|(i, seed)| Some((i, seed?)));
        seeds.for_each(|(i, seed)| with!(&mut inner.boards, arena => arena.seed(i, seed)));
        Ok(())
    }

    /// Sets how boards are scrambled from now on.
    fn set_scramble(&self, py: Python<'_>, scramble: Option<&PyScramble>) -> PyResult<()> {
        let scramble = scramble.map(|scramble| scramble.inner);
        let goal = with!(&self.lock(py)?.boards, arena => arena.goal().clone());
        let made = cancellable(py, true, |cancel| scrambler(&goal, scramble, cancel))?;
        let mut inner = self.lock(py)?;
        (inner.scrambler, inner.scramble) = (Arc::new(made), scramble);
        Ok(())
    }

    /// Begins episodes with these boards, by number: with all of them, or with none if one is refused.
    fn place(&self, py: Python<'_>, boards: BTreeMap<usize, Py<PyBoard>>) -> PyResult<()> {
        let boards: Vec<_> = boards.iter().map(|(&i, board)| (i, &board.get().inner)).collect();
        Ok(with!(&mut self.lock(py)?.boards, arena => arena.place(&boards))?)
    }

    /// Begins episodes on all boards, or on those marked in `wanted`.
    fn reset(&self, py: Python<'_>, wanted: Option<PyBuffer<u8>>) -> PyResult<()> {
        let wanted = wanted.map(|wanted| copied(py, &wanted)).transpose()?;
        let mut inner = self.lock(py)?;
        inner.check_length(wanted.as_ref().map_or(inner.len(), Vec::len))?;
        let long = inner.is_long();
        let Inner { boards, scrambler, .. } = &mut *inner;
        cancellable(
            py,
            long,
            |cancel| with!(boards, arena => arena.reset(wanted.as_deref(), scrambler, cancel)),
        )
    }

    /// Makes a move on every board, and writes the results to arrays. Returns whether an episode has ended.
    #[allow(clippy::too_many_arguments)]
    fn step(
        &self,
        py: Python<'_>,
        actions: PyBuffer<i64>,
        tiles: &Array<'_>,
        masks: PyBuffer<i8>,
        heights: Option<PyBuffer<i32>>,
        rewards: &Array<'_>,
        terminated: PyBuffer<u8>,
        truncated: PyBuffer<u8>,
    ) -> PyResult<bool> {
        let codes = codes(&copied(py, &actions)?)?;
        let mut inner = self.lock(py)?;
        inner.check_length(codes.len())?;
        let long = inner.is_long();
        let Inner { boards, scrambler, .. } = &mut *inner;
        let ended =
            cancellable(py, long, |cancel| with!(boards, arena => arena.step(&codes, scrambler, cancel)))?;
        with!(&inner.boards, arena => {
            pay(py, arena.rewards(), rewards)?;
            terminated.copy_from_slice(py, arena.terminated())?;
            truncated.copy_from_slice(py, arena.truncated())?;
            show(py, arena.view(), tiles, masks, heights)?;
        });
        Ok(ended)
    }

    /// Writes observations to arrays: of the boards as they are, or as they were when their last episode
    /// ended.
    fn show(
        &self,
        py: Python<'_>,
        last: bool,
        tiles: &Array<'_>,
        masks: PyBuffer<i8>,
        heights: Option<PyBuffer<i32>>,
    ) -> PyResult<()> {
        with!(&self.lock(py)?.boards, arena => {
            show(py, if last { arena.finals() } else { arena.view() }, tiles, masks, heights)
        })
    }

    /// For pickle; the rewards of the last step are not kept.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let Inner { boards, rules, scramble, .. } = slf.get().lock(py)?.clone();
        let goal = PyBoard::from(with!(&boards, arena => arena.goal().clone()));
        let state = with!(&boards, arena => pickled(arena));
        let rules = rules.clone_ref(py);
        let scramble = scramble.and_then(PyScramble::from_core);
        (slf.get_type(), (goal, state.len(), rules, scramble), state).into_pyobject(py)
    }

    fn __setstate__(&self, py: Python<'_>, state: Pickled) -> PyResult<()> {
        let mut inner = self.lock(py)?;
        inner.check_length(state.len())?;
        Ok(with!(&mut inner.boards, arena => resume(arena, state))?)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<PyArena> {
        Ok(self.lock(py)?.clone().into())
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<PyArena> {
        self.__copy__(py)
    }
}

impl PyArena {
    fn lock(&self, py: Python<'_>) -> PyResult<ForkGuard<'_, Inner>> {
        let held = py.detach(|| self.inner.hold())?;
        Ok(self.inner.guard(held))
    }
}

impl From<Inner> for PyArena {
    fn from(inner: Inner) -> PyArena {
        PyArena { inner: ForkMutex::new(inner) }
    }
}

impl Inner {
    /// How many boards there are.
    fn len(&self) -> usize {
        with!(&self.boards, arena => arena.len())
    }

    /// Refuses arrays that do not have a number for each board.
    fn check_length(&self, got: usize) -> PyResult<()> {
        if got == self.len() {
            return Ok(());
        }
        Err(Error::NumbersForBoards { expected: self.len(), got }.into())
    }

    /// Whether scrambling all boards may take so long that someone wants to stop it.
    fn is_long(&self) -> bool {
        self.len().saturating_mul(self.scrambler.work()) > MUCH
    }
}

fn pickled<T: Tile>(arena: &Arena<T>) -> Pickled {
    let boards = arena.view().tiles.chunks(arena.goal().grid().cells()).enumerate();
    let pickled = boards.map(|(i, tiles)| {
        let Episode { stream, steps, over } = arena.episode(i);
        (tiles.iter().map(|&tile| tile.into()).collect(), stream, steps, over)
    });
    pickled.collect()
}

fn resume<T: Tile>(arena: &mut Arena<T>, state: Pickled) -> crate::puzzle::error::Result<()> {
    let grid = arena.goal().grid();
    for (i, (tiles, stream, steps, over)) in state.into_iter().enumerate() {
        arena.place(&[(i, &Board::new(grid.rows, grid.cols, tiles)?)])?;
        arena.resume(i, Episode { stream, steps, over });
    }
    Ok(())
}

/// Writes rewards to an array of 64-bit or 32-bit numbers.
fn pay(py: Python<'_>, rewards: &[f64], array: &Array<'_>) -> PyResult<()> {
    if let Ok(wide) = PyBuffer::<f64>::get(array) {
        return wide.copy_from_slice(py, rewards);
    }
    let mut narrow = allocate::with_room(rewards.len(), Purpose::Boards)?;
    narrow.extend(rewards.iter().map(|&reward| reward as f32));
    PyBuffer::<f32>::get(array)?.copy_from_slice(py, &narrow)
}

fn show<T: Element>(
    py: Python<'_>,
    view: &Observation<T>,
    tiles: &Array<'_>,
    masks: PyBuffer<i8>,
    heights: Option<PyBuffer<i32>>,
) -> PyResult<()> {
    PyBuffer::<T>::get(tiles)?.copy_from_slice(py, &view.tiles)?;
    masks.copy_from_slice(py, view.masks.as_flattened())?;
    heights.map_or(Ok(()), |heights| heights.copy_from_slice(py, &view.heights))
}

/// Actions as codes of moves, or an error for the first that is not one.
fn codes(actions: &[i64]) -> PyResult<Vec<u8>> {
    if let Some((row, &got)) = actions.iter().enumerate().find(|(_, action)| !(0..4).contains(*action)) {
        return Err(Error::NotACode { got }.in_row(row).into());
    }
    let mut codes = allocate::with_room(actions.len(), Purpose::Boards)?;
    codes.extend(actions.iter().map(|&action| action as u8));
    Ok(codes)
}

/// The scrambler for a goal; boards are fair if no scramble is given.
pub(super) fn scrambler(
    goal: &Board,
    scramble: Option<Scramble>,
    cancel: &Cancel,
) -> crate::puzzle::error::Result<Scrambler> {
    Scrambler::new(goal, scramble.unwrap_or(Scramble::Fair), cancel)
}
