//! Boards from sequences and arrays, flat or nested.

use super::array_input::{Task, Whole, if_numbers};
use super::slices::{Turns, detached, let_others_run};
use crate::puzzle::board::Board;
use crate::puzzle::draft::Draft;
use crate::puzzle::error::{Defect, Error, Excerpt, Place, Purpose, Result};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyNotImplementedError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyDict, PyFrozenSet, PyInt, PyIterator, PyList, PySet, PySlice, PyString, PyTuple,
};

/// Reads a board from a sequence or array; text and boards are handled elsewhere.
pub(super) fn read(tiles: &Bound<'_, PyAny>, rows: Option<usize>, cols: Option<usize>) -> PyResult<Board> {
    if tiles.is_instance_of::<PyList>() || tiles.is_instance_of::<PyTuple>() {
        return read_items(tiles, rows, cols);
    }
    // What has no order, or is more than its keys, is no board.
    if tiles.is_instance_of::<PySet>()
        || tiles.is_instance_of::<PyFrozenSet>()
        || tiles.is_instance_of::<PyDict>()
    {
        return Err(not_a_board(tiles));
    }
    check_array(tiles)?;
    let tiles = &in_native_order(tiles)?;
    if let Some(board) = read_array(tiles, rows, cols)? {
        return Ok(board);
    }
    read_items(&listed(tiles)?, rows, cols)
}

/// Refuses arrays of anything but whole numbers, and of more dimensions than a board has, before they are
/// made into something larger.
fn check_array(tiles: &Bound<'_, PyAny>) -> PyResult<()> {
    let mut defect = None;
    if let Some(got) = tiles.getattr_opt("ndim")?.and_then(|ndim| ndim.extract().ok())
        && got > 2
    {
        defect = Some(Defect::Dimensions { got });
    }
    if let Some(dtype) = tiles.getattr_opt("dtype")?
        && let Ok(kind) = dtype.getattr("kind").and_then(|kind| kind.extract::<String>())
        && !["i", "u", "O"].contains(&kind.as_str())
    {
        defect = Some(Defect::NotWhole { dtype: dtype.to_string().into() });
    }
    defect.map_or(Ok(()), |defect| Err(Error::InvalidBoard(defect.into()).into()))
}

/// NumPy's arrays of numbers in another byte order are converted; anything else is as it is.
fn in_native_order<'py>(tiles: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let Some(dtype) = tiles.getattr_opt("dtype")? else { return Ok(tiles.clone()) };
    if dtype.getattr_opt("isnative")?.is_none_or(|native| native.is_truthy().unwrap_or(true)) {
        return Ok(tiles.clone());
    }
    tiles.call_method1("astype", (dtype.call_method1("newbyteorder", ("=",))?,))
}

/// Arrays that are no buffers of whole numbers as lists; anything else as it is.
fn listed<'py>(tiles: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // The items of an array of objects are what they are.
    let is_of_objects = match tiles.getattr_opt("dtype")? {
        Some(dtype) => dtype.getattr_opt("hasobject")?.is_some_and(|has| has.is_truthy().unwrap_or(false)),
        None => false,
    };
    if is_of_objects && tiles.getattr("ndim")?.extract::<usize>()? > 0 {
        return Ok(tiles.clone());
    }
    if let Some(tolist) = tiles.getattr_opt("tolist")? {
        // A memoryview cannot read numbers of another byte order.
        return tolist.call0().map_err(|error| {
            let unread = error.is_instance_of::<PyNotImplementedError>(tiles.py());
            if unread { not_a_board(tiles) } else { error }
        });
    }
    if tiles.hasattr("__array__")? {
        return numpy(tiles.py())?.call_method1("asarray", (tiles,))?.call_method0("tolist");
    }
    Ok(tiles.clone())
}

/// NumPy, if there is room to import it.
pub(super) fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import("puzzle15._support.numeric")?.getattr("np")
}

fn not_a_board(tiles: &Bound<'_, PyAny>) -> PyErr {
    let got = Excerpt::from(describe(tiles));
    PyTypeError::new_err(format!("a board is made from text, a sequence or an array, not {got}"))
}

/// How many numbers of an array are read at a time, in a few milliseconds.
const NUMBERS: usize = 1 << 18;

/// Reads an array of whole numbers of one or two dimensions, or nothing if it is none.
fn read_array(tiles: &Bound<'_, PyAny>, rows: Option<usize>, cols: Option<usize>) -> PyResult<Option<Board>> {
    let (py, mut draft, mut nested) = (tiles.py(), Draft::default(), false);
    for piece in pieces(tiles)? {
        let add = AddArray { py, draft: &mut draft };
        let Some(dimensions) = if_numbers(&piece?, Purpose::Board, add)? else { return Ok(None) };
        if dimensions == 0 {
            return Ok(None);
        }
        nested = dimensions == 2;
        let_others_run(py)?;
    }
    let count = draft.len();
    let finish = || if nested { draft.in_rows(rows, cols) } else { draft.folded(rows, cols) };
    Ok(Some(detached(py, count, finish)?))
}

