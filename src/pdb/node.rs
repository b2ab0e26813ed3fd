//! The nodes that searches keep: a board, and where it stands in every database.

use crate::pdb::key::Key;
use crate::pdb::regions::Placed;

/// How many lookups there are.
pub const LOOKUPS: usize = 2;
/// The most patterns that both lookups can have together.
pub const MAX_PATTERNS: usize = 10;
/// Stands for the last move of a node that no move led to.
pub const NO_LAST_MOVE: u8 = 4;
/// How many last moves there are, none included.
pub(super) const LAST_MOVES: usize = NO_LAST_MOVE as usize + 1;

/// A node of a search: a board, and where it stands in every database. `P` is the most patterns of both
/// lookups together.
#[derive(Clone, Copy, Debug)]
pub struct Node<K, const P: usize> {
    /// Its tiles.
    pub key: K,
    pub(super) cells: [u32; P],
    pub(super) orders: [u32; P],
    /// By pattern: the moves of its tiles that are still needed.
    pub(super) values: [u8; P],
    /// By lookup: the sum of its values.
    pub(super) sums: [u16; LOOKUPS],
    /// Where the blank is.
    pub blank: u8,
    /// Code of the move that led here, or [`NO_LAST_MOVE`].
    pub last: u8,
    /// For the search to remember the node's parent, in whatever numbering it has.
    pub parent: u32,
}

/// A sum that rises by one if `change` is 2, and falls by one if it is 0. Only a wrong table, whose file was
/// forged, makes a sum of 0 fall; then it wraps, and the solution does not pass its check.
#[inline(always)]
fn changed(sum: u16, change: u16) -> u16 {
    sum.wrapping_add(change).wrapping_sub(1)
}

/// Which lookups rise with a move, while the others fall: bit 0 for the first lookup, bit 1 for the second.
pub type Rise = u8;

impl<K: Key, const P: usize> Node<K, P> {
    /// The heuristic: how many moves are needed at least. It is 0 only at the goal.
    #[inline(always)]
    pub fn h(&self) -> u16 {
        self.sums[0].max(self.sums[1])
    }

    /// The lookup that is asked first about a move, and whether it alone decides what becomes of h.
    #[inline(always)]
    pub fn leading(&self) -> (usize, bool) {
        (usize::from(self.sums[1] > self.sums[0]), self.sums[0] != self.sums[1])
    }

    /// Both lookups together: of two nodes with equal h, the one with the smaller sum is usually nearer to
    /// the goal.
    #[inline(always)]
    pub fn h_sum(&self) -> u16 {
        self.sums[0].wrapping_add(self.sums[1])
    }

    /// [`Node::h`] and [`Node::h_sum`] after a move with this rise.
    #[inline(always)]
    pub fn h_after(&self, rise: Rise) -> (u16, u16) {
        let rise = u16::from(rise);
        let [a, b] = [changed(self.sums[0], 2 * (rise & 1)), changed(self.sums[1], rise & 2)];
        (a.max(b), a.wrapping_add(b))
    }

    /// Where the tiles of a pattern are.
    #[inline(always)]
    pub(super) fn placed(&self, part: usize) -> Placed {
        Placed { cells: self.cells[part], order: self.orders[part] }
    }

    /// Changes one pattern of each lookup.
    #[inline(always)]
    pub(super) fn change(&mut self, at: [(usize, u32, u32); LOOKUPS], rise: Rise) {
        for (l, (part, cells, order)) in at.into_iter().enumerate() {
            let change = 2 * (rise >> l & 1);
            self.cells[part] = cells;
            self.orders[part] = order;
            self.values[part] = self.values[part].wrapping_add(change).wrapping_sub(1);
            self.sums[l] = changed(self.sums[l], change.into());
        }
    }
}
