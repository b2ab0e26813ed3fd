//! The states of walking distance, as numbers, and their moves.
//!
//! A state is a number of 128 bits: the row of the blank in the lowest ones, then the counts, row by row. There is
//! room for all boards with sides of up to six cells, and for longer ones if the other side is short
//! ([`WalkingLines::new`]).

/// The lines that tiles walk between, rows or columns, and how their states are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WalkingLines {
    pub(super) count: usize,
    across: usize,
    /// The line in which the blank is at home.
    home: usize,
    /// Bits of a count.
    pub(super) bits: u32,
    /// Bits of the blank's line.
    blank_bits: u32,
}

/// A state, see the head of this file.
pub type WalkingState = u128;

impl WalkingLines {
    /// So many lines of so many cells each; nothing if their states do not fit into 128 bits.
    pub fn new(count: usize, across: usize, home: usize) -> Option<WalkingLines> {
        let bits_for = |most: usize| usize::BITS - most.leading_zeros();
        let (bits, blank_bits) = (bits_for(across), bits_for(count - 1));
        let needed = (count as u64).pow(2) * u64::from(bits) + u64::from(blank_bits);
        (needed <= u64::from(u128::BITS)).then_some(WalkingLines { count, across, home, bits, blank_bits })
    }

    /// One tile of this home in this line.
    #[inline(always)]
    pub(super) fn one(self, line: usize, home: usize) -> WalkingState {
        1 << (self.blank_bits + (line * self.count + home) as u32 * self.bits)
    }

    /// Whether a line has a tile of this home.
    #[inline(always)]
    fn has(self, state: WalkingState, line: usize, home: usize) -> bool {
        state & (self.one(line, home) * ((1 << self.bits) - 1)) != 0
    }

    /// The state with every tile at home.
    pub(super) fn goal(self) -> WalkingState {
        let tiles = |line| (self.across - usize::from(line == self.home)) as u128;
        let lines = (0..self.count).map(|line| self.one(line, line) * tiles(line));
        lines.sum::<u128>() + self.home as u128
    }

    /// The state of tiles given by line and home, and the blank's line.
    pub(super) fn state(self, tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> WalkingState {
        tiles.map(|(line, home)| self.one(line, home)).sum::<u128>() + blank as u128
    }

    /// Visits every state that one move leads to, and says whether the tile that moves gets farther from home.
    #[inline(always)]
    pub(super) fn each_move(self, state: WalkingState, mut visit: impl FnMut(WalkingState, bool)) {
        let blank = (state & ((1 << self.blank_bits) - 1)) as usize;
        let above = blank.checked_sub(1);
        let below = Some(blank + 1).filter(|&line| line < self.count);
        for line in [above, below].into_iter().flatten() {
            for home in (0..self.count).filter(|&home| self.has(state, line, home)) {
                let moved = state - self.one(line, home) + self.one(blank, home);
                let is_farther = blank.abs_diff(home) > line.abs_diff(home);
                visit(moved - blank as u128 + line as u128, is_farther);
            }
        }
    }
}

/// What is known of the walking distance in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walk {
    /// It is at least this.
    pub moves: u64,
    /// It is this: the search was not out of time or memory before it knew.
    pub is_exact: bool,
    /// States that were generated.
    pub nodes: u64,
}

impl Walk {
    pub(super) fn exact(moves: u64, nodes: u64) -> Walk {
        Walk { moves, is_exact: true, nodes }
    }
}
