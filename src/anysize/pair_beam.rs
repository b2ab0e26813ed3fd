//! A beam search that a guide leads: some tiles come home, and the others get nearer on the way.
//!
//! The guide knows how many moves it takes to bring the tiles of a group where they are wanted ([`crate::anysize::guide`]).
//! There are many ways of about that length, and they differ in what they do to all the other tiles. The search keeps
//! the few best boards after each move, ranked by
//!
//! ```text
//!     moves made + moves that the guide still expects + what the other tiles are expected to cost
//! ```
//!
//! The last term grows with the squares of their distances from home, along the line and across; tiles of the same
//! line count more. No way may be longer than the guide's by more than [`SLACK`] moves, and from every board the guide
//! has a move that brings its tiles nearer, so the group arrives.
//!
//! # Cost
//! A move costs about 2.3 successors for every board kept, each a few look-ups. Only those kept are made, and a board is
//! copied only when more than one of its successors is kept.

use crate::anysize::guide::{Aim, Group, Spot};

/// A move, in the unit of ranking.
const MOVE: i64 = 256;
/// How many moves more than the guide expects a way may take.
pub const SLACK: u32 = 16;
/// How many boards that arrive are kept at most.
const MOST_ARRIVED: usize = 24;
/// Stands for no last move.
pub const FRESH: u8 = 4;
/// Stands in a cell that the blank cannot enter.
pub const WALL: Spot = Spot { x: u16::MAX, y: u16::MAX };

/// The ways of all boards of a search: for each entry the one before, and the code of a move.
pub type Trail = Vec<(u32, u8)>;

/// One board of the beam, but for its tiles.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Number of its tiles in [`Boards`].
    pub board: usize,
    /// Where the blank is.
    pub blank: Spot,
    /// Where the tiles of the group are; both the same if there is one.
    pub group: [Spot; 2],
    /// Moves made so far.
    pub length: u32,
    /// Moves that the guide still expects.
    pub distance: u32,
    /// What the tiles that are not led are expected to cost, in the unit of ranking.
    pub others: i64,
    /// Code of the last move, or [`FRESH`].
    pub last: u8,
    /// The last entry of its way in the trail.
    pub way: u32,
}

/// The tiles of some boards, all of one size: by cell of the field, the home of the tile there, or [`WALL`].
#[derive(Clone, Debug, Default)]
pub struct Boards {
    size: usize,
    tiles: Vec<Spot>,
    free: Vec<usize>,
}

impl Boards {
    /// No boards, of this size.
    pub fn new(size: usize) -> Boards {
        Boards { size, ..Boards::default() }
    }

    /// Takes a board in, and gives its number.
    pub fn add(&mut self, tiles: &[Spot]) -> usize {
        match self.free.pop() {
            Some(board) => {
                self.get_mut(board).copy_from_slice(tiles);
                board
            }
            None => {
                self.tiles.extend_from_slice(tiles);
                self.tiles.len() / self.size - 1
            }
        }
    }

    /// Takes a copy in.
    fn duplicate(&mut self, board: usize) -> usize {
        let copy = self.free.pop().unwrap_or_else(|| {
            self.tiles.resize(self.tiles.len() + self.size, WALL);
            self.tiles.len() / self.size - 1
        });
        self.tiles.copy_within(board * self.size..(board + 1) * self.size, copy * self.size);
        copy
    }

    /// The tiles of a board.
    #[inline]
    pub fn get(&self, board: usize) -> &[Spot] {
        &self.tiles[board * self.size..(board + 1) * self.size]
    }

    /// The same, to be changed.
    #[inline]
    pub fn get_mut(&mut self, board: usize) -> &mut [Spot] {
        &mut self.tiles[board * self.size..(board + 1) * self.size]
    }
}

/// The part of a line's coordinates that the blank may visit, with a wall all round.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Field {
    /// The places from (left, top) to before (right, bottom).
    pub fn new(left: u16, top: u16, right: u16, bottom: u16) -> Field {
        Field { left, top, width: right - left, height: bottom - top }
    }

    /// Number of a place's cell.
    #[inline]
    pub fn cell(&self, at: Spot) -> usize {
        let (x, y) =
            (at.x.wrapping_sub(self.left).wrapping_add(1), at.y.wrapping_sub(self.top).wrapping_add(1));
        usize::from(y) * (usize::from(self.width) + 2) + usize::from(x)
    }

    /// Number of its cells, the wall included.
    pub fn size(&self) -> usize {
        (usize::from(self.width) + 2) * (usize::from(self.height) + 2)
    }

    /// The tiles of a field, which are told by their places.
    pub fn fill(&self, tile: impl Fn(Spot) -> Spot) -> Vec<Spot> {
        let mut tiles = vec![WALL; self.size()];
        for at in self.places() {
            tiles[self.cell(at)] = tile(at);
        }
        tiles
    }

    /// The same, from the tiles of a field that this one is a part of.
    pub fn copy(&self, tiles: &[Spot], of: Field) -> Vec<Spot> {
        let row = usize::from(self.width) + 2;
        let mut copy = Vec::with_capacity(self.size());
        copy.resize(row, WALL);
        for y in self.top..self.top + self.height {
            let begin = of.cell(Spot { x: self.left, y });
            copy.push(WALL);
            copy.extend_from_slice(&tiles[begin..begin + usize::from(self.width)]);
            copy.push(WALL);
        }
        copy.resize(copy.len() + row, WALL);
        copy
    }

    /// The place of the tile with this home.
    pub fn find(&self, tiles: &[Spot], home: Spot) -> Spot {
        let cell = tiles.iter().position(|&tile| tile == home).expect("every tile is somewhere");
        let row = usize::from(self.width) + 2;
        Spot { x: (cell % row) as u16 - 1 + self.left, y: (cell / row) as u16 - 1 + self.top }
    }

    /// All places, row by row.
    pub fn places(self) -> impl Iterator<Item = Spot> {
        let columns = self.left..self.left + self.width;
        (self.top..self.top + self.height).flat_map(move |y| columns.clone().map(move |x| Spot { x, y }))
    }
}

