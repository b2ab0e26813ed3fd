//! Asking a long job to stop, and hearing how far it has come.

use crate::puzzle::error::{Error, Purpose, Result};
use crate::runtime::{memory, reserve};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

/// A flag that a job checks often: set it, and the job ends within a few milliseconds. In the other direction
/// it carries news of the job: the share that is done, and how close a search is.
///
/// A job for which there is no memory left ends in the same way. Like a request to stop, that is for good: all
/// threads of a job see it, however much memory there is by then.
#[derive(Debug, Default)]
pub struct Cancel {
    stop: AtomicU8,
    done: AtomicU32,
    /// The length of the best solution so far; 0 if there is none.
    best: AtomicU64,
    /// No solution is shorter; 0 if nothing is known.
    bound: AtomicU64,
}

/// News of a job, for people who watch it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct News {
    /// The share that is done, from 0 to 1.
    pub share: f32,
    /// The length of the best solution that a search has found so far.
    pub best: Option<u64>,
    /// What it has proven: no solution is shorter.
    pub bound: Option<u64>,
}

const GO_ON: u8 = 0;
const CANCELLED: u8 = 1;
const OUT_OF_MEMORY: u8 = 2;

impl Cancel {
    /// A flag that is not set.
    pub const fn new() -> Cancel {
        Cancel {
            stop: AtomicU8::new(GO_ON),
            done: AtomicU32::new(0),
            best: AtomicU64::new(0),
            bound: AtomicU64::new(0),
        }
    }

    /// Asks the job to stop.
    pub fn cancel(&self) {
        self.stop.store(CANCELLED, Ordering::Relaxed);
    }

    /// An error once the job was asked to stop, or once there is no memory left to work with.
    pub fn check(&self) -> Result<()> {
        match self.stop.load(Ordering::Relaxed) {
            GO_ON if !reserve::alarm() => Ok(()),
            GO_ON => memory::check_alarm().inspect_err(|_| {
                let _ =
                    self.stop.compare_exchange(GO_ON, OUT_OF_MEMORY, Ordering::Relaxed, Ordering::Relaxed);
            }),
            CANCELLED => Err(Error::Cancelled),
            _ => Err(memory::refused(memory::MARGIN, Purpose::Work)),
        }
    }

    /// Reports the share of the job that is done, from 0 to 1.
    pub fn report(&self, share: f64) {
        self.done.store((share as f32).to_bits(), Ordering::Relaxed);
    }

    /// Reports the length of the best solution so far.
    pub fn report_best(&self, length: usize) {
        self.best.store(length as u64, Ordering::Relaxed);
    }

    /// Reports that no solution is shorter than this.
    pub fn report_bound(&self, bound: u32) {
        self.bound.store(bound.into(), Ordering::Relaxed);
    }

    /// What was reported last.
    pub fn news(&self) -> News {
        let known = |number: &AtomicU64| Some(number.load(Ordering::Relaxed)).filter(|&number| number > 0);
        News {
            share: f32::from_bits(self.done.load(Ordering::Relaxed)),
            best: known(&self.best),
            bound: known(&self.bound),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_that_has_run_out_of_memory_stays_so() {
        let (cancel, other) = (Cancel::new(), Cancel::new());
        assert_eq!(cancel.check(), Ok(()));
        cancel.stop.store(OUT_OF_MEMORY, Ordering::Relaxed);
        assert!(matches!(cancel.check(), Err(Error::NoMemory { .. })));
        assert_eq!(other.check(), Ok(()), "other jobs are not concerned");
        cancel.cancel();
        assert_eq!(cancel.check(), Err(Error::Cancelled));
    }
}
