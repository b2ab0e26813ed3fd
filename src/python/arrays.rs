//! Figures and moves of many boards, from arrays.

use super::array_input::{Task, Whole, copied, to_bytes, with_numbers};
use super::board::PyBoard;
use super::errors::no_such_name;
use super::jobs::{cancellable, threads, warn};
use crate::heuristics::walking::WalkingDistance;
use crate::pdb::registry::TableChoice;
use crate::puzzle::error::{Defect, Error};
use crate::puzzle::grid::Grid;
use crate::runtime::cancel::Cancel;
use crate::solver::arrays::{self, Figure, Moves};
use crate::solver::shortest::heuristic_for;
use crate::tables::distances::Distances;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Fewer boards are done before anyone could press Ctrl-C.
const MANY: usize = 1 << 15;

/// A figure of every board of an array, eight bytes each: `solvable`, `manhattan`, `linear conflict`, `walking
/// distance`, `patterns` of the small tables, `rank`, `distance` or `labels`, which has the distance in the lowest byte and the moves that begin a shortest solution in the
/// next. `packed` arrays hold words. `first` is the number of the first board. `memory` is what the search for a
/// walking distance may take.
#[pyfunction]
#[pyo3(signature = (boards, goal, what, packed, first, threads, memory=None))]
#[allow(clippy::too_many_arguments, reason = "they are named in Python")]
pub(super) fn figures<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    goal: &PyBoard,
    what: &str,
    packed: bool,
    first: usize,
    threads: Option<i64>,
    memory: Option<u64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let threads = self::threads(threads)?;
    let figure = match what {
        "solvable" => Figure::Solvable,
        "manhattan" => Figure::Manhattan,
        "linear conflict" => Figure::LinearConflict,
        "walking distance" => {
            let (grid, home) = (goal.inner.grid(), goal.inner.blank());
            let made = |cancel: &Cancel| WalkingDistance::new(grid, home, cancel);
            Figure::Walking(cancellable(py, true, made)?, memory)
        }
        "patterns" => {
            let made = |cancel: &Cancel| heuristic_for(&goal.inner, TableChoice::Small, cancel);
            let (frame, loaded, _) = cancellable(py, true, made)?;
            Figure::Patterns(frame, loaded.heuristic)
        }
        "rank" => Figure::Rank,
        "distance" => Figure::Distance(distances(py, goal)?),
        "labels" => Figure::Labels(distances(py, goal)?),
        _ => {
            let choices = [
                "solvable",
                "manhattan",
                "linear conflict",
                "walking distance",
                "patterns",
                "rank",
                "distance",
                "labels",
            ];
            return Err(no_such_name("figure", what, &choices).into());
        }
    };
    let found = if packed {
        let words = words(boards)?;
        cancellable(py, words.len() > MANY, |cancel| {
            let tiles = arrays::unpack(&words, threads, cancel)?;
            arrays::figures(&figure, &goal.inner, &tiles, first, threads, cancel)
        })?
    } else {
        with_numbers(boards, Figures { py, figure: &figure, goal, first, threads })?
    };
    as_bytes(py, &found)
}

fn distances(py: Python<'_>, goal: &PyBoard) -> PyResult<Distances> {
    let distances = cancellable(py, true, |cancel| Distances::new(&goal.inner, cancel))?;
    warn(py, distances.notes())?;
    Ok(distances)
}

struct Figures<'a, 'py> {
    py: Python<'py>,
    figure: &'a Figure,
    goal: &'a PyBoard,
    first: usize,
    threads: usize,
}

impl Task for Figures<'_, '_> {
    type Output = Vec<u64>;

    fn run<T: Whole>(self, _: &PyBuffer<T>, numbers: Vec<T>) -> PyResult<Vec<u64>> {
        let Figures { py, figure, goal, first, threads } = self;
        let is_long = numbers.len() > MANY || matches!(figure, Figure::Walking(..));
        cancellable(py, is_long, |cancel| {
            arrays::figures(figure, &goal.inner, &numbers, first, threads, cancel)
        })
    }
}

/// Boards by their indices, a byte a cell: the cell of the goal whose tile stands there.
#[pyfunction]
#[pyo3(signature = (indices, goal, first, threads))]
pub(super) fn unrank_boards<'py>(
    py: Python<'py>,
    indices: &Bound<'py, PyAny>,
    goal: &PyBoard,
    first: usize,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let threads = self::threads(threads)?;
    let indices = words(indices)?;
    let homes = cancellable(py, indices.len() > MANY, |cancel| {
        arrays::unrank(&indices, &goal.inner, first, threads, cancel)
    })?;
    to_bytes(py, &homes)
}