/// What it costs a tile to be off along one axis, in the unit of ranking.
pub struct Weights {
    side: usize,
    /// By distance: the costs of tiles of the line, then those of the others.
    costs: [Vec<i32>; 2],
    /// By signed distance, in the same order: what a step forward changes.
    changes: Vec<i32>,
}

/// A tile of the line that is d off costs `LINE · d² / m` moves, in a region with its longer side m; from half that
/// side on, each step costs `LINE` moves more.
const LINE: i64 = 4 * MOVE;
/// The same for all other tiles.
const REST: i64 = 3 * MOVE / 2;

impl Weights {
    /// The weights in a region with this longer side.
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

    /// What a tile costs in a place.
    pub fn cost(&self, home: Spot, at: Spot) -> i64 {
        let costs = &self.costs[usize::from(home.y > 0)];
        i64::from(costs[usize::from(at.x.abs_diff(home.x))] + costs[usize::from(at.y.abs_diff(home.y))])
    }

    /// What the cost of a tile changes by when the blank makes a move from `blank` into its cell.
    #[inline(always)]
    fn change(&self, home: Spot, blank: Spot, code: u8) -> i64 {
        let (at, wanted) = if code < 2 { (blank.x, home.x) } else { (blank.y, home.y) };
        // The blank goes back (left or up), the tile forward; or the other way round.
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
pub struct Beam<'a> {
    /// What the blank may visit.
    pub field: Field,
    /// The tiles to bring.
    pub group: &'a Group,
    /// What is wanted of them.
    pub aim: Aim,
    /// What the others cost.
    pub weights: &'a Weights,
    /// How many boards are kept.
    pub width: usize,
    /// The longest way allowed.
    pub longest: u32,
    /// The search goes on for boards that may arrive with a rank within so many moves of the best.
    pub grace: u32,
}

/// A board that may be kept: not made yet.
#[derive(Clone, Copy)]
struct Successor {
    rank: i64,
    blank: Spot,
    group: [Spot; 2],
    distance: u32,
    parent: u16,
    code: u8,
}

impl Beam<'_> {
    /// The homes of the tiles that the guide leads; both the same if there is one.
    #[inline]
    fn led(&self) -> [Spot; 2] {
        let homes = self.group.homes();
        self.aim.led().map(|number| homes[number])
    }

    /// What the led tiles of a board would cost if they were not.
    pub fn led_cost(&self, node: &Node) -> i64 {
        let homes = self.group.homes();
        let cost = |number: usize| self.weights.cost(homes[number], node.group[number]);
        let [first, second] = self.aim.led();
        if homes[first] == homes[second] { cost(first) } else { cost(first) + cost(second) }
    }

    /// Moves that the guide expects.
    #[inline]
    pub fn distance(&self, node: &Node) -> u32 {
        self.group.distance(self.aim, node.blank, node.group)
    }

