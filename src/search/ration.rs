//! How threads that search together keep to one budget.

use crate::runtime::budget::{Budget, CHECK_INTERVAL};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What the threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) budget: &'a Budget<'a>,
    /// Nodes generated, as far as they have been reported.
    pub(crate) generated: AtomicU64,
    /// Nodes that were handed out to threads: together they generate no more than the budget has, but for the
    /// last expansion of each.
    pub(crate) handed_out: AtomicU64,
    /// Set once there is a solution, the budget is spent, or the search is cancelled.
    pub(crate) is_over: AtomicBool,
}

impl<'a> Shared<'a> {
    /// For a search that counts on from so many nodes.
    pub(crate) fn new(budget: &'a Budget<'a>, generated: u64) -> Shared<'a> {
        let (generated, handed_out) = (AtomicU64::new(generated), AtomicU64::new(generated));
        Shared { budget, generated, handed_out, is_over: AtomicBool::new(false) }
    }
}

/// The nodes that one thread may generate before it asks again.
pub(crate) struct Ration<'a> {
    shared: &'a Shared<'a>,
    /// Nodes generated since the last report.
    pub(crate) generated: u64,
    /// How many it may generate before the next.
    allowed: u64,
    /// How many it generated beyond its rations: the last expansion may be larger than what is left.
    overdrawn: u64,
}

impl<'a> Ration<'a> {
    pub(crate) fn new(shared: &'a Shared<'a>) -> Ration<'a> {
        Ration { shared, generated: 0, allowed: 0, overdrawn: 0 }
    }

    /// Adds its nodes to those of all threads, and checks whether it is time to stop.
    pub(crate) fn report(&mut self) {
        let Shared { budget, generated, .. } = self.shared;
        let total = generated.fetch_add(self.generated, Ordering::Relaxed) + self.generated;
        self.overdrawn += self.generated.saturating_sub(self.allowed);
        self.allowed = self.allowed.saturating_sub(self.generated);
        self.generated = 0;
        if budget.is_over(total) {
            self.shared.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Asks for more if it is used up.
    #[inline(always)]
    pub(crate) fn refill_if_used(&mut self) {
        if self.generated >= self.allowed {
            self.refill();
        }
    }

    /// Reports, and takes the next ration, after what was overdrawn; if there is none left, the search is over.
    #[cold]
    fn refill(&mut self) {
        self.report();
        let overdrawn = std::mem::take(&mut self.overdrawn);
        let before = self.shared.handed_out.fetch_add(CHECK_INTERVAL + overdrawn, Ordering::Relaxed);
        self.allowed = self.shared.budget.nodes_left(before + overdrawn).min(CHECK_INTERVAL);
        if self.allowed == 0 {
            self.shared.is_over.store(true, Ordering::Relaxed);
        }
    }
}