/// Makes moves on the boards of an array, in place. `moves` are codes as bytes: `count` for each board, or
/// `count` that every board gets.
#[pyfunction]
#[pyo3(signature = (boards, shape, moves, count, stay, packed, first, threads))]
#[allow(clippy::too_many_arguments)]
pub(super) fn apply_moves<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    shape: (usize, usize),
    moves: &Bound<'py, PyAny>,
    count: usize,
    stay: bool,
    packed: bool,
    first: usize,
    threads: Option<i64>,
) -> PyResult<()> {
    let threads = self::threads(threads)?;
    let codes = copied(py, &PyBuffer::<u8>::get(moves)?)?;
    let moves = Moves { codes: &codes, count, stay };
    let (rows, cols) = shape;
    if rows < 2 || cols < 2 || rows.checked_mul(cols).is_none() {
        return Err(Error::InvalidBoard(Defect::TooSmall { rows, cols }.into()).into());
    }
    let apply = Apply { py, grid: Grid::new(rows, cols), moves, first, threads };
    if !packed {
        return with_numbers(boards, apply);
    }
    let buffer = PyBuffer::<u64>::get(boards)?;
    let words = copied(py, &buffer)?;
    apply.check(words.len(), arrays::PACKED)?;
    let moved = cancellable(py, words.len() > MANY, |cancel| {
        let mut tiles = arrays::unpack(&words, threads, cancel)?;
        arrays::apply(&mut tiles, apply.grid, &apply.moves, first, threads, cancel)?;
        arrays::pack(&tiles, first, threads, cancel)
    })?;
    buffer.copy_from_slice(py, &moved)
}

struct Apply<'a, 'py> {
    py: Python<'py>,
    grid: Grid,
    moves: Moves<'a>,
    first: usize,
    threads: usize,
}

impl Apply<'_, '_> {
    /// Refuses moves that do not fit so many boards of so many cells.
    fn check(&self, boards: usize, cells: usize) -> PyResult<()> {
        let Moves { codes, count, .. } = self.moves;
        let fit = codes.len() == count || boards.checked_mul(count) == Some(codes.len());
        if fit && cells == self.grid.cells() {
            return Ok(());
        }
        let (moves, grid) = (codes.len(), self.grid);
        Err(Error::MovesForBoards { boards, cells, count, moves, grid }.into())
    }
}

impl Task for Apply<'_, '_> {
    type Output = ();

    fn run<T: Whole>(self, buffer: &PyBuffer<T>, mut numbers: Vec<T>) -> PyResult<()> {
        let Apply { py, grid, ref moves, first, threads } = self;
        let boards = numbers.len() / grid.cells();
        self.check(boards, numbers.len().checked_div(boards).unwrap_or(grid.cells()))?;
        cancellable(py, numbers.len() + moves.codes.len() > MANY, |cancel| {
            arrays::apply(&mut numbers, grid, moves, first, threads, cancel)
        })?;
        buffer.copy_from_slice(py, &numbers)
    }
}

/// Boards of 16 cells as words, eight bytes each.
#[pyfunction]
#[pyo3(signature = (boards, first, threads))]
pub(super) fn pack_boards<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    first: usize,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyBytes>> {
    as_bytes(py, &with_numbers(boards, Pack { py, first, threads: self::threads(threads)? })?)
}

struct Pack<'py> {
    py: Python<'py>,
    first: usize,
    threads: usize,
}

impl Task for Pack<'_> {
    type Output = Vec<u64>;

    fn run<T: Whole>(self, _: &PyBuffer<T>, numbers: Vec<T>) -> PyResult<Vec<u64>> {
        let Pack { py, first, threads } = self;
        cancellable(py, numbers.len() > MANY, |cancel| arrays::pack(&numbers, first, threads, cancel))
    }
}

/// The tiles of words, a byte each.
#[pyfunction]
#[pyo3(signature = (words, threads))]
pub(super) fn unpack_boards<'py>(
    py: Python<'py>,
    words: &Bound<'py, PyAny>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (words, threads) = (self::words(words)?, self::threads(threads)?);
    let tiles = cancellable(py, words.len() > MANY, |cancel| arrays::unpack(&words, threads, cancel))?;
    to_bytes(py, &tiles)
}

fn words(array: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    copied(array.py(), &PyBuffer::<u64>::get(array)?)
}

fn as_bytes<'py>(py: Python<'py>, numbers: &[u64]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, 8 * numbers.len(), |out| {
        for (bytes, number) in out.as_chunks_mut().0.iter_mut().zip(numbers) {
            *bytes = number.to_ne_bytes();
        }
        Ok(())
    })
}
