//! Giving back much memory without waiting for it.
//!
//! The system needs a tenth of a second to take back a gigabyte, and several times that on a busy machine. Up to
//! [`SLOW_TO_FREE`] that does not matter, and the memory is free as soon as its job has ended. What is larger is
//! given back by another thread, one for all: every thread takes address space of its own. Who needs memory and
//! finds too little waits for what is on its way back.

use crate::puzzle::error::{Purpose, Result};
use crate::runtime::cancel::Cancel;
use crate::runtime::{fork, memory};
use std::cell::Cell;
use std::collections::VecDeque;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A vector of more bytes than this takes longer to give back to the system than anyone should wait: ten
/// milliseconds.
const SLOW_TO_FREE: usize = 1 << 26;

/// What is on its way back.
struct Leaving {
    values: VecDeque<Box<dyn Send>>,
    /// The generation of the process whose thread drops the values; 0 if there is no such thread. A child has no
    /// thread of its parent: the values that it finds here go with the next one that it drops.
    dropper: u32,
}

static LEAVING: Mutex<Leaving> = Mutex::new(Leaving { values: VecDeque::new(), dropper: 0 });

fn with_leaving<T>(job: impl FnOnce(&mut Leaving) -> T) -> T {
    fork::briefly(|| job(&mut LEAVING.lock().unwrap_or_else(PoisonError::into_inner)))
}

/// Drops a value on another thread, after all others that are to be dropped there.
pub(crate) fn drop_elsewhere(value: impl Send + 'static) {
    let (value, ours): (Box<dyn Send>, u32) = (Box::new(value), fork::generation());
    let has_dropper = with_leaving(|leaving| {
        leaving.values.push_back(value);
        std::mem::replace(&mut leaving.dropper, ours) == ours
    });
    let start = || std::thread::Builder::new().spawn(drop_all).is_ok();
    if !(has_dropper || memory::room_for_a_thread().is_ok() && start()) {
        // There is no thread to be had.
        let _here = FreeingHere::new();
        drop_all();
    }
}

/// Drops everything that is to be dropped.
fn drop_all() {
    let next = |leaving: &mut Leaving| {
        let value = leaving.values.pop_front();
        leaving.dropper = if value.is_some() { leaving.dropper } else { 0 };
        value
    };
    while let Some(value) = with_leaving(next) {
        drop(value);
    }
}

/// Waits until nothing is on its way back, or until it has taken too long, or until the job is cancelled.
pub(crate) fn wait(cancel: &Cancel) -> Result<()> {
    const LONG: Duration = Duration::from_secs(3);
    const POLL: Duration = Duration::from_millis(1);
    let begun = Instant::now();
    while with_leaving(|leaving| leaving.dropper == fork::generation()) && begun.elapsed() < LONG {
        cancel.check()?;
        std::thread::sleep(POLL);
    }
    Ok(())
}

/// How many bytes are free, as [`memory::free`] says. If they are fewer than needed, it waits for what is on its
/// way back.
pub(crate) fn free_for(needed: u64, cancel: &Cancel) -> Result<Option<u64>> {
    let free = memory::free();
    if free.is_none_or(|free| free >= needed) {
        return Ok(free);
    }
    wait(cancel)?;
    Ok(memory::free())
}

/// Refuses a job that needs more memory than is free, even with all that is on its way back.
pub(crate) fn require(needed: u64, purpose: Purpose, cancel: &Cancel) -> Result<()> {
    memory::require_within(free_for(needed, cancel)?, needed, purpose)
}

/// Vectors whose memory goes back to the system some pages at a time. While the system takes back many, nobody else
/// can map memory, and a thread has to before it starts.
struct Returned<T>(Vec<Vec<T>>);

impl<T> Drop for Returned<T> {
    fn drop(&mut self) {
        for mut values in self.0.drain(..) {
            values.clear();
            if !FREES_HERE.get() {
                return_pages(values.spare_capacity_mut());
            }
        }
    }
}

/// What is given back at a time: a huge page, so that none is split.
const PIECE: usize = 1 << 21;

/// Gives back the pages of memory that nobody uses, by short calls of the system with pauses between them: a thread
/// that pauses of its own accord is seldom interrupted by the system in the middle of a call, while it holds the
/// lock on the address space.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn return_pages<T>(unused: &mut [MaybeUninit<T>]) {
    const PAUSE: Duration = Duration::from_micros(50);
    let Some(page) = memory::page().and_then(|bytes| usize::try_from(bytes).ok()) else { return };
    let (at, bytes) = (unused.as_mut_ptr().cast::<u8>(), size_of_val(unused));
    let (mut first, end) = (at.addr().next_multiple_of(page), (at.addr() + bytes) / page * page);
    while first < end {
        let next = (first + 1).next_multiple_of(PIECE).min(end);
        // SAFETY: the pages lie in a slice that is borrowed for writing and has no values; they become zeros.
        unsafe { libc::madvise(at.with_addr(first).cast(), next - first, libc::MADV_DONTNEED) };
        if next < end {
            std::thread::sleep(PAUSE);
        }
        first = next;
    }
}

#[cfg(not(target_os = "linux"))]
fn return_pages<T>(_unused: &mut [MaybeUninit<T>]) {}

thread_local! {
    static FREES_HERE: Cell<bool> = const { Cell::new(false) };
}

/// As long as it lives, this thread gives back the memory of large vectors itself: for a job whose memory is
/// limited, what it has dropped must be free before it takes more.
pub(crate) struct FreeingHere {
    before: bool,
}

impl FreeingHere {
    pub(crate) fn new() -> FreeingHere {
        FreeingHere { before: FREES_HERE.replace(true) }
    }
}

