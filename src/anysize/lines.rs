//! A large board as a sequence of lines: outer rows and columns, one after another, until a small core is
//! left.
//!
//! ```text
//!     1 1 1 1 1      the first line is the first row, the second the first column of the rest, and so on;
//!     2 3 3 3 3      of a long board only the short lines are taken, until it is square
//!     2 4 5 5 5
//!     2 4 6 # #      # is the core; the blank's home is always in it, so for some goals lines are taken from
//!     2 4 6 # #      the other sides
//! ```
//!
//! Every line has its own coordinates: `x` along it, `y` away from it into the rest of the board, both from
//! 0. So a solver needs to handle only one case, the first row. All of this is arithmetic, O(1).

use crate::puzzle::grid::{Grid, Move};

/// The side of the rest of the board from which a line is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The first row.
    Top,
    /// The last row.
    Bottom,
    /// The first column.
    Left,
    /// The last column.
    Right,
}

/// A part of a board: rows from `top` to before `bottom`, columns from `left` to before `right`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardPart {
    /// First row.
    pub top: usize,
    /// The row after the last.
    pub bottom: usize,
    /// First column.
    pub left: usize,
    /// The column after the last.
    pub right: usize,
}

impl BoardPart {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.bottom - self.top
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.right - self.left
    }
}

/// A line, and the part of the board whose edge it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    part: BoardPart,
    side: Side,
    /// Whether `x` counts from the other end: from the right or from below.
    turned: bool,
    /// Columns of the whole board.
    cols: usize,
}

impl Line {
    /// The same line, with `x` counted from its other end.
    pub fn turned(self) -> Line {
        Line { turned: !self.turned, ..self }
    }

    /// The first row of a part, whose coordinates are columns and rows of the part.
    pub fn plain(part: BoardPart, cols: usize) -> Line {
        Line { part, side: Side::Top, turned: false, cols }
    }

    /// `row` or `column`.
    pub fn name(&self) -> &'static str {
        if self.is_row() { "row" } else { "column" }
    }

    /// Whether it is a row.
    pub fn is_row(&self) -> bool {
        matches!(self.side, Side::Top | Side::Bottom)
    }

    /// Number of its cells.
    #[inline]
    pub fn width(&self) -> usize {
        if self.is_row() { self.part.cols() } else { self.part.rows() }
    }

    /// How many cells deep the part is, the line included.
    #[inline]
    pub fn height(&self) -> usize {
        if self.is_row() { self.part.rows() } else { self.part.cols() }
    }

    /// The cell of the board at a place.
    #[inline]
    pub fn cell(&self, x: usize, y: usize) -> usize {
        let (row, col) = self.row_and_column(x, y);
        row * self.cols + col
    }

    /// The row and the column of the board at a place.
    #[inline]
    pub fn row_and_column(&self, x: usize, y: usize) -> (usize, usize) {
        let BoardPart { top, bottom, left, right } = self.part;
        let x = if self.turned { self.width() - 1 - x } else { x };
        match self.side {
            Side::Top => (top + y, left + x),
            Side::Bottom => (bottom - 1 - y, left + x),
            Side::Left => (top + x, left + y),
            Side::Right => (top + x, right - 1 - y),
        }
    }

    /// The place of a cell of the part.
    #[inline]
    pub fn place(&self, cell: usize) -> (usize, usize) {
        self.place_at(cell / self.cols, cell % self.cols)
    }

    /// The place that is in this row and column of the board.
    #[inline]
    pub fn place_at(&self, row: usize, col: usize) -> (usize, usize) {
        let BoardPart { top, bottom, left, right } = self.part;
        let (x, y) = match self.side {
            Side::Top => (col - left, row - top),
            Side::Bottom => (col - left, bottom - 1 - row),
            Side::Left => (row - top, col - left),
            Side::Right => (row - top, right - 1 - col),
        };
        (if self.turned { self.width() - 1 - x } else { x }, y)
    }

    /// The move on the board that corresponds to this one in coordinates of the line.
    #[inline]
    pub fn on_board(&self, step: Move) -> Move {
        let step = if self.turned && !step.is_vertical() { step.reverse() } else { step };
        match self.side {
            Side::Top => step,
            Side::Bottom if step.is_vertical() => step.reverse(),
            Side::Bottom => step,
            Side::Left => step.transposed(),
            Side::Right if step.is_vertical() => step.reverse().transposed(),
            Side::Right => step.transposed(),
        }
    }
}

