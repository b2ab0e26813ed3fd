//! A shorter way between the two ends of a stretch of moves, on a board of any size.
//!
//! The problem: some moves lead from one board to another; find fewer moves that do. A stretch of a solution is seldom
//! longer than need be if it is short (forty moves of a 4×4 solution in three stages nearly never are), and there are
//! far too many boards to try them all if it is long. So a *beam* goes from the first board to the last: from the
//! boards of a level to all that are a move further, of which only the best are kept, those whose tiles have the fewest
//! steps to go (the Manhattan distance to the last board).
//!
//! # Representation
//! Only the tiles near the stretch matter. They stand on a [`Patch`], a part of the board of at most 256 cells,
//! and are named after their cells on it at the beginning: so a board is a short row of bytes, and nothing here
//! depends on the size of the whole. Boards have a key, the sum over all tiles of `weight[tile] · power[cell]`, which a
//! move changes by one multiplication. On up to sixteen cells weights are 0 to 15 and powers those of 16: then the key
//! *is* the board. Otherwise both are random.
//!
//! # Steps
//! A level is *expanded* into candidates, of which no key was seen before (the table of keys forgets, so some come
//! twice, which costs time and nothing else), and the best are *kept*. A candidate is dropped if it cannot lead to a
//! shorter way: moves made and distance to go are too many. One that the stretch itself comes to, but later, is a
//! shortcut from there on: it is noted, and from then on only better ones count.
//!
//! If all candidates were ever kept the search is *complete*: what it has not found is not there.
//!
//! # Cost
//! About 50 ns a candidate, of which there are about twice the width for each move. Memory: four bytes for each board
//! kept on any level, and the boards of two levels.

use crate::generate::random::Stream;
use crate::improve::patch::{EXACT, Patch};
use crate::puzzle::grid::{Grid, Move};
use crate::runtime::cancel::Cancel;
use std::time::Instant;

/// Boards made between two looks at the clock: less than a millisecond.
const PIECE: usize = 4096;
/// Spreads keys over a table: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
/// No cell, no step: there is room for so many steps beside the code of a move.
const NONE: u32 = u32::MAX >> 2;

/// When to stop: at a time, or on request.
pub struct Watch<'a> {
    /// The time, if any.
    pub deadline: Option<Instant>,
    /// The request.
    pub cancel: &'a Cancel,
}

impl Watch<'_> {
    /// Whether to stop; once it is so it remains so.
    pub fn is_over(&self) -> bool {
        self.cancel.check().is_err() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Codes of a shorter way, if there is one.
    pub way: Option<Vec<u8>>,
    /// Whether nothing was left out: without a way there is none on the patch.
    pub complete: bool,
}

/// A board of the beam.
#[derive(Clone, Copy)]
struct Node {
    key: u64,
    /// Its step in the trail.
    step: u32,
    distance: u16,
    blank: u16,
    /// The move that led to it.
    last: u8,
}

/// A board that may come into the beam.
#[derive(Clone, Copy)]
struct Candidate {
    key: u64,
    parent: u32,
    distance: u16,
    blank: u16,
    code: u8,
}

/// Where the way leaves the trail and goes on along the stretch.
#[derive(Clone, Copy)]
struct Joint {
    /// The step before, and the move from there.
    step: u32,
    code: u8,
    /// The number of the board on the stretch.
    place: usize,
}

/// Searches for shortcuts, one after another, and keeps its memory from one to the next.
#[derive(Default)]
pub struct Search {
    weights: Vec<u64>,
    powers: Vec<u64>,
    /// By cell and move: the cell that the blank comes to.
    exits: Vec<[u32; 4]>,
    /// By cell: its column and row.
    spots: Vec<[u8; 2]>,
    /// By tile: column and row of the cell that it is to come to.
    wants: Vec<[u8; 2]>,
    /// The boards of the stretch by key, with their numbers; 0 is free.
    stretch: Vec<(u64, u32)>,
    seen: Vec<u64>,
    nodes: Vec<Node>,
    /// The boards of the nodes, one after another.
    boards: Vec<u8>,
    spare: Vec<u8>,
    candidates: Vec<Candidate>,
    /// For every board that was ever kept: the number of the step before, times four, plus the code of the move.
    trail: Vec<u32>,
    saved: usize,
    joint: Option<Joint>,
    /// Another order among equals in each search.
    salt: u64,
}

