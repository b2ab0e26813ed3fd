//! The boards a slide away, and how far the patterns say they are from the goal.
//!
//! An *axis* is 0 for slides along a row, 1 along a column; on an axis the blank goes one of two *ways*, 0 to lower cells
//! and 1 to higher ones.

use crate::puzzle::grid::Grid;
use crate::slides::packed_board::{MAX_CELLS, MAX_SIDE, Packed, standard_tile};
use crate::slides::patterns::{MAX_VIEWS, Patterns, Seen};

/// A board on its way, as the patterns see it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    pub(crate) board: Packed,
    seen: [Seen; MAX_VIEWS],
}

impl Node {
    /// At least so many slides are left.
    pub(crate) fn bound(&self) -> u8 {
        self.seen.iter().map(|seen| seen.distance).max().unwrap_or(0)
    }
}

/// The boards after the slides along one axis that are worth a look.
pub(crate) struct Children {
    nodes: [Node; MAX_SIDE - 1],
    kept: usize,
    /// How many there were before some were given up.
    pub(crate) all: u64,
}

impl Children {
    /// Those that are worth a look.
    pub(crate) fn kept(&self) -> &[Node] {
        &self.nodes[..self.kept]
    }
}

/// A shape and home of the blank: where the blank can go, and how far it is at least.
pub(crate) struct Slides {
    grid: Grid,
    home: usize,
    /// By cell, axis and way: the next cell.
    next: [[[Option<u8>; 2]; 2]; MAX_CELLS],
    patterns: Patterns,
}

impl Slides {
    /// For a standard grid with sides of at most [`MAX_SIDE`] cells, and its patterns.
    pub(crate) fn new(grid: Grid, home: usize, patterns: Patterns) -> Slides {
        assert!(grid.rows <= MAX_SIDE && grid.cols <= MAX_SIDE);
        let mut next = [[[None; 2]; 2]; MAX_CELLS];
        for (cell, next) in next.iter_mut().enumerate().take(grid.cells()) {
            for step in grid.moves(cell) {
                let code = usize::from(step.code());
                next[code / 2][code % 2] = grid.neighbour(cell, step).map(|cell| cell as u8);
            }
        }
        Slides { grid, home, next, patterns }
    }

    /// How many bytes the patterns take.
    pub(crate) fn bytes(&self) -> u64 {
        self.patterns.bytes()
    }

    /// The grid.
    pub(crate) fn grid(&self) -> Grid {
        self.grid
    }

    /// The board with every tile at home.
    pub(crate) fn goal(&self) -> Packed {
        let tile = |cell| if cell == self.home { 0 } else { standard_tile(cell, self.home) };
        Packed::new(&(0..self.grid.cells()).map(tile).collect::<Vec<u8>>())
    }

    /// Sets out from a board.
    pub(crate) fn node(&self, board: Packed) -> Node {
        Node { board, seen: self.patterns.locate(board) }
    }

    /// The boards after a slide along an axis that may have at most `left` slides to go. Nearer ones come first, on
    /// either side of the blank.
    #[inline(always)]
    pub(crate) fn children(&self, from: &Node, axis: usize, left: u8) -> Children {
        let mut children = Children { nodes: Default::default(), kept: 0, all: 0 };
        for way in 0..2 {
            let mut node = *from;
            while let Some(cell) = self.next[usize::from(node.board.blank) % MAX_CELLS][axis][way] {
                for (view, seen) in node.seen.iter_mut().enumerate().take(self.patterns.views()) {
                    self.patterns.step(view, seen, node.board.blank, axis, way);
                }
                node.board = node.board.step(cell);
                children.all += 1;
                if self.is_near(&mut node, from, left) {
                    children.nodes[children.kept] = node;
                    children.kept += 1;
                }
            }
        }
        children
    }

    /// Whether every pattern allows that at most so many slides are left. Each look costs a read from memory, so it
    /// ends with the first that does not.
    #[inline(always)]
    fn is_near(&self, node: &mut Node, from: &Node, left: u8) -> bool {
        (0..self.patterns.views()).all(|view| {
            let before = from.seen[view].distance;
            let distance = self.patterns.look(view, &node.seen[view], node.board.blank, before);
            node.seen[view].distance = distance;
            distance <= left
        })
    }
}
