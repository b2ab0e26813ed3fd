//! Slots: the cells that are on the board, numbered in reading order.

/// A cell that is on the board, numbered among those that are: the same number as its cell if none is taken
/// off. [`Space::slot`](crate::index::space::Space::slot) has the slot of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Slot(pub u32);

impl Slot {
    /// Its number, for arrays with an entry for each slot.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
