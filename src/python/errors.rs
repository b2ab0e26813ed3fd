//! Errors of the core as exceptions of `puzzle15.errors`, with their data as attributes.

use super::board::PyBoard;
use crate::puzzle::board::Board;
use crate::puzzle::error::{Error, Part, Purpose, Remedy, why_unsolvable};
use crate::runtime::{allocate, memory};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        Python::attach(|py| to_exception(py, &error).unwrap_or_else(|failure| failure))
    }
}

/// The exception for an error. Exceptions are defined in Python, where they are documented and put facts and
/// remedies into words.
fn to_exception(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    if let Error::NoMemory { needed, free: None, purpose } = *error {
        // Nobody could say what is free where it happened.
        let free = Some(memory::free().unwrap_or(0));
        return to_exception(py, &Error::NoMemory { needed, free, purpose });
    }
    let class = match error {
        Error::Row { row, error } => {
            let exception = to_exception(py, error)?;
            exception.value(py).setattr("row", row)?;
            return Ok(exception);
        }
        Error::Cancelled => return Ok(PyKeyboardInterrupt::new_err(error.to_string())),
        Error::WrongSolution { .. } => return Ok(PyRuntimeError::new_err(error.to_string())),
        other => class(other),
    };
    let data = PyDict::new(py);
    match error {
        Error::InvalidBoard(defects) => {
            data.set_item("reasons", defects.first().iter().map(ToString::to_string).collect::<Vec<_>>())?;
            data.set_item("more", defects.more())?;
        }
        Error::Memory(need) => {
            data.set_item("needed", need.needed)?;
            data.set_item("budget", need.budget)?;
        }
        Error::NoMemory { needed, free, .. } => {
            data.set_item("needed", needed)?;
            data.set_item("budget", free.unwrap_or(0))?;
        }
        Error::NoTime { allowed } => data.set_item("timeout", allowed.as_secs_f64())?,
        Error::Unsolvable { parities, grid, nearest, swap } => {
            data.set_item("reason", why_unsolvable(parities, *swap, *grid, nearest))?;
            data.set_item("parities", parities.to_string())?;
            data.set_item(
                "nearest",
                PyBoard::from(Board::new(grid.rows, grid.cols, allocate::copy(nearest, Purpose::Board)?)?),
            )?;
            data.set_item("swap", *swap)?;
        }
        _ => {}
    }
    let errors = py.import("puzzle15.errors")?;
    let remedy = |remedy: Remedy| errors.call_method1("Remedy", (remedy.kind(), remedy.value()));
    let remedies = error.remedies().into_iter().map(remedy).collect::<PyResult<Vec<_>>>()?;
    data.set_item("remedies", remedies)?;
    let part = |part: Part| match part {
        Part::Text(text) => text.into_bound_py_any(py),
        Part::Option(name) => errors.call_method1("Option", (name,)),
        Part::Choice(name, value) => errors.call_method1("Option", (name, value)),
    };
    let facts = error.parts().into_iter().map(part).collect::<PyResult<Vec<_>>>()?;
    Ok(PyErr::from_value(errors.getattr(class)?.call(PyTuple::new(py, facts)?, Some(&data))?))
}

/// The name of the class of an error's exception.
fn class(error: &Error) -> &'static str {
    match error {
        Error::InvalidBoard(_) => "InvalidBoardError",
        Error::NotAMove { .. }
        | Error::NotACode { .. }
        | Error::NotOneMove { .. }
        | Error::OffBoard { .. }
        | Error::NoSuchTile { .. }
        | Error::CannotSlide { .. } => "InvalidMoveError",
        Error::OtherShape { .. } | Error::OtherTiles { .. } | Error::NotCentred { .. } => "GoalError",
        Error::Unsolvable { .. } => "UnsolvableError",
        Error::Memory(_) | Error::NoMemory { .. } => "MemoryBudgetError",
        Error::NoTime { .. } => "TimeBudgetError",
        Error::File { .. } | Error::NoCacheFolder | Error::WrongTable => "FileError",
        _ => "UnsupportedError",
    }
}

/// The error for a name that is none of the choices.
pub(super) fn no_such_name(what: &'static str, got: &str, choices: &[&'static str]) -> Error {
    Error::NoSuchName { what, got: got.into(), choices: choices.to_vec() }
}

/// The names of all remedies that the core knows.
#[pyfunction]
pub(super) fn remedy_kinds() -> Vec<&'static str> {
    Remedy::KINDS.to_vec()
}
