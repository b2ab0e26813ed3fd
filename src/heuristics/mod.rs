//! Lower bounds that need only the board: how many moves any solution takes at least.
//!
//! A move slides a tile along its column or along its row, so vertical and horizontal moves are counted apart,
//! and the two numbers may be added ([`Lines`]). Each of these counts them better than the one before:
//!
//! - the Manhattan distance: every tile goes straight home ([`linear_conflict::manhattan`]);
//! - linear conflict: tiles of one line that have to pass each other leave it ([`linear_conflict::linear_conflict`]);
//! - walking distance: all tiles at once, but only by lines ([`walking::WalkingDistance`]). It does not contain
//!   linear conflict, so the larger of the two counts in each direction.

pub mod linear_conflict;
pub mod walking;
pub mod walking_lines;
pub mod walking_search;

/// Moves that any solution has at least, by direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Along columns.
    pub vertical: u64,
    /// Along rows.
    pub horizontal: u64,
}

impl Lines {
    /// All moves: no solution is shorter.
    pub fn total(self) -> u64 {
        self.vertical + self.horizontal
    }

    /// The larger number in each direction.
    pub fn max(self, other: Lines) -> Lines {
        Lines {
            vertical: self.vertical.max(other.vertical),
            horizontal: self.horizontal.max(other.horizontal),
        }
    }

    /// At least so many slides, if a straight slide of several tiles counts as one move, on this grid.
    ///
    /// A slide along a column moves one tile less than there are rows, at most. And in a shortest solution
    /// vertical and horizontal slides take turns: two on the same line would be one, or none.
    pub fn slides(self, grid: crate::puzzle::grid::Grid) -> u64 {
        let vertical = self.vertical.div_ceil(grid.rows as u64 - 1);
        let horizontal = self.horizontal.div_ceil(grid.cols as u64 - 1);
        (vertical + horizontal).max((2 * vertical.max(horizontal)).saturating_sub(1))
    }
}
