//! Brings all tiles of a large board nearer to their homes at once, before any of them is led home.
//!
//! Every move takes some tile one step, so a path on which most steps go the right way costs little more than one
//! move for each step, where a tile that is led takes three to five. Such paths are easy to find as long as most
//! tiles are far from home: this is worth while from about four steps on average.
//!
//! # Steps
//! A window of 6×6 cells, or of 4×4 on very large boards, goes over the board, row by row from one end to the other
//! and back, the next time column by column, and rests for [`DWELL`] moves in each place. For every cell of the window
//! there is one node: the board that costs least ([`crate::anysize::weights`]) of those with the blank in that cell.
//! The next nodes are the best of their successors. So nodes differ in where the blank is, never in it alone, and none
//! lags behind.
//!
//! # Cost
//! 18 nodes, or 8 in a small window, and two or three successors of each, so a microsecond a move, or half of that. A
//! sweep is two moves for each cell, and brings a tile 1.2 to 1.4 steps nearer on average. (With the small window,
//! a 200×200 board takes half of the time and 7 % more moves.)

use crate::anysize::field::{BoardPool, WALL};
use crate::anysize::guide::Spot;
use crate::anysize::lines::BoardPart;
use crate::anysize::pair_beam::{PairNode, step};
use crate::anysize::trail::Trail;
use crate::anysize::weights::Weights;

/// Cells of a side of the window; it reaches half as far to the left of its centre and above it, and one cell less to the
/// right and below.
const SIDE: u16 = 6;
/// The same on very large boards.
const SMALL_SIDE: u16 = 4;
/// Boards of more cells have the small window.
const WIDE_UP_TO: usize = 150 * 150;
/// How many moves it stays in a place.
pub const DWELL: usize = 2;
/// How many nodes there are at most: those cells of the window that the blank can be in after so many moves.
pub const NODES: usize = (SIDE * SIDE).div_ceil(2) as usize;
/// No successor.
const NONE: u16 = u16::MAX;

/// The best way to bring the blank to a cell.
#[derive(Clone, Copy)]
struct Successor {
    others: i64,
    blank: Spot,
    parent: u16,
    code: u8,
}

/// A window that goes over the board, and the nodes in it.
pub struct Drift<'a> {
    weights: &'a Weights,
    centre: Spot,
    /// Cells of a side of the window.
    side: u16,
    /// Whether the next sweep goes row by row.
    by_rows: bool,
    kept: Vec<Successor>,
    /// By cell of the window: the number of the successor there.
    slots: [u16; (SIDE * SIDE) as usize],
    next: Vec<PairNode>,
    /// By node: how many of those kept are its successors.
    uses: Vec<u16>,
}

/// What a drift changes.
pub struct Beam<'a> {
    /// The nodes.
    pub nodes: &'a mut Vec<PairNode>,
    /// Their boards.
    pub boards: &'a mut BoardPool,
    /// Their paths.
    pub trail: &'a mut Trail,
}

