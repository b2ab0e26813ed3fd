//! What a search may spend: time and nodes.

use std::time::Instant;

/// A budget. Without one, a search goes on until it is done or asked to stop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// How many nodes to make at most.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Whether the budget is used up after so many nodes.
    pub fn are_up(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// What is left of it after so many nodes.
    pub fn less(&self, nodes: u64) -> Limits {
        Limits { nodes: self.nodes.map(|most| most.saturating_sub(nodes)), ..*self }
    }

    /// Whether there is a budget at all.
    pub fn exist(&self) -> bool {
        self.nodes.is_some() || self.deadline.is_some()
    }
}