/// A large array of NumPy in parts of some rows each; anything else as it is.
fn pieces<'py>(
    tiles: &Bound<'py, PyAny>,
) -> PyResult<impl Iterator<Item = PyResult<Bound<'py, PyAny>>> + use<'py>> {
    let shape: Vec<usize> = match tiles.getattr_opt("dtype")? {
        Some(_) => tiles.getattr("shape")?.extract()?,
        None => vec![],
    };
    let width = shape.iter().skip(1).product::<usize>().max(1);
    let (height, tiles) = (shape.first().copied().unwrap_or(0), tiles.clone());
    let is_large = height.saturating_mul(width) > NUMBERS;
    let step = if is_large { (NUMBERS / width).max(1) } else { height.max(1) };
    Ok((0..height.max(1)).step_by(step).map(move |first| {
        if !is_large {
            return Ok(tiles.clone());
        }
        tiles.get_item(PySlice::new(tiles.py(), first as isize, (first + step) as isize, 1))
    }))
}

/// Adds the numbers of an array to a draft; the result is the number of its dimensions.
struct AddArray<'a, 'py> {
    py: Python<'py>,
    draft: &'a mut Draft,
}

impl Task for AddArray<'_, '_> {
    type Output = usize;

    fn run<T: Whole>(self, buffer: &PyBuffer<T>, numbers: Vec<T>) -> PyResult<usize> {
        let AddArray { py, draft } = self;
        match *buffer.shape() {
            [] => {}
            [_, width] => detached(py, numbers.len(), || add_rows(draft, &numbers, width))?,
            _ => detached(py, numbers.len(), || add_numbers(draft, &numbers))?,
        }
        Ok(buffer.dimensions())
    }
}

fn add_numbers<T: Whole>(draft: &mut Draft, numbers: &[T]) -> Result<()> {
    for &number in numbers {
        add_number(draft, number, Place::Cell(draft.len()))?;
    }
    Ok(())
}

fn add_rows<T: Whole>(draft: &mut Draft, numbers: &[T], width: usize) -> Result<()> {
    for numbers in numbers.chunks(width.max(1)) {
        for (col, &number) in numbers.iter().enumerate() {
            add_number(draft, number, Place::RowAndColumn(draft.rows(), col))?;
        }
        draft.end_row();
    }
    Ok(())
}

fn add_number<T: Whole>(draft: &mut Draft, number: T, place: Place) -> Result<()> {
    match number.try_into() {
        Ok(tile) => draft.push(tile),
        Err(_) => draft.push_unread(|| Defect::unreadable(&number.to_string(), place)),
    }
}

/// Reads a flat or nested sequence.
fn read_items(items: &Bound<'_, PyAny>, rows: Option<usize>, cols: Option<usize>) -> PyResult<Board> {
    let mut reader = ItemReader::default();
    reader.read(items)?;
    Ok(detached(items.py(), reader.len(), || reader.finish(rows, cols))?)
}

/// Collects the tiles of a sequence: those in rows, and those that are not.
#[derive(Default)]
struct ItemReader {
    nested: Draft,
    flat: Draft,
    turns: Turns,
}

impl ItemReader {
    /// How many tiles were read.
    fn len(&self) -> usize {
        self.nested.len() + self.flat.len()
    }

    fn read(&mut self, tiles: &Bound<'_, PyAny>) -> PyResult<()> {
        let Some(items) = iterate(tiles)? else {
            return Err(not_a_board(tiles));
        };
        for item in items {
            let item = item?;
            let single = item.is_instance_of::<PyInt>() || item.is_instance_of::<PyString>();
            match if single { None } else { iterate(&item)? } {
                Some(items) => {
                    let row = self.nested.rows();
                    for (col, tile) in items.enumerate() {
                        self.turns.count(tiles.py(), 1)?;
                        add_tile(&mut self.nested, &tile?, Place::RowAndColumn(row, col))?;
                    }
                    self.nested.end_row();
                }
                None => {
                    let cell = self.flat.len();
                    self.turns.count(tiles.py(), 1)?;
                    add_tile(&mut self.flat, &item, Place::Cell(cell))?;
                }
            }
        }
        Ok(())
    }

    fn finish(mut self, rows: Option<usize>, cols: Option<usize>) -> Result<Board> {
        if self.nested.rows() == 0 {
            return self.flat.folded(rows, cols);
        }
        if !self.flat.is_empty() {
            self.nested.note(Defect::OutsideRows { tiles: self.flat.len() });
            self.nested.note_unread(self.flat);
        }
        self.nested.in_rows(rows, cols)
    }
}

/// Reads a tile; if it is none, notes a defect. Exceptions other than for a wrong type or value are passed on.
fn add_tile(draft: &mut Draft, item: &Bound<'_, PyAny>, place: Place) -> PyResult<()> {
    let tile = if item.is_instance_of::<PyBool>() { Err(PyTypeError::new_err("")) } else { item.extract() };
    match tile {
        Ok(tile) => draft.push(tile)?,
        Err(error) if !is_mistake(item.py(), &error) => return Err(error),
        Err(_) => draft.push_unread(|| Defect::unreadable(&describe(item), place))?,
    }
    Ok(())
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

/// What Python shows for something, or the beginning of it.
pub(super) fn describe(item: &Bound<'_, PyAny>) -> String {
    // More than an error shows, so that it says that there is more.
    let beginning = PySlice::new(item.py(), 0, 2 * Excerpt::LETTERS as isize, 1);
    let show = || {
        let repr = if item.is_instance_of::<PyString>() { item.get_item(&beginning)? } else { item.clone() };
        repr.repr()?.get_item(&beginning)?.extract()
    };
    show().unwrap_or("something unprintable".to_string())
}
