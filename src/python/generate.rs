//! Random boards.

use super::board::PyBoard;
use super::jobs::{cancellable, threads};
use crate::generate::random::{Maker, Shuffling};
use crate::solver::batch;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Random boards as bytes, `n` of them from the beginning of block `first` on. Each number has `size` bytes:
/// 1, 2 or 4.
#[pyfunction]
#[pyo3(signature = (goal, seed, first, n, size, steps, threads))]
#[allow(clippy::too_many_arguments)]
pub(super) fn random_boards<'py>(
    py: Python<'py>,
    goal: &PyBoard,
    seed: u64,
    first: u64,
    n: usize,
    size: usize,
    steps: Option<u32>,
    threads: Option<i64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let threads = self::threads(threads)?;
    let maker = Maker::new(goal.inner.clone(), steps.map_or(Shuffling::Shuffle, Shuffling::Walk));
    // Each step of a walk takes the blank over several cells.
    let work = n.saturating_mul(maker.cells()).saturating_mul(1 + steps.unwrap_or(0) as usize);
    let bytes = cancellable(py, work > 100_000, |cancel| {
        let bytes = match size {
            1 => batch::random_boards(&maker, seed, first, n, threads, cancel, |tile| [tile as u8]),
            2 => batch::random_boards(&maker, seed, first, n, threads, cancel, |tile| {
                (tile as u16).to_ne_bytes()
            }),
            _ => batch::random_boards(&maker, seed, first, n, threads, cancel, u32::to_ne_bytes),
        };
        cancel.check().map(|()| bytes)
    })?;
    Ok(PyBytes::new(py, &bytes))
}
