//! Python tells the core of every fork.

use crate::runtime::fork;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyCFunction};

/// Asks Python to call the core before and after every fork, where there are forks.
pub(super) fn register(py: Python<'_>) -> PyResult<()> {
    let Ok(register) = py.import("os")?.getattr("register_at_fork") else { return Ok(()) };
    let call = |job: fn()| PyCFunction::new_closure(py, None, None, move |_, _| job());
    let calls = [
        ("before", call(fork::before)?),
        ("after_in_parent", call(fork::after_in_parent)?),
        ("after_in_child", call(after_in_child)?),
    ];
    register.call((), Some(&calls.into_py_dict(py)?)).map(drop)
}

fn after_in_child() {
    fork::after_in_child();
    #[cfg(unix)]
    crate::storage::held_locks::close_in_child();
}