/// The lines of a board, in order.
#[derive(Clone, Debug)]
pub struct Lines {
    cols: usize,
    /// Row and column of the blank's home.
    home: (usize, usize),
    /// Rows and columns of the core.
    core: (usize, usize),
    part: BoardPart,
    /// If two rows and two columns are taken in turn: whether the last line was a row.
    pairs: Option<bool>,
}

impl Lines {
    /// The lines of a board with the blank at home in this cell, until a core is left: a square of `square`
    /// rows, or of as many as the board has; if that is only two, a strip of length `strip`.
    pub fn new(grid: Grid, home: usize, square: usize, strip: usize) -> Lines {
        let Grid { rows, cols } = grid;
        let short = rows.min(cols).min(square);
        let long = if short == 2 { strip.min(rows.max(cols)) } else { short };
        Lines {
            cols,
            home: (grid.row(home), grid.col(home)),
            core: if rows <= cols { (short, long) } else { (long, short) },
            part: BoardPart { top: 0, bottom: rows, left: 0, right: cols },
            pairs: None,
        }
    }

    /// The same in another order: of a square the next line is of the same kind as the one before, so that there
    /// are a row, two columns, two rows and so on. So each can begin where the one before it ended, and those
    /// of a kind have opposite directions in turn.
    pub fn in_pairs(self) -> Lines {
        Lines { pairs: Some(true), ..self }
    }

    /// What is left after the lines so far.
    pub fn rest(&self) -> BoardPart {
        self.part
    }
}

impl Iterator for Lines {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let part = self.part;
        let (rows, cols) = (part.rows(), part.cols());
        let (high, wide) = (rows > self.core.0, cols > self.core.1);
        if !high && !wide {
            return None;
        }
        let by_rows = rows > cols || (rows == cols && self.pairs.unwrap_or(true));
        let is_row = high && (!wide || by_rows);
        self.pairs = self.pairs.map(|_| is_row);
        let side = if is_row {
            if self.home.0 > part.top { Side::Top } else { Side::Bottom }
        } else if self.home.1 > part.left {
            Side::Left
        } else {
            Side::Right
        };
        match side {
            Side::Top => self.part.top += 1,
            Side::Bottom => self.part.bottom -= 1,
            Side::Left => self.part.left += 1,
            Side::Right => self.part.right -= 1,
        }
        Some(Line { part, side, turned: false, cols: self.cols })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_core_cover_the_board_once() {
        for (rows, cols) in [(2, 2), (2, 9), (9, 2), (3, 3), (3, 8), (4, 4), (5, 5), (6, 4), (7, 11)] {
            let grid = Grid::new(rows, cols);
            for home in 0..grid.cells() {
                let lines = Lines::new(grid, home, 4, 5);
                let mut lines = if home % 2 == 0 { lines } else { lines.in_pairs() };
                let mut seen = vec![0; grid.cells()];
                for line in lines.by_ref() {
                    assert!(line.width() <= line.height(), "lines are short");
                    for x in 0..line.width() {
                        seen[line.cell(x, 0)] += 1;
                    }
                    assert!((0..line.width()).all(|x| line.cell(x, 0) != home));
                }
                let rest = Line::plain(lines.rest(), cols);
                for (x, y) in (0..rest.width()).flat_map(|x| (0..rest.height()).map(move |y| (x, y))) {
                    seen[rest.cell(x, y)] += 1;
                }
                assert!(seen.iter().all(|&times| times == 1), "{grid} {home}");
                let (short, long) = (rest.width().min(rest.height()), rest.width().max(rest.height()));
                let expected = match rows.min(cols) {
                    2 => (2, rows.max(cols).min(5)),
                    side => (side.min(4), side.min(4)),
                };
                assert_eq!((short, long), expected);
            }
        }
    }

    #[test]
    fn places_cells_and_moves_agree() {
        let grid = Grid::new(7, 6);
        for home in [0, 5, 20, 41] {
            let turned = Lines::new(grid, home, 3, 3).map(Line::turned);
            for line in Lines::new(grid, home, 3, 3).chain(turned) {
                for (x, y) in (0..line.width()).flat_map(|x| (0..line.height()).map(move |y| (x, y))) {
                    let cell = line.cell(x, y);
                    assert_eq!(line.place(cell), (x, y));
                    for (step, to) in [(Move::R, (x + 1, y)), (Move::D, (x, y + 1))] {
                        if to.0 < line.width() && to.1 < line.height() {
                            assert_eq!(
                                grid.neighbour(cell, line.on_board(step)),
                                Some(line.cell(to.0, to.1))
                            );
                            let back = line.on_board(step.reverse());
                            assert_eq!(grid.neighbour(line.cell(to.0, to.1), back), Some(cell));
                        }
                    }
                }
            }
        }
    }
}
