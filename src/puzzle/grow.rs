//! Memory for what grows with a board, asked for in a way that can fail: Rust would end the process.
//!
//! Other layers have `runtime/allocate.rs`, which also knows what is free. This layer comes before it, so its
//! errors leave that open, and whoever shows them fills it in.
//!
//! Boards are small and many, and nobody else would notice that they take the last of the memory. Python panics in
//! its bindings without any, and the process has only a small reserve (`runtime/reserve.rs`). So after every few
//! thousand bytes it is looked whether the margin is still there, and once the reserve has been touched, each time.

use crate::puzzle::error::{Error, Purpose, Result};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// Requests of more bytes leave a margin for everything small that is made meanwhile.
const LARGE: usize = 1 << 18;
const MARGIN: usize = 4 << 20;
/// After so many bytes in small requests the margin is looked at again.
const SMALL_IN_ALL: usize = 1 << 15;
/// What a small request costs elsewhere, such as the object of Python around a board.
const BESIDE: usize = 64;

thread_local! {
    /// Bytes of small requests since the margin was last looked at.
    static SMALL: Cell<usize> = const { Cell::new(0) };
}

/// Whether the system has refused even a small request, and had no memory since.
pub(crate) static ALARM: AtomicBool = AtomicBool::new(false);

/// Makes room for so many more values, and for some more if it has to grow: pushing one after another stays
/// cheap.
#[inline(always)]
pub(crate) fn reserve<T>(values: &mut Vec<T>, more: usize) -> Result<()> {
    if values.capacity() - values.len() < more { grow(values, more) } else { Ok(()) }
}

#[cold]
fn grow<T>(values: &mut Vec<T>, more: usize) -> Result<()> {
    let wanted = values.len().saturating_add(more).max(2 * values.capacity());
    leave_margin(wanted, size_of::<T>())?;
    values.try_reserve(more).map_err(|_| refused(wanted, size_of::<T>()))
}

/// An empty vector with room for so many values.
pub(crate) fn with_room<T>(len: usize) -> Result<Vec<T>> {
    let mut values = vec![];
    leave_margin(len, size_of::<T>())?;
    values.try_reserve_exact(len).map_err(|_| refused(len, size_of::<T>()))?;
    Ok(values)
}

/// An empty text with room for so many bytes.
pub(crate) fn text_with_room(bytes: usize) -> Result<String> {
    let mut text = String::new();
    leave_margin(bytes, 1)?;
    text.try_reserve_exact(bytes).map_err(|_| refused(bytes, 1))?;
    Ok(text)
}

/// Values one after another, of which there are so many at most.
pub(crate) fn collected<T>(most: usize, values: impl Iterator<Item = T>) -> Result<Vec<T>> {
    let mut all = with_room(most)?;
    for value in values {
        debug_assert!(all.len() < most, "there is room for it");
        all.push(value);
    }
    Ok(all)
}

/// A copy.
pub(crate) fn copied<T: Copy>(values: &[T]) -> Result<Vec<T>> {
    let mut copy = with_room(values.len())?;
    copy.extend_from_slice(values);
    Ok(copy)
}

/// So many equal values.
pub(crate) fn filled<T: Copy>(value: T, len: usize) -> Result<Vec<T>> {
    let mut values = with_room(len)?;
    values.resize(len, value);
    Ok(values)
}

/// The error for values that there is no memory for.
pub(crate) fn refused(len: usize, size: usize) -> Error {
    let needed = (len as u64).saturating_mul(size as u64);
    Error::NoMemory { needed, free: None, purpose: Purpose::Board }
}

#[inline(always)]
fn leave_margin(len: usize, size: usize) -> Result<()> {
    let bytes = len.saturating_mul(size);
    let is_little = || SMALL.replace(SMALL.get() + bytes + BESIDE) < SMALL_IN_ALL;
    if bytes < LARGE && !ALARM.load(Ordering::Relaxed) && is_little() {
        Ok(())
    } else {
        try_margin(len, size)
    }
}

#[cold]
fn try_margin(len: usize, size: usize) -> Result<()> {
    let wanted = len.saturating_mul(size).saturating_add(MARGIN);
    Vec::<u8>::new().try_reserve_exact(wanted).map_err(|_| refused(len, size))?;
    SMALL.set(0);
    ALARM.store(false, Ordering::Relaxed);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_is_an_error() {
        assert_eq!(copied(&[1, 2, 3]).unwrap(), [1, 2, 3]);
        assert_eq!(filled(7u8, 3).unwrap(), [7, 7, 7]);
        assert_eq!(collected(9, [1, 2].into_iter()).unwrap(), [1, 2]);
        for len in [1 << 45, usize::MAX / 4, usize::MAX] {
            assert!(matches!(with_room::<u32>(len), Err(Error::NoMemory { free: None, .. })));
            assert!(reserve(&mut vec![1u32], len).is_err() && text_with_room(len).is_err());
        }
    }
}
