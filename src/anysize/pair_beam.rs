//! A beam search led by a guide: it brings one or two tiles home, and meanwhile the others nearer to theirs.
//!
//! The guide knows how many moves it takes to bring the tiles of a group where they are wanted
//! ([`crate::anysize::guide`]). There are many paths of about that length, and they differ in what they do to
//! all the other tiles. The search keeps the few best nodes after each move, ranked by
//!
//! ```text
//!     g, the moves made + h, the moves that the guide still expects + the cost of where the other tiles are
//! ```
//!
//! The last term grows with the squares of their distances from home, along the line and across; tiles of the
//! same line count more. No path may be longer than the guide's by more than [`SLACK`] moves, and from every
//! node the guide has a move that brings its tiles nearer, so the group arrives.
//!
//! # Cost
//! Every node kept has about 2.3 successors, each of which costs a few lookups. Of those with blank and group in the
//! same places only the best counts. Only those kept are generated, and a board is copied only when more than one of its successors is kept.

use crate::anysize::field::{BoardPool, WALL};
use crate::anysize::guide::{Aim, Spot, TileGroup};
use crate::anysize::lines::Line;
use crate::anysize::trail::Trail;
use crate::anysize::weights::{MOVE, Weights};
use crate::runtime::budget::Budget;

/// By how many moves a path may be longer than the guide expects.
pub const SLACK: u32 = 16;
/// How many nodes that arrive are kept at most.
const MOST_ARRIVED: usize = 24;
/// How many moves are made between two looks at the budget.
const CHECK: u64 = 256;
/// Stands for no last move.
pub const FRESH: u8 = 4;

/// A node of the beam, except for its tiles.
#[derive(Clone, Copy, Debug)]
pub struct PairNode {
    /// The number of its board in the [`BoardPool`].
    pub board: u32,
    /// Where the blank is.
    pub blank: Spot,
    /// Where the tiles of the group are, in coordinates of the line; both the same if there is one.
    pub group: [Spot; 2],
    /// Moves made so far.
    pub g: u32,
    /// Moves that the guide still expects.
    pub h: u32,
    /// The cost of the tiles that are not led, in the unit of ranks.
    pub others: i64,
    /// Code of the last move, or [`FRESH`].
    pub last: u8,
    /// The last entry of its path in the trail.
    pub entry: u32,
}

impl PairNode {
    /// A node to start from.
    pub fn new(board: u32, blank: Spot) -> PairNode {
        PairNode { board, blank, group: [WALL; 2], g: 0, h: 0, others: 0, last: FRESH, entry: 0 }
    }
}

/// The search for one aim.
pub struct PairBeam<'a> {
    /// The line that is being brought home.
    pub line: Line,
    /// The tiles to lead.
    pub group: &'a TileGroup,
    /// What to do with them.
    pub aim: Aim,
    /// What the other tiles cost.
    pub weights: &'a Weights,
    /// How many nodes are kept.
    pub width: usize,
    /// The longest path allowed.
    pub longest: u32,
    /// The search goes on while nodes may arrive with a rank within so many moves of the best.
    pub grace: u32,
    /// It is looked at every few moves.
    pub budget: &'a Budget<'a>,
}

/// A node that may be kept: not generated yet.
#[derive(Clone, Copy)]
struct Successor {
    rank: i64,
    blank: Spot,
    group: [Spot; 2],
    h: u32,
    parent: u16,
    code: u8,
}

/// A node that is expanded.
struct Parent<'a> {
    node: &'a PairNode,
    /// Which of the nodes it is.
    number: u16,
    /// The blank, as it is seen from the line.
    blank: Spot,
    /// The homes of the tiles of the group, on the board.
    homes: [Spot; 2],
    /// See [`Arrived::limit`].
    limit: i64,
}

/// The nodes whose group has arrived.
struct Arrived {
    /// With their ranks.
    nodes: Vec<(i64, PairNode)>,
    /// Nodes of this rank or a larger one are of no use any more.
    limit: i64,
    grace: i64,
}

impl Arrived {
    fn add(&mut self, rank: i64, node: PairNode) {
        self.limit = self.limit.min(rank + self.grace);
        self.nodes.push((rank, node));
    }

    /// Leaves the best in `nodes`, and releases all other boards.
    fn leave_best(mut self, nodes: &mut Vec<PairNode>, boards: &mut BoardPool) {
        nodes.drain(..).for_each(|node| boards.release(node.board));
        self.nodes.sort_by_key(|(rank, _)| *rank);
        let others = self.nodes.drain(self.nodes.len().min(MOST_ARRIVED)..);
        others.for_each(|(_, node)| boards.release(node.board));
        nodes.extend(self.nodes.into_iter().map(|(_, node)| node));
    }
}

