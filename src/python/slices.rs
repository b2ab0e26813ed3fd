//! Long conversions between Python and Rust, a slice at a time: the interpreter's lock is never held for more
//! than a few milliseconds.

use crate::puzzle::error::Purpose;
use crate::runtime::allocate;
use pyo3::PyTypeInfo;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyMemoryView, PySlice, PyString, PyTuple};
use std::borrow::Cow;

/// How many items are converted at a time, in less than a millisecond. What has fewer is converted at once.
pub(super) const SLICE: usize = 1 << 12;

/// So few numbers are converted one by one.
const FEW: usize = 256;

/// How many letters are encoded or decoded at a time.
const LETTERS: usize = 1 << 18;

/// Counts items, and lets other threads run after every slice of them.
#[derive(Default)]
pub(super) struct Turns {
    /// Items since others ran.
    items: usize,
}

impl Turns {
    /// Counts some items. An error if Ctrl-C was pressed.
    pub(super) fn count(&mut self, py: Python<'_>, items: usize) -> PyResult<()> {
        self.items += items;
        if self.items < SLICE {
            return Ok(());
        }
        self.items = 0;
        let_others_run(py)
    }
}

/// Lets other threads run, and looks for Ctrl-C.
pub(super) fn let_others_run(py: Python<'_>) -> PyResult<()> {
    py.detach(|| ());
    py.check_signals()
}

/// Runs a job on so many items, without the interpreter's lock if they are many.
pub(super) fn detached<T: Send>(py: Python<'_>, items: usize, job: impl FnOnce() -> T + Send) -> T {
    if items > SLICE { py.detach(job) } else { job() }
}

/// The text of a string. Where it is not ASCII it has to be encoded, slice by slice.
pub(super) fn text_of<'a>(string: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
    let letters = string.len()?;
    if letters <= LETTERS || string.call_method0("isascii")?.is_truthy()? {
        return string.to_cow();
    }
    let mut bytes = vec![];
    for first in (0..letters).step_by(LETTERS) {
        let slice = PySlice::new(string.py(), first as isize, (first + LETTERS) as isize, 1);
        let piece = string.get_item(slice)?.cast_into::<PyString>()?;
        let piece = piece.to_cow()?;
        allocate::reserve(&mut bytes, piece.len(), Purpose::Text)?;
        bytes.extend_from_slice(piece.as_bytes());
        let_others_run(string.py())?;
    }
    Ok(Cow::Owned(String::from_utf8(bytes)?))
}

/// A string of a text. ASCII is copied at once; other text has to be decoded, slice by slice, and then put together,
/// which takes twice the memory.
pub(super) fn string_of<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyString>> {
    if text.len() <= LETTERS || py.detach(|| text.is_ascii()) {
        return PyString::from_bytes(py, text.as_bytes());
    }
    let (parts, mut rest) = (PyList::empty(py), text);
    while !rest.is_empty() {
        let end = (LETTERS..rest.len()).find(|&end| rest.is_char_boundary(end)).unwrap_or(rest.len());
        let (part, others) = rest.split_at(end);
        parts.append(PyString::from_bytes(py, part.as_bytes())?)?;
        rest = others;
        let_others_run(py)?;
    }
    Ok(PyString::new(py, "").call_method1("join", (parts,))?.cast_into()?)
}

/// A list of any objects, of which there may be many. PyO3's own lists of known length panic where Python has no
/// memory for them.
pub(super) fn list_of<'py, T: PyTypeInfo>(
    py: Python<'py>,
    items: impl Iterator<Item = PyResult<Bound<'py, T>>>,
) -> PyResult<Bound<'py, PyList>> {
    let (list, mut turns) = (PyList::empty(py), Turns::default());
    for item in items {
        list.append(item?)?;
        turns.count(py, 1)?;
    }
    Ok(list)
}

/// A list of numbers.
pub(super) fn list<'py>(py: Python<'py>, items: &[u32]) -> PyResult<Bound<'py, PyList>> {
    if items.len() <= SLICE {
        return numbers(py, items);
    }
    // Slices are added at the end, since other threads can see a list as soon as it is there.
    let list = PyList::empty(py);
    for slice in items.chunks(SLICE) {
        list.call_method1(intern!(py, "extend"), (numbers(py, slice)?,))?;
        let_others_run(py)?;
    }
    Ok(list)
}

/// A list of a few numbers. Python makes it, so that there is an error if it has no memory for it.
pub(super) fn numbers<'py>(py: Python<'py>, items: &[u32]) -> PyResult<Bound<'py, PyList>> {
    if items.len() <= FEW {
        return PyList::new(py, items);
    }
    let bytes = PyBytes::new_with(py, size_of_val(items), |out| {
        out.as_chunks_mut().0.iter_mut().zip(items).for_each(|(out, item)| *out = item.to_ne_bytes());
        Ok(())
    })?;
    let view = PyMemoryView::from(&bytes)?.call_method1(intern!(py, "cast"), (intern!(py, "I"),))?;
    Ok(view.call_method0(intern!(py, "tolist"))?.cast_into()?)
}

/// A tuple of numbers.
pub(super) fn tuple<'py>(py: Python<'py>, items: &[u32]) -> PyResult<Bound<'py, PyTuple>> {
    if items.len() <= FEW {
        return PyTuple::new(py, items);
    }
    Ok(py.get_type::<PyTuple>().call1((list(py, items)?,))?.cast_into()?)
}
