//! The layers of a search: how many states are at each depth.

/// How many states are at each depth, by the slot of the blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    by_cell: Vec<Vec<u64>>,
}

impl Layers {
    /// From the number of states by depth and slot of the blank; at least one depth.
    pub(crate) fn new(by_cell: Vec<Vec<u64>>) -> Layers {
        assert!(!by_cell.is_empty());
        Layers { by_cell }
    }

    /// States at each depth.
    pub fn counts(&self) -> Vec<u64> {
        self.by_cell.iter().map(|cells| cells.iter().sum()).collect()
    }

    /// States at each depth (outer) with the blank in each cell (inner).
    pub fn by_cell(&self) -> &[Vec<u64>] {
        &self.by_cell
    }

    /// States in all.
    pub fn states(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// The greatest depth.
    pub fn worst(&self) -> usize {
        self.by_cell.len() - 1
    }

    /// The sum of the depths of all states with the blank in one cell.
    pub fn total(&self, cell: usize) -> u64 {
        self.by_cell.iter().enumerate().map(|(depth, cells)| depth as u64 * cells[cell]).sum()
    }

    /// The mean depth.
    pub fn mean(&self) -> f64 {
        let total: u64 = (0..self.by_cell[0].len()).map(|cell| self.total(cell)).sum();
        total as f64 / self.states() as f64
    }
}
