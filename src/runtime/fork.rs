//! Forks. The child has a copy of all memory, but only the thread that forked: whatever another thread was in
//! the middle of stays that way for good, and a lock that it held is never released.
//!
//! So no lock that outlives a call is a plain one. What takes a moment is done by `briefly`, and a fork waits
//! for it. What takes long holds a `LongLock`, which knows its process: in a child it is free, however it was
//! found. What such a lock protects must be whole at every moment, as a table is that appears all at once; what
//! is not goes into a [`ForkMutex`], which says in the child that its value was lost.
//!
//! Python calls [`before`], [`after_in_parent`] and [`after_in_child`] around every fork. (Windows has none.)

use crate::puzzle::error::{Error, Result};
use crate::runtime::cancel::Cancel;
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockWriteGuard};
use std::time::Duration;

/// How often a thread that waits for another looks again.
const POLL: Duration = Duration::from_millis(1);

/// Which process this is, counted from the first one through all forks; never 0.
static GENERATION: AtomicU32 = AtomicU32::new(1);

/// Held for reading by everything that a fork waits for.
static GATE: RwLock<()> = RwLock::new(());

thread_local! {
    /// Held by the thread that forks, while it does.
    static CLOSED: RefCell<Option<RwLockWriteGuard<'static, ()>>> = const { RefCell::new(None) };
}

/// Waits until no thread does anything briefly, and lets none begin.
pub fn before() {
    let gate = GATE.write().unwrap_or_else(PoisonError::into_inner);
    CLOSED.with(|closed| closed.replace(Some(gate)));
}

/// Lets the parent go on.
pub fn after_in_parent() {
    CLOSED.with(|closed| drop(closed.take()));
}

/// Lets the child go on, as a process of its own.
pub fn after_in_child() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
    CLOSED.with(|closed| drop(closed.take()));
}

/// Which process this is: a number that is another one in every child.
pub(crate) fn generation() -> u32 {
    GENERATION.load(Ordering::Relaxed)
}

/// Does what takes a moment, and what a child must not find half done. It may neither wait nor call Python.
pub(crate) fn briefly<T>(job: impl FnOnce() -> T) -> T {
    let _open = GATE.read().unwrap_or_else(PoisonError::into_inner);
    job()
}

/// Lets others work before one tries again.
fn wait() {
    std::thread::sleep(POLL);
}

/// A lock that may be held for seconds. A child that finds it held by a thread of its parent takes it over.
pub(crate) struct LongLock {
    /// The generation of the process that holds it, or 0.
    holder: AtomicU32,
}

impl LongLock {
    /// A lock that nobody holds.
    pub(crate) const fn new() -> LongLock {
        LongLock { holder: AtomicU32::new(0) }
    }

    /// Takes the lock, unless another thread of this process holds it.
    pub(crate) fn try_hold(&self) -> Option<Held<'_>> {
        let ours = generation();
        let holder = self.holder.load(Ordering::Relaxed);
        let free = holder != ours
            && self.holder.compare_exchange(holder, ours, Ordering::Acquire, Ordering::Relaxed).is_ok();
        free.then(|| Held(self))
    }

    /// Waits for the lock, or until the job is cancelled.
    pub(crate) fn hold(&self, cancel: &Cancel) -> Result<Held<'_>> {
        loop {
            if let Some(held) = self.try_hold() {
                return Ok(held);
            }
            cancel.check()?;
            wait();
        }
    }

    /// Whether a thread held it in the parent when this process was forked.
    fn is_lost(&self) -> bool {
        let holder = self.holder.load(Ordering::Relaxed);
        holder != 0 && holder != generation()
    }
}

/// A lock that is held until this is dropped.
pub struct Held<'a>(&'a LongLock);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.holder.store(0, Ordering::Release);
    }
}

/// A value that one thread at a time may change, and may take long over it. In a child that was forked
/// meanwhile the value may be half changed: there it is an error to ask for it.
pub struct ForkMutex<T> {
    lock: LongLock,
    value: Mutex<T>,
}

impl<T> ForkMutex<T> {
    /// Protects a value.
    pub const fn new(value: T) -> ForkMutex<T> {
        ForkMutex { lock: LongLock::new(), value: Mutex::new(value) }
    }

    /// Waits for the value.
    pub fn lock(&self) -> Result<ForkGuard<'_, T>> {
        self.hold().map(|held| self.guard(held))
    }

    /// Waits until no other thread has the value. (What is returned can be handed from thread to thread.)
    pub fn hold(&self) -> Result<Held<'_>> {
        loop {
            if self.lock.is_lost() {
                return Err(Error::Forked);
            }
            if let Some(held) = self.lock.try_hold() {
                return Ok(held);
            }
            wait();
        }
    }

    /// The value, for whoever holds its lock.
    pub fn guard<'a>(&'a self, held: Held<'a>) -> ForkGuard<'a, T> {
        let value = self.value.lock().unwrap_or_else(PoisonError::into_inner);
        ForkGuard { value, _held: held }
    }
}

/// A value that no other thread changes until this is dropped.
pub struct ForkGuard<'a, T> {
    value: MutexGuard<'a, T>,
    _held: Held<'a>,
}

impl<T> Deref for ForkGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for ForkGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a child sees: locks held by another generation.
    #[test]
    fn a_lock_of_another_process_is_taken_over_and_its_value_is_lost() {
        let (lock, value) = (LongLock::new(), ForkMutex::new(5));
        *value.lock().unwrap() += 1;
        assert_eq!(*value.lock().unwrap(), 6);
        let held = lock.try_hold().unwrap();
        assert!(lock.try_hold().is_none());
        assert!(lock.try_hold().is_none(), "one who fails does not release it");
        let cancel = Cancel::new();
        cancel.cancel();
        assert!(lock.hold(&cancel).is_err(), "waiting can be cancelled");
        drop(held);
        for lock in [&lock, &value.lock] {
            lock.holder.store(generation() + 1, Ordering::Relaxed);
        }
        assert_eq!(value.lock().err(), Some(Error::Forked));
        assert!(lock.try_hold().is_some());
        assert!(!lock.is_lost());
    }

    #[test]
    fn a_fork_waits_for_what_is_brief() {
        let (begun, begins) = std::sync::mpsc::channel();
        let done = AtomicU32::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                briefly(|| {
                    begun.send(()).unwrap();
                    std::thread::sleep(20 * POLL);
                    done.store(1, Ordering::Relaxed);
                });
            });
            begins.recv().unwrap();
            before();
            assert_eq!(done.load(Ordering::Relaxed), 1);
            after_in_parent();
        });
        assert_eq!(briefly(|| 7), 7);
    }
}