impl Search {
    /// Looks for a shorter way than these moves from the blank's cell, by a beam of this width on a patch round them.
    /// Width times moves must stay below 2^30.
    pub fn find(
        &mut self,
        grid: Grid,
        patch: &Patch,
        blank: usize,
        codes: &[u8],
        width: usize,
        watch: &Watch<'_>,
    ) -> Found {
        let first = self.set_up(patch, patch.cell(grid, blank), codes);
        let mut found = Found { way: None, complete: true };
        if usize::from(first.distance) == codes.len() {
            return found;
        }
        // A stretch that comes back to its first board needs no search.
        let (_, again) = self.stretch[self.slot(first.key)];
        if again > 0 {
            return Found { way: Some(codes[again as usize..].to_vec()), complete: false };
        }
        self.begin(first, width);
        for made in 1.. {
            // A way is shorter by an even number of moves: both have the parity of the distance.
            let Some(left) = codes.len().checked_sub(2 + self.saved + made) else { break };
            if !self.expand(made, left, watch) {
                found.complete = false;
                break;
            }
            if self.candidates.is_empty() {
                break;
            }
            found.complete &= self.candidates.len() <= width;
            if !self.keep(width, watch) {
                found.complete = false;
                break;
            }
        }
        found.way = self.joint.map(|joint| self.way(joint, codes));
        found
    }

    /// Names the tiles, makes the moves, and says where each tile is to come. Returns the first board.
    fn set_up(&mut self, patch: &Patch, blank: usize, codes: &[u8]) -> Node {
        let cells = patch.cells();
        self.draw(patch);
        if cells <= EXACT {
            // A tile of weight 0 would not be seen; the blank needs no weight, and there are fewer tiles than cells.
            self.weights[0] = blank as u64;
        }
        let tiles = (0..cells).filter(|&tile| tile != blank);
        let keys = tiles.map(|tile| self.weights[tile].wrapping_mul(self.powers[tile]));
        let first = keys.fold(0, u64::wrapping_add);
        self.stretch.clear();
        self.stretch.resize(8 * (codes.len() + 1).next_power_of_two(), (0, 0));
        let mut tiles: Vec<u8> = (0..cells).map(|cell| cell as u8).collect();
        let (mut at, mut key) = (blank, first);
        for (&code, number) in codes.iter().zip(1..) {
            let next = self.exits[at][code as usize] as usize;
            key = self.moved(key, tiles[next], next, at);
            tiles.swap(at, next);
            at = next;
            let slot = self.slot(key);
            self.stretch[slot] = (key, number);
        }
        self.wants.resize(cells, [0; 2]);
        for (&tile, &spot) in tiles.iter().zip(&self.spots) {
            self.wants[tile as usize] = spot;
        }
        let steps = |(want, spot): (&[u8; 2], &[u8; 2])| {
            u16::from(want[0].abs_diff(spot[0])) + u16::from(want[1].abs_diff(spot[1]))
        };
        let pairs = self.wants.iter().zip(&self.spots).enumerate().filter(|(tile, _)| *tile != blank);
        let distance = pairs.map(|(_, pair)| steps(pair)).sum();
        Node { key: first, step: NONE, distance, blank: blank as u16, last: u8::MAX }
    }

    /// Cells, their neighbours, and the numbers that make the keys.
    fn draw(&mut self, patch: &Patch) {
        let grid = Grid { rows: patch.rows, cols: patch.cols };
        let cells = grid.cells();
        let spots = (0..cells).map(|cell| [grid.col(cell) as u8, grid.row(cell) as u8]);
        let exits = (0..cells)
            .map(|cell| Move::ALL.map(|step| grid.neighbour(cell, step).map_or(NONE, |next| next as u32)));
        self.spots.clear();
        self.spots.extend(spots);
        self.exits.clear();
        self.exits.extend(exits);
        self.wants.clear();
        if self.weights.len() == cells {
            return;
        }
        if cells <= EXACT {
            self.weights = (0..cells as u64).collect();
            self.powers = (0..cells).map(|cell| 1 << (4 * cell)).collect();
        } else {
            let mut stream = Stream::new(cells as u64, 0);
            self.weights = (0..cells).map(|_| stream.next_u64()).collect();
            self.powers = (0..cells).map(|_| stream.next_u64()).collect();
        }
    }

    /// The key after a tile has gone from one cell to another.
    #[inline]
    fn moved(&self, key: u64, tile: u8, from: usize, to: usize) -> u64 {
        let way = self.powers[to].wrapping_sub(self.powers[from]);
        key.wrapping_add(self.weights[tile as usize].wrapping_mul(way))
    }

    /// Where a key stands among the boards of the stretch, or a free slot.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.stretch.len() - 1;
        let mut slot = (key.wrapping_mul(SPREAD) >> 32) as usize & mask;
        while self.stretch[slot].1 != 0 && self.stretch[slot].0 != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The one slot for a key in the table of those seen; 0 is no key, since every board has tiles.
    #[inline]
    fn seen_slot(&self, key: u64) -> usize {
        (key.wrapping_mul(SPREAD) >> (64 - self.seen.len().trailing_zeros())) as usize
    }

