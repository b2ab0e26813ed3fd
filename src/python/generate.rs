//! Random boards.

use super::board::PyBoard;
use super::run::{cancellable, threads};
use crate::batch;
use crate::random::{Maker, Method};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// `n` random boards as bytes: numbers of one, two or four bytes, as many as the largest tile needs.
#[pyfunction]
#[pyo3(signature = (n, goal, seed, steps, threads))]
pub(super) fn random_boards<'py>(
    py: Python<'py>,
    n: usize,
    goal: &PyBoard,
    seed: u64,
    steps: Option<u32>,
    threads: Option<usize>,
) -> PyResult<(Bound<'py, PyBytes>, usize)> {
    let threads = self::threads(threads)?;
    let maker = Maker::new(goal.inner.clone(), steps.map_or(Method::Shuffle, Method::Walk));
    let largest = goal.inner.tiles().iter().copied().max().unwrap_or(0);
    let size = if largest < 1 << 8 {
        1
    } else if largest < 1 << 16 {
        2
    } else {
        4
    };
    let bytes = cancellable(py, |cancel| match size {
        1 => batch::random_boards(&maker, n, seed, threads, cancel, |tile| [tile as u8]),
        2 => batch::random_boards(&maker, n, seed, threads, cancel, |tile| (tile as u16).to_ne_bytes()),
        _ => batch::random_boards(&maker, n, seed, threads, cancel, u32::to_ne_bytes),
    })?;
    Ok((PyBytes::new(py, &bytes), size))
}
