//! Asking a long job to stop, and not waiting for the cleaners.

use crate::error::{Error, Result};
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that a job looks at often: set it, and the job ends within a few milliseconds.
#[derive(Debug, Default)]
pub struct Cancel(AtomicBool);

/// Lets a thread of its own drop something: the system takes a tenth of a second to take back a gigabyte, and nobody
/// should wait for that.
pub(crate) fn drop_elsewhere(value: impl Send + 'static) {
    // Without a thread it is dropped here and now.
    let _ = std::thread::Builder::new().spawn(move || drop(value));
}

impl Cancel {
    /// Not cancelled.
    pub const fn new() -> Cancel {
        Cancel(AtomicBool::new(false))
    }

    /// Asks the job to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// An error once the job was asked to stop.
    pub fn check(&self) -> Result<()> {
        if self.0.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) }
    }
}
