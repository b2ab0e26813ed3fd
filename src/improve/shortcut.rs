//! A shorter path between the two ends of a stretch of moves, on a board of any size.
//!
//! The problem: some moves lead from one board to another; find fewer moves that do. A short stretch of a
//! solution is seldom longer than need be (forty moves of a 4×4 solution in three stages hardly ever are),
//! and a long one has far too many boards around it to try them all. So a *beam* goes from the first board to
//! the last: it expands the nodes of a level and keeps only the best successors, those with the smallest
//! Manhattan distance to the last board.
//!
//! # Representation
//! Only the tiles near the stretch matter. They are on a [`Patch`], a part of the board of at most 256
//! cells, and are named after their cells at the beginning: so a board is a short array of bytes, and
//! nothing here depends on the size of the whole. Boards have a key, which a move updates by one
//! multiplication: the sum of `weight[tile] · power[cell]` over all tiles. On up to sixteen cells the weights
//! are 0 to 15 and the powers those of 16: then the key *is* the board. Otherwise both are random.
//!
//! # Steps
//! A level is *expanded* into candidates that were not visited before (the table of visited keys forgets, so
//! there are some duplicates, which cost time and nothing else), and the best are *kept*. A candidate is
//! pruned if it cannot lead to a shorter path: g and h together are too large. A candidate that the stretch
//! itself reaches later is a shortcut to that point: it is noted, and from then on only better ones count.
//!
//! If no candidate was ever dropped, the search is *complete*: if it has found no shorter path, there is none
//! on the patch.
//!
//! # Cost
//! About 50 ns a candidate, of which there are about twice the width for each move. Memory: four bytes for
//! each node kept on any level, and the boards of two levels. Between two looks at the budget a level is
//! expanded for about 2 ms, or the best of up to 800,000 candidates are selected in about 10 ms.

use crate::generate::random::Stream;
use crate::improve::patch::{EXACT_CELLS, Patch};
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::{Grid, Move};
use crate::runtime::allocate;
use crate::runtime::budget::{Budget, CHECK_INTERVAL};

/// Spreads keys over a table: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
/// Stands for no cell and for no entry of the trail: an entry's number must leave room for the code of a
/// move.
const NONE: u32 = u32::MAX >> 2;

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortcutOutcome {
    /// Codes of a shorter path, if one was found.
    pub path: Option<Vec<u8>>,
    /// Whether no candidate was dropped: if no path was found, there is none on the patch.
    pub is_complete: bool,
}

/// A node of the beam, except for its board.
#[derive(Clone, Copy)]
struct ShortcutNode {
    key: u64,
    /// Its entry in the trail.
    entry: u32,
    h: u16,
    blank: u16,
    /// The move that led to it.
    last: u8,
}

/// A successor that may be kept: its board is not made yet.
#[derive(Clone, Copy)]
struct ShortcutCandidate {
    key: u64,
    parent: u32,
    h: u16,
    blank: u16,
    code: u8,
}

/// Where a path leaves the trail and goes on along the stretch.
#[derive(Clone, Copy)]
struct Joint {
    /// The entry of the trail before it, and the move from there.
    entry: u32,
    code: u8,
    /// How many moves of the stretch lead to the same board.
    place: usize,
}

/// Searches for shortcuts, one after another, and keeps its memory from one to the next.
#[derive(Default)]
pub struct ShortcutSearch {
    weights: Vec<u64>,
    powers: Vec<u64>,
    /// By cell and move: the cell that the blank goes to.
    exits: Vec<[u32; 4]>,
    /// By cell: its column and row.
    spots: Vec<[u8; 2]>,
    /// By tile: column and row of its cell at the end of the stretch.
    wants: Vec<[u8; 2]>,
    /// A hash table of the stretch: keys of its boards, and how many moves lead there; 0 marks a free slot.
    stretch: Vec<(u64, u32)>,
    visited: Vec<u64>,
    nodes: Vec<ShortcutNode>,
    /// The boards of the nodes, one after another.
    boards: Vec<u8>,
    spare: Vec<u8>,
    candidates: Vec<ShortcutCandidate>,
    /// For every node that was ever kept: the entry before it, times four, plus the code of the move.
    trail: Vec<u32>,
    saved: usize,
    joint: Option<Joint>,
    /// Breaks ties in a different order in every search.
    salt: u64,
}

