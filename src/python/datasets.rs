//! Boards for datasets: scrambled ones, and all boards of a small puzzle by distance.

use super::arena::scrambler;
use super::arena_rules::PyScramble;
use super::board::PyBoard;
use super::jobs::{cancellable, threads};
use crate::generate::by_distance::ByDistance;
use crate::generate::scramble::{self, TILE};
use crate::puzzle::error::Purpose;
use crate::runtime::memory::{self, require_for_boards};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Refuses so many bytes for boards, or for moves, if they do not fit into free memory.
#[pyfunction]
#[pyo3(signature = (bytes, moves=false))]
pub(super) fn require_memory(bytes: usize, moves: bool) -> PyResult<()> {
    let purpose = if moves { Purpose::Moves } else { Purpose::Boards };
    Ok(memory::room(bytes as u64, purpose).map(drop)?)
}

/// How many boards there are at each distance from the goal of a small puzzle.
#[pyfunction]
pub(super) fn layer_sizes(py: Python<'_>, goal: &PyBoard) -> PyResult<Vec<usize>> {
    let all = cancellable(py, true, |cancel| ByDistance::new(&goal.inner, cancel))?;
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
    let all = cancellable(py, true, |cancel| ByDistance::new(&goal.inner, cancel))?;
    let each = goal.inner.grid().cells();
    let n = n.min(all.range(all.worst()).end.saturating_sub(first));
    PyBytes::new_with(py, n * each * TILE, |out| {
        let mut tiles = vec![0; each];
        for (i, board) in out.chunks_exact_mut(each * TILE).enumerate() {
            all.fill(first + i, &mut tiles);
            scramble::write_tiles(&tiles, board);
        }
        Ok(())
    })
}

/// Scrambled boards, `n` of them from the beginning of block `first` on: four bytes a tile.
#[pyfunction]
pub(super) fn scrambled_boards<'py>(
    py: Python<'py>,
    goal: &PyBoard,
    scramble: Option<&PyScramble>,
    seed: u64,
    first: u64,
    n: usize,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (threads, goal) = (self::threads(threads)?, &goal.inner);
    let scramble = scramble.map(|scramble| scramble.inner);
    let scrambler = cancellable(py, true, |cancel| scrambler(goal, scramble, cancel))?;
    let each = scrambler.cells() * TILE;
    require_for_boards(n, each)?;
    PyBytes::new_with(py, n * each, |out| {
        cancellable(py, true, |cancel| scramble::fill_many(&scrambler, seed, first, out, threads, cancel))
    })
}
