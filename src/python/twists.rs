//! Schofield's tabulation, as plain bytes and text.

use crate::schofield::tabulation::{Tabulation, tabulation as kept};
use crate::schofield::twists::{POSITIONS, number};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A line of the paper's table: moves, positions, classes, extended classes.
type Row = (u8, usize, usize, usize);

/// The dictionaries and tables, by sequence number: lengths, first twists (bits), classes; the main dictionary
/// (packed); the short dictionary (number, length, last twists); the paper's rows. `fresh` runs the program again
/// instead of using what it gave the first time.
#[pyfunction]
#[pyo3(signature = (fresh))]
#[allow(clippy::type_complexity)]
pub(super) fn tabulation(
    py: Python<'_>,
    fresh: bool,
) -> (Bound<'_, PyBytes>, Bound<'_, PyBytes>, Vec<u16>, Bound<'_, PyBytes>, Vec<(usize, u8, u8)>, Vec<Row>) {
    let made = py.detach(|| fresh.then(Tabulation::new));
    let tables = made.as_ref().unwrap_or_else(|| py.detach(kept));
    let bytes = |of: &dyn Fn(usize) -> u8| PyBytes::new(py, &(0..POSITIONS).map(of).collect::<Vec<_>>());
    (
        bytes(&|s| tables.moves(s)),
        bytes(&|s| tables.first(s).0),
        (0..POSITIONS).map(|s| tables.class(s)).collect(),
        PyBytes::new(py, tables.main()),
        tables.short().iter().map(|entry| (number(&entry.position), entry.moves, entry.last.0)).collect(),
        tables.rows().iter().map(|row| (row.moves, row.positions, row.classes, row.extended)).collect(),
    )
}

/// A shortest way home from each position of a range of sequence numbers.
#[pyfunction]
#[pyo3(signature = (begin, end))]
pub(super) fn specimens(py: Python<'_>, begin: usize, end: usize) -> Vec<String> {
    let letters = |s| kept().specimen(s).iter().map(|twist| twist.letter()).collect();
    py.detach(|| (begin..end.min(POSITIONS)).map(letters).collect())
}
