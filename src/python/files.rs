//! Files and folders that the package writes, as a whole or not at all.

use super::jobs::cancellable;
use crate::runtime::fork::briefly;
use crate::storage::aside::Aside;
use crate::storage::plain_file;
use crate::storage::table_file::cannot_write;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Writes a file; if that fails, the one that was there before stays.
#[pyfunction]
#[pyo3(signature = (path, data))]
pub(super) fn write_file(py: Python<'_>, path: PathBuf, data: &[u8]) -> PyResult<()> {
    cancellable(py, true, |cancel| plain_file::write(&path, data, cancel))
}

/// A new file or folder beside `target`, to be written and then kept in its place. It is removed if it is not
/// kept.
#[pyclass(frozen, name = "Aside", module = "puzzle15._core")]
pub(super) struct PyAside {
    target: PathBuf,
    /// Where it is until then.
    #[pyo3(get)]
    path: PathBuf,
    inner: Mutex<Option<Aside>>,
}

#[pymethods]
impl PyAside {
    #[new]
    #[pyo3(signature = (target, *, folder))]
    fn new(py: Python<'_>, target: PathBuf, folder: bool) -> PyResult<PyAside> {
        let made = py.detach(|| if folder { Aside::folder(&target) } else { Aside::file(&target) });
        let inner = made.map_err(|error| cannot_write(&target, &error))?;
        let path = inner.path().to_path_buf();
        Ok(PyAside { target, path, inner: Mutex::new(Some(inner)) })
    }

    /// Writes it through to the disk and puts it in its place.
    fn keep(&self, py: Python<'_>) -> PyResult<()> {
        match self.take() {
            Some(inner) => {
                cancellable(py, true, |_| inner.keep().map_err(|error| cannot_write(&self.target, &error)))
            }
            None => Ok(()),
        }
    }

    /// Removes it, unless it was kept.
    fn discard(&self, py: Python<'_>) {
        let inner = self.take();
        py.detach(|| drop(inner));
    }
}

impl PyAside {
    fn take(&self) -> Option<Aside> {
        briefly(|| self.inner.lock().unwrap_or_else(PoisonError::into_inner).take())
    }
}
