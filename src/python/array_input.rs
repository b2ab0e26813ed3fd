//! Arrays of whole numbers of any type, read through the buffer protocol, and bytes that become arrays.

use crate::puzzle::error::Purpose;
use crate::runtime::memory;
use crate::solver::batch::Number;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Work on numbers whose type is known only when the array is.
pub(super) trait Task {
    /// The result.
    type Output;

    /// Does the work. `buffer` is the array, and `numbers` its contents: a copy, since another thread could
    /// write to the array while the interpreter's lock is released.
    fn run<T: Whole>(self, buffer: &PyBuffer<T>, numbers: Vec<T>) -> PyResult<Self::Output>;
}

/// A type of whole numbers that an array can hold.
pub(super) trait Whole: Element + Number + Default + PartialEq {}
impl<T: Element + Number + Default + PartialEq> Whole for T {}

/// Does a task on an array. The array is copied, so callers hand over large ones in pieces.
pub(super) fn with_numbers<K: Task>(array: &Bound<'_, PyAny>, task: K) -> PyResult<K::Output> {
    let done = if_numbers(array, Purpose::Boards, task)?;
    done.ok_or_else(|| PyTypeError::new_err("boards must be an array of whole numbers"))
}

/// The same, or nothing if this is no array of whole numbers.
pub(super) fn if_numbers<K: Task>(
    array: &Bound<'_, PyAny>,
    purpose: Purpose,
    task: K,
) -> PyResult<Option<K::Output>> {
    macro_rules! try_types {
        ($($whole:ty),*) => {
            $(if let Ok(buffer) = PyBuffer::<$whole>::get(array)
                && is_native(&buffer)
            {
                let _room = memory::room(buffer.len_bytes() as u64, purpose)?;
                let numbers = buffer.to_vec(array.py())?;
                return task.run(&buffer, numbers).map(Some);
            })*
        };
    }
    try_types!(u8, i64, i32, u32, i8, i16, u16, u64);
    Ok(None)
}

/// Whether the numbers have the byte order of this machine.
fn is_native<T: Element>(buffer: &PyBuffer<T>) -> bool {
    let foreign: &[u8] = if cfg!(target_endian = "little") { b">!" } else { b"<" };
    buffer.format().to_bytes().first().is_none_or(|order| !foreign.contains(order))
}

/// The numbers of an array. An error if there is no memory for them.
pub(super) fn copied<T: Element>(py: Python<'_>, buffer: &PyBuffer<T>) -> PyResult<Vec<T>> {
    let _room = memory::room(buffer.len_bytes() as u64, Purpose::Boards)?;
    buffer.to_vec(py)
}

/// Bytes for Python. An error if there is no memory for them.
pub(super) fn to_bytes<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, bytes.len(), |out| {
        out.copy_from_slice(bytes);
        Ok(())
    })
}