impl PairBeam<'_> {
    /// The homes of the tiles of the group, on the board.
    fn homes(&self) -> [Spot; 2] {
        self.group.homes().map(|home| self.line.on_grid(home))
    }

    /// What the tiles that the guide leads would cost if it did not lead them.
    pub fn led_cost(&self, node: &PairNode) -> i64 {
        let homes = self.homes();
        let cost = |number: usize| self.weights.cost(homes[number], self.line.on_grid(node.group[number]));
        let [first, second] = self.aim.led();
        if homes[first] == homes[second] { cost(first) } else { cost(first) + cost(second) }
    }

    /// Moves that the guide expects.
    #[inline]
    pub fn distance(&self, node: &PairNode) -> u32 {
        self.group.distance(self.aim, self.line.seen(node.blank), node.group)
    }

    /// Searches on from some nodes. Returns whether any arrived, and leaves those in `nodes`, best first.
    pub fn run(&self, nodes: &mut Vec<PairNode>, boards: &mut BoardPool, trail: &mut Trail) -> bool {
        let mut arrived = Arrived { nodes: vec![], limit: i64::MAX, grace: i64::from(self.grace) * MOVE };
        nodes.retain_mut(|node| {
            node.h = self.distance(node);
            if node.h == 0 {
                arrived.add(i64::from(node.g) * MOVE + node.others, *node);
            }
            node.h > 0
        });
        let mut level = Level::new();
        let mut next: Vec<PairNode> = Vec::with_capacity(self.width);
        let mut uses: Vec<u8> = vec![];
        let homes = self.homes();
        for made in 1u64.. {
            if nodes.is_empty() || made % CHECK == 0 && self.budget.is_over(0) {
                break;
            }
            level.clear();
            for (node, number) in nodes.iter().zip(0..) {
                let blank = self.line.seen(node.blank);
                let parent = Parent { node, number, blank, homes, limit: arrived.limit };
                self.expand(&parent, boards, &mut level);
            }
            level.leave_best(self.width);
            count_uses(nodes, &level.successors, &mut uses, boards);
            for successor in &level.successors {
                let node = self.generate(successor, nodes, &mut uses, boards, trail);
                if node.h == 0 {
                    arrived.add(successor.rank, node);
                } else {
                    next.push(node);
                }
            }
            std::mem::swap(nodes, &mut next);
            next.clear();
        }
        if arrived.nodes.is_empty() {
            return false;
        }
        arrived.leave_best(nodes, boards);
        true
    }

    /// Generates a successor that is kept.
    #[inline(always)]
    fn generate(
        &self,
        successor: &Successor,
        nodes: &[PairNode],
        uses: &mut [u8],
        boards: &mut BoardPool,
        trail: &mut Trail,
    ) -> PairNode {
        let Successor { rank, blank, group, h, parent, code } = *successor;
        let (parent, uses) = (&nodes[usize::from(parent)], &mut uses[usize::from(parent)]);
        *uses -= 1;
        // The last to use the parent's board takes it over, the others get copies.
        let board = if *uses == 0 { parent.board } else { boards.duplicate(parent.board) };
        boards.swap(board, parent.blank, blank);
        let entry = trail.push(parent.entry, code);
        let g = parent.g + 1;
        let others = rank - i64::from(g + h) * MOVE;
        PairNode { board, blank, group, g, h, others, last: code, entry }
    }

    /// Puts the successors of a node among those of the level.
    #[inline(always)]
    fn expand(&self, parent: &Parent<'_>, boards: &BoardPool, level: &mut Level) {
        let around = boards.around(parent.node.board, parent.node.blank);
        // The last move is undone only where there is no other move.
        if !self.forward(parent, around, parent.node.last ^ 1, level) {
            self.forward(parent, around, FRESH, level);
        }
    }

    /// The same for all moves except `but`. Whether there are any.
    #[inline(always)]
    fn forward(&self, parent: &Parent<'_>, around: [Spot; 4], but: u8, level: &mut Level) -> bool {
        let [left, right, above, below] = around;
        let mut any = false;
        any |= but != 0 && left != WALL && self.consider(0, left, parent, level);
        any |= but != 1 && right != WALL && self.consider(1, right, parent, level);
        any |= but != 2 && above != WALL && self.consider(2, above, parent, level);
        any |= but != 3 && below != WALL && self.consider(3, below, parent, level);
        any
    }

    /// The same for one of the four moves, into the cell of the tile with this home. Whether it can be made.
    #[inline(always)]
    fn consider(&self, code: u8, home: Spot, parent: &Parent<'_>, level: &mut Level) -> bool {
        let Parent { node, number, blank: from, homes, limit } = *parent;
        let moved = [home == homes[0], home == homes[1]];
        let [first, second] = self.aim.led();
        let is_led = moved[first] || moved[second];
        let others = node.others + if is_led { 0 } else { self.weights.change(home, node.blank, code) };
        // One move brings the tiles one move nearer at best.
        if i64::from(node.g + node.h) * MOVE + others >= limit {
            return true;
        }
        let blank = step(node.blank, code);
        let mut group = node.group;
        if moved[0] || moved[1] {
            if self.aim == Aim::Home && !self.group.has(from) {
                return false; // a tile would leave the window
            }
            for (place, moved) in group.iter_mut().zip(moved) {
                if moved {
                    *place = from;
                }
            }
        }
        let h = self.group.distance(self.aim, self.line.seen(blank), group);
        let f = node.g + 1 + h;
        if f > self.longest {
            return false;
        }
        let rank = i64::from(f) * MOVE + others;
        if rank < limit {
            level.add(Successor { rank, blank, group, h, parent: number, code });
        }
        true
    }
}

