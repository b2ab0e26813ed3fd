//! Which tiles of the lines are not home, so that the first one is found without looking at all before it.
//!
//! The cells of all lines have a number, line by line. A tree of bits has one for each: 64 to a word, and a bit
//! in the level above for every word that is not zero. Even for 10⁸ cells there are five levels, so that
//! finding the first bit looks at five words, and changing one at five at most.

use crate::anysize::lines::{Line, Lines};
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::allocate;

/// The cell is in no line.
const NONE: u32 = u32::MAX;

/// The lines of a board, and which of their tiles are not home.
#[derive(Clone)]
pub(super) struct Unplaced {
    /// By cell: its number, or [`NONE`].
    numbers: Vec<u32>,
    /// By number: which line.
    line_of: Vec<u32>,
    /// The lines, each with the number of its first cell.
    lines: Vec<(Line, u32)>,
    off: BitTree,
}

impl Unplaced {
    /// For a board whose cell `i` has the tile of the cell `homes[i]`.
    pub(super) fn new(lines: &mut Lines, homes: &[u32]) -> Result<Unplaced> {
        let mut numbers = allocate::filled(NONE, homes.len(), Purpose::Board)?;
        let mut line_of = allocate::with_room(homes.len(), Purpose::Board)?;
        let mut found = allocate::with_room(lines.clone().count(), Purpose::Board)?;
        for line in lines {
            let first = line_of.len() as u32;
            for x in 0..line.width() {
                numbers[line.cell(x, 0)] = line_of.len() as u32;
                line_of.push(found.len() as u32);
            }
            found.push((line, first));
        }
        let mut off = BitTree::new(line_of.len())?;
        for (&home, cell) in homes.iter().zip(0..) {
            let number = numbers[home as usize];
            if number != NONE && home != cell {
                off.set(number as usize);
            }
        }
        Ok(Unplaced { numbers, line_of, lines: found, off })
    }

    /// A tile is now in this cell. Gives how many words were looked at.
    pub(super) fn note(&mut self, home: usize, cell: usize) -> u64 {
        match self.numbers[home] {
            NONE => 0,
            number if home == cell => self.off.clear(number as usize),
            number => self.off.set(number as usize),
        }
    }

    /// The first tile that is not home: which line, the line itself, and which of its tiles; nothing if all
    /// lines are done. And how many words were looked at.
    pub(super) fn first(&self) -> (Option<(usize, Line, usize)>, u64) {
        let (number, looks) = self.off.first();
        let place = number.map(|number| {
            let index = self.line_of[number] as usize;
            let (line, first) = self.lines[index];
            (index, line, number - first as usize)
        });
        (place, looks)
    }

    /// How many lines there are.
    pub(super) fn lines(&self) -> usize {
        self.lines.len()
    }
}

/// A set of numbers below some limit.
#[derive(Clone)]
struct BitTree {
    /// Words of bits; in each level but the first, a bit for every word of the level before. The last level is
    /// one word.
    levels: Vec<Vec<u64>>,
}

impl BitTree {
    /// None of the numbers below a limit.
    fn new(limit: usize) -> Result<BitTree> {
        let mut levels = vec![];
        let mut words = limit;
        loop {
            words = words.div_ceil(64).max(1);
            levels.push(allocate::zeros(words, Purpose::Board)?);
            if words == 1 {
                return Ok(BitTree { levels });
            }
        }
    }

    /// Adds a number. Gives how many words were looked at.
    fn set(&mut self, number: usize) -> u64 {
        let mut bit = number;
        for (level, looks) in self.levels.iter_mut().zip(1..) {
            let word = &mut level[bit / 64];
            let was_empty = *word == 0;
            *word |= 1 << (bit % 64);
            if !was_empty {
                return looks;
            }
            bit /= 64;
        }
        self.levels.len() as u64
    }

    /// Takes a number out. Gives how many words were looked at.
    fn clear(&mut self, number: usize) -> u64 {
        let mut bit = number;
        for (level, looks) in self.levels.iter_mut().zip(1..) {
            let word = &mut level[bit / 64];
            *word &= !(1 << (bit % 64));
            if *word != 0 {
                return looks;
            }
            bit /= 64;
        }
        self.levels.len() as u64
    }

    /// The smallest number in the set, and how many words were looked at.
    fn first(&self) -> (Option<usize>, u64) {
        let mut at = 0;
        for level in self.levels.iter().rev() {
            let word: u64 = level[at];
            if word == 0 {
                return (None, 1);
            }
            at = at * 64 + word.trailing_zeros() as usize;
        }
        (Some(at), self.levels.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::grid::Grid;
    use std::collections::BTreeSet;

    #[test]
    fn the_tree_is_a_set() {
        for limit in [1, 63, 64, 65, 5000, 300_000] {
            let (mut tree, mut set) = (BitTree::new(limit).unwrap(), BTreeSet::new());
            let mut number = 1;
            for round in 0..3000 {
                number = (number * 48_271 + 11) % limit;
                if round % 3 == 0 && !set.is_empty() {
                    let first = set.pop_first().unwrap();
                    tree.clear(first);
                } else if set.insert(number) {
                    tree.set(number);
                } else {
                    set.remove(&number);
                    tree.clear(number);
                }
                assert_eq!(tree.first().0, set.first().copied());
            }
        }
    }

    #[test]
    fn the_first_tile_is_the_first_in_the_order_of_the_lines() {
        let grid = Grid::new(7, 5);
        let homes: Vec<u32> = (0..35).collect();
        let lines = Lines::new(grid, 17, 2, 2);
        let mut unplaced = Unplaced::new(&mut lines.clone(), &homes).unwrap();
        assert_eq!(unplaced.lines(), lines.clone().count());
        assert_eq!(unplaced.first().0, None);
        for (number, line) in lines.enumerate().collect::<Vec<_>>().into_iter().rev() {
            for x in (0..line.width()).rev() {
                let home = line.cell(x, 0);
                unplaced.note(home, 17);
                assert_eq!(unplaced.first().0, Some((number, line, x)));
                unplaced.note(home, home);
                assert_ne!(unplaced.first().0, Some((number, line, x)));
                unplaced.note(home, 17);
            }
        }
    }
}
