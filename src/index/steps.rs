//! Moves made on the index of a small [`Space`], one state at a time: how the solvers follow their tables.
//!
//! # Moves
//! What a move does to `set` is one look-up, which also says how it shifts the order of A or of B, one more
//! look-up each. No state is ever ranked or unranked on the way: three dependent loads a move, O(1).
//!
//! # Cost
//! The look-up tables take two bytes for each set and window (68 KB for the first stage of the 15-puzzle,
//! under 5 KB for all the others) and one byte for each order and shift. They are rounded up to powers of
//! two: 133 KB a space.

use crate::index::rank::{BINOMIALS, factorial, rank_permutation, unrank_permutation};
use crate::index::space::{Slot, Space, State};
use crate::index::windows::{Rotation, Shift};
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::memory;

/// What the rotation of a window makes of a set, in 16 bits: the new set, and the shift of the order of A
/// and, in a whole puzzle, of B. A pattern has 11 bits for the set and 5 for A, a whole puzzle 7, 4 and 5.
#[derive(Clone, Copy, Default)]
struct PackedRotation(u16);

impl PackedRotation {
    fn new(whole: bool, set: usize, a: Shift, b: Shift) -> PackedRotation {
        let (a, b) = (usize::from(a), usize::from(b));
        let bits = if whole { [7, 4, 5] } else { [11, 5, 0] };
        assert!(set < 1 << bits[0] && a < 1 << bits[1] && b < 1 << bits[2]);
        PackedRotation((set | a << bits[0] | b << (bits[0] + bits[1])) as u16)
    }

    #[inline(always)]
    fn set<const WHOLE: bool>(self) -> u32 {
        u32::from(self.0) & if WHOLE { 0x7f } else { 0x7ff }
    }

    /// Where the shifted ranks of A begin in their table.
    #[inline(always)]
    fn a<const WHOLE: bool>(self) -> u32 {
        let shift = if WHOLE { self.0 >> 7 & 15 } else { self.0 >> 11 };
        u32::from(shift) * ROW_A as u32
    }

    /// Where the shifted ranks of B begin in their table.
    #[inline(always)]
    fn b(self) -> u32 {
        u32::from(self.0 >> 11) * ROW_B as u32
    }
}

/// Room for the ranks of A after one shift: at least 4!.
const ROW_A: usize = 32;
/// Room for the ranks of B after one shift: at least 5!.
const ROW_B: usize = 128;

/// Where a move leads, whatever the tiles: the blank's next cell (4 bits), and where the rotations begin.
#[derive(Clone, Copy, Default)]
struct Exit(u32);

impl Exit {
    #[inline]
    fn blank(self) -> Slot {
        Slot(self.0 & 15)
    }

    #[inline]
    fn rotations(self) -> u32 {
        self.0 >> 4
    }
}

/// The most cells that fit the look-up tables above.
pub(crate) const MAX_STEP_CELLS: usize = 16;

/// The moves of a space without cells taken off, where slots are cells. See the head of this file.
pub struct Steps {
    grid: Grid,
    tiles_a: usize,
    whole: bool,
    /// States with the blank in one cell.
    slice: u32,
    /// States with the blank in one cell and A in one set of places.
    block: u32,
    /// How many ranks of B's order the index keeps.
    orders_b: u32,
    /// Four for every cell, by code of the move.
    exits: [Exit; 4 * MAX_STEP_CELLS],
    /// As many entries as there are sets for every window and direction; the first of these rows changes
    /// nothing. This table and the next two are filled up to a power of two, so that no index into them needs
    /// a check.
    rotations: Box<[PackedRotation; 1 << 16]>,
    shifts_a: Box<[u8; 32 * ROW_A]>,
    shifts_b: Box<[u8; 32 * ROW_B]>,
    /// By rank of a permutation, the rank of its inverse: from where each tile stands to which tile stands
    /// where.
    inverses_a: Vec<u8>,
    inverses_b: Vec<u8>,
}

