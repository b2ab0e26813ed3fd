//! Boards with answers.

use super::arena::{Asked, scrambler};
use super::board::PyBoard;
use super::run::{cancellable, threads};
use super::solving::tell;
use crate::by_depth::ByDepth;
use crate::distances::Distances;
use crate::labels;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The distance of each board of an array, and its first moves as bits: two bytes a board.
#[pyfunction]
pub(super) fn labelled<'py>(
    py: Python<'py>,
    goal: &PyBoard,
    boards: PyBuffer<u32>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (threads, boards) = (self::threads(threads)?, boards.to_vec(py)?);
    let (found, notes) = cancellable(py, true, |cancel| {
        let distances = Distances::new(&goal.inner, cancel)?;
        let found = labels::labels(&goal.inner, &distances, &boards, threads, cancel)?;
        Ok((found, distances.notes().to_vec()))
    })?;
    tell(py, &notes)?;
    Ok(PyBytes::new(py, found.as_flattened()))
}

/// How many boards there are at each distance from the goal of a small puzzle.
#[pyfunction]
pub(super) fn layer_sizes(py: Python<'_>, goal: &PyBoard) -> PyResult<Vec<usize>> {
    let all = cancellable(py, true, |cancel| ByDepth::new(&goal.inner, cancel))?;
    Ok((0..=all.worst()).map(|depth| all.range(depth).len()).collect())
}

/// Boards of a small puzzle by distance, from number `first` on: four bytes a tile.
#[pyfunction]
pub(super) fn boards_by_depth<'py>(
    py: Python<'py>,
    goal: &PyBoard,
    first: usize,
    n: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let cells = goal.inner.grid().cells();
    let tiles = cancellable(py, true, |cancel| {
        let all = ByDepth::new(&goal.inner, cancel)?;
        let n = n.min(all.range(all.worst()).end.saturating_sub(first));
        let mut tiles = vec![0; n * cells];
        for (i, board) in tiles.chunks_mut(cells).enumerate() {
            all.fill(first + i, board);
        }
        Ok(tiles)
    })?;
    Ok(bytes(py, &tiles))
}

/// Scrambled boards, `n` of them from block `first` on: four bytes a tile.
#[pyfunction]
pub(super) fn scrambled_boards<'py>(
    py: Python<'py>,
    goal: &PyBoard,
    scramble: Asked,
    seed: u64,
    first: u64,
    n: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    let goal = &goal.inner;
    let tiles = cancellable(py, true, |cancel| {
        let scrambler = scrambler(goal, scramble, cancel)?;
        labels::scrambled(&scrambler, seed, first, n, goal.grid().cells(), cancel)
    })?;
    Ok(bytes(py, &tiles))
}

fn bytes<'py>(py: Python<'py>, tiles: &[u32]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = tiles.iter().flat_map(|tile| tile.to_ne_bytes()).collect();
    PyBytes::new(py, &bytes)
}
