//! Random boards, fair and the same everywhere.
//!
//! - The generator is xoshiro256++ of Blackman and Vigna, filled by splitmix64; both are written out here, so
//!   that a seed means the same board on every machine and in every version.
//! - A stream belongs to a seed and a block number. Board `i` of a run is number `i % BLOCK` of the stream of
//!   block `i / BLOCK`: any block of a run can be made by itself, on any thread.
//! - [`Shuffling::Shuffle`] is uniform over the solvable boards. Fisher and Yates give each of the `n!`
//!   arrangements once; swapping the two largest tiles pairs every unsolvable arrangement with one solvable
//!   one, and back. So each solvable board is reached from exactly two equally likely arrangements.
//! - With the blank in one of `k` given cells ([`Maker::with_blank_in`]) it is uniform over the solvable boards
//!   of that kind. First one of the cells is drawn for the blank, then Fisher and Yates give each of the
//!   `(n - 1)!` arrangements of the tiles in the other cells once: `k (n - 1)!` equally likely outcomes, all
//!   different. The swap moves no blank, so again it pairs every unsolvable outcome with one solvable one of
//!   the same kind, and back.
//! - [`Shuffling::Walk`] takes the blank to random cells one after another. Many games do this; it is not
//!   uniform.

use crate::puzzle::board::Board;
use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;

/// How many boards of a run come from one stream.
pub const BLOCK: usize = 1024;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Stream {
    state: [u64; 4],
}

impl Stream {
    /// The stream of this seed and block.
    pub fn new(seed: u64, block: u64) -> Stream {
        let mut x = seed;
        x = splitmix64(&mut x).wrapping_add(block);
        Stream { state: std::array::from_fn(|_| splitmix64(&mut x)) }
    }

    /// Its state, from which another stream can go on.
    pub fn state(&self) -> [u64; 4] {
        self.state
    }

    /// The stream that goes on from a state.
    pub fn resume(state: [u64; 4]) -> Stream {
        Stream { state }
    }

    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `n`, each equally likely: Lemire's multiplication with rejection. `n` is at least 1.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut product = (self.next_u64() >> 32) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = (self.next_u64() >> 32) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }
}

fn splitmix64(x: &mut u64) -> u64 {
    *x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *x;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// How to make a random board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuffling {
    /// A shuffle, repaired by one swap if it is not solvable: uniform over the solvable boards.
    Shuffle,
    /// The blank goes to a random other cell, this many times.
    Walk(u32),
}

/// Makes random boards from which one goal can be reached.
pub struct Maker {
    goal: Board,
    method: Shuffling,
    /// The two largest tiles.
    largest: [u32; 2],
    /// The cells of which a shuffle leaves the blank in one, each once; in any if there are none.
    blanks: Vec<usize>,
}

impl Maker {
    /// A maker for this goal.
    pub fn new(goal: Board, method: Shuffling) -> Maker {
        let largest = goal.tiles().iter().fold([0, 0], |[second, first], &tile| match tile {
            _ if tile > first => [first, tile],
            _ => [second.max(tile), first],
        });
        Maker { goal, method, largest, blanks: vec![] }
    }

    /// The same with the blank in one of these cells of the board, each named once; in any cell if there are
    /// none. Walks do not heed it.
    pub fn with_blank_in(self, blanks: Vec<usize>) -> Maker {
        Maker { blanks, ..self }
    }

    /// Number of cells of a board.
    pub fn cells(&self) -> usize {
        self.goal.grid().cells()
    }

    /// The goal and its two largest tiles, if every solvable board is equally likely.
    pub(crate) fn fair(&self) -> Option<(&Board, [u32; 2])> {
        let is_fair = self.method == Shuffling::Shuffle && self.blanks.is_empty();
        is_fair.then_some((&self.goal, self.largest))
    }

    /// The next board of the stream, written row by row.
    pub fn fill(&self, stream: &mut Stream, out: &mut [u32], cancel: &Cancel) -> Result<()> {
        cancel.check()?;
        out.copy_from_slice(self.goal.tiles());
        match self.method {
            Shuffling::Shuffle => self.shuffle(stream, out),
            Shuffling::Walk(steps) => self.walk(stream, out, steps, cancel)?,
        }
        Ok(())
    }

    fn shuffle(&self, stream: &mut Stream, tiles: &mut [u32]) {
        let mut odd = false;
        let blank = if self.blanks.is_empty() {
            for i in (1..tiles.len()).rev() {
                let j = stream.below(i as u32 + 1) as usize;
                tiles.swap(i, j);
                odd ^= i != j;
            }
            tiles.iter().position(|&tile| tile == 0).expect("a board has a blank")
        } else {
            let blank = self.blanks[stream.below(self.blanks.len() as u32) as usize];
            tiles.swap(blank, self.goal.blank());
            odd ^= blank != self.goal.blank();
            // The other cells, in order.
            let cell = |number: usize| if number < blank { number } else { number + 1 };
            for i in (1..tiles.len() - 1).rev() {
                let j = stream.below(i as u32 + 1) as usize;
                tiles.swap(cell(i), cell(j));
                odd ^= i != j;
            }
            blank
        };
        // Every move of the blank is one swap and one step, so swaps and steps have the same parity.
        let steps = self.goal.grid().distance(blank, self.goal.blank());
        if odd != (steps % 2 == 1) {
            let [x, y] =
                self.largest.map(|tile| tiles.iter().position(|&t| t == tile).expect("a tile of the goal"));
            tiles.swap(x, y);
        }
    }

    fn walk(&self, stream: &mut Stream, tiles: &mut [u32], steps: u32, cancel: &Cancel) -> Result<()> {
        let grid = self.goal.grid();
        let (cells, cols) = (grid.cells() as u32, grid.cols as u32);
        let mut blank = self.goal.blank();
        // Numbers of 32 bits are divided several times as fast, and one division a step will do.
        let mut col = blank as u32 % cols;
        for step in 0..steps {
            if step % 4096 == 4095 {
                cancel.check()?;
            }
            let pick = stream.below(cells - 1);
            let target = pick + u32::from(pick >= blank as u32);
            // First along the column, then along the row: each step swaps the blank with the tile beside it.
            let row = target / cols * cols;
            let corner = (row + col) as usize;
            col = target - row;
            for (end, stride) in [(corner, grid.cols), (target as usize, 1)] {
                while blank != end {
                    let next = if end > blank { blank + stride } else { blank - stride };
                    tiles.swap(blank, next);
                    blank = next;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_n_are_fair() {
        let mut stream = Stream::new(7, 3);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[stream.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 500), "{counts:?}");
    }

    /// Of four equally likely draws only three can be used here; taking the fourth as well would favour every
    /// third number.
    #[test]
    fn draws_that_would_be_unfair_are_made_again() {
        let mut stream = Stream::new(7, 3);
        let mut counts = [0u32; 3];
        for _ in 0..30_000 {
            counts[(stream.below(3 << 30) % 3) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 500), "{counts:?}");
    }
}
