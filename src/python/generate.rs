//! Random boards.

use super::array_input::to_bytes;
use super::board::PyBoard;
use super::jobs::{cancellable, threads};
use crate::generate::random::{Maker, Shuffling};
use crate::puzzle::board::Board;
use crate::solver::batch;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Random boards as bytes, `n` of them from the beginning of block `first` on. Each number has `size` bytes:
/// 1, 2 or 4. `blank` has the cells of which the blank is in one; in any if there are none.
#[pyfunction]
#[pyo3(signature = (goal, seed, first, n, size, steps, blank, threads))]
#[allow(clippy::too_many_arguments)]
pub(super) fn random_boards<'py>(
    py: Python<'py>,
    goal: &PyBoard,
    seed: u64,
    first: u64,
    n: usize,
    size: usize,
    steps: Option<u32>,
    blank: Vec<usize>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let threads = self::threads(threads)?;
    check_cells(&goal.inner, &blank)?;
    let shuffling = steps.map_or(Shuffling::Shuffle, Shuffling::Walk);
    let maker = Maker::new(goal.inner.clone(), shuffling).with_blank_in(blank);
    // Each step of a walk takes the blank over several cells.
    let work = n.saturating_mul(maker.cells()).saturating_mul(1 + steps.unwrap_or(0) as usize);
    let bytes = cancellable(py, work > 100_000, |cancel| match size {
        1 => batch::random_boards(&maker, seed, first, n, threads, cancel, |tile| [tile as u8]),
        2 => {
            batch::random_boards(&maker, seed, first, n, threads, cancel, |tile| (tile as u16).to_ne_bytes())
        }
        _ => batch::random_boards(&maker, seed, first, n, threads, cancel, u32::to_ne_bytes),
    })?;
    to_bytes(py, &bytes)
}

/// An error unless these are cells of the board. The package has checked them before, and says more.
pub(super) fn check_cells(board: &Board, cells: &[usize]) -> PyResult<()> {
    if cells.iter().all(|&cell| cell < board.grid().cells()) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{cells:?} are not cells of a board of {}", board.grid())))
}