impl ShortcutSearch {
    /// Searches for a shorter path than these moves from the blank's cell, with a beam of this width on a
    /// patch round them. Width times moves must stay below 2^30.
    pub fn find(
        &mut self,
        grid: Grid,
        patch: &Patch,
        blank: usize,
        codes: &[u8],
        width: usize,
        budget: &Budget<'_>,
    ) -> Result<ShortcutOutcome> {
        let first = self.set_up(patch, patch.cell(grid, blank), codes);
        let mut found = ShortcutOutcome { path: None, is_complete: true };
        if usize::from(first.h) == codes.len() {
            return Ok(found);
        }
        // A stretch that comes back to its first board needs no search.
        let (_, again) = self.stretch[self.slot(first.key)];
        if again > 0 {
            return Ok(ShortcutOutcome { path: Some(codes[again as usize..].to_vec()), is_complete: false });
        }
        self.begin(first, width)?;
        for g in 1.. {
            // A path is shorter by an even number of moves: both have the parity of the distance.
            let Some(left) = codes.len().checked_sub(2 + self.saved + g) else { break };
            if !self.expand(g, left, budget)? {
                found.is_complete = false;
                break;
            }
            if self.candidates.is_empty() {
                break;
            }
            found.is_complete &= self.candidates.len() <= width;
            if !self.keep(width, budget)? {
                found.is_complete = false;
                break;
            }
        }
        found.path = self.joint.map(|joint| self.path_through(joint, codes));
        Ok(found)
    }

    /// Names the tiles, replays the stretch, and notes where each tile ends up. Returns the first node.
    fn set_up(&mut self, patch: &Patch, blank: usize, codes: &[u8]) -> ShortcutNode {
        let cells = patch.cells();
        self.draw(patch);
        if cells <= EXACT_CELLS {
            // A tile of weight 0 would be invisible, so the one named 0 takes the weight of the blank, which
            // needs none.
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
        let h = pairs.map(|(_, pair)| steps(pair)).sum();
        ShortcutNode { key: first, entry: NONE, h, blank: blank as u16, last: u8::MAX }
    }

    /// Lists the cells, their neighbours, and the factors of the keys.
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
        if cells <= EXACT_CELLS {
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
        let change = self.powers[to].wrapping_sub(self.powers[from]);
        key.wrapping_add(self.weights[tile as usize].wrapping_mul(change))
    }

    /// The slot of a key among the boards of the stretch, or a free one.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.stretch.len() - 1;
        let mut slot = (key.wrapping_mul(SPREAD) >> 32) as usize & mask;
        while self.stretch[slot].1 != 0 && self.stretch[slot].0 != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The only slot for a key in the table of visited boards. No board has the key 0, which marks a free
    /// slot.
    #[inline]
    fn visited_slot(&self, key: u64) -> usize {
        (key.wrapping_mul(SPREAD) >> (64 - self.visited.len().trailing_zeros())) as usize
    }

    /// Begins with a beam of one node.
    fn begin(&mut self, first: ShortcutNode, width: usize) -> Result<()> {
        self.salt = self.salt.wrapping_add(SPREAD << 1) | 1;
        self.visited.clear();
        allocate::reserve_exact(&mut self.visited, 4 * width.next_power_of_two(), Purpose::Nodes)?;
        self.visited.resize(4 * width.next_power_of_two(), 0);
        let slot = self.visited_slot(first.key);
        self.visited[slot] = first.key;
        self.boards.clear();
        self.boards.extend((0..self.spots.len()).map(|cell| cell as u8));
        self.nodes.clear();
        self.nodes.push(first);
        self.trail.clear();
        self.saved = 0;
        self.joint = None;
        Ok(())
    }

    /// Lists the candidates of the next level with h at most `left`. False if it is time to stop.
    fn expand(&mut self, g: usize, left: usize, budget: &Budget<'_>) -> Result<bool> {
        self.candidates.clear();
        allocate::reserve(&mut self.candidates, 4 * self.nodes.len(), Purpose::Nodes)?;
        for number in 0..self.nodes.len() {
            if is_over_at(number, budget) {
                return Ok(false);
            }
            self.expand_node(number, g, left);
        }
        Ok(true)
    }

    #[inline]
    fn expand_node(&mut self, number: usize, g: usize, left: usize) {
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
            // The tile goes in the opposite direction to the blank.
            let closer = if code & 1 == 0 { want > spot } else { want < spot };
            let h = if closer { node.h - 1 } else { node.h + 1 };
            if usize::from(h) > left {
                continue;
            }
            let key = self.moved(node.key, tile, next, here);
            let slot = self.visited_slot(key);
            if self.visited[slot] == key {
                continue;
            }
            self.visited[slot] = key;
            let (_, place) = self.stretch[self.slot(key)];
            if place as usize > g + self.saved {
                self.saved = place as usize - g;
                self.joint = Some(Joint { entry: node.entry, code, place: place as usize });
            }
            let (parent, blank) = (number as u32, next as u16);
            self.candidates.push(ShortcutCandidate { key, parent, h, blank, code });
        }
    }

