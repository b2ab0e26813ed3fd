//! The grid: how many rows and columns, which cells are neighbours, and the four moves.
//!
//! Cells are numbered row by row from 0. A [`Move`] is the direction in which the **blank** goes. Its code is
//! chosen so that the two most frequent operations are one exclusive-or each: `code ^ 1` reverses a move and
//! `code ^ 2` mirrors it in the main diagonal.

use std::fmt;
use std::iter::repeat_n;

/// The direction in which the blank goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Move {
    /// The blank goes left, the tile beside it right.
    L = 0,
    /// The blank goes right.
    R = 1,
    /// The blank goes up.
    U = 2,
    /// The blank goes down.
    D = 3,
}

impl Move {
    /// All four, in the order of their codes.
    pub const ALL: [Move; 4] = [Move::L, Move::R, Move::U, Move::D];

    /// The move with this code; only the two lowest bits count.
    #[inline]
    pub const fn from_code(code: u8) -> Move {
        Move::ALL[(code & 3) as usize]
    }

    /// L, R, U, D are 0, 1, 2, 3.
    #[inline]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The move that undoes this one.
    #[inline]
    pub const fn reverse(self) -> Move {
        Move::from_code(self as u8 ^ 1)
    }

    /// The same move on a board mirrored in its main diagonal.
    #[inline]
    pub const fn transposed(self) -> Move {
        Move::from_code(self as u8 ^ 2)
    }

    /// Whether the blank changes its row.
    #[inline]
    pub const fn is_vertical(self) -> bool {
        self as u8 >= 2
    }

    /// `L`, `R`, `U` or `D`.
    pub const fn letter(self) -> char {
        ['L', 'R', 'U', 'D'][self as usize]
    }

    /// The move with this letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Move> {
        match letter {
            'L' | 'l' => Some(Move::L),
            'R' | 'r' => Some(Move::R),
            'U' | 'u' => Some(Move::U),
            'D' | 'd' => Some(Move::D),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    /// Number of rows, at least 2.
    pub rows: usize,
    /// Number of columns, at least 2.
    pub cols: usize,
}

impl Grid {
    /// A grid of `rows` by `cols`; both must be at least 2.
    pub const fn new(rows: usize, cols: usize) -> Grid {
        assert!(rows >= 2 && cols >= 2);
        Grid { rows, cols }
    }

    /// Tiles row by row in one line of text: tiles separated by spaces, rows by `/`.
    pub(crate) fn line_of(self, tiles: &[u32]) -> String {
        let rows = tiles.chunks(self.cols);
        let rows = rows.map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
        rows.collect::<Vec<_>>().join("/")
    }

    /// Number of cells.
    #[inline]
    pub const fn cells(self) -> usize {
        self.rows * self.cols
    }

    /// Row of a cell.
    #[inline]
    pub const fn row(self, cell: usize) -> usize {
        cell / self.cols
    }

    /// Column of a cell.
    #[inline]
    pub const fn col(self, cell: usize) -> usize {
        cell % self.cols
    }

    /// The standard grid of this shape: never higher than wide.
    pub fn standard(self) -> Grid {
        Grid { rows: self.rows.min(self.cols), cols: self.rows.max(self.cols) }
    }

    /// A cell of a square reflected in its main diagonal.
    #[inline(always)]
    pub const fn reflected(self, cell: usize) -> usize {
        self.col(cell) * self.cols + self.row(cell)
    }

    /// The cell to which this move takes the blank from `cell`, or nothing at the edge.
    #[inline]
    pub const fn neighbour(self, cell: usize, step: Move) -> Option<usize> {
        match step {
            Move::L if self.col(cell) > 0 => Some(cell - 1),
            Move::R if self.col(cell) + 1 < self.cols => Some(cell + 1),
            Move::U if cell >= self.cols => Some(cell - self.cols),
            Move::D if cell + self.cols < self.cells() => Some(cell + self.cols),
            _ => None,
        }
    }

    /// The moves that do not leave the grid, in the order L, R, U, D.
    pub fn moves(self, cell: usize) -> impl Iterator<Item = Move> {
        Move::ALL.into_iter().filter(move |&step| self.neighbour(cell, step).is_some())
    }

    /// Steps between two cells along rows and columns.
    #[inline]
    pub const fn distance(self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }

    /// The straightest path from one cell to another: first along the column, then along the row.
    pub fn path(self, from: usize, to: usize) -> impl DoubleEndedIterator<Item = Move> {
        let vertical = if self.row(to) < self.row(from) { Move::U } else { Move::D };
        let horizontal = if self.col(to) < self.col(from) { Move::L } else { Move::R };
        let (rows, cols) = (self.row(from).abs_diff(self.row(to)), self.col(from).abs_diff(self.col(to)));
        repeat_n(vertical, rows).chain(repeat_n(horizontal, cols))
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.rows, self.cols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_turn_and_mirror() {
        for step in Move::ALL {
            assert_eq!(step.reverse().reverse(), step);
            assert_eq!(Move::from_letter(step.letter()), Some(step));
        }
        assert_eq!(Move::L.reverse(), Move::R);
        assert_eq!(Move::D.transposed(), Move::R);
    }

    #[test]
    fn neighbours_agree_with_distance() {
        let grid = Grid::new(3, 4);
        for cell in 0..grid.cells() {
            for step in grid.moves(cell) {
                let next = grid.neighbour(cell, step).unwrap();
                assert_eq!(grid.distance(cell, next), 1);
                assert_eq!(grid.neighbour(next, step.reverse()), Some(cell));
            }
            for to in 0..grid.cells() {
                let end = grid.path(cell, to).fold(cell, |at, step| grid.neighbour(at, step).unwrap());
                assert_eq!(end, to);
            }
        }
    }
}
