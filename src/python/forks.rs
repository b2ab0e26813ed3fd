//! Python tells the core of every fork.

use crate::runtime::fork;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyCFunction, PyDict};

/// Asks Python to call the core before and after every fork, where there are forks.
pub(super) fn register(py: Python<'_>) -> PyResult<()> {
    let Ok(register) = py.import("os")?.getattr("register_at_fork") else { return Ok(()) };
    let call = |job: fn()| PyCFunction::new_closure(py, None, None, move |_, _| job());
    let before = PyCFunction::new_closure(py, None, None, |arguments, _| {
        wait_for_imports(arguments.py());
        fork::before();
    });
    let calls = [
        ("before", before?),
        ("after_in_parent", call(fork::after_in_parent)?),
        ("after_in_child", call(after_in_child)?),
    ];
    register.call((), Some(&calls.into_py_dict(py)?)).map(drop)
}

/// Waits until no other thread is importing this package or NumPy: a module that is half imported stays locked
/// in the child for good.
fn wait_for_imports(py: Python<'_>) {
    let wait = || -> PyResult<()> {
        let modules = py.import("sys")?.getattr("modules")?.call_method0("copy")?.cast_into::<PyDict>()?;
        for (name, module) in modules {
            let Ok(text) = name.extract::<String>() else { continue };
            let root = text.split('.').next();
            if matches!(root, Some("puzzle15" | "numpy"))
                && let Ok(spec) = module.getattr("__spec__")
                && let Ok(true) = spec.getattr("_initializing").and_then(|unfinished| unfinished.is_truthy())
            {
                // Returns when the other thread is done; if this one is importing it, at once.
                py.import(&*text)?;
            }
        }
        Ok(())
    };
    // If an import fails, the thread that tried it says so.
    let _ = wait();
}

fn after_in_child() {
    fork::after_in_child();
    #[cfg(unix)]
    crate::storage::lock_file::close_in_child();
}
