//! Which node of a cluster has which rows of a search.
//!
//! Rows are put in some order, which is cut into equal runs, one for each node. If the order leaves out the
//! slot of the blank, the same rows of all slices lie together, and a move along a row of the board never
//! leaves its node. Which order is best depends on what a move between rows changes least: see
//! `docs/explanation/at-scale.md`.

use crate::index::space::{Slot, Space};
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::allocate;

/// The order of the rows that is cut into equal runs, one for each node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowPartition {
    /// By slot, set and order of A: every node has a run of the index.
    Index,
    /// By set and order of A, alike in all slices.
    Sets,
    /// By order of A and set, alike in all slices. For whole puzzles, where orders of A are rows.
    Orders,
}

/// The most nodes: their numbers must fit two bytes.
pub(crate) const MOST_NODES: usize = 1 << 16;

/// Where a move of the blank goes. Also the index of arrays with an entry for each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Direction {
    /// Along a row of the board.
    #[default]
    Along,
    /// From one row of the board to another.
    Between,
}

/// A row that pulls another, by a move of the blank in this direction.
#[derive(Clone, Copy, Default)]
pub(crate) struct Puller {
    pub(crate) slot: Slot,
    pub(crate) row: usize,
    pub(crate) direction: Direction,
}

/// The most rows that pull one row: the blank has at most four moves.
pub(crate) const MOVES: usize = 4;

/// The rows of a space cut into runs for a number of nodes.
pub(crate) struct Cut {
    pub(crate) nodes: usize,
    /// By row, or by slot and row: the node.
    owners: Vec<u16>,
    /// How many entries there are for each slot: 0 if all slices are cut alike.
    pub(crate) stride: usize,
}

impl Cut {
    pub(crate) fn new(space: &Space, nodes: usize, partition: RowPartition) -> Result<Cut> {
        let (sets, per_set) = (space.sets().len(), space.rows_per_set());
        let rows = sets * per_set;
        let slots = if partition == RowPartition::Index { space.slots() } else { 1 };
        let place = |row: usize| match partition {
            RowPartition::Orders => row % per_set * sets + row / per_set,
            _ => row,
        };
        let owner = |row: usize| (place(row) as u64 * nodes as u64 / (slots * rows) as u64) as u16;
        let mut owners = allocate::with_room(slots * rows, Purpose::Search)?;
        owners.extend((0..slots * rows).map(owner));
        Ok(Cut { nodes, owners, stride: if slots > 1 { rows } else { 0 } })
    }

    #[inline(always)]
    pub(crate) fn owner(&self, slot: Slot, row: usize) -> u16 {
        self.owners[slot.index() * self.stride + row]
    }

    /// How many other nodes pull a row.
    #[inline(always)]
    pub(crate) fn others(&self, slot: Slot, row: usize, pullers: &[Puller]) -> u64 {
        let from = self.owner(slot, row);
        let mut reached = [from; MOVES];
        let mut count = 0;
        for (i, puller) in pullers.iter().enumerate() {
            let node = self.owner(puller.slot, puller.row);
            count += u64::from(node != from && !reached[..i].contains(&node));
            reached[i] = node;
        }
        count
    }
}