    /// Searches from some boards on, at most so many moves. Leaves in `nodes` those that arrived, best first, and returns
    /// true; or if there are none, those after the last move.
    pub fn run(&self, nodes: &mut Vec<Node>, boards: &mut Boards, moves: u32, trail: &mut Trail) -> bool {
        let mut arrived: Vec<(i64, Node)> = vec![];
        let mut kept: Vec<Successor> = Vec::with_capacity(self.width);
        let mut next: Vec<Node> = Vec::with_capacity(self.width);
        let mut uses: Vec<u8> = vec![];
        let mut limit = i64::MAX;
        nodes.retain_mut(|node| {
            node.distance = self.distance(node);
            if node.distance == 0 {
                let rank = i64::from(node.length) * MOVE + node.others;
                limit = limit.min(rank + i64::from(self.grace) * MOVE);
                arrived.push((rank, *node));
            }
            node.distance > 0
        });
        for _ in 0..moves {
            if nodes.is_empty() {
                break;
            }
            kept.clear();
            for (node, parent) in nodes.iter().zip(0..) {
                self.expand(node, boards.get(node.board), parent, limit, &mut kept);
            }
            uses.clear();
            uses.resize(nodes.len(), 0);
            for s in &kept {
                uses[usize::from(s.parent)] += 1;
            }
            boards
                .free
                .extend(nodes.iter().zip(&uses).filter(|(_, uses)| **uses == 0).map(|(node, _)| node.board));
            for s in &kept {
                let parent = &nodes[usize::from(s.parent)];
                let uses = &mut uses[usize::from(s.parent)];
                *uses -= 1;
                // The last to use a board has it, the others get copies.
                let board = if *uses == 0 { parent.board } else { boards.duplicate(parent.board) };
                boards.get_mut(board).swap(self.field.cell(parent.blank), self.field.cell(s.blank));
                trail.push((parent.way, s.code));
                let node = Node {
                    board,
                    blank: s.blank,
                    group: s.group,
                    length: parent.length + 1,
                    distance: s.distance,
                    others: s.rank - i64::from(parent.length + 1 + s.distance) * MOVE,
                    last: s.code,
                    way: (trail.len() - 1) as u32,
                };
                if s.distance == 0 {
                    limit = limit.min(s.rank + i64::from(self.grace) * MOVE);
                    arrived.push((s.rank, node));
                } else {
                    next.push(node);
                }
            }
            std::mem::swap(nodes, &mut next);
            next.clear();
        }
        if arrived.is_empty() {
            return false;
        }
        boards.free.extend(nodes.iter().map(|node| node.board));
        arrived.sort_by_key(|(rank, _)| *rank);
        boards.free.extend(arrived.drain(arrived.len().min(MOST_ARRIVED)..).map(|(_, node)| node.board));
        nodes.clear();
        nodes.extend(arrived.into_iter().map(|(_, node)| node));
        true
    }

    /// Puts the successors of a board among those kept, in order of rank; of equals the earlier comes first.
    #[inline(always)]
    fn expand(&self, node: &Node, tiles: &[Spot], parent: u16, limit: i64, kept: &mut Vec<Successor>) {
        // The way back is the way on only where there is no other.
        if !self.forward(node, tiles, parent, limit, node.last ^ 1, kept) {
            self.forward(node, tiles, parent, limit, FRESH, kept);
        }
    }

    /// The same for all moves but one. Whether there are any.
    #[inline(always)]
    fn forward(
        &self,
        node: &Node,
        tiles: &[Spot],
        parent: u16,
        limit: i64,
        but: u8,
        kept: &mut Vec<Successor>,
    ) -> bool {
        let cell = self.field.cell(node.blank);
        let mut ways = false;
        ways |= but != 0 && self.consider::<0>(node, tiles, cell, parent, limit, kept);
        ways |= but != 1 && self.consider::<1>(node, tiles, cell, parent, limit, kept);
        ways |= but != 2 && self.consider::<2>(node, tiles, cell, parent, limit, kept);
        ways |= but != 3 && self.consider::<3>(node, tiles, cell, parent, limit, kept);
        ways
    }

    /// The same for one of the four moves. Whether it can be made.
    // Known to the compiler, the code of the move costs no decisions.
    #[inline(always)]
    fn consider<const CODE: u8>(
        &self,
        node: &Node,
        tiles: &[Spot],
        cell: usize,
        parent: u16,
        limit: i64,
        kept: &mut Vec<Successor>,
    ) -> bool {
        let row = usize::from(self.field.width) + 2;
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
        if i64::from(node.length + node.distance) * MOVE + others >= worst {
            return true;
        }
        let blank = step(node.blank, CODE);
        let group = node.group.map(|place| if place == blank { node.blank } else { place });
        if group != node.group && self.aim == Aim::Home && !self.group.has(node.blank) {
            return false; // a tile would leave the window
        }
        let distance = self.group.distance(self.aim, blank, group);
        let length = node.length + 1 + distance;
        let rank = i64::from(length) * MOVE + others;
        if length > self.longest {
            return false;
        }
        if rank >= worst {
            return true;
        }
        let place = kept.iter().map(|k| usize::from(k.rank <= rank)).sum::<usize>();
        let same = |k: &Successor| k.blank == blank && k.group == group;
        if kept[..place].iter().rev().take_while(|k| k.rank == rank).any(same) {
            return true;
        }
        if full {
            kept.pop();
        }
        kept.insert(place, Successor { rank, blank, group, distance, parent, code: CODE });
        true
    }
}

/// The place that the blank goes to; it may be in the wall.
#[inline]
pub fn step(at: Spot, code: u8) -> Spot {
    const STEPS: [(u16, u16); 4] = [(u16::MAX, 0), (1, 0), (0, u16::MAX), (0, 1)];
    let (x, y) = STEPS[usize::from(code % 4)];
    Spot { x: at.x.wrapping_add(x), y: at.y.wrapping_add(y) }
}
