//! A value that is made at first use, in a moment, and kept for the life of the process.

use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;
use crate::runtime::fork::{LongLock, briefly};
use std::sync::OnceLock;

/// A value, or none yet. Unlike in a plain [`OnceLock`], a fork in the middle of making it does no harm.
pub(crate) struct Once<T> {
    value: OnceLock<T>,
    making: LongLock,
}

impl<T> Once<T> {
    /// No value yet.
    pub(crate) const fn new() -> Once<T> {
        Once { value: OnceLock::new(), making: LongLock::new() }
    }

    /// The value, made now if there is none; other threads wait meanwhile, until they are cancelled. If making
    /// it fails, the next caller tries again.
    pub(crate) fn get_or_make(&self, cancel: &Cancel, make: impl FnOnce() -> Result<T>) -> Result<&T> {
        if let Some(value) = self.value.get() {
            return Ok(value);
        }
        let _making = self.making.hold(cancel)?;
        match self.value.get() {
            Some(value) => Ok(value),
            None => make().map(|value| self.get_or_set(value)),
        }
    }

    /// The value, if there is one.
    pub(crate) fn get(&self) -> Option<&T> {
        self.value.get()
    }

    /// Sets the value if there is none, and returns the one that is there.
    pub(crate) fn get_or_set(&self, value: T) -> &T {
        briefly(|| {
            let _ = self.value.set(value);
        });
        self.value.get().expect("it was set above")
    }
}
