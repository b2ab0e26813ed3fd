//! `improve`.

use super::board::PyBoard;
use super::jobs::watched;
use crate::improve as core;
use crate::puzzle::error::{Error, Result};
use crate::puzzle::grid::Move;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::runtime::replay::PIECE;
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// Budgets of fewer seconds are not worth a thread of their own: nobody is quicker with Ctrl-C.
const SHORT: f64 = 0.02;
/// So many moves may take a while to read and to replay.
const MANY: usize = 1 << 16;

/// Fewer moves from the board to where these lead, and whether it is known that none are fewer. `progress` is
/// called now and then, and ends the search if it raises.
#[pyfunction]
#[pyo3(signature = (board, moves, timeout, passes, progress=None))]
pub(super) fn improve(
    py: Python<'_>,
    board: &PyBoard,
    moves: String,
    timeout: Option<f64>,
    passes: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, bool)> {
    // Years from now is never.
    let duration = timeout.and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok());
    let deadline = duration.and_then(|duration| Instant::now().checked_add(duration));
    let long = timeout.is_none_or(|seconds| seconds > SHORT) || moves.len() > MANY;
    let (letters, optimal) = watched(py, long, progress, |cancel| {
        let codes = translated(moves.into_bytes(), cancel, code)?;
        let improved =
            core::improve(&board.inner, codes, passes, &Budget { deadline, max_nodes: None, cancel })?;
        let letters = translated(improved.moves, cancel, |code| Ok(Move::from_code(code).letter() as u8))?;
        Ok((letters, improved.optimal))
    })?;
    Ok((String::from_utf8(letters)?, optimal))
}

/// The code of a move, from its letter.
fn code(letter: u8) -> Result<u8> {
    let letter = char::from(letter);
    Move::from_letter(letter)
        .map(Move::code)
        .ok_or_else(|| Error::InvalidMove(format!("{letter:?} is not a move; the blank goes L, R, U or D")))
}

/// Every byte changed in its place: there may be a gigabyte of them.
fn translated(mut bytes: Vec<u8>, cancel: &Cancel, change: impl Fn(u8) -> Result<u8>) -> Result<Vec<u8>> {
    for piece in bytes.chunks_mut(PIECE) {
        cancel.check()?;
        for byte in piece {
            *byte = change(*byte)?;
        }
    }
    Ok(bytes)
}
