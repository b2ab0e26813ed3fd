//! Figures and moves of many boards, from arrays.

use super::board::PyBoard;
use super::numbers::{Task, Whole, with_numbers};
use super::run::{cancellable, threads};
use super::solving::tell;
use crate::arrays::{self, Figure, Moves};
use crate::distances::Distances;
use crate::error::{Error, Result};
use crate::grid::Grid;
use crate::paper_index;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Fewer boards are done before anyone could press Ctrl-C.
const MANY: usize = 1 << 15;

/// A figure of every board of an array, eight bytes each: `solvable`, `manhattan`, `rank` or `distance`. `packed` arrays
/// hold words. `first` is the number of the first board.
#[pyfunction]
#[pyo3(signature = (boards, goal, what, packed, first, threads))]
pub(super) fn figures<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    goal: &PyBoard,
    what: &str,
    packed: bool,
    first: usize,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let threads = self::threads(threads)?;
    let figure = match what {
        "solvable" => Figure::Solvable,
        "manhattan" => Figure::Manhattan,
        "rank" => {
            paper_index::check_size(goal.inner.grid())?;
            Figure::Rank
        }
        _ => {
            let distances = cancellable(py, true, |cancel| Distances::new(&goal.inner, cancel))?;
            tell(py, distances.notes())?;
            Figure::Distance(distances)
        }
    };
    let found = if packed {
        let words = words(boards)?;
        cancellable(py, words.len() > MANY, |cancel| {
            arrays::figures(&figure, &goal.inner, &arrays::unpack(&words), first, threads, cancel)
        })?
    } else {
        with_numbers(boards, Figures { py, figure: &figure, goal, first, threads })?
    };
    as_bytes(py, &found)
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
        cancellable(py, numbers.len() > MANY, |cancel| {
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
    Ok(PyBytes::new(py, &homes))
}

/// Makes moves on the boards of an array, which is changed: `count` codes a board, as bytes.
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
    let codes = PyBuffer::<u8>::get(moves)?.to_vec(py)?;
    let moves = Moves { codes: &codes, count, stay };
    let grid = Grid::new(shape.0, shape.1);
    let apply = Apply { py, grid, moves, first, threads };
    if !packed {
        return with_numbers(boards, apply);
    }
    let buffer = PyBuffer::<u64>::get(boards)?;
    let mut tiles = arrays::unpack(&buffer.to_vec(py)?);
    apply.make(&mut tiles)?;
    buffer.copy_from_slice(py, &arrays::pack(&tiles, first)?)
}

struct Apply<'a, 'py> {
    py: Python<'py>,
    grid: Grid,
    moves: Moves<'a>,
    first: usize,
    threads: usize,
}

impl Apply<'_, '_> {
    fn make<T: Whole>(&self, numbers: &mut [T]) -> PyResult<()> {
        let Apply { py, grid, ref moves, first, threads } = *self;
        let cells = grid.cells();
        if numbers.len() % cells != 0 || moves.codes.len() != numbers.len() / cells * moves.count {
            return Err(Error::Unsupported("boards and moves are of different numbers".into()).into());
        }
        cancellable(py, numbers.len() + moves.codes.len() > MANY, |cancel| {
            arrays::apply(numbers, grid, moves, first, threads, cancel)
        })
    }
}

impl Task for Apply<'_, '_> {
    type Output = ();

    fn run<T: Whole>(self, buffer: &PyBuffer<T>, mut numbers: Vec<T>) -> PyResult<()> {
        self.make(&mut numbers)?;
        buffer.copy_from_slice(self.py, &numbers)
    }
}

/// Boards of 16 cells as words, eight bytes each.
#[pyfunction]
#[pyo3(signature = (boards, first))]
pub(super) fn pack_boards<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    first: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    struct Pack(usize);
    impl Task for Pack {
        type Output = Result<Vec<u64>>;

        fn run<T: Whole>(self, _: &PyBuffer<T>, numbers: Vec<T>) -> PyResult<Result<Vec<u64>>> {
            Ok(arrays::pack(&numbers, self.0))
        }
    }
    as_bytes(py, &with_numbers(boards, Pack(first))??)
}

/// The tiles of words, a byte each.
#[pyfunction]
#[pyo3(signature = (words))]
pub(super) fn unpack_boards<'py>(
    py: Python<'py>,
    words: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, &arrays::unpack(&self::words(words)?)))
}

fn words(array: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    PyBuffer::<u64>::get(array)?.to_vec(array.py())
}

fn as_bytes<'py>(py: Python<'py>, numbers: &[u64]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, 8 * numbers.len(), |out| {
        for (bytes, number) in out.as_chunks_mut().0.iter_mut().zip(numbers) {
            *bytes = number.to_ne_bytes();
        }
        Ok(())
    })
}
