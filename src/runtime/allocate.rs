//! Memory for whatever grows with the input. A request can fail, with an error that says what was needed and what
//! was free.
//!
//! Large requests leave a margin of the address space to everything else (`memory::MARGIN`), and are refused if
//! they are for more than is free. What grows doubles each time, so that it costs nothing to ask.

use crate::puzzle::error::{Purpose, Result};
use crate::runtime::cancel::Cancel;
use crate::runtime::freeing;
use crate::runtime::memory::{self, LARGE, MARGIN, WORTH_READING};
use crate::runtime::reserve;
use crate::runtime::room::Room;
use std::alloc::Layout;
use std::collections::HashMap;
use std::hash::Hash;

/// A vector with room for so many values.
pub fn with_room<T>(len: usize, purpose: Purpose) -> Result<Vec<T>> {
    let mut values = vec![];
    reserve_exact(&mut values, len, purpose)?;
    Ok(values)
}

/// Makes room for so many more values, and for some more if it has to grow: pushing one after another stays
/// cheap.
#[inline(always)]
pub fn reserve<T>(values: &mut Vec<T>, more: usize, purpose: Purpose) -> Result<()> {
    if values.capacity() - values.len() < more { grow(values, more, purpose) } else { Ok(()) }
}

/// How many bytes a vector takes, with room for so many more values as [`reserve()`] makes it.
pub fn bytes_with<T>(values: &Vec<T>, more: usize) -> usize {
    let needed = values.len() + more;
    let capacity =
        if needed > values.capacity() { needed.max(2 * values.capacity()) } else { values.capacity() };
    capacity * size_of::<T>()
}

#[cold]
fn grow<T>(values: &mut Vec<T>, more: usize, purpose: Purpose) -> Result<()> {
    let wanted = values.len().saturating_add(more).max(2 * values.capacity());
    leave_margin::<T>(wanted, values.capacity(), purpose)?;
    values.try_reserve(more).map_err(|_| memory::refused(bytes::<T>(wanted), purpose))
}

/// Makes room for so many more values, and for none beyond.
pub fn reserve_exact<T>(values: &mut Vec<T>, more: usize, purpose: Purpose) -> Result<()> {
    if values.capacity() - values.len() >= more {
        return Ok(());
    }
    let wanted = values.len().saturating_add(more);
    leave_margin::<T>(wanted, values.capacity(), purpose)?;
    values.try_reserve_exact(more).map_err(|_| memory::refused(bytes::<T>(wanted), purpose))
}

/// Makes room in a map for so many more entries.
#[inline(always)]
pub fn reserve_in_map<K: Eq + Hash, V>(map: &mut HashMap<K, V>, more: usize, purpose: Purpose) -> Result<()> {
    if map.capacity() - map.len() < more { grow_map(map, more, purpose) } else { Ok(()) }
}

#[cold]
fn grow_map<K: Eq + Hash, V>(map: &mut HashMap<K, V>, more: usize, purpose: Purpose) -> Result<()> {
    // It is seven eighths full when it grows, and doubles.
    let wanted = 3 * map.len().saturating_add(more);
    leave_margin::<(K, V)>(wanted, map.capacity(), purpose)?;
    map.try_reserve(more).map_err(|_| memory::refused(bytes::<(K, V)>(wanted), purpose))
}

/// A copy of values.
pub fn copy<T: Copy>(values: &[T], purpose: Purpose) -> Result<Vec<T>> {
    let mut copy = with_room(values.len(), purpose)?;
    copy.extend_from_slice(values);
    Ok(copy)
}

/// So many equal values, written one by one. (For zeros that are written to much later, see [`zeros`].)
pub fn filled<T: Copy>(value: T, len: usize, purpose: Purpose) -> Result<Vec<T>> {
    let mut values = with_room(len, purpose)?;
    values.resize(len, value);
    Ok(values)
}

/// Types of which a value of nothing but zero bits is one, the default.
///
/// # Safety
///
/// All bits zero must be a value of the type.
#[allow(unsafe_code)]
pub unsafe trait Zero: Copy {}

