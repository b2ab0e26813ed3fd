//! Arrays of whole numbers of any type, read through the buffer protocol.

use crate::solver::batch::Number;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

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
    macro_rules! try_types {
        ($($whole:ty),*) => {
            $(if let Ok(buffer) = PyBuffer::<$whole>::get(array) {
                let numbers = buffer.to_vec(array.py())?;
                return task.run(&buffer, numbers);
            })*
        };
    }
    try_types!(u8, i64, i32, u32, i8, i16, u16, u64);
    Err(PyTypeError::new_err("boards must be an array of whole numbers"))
}