    /// Keeps the best candidates, at most `width`, and makes their boards. False if it is time to stop.
    fn keep(&mut self, width: usize, budget: &Budget<'_>) -> Result<bool> {
        if self.candidates.len() > width {
            let salt = self.salt;
            let rank = |one: &ShortcutCandidate| (one.h, one.key.wrapping_mul(salt));
            self.candidates.select_nth_unstable_by_key(width, rank);
            self.candidates.truncate(width);
        }
        let (kept, cells) = (self.candidates.len(), self.spots.len());
        self.spare.clear();
        allocate::reserve(&mut self.spare, kept * cells, Purpose::Nodes)?;
        allocate::reserve(&mut self.trail, kept, Purpose::Nodes)?;
        for (number, one) in self.candidates.iter().enumerate() {
            if is_over_at(number, budget) {
                return Ok(false);
            }
            let (parent, begin) = (one.parent as usize, self.spare.len());
            self.spare.extend_from_slice(&self.boards[parent * cells..][..cells]);
            self.spare[begin..].swap(self.nodes[parent].blank.into(), one.blank.into());
        }
        let first = self.trail.len() as u32;
        let nodes = &self.nodes;
        let entries =
            self.candidates.iter().map(|one| nodes[one.parent as usize].entry << 2 | u32::from(one.code));
        self.trail.extend(entries);
        self.nodes.clear();
        allocate::reserve(&mut self.nodes, kept, Purpose::Nodes)?;
        self.nodes.extend(self.candidates.iter().zip(first..).map(|(one, entry)| {
            let ShortcutCandidate { key, h, blank, code, .. } = *one;
            ShortcutNode { key, entry, h, blank, last: code }
        }));
        std::mem::swap(&mut self.boards, &mut self.spare);
        Ok(true)
    }

    /// The moves to a joint, and those of the stretch from there on.
    fn path_through(&self, joint: Joint, codes: &[u8]) -> Vec<u8> {
        let mut path = vec![joint.code];
        let mut entry = joint.entry;
        while entry != NONE {
            let packed = self.trail[entry as usize];
            path.push((packed & 3) as u8);
            entry = packed >> 2;
        }
        path.reverse();
        path.extend_from_slice(&codes[joint.place..]);
        path
    }
}

/// Whether it is time to stop; looks only once in [`CHECK_INTERVAL`] boards.
#[inline]
fn is_over_at(number: usize, budget: &Budget<'_>) -> bool {
    number as u64 % CHECK_INTERVAL == 0 && budget.is_over(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::cancel::Cancel;

    #[test]
    fn the_other_way_round_a_square_is_shorter() {
        // Seven moves round a square of four cells are five in the other direction.
        let grid = Grid::new(3, 3);
        let (long, short) = ([0, 2, 1, 3, 0, 2, 1], [2, 0, 3, 1, 2]);
        let find = |codes: &[u8], width| {
            let cancel = Cancel::new();
            let (patch, length) = Patch::around(grid, 8, codes);
            assert_eq!(length, codes.len());
            ShortcutSearch::default()
                .find(grid, &patch, 8, codes, width, &Budget::unlimited(&cancel))
                .unwrap()
        };
        assert_eq!(find(&long, 64), ShortcutOutcome { path: Some(short.to_vec()), is_complete: true });
        assert_eq!(find(&short, 64), ShortcutOutcome { path: None, is_complete: true });
        // A beam that is too narrow does not claim to have seen everything.
        assert!(!find(&[0, 2, 1, 3, 0, 2, 1, 3, 0], 1).is_complete);
    }
}