impl Drift<'_> {
    /// A window around the blank of a board with so many cells.
    pub fn new(weights: &Weights, blank: Spot, cells: usize) -> Drift<'_> {
        let side = if cells > WIDE_UP_TO { SMALL_SIDE } else { SIDE };
        let slots = [NONE; (SIDE * SIDE) as usize];
        Drift { weights, centre: blank, side, by_rows: true, kept: vec![], slots, next: vec![], uses: vec![] }
    }

    /// The places of the next sweep, one row or column after another: it begins at the nearest corner.
    pub fn sweep(&mut self, part: BoardPart) -> impl Iterator<Item = Vec<Spot>> + use<> {
        let (rows, cols) = (part.rows(), part.cols());
        let (x, y) = (usize::from(self.centre.x) - part.left, usize::from(self.centre.y) - part.top);
        let by_rows = self.by_rows;
        self.by_rows = !by_rows;
        let (right, low) = (2 * x >= cols, 2 * y >= rows);
        let (outer, inner) = if by_rows { (rows, cols) } else { (cols, rows) };
        let (outer_back, inner_back) = if by_rows { (low, right) } else { (right, low) };
        let count = |i: usize, n: usize, back: bool| if back { n - 1 - i } else { i };
        (0..outer).map(move |i| {
            let back = inner_back != (i % 2 == 1);
            let across = count(i, outer, outer_back);
            let along = (0..inner).map(|j| count(j, inner, back));
            let place = |along| if by_rows { (along, across) } else { (across, along) };
            along
                .map(place)
                .map(|(x, y)| Spot { x: (part.left + x) as u16, y: (part.top + y) as u16 })
                .collect()
        })
    }

    /// Takes the window to a place, step by step.
    pub fn go_to(&mut self, place: Spot, beam: &mut Beam<'_>) {
        let nearer = |from: u16, to: u16| if from < to { from + 1 } else { from - 1 };
        while self.centre != place {
            if self.centre.x != place.x {
                self.centre.x = nearer(self.centre.x, place.x);
            } else {
                self.centre.y = nearer(self.centre.y, place.y);
            }
            (0..DWELL).for_each(|_| self.advance(beam));
        }
    }

    /// Makes a move on all nodes; none if all would leave the window.
    fn advance(&mut self, beam: &mut Beam<'_>) {
        self.kept.clear();
        self.slots.fill(NONE);
        for (node, parent) in beam.nodes.iter().zip(0..) {
            self.expand(node, parent, beam.boards);
        }
        if self.kept.is_empty() {
            return;
        }
        self.uses.clear();
        self.uses.resize(beam.nodes.len(), 0);
        for successor in &self.kept {
            self.uses[usize::from(successor.parent)] += 1;
        }
        for (node, _) in beam.nodes.iter().zip(&self.uses).filter(|(_, uses)| **uses == 0) {
            beam.boards.release(node.board);
        }
        for &Successor { others, blank, parent, code } in &self.kept {
            let (node, uses) = (&beam.nodes[usize::from(parent)], &mut self.uses[usize::from(parent)]);
            *uses -= 1;
            // The last to use the parent's board takes it over, the others get copies.
            let board = if *uses == 0 { node.board } else { beam.boards.duplicate(node.board) };
            beam.boards.swap(board, node.blank, blank);
            let entry = beam.trail.push(node.entry, code);
            self.next.push(PairNode { board, blank, others, g: node.g + 1, last: code, entry, ..*node });
        }
        std::mem::swap(beam.nodes, &mut self.next);
        self.next.clear();
    }

    /// Puts the successors of a node in the window, where they are the best so far. The last move is not undone.
    #[inline(always)]
    fn expand(&mut self, node: &PairNode, parent: u16, boards: &BoardPool) {
        let [left, right, above, below] = boards.around(node.board, node.blank);
        self.consider::<0>(node, left, parent);
        self.consider::<1>(node, right, parent);
        self.consider::<2>(node, above, parent);
        self.consider::<3>(node, below, parent);
    }

    /// The same for one of the four moves, into the cell of the tile with this home.
    // The code is known to the compiler, so that it costs no branches.
    #[inline(always)]
    fn consider<const CODE: u8>(&mut self, node: &PairNode, home: Spot, parent: u16) {
        if home == WALL || CODE ^ 1 == node.last {
            return;
        }
        let blank = step(node.blank, CODE);
        let x = blank.x.wrapping_add(self.side / 2).wrapping_sub(self.centre.x);
        let y = blank.y.wrapping_add(self.side / 2).wrapping_sub(self.centre.y);
        if x >= self.side || y >= self.side {
            return;
        }
        let others = node.others + self.weights.change_of_rest(home, node.blank, CODE);
        let new = Successor { others, blank, parent, code: CODE };
        let slot = &mut self.slots[usize::from(y * SIDE + x)];
        if *slot == NONE {
            *slot = self.kept.len() as u16;
            self.kept.push(new);
        } else if others < self.kept[usize::from(*slot)].others {
            self.kept[usize::from(*slot)] = new;
        }
    }
}
