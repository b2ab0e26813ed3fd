//! What a search may spend: time, nodes, memory, and the patience of whoever started it.

use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;
use std::time::Instant;

/// How many nodes a search generates between two checks of the clock and for cancellation: less than a
/// millisecond, or some on a busy machine.
///
/// A limit on nodes is kept more exactly than that: to the node by a beam and where a `Meter` counts them, and
/// to one batch of expansions by other searches.
pub const CHECK_INTERVAL: u64 = 1 << 12;

/// What a search may spend. Without limits it runs until it is done or cancelled.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// How many nodes to generate.
    pub max_nodes: Option<u64>,
    /// How many bytes the nodes that it keeps may take.
    pub memory: Option<u64>,
    /// Cancellation, which makes the search end with an error.
    pub cancel: &'a Cancel,
}

impl<'a> Budget<'a> {
    /// No limits: only cancellation stops the search.
    pub fn unlimited(cancel: &'a Cancel) -> Budget<'a> {
        Budget { deadline: None, max_nodes: None, memory: None, cancel }
    }

    /// So many nodes, and as much time as they take.
    pub fn of_nodes(max_nodes: u64, cancel: &'a Cancel) -> Budget<'a> {
        Budget { max_nodes: Some(max_nodes), ..Budget::unlimited(cancel) }
    }

    /// Whether time or nodes are limited.
    pub fn is_limited(&self) -> bool {
        self.max_nodes.is_some() || self.deadline.is_some()
    }

    /// Whether nothing is left once so many nodes have been generated.
    pub fn is_spent(&self, nodes: u64) -> bool {
        self.max_nodes.is_some_and(|most| nodes >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether a search has to end after so many nodes: nothing is left, or it was cancelled.
    pub fn is_over(&self, nodes: u64) -> bool {
        self.is_spent(nodes) || self.cancel.check().is_err()
    }

    /// Whether so many bytes may be used.
    #[inline(always)]
    pub fn has_memory(&self, bytes: usize) -> bool {
        self.memory.is_none_or(|most| bytes as u64 <= most)
    }

    /// How many more nodes may be generated after so many.
    pub fn nodes_left(&self, nodes: u64) -> u64 {
        self.max_nodes.map_or(u64::MAX, |most| most.saturating_sub(nodes))
    }

    /// An error once the search has been cancelled.
    pub fn check(&self) -> Result<()> {
        self.cancel.check()
    }

    /// What is left after so many nodes, for a search that counts from 0.
    pub fn after(&self, nodes: u64) -> Budget<'a> {
        Budget { max_nodes: self.max_nodes.map(|most| most.saturating_sub(nodes)), ..*self }
    }

    /// Half of what is left after so many nodes, for a search that goes on counting from there.
    pub fn half(&self, nodes: u64) -> Budget<'a> {
        let now = Instant::now();
        Budget {
            deadline: self.deadline.map(|deadline| now + deadline.saturating_duration_since(now) / 2),
            max_nodes: self.max_nodes.map(|most| most.saturating_add(nodes) / 2),
            ..*self
        }
    }
}

/// Counts nodes against a budget, and keeps its limit on nodes exactly.
pub(crate) struct Meter<'a> {
    budget: Budget<'a>,
    /// Nodes counted so far.
    pub(crate) nodes: u64,
    /// At this many nodes the budget is checked again.
    next_check: u64,
}

impl<'a> Meter<'a> {
    /// A meter that starts at so many nodes, and checks the budget before the next one.
    pub(crate) fn new(budget: Budget<'a>, nodes: u64) -> Meter<'a> {
        Meter { budget, nodes, next_check: nodes }
    }

    /// Whether more nodes may be generated; an error if the search was cancelled.
    #[inline(always)]
    pub(crate) fn may_go_on(&mut self) -> Result<bool> {
        if self.nodes < self.next_check { Ok(true) } else { self.check() }
    }

    /// How many more nodes may be generated.
    pub(crate) fn nodes_left(&self) -> u64 {
        self.budget.nodes_left(self.nodes)
    }

    #[cold]
    fn check(&mut self) -> Result<bool> {
        self.budget.check()?;
        let most = self.budget.max_nodes.unwrap_or(u64::MAX);
        self.next_check = most.min(self.nodes.saturating_add(CHECK_INTERVAL));
        Ok(!self.budget.is_spent(self.nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::error::Error;
    use std::time::Duration;

    #[test]
    fn a_budget_is_spent_by_nodes_or_by_time() {
        let cancel = Cancel::new();
        let budget = Budget::unlimited(&cancel);
        assert!(!budget.is_limited() && !budget.is_spent(u64::MAX));
        let budget = Budget::of_nodes(100, &cancel);
        assert!(budget.is_limited() && !budget.is_spent(99) && budget.is_spent(100));
        assert_eq!((budget.after(30).max_nodes, budget.after(200).max_nodes), (Some(70), Some(0)));
        assert_eq!(budget.half(30).max_nodes, Some(65));
        let late = Budget { deadline: Some(Instant::now()), ..Budget::unlimited(&cancel) };
        assert!(late.is_limited() && late.is_spent(0));
        assert_eq!((budget.nodes_left(30), budget.nodes_left(200)), (70, 0));
        assert_eq!(late.nodes_left(u64::MAX), u64::MAX);
        let hour = Instant::now() + Duration::from_secs(3600);
        let half = Budget { deadline: Some(hour), ..budget }.half(0).deadline.unwrap();
        assert!(half < hour - Duration::from_secs(1799) && half > Instant::now());
    }

    #[test]
    fn a_meter_keeps_the_limit_to_the_node() {
        let cancel = Cancel::new();
        for most in [0, 1, CHECK_INTERVAL, CHECK_INTERVAL + 1, 3 * CHECK_INTERVAL] {
            let mut meter = Meter::new(Budget::of_nodes(most, &cancel), 0);
            while meter.may_go_on().unwrap() {
                meter.nodes += 1;
            }
            assert_eq!(meter.nodes, most);
        }
    }

    #[test]
    fn a_meter_notices_cancellation_within_an_interval() {
        let cancel = Cancel::new();
        let mut meter = Meter::new(Budget::unlimited(&cancel), 0);
        assert_eq!(meter.may_go_on(), Ok(true));
        cancel.cancel();
        meter.nodes += CHECK_INTERVAL;
        assert_eq!(meter.may_go_on(), Err(Error::Cancelled));
    }
}