    /// A beam of one board.
    fn begin(&mut self, first: Node, width: usize) {
        self.salt = self.salt.wrapping_add(SPREAD << 1) | 1;
        self.seen.clear();
        self.seen.resize(4 * width.next_power_of_two(), 0);
        let slot = self.seen_slot(first.key);
        self.seen[slot] = first.key;
        self.boards.clear();
        self.boards.extend((0..self.spots.len()).map(|cell| cell as u8));
        self.nodes.clear();
        self.nodes.push(first);
        self.trail.clear();
        self.saved = 0;
        self.joint = None;
    }

    /// Makes the candidates of the next level, those with at most `left` steps to go. False if it is time to stop.
    fn expand(&mut self, made: usize, left: usize, watch: &Watch<'_>) -> bool {
        self.candidates.clear();
        for number in 0..self.nodes.len() {
            if number % PIECE == 0 && watch.is_over() {
                return false;
            }
            self.expand_node(number, made, left);
        }
        true
    }

    #[inline]
    fn expand_node(&mut self, number: usize, made: usize, left: usize) {
        let node = self.nodes[number];
        let here = node.blank as usize;
        let cells = self.spots.len();
        for code in (0..4).filter(|code| code ^ 1 != node.last) {
            let next = self.exits[here][code as usize];
            if next == NONE {
                continue;
            }
            let next = next as usize;
            let tile = self.boards[number * cells + next];
            let axis = usize::from(code >> 1);
            let (want, spot) = (self.wants[tile as usize][axis], self.spots[next][axis]);
            // The tile goes against the blank.
            let closer = if code & 1 == 0 { want > spot } else { want < spot };
            let distance = if closer { node.distance - 1 } else { node.distance + 1 };
            if usize::from(distance) > left {
                continue;
            }
            let key = self.moved(node.key, tile, next, here);
            let slot = self.seen_slot(key);
            if self.seen[slot] == key {
                continue;
            }
            self.seen[slot] = key;
            let (_, place) = self.stretch[self.slot(key)];
            if place as usize > made + self.saved {
                self.saved = place as usize - made;
                self.joint = Some(Joint { step: node.step, code, place: place as usize });
            }
            self.candidates.push(Candidate {
                key,
                parent: number as u32,
                distance,
                blank: next as u16,
                code,
            });
        }
    }

    /// Keeps the best candidates, at most `width`, and makes their boards. False if it is time to stop.
    fn keep(&mut self, width: usize, watch: &Watch<'_>) -> bool {
        if self.candidates.len() > width {
            let salt = self.salt;
            let rank = |one: &Candidate| (one.distance, one.key.wrapping_mul(salt));
            self.candidates.select_nth_unstable_by_key(width, rank);
            self.candidates.truncate(width);
        }
        let cells = self.spots.len();
        self.spare.clear();
        for (number, one) in self.candidates.iter().enumerate() {
            if number % PIECE == 0 && watch.is_over() {
                return false;
            }
            let (parent, begin) = (one.parent as usize, self.spare.len());
            self.spare.extend_from_slice(&self.boards[parent * cells..][..cells]);
            self.spare[begin..].swap(self.nodes[parent].blank.into(), one.blank.into());
        }
        let first = self.trail.len() as u32;
        let nodes = &self.nodes;
        let steps =
            self.candidates.iter().map(|one| nodes[one.parent as usize].step << 2 | u32::from(one.code));
        self.trail.extend(steps);
        self.nodes.clear();
        self.nodes.extend(self.candidates.iter().zip(first..).map(|(one, step)| {
            let Candidate { key, distance, blank, code, .. } = *one;
            Node { key, step, distance, blank, last: code }
        }));
        std::mem::swap(&mut self.boards, &mut self.spare);
        true
    }

    /// The moves to a joint, and those of the stretch from there on.
    fn way(&self, joint: Joint, codes: &[u8]) -> Vec<u8> {
        let mut way = vec![joint.code];
        let mut step = joint.step;
        while step != NONE {
            let packed = self.trail[step as usize];
            way.push((packed & 3) as u8);
            step = packed >> 2;
        }
        way.reverse();
        way.extend_from_slice(&codes[joint.place..]);
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_way_round_a_square_is_shorter() {
        // Seven moves round a square of four cells are five the other way.
        let grid = Grid::new(3, 3);
        let (long, short) = ([0, 2, 1, 3, 0, 2, 1], [2, 0, 3, 1, 2]);
        let find = |codes: &[u8], width| {
            let watch = Watch { deadline: None, cancel: &Cancel::new() };
            let (patch, length) = Patch::around(grid, 8, codes);
            assert_eq!(length, codes.len());
            Search::default().find(grid, &patch, 8, codes, width, &watch)
        };
        assert_eq!(find(&long, 64), Found { way: Some(short.to_vec()), complete: true });
        assert_eq!(find(&short, 64), Found { way: None, complete: true });
        // Kept too narrow, it does not claim to have seen everything.
        assert!(!find(&[0, 2, 1, 3, 0, 2, 1, 3, 0], 1).complete);
    }
}
