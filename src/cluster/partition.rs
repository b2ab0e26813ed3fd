//! Which node of a cluster has which rows of a search.
//!
//! Rows are counted off in some order and dealt out in equal runs. If the order leaves the slot of the blank out, the
//! same rows of all slices lie together, and a move along a row of the board never leaves its node. Which order is
//! best is a matter of what a move between rows changes last: see `docs/explanation/at-scale.md`.

use crate::index::space::Space;

/// In which order rows are counted off when they are dealt out to the nodes, in equal runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Partition {
    /// By slot, set and order of A: every node has a run of the index.
    Index,
    /// By set and order of A, alike in all slices.
    Sets,
    /// By order of A and set, alike in all slices. For whole puzzles, where orders of A are rows.
    Orders,
}

/// More nodes than this have no number of two bytes.
pub(crate) const MOST_NODES: usize = 1 << 16;

/// A row that pulls: its slot, its number, and the kind of the move.
pub(crate) type Puller = (usize, usize, usize);

/// The most rows that pull one row: a blank has so many moves.
pub(crate) const MOVES: usize = 4;

/// Rows dealt out to a number of nodes.
pub(crate) struct Cut {
    pub(crate) nodes: usize,
    /// By row, or by slot and row: the node.
    owners: Vec<u16>,
    /// Rows from slot to slot: none if all slices are cut alike.
    pub(crate) stride: usize,
}

impl Cut {
    pub(crate) fn new(space: &Space, nodes: usize, partition: Partition) -> Cut {
        let (sets, per_set) = (space.sets().len(), space.rows_of_set());
        let rows = sets * per_set;
        let slots = if partition == Partition::Index { space.slots() } else { 1 };
        let place = |row: usize| match partition {
            Partition::Orders => row % per_set * sets + row / per_set,
            _ => row,
        };
        let owner = |row: usize| (place(row) as u64 * nodes as u64 / (slots * rows) as u64) as u16;
        let owners = (0..slots * rows).map(owner).collect();
        Cut { nodes, owners, stride: if slots > 1 { rows } else { 0 } }
    }

    #[inline(always)]
    pub(crate) fn owner(&self, slot: usize, row: usize) -> u16 {
        self.owners[slot * self.stride + row]
    }

    /// How many other nodes pull a row.
    #[inline(always)]
    pub(crate) fn others(&self, slot: usize, row: usize, pullers: &[Puller]) -> u64 {
        let from = self.owner(slot, row);
        let mut reached = [from; MOVES];
        let mut count = 0;
        for (i, &(slot, end, _)) in pullers.iter().enumerate() {
            let node = self.owner(slot, end);
            count += u64::from(node != from && !reached[..i].contains(&node));
            reached[i] = node;
        }
        count
    }
}