impl Steps {
    /// The look-up tables of a space of at most 16 cells, none taken off, with at most 4 tiles in group A and
    /// 5 distinguished in group B.
    pub fn new(space: &Space) -> Result<Steps> {
        let _room = memory::room(2 * size_of::<[PackedRotation; 1 << 16]>() as u64, Purpose::Table)?;
        let (grid, tiles_a, sets, whole) = (space.grid(), space.tiles_a(), space.sets(), space.is_whole());
        assert!(space.slots() == grid.cells() && grid.cells() <= MAX_STEP_CELLS);
        let orders_b = if whole { space.row_bits() as u32 } else { 1 };
        let block = factorial(tiles_a) as u32 * orders_b;
        let mut exits = [Exit::default(); 4 * MAX_STEP_CELLS];
        let mut rotations: Vec<PackedRotation> =
            (0..sets.len()).map(|set| PackedRotation::new(whole, set, 0, 0)).collect();
        for slot in space.all_slots() {
            for step in space.moves_from(slot) {
                let start = if step.window.is_some() { rotations.len() } else { 0 };
                if let Some(window) = &step.window {
                    rotations.extend(sets.iter().enumerate().map(|(rank, &set)| {
                        let Rotation { offset, a, b } = window.rotation(set);
                        PackedRotation::new(whole, rank.wrapping_add_signed(offset as isize), a, b)
                    }));
                }
                exits[4 * slot.index() + step.code as usize] = Exit((start as u32) << 4 | step.to.0);
            }
        }
        Ok(Steps {
            grid,
            tiles_a,
            whole,
            slice: sets.len() as u32 * block,
            block,
            orders_b,
            exits,
            rotations: filled_up(rotations),
            shifts_a: filled_up(joined(space.shifts_a(), ROW_A)),
            shifts_b: filled_up(joined(space.shifts_b(), ROW_B)),
            inverses_a: inverses(tiles_a),
            inverses_b: inverses(if whole { grid.cells() - 1 - tiles_a } else { 0 }),
        })
    }

    /// The grid.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Whether every tile is distinguished.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// How many tiles are in group A.
    pub fn tiles_a(&self) -> usize {
        self.tiles_a
    }

    /// Number of states with the blank in one cell.
    pub fn slice(&self) -> usize {
        self.slice as usize
    }

    /// Number of states in all.
    pub fn states(&self) -> usize {
        self.grid.cells() * self.slice()
    }

    /// The state in which the blank stands in cell `blank`, tile `i + 1` in cell `a[i]`, and the tiles after
    /// those (in a whole puzzle) in the cells `b`.
    // Always inlined: where the lengths are known, the loops unroll.
    #[inline(always)]
    pub fn locate(&self, blank: u32, a: &[u8], b: &[u8]) -> State {
        debug_assert_eq!(a.len(), self.tiles_a);
        debug_assert_eq!(b.len(), if self.whole { self.grid.cells() - 1 - self.tiles_a } else { 0 });
        let set = a.iter().map(|&cell| {
            let place = u32::from(cell) - u32::from(u32::from(cell) > blank);
            let before = a.iter().filter(|&&other| other < cell).count();
            BINOMIALS[place as usize][before + 1]
        });
        State {
            blank: Slot(blank),
            set: set.sum(),
            a: self.inverses_a[rank_permutation(a)].into(),
            b: self.inverses_b[rank_permutation(b)].into(),
        }
    }

    /// The dense index of a state.
    #[inline]
    pub fn index(&self, at: State) -> usize {
        if self.whole { self.index_in::<true>(at) } else { self.index_in::<false>(at) }
    }

    /// The state after a move that does not leave the grid.
    #[inline]
    pub fn step(&self, at: State, code: u8) -> State {
        if self.whole { self.step_in::<true>(at, code) } else { self.step_in::<false>(at, code) }
    }

    /// [`Steps::index`] where it is known beforehand whether the space is whole.
    #[inline(always)]
    pub(crate) fn index_in<const WHOLE: bool>(&self, at: State) -> usize {
        let block = at.blank.0 * self.slice + at.set * self.block;
        (if WHOLE { block + at.a * self.orders_b + (at.b >> 1) } else { block + at.a }) as usize
    }

    /// [`Steps::step`] where it is known beforehand whether the space is whole.
    #[inline(always)]
    pub(crate) fn step_in<const WHOLE: bool>(&self, at: State, code: u8) -> State {
        let exit = self.exits[(4 * at.blank.index() + code as usize) % (4 * MAX_STEP_CELLS)];
        let rotation = self.rotations[usize::from((exit.rotations() + at.set) as u16)];
        self.rotated::<WHOLE>(at, exit, rotation)
    }

    /// What each of the four moves does to the set, 16 bits a move: it can be looked up before it is known which
    /// of them is made. A move that leaves the grid has some bits, too.
    #[inline(always)]
    pub(crate) fn look_ahead(&self, at: State) -> u64 {
        let rotation = |code: usize| {
            let exit = self.exits[(4 * at.blank.index() + code) % (4 * MAX_STEP_CELLS)];
            u64::from(self.rotations[usize::from((exit.rotations() + at.set) as u16)].0) << (16 * code)
        };
        rotation(0) | rotation(1) | rotation(2) | rotation(3)
    }

    /// [`Steps::step_in`] after [`Steps::look_ahead`]: quicker where there is nothing else to do meanwhile.
    #[inline(always)]
    pub(crate) fn step_after<const WHOLE: bool>(&self, at: State, code: u8, ahead: u64) -> State {
        let exit = self.exits[(4 * at.blank.index() + code as usize) % (4 * MAX_STEP_CELLS)];
        self.rotated::<WHOLE>(at, exit, PackedRotation((ahead >> (16 * (code & 3))) as u16))
    }

