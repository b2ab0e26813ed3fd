//! Walking distance in slides: how many vertical slides a board needs at least, however freely its rows are rearranged.
//!
//! # The idea
//! Takahashi's walking distance forgets the columns: of each row it only knows how many of its tiles are at home in which
//! row, and where the blank is. A horizontal slide changes nothing of that. A vertical slide takes any one tile of the next
//! row into the blank's, and, if it goes on, any one of the row after into that one: one slide, whatever its length.
//! So the distance in this small graph is a lower bound for the vertical slides of any solution. The same for columns.
//!
//! # Why half a bound is a whole one
//! In a shortest solution no slide follows another on the same line, since the two would be one or none. Vertical and
//! horizontal slides take turns, and v vertical ones come with at least v - 1 horizontal ones: 2v - 1 slides, or 2v if a
//! horizontal one comes first. [`bound`] takes the better of what the two directions say; adding them, as one does
//! with single moves, would never say more.
//!
//! # Representation
//! A state is a matrix of counts, line by home line, three bits each, and the blank's line. Those that can be reached are
//! numbered in the order of a breadth-first search (24,964 for 4×4), and a table has for each the one after a step of one
//! tile. 0.4 MB and 20 ms a direction.

use crate::grid::Grid;
use std::collections::HashMap;

/// The longest side of a board with a table: counts up to four in three bits, sixteen of them.
pub(crate) const MAX_SIDE: usize = 4;

/// No such step.
const NONE: u16 = u16::MAX;

/// The states of one direction: lines of cells, and the slides across them.
pub(crate) struct Walking {
    /// By state: how many slides lead home.
    distances: Vec<u8>,
    /// By state, and by way of the blank (0 to lower lines, 1 to higher) and home line of the tile: the state after.
    steps: Vec<[u16; 2 * MAX_SIDE]>,
    /// By matrix and line of the blank: the state.
    numbers: HashMap<u64, u16>,
    lines: usize,
}

impl Walking {
    /// For `lines` rows (or columns) of `size` cells, the blank at home in line `home`.
    pub(crate) fn new(lines: usize, size: usize, home: usize) -> Walking {
        assert!(lines <= MAX_SIDE && size <= MAX_SIDE);
        let counts = |line: usize| (size - usize::from(line == home)) as u64;
        let goal = (0..lines).fold((home as u64) << 48, |key, line| key | counts(line) << shift(line, line));
        let mut walking =
            Walking { distances: vec![0], steps: vec![], numbers: HashMap::from([(goal, 0)]), lines };
        let mut keys = vec![goal];
        while let Some(&key) = keys.get(walking.steps.len()) {
            let steps = walking.steps_from(key, &mut keys);
            walking.steps.push(steps);
        }
        walking.measure();
        walking
    }

    /// The states one tile's step away, numbered if they are new.
    fn steps_from(&mut self, key: u64, keys: &mut Vec<u64>) -> [u16; 2 * MAX_SIDE] {
        let line = (key >> 48) as usize;
        let mut steps = [NONE; 2 * MAX_SIDE];
        for way in 0..2 {
            let Some(next) = line.checked_add_signed([-1, 1][way]).filter(|&next| next < self.lines) else {
                continue;
            };
            for home in (0..self.lines).filter(|&home| key >> shift(next, home) & 7 > 0) {
                let moved = key - (1 << shift(next, home)) + (1 << shift(line, home));
                let there = moved & ((1 << 48) - 1) | (next as u64) << 48;
                let number = *self.numbers.entry(there).or_insert_with(|| {
                    keys.push(there);
                    (keys.len() - 1) as u16
                });
                steps[way * MAX_SIDE + home] = number;
            }
        }
        steps
    }

    /// Breadth-first search from home, a slide of any length at a time.
    fn measure(&mut self) {
        self.distances = vec![u8::MAX; self.steps.len()];
        self.distances[0] = 0;
        let mut queue = vec![0u16];
        for begin in 0.. {
            let Some(&from) = queue.get(begin) else { break };
            let distance = self.distances[usize::from(from)] + 1;
            for way in [0, MAX_SIDE] {
                // All that one tile leads to, then two, ...
                let mut reached = vec![from];
                while !reached.is_empty() {
                    let steps = reached.iter().flat_map(|&at| &self.steps[usize::from(at)][way..][..MAX_SIDE]);
                    reached = steps.copied().filter(|&there| there != NONE).collect();
                    for &there in &reached {
                        if self.distances[usize::from(there)] == u8::MAX {
                            self.distances[usize::from(there)] = distance;
                            queue.push(there);
                        }
                    }
                }
            }
        }
    }

    /// The state of a board: by cell its line, the home line of its tile, and whether it is the blank.
    pub(crate) fn locate(&self, cells: impl Iterator<Item = (usize, usize, bool)>) -> u16 {
        let key = cells.fold(0, |key, (line, home, blank)| {
            key + if blank { (line as u64) << 48 } else { 1 << shift(line, home) }
        });
        self.numbers[&key]
    }

    /// The state after the blank went one line down (0) or up (1) in number, past a tile of this home line.
    #[inline(always)]
    pub(crate) fn step(&self, state: u16, way: usize, home: u8) -> u16 {
        self.steps[usize::from(state)][way * MAX_SIDE + usize::from(home)]
    }

    /// How many slides across the lines are needed at least.
    #[inline(always)]
    pub(crate) fn distance(&self, state: u16) -> u8 {
        self.distances[usize::from(state)]
    }

    /// Number of states.
    #[cfg(test)]
    fn states(&self) -> usize {
        self.steps.len()
    }
}

/// Where the count of tiles in a line with a home line begins in a matrix.
fn shift(line: usize, home: usize) -> usize {
    3 * (line * MAX_SIDE + home)
}

/// At least so many slides, if the next one is along `next` (0 horizontal, 1 vertical) and at least so many are needed
/// in either direction.
#[inline(always)]
pub(crate) fn bound(needed: [u8; 2], next: usize) -> u8 {
    (2 * needed[next]).saturating_sub(1).max(2 * needed[next ^ 1])
}

/// Both directions of a board: horizontal slides, across columns, and vertical ones, across rows.
pub(crate) fn both(grid: Grid, home: usize) -> [Walking; 2] {
    [Walking::new(grid.cols, grid.rows, grid.col(home)), Walking::new(grid.rows, grid.cols, grid.row(home))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_states_as_takahashi_counted() {
        assert_eq!(Walking::new(4, 4, 3).states(), 24_964);
        assert_eq!(Walking::new(4, 4, 2).states(), 24_964);
        assert_eq!(Walking::new(3, 3, 2).states(), 105);
    }

    #[test]
    fn slides_take_turns() {
        assert_eq!(bound([0, 0], 0), 0);
        assert_eq!(bound([0, 3], 1), 5);
        assert_eq!(bound([0, 3], 0), 6);
        assert_eq!(bound([3, 3], 0), 6);
        assert_eq!(bound([4, 3], 0), 7);
    }
}
