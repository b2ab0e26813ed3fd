//! Schofield's tabulation.

use super::slices::{list_of, string_of};
use crate::puzzle::error::Purpose;
use crate::runtime::memory;
use crate::schofield::tabulation::{Representative, Tabulation, TabulationRow, tabulation as kept};
use crate::schofield::twists::{POSITIONS, number};
use pyo3::prelude::*;
use pyo3::types::PyList;

/// An entry of the short dictionary: one position of a class.
#[pyclass(frozen, eq, get_all, module = "puzzle15._core")]
#[derive(Clone, PartialEq)]
pub(super) struct TabulatedClass {
    /// Its sequence number.
    number: usize,
    length: u8,
    /// The twists that can be the last of a shortest path to it, a bit each.
    last: u8,
}

impl From<&Representative> for TabulatedClass {
    fn from(entry: &Representative) -> TabulatedClass {
        TabulatedClass { number: number(&entry.position), length: entry.moves, last: entry.last.0 }
    }
}

/// A line of the paper's table.
#[pyclass(frozen, eq, get_all, module = "puzzle15._core")]
#[derive(Clone, PartialEq)]
pub(super) struct TabulatedRow {
    moves: u8,
    positions: usize,
    classes: usize,
    extended: usize,
}

impl From<TabulationRow> for TabulatedRow {
    fn from(row: TabulationRow) -> TabulatedRow {
        let TabulationRow { moves, positions, classes, extended } = row;
        TabulatedRow { moves, positions, classes, extended }
    }
}

/// The dictionaries and tables.
#[pyclass(frozen, eq, get_all, module = "puzzle15._core")]
#[derive(PartialEq)]
pub(super) struct TabulationTables {
    /// By sequence number: the moves of a shortest path home.
    lengths: Vec<u8>,
    /// By sequence number: the twists with which such a path can begin, a bit each.
    first: Vec<u8>,
    /// By sequence number: the place of its class in `short`.
    classes: Vec<u16>,
    /// The main dictionary, five bits an entry.
    main: Vec<u8>,
    /// The short dictionary.
    short: Vec<TabulatedClass>,
    /// The paper's table.
    rows: Vec<TabulatedRow>,
}

impl From<&Tabulation> for TabulationTables {
    fn from(tables: &Tabulation) -> TabulationTables {
        TabulationTables {
            lengths: (0..POSITIONS).map(|s| tables.moves(s)).collect(),
            first: (0..POSITIONS).map(|s| tables.first(s).0).collect(),
            classes: (0..POSITIONS).map(|s| tables.class(s)).collect(),
            main: tables.main().to_vec(),
            short: tables.short().iter().map(TabulatedClass::from).collect(),
            rows: tables.rows().into_iter().map(TabulatedRow::from).collect(),
        }
    }
}

/// The dictionaries and tables. `fresh` runs the program again instead of using what it gave the first time.
#[pyfunction]
#[pyo3(signature = (fresh))]
pub(super) fn tabulation(py: Python<'_>, fresh: bool) -> PyResult<TabulationTables> {
    // For what Python makes of them: its bindings panic without memory.
    memory::room(1 << 20, Purpose::Table)?;
    Ok(py.detach(|| if fresh { Ok((&Tabulation::new()).into()) } else { kept().map(Into::into) })?)
}

/// A shortest path home from each position of a range of sequence numbers.
#[pyfunction]
#[pyo3(signature = (begin, end))]
pub(super) fn specimens(py: Python<'_>, begin: usize, end: usize) -> PyResult<Bound<'_, PyList>> {
    let tables = py.detach(kept)?;
    let letters = |s| {
        let letters: String = tables.specimen(s).iter().map(|twist| twist.letter()).collect();
        string_of(py, &letters)
    };
    list_of(py, (begin..end.min(POSITIONS)).map(letters))
}
