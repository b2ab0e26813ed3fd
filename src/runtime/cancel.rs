//! Asking a long job to stop, and not waiting for the cleaners.

use crate::puzzle::error::{Error, Result};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// A flag that a job looks at often: set it, and the job ends within a few milliseconds. It also carries news the other
/// way: how much of the job is done.
#[derive(Debug, Default)]
pub struct Cancel {
    stop: AtomicBool,
    done: AtomicU32,
}

/// Lets a thread of its own drop something: the system takes a tenth of a second to take back a gigabyte, and nobody
/// should wait for that.
pub(crate) fn drop_elsewhere(value: impl Send + 'static) {
    // Without a thread it is dropped here and now.
    let _ = std::thread::Builder::new().spawn(move || drop(value));
}

impl Cancel {
    /// Not cancelled.
    pub const fn new() -> Cancel {
        Cancel { stop: AtomicBool::new(false), done: AtomicU32::new(0) }
    }

    /// Asks the job to stop.
    pub fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// An error once the job was asked to stop.
    pub fn check(&self) -> Result<()> {
        if self.stop.load(Ordering::Relaxed) { Err(Error::Cancelled) } else { Ok(()) }
    }

    /// Tells whoever watches which share of the job is done.
    pub fn tell(&self, share: f64) {
        self.done.store((share as f32).to_bits(), Ordering::Relaxed);
    }

    /// The share of the job that is done, as far as the job has told.
    pub fn share(&self) -> f32 {
        f32::from_bits(self.done.load(Ordering::Relaxed))
    }
}