impl Drop for FreeingHere {
    fn drop(&mut self) {
        FREES_HERE.set(self.before);
    }
}

/// A vector that may be large. If it is when it is dropped, its memory is given back on another thread: a job that is
/// cancelled, or whose time is up, ends at once.
pub(crate) struct Large<T: Send + 'static>(Vec<T>);

impl<T: Send + 'static> Large<T> {
    /// Gives its memory back here and now, for whoever asks for some next.
    pub(crate) fn give_back(&mut self) {
        self.0 = vec![];
    }
}

impl<T: Send + 'static> Default for Large<T> {
    fn default() -> Large<T> {
        Large(vec![])
    }
}

impl<T: Send + 'static> From<Vec<T>> for Large<T> {
    fn from(items: Vec<T>) -> Large<T> {
        Large(items)
    }
}

impl<T: Send + 'static> Deref for Large<T> {
    type Target = Vec<T>;

    #[inline(always)]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Send + 'static> DerefMut for Large<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T: Send + 'static> Drop for Large<T> {
    fn drop(&mut self) {
        if self.0.capacity() * size_of::<T>() > SLOW_TO_FREE && !FREES_HERE.get() {
            drop_elsewhere(Returned(vec![std::mem::take(&mut self.0)]));
        }
    }
}

/// Vectors that may be large together. When they are dropped, their memory is given back as that of a [`Large`] one.
pub(crate) struct LargeParts<T: Send + 'static>(Vec<Vec<T>>);

impl<T: Send + 'static> From<Vec<Vec<T>>> for LargeParts<T> {
    fn from(parts: Vec<Vec<T>>) -> LargeParts<T> {
        LargeParts(parts)
    }
}

impl<T: Send + 'static> Deref for LargeParts<T> {
    type Target = [Vec<T>];

    #[inline(always)]
    fn deref(&self) -> &[Vec<T>] {
        &self.0
    }
}

impl<T: Send + 'static> DerefMut for LargeParts<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Vec<T>] {
        &mut self.0
    }
}

impl<T: Send + 'static> Drop for LargeParts<T> {
    fn drop(&mut self) {
        let bytes = self.0.iter().map(|part| part.capacity() * size_of::<T>()).sum::<usize>();
        if bytes > SLOW_TO_FREE && !FREES_HERE.get() {
            drop_elsewhere(Returned(std::mem::take(&mut self.0)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::error::Error;
    use std::sync::mpsc;
    use std::thread::ThreadId;

    /// Notes on which thread it is dropped.
    struct Noted(mpsc::Sender<ThreadId>);

    impl Drop for Noted {
        fn drop(&mut self) {
            self.0.send(std::thread::current().id()).unwrap();
        }
    }

    #[test]
    fn large_vectors_are_freed_elsewhere_unless_memory_is_limited() {
        let (sender, dropped) = mpsc::channel();
        let large = || {
            let mut items = Vec::with_capacity(SLOW_TO_FREE);
            items.push(Noted(sender.clone()));
            Large::from(items)
        };
        let here = std::thread::current().id();
        drop(large());
        assert_ne!(dropped.recv().unwrap(), here);
        {
            let _here = FreeingHere::new();
            drop(large());
            assert_eq!(dropped.try_recv().unwrap(), here);
        }
        drop(large());
        assert_ne!(dropped.recv().unwrap(), here);
        let parts = |count: usize| {
            let parts = (0..count).map(|_| {
                let mut values = Vec::with_capacity(SLOW_TO_FREE / 2 / size_of::<Noted>());
                values.push(Noted(sender.clone()));
                values
            });
            LargeParts::from(parts.collect::<Vec<_>>())
        };
        drop(parts(1));
        assert_eq!(dropped.recv().unwrap(), here);
        drop(parts(3));
        assert!((0..3).all(|_| dropped.recv().unwrap() != here));
    }

    #[test]
    fn pages_that_are_given_back_leave_everything_else_as_it_is() {
        let mut values = vec![7u8; 3 * PIECE];
        values.truncate(12_345);
        return_pages(values.spare_capacity_mut());
        assert_eq!(values, [7; 12_345]);
        values.resize(3 * PIECE, 9);
        assert!(values[12_345..].iter().all(|&value| value == 9));
    }

    #[test]
    fn one_thread_drops_everything_and_whoever_needs_memory_waits_for_it() {
        /// Is dropped when it is told to be.
        struct Slow {
            told: mpsc::Receiver<()>,
            _noted: Noted,
        }
        impl Drop for Slow {
            fn drop(&mut self) {
                self.told.recv().unwrap();
            }
        }
        let (sender, dropped) = mpsc::channel();
        let (go, told) = mpsc::channel();
        drop_elsewhere(Slow { told, _noted: Noted(sender.clone()) });
        drop_elsewhere(Noted(sender));
        let cancel = Cancel::new();
        assert!(free_for(0, &cancel).unwrap() > Some(0), "who needs nothing does not wait");
        cancel.cancel();
        assert_eq!(wait(&cancel), Err(Error::Cancelled));
        assert_eq!(require(u64::MAX, Purpose::Table, &cancel), Err(Error::Cancelled));
        assert!(dropped.try_recv().is_err());
        go.send(()).unwrap();
        assert_eq!(wait(&Cancel::new()), Ok(()));
        assert_eq!(dropped.try_recv().unwrap(), dropped.try_recv().unwrap());
        let refused = require(u64::MAX, Purpose::Table, &Cancel::new());
        assert!(matches!(refused, Err(Error::Memory(_))));
    }
}
