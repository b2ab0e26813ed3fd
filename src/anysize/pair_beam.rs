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
//! Every node kept has about 2.3 successors, each of which costs a few lookups. Only those kept are
//! generated, and a board is copied only when more than one of its successors is kept.

use crate::anysize::field::{BoardPool, Field, WALL};
use crate::anysize::guide::{Aim, Spot, TileGroup};

/// One move, in the unit of ranks.
const MOVE: i64 = 256;
/// By how many moves a path may be longer than the guide expects.
pub const SLACK: u32 = 16;
/// How many nodes that arrive are kept at most.
const MOST_ARRIVED: usize = 24;
/// Stands for no last move.
pub const FRESH: u8 = 4;

/// The paths of all nodes of a search: each entry has the one before it, and the code of a move.
pub type Trail = Vec<(u32, u8)>;

/// A node of the beam, except for its tiles.
#[derive(Clone, Copy, Debug)]
pub struct PairNode {
    /// The number of its board in the [`BoardPool`].
    pub board: usize,
    /// Where the blank is.
    pub blank: Spot,
    /// Where the tiles of the group are; both the same if there is one.
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
    pub fn new(board: usize, blank: Spot, group: [Spot; 2]) -> PairNode {
        PairNode { board, blank, group, g: 0, h: 0, others: 0, last: FRESH, entry: 0 }
    }
}

/// What it costs, in the unit of ranks, if a tile is so far from its home along one axis.
pub struct Weights {
    side: usize,
    /// By distance: the costs of tiles of the line, then those of the others.
    costs: [Vec<i32>; 2],
    /// By signed distance, in the same order: by how much a step forward changes the cost.
    changes: Vec<i32>,
}

/// A tile of the line at distance d costs `LINE · d² / m`, where m is the longer side of the part of the
/// board; from half that side on, each step costs `LINE` more.
const LINE: i64 = 4 * MOVE;
/// The same for all other tiles.
const REST: i64 = 3 * MOVE / 2;

impl Weights {
    /// The weights in a part of the board with this longer side.
    pub fn new(side: u16) -> Weights {
        let side = usize::from(side);
        let costs = [LINE, REST].map(|steepest| {
            let mut costs = vec![0];
            for d in 0..side as i64 - 1 {
                let step = (steepest * (2 * d + 1) / side as i64).min(steepest);
                costs.push(costs[d as usize] + step as i32);
            }
            costs
        });
        let off = |costs: &[i32], d: isize| costs.get(d.unsigned_abs()).copied().unwrap_or(0);
        let forward = |costs: &[i32], d: isize| off(costs, d + 1) - off(costs, d);
        let distances = 1 - side as isize..=side as isize;
        let changes = costs.iter().flat_map(|costs| distances.clone().map(|d| forward(costs, d))).collect();
        Weights { side, costs, changes }
    }

    /// What a tile in a place costs.
    pub fn cost(&self, home: Spot, at: Spot) -> i64 {
        let costs = &self.costs[usize::from(home.y > 0)];
        i64::from(costs[usize::from(at.x.abs_diff(home.x))] + costs[usize::from(at.y.abs_diff(home.y))])
    }

    /// By how much the cost of a tile changes when the blank makes a move from `blank` into its cell.
    #[inline(always)]
    fn change(&self, home: Spot, blank: Spot, code: u8) -> i64 {
        let (at, wanted) = if code < 2 { (blank.x, home.x) } else { (blank.y, home.y) };
        // If the blank goes back (left or up), the tile goes forward, and vice versa.
        let back = usize::from(code % 2 == 0);
        let first = usize::from(home.y > 0) * 2 * self.side + self.side - 1 - back;
        let change = i64::from(self.changes[first + usize::from(at) - usize::from(wanted)]);
        if back == 1 { change } else { -change }
    }

    /// What all tiles of a field cost.
    pub fn sum(&self, tiles: &[Spot], blank: Spot, field: Field) -> i64 {
        let places = field.places().filter(|&at| at != blank);
        places.map(|at| self.cost(tiles[field.cell(at)], at)).sum()
    }
}

/// The search for one aim.
pub struct PairBeam<'a> {
    /// The places that the blank may visit.
    pub field: Field,
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
        boards.release(nodes.iter().map(|node| node.board));
        self.nodes.sort_by_key(|(rank, _)| *rank);
        let others = self.nodes.drain(self.nodes.len().min(MOST_ARRIVED)..);
        boards.release(others.map(|(_, node)| node.board));
        nodes.clear();
        nodes.extend(self.nodes.into_iter().map(|(_, node)| node));
    }
}

