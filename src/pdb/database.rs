//! Additive pattern databases at one bit a state.
//!
//! A database knows, for every arrangement of its *pattern tiles* and every region in which the blank can be,
//! how many moves *of these tiles* it takes at least to bring them home. Moves of the other tiles cost
//! nothing, so the values of several databases with different tiles can be added up, and the sum is still no
//! more than the true distance.
//!
//! # One bit
//! A move of a pattern tile changes the value by exactly one, up or down: it cannot leave it as it is, since
//! a move takes a tile to a cell of the other colour. A move of another tile does not change it at all, since
//! the blank's region is part of the state. So a search that goes from board to board and knows the value
//! before a move has two choices for the value after it, `v - 1` and `v + 1`, and needs one bit to decide:
//!
//! ```text
//!     bit = (v >> 1) & 1        0 0 1 1 0 0 1 1 ...   for v = 0 1 2 3 4 5 6 7 ...
//! ```
//!
//! The value of the first board is found by walking down to 0, where the tiles are home. Eight tiles on 4×4,
//! with the blank's region, take 178 MB; stored as bytes without the region, as is usual, 519 MB, and they
//! know less.
//!
//! Databases are made by breadth-first search (`breadth_first.rs`).

use crate::pdb::breadth_first::PatternSearch;
use crate::pdb::regions::{Placed, Regions, RegionsView};
use crate::pdb::transpose::{BitMatrix, transposed};
use crate::puzzle::error::{Error, Result};
use crate::runtime::cancel::Cancel;
use crate::runtime::freeing::Large;
use crate::runtime::processor;
use std::sync::Arc;

/// A pattern database.
pub struct Database {
    space: Arc<Regions>,
    bits: Large<u8>,
    /// Bits from the states of one order to those of the next.
    columns: usize,
    /// The home cells of the pattern tiles, in the order of their names.
    homes: Vec<usize>,
    goal: Placed,
    goal_row: usize,
    /// How many states there are at each distance.
    counts: Vec<u64>,
}

impl Database {
    /// Makes the database of the tiles with these homes, the blank at home in cell `blank`. `report` is
    /// called with the share that is done.
    pub fn make(
        space: &Arc<Regions>,
        homes: &[usize],
        blank: usize,
        threads: usize,
        cancel: &Cancel,
        report: impl Fn(f64),
    ) -> Result<Database> {
        let mut homes = homes.to_vec();
        homes.sort_unstable();
        let goal = space.locate(&homes);
        let goal_row = space.row(goal.cells, blank);
        let (bits, counts) = PatternSearch::new(space, goal_row, cancel)?.run(threads, cancel, report)?;
        let columns = columns(space);
        let rows = BitMatrix { bits: &bits, rows: space.rows(), len: space.row_bytes() };
        let bits = transposed(rows, space.orders(), columns, cancel)?;
        Ok(Database { space: space.clone(), bits, columns, homes, goal, goal_row, counts })
    }

    /// A database whose bits have been read.
    pub(crate) fn from_bytes(
        space: Arc<Regions>,
        homes: Vec<usize>,
        goal_row: usize,
        counts: Vec<u64>,
        bits: Large<u8>,
    ) -> Database {
        let (goal, columns) = (space.locate(&homes), columns(&space));
        Database { space, bits, columns, homes, goal, goal_row, counts }
    }

    /// How many bytes a database with these states has.
    pub fn size(space: &Regions) -> usize {
        space.orders() * columns(space) / 8
    }

    /// Its bits.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bits
    }

    /// The row of the goal.
    pub(crate) fn goal_row(&self) -> usize {
        self.goal_row
    }

    /// How many states there are at each distance.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The home cells of its pattern tiles.
    pub fn homes(&self) -> &[usize] {
        &self.homes
    }

    /// Its states.
    pub fn space(&self) -> &Arc<Regions> {
        &self.space
    }

    /// The bits and the space as slices side by side.
    pub(crate) fn view(&self) -> DatabaseView<'_> {
        DatabaseView { space: self.space.view(), bits: &self.bits, columns: self.columns }
    }

    /// The state of the pattern tiles in these cells, in the order of their homes, and how many moves they
    /// need. An error if the bits are wrong, as those of a forged file may be, and lead nowhere.
    pub fn distance(&self, cells: &[usize], blank: usize) -> Result<(Placed, u8)> {
        let view = self.view();
        let start = self.space.locate(cells);
        let (mut at, mut row, mut value) = (start, self.space.row(start.cells, blank), 0);
        while at != self.goal || row != self.goal_row {
            // The value is not known, only its two lowest bits; one move nearer to the goal, it is one less.
            let wanted = self.two_bits(&view, at, row).wrapping_sub(1) & 3;
            let mut neighbours = self.space.steps_of(at.cells, row).map(|step| {
                let next = view.space.step(at, step);
                (next, view.space.row(next.cells, step.from.into()))
            });
            let nearer = neighbours.find(|&(next, row)| self.two_bits(&view, next, row) == wanted);
            let farthest = value + 1 >= self.counts.len();
            (at, row) = nearer.filter(|_| !farthest).ok_or(Error::WrongTable)?;
            value += 1;
        }
        Ok((start, value as u8))
    }

    /// The distance modulo four: the bit, and the parity, which the colour of the row gives.
    #[inline(always)]
    fn two_bits(&self, view: &DatabaseView<'_>, at: Placed, row: usize) -> u8 {
        let middle = self.space.middle();
        let odd = u8::from((row < middle) != (self.goal_row < middle));
        view.bit(view.index(at, row)) << 1 | odd
    }
}

/// The bits and the space of a database as slices side by side, for loops that cannot afford to follow
/// pointers.
#[derive(Clone, Copy)]
pub(crate) struct DatabaseView<'a> {
    pub(crate) space: RegionsView<'a>,
    bits: &'a [u8],
    columns: usize,
}

impl DatabaseView<'_> {
    /// The index of the bit of a state.
    #[inline(always)]
    pub(crate) fn index(&self, at: Placed, row: usize) -> usize {
        self.space.rank(at.order) * self.columns + row
    }

    /// Asks for the bit with an index, so that it is there when it is needed.
    #[inline(always)]
    pub(crate) fn prefetch(&self, index: usize) {
        processor::prefetch(self.bits, index >> 3);
    }

    /// The bit with an index.
    #[inline(always)]
    pub(crate) fn bit(&self, index: usize) -> u8 {
        self.bits[index >> 3] >> (index & 7) & 1
    }
}

/// Bits from one order to the next, whole words.
fn columns(space: &Regions) -> usize {
    space.rows().next_multiple_of(64)
}
