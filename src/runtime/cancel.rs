//! Asking a long job to stop, and hearing how far it has come.

use crate::puzzle::error::{Error, Result};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// A flag that a job checks often: set it, and the job ends within a few milliseconds. In the other direction
/// it carries the share of the job that is done.
#[derive(Debug, Default)]
pub struct Cancel {
    stop: AtomicBool,
    done: AtomicU32,
}

impl Cancel {
    /// A flag that is not set.
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

    /// Reports the share of the job that is done, from 0 to 1.
    pub fn report(&self, share: f64) {
        self.done.store((share as f32).to_bits(), Ordering::Relaxed);
    }

    /// The share of the job that is done, as last reported.
    pub fn share(&self) -> f32 {
        f32::from_bits(self.done.load(Ordering::Relaxed))
    }
}
