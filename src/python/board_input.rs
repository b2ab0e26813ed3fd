//! Boards from sequences and arrays, flat or nested. All defects are reported at once.

use crate::puzzle::board::Board;
use crate::puzzle::error::{Defect, Error, Place};
use crate::puzzle::text;
use pyo3::exceptions::{PyNotImplementedError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyIterator, PyList, PyString, PyTuple};

/// Reads a board from a sequence or array; text and boards are handled elsewhere.
pub(super) fn read(tiles: &Bound<'_, PyAny>, rows: Option<usize>, cols: Option<usize>) -> PyResult<Board> {
    let mut reader = TileReader::default();
    reader.read(&listed(tiles)?)?;
    Ok(reader.finish(rows, cols)?)
}

/// Arrays of any kind as lists of Python numbers; anything else as it is.
fn listed<'py>(tiles: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if tiles.is_instance_of::<PyList>() || tiles.is_instance_of::<PyTuple>() {
        return Ok(tiles.clone());
    }
    if let Some(dtype) = tiles.getattr_opt("dtype")?
        && let Ok(kind) = dtype.getattr("kind").and_then(|kind| kind.extract::<String>())
        && !["i", "u", "O"].contains(&kind.as_str())
    {
        return Err(Error::InvalidBoard(vec![Defect::NotWhole { dtype: dtype.to_string() }]).into());
    }
    if let Some(tolist) = tiles.getattr_opt("tolist")? {
        // A memoryview cannot read numbers of another byte order.
        return tolist.call0().map_err(|error| {
            let unread = error.is_instance_of::<PyNotImplementedError>(tiles.py());
            if unread { not_a_board(tiles) } else { error }
        });
    }
    if tiles.hasattr("__array__")? {
        return tiles.py().import("numpy")?.call_method1("asarray", (tiles,))?.call_method0("tolist");
    }
    Ok(tiles.clone())
}

fn not_a_board(tiles: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!(
        "a board is made from text, a sequence or an array, not {}",
        describe(tiles)
    ))
}

/// Collects the tiles of a flat or nested sequence, and all defects. What could not be read is `None`.
#[derive(Default)]
struct TileReader {
    flat: Vec<Option<u32>>,
    rows: Vec<Vec<Option<u32>>>,
    defects: Vec<Defect>,
}

impl TileReader {
    fn read(&mut self, tiles: &Bound<'_, PyAny>) -> PyResult<()> {
        let Some(items) = iterate(tiles)? else {
            return Err(not_a_board(tiles));
        };
        for item in items {
            let item = item?;
            let single = item.is_instance_of::<PyInt>() || item.is_instance_of::<PyString>();
            match if single { None } else { iterate(&item)? } {
                Some(items) => {
                    let number = self.rows.len();
                    let mut row = Vec::new();
                    for (col, tile) in items.enumerate() {
                        row.push(self.tile(&tile?, Place::RowAndColumn(number, col))?);
                    }
                    self.rows.push(row);
                }
                None => {
                    let cell = self.flat.len();
                    let tile = self.tile(&item, Place::Cell(cell))?;
                    self.flat.push(tile);
                }
            }
        }
        Ok(())
    }

    /// Reads a tile; if it is none, notes a defect. Exceptions other than for a wrong type or value are
    /// passed on.
    fn tile(&mut self, item: &Bound<'_, PyAny>, place: Place) -> PyResult<Option<u32>> {
        let tile =
            if item.is_instance_of::<PyBool>() { Err(PyTypeError::new_err("")) } else { item.extract() };
        match tile {
            Ok(tile) => return Ok(Some(tile)),
            Err(error) if !is_mistake(item.py(), &error) => return Err(error),
            Err(_) => self.defects.push(Defect::unreadable(describe(item), place)),
        }
        Ok(None)
    }

    fn finish(mut self, rows: Option<usize>, cols: Option<usize>) -> crate::puzzle::error::Result<Board> {
        if self.rows.is_empty() {
            return text::from_flat(self.flat, rows, cols, self.defects);
        }
        if !self.flat.is_empty() {
            self.defects.push(Defect::OutsideRows { tiles: self.flat.len() });
        }
        text::from_rows(self.rows, rows, cols, self.defects)
    }
}

/// An iterator over a sequence, or nothing if it cannot be iterated over.
fn iterate<'py>(items: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyIterator>>> {
    match items.try_iter() {
        Ok(iterator) => Ok(Some(iterator)),
        Err(error) if error.is_instance_of::<PyTypeError>(items.py()) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether an exception says that something is not a number from 0 up.
fn is_mistake(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyTypeError>(py)
        || error.is_instance_of::<PyOverflowError>(py)
        || error.is_instance_of::<PyValueError>(py)
}

/// What Python shows for something.
pub(super) fn describe(item: &Bound<'_, PyAny>) -> String {
    item.repr().map_or("something unprintable".to_string(), |repr| repr.to_string())
}