/// Counts how many successors use the board of each node, and releases those that none uses.
fn count_uses(nodes: &[PairNode], kept: &[Successor], uses: &mut Vec<u8>, boards: &mut BoardPool) {
    uses.clear();
    uses.resize(nodes.len(), 0);
    for successor in kept {
        uses[usize::from(successor.parent)] += 1;
    }
    let unused = nodes.iter().zip(uses).filter(|(_, uses)| **uses == 0);
    unused.for_each(|(node, _)| boards.release(node.board));
}

/// The successors of a level: of those with blank and group in the same places, only the best. So nodes differ in
/// more than tiles far away.
struct Level {
    successors: Vec<Successor>,
    /// By a hash of these places: the number of a successor.
    slots: Vec<u16>,
    /// The ranks, each with the number of its successor.
    keys: Vec<i64>,
}

/// Several times as many as there are successors: three of each node, of which there are at most 24 or the width.
const SLOTS: usize = 1 << 9;
/// Bits of the number of a successor.
const BITS: u32 = 10;
const EMPTY: u16 = u16::MAX;

impl Level {
    fn new() -> Level {
        Level { successors: vec![], slots: vec![EMPTY; SLOTS], keys: vec![] }
    }

    fn clear(&mut self) {
        self.successors.clear();
        self.slots.fill(EMPTY);
    }

    #[inline(always)]
    fn add(&mut self, new: Successor) {
        debug_assert!(self.successors.len() < SLOTS / 2, "the search for a free slot ends soon");
        let number = |at: Spot, factor: u32| (u32::from(at.x) | u32::from(at.y) << 16).wrapping_mul(factor);
        let [a, b] = new.group;
        let hash = number(new.blank, 0x9E37_79B1) ^ number(a, 0x85EB_CA77) ^ number(b, 0xC2B2_AE3D);
        let mut slot = (hash >> 16) as usize % SLOTS;
        loop {
            let there = self.slots[slot];
            if there == EMPTY {
                self.slots[slot] = self.successors.len() as u16;
                self.successors.push(new);
                return;
            }
            let old = &mut self.successors[usize::from(there)];
            if old.blank == new.blank && old.group == new.group {
                if new.rank < old.rank {
                    *old = new;
                }
                return;
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// Leaves so many, in the order in which they came; of equals the earlier.
    fn leave_best(&mut self, width: usize) {
        if self.successors.len() <= width {
            return;
        }
        self.keys.clear();
        self.keys.extend(self.successors.iter().zip(0..).map(|(s, i)| s.rank << BITS | i));
        let most = *self.keys.select_nth_unstable(width - 1).1;
        let mut number = 0;
        self.successors.retain(|s| {
            number += 1;
            s.rank << BITS | (number - 1) <= most
        });
    }
}

/// The place that the blank goes to; it may be in the wall.
#[inline]
pub fn step(at: Spot, code: u8) -> Spot {
    const STEPS: [(u16, u16); 4] = [(u16::MAX, 0), (1, 0), (0, u16::MAX), (0, 1)];
    let (x, y) = STEPS[usize::from(code % 4)];
    Spot { x: at.x.wrapping_add(x), y: at.y.wrapping_add(y) }
}