impl PairBeam<'_> {
    /// The homes of the tiles that the guide leads; both the same if there is one.
    #[inline]
    fn led(&self) -> [Spot; 2] {
        let homes = self.group.homes();
        self.aim.led().map(|number| homes[number])
    }

    /// What the tiles that the guide leads would cost if it did not lead them.
    pub fn led_cost(&self, node: &PairNode) -> i64 {
        let homes = self.group.homes();
        let cost = |number: usize| self.weights.cost(homes[number], node.group[number]);
        let [first, second] = self.aim.led();
        if homes[first] == homes[second] { cost(first) } else { cost(first) + cost(second) }
    }

    /// Moves that the guide expects.
    #[inline]
    pub fn distance(&self, node: &PairNode) -> u32 {
        self.group.distance(self.aim, node.blank, node.group)
    }

    /// Searches on from some nodes, at most so many moves deep. Returns true and leaves in `nodes` those that
    /// arrived, best first; or, if none did, returns false and leaves those of the last level.
    pub fn run(
        &self,
        nodes: &mut Vec<PairNode>,
        boards: &mut BoardPool,
        moves: u32,
        trail: &mut Trail,
    ) -> bool {
        let mut arrived = Arrived { nodes: vec![], limit: i64::MAX, grace: i64::from(self.grace) * MOVE };
        nodes.retain_mut(|node| {
            node.h = self.distance(node);
            if node.h == 0 {
                arrived.add(i64::from(node.g) * MOVE + node.others, *node);
            }
            node.h > 0
        });
        let mut kept: Vec<Successor> = Vec::with_capacity(self.width);
        let mut next: Vec<PairNode> = Vec::with_capacity(self.width);
        let mut uses: Vec<u8> = vec![];
        for _ in 0..moves {
            if nodes.is_empty() {
                break;
            }
            kept.clear();
            for (node, parent) in nodes.iter().zip(0..) {
                self.expand(node, boards.get(node.board), parent, arrived.limit, &mut kept);
            }
            count_uses(nodes, &kept, &mut uses, boards);
            for successor in &kept {
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
        boards.get_mut(board).swap(self.field.cell(parent.blank), self.field.cell(blank));
        trail.push((parent.entry, code));
        let g = parent.g + 1;
        let others = rank - i64::from(g + h) * MOVE;
        PairNode { board, blank, group, g, h, others, last: code, entry: (trail.len() - 1) as u32 }
    }

    /// Puts the successors of a node among those kept, in order of rank; of equals the earlier comes first.
    #[inline(always)]
    fn expand(&self, node: &PairNode, tiles: &[Spot], parent: u16, limit: i64, kept: &mut Vec<Successor>) {
        // The last move is undone only where there is no other move.
        if !self.forward(node, tiles, parent, limit, node.last ^ 1, kept) {
            self.forward(node, tiles, parent, limit, FRESH, kept);
        }
    }

    /// The same for all moves except `but`. Whether there are any.
    #[inline(always)]
    fn forward(
        &self,
        node: &PairNode,
        tiles: &[Spot],
        parent: u16,
        limit: i64,
        but: u8,
        kept: &mut Vec<Successor>,
    ) -> bool {
        let cell = self.field.cell(node.blank);
        let mut any = false;
        any |= but != 0 && self.consider::<0>(node, tiles, cell, parent, limit, kept);
        any |= but != 1 && self.consider::<1>(node, tiles, cell, parent, limit, kept);
        any |= but != 2 && self.consider::<2>(node, tiles, cell, parent, limit, kept);
        any |= but != 3 && self.consider::<3>(node, tiles, cell, parent, limit, kept);
        any
    }

    /// The same for one of the four moves. Whether it can be made.
    // The code is known to the compiler, so that it costs no branches.
    #[inline(always)]
    fn consider<const CODE: u8>(
        &self,
        node: &PairNode,
        tiles: &[Spot],
        cell: usize,
        parent: u16,
        limit: i64,
        kept: &mut Vec<Successor>,
    ) -> bool {
        let row = self.field.stride();
        let to = [cell.wrapping_sub(1), cell + 1, cell.wrapping_sub(row), cell + row][usize::from(CODE)];
        let home = tiles[to];
        if home == WALL {
            return false;
        }
        let led = self.led();
        let is_led = home == led[0] || home == led[1];
        let others = node.others + if is_led { 0 } else { self.weights.change(home, node.blank, CODE) };
        let full = kept.len() == self.width;
        let worst = if full { limit.min(kept[self.width - 1].rank) } else { limit };
        // One move brings the tiles one move nearer at best.
        if i64::from(node.g + node.h) * MOVE + others >= worst {
            return true;
        }
        let blank = step(node.blank, CODE);
        let group = node.group.map(|place| if place == blank { node.blank } else { place });
        if group != node.group && self.aim == Aim::Home && !self.group.has(node.blank) {
            return false; // a tile would leave the window
        }
        let h = self.group.distance(self.aim, blank, group);
        let f = node.g + 1 + h;
        if f > self.longest {
            return false;
        }
        let rank = i64::from(f) * MOVE + others;
        if rank < worst {
            insert(kept, full, Successor { rank, blank, group, h, parent, code: CODE });
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
    boards.release(unused.map(|(node, _)| node.board));
}

/// Puts a successor among those kept, in place of the worst if there is no more room, unless it is a
/// duplicate.
#[inline(always)]
fn insert(kept: &mut Vec<Successor>, is_full: bool, new: Successor) {
    let place = kept.iter().map(|k| usize::from(k.rank <= new.rank)).sum::<usize>();
    let is_same = |k: &Successor| k.blank == new.blank && k.group == new.group;
    if kept[..place].iter().rev().take_while(|k| k.rank == new.rank).any(is_same) {
        return;
    }
    if is_full {
        kept.pop();
    }
    kept.insert(place, new);
}

/// The place that the blank goes to; it may be in the wall.
#[inline]
pub fn step(at: Spot, code: u8) -> Spot {
    const STEPS: [(u16, u16); 4] = [(u16::MAX, 0), (1, 0), (0, u16::MAX), (0, 1)];
    let (x, y) = STEPS[usize::from(code % 4)];
    Spot { x: at.x.wrapping_add(x), y: at.y.wrapping_add(y) }
}
