//! What it costs, in the unit of ranks, that tiles are not at home.
//!
//! Along each axis the cost grows with the square of the distance, up to half the span; from there on each
//! step costs the same. So a tile that is far from home goes before one that is near, and a few tiles that are out of
//! place by much cost more than many that are out by little: as the moves that they will take.

use crate::anysize::field::BoardPool;
use crate::anysize::guide::Spot;

/// One move, in the unit of ranks.
pub const MOVE: i64 = 256;

/// How much each step costs from half the span on.
#[derive(Clone, Copy, Debug)]
pub struct Steepest {
    /// For tiles of the line that is being brought home.
    pub line: i64,
    /// For all others.
    pub rest: i64,
}

/// The costs, by how far a tile is from home along one axis.
pub struct Weights {
    /// Whether the line is a row, and which row or column it is.
    line: (bool, u16),
    side: usize,
    /// By distance: the costs of tiles of the line, then those of the others.
    costs: [Vec<i32>; 2],
    /// By signed distance, in the same order: by how much a step forward changes the cost.
    changes: Vec<i32>,
}

impl Weights {
    /// The weights on a board with this longer side, for a row or column of it.
    pub fn new(side: usize, line: (bool, u16), steepest: Steepest, span: usize) -> Weights {
        let costs = [steepest.line, steepest.rest].map(|steepest| {
            let mut costs = vec![0];
            for d in 0..side - 1 {
                let step = (steepest * (2 * d as i64 + 1) / span as i64).min(steepest);
                costs.push(costs[d] + step as i32);
            }
            costs
        });
        let off = |costs: &[i32], d: isize| costs.get(d.unsigned_abs()).copied().unwrap_or(0);
        let forward = |costs: &[i32], d: isize| off(costs, d + 1) - off(costs, d);
        let distances = 1 - side as isize..=side as isize;
        let changes = costs.iter().flat_map(|costs| distances.clone().map(|d| forward(costs, d))).collect();
        Weights { line, side, costs, changes }
    }

    /// 0 for tiles of the line, 1 for others.
    #[inline(always)]
    fn kind(&self, home: Spot) -> usize {
        let (is_row, number) = self.line;
        usize::from(number != if is_row { home.y } else { home.x })
    }

    /// What a tile in a place costs.
    pub fn cost(&self, home: Spot, at: Spot) -> i64 {
        let costs = &self.costs[self.kind(home)];
        i64::from(costs[usize::from(at.x.abs_diff(home.x))] + costs[usize::from(at.y.abs_diff(home.y))])
    }

    /// By how much the cost of a tile changes when the blank makes a move from `blank` into its cell.
    #[inline(always)]
    pub fn change(&self, home: Spot, blank: Spot, code: u8) -> i64 {
        self.change_of(self.kind(home), home, blank, code)
    }

    /// The same for a tile that is not of the line.
    #[inline(always)]
    pub fn change_of_rest(&self, home: Spot, blank: Spot, code: u8) -> i64 {
        self.change_of(1, home, blank, code)
    }

    #[inline(always)]
    fn change_of(&self, kind: usize, home: Spot, blank: Spot, code: u8) -> i64 {
        let (at, wanted) = if code < 2 { (blank.x, home.x) } else { (blank.y, home.y) };
        // If the blank goes back (left or up), the tile goes forward, and vice versa.
        let back = usize::from(code % 2 == 0);
        let first = kind * 2 * self.side + self.side - 1 - back;
        let change = i64::from(self.changes[first + usize::from(at) - usize::from(wanted)]);
        if back == 1 { change } else { -change }
    }

    /// What all tiles of a board cost.
    pub fn sum(&self, boards: &BoardPool, board: u32, blank: Spot) -> i64 {
        boards.tiles(board, blank).map(|(home, at)| self.cost(home, at)).sum()
    }
}
