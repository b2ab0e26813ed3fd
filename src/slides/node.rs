//! The nodes of the search for fewest slides.

use crate::slides::lines::Reading;

/// A board on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node<const N: usize> {
    /// The cell of the blank.
    pub(crate) blank: u8,
    /// Which of the nodes expanded together it comes from.
    pub(crate) parent: u8,
    /// By pattern: how far the line is from home.
    pub(crate) distances: [u8; N],
    /// By axis and pattern.
    pub(crate) readings: [[Reading; N]; 2],
}

impl<const N: usize> Node<N> {
    /// How many more lines lead home at least.
    pub(crate) fn h(&self) -> u8 {
        self.distances.iter().copied().max().unwrap_or(0)
    }
}
