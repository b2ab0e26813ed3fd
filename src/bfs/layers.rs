//! The layers of a search: how many states are at each depth.

use crate::index::space::Slot;

/// What is told of a level to whoever watches a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelSize {
    /// Its depth.
    pub depth: usize,
    /// Its states.
    pub states: u64,
    /// The states visited so far, those of this level included.
    pub visited: u64,
}

/// How many states are at each depth, by the slot of the blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    by_slot: Vec<Vec<u64>>,
}

impl Layers {
    /// From the number of states by depth and slot of the blank; at least one depth.
    pub(crate) fn new(by_slot: Vec<Vec<u64>>) -> Layers {
        assert!(!by_slot.is_empty());
        Layers { by_slot }
    }

    /// States at each depth.
    pub fn counts(&self) -> Vec<u64> {
        self.by_slot.iter().map(|counts| counts.iter().sum()).collect()
    }

    /// States at each depth (outer) with the blank in each slot (inner).
    pub fn by_slot(&self) -> &[Vec<u64>] {
        &self.by_slot
    }

    /// States in all.
    pub fn states(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// The greatest depth.
    pub fn worst(&self) -> usize {
        self.by_slot.len() - 1
    }

    /// The sum of the depths of all states with the blank in one slot.
    pub fn total(&self, slot: Slot) -> u64 {
        self.by_slot.iter().zip(0u64..).map(|(counts, depth)| depth * counts[slot.index()]).sum()
    }

    /// The mean depth.
    pub fn mean(&self) -> f64 {
        let total: u64 = self.counts().iter().zip(0u64..).map(|(count, depth)| depth * count).sum();
        total as f64 / self.states() as f64
    }
}
