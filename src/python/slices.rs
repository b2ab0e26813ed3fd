//! Long conversions between Python and Rust, a slice at a time: the interpreter's lock is never held for more
//! than a few milliseconds.

use crate::puzzle::error::Purpose;
use crate::runtime::allocate;
use pyo3::PyTypeInfo;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList, PyMemoryView, PySlice, PyString, PyTuple};
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many items are converted at a time, in less than a millisecond. What has fewer is converted at once.
pub(super) const SLICE: usize = 1 << 12;

/// So few numbers are converted one by one.
const FEW: usize = 256;

/// How many letters are encoded at a time.
const LETTERS: usize = 1 << 18;

/// How many bytes of text are made into a string at a time, in some milliseconds. Where the system cannot make a
/// string larger in its place, all of it is copied each time, so they are not fewer.
const BYTES: usize = 1 << 21;

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
        // What no text can hold is replaced, and refused where the text is read.
        return Ok(string.to_string_lossy());
    }
    let mut bytes = vec![];
    for first in (0..letters).step_by(LETTERS) {
        let slice = PySlice::new(string.py(), first as isize, (first + LETTERS) as isize, 1);
        let piece = string.get_item(slice)?.cast_into::<PyString>()?;
        let piece = piece.to_string_lossy();
        allocate::reserve(&mut bytes, piece.len(), Purpose::Text)?;
        bytes.extend_from_slice(piece.as_bytes());
        let_others_run(string.py())?;
    }
    Ok(Cow::Owned(string.py().detach(|| String::from_utf8(bytes))?))
}

/// A string of a text, made slice by slice.
pub(super) fn string_of<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyString>> {
    let (mut string, mut rest) = (PyString::new(py, ""), text);
    loop {
        let end = (BYTES..rest.len()).find(|&end| rest.is_char_boundary(end)).unwrap_or(rest.len());
        let (piece, others) = rest.split_at(end);
        let piece = PyString::from_bytes(py, piece.as_bytes())?;
        string = if rest.len() == text.len() { piece } else { longer(string, &piece)? };
        rest = others;
        if rest.is_empty() {
            return Ok(string);
        }
        let_others_run(py)?;
    }
}

/// The same of a text that nobody else needs, whose memory is given back without the interpreter's lock.
pub(super) fn string_from<'py>(py: Python<'py>, text: String) -> PyResult<Bound<'py, PyString>> {
    let string = string_of(py, &text);
    detached(py, text.len(), move || drop(text));
    string
}

/// A string with a piece added at its end: in its place, if nobody else has it. (To join many pieces at once, Python
/// would copy all of them, and nobody else could run.)
#[allow(unsafe_code)]
fn longer<'py>(string: Bound<'py, PyString>, piece: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    let py = string.py();
    let mut string = string.into_ptr();
    // SAFETY: both are strings; the function takes the first one, and leaves a string in its place, or null and an
    // exception.
    let longer = unsafe {
        ffi::PyUnicode_Append(&raw mut string, piece.as_ptr());
        Bound::from_owned_ptr_or_err(py, string)?
    };
    Ok(longer.cast_into()?)
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
pub(super) fn tuple<'py>(py: Python<'py>, items: &Arc<Vec<u32>>) -> PyResult<Bound<'py, PyTuple>> {
    if items.len() <= FEW {
        return PyTuple::new(py, items.iter());
    }
    // A tuple of a list would be made at once, however long the list is.
    Ok(py.get_type::<PyTuple>().call1((iterator(py, items)?,))?.cast_into()?)
}

/// An iterator over numbers.
pub(super) fn iterator<'py>(py: Python<'py>, items: &Arc<Vec<u32>>) -> PyResult<Bound<'py, PyIterator>> {
    let lists = Bound::new(py, Lists { items: items.clone(), done: AtomicUsize::new(0) })?;
    let chain = py.import(intern!(py, "itertools"))?.getattr(intern!(py, "chain"))?;
    Ok(chain.call_method1(intern!(py, "from_iterable"), (lists,))?.cast_into()?)
}

/// An iterator over lists of some numbers each. Other threads run before each but the first.
#[pyclass(frozen, module = "puzzle15._core")]
struct Lists {
    items: Arc<Vec<u32>>,
    /// How many numbers are in the lists so far.
    done: AtomicUsize,
}

#[pymethods]
impl Lists {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let first = self.done.fetch_add(SLICE, Ordering::Relaxed).min(self.items.len());
        if first > 0 {
            let_others_run(py)?;
        }
        let slice = &self.items[first..(first + SLICE).min(self.items.len())];
        (!slice.is_empty()).then(|| numbers(py, slice)).transpose()
    }
}
