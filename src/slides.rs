//! Boards of up to sixteen cells in one word, and slides on them: what the search for fewest slides moves about.
//!
//! Cell `i` is the four bits from `4 i` on: 0 for the blank, else the standard number of the tile (see
//! [`crate::frame`]). A step of the blank is two additions. An *axis* is 0 for slides along a row, 1 along a column;
//! on an axis the blank goes one of two *ways*, 0 to lower cells and 1 to higher ones.

use crate::grid::Grid;
use crate::pattern::{MAX_VIEWS, Patterns, Seen};
use crate::walking::{self, Walking, bound};

/// The most cells of a board.
pub(crate) const MAX_CELLS: usize = 16;

/// A board and the cell of its blank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Packed {
    pub(crate) tiles: u64,
    pub(crate) blank: u8,
}

impl Packed {
    /// From tiles row by row.
    pub(crate) fn new(tiles: &[u8]) -> Packed {
        let word = (0..).zip(tiles).fold(0, |word, (cell, &tile)| word | u64::from(tile) << (4 * cell));
        let blank = tiles.iter().position(|&tile| tile == 0).expect("a board has a blank");
        Packed { tiles: word, blank: blank as u8 }
    }

    /// From tiles in a word.
    pub(crate) fn from_word(tiles: u64, cells: usize) -> Packed {
        let blank = (0..cells as u8).find(|cell| tiles >> (4 * cell) & 15 == 0).expect("a board has a blank");
        Packed { tiles, blank }
    }

    /// The tile in a cell.
    #[inline(always)]
    pub(crate) fn tile(self, cell: u8) -> u8 {
        (self.tiles >> (4 * cell) & 15) as u8
    }

    /// The board after the blank went to a neighbouring cell, and the tile that was there.
    #[inline(always)]
    fn step(self, to: u8) -> (Packed, u8) {
        let tile = self.tile(to);
        let bits = u64::from(tile);
        let tiles = self.tiles - (bits << (4 * to)) + (bits << (4 * self.blank));
        (Packed { tiles, blank: to }, tile)
    }
}

/// A board on its way: with its states in the walking distances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) board: Packed,
    walking: [u16; 2],
    seen: [Seen; MAX_VIEWS],
}

/// A shape and home of the blank: where the blank can go, and how far it is at least.
pub(crate) struct Slides {
    grid: Grid,
    home: usize,
    /// By cell, axis and way: the next cell.
    next: [[[Option<u8>; 2]; 2]; MAX_CELLS],
    walking: [Walking; 2],
    patterns: Option<Patterns>,
    /// By axis and tile: the line across it in which the tile is at home.
    lines: [[u8; MAX_CELLS]; 2],
}

impl Slides {
    /// For a standard grid with sides of at most four cells.
    pub(crate) fn new(grid: Grid, home: usize, patterns: Option<Patterns>) -> Slides {
        let mut next = [[[None; 2]; 2]; MAX_CELLS];
        let mut lines = [[0; MAX_CELLS]; 2];
        for (cell, next) in next.iter_mut().enumerate().take(grid.cells()) {
            for step in grid.moves(cell) {
                let code = usize::from(step.code());
                next[code / 2][code % 2] = grid.neighbour(cell, step).map(|cell| cell as u8);
            }
            let tile = cell + usize::from(cell < home);
            if cell != home {
                (lines[0][tile], lines[1][tile]) = (grid.col(cell) as u8, grid.row(cell) as u8);
            }
        }
        Slides { grid, home, next, walking: walking::both(grid, home), patterns, lines }
    }

    /// The grid.
    pub(crate) fn grid(&self) -> Grid {
        self.grid
    }

    /// The board with every tile at home.
    pub(crate) fn goal(&self) -> Packed {
        let tile = |cell: usize| if cell == self.home { 0 } else { (cell + usize::from(cell < self.home)) as u8 };
        Packed::new(&(0..self.grid.cells()).map(tile).collect::<Vec<u8>>())
    }

    /// Sets out from a board.
    pub(crate) fn node(&self, board: Packed) -> Node {
        let walking = [0, 1].map(|axis| {
            let cells = (0..self.grid.cells()).map(|cell| {
                let line = if axis == 0 { self.grid.col(cell) } else { self.grid.row(cell) };
                let tile = board.tile(cell as u8);
                (line, self.lines[axis][usize::from(tile)].into(), tile == 0)
            });
            self.walking[axis].locate(cells)
        });
        let seen = self.patterns.as_ref().map(|patterns| patterns.locate(board)).unwrap_or_default();
        Node { board, walking, seen }
    }

    /// At least so many slides, the next one along this axis.
    pub(crate) fn bound(&self, node: &Node, next: usize) -> u8 {
        let seen = node.seen.iter().map(|seen| seen.distance).max().unwrap_or(0);
        self.walk_bound(node, next).max(seen)
    }

    #[inline(always)]
    fn walk_bound(&self, node: &Node, next: usize) -> u8 {
        bound([0, 1].map(|axis| self.walking[axis].distance(node.walking[axis])), next)
    }

    /// Calls with the node after each slide along an axis that may leave at most `left` slides to do, until the
    /// call says no. Returns how many there are, and whether all were called with.
    #[inline(always)]
    pub(crate) fn each(
        &self,
        from: &Node,
        axis: usize,
        left: u8,
        mut call: impl FnMut(&Node) -> bool,
    ) -> (u64, bool) {
        let mut made = 0;
        for way in 0..2 {
            let mut node = *from;
            while let Some(cell) = self.next[usize::from(node.board.blank) % MAX_CELLS][axis][way] {
                self.step(&mut node, cell, axis, way);
                made += 1;
                if self.is_near(&mut node, from, axis ^ 1, left) && !call(&node) {
                    return (made, false);
                }
            }
        }
        (made, true)
    }

    /// Takes one step; the distances of the views are those from before.
    #[inline(always)]
    fn step(&self, node: &mut Node, cell: u8, axis: usize, way: usize) {
        if let Some(patterns) = &self.patterns {
            for view in 0..patterns.views() {
                patterns.step(view, &mut node.seen[view], node.board.blank, axis, way);
            }
        }
        let (board, tile) = node.board.step(cell);
        let line = self.lines[axis][usize::from(tile) % MAX_CELLS];
        node.board = board;
        node.walking[axis] = self.walking[axis].step(node.walking[axis], way, line);
    }

    /// Whether at most `left` slides may be left to do, as far as anybody knows.
    #[inline(always)]
    fn is_near(&self, node: &mut Node, from: &Node, next: usize, left: u8) -> bool {
        let Some(patterns) = &self.patterns else { return self.walk_bound(node, next) <= left };
        self.walk_bound(node, next) <= left
            && (0..patterns.views()).all(|view| {
                let distance =
                    patterns.look(view, &node.seen[view], node.board.blank, from.seen[view].distance);
                node.seen[view].distance = distance;
                distance <= left
            })
    }

    /// Calls with the board after each slide along an axis.
    pub(crate) fn each_board(&self, from: Packed, axis: usize, mut call: impl FnMut(Packed)) {
        for way in 0..2 {
            let mut board = from;
            while let Some(cell) = self.next[usize::from(board.blank) % MAX_CELLS][axis][way] {
                board = board.step(cell).0;
                call(board);
            }
        }
    }
}
