//! The successors of a node by one slide, and how far they are from the goal at least.
//!
//! An *axis* is 0 for slides along a row, 1 along a column; on an axis the blank goes in one of two
//! *directions*, 0 to lower cells and 1 to higher ones.

use crate::puzzle::grid::Grid;
use crate::slides::packed_board::{MAX_SIDE, PACKED_CELLS, Packed, standard_tile};
use crate::slides::patterns::{MAX_LOOKUPS, PatternState, Patterns};

/// A node of the search: a board, and its state in every lookup.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SlideNode {
    pub(crate) board: Packed,
    states: [PatternState; MAX_LOOKUPS],
}

impl SlideNode {
    /// The heuristic: how many slides are needed at least.
    pub(crate) fn h(&self) -> u8 {
        self.states.iter().map(|state| state.distance).max().unwrap_or(0)
    }
}

/// The successors by slides along one axis.
pub(crate) struct Children {
    nodes: [SlideNode; MAX_SIDE - 1],
    kept: usize,
    /// How many were generated, those pruned included.
    pub(crate) generated: u64,
}

impl Children {
    /// Those that were not pruned.
    pub(crate) fn kept(&self) -> &[SlideNode] {
        &self.nodes[..self.kept]
    }
}

/// A shape and home of the blank: where the blank can go, and the patterns.
pub(crate) struct Slides {
    grid: Grid,
    home: usize,
    /// By cell, axis and direction: the next cell.
    next: [[[Option<u8>; 2]; 2]; PACKED_CELLS],
    patterns: Patterns,
}

impl Slides {
    /// For a standard grid with sides of at most [`MAX_SIDE`] cells, and its patterns.
    pub(crate) fn new(grid: Grid, home: usize, patterns: Patterns) -> Slides {
        assert!(grid.rows <= MAX_SIDE && grid.cols <= MAX_SIDE);
        let mut next = [[[None; 2]; 2]; PACKED_CELLS];
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

    /// The node of a board to start from.
    pub(crate) fn node(&self, board: Packed) -> SlideNode {
        SlideNode { board, states: self.patterns.locate(board) }
    }

    /// The successors by a slide along an axis that may need no more than `left` slides. On either side of
    /// the blank, shorter slides come first.
    #[inline(always)]
    pub(crate) fn children(&self, from: &SlideNode, axis: usize, left: u8) -> Children {
        let mut children = Children { nodes: Default::default(), kept: 0, generated: 0 };
        for direction in 0..2 {
            let mut node = *from;
            while let Some(cell) = self.next[usize::from(node.board.blank) % PACKED_CELLS][axis][direction] {
                for (lookup, state) in node.states.iter_mut().enumerate().take(self.patterns.lookups()) {
                    self.patterns.step(lookup, state, node.board.blank, axis, direction);
                }
                node.board = node.board.step(cell);
                children.generated += 1;
                if self.is_near(&mut node, from, left) {
                    children.nodes[children.kept] = node;
                    children.kept += 1;
                }
            }
        }
        children
    }

    /// Whether no lookup exceeds `left` slides. Each costs a read from memory, so the first that does ends
    /// the loop.
    #[inline(always)]
    fn is_near(&self, node: &mut SlideNode, from: &SlideNode, left: u8) -> bool {
        (0..self.patterns.lookups()).all(|lookup| {
            let before = from.states[lookup].distance;
            let distance = self.patterns.distance(lookup, &node.states[lookup], node.board.blank, before);
            node.states[lookup].distance = distance;
            distance <= left
        })
    }
}
