//! Random boards.

use super::board::PyBoard;
use super::run::{cancellable, threads};
use crate::batch;
use crate::random::{Maker, Method};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

/// `n` random boards as bytes: numbers of one, two or four bytes, as many as the largest tile needs.
#[pyfunction]
#[pyo3(signature = (n, goal, seed, steps, threads))]
pub(super) fn random_boards<'py>(
    py: Python<'py>,
    n: usize,
    goal: &PyBoard,
    seed: u64,
    steps: Option<u32>,
    threads: Option<i64>,
) -> PyResult<(Bound<'py, PyByteArray>, usize)> {
    let threads = self::threads(threads)?;
    let maker = Maker::new(goal.inner.clone(), steps.map_or(Method::Shuffle, Method::Walk));
    let largest = goal.inner.tiles().iter().copied().max().unwrap_or(0);
    let size = match largest {
        0..0x100 => 1,
        0x100..0x1_0000 => 2,
        _ => 4,
    };
    // A walk takes the blank over a few cells a step.
    let work = n.saturating_mul(maker.cells()).saturating_mul(1 + steps.unwrap_or(0) as usize);
    let bytes = cancellable(py, work > 100_000, |cancel| match size {
        1 => batch::random_boards(&maker, n, seed, threads, cancel, |tile| [tile as u8]),
        2 => batch::random_boards(&maker, n, seed, threads, cancel, |tile| (tile as u16).to_ne_bytes()),
        _ => batch::random_boards(&maker, n, seed, threads, cancel, u32::to_ne_bytes),
    })?;
    let array = PyByteArray::new_with(py, bytes.len(), |out| {
        out.copy_from_slice(&bytes);
        Ok(())
    })?;
    Ok((array, size))
}