macro_rules! zero {
    ($($type:ty),*) => {
        // SAFETY: all bits zero means 0.
        $(#[allow(unsafe_code)] unsafe impl Zero for $type {})*
    };
}
zero!(u8, u16, u32, u64, u128, f64);

// SAFETY: all bits zero is a value of both parts.
#[allow(unsafe_code)]
unsafe impl<T: Zero> Zero for (T, u8) {}

/// So many zeros, which come from the system as they are: nobody writes to them, so it does not matter how many
/// there are.
#[allow(unsafe_code)]
pub fn zeros<T: Zero>(len: usize, purpose: Purpose) -> Result<Vec<T>> {
    let needed = bytes::<T>(len);
    let Some(layout) = Layout::array::<T>(len).ok().filter(|layout| layout.size() > 0) else {
        return if needed == 0 { Ok(vec![]) } else { Err(memory::refused(needed, purpose)) };
    };
    leave_margin::<T>(len, 0, purpose)?;
    // SAFETY: the size is not zero.
    let at = unsafe { std::alloc::alloc_zeroed(layout) };
    if at.is_null() {
        return Err(memory::refused(needed, purpose));
    }
    // SAFETY: it was allocated with the layout of `len` values, and zeros are values of the type.
    Ok(unsafe { Vec::from_raw_parts(at.cast(), len, len) })
}

/// The same for a table that is read all over: it is asked for in huge pages, so that the processor seldom has to
/// find out where a page is.
pub fn scattered_zeros<T: Zero>(len: usize, purpose: Purpose) -> Result<Vec<T>> {
    let zeros = zeros(len, purpose)?;
    memory::prefer_huge_pages(&zeros);
    Ok(zeros)
}

/// An error if a large request, of which some is there already, would not leave a margin. If it is very large, also
/// if no such memory is free: address space has no end in a container that ends whoever uses more than it has.
fn leave_margin<T>(len: usize, there: usize, purpose: Purpose) -> Result<()> {
    let needed = bytes::<T>(len);
    let room = || Room::new(usize::try_from(needed.saturating_add(MARGIN)).ok()?);
    if needed < LARGE {
        return if reserve::alarm() { memory::check_alarm() } else { Ok(()) };
    }
    let more = needed.saturating_sub(bytes::<T>(there));
    let is_free = || more < WORTH_READING || memory::free().is_none_or(|free| more <= free);
    let is_there = || is_free() && room().is_some();
    if is_there() {
        return Ok(());
    }
    freeing::wait(&Cancel::new())?;
    if is_there() { Ok(()) } else { Err(memory::refused(needed, purpose)) }
}

fn bytes<T>(len: usize) -> u64 {
    (len as u64).saturating_mul(size_of::<T>() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::error::Error;

    #[test]
    fn vectors_are_as_asked_for() {
        let purpose = Purpose::Search;
        assert_eq!(zeros::<(u64, u8)>(5, purpose).unwrap(), vec![(0, 0); 5]);
        assert_eq!(zeros::<u8>(1 << 20, purpose).unwrap(), vec![0; 1 << 20]);
        assert_eq!(zeros::<u32>(0, purpose).unwrap(), Vec::<u32>::new());
        assert_eq!(filled(7u16, 300, purpose).unwrap(), vec![7; 300]);
        assert_eq!(copy(&[1, 2, 3], purpose).unwrap(), [1, 2, 3]);
        let mut values = with_room::<u8>(10, purpose).unwrap();
        assert!(values.capacity() >= 10);
        for value in 0..200 {
            let foretold = bytes_with(&values, 1);
            reserve(&mut values, 1, purpose).unwrap();
            assert_eq!(values.capacity(), foretold);
            values.push(value);
        }
        assert!(values.into_iter().eq(0..200));
    }

    /// The system would grant it, and end the process that uses it.
    #[test]
    fn what_is_not_free_is_an_error() {
        let more = memory::free().unwrap() as usize + (1 << 28);
        assert!(with_room::<u8>(more, Purpose::Nodes).is_err());
        assert!(zeros::<u8>(more, Purpose::Nodes).is_err());
        assert!(reserve(&mut vec![1u8], more, Purpose::Nodes).is_err());
        let mut map = HashMap::<u64, u64>::new();
        assert!(reserve_in_map(&mut map, more / 16, Purpose::Nodes).is_err());
    }

    #[test]
    fn what_no_machine_has_is_an_error() {
        for len in [1 << 45, usize::MAX / 16, usize::MAX] {
            let error = |needed: u64| move |error: &Error| matches!(error, Error::NoMemory { needed: said, .. } if *said == needed);
            let needed = bytes::<u64>(len);
            assert!(zeros::<u64>(len, Purpose::Table).is_err_and(|found| error(needed)(&found)));
            assert!(with_room::<u64>(len, Purpose::Table).is_err_and(|found| error(needed)(&found)));
            assert!(reserve(&mut vec![1u64], len, Purpose::Table).is_err());
        }
    }
}
