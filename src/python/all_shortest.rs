//! Every shortest solution of a board.

use super::board::PyBoard;
use super::jobs::{cancellable, warn};
use super::slices::{list_of, string_of};
use crate::puzzle::grid::Move;
use crate::runtime::fork::ForkMutex;
use crate::solver::shortest::{ShortestList, ShortestPaths};
use pyo3::prelude::*;
use pyo3::types::PyList;

/// All shortest solutions of a board, a few at a time.
#[pyclass(frozen, name = "ShortestPaths", module = "puzzle15._core")]
pub(super) struct PyShortestPaths(ForkMutex<ShortestList>);

#[pymethods]
impl PyShortestPaths {
    #[new]
    #[pyo3(signature = (board, goal))]
    fn new(py: Python<'_>, board: &PyBoard, goal: &PyBoard) -> PyResult<PyShortestPaths> {
        let (paths, notes) =
            cancellable(py, true, |cancel| ShortestPaths::find(&board.inner, &goal.inner, cancel))?;
        warn(py, &notes)?;
        Ok(PyShortestPaths(ForkMutex::new(paths.list()?)))
    }

    /// The next solutions, at most so many; fewer only if there are no more.
    fn take<'py>(&self, py: Python<'py>, count: usize) -> PyResult<Bound<'py, PyList>> {
        let found = cancellable(py, true, |cancel| self.0.lock()?.take(count, cancel))?;
        let letters = |codes: &Vec<u8>| {
            let letters: String = codes.iter().map(|&code| Move::from_code(code).letter()).collect();
            string_of(py, &letters)
        };
        list_of(py, found.iter().map(letters))
    }
}

/// How many shortest solutions a board has.
#[pyfunction]
#[pyo3(signature = (board, goal))]
pub(super) fn count_optimal(py: Python<'_>, board: &PyBoard, goal: &PyBoard) -> PyResult<u128> {
    let (count, notes) = cancellable(py, true, |cancel| {
        let (paths, notes) = ShortestPaths::find(&board.inner, &goal.inner, cancel)?;
        Ok((paths.count(cancel)?, notes))
    })?;
    warn(py, &notes)?;
    Ok(count)
}