    /// The state after a move that leads to this exit and rotates the set like this.
    #[inline(always)]
    fn rotated<const WHOLE: bool>(&self, at: State, exit: Exit, rotation: PackedRotation) -> State {
        let a = (rotation.a::<WHOLE>() + at.a) as usize % self.shifts_a.len();
        let b = (rotation.b() + at.b) as usize % self.shifts_b.len();
        State {
            blank: exit.blank(),
            set: rotation.set::<WHOLE>(),
            a: self.shifts_a[a].into(),
            b: if WHOLE { self.shifts_b[b].into() } else { 0 },
        }
    }
}

/// The table, filled up to the number of indices that the bits can express.
fn filled_up<T: Copy + Default, const N: usize>(mut table: Vec<T>) -> Box<[T; N]> {
    assert!(table.len() <= N);
    table.resize(N, T::default());
    table.into_boxed_slice().try_into().ok().expect("it has this length now")
}

/// For every rank of a permutation of `n`, the rank of its inverse.
fn inverses(n: usize) -> Vec<u8> {
    (0..factorial(n))
        .map(|rank| {
            let order = unrank_permutation(rank, n);
            let mut inverse = vec![0; n];
            for (place, &value) in order.iter().enumerate() {
                inverse[value as usize] = place as u8;
            }
            rank_permutation(&inverse) as u8
        })
        .collect()
}

/// Rows of ranks one after the other, each with room for `row`.
fn joined(rows: &[Vec<u16>], row: usize) -> Vec<u8> {
    let padded = rows.iter().flat_map(|ranks| ranks.iter().copied().chain([0].into_iter().cycle()).take(row));
    padded.map(|rank| rank as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::rank::rank_set;
    use crate::puzzle::grid::Move;

    fn steps(rows: usize, cols: usize, tiles: Option<usize>) -> Steps {
        let grid = Grid::new(rows, cols);
        let space = tiles.map_or_else(|| Space::whole(grid, &[]), |tiles| Space::pattern(grid, &[], tiles));
        Steps::new(&space.unwrap()).unwrap()
    }

    /// The state of a board by the definition: the reading, its places and orders.
    fn locate(space: &Steps, tiles: &[u8]) -> State {
        let reading: Vec<u8> = tiles.iter().copied().filter(|&tile| tile != 0).collect();
        let in_a = |tile: u8| tile as usize <= space.tiles_a;
        let places = (0..reading.len()).filter(|&place| in_a(reading[place]));
        let (a, b): (Vec<u8>, Vec<u8>) = reading.iter().partition(|&&tile| in_a(tile));
        State {
            blank: Slot(tiles.iter().position(|&tile| tile == 0).unwrap() as u32),
            set: rank_set(places.fold(0, |set, place| set | 1 << place)) as u32,
            a: rank_permutation(&a) as u32,
            b: if space.whole { rank_permutation(&b) as u32 } else { 0 },
        }
    }

    /// Wanders about and compares every step on the index with the same step on the tiles.
    fn wander(space: &Steps, mut tiles: Vec<u8>) {
        let grid = space.grid();
        let mut random = crate::generate::random::Stream::new(1, 0);
        let mut at = locate(space, &tiles);
        for _ in 0..2000 {
            let cell = tiles.iter().position(|&tile| tile == 0).unwrap();
            let moves: Vec<Move> = grid.moves(cell).collect();
            let step = moves[random.below(moves.len() as u32) as usize];
            tiles.swap(cell, grid.neighbour(cell, step).unwrap());
            let ahead = space.look_ahead(at);
            let after = match space.whole {
                true => space.step_after::<true>(at, step.code(), ahead),
                false => space.step_after::<false>(at, step.code(), ahead),
            };
            at = space.step(at, step.code());
            assert_eq!(after, at);
            assert_eq!(at, locate(space, &tiles));
            let cells: Vec<u8> = (1..=9)
                .filter_map(|tile| tiles.iter().position(|&t| t == tile).map(|cell| cell as u8))
                .collect();
            let (a, b) = cells.split_at(space.tiles_a);
            let b = if space.whole { b } else { &[] };
            assert_eq!(at, space.locate(at.blank.0, a, b));
            assert!(space.index(at) < space.states());
        }
    }

    #[test]
    fn steps_on_the_index_follow_the_tiles() {
        wander(&steps(4, 4, Some(4)), vec![1, 9, 2, 0, 3, 9, 9, 4, 9, 9, 9, 9, 9, 9, 9, 9]);
        wander(&steps(3, 4, Some(3)), vec![1, 9, 9, 0, 2, 9, 9, 3, 9, 9, 9, 9]);
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (5, 2)] {
            let cells = (rows * cols) as u8;
            wander(&steps(rows, cols, None), (1..cells).chain([0]).collect());
        }
    }

    #[test]
    fn the_sizes_are_those_of_the_paper() {
        assert_eq!(steps(4, 4, Some(4)).states(), 524_160);
        assert_eq!(steps(3, 4, Some(3)).states(), 11_880);
        assert_eq!(steps(3, 3, None).states(), 181_440);
    }
}
