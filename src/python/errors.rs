//! Errors of the core as exceptions of `puzzle15.errors`.

use super::board::PyBoard;
use crate::puzzle::board::Board;
use crate::puzzle::error::Error;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        Python::attach(|py| to_exception(py, &error).unwrap_or_else(|failure| failure))
    }
}

/// The exception for an error. Exceptions are defined in Python, where they carry their documentation.
fn to_exception(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let text = error.to_string();
    let name = match error {
        Error::InvalidBoard(_) => "InvalidBoardError",
        Error::InvalidMove(_) => "InvalidMoveError",
        Error::OtherShape { .. } | Error::OtherTiles { .. } | Error::NotCentred { .. } => "GoalError",
        Error::Unsolvable { .. } => "UnsolvableError",
        Error::Unsupported(_) => "UnsupportedError",
        Error::Memory(_) => "MemoryBudgetError",
        Error::File(_) => "FileError",
        Error::Row { row, error } => return row_exception(py, *row, error),
        Error::Cancelled => return Ok(PyKeyboardInterrupt::new_err(text)),
        Error::WrongSolution { .. } => return Ok(PyRuntimeError::new_err(text)),
    };
    let class = py.import("puzzle15.errors")?.getattr(name)?;
    let exception = match error {
        Error::InvalidBoard(defects) => {
            let reasons: Vec<String> = defects.iter().map(ToString::to_string).collect();
            class.call1((text, reasons))?
        }
        Error::Memory(need) => class.call1((text, need.needed, need.budget))?,
        Error::Unsolvable { grid, nearest, swap, .. } => {
            let nearest = Board::trusted(*grid, nearest.clone());
            class.call1((text, PyBoard::from(nearest), *swap))?
        }
        _ => class.call1((text,))?,
    };
    Ok(PyErr::from_value(exception))
}

/// The exception for a bad row: that of the board itself, with the row's number before its text.
fn row_exception(py: Python<'_>, row: usize, error: &Error) -> PyResult<PyErr> {
    let inner = to_exception(py, error)?;
    let value = inner.value(py);
    value.setattr("args", (format!("board {row}: {error}"),))?;
    value.setattr("row", row)?;
    Ok(inner)
}
