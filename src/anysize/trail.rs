//! The paths of all nodes of a beam, as a tree: the moves that they have in common are kept once.

/// The code that marks the end of a stage.
pub const STAGE_END: u8 = 4;

/// The tree: each entry has the one before it, and the code of a move or [`STAGE_END`]. Entry 0 is the root.
pub struct Trail {
    entries: Vec<(u32, u8)>,
    /// From so many entries on it is worth looking for what all paths have in common.
    most: usize,
}

/// So many entries are never too many.
const FEW: usize = 1 << 13;

impl Trail {
    /// One with nothing but the root.
    pub fn new() -> Trail {
        Trail { entries: vec![(0, STAGE_END)], most: FEW }
    }

    /// How many entries there is room for.
    pub fn capacity(&self) -> usize {
        self.entries.capacity()
    }

    /// Adds an entry, and gives its number.
    #[inline]
    pub fn push(&mut self, before: u32, code: u8) -> u32 {
        self.entries.push((before, code));
        (self.entries.len() - 1) as u32
    }

    /// The codes from the root to an entry.
    pub fn path(&self, mut entry: u32) -> Vec<u8> {
        let mut codes = vec![];
        while entry != 0 {
            let (before, code) = self.entries[entry as usize];
            codes.push(code);
            entry = before;
        }
        codes.reverse();
        codes
    }

    /// Whether it is worth calling [`Trail::cut`].
    pub fn is_long(&self) -> bool {
        self.entries.len() >= self.most
    }

    /// Cuts off what the paths to these entries have in common, and gives its codes. The entries get new numbers.
    pub fn cut(&mut self, ends: &mut [u32]) -> Vec<u8> {
        let mut root = ends[0];
        for &mut mut entry in ends.iter_mut() {
            while entry != root {
                if entry > root {
                    entry = self.entries[entry as usize].0;
                } else {
                    root = self.entries[root as usize].0;
                }
            }
        }
        let codes = self.path(root);
        let mut numbers = vec![0; self.entries.len()];
        for &mut mut entry in ends.iter_mut() {
            while entry != root && numbers[entry as usize] == 0 {
                numbers[entry as usize] = 1;
                entry = self.entries[entry as usize].0;
            }
        }
        // Those that are still used move up, in the same order.
        let mut last = 0;
        for entry in 1..self.entries.len() {
            if numbers[entry] == 1 {
                last += 1;
                numbers[entry] = last;
                let (before, code) = self.entries[entry];
                self.entries[last as usize] = (numbers[before as usize], code);
            }
        }
        self.entries.truncate(last as usize + 1);
        ends.iter_mut().for_each(|entry| *entry = numbers[*entry as usize]);
        self.most = FEW.max(2 * self.entries.len());
        codes
    }
}

impl Default for Trail {
    fn default() -> Trail {
        Trail::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_changes_no_path() {
        // Entry i + 1 follows one of the few before it.
        let mut trail = Trail::new();
        let mut ends = vec![];
        let mut seed = 1u32;
        for i in 0..1000u32 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let before = i - ((seed >> 16) % 5).min(i);
            ends.push(trail.push(before, (seed >> 30) as u8));
        }
        let mut ends = ends[990..].to_vec();
        let paths: Vec<Vec<u8>> = ends.iter().map(|&end| trail.path(end)).collect();
        let common = trail.cut(&mut ends);
        assert!(common.len() > 10);
        let rest = |&end: &u32| [common.clone(), trail.path(end)].concat();
        assert_eq!(ends.iter().map(rest).collect::<Vec<_>>(), paths);
        assert!(trail.entries.len() < 100);
    }
}
