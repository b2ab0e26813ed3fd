//! `improve`.

use super::board::PyBoard;
use super::jobs::{interruptible, seconds};
use super::slices::{string_of, text_of};
use crate::puzzle::error::{Error, Purpose, Result};
use crate::puzzle::grid::Move;
use crate::runtime::allocate;
use crate::runtime::cancel::Cancel;
use crate::runtime::replay::PIECE;
use crate::solver::improving::{self, Effort};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

/// Budgets of so few seconds are not worth a separate thread: nobody is quicker with Ctrl-C.
const SHORT: f64 = 0.02;
/// More moves than this may take a while to read and to replay.
const MANY: usize = 1 << 16;

/// A solution made shorter.
#[pyclass(frozen, get_all, name = "Improved", module = "puzzle15._core")]
pub(super) struct PyImproved {
    moves: Py<PyString>,
    optimal: bool,
    /// None where nothing was proven.
    lower_bound: Option<u64>,
    nodes: u64,
}

/// Shortens moves that lead from the board to the goal, and puts the result in `keep`. `progress` is called now
/// and then. What interrupts the search, Ctrl-C or an exception of `progress`, is raised; the best solution by
/// then is in `keep`, if there is one.
#[pyfunction]
#[pyo3(signature = (board, goal, moves, keep, timeout, passes, progress=None))]
#[allow(clippy::too_many_arguments)]
pub(super) fn improve(
    py: Python<'_>,
    board: &PyBoard,
    goal: &PyBoard,
    moves: &Bound<'_, PyString>,
    keep: &Bound<'_, PyList>,
    timeout: Option<f64>,
    passes: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let moves = allocate::copy(text_of(moves)?.as_bytes(), Purpose::Moves)?;
    let long = timeout.is_none_or(|seconds| seconds > SHORT) || moves.len() > MANY;
    let effort = Effort { timeout: seconds(timeout), passes };
    let (result, interrupt) = interruptible(py, long, progress, |cancel| {
        let codes = translated(moves, cancel, code)?;
        let mut improved = improving::best(&board.inner, &goal.inner, codes, effort, cancel)?;
        // What was found is kept, even by a search that was cancelled.
        let letter = |code| Ok(Move::from_code(code).letter() as u8);
        improved.moves = translated(improved.moves, &Cancel::new(), letter)?;
        Ok(improved)
    })?;
    let improved = match (result, interrupt.as_ref()) {
        (Err(_), Some(interrupt)) => return Err(interrupt.clone_ref(py)),
        (result, _) => result?,
    };
    keep.append(PyImproved {
        moves: string_of(py, &String::from_utf8(improved.moves)?)?.unbind(),
        optimal: improved.optimal,
        lower_bound: improved.lower_bound,
        nodes: improved.nodes,
    })?;
    interrupt.map_or(Ok(()), Err)
}

/// The code of a move, from its letter.
fn code(letter: u8) -> Result<u8> {
    let letter = char::from(letter);
    Move::from_letter(letter)
        .map(Move::code)
        .ok_or_else(|| Error::NotAMove { got: format!("'{letter}'").into() })
}

/// The bytes, each of them changed; in place, since there may be a gigabyte of them.
fn translated(mut bytes: Vec<u8>, cancel: &Cancel, change: impl Fn(u8) -> Result<u8>) -> Result<Vec<u8>> {
    for piece in bytes.chunks_mut(PIECE) {
        cancel.check()?;
        for byte in piece {
            *byte = change(*byte)?;
        }
    }
    Ok(bytes)
}
