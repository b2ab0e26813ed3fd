//! Random boards.

use super::array_input::to_bytes;
use super::board::PyBoard;
use super::jobs::{cancellable, threads};
use crate::generate::random::{BLOCK, Maker, Shuffling};
use crate::puzzle::board::Board;
use crate::runtime::cancel::Cancel;
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
    let (maker, work) = maker(goal, steps, blank)?;
    let bytes = cancellable(py, n.saturating_mul(work) > LONG, |cancel| match size {
        1 => batch::random_boards(&maker, seed, first, n, threads, cancel, |tile| [tile as u8]),
        2 => {
            batch::random_boards(&maker, seed, first, n, threads, cancel, |tile| (tile as u16).to_ne_bytes())
        }
        _ => batch::random_boards(&maker, seed, first, n, threads, cancel, u32::to_ne_bytes),
    })?;
    to_bytes(py, &bytes)
}

/// The board with this number of the run with this seed.
#[pyfunction]
#[pyo3(signature = (goal, seed, number, steps, blank))]
pub(super) fn random_board(
    py: Python<'_>,
    goal: &PyBoard,
    seed: u64,
    number: u64,
    steps: Option<u32>,
    blank: Vec<usize>,
) -> PyResult<PyBoard> {
    let (maker, work) = maker(goal, steps, blank)?;
    let make = |cancel: &Cancel| batch::random_board(&maker, seed, number, cancel);
    // Letting go of the interpreter's lock would take as long as a small board.
    let tiles = match work.saturating_mul(1 + number as usize % BLOCK) {
        0..=SHORT => make(&Cancel::new())?,
        work => cancellable(py, work > LONG, make)?,
    };
    Ok(Board::trusted(goal.inner.grid(), tiles).into())
}

/// Up to so many steps are made before anyone notices.
const SHORT: usize = 4_000;

/// More steps take so long that someone may want to stop.
const LONG: usize = 100_000;

/// What makes random boards, and how many steps it takes for each.
fn maker(goal: &PyBoard, steps: Option<u32>, blank: Vec<usize>) -> PyResult<(Maker, usize)> {
    check_cells(&goal.inner, &blank)?;
    let shuffling = steps.map_or(Shuffling::Shuffle, Shuffling::Walk);
    let maker = Maker::new(goal.inner.clone(), shuffling).with_blank_in(blank);
    // Each step of a walk takes the blank over several cells.
    let work = maker.cells().saturating_mul(1 + steps.unwrap_or(0) as usize);
    Ok((maker, work))
}

/// An error unless these are cells of the board. The package has checked them before, and says more.
pub(super) fn check_cells(board: &Board, cells: &[usize]) -> PyResult<()> {
    if cells.iter().all(|&cell| cell < board.grid().cells()) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{cells:?} are not cells of a board of {}", board.grid())))
}
