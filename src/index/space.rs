//! A space: the cells of a board, the tiles that are distinguished, and a dense index of all its states, laid
//! out so that a whole block of states makes a move at once.
//!
//! # Representation
//! Cells may be taken off the board; those that are left, in reading order, are its *slots*. A state is the
//! blank's slot and the *reading*: the other tiles slot by slot, the blank left out. The first tiles are
//! group A: the pattern tiles of a *pattern*, half of all tiles in a *whole* puzzle. The others are group B:
//! all alike in a pattern, distinguished in a whole puzzle.
//!
//! ```text
//!     1 9 2 _      slot   3                      the blank's slot
//!     3 9 9 4      set    rank of {0, 2, 3, 6}   places of the reading that hold a tile of A
//!     9 9 9 9      a      rank of (1, 2, 3, 4)   in which order A's tiles come
//!     9 9 9 9      b      0                      in which order B's tiles come, if they are distinguished
//! ```
//!
//! All states with the blank in one slot are a *slice*. It is cut into *rows* of bits, the unit in which a
//! search moves states about:
//!
//! ```text
//!     pattern    row = set                   bit = a          k! bits
//!     whole      row = set · |A|! + a        bit = b / 2      |B|!/2 bits
//!     index = (slot · rows of a slice + row) · bits of a row + bit
//! ```
//!
//! Halving `b` loses nothing: no sequence of moves changes the parity of the whole, so the rest of the state
//! says which of the two ranks `2r`, `2r + 1` is meant, and exactly n!/2 states remain.
//!
//! # Moves
//! Along a row of the board the reading does not change. Between rows one tile jumps over those between: a
//! *window* of the reading rotates by one place. Then
//!
//! - `set` grows by an offset that depends only on which places of the window hold A, and on how many of A
//!   come before it: one look-up in a table of at most `(|A| + 1) · 2^window` entries;
//! - only the group of the tile that jumps changes its order, and only if it jumps over others of that group.
//!   The change, a *shift*, is one permutation of all orders, the same for the whole row. In a whole puzzle a
//!   shift of A only exchanges rows.
//!
//! So a move takes a row to a row, most often with its bits as they are. No state is ever ranked in a search.

use crate::index::rank::{all_sets, binomial, factorial, rank_permutation, rank_set, unrank_permutation};
use crate::index::windows::{Rotation, Shift, Window, shift_number, shifts, window};
use crate::puzzle::error::{Purpose, Result, Role, SearchDefect};
use crate::puzzle::grid::{Grid, Move};
use crate::runtime::memory;

pub use crate::index::slot::Slot;

/// One state of a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The blank's slot.
    pub blank: Slot,
    /// Rank of the set of places that hold group A.
    pub set: u32,
    /// Rank of the order of group A.
    pub a: u32,
    /// Rank of the order of group B; 0 where its tiles are alike.
    pub b: u32,
}

impl State {
    /// The state with the tiles in order, the blank left out, and the blank in this slot.
    pub(crate) fn in_order(blank: Slot) -> State {
        State { blank, set: 0, a: 0, b: 0 }
    }
}

/// Where the bit of a state is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    /// The slot of the blank: which slice.
    pub(crate) slot: Slot,
    /// The row of the slice.
    pub(crate) row: usize,
    /// The bit of the row.
    pub(crate) bit: usize,
}

/// A move of the blank from a slot.
pub(crate) struct SlotMove {
    /// Its code.
    pub(crate) code: u8,
    /// The slot it leads to.
    pub(crate) to: Slot,
    /// The window that rotates, if any.
    pub(crate) window: Option<Window>,
}

/// The largest number of pattern tiles: their orders must fit 16 bits.
pub const MAX_PATTERN_TILES: usize = 8;

/// The largest number of cells of a whole puzzle.
pub const MAX_WHOLE_CELLS: usize = 14;

/// The largest number of cells of a whole puzzle whose tables could be made: the orders of B must fit 16
/// bits.
pub const MAX_PLANNED_CELLS: usize = 17;

/// The largest number of cells of a pattern: its places must fit the bits of a word.
pub const MAX_PATTERN_CELLS: usize = 49;

/// The largest number of columns: tables of rotations double with each.
pub const MAX_COLS: usize = 12;

/// At most how many bytes the tables of a space take: its sets, rotations and shifts, with the orders that these
/// are made from.
fn table_bytes(grid: Grid, places: usize, groups: [usize; 2]) -> u64 {
    let rotations = 2 * grid.cells() * ((groups[0] + 1) << grid.cols) * size_of::<Rotation>();
    let shifts = groups.map(|tiles| factorial(tiles) * (2 * tiles.pow(2) + 64));
    2 * (8 * binomial(places, groups[0]) + rotations + shifts[0] + shifts[1]) as u64
}

/// The cells of a board with the tiles that are distinguished. See the head of this file.
pub struct Space {
    grid: Grid,
    /// By slot: its cell.
    cells: Vec<usize>,
    /// By cell: its slot, if it is on the board.
    slots: Vec<Option<Slot>>,
    /// How many tiles are in group A.
    tiles_a: usize,
    /// How many tiles of group B are distinguished: all of them, or none.
    tiles_b: usize,
    /// The sets of places, by rank, as bits.
    sets: Vec<u64>,
    moves: Vec<Vec<SlotMove>>,
    /// By shift of A: the rank of every order after it.
    shifts_a: Vec<Vec<u16>>,
    /// The same for B, with its full ranks.
    shifts_b: Vec<Vec<u16>>,
}

impl Space {
    /// Tiles `1..=tiles` distinguished, all the others alike.
    pub fn pattern(grid: Grid, removed: &[usize], tiles: usize) -> Result<Space> {
        let cells = open_cells(grid, removed)?;
        if tiles > MAX_PATTERN_TILES {
            return Err(SearchDefect::Tiles { most: MAX_PATTERN_TILES, got: tiles }.into());
        }
        if cells.len() > MAX_PATTERN_CELLS {
            return Err(SearchDefect::Cells { most: MAX_PATTERN_CELLS, got: cells.len() }.into());
        }
        if tiles >= cells.len() {
            return Err(SearchDefect::NoRoom { cells: cells.len(), tiles }.into());
        }
        Space::build(grid, cells, tiles, 0)
    }

    /// Every tile distinguished; only the states that can be reached from one another.
    pub fn whole(grid: Grid, removed: &[usize]) -> Result<Space> {
        Space::whole_up_to(grid, removed, MAX_WHOLE_CELLS)
    }

    /// The same for more cells, up to [`MAX_PLANNED_CELLS`]: to look at, not to search.
    pub(crate) fn whole_up_to(grid: Grid, removed: &[usize], most: usize) -> Result<Space> {
        let cells = open_cells(grid, removed)?;
        if cells.len() > most {
            return Err(SearchDefect::WholeCells { most, got: cells.len() }.into());
        }
        let places = cells.len() - 1;
        Space::build(grid, cells, places / 2, places - places / 2)
    }

    fn build(grid: Grid, cells: Vec<usize>, tiles_a: usize, tiles_b: usize) -> Result<Space> {
        if grid.cols > MAX_COLS {
            return Err(SearchDefect::Columns { most: MAX_COLS, got: grid }.into());
        }

        let places = cells.len() - 1;
        let _room = memory::room(table_bytes(grid, places, [tiles_a, tiles_b]), Purpose::Search)?;
        let mut slots = vec![None; grid.cells()];
        let numbered = || (0..).map(Slot).zip(&cells);
        for (slot, &cell) in numbered() {
            slots[cell] = Some(slot);
        }
        let moves = numbered().map(|(from, &cell)| {
            let neighbours = Move::ALL.into_iter().filter_map(|step| {
                let to = slots[grid.neighbour(cell, step)?]?;
                let wide = from.0.abs_diff(to.0) > 1;
                let window = wide.then(|| window(places, [tiles_a, tiles_b], from, to));
                Some(SlotMove { code: step.code(), to, window })
            });
            neighbours.collect()
        });
        let moves: Vec<Vec<SlotMove>> = moves.collect();
        let widest = widest_window(&moves);
        let (shifts_a, shifts_b) = (shifts(tiles_a, widest), shifts(tiles_b, widest));
        let sets = all_sets(places, tiles_a);
        Ok(Space { grid, cells, slots, tiles_a, tiles_b, sets, moves, shifts_a, shifts_b })
    }

    /// The grid, cells taken off it included.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// By slot: its cell.
    pub fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// The cell of a slot.
    pub fn cell(&self, slot: Slot) -> usize {
        self.cells[slot.index()]
    }

    /// The slot of a cell, if it is on the board.
    pub fn slot(&self, cell: usize) -> Option<Slot> {
        self.slots.get(cell).copied().flatten()
    }

    /// Number of slots.
    pub fn slots(&self) -> usize {
        self.cells.len()
    }

    /// All slots, in order.
    pub(crate) fn all_slots(&self) -> impl Iterator<Item = Slot> {
        (0..self.slots() as u32).map(Slot)
    }

    /// The state with the tiles in order and the blank in this cell.
    ///
    /// # Panics
    ///
    /// If the cell is taken off the board.
    pub(crate) fn in_order(&self, blank: usize) -> State {
        State::in_order(self.slots[blank].expect("a cell on the board"))
    }

    /// Whether every tile is distinguished.
    pub fn is_whole(&self) -> bool {
        self.tiles_b > 0
    }

    /// How many tiles are in group A.
    pub fn tiles_a(&self) -> usize {
        self.tiles_a
    }

    /// How many tiles of group B are distinguished.
    pub(crate) fn tiles_b(&self) -> usize {
        self.tiles_b
    }

    /// Rows of a slice for each set of places.
    pub(crate) fn rows_per_set(&self) -> usize {
        if self.is_whole() { factorial(self.tiles_a) } else { 1 }
    }

    /// Rows of a slice.
    pub(crate) fn slice_rows(&self) -> usize {
        self.sets.len() * self.rows_per_set()
    }

    /// Bits of a row.
    pub(crate) fn row_bits(&self) -> usize {
        if self.is_whole() { factorial(self.tiles_b).div_ceil(2) } else { factorial(self.tiles_a) }
    }

    /// The sets of places, by rank, as bits.
    pub(crate) fn sets(&self) -> &[u64] {
        &self.sets
    }

    /// The moves from a slot, in the order of their codes.
    pub(crate) fn moves_from(&self, slot: Slot) -> &[SlotMove] {
        &self.moves[slot.index()]
    }

    /// The most places that a window has.
    pub(crate) fn widest_window(&self) -> usize {
        widest_window(&self.moves)
    }

    /// By shift of A: the rank of every order after it.
    pub(crate) fn shifts_a(&self) -> &[Vec<u16>] {
        &self.shifts_a
    }

    /// By shift of B: the rank of every order after it.
    pub(crate) fn shifts_b(&self) -> &[Vec<u16>] {
        &self.shifts_b
    }

    /// The shift that undoes a shift of the tiles whose order is kept within a row.
    pub(crate) fn inverse_shift(&self, shift: Shift) -> Shift {
        let (from, to) = self.shift_ends(shift);
        if from < self.ordered() { shift_number(self.ordered(), to, from) } else { 0 }
    }

    /// 1 if such a shift makes an even order odd and an odd one even, otherwise 0.
    pub(crate) fn shift_parity(&self, shift: Shift) -> usize {
        let (from, to) = self.shift_ends(shift);
        from.abs_diff(to) % 2
    }

    /// Where the tile that such a shift moves stands in the order, before and after.
    fn shift_ends(&self, shift: Shift) -> (usize, usize) {
        (shift as usize / self.ordered(), shift as usize % self.ordered())
    }

    /// How many tiles have their order within a row.
    fn ordered(&self) -> usize {
        if self.is_whole() { self.tiles_b } else { self.tiles_a.max(1) }
    }

    /// Number of states in all.
    pub fn states(&self) -> u64 {
        (self.slots() * self.slice_rows()) as u64 * self.row_bits() as u64
    }

    /// The colour of a slot's cell, 0 or 1, if the board is coloured like a chessboard.
    pub(crate) fn colour(&self, slot: Slot) -> usize {
        let cell = self.cell(slot);
        (self.grid.row(cell) + self.grid.col(cell)) % 2
    }

    /// The parity of B's order, up to a constant, for a slot of the blank, set of places and order of A.
    pub(crate) fn parity_b(&self, slot: Slot, set: usize, a: usize) -> usize {
        let places = (0..64).filter(|place| self.sets[set] >> place & 1 == 1).sum::<usize>();
        (slot.index()
            + self.colour(slot)
            + places
            + self.tiles_a * self.tiles_a.saturating_sub(1) / 2
            + parity(a, self.tiles_a))
            % 2
    }

    /// Whether two states can be in one component of the puzzle, as far as parity says.
    pub fn same_parity(&self, x: State, y: State) -> bool {
        let class = |at: State| {
            (self.parity_b(at.blank, at.set as usize, at.a as usize) + parity(at.b as usize, self.tiles_b))
                % 2
        };
        !self.is_whole() || class(x) == class(y)
    }

    /// Where the bit of a state is.
    pub(crate) fn address(&self, at: State) -> Address {
        let (slot, [set, a, b]) = (at.blank, [at.set, at.a, at.b].map(|rank| rank as usize));
        if self.is_whole() {
            Address { slot, row: set * self.rows_per_set() + a, bit: b / 2 }
        } else {
            Address { slot, row: set, bit: a }
        }
    }

    /// The dense index of a state.
    pub fn index(&self, at: State) -> u64 {
        self.index_at(self.address(at))
    }

    /// The dense index of the state whose bit is here.
    pub(crate) fn index_at(&self, Address { slot, row, bit }: Address) -> u64 {
        (slot.index() * self.slice_rows() + row) as u64 * self.row_bits() as u64 + bit as u64
    }

    /// The state with this index. In a whole puzzle, of the two that share it, the one with the parity of
    /// `like`.
    pub fn state(&self, index: u64, like: State) -> State {
        let (bits, per_set) = (self.row_bits() as u64, self.rows_per_set());
        let (row, bit) = ((index / bits) as usize, (index % bits) as u32);
        let (slot, row) = (row / self.slice_rows(), row % self.slice_rows());
        let (blank, set) = (Slot(slot as u32), (row / per_set) as u32);
        if !self.is_whole() {
            return State { blank, set, a: bit, b: 0 };
        }
        let even = State { blank, set, a: (row % per_set) as u32, b: 2 * bit };
        if self.same_parity(even, like) { even } else { State { b: even.b | 1, ..even } }
    }

    /// The state in which the blank stands in cell `blank` and tile `i + 1` in cell `tiles[i]`: group A, and
    /// in a whole puzzle group B after it.
    ///
    /// # Panics
    ///
    /// If one of the cells is taken off the board.
    pub fn locate(&self, blank: usize, tiles: &[usize]) -> State {
        debug_assert_eq!(tiles.len(), self.tiles_a + self.tiles_b);
        let slot = |cell: usize| self.slots[cell].expect("a cell on the board");
        let blank = slot(blank);
        let mut reading = vec![None; self.slots()];
        for (tile, &cell) in tiles.iter().enumerate() {
            reading[slot(cell).index()] = Some(tile as u8);
        }
        reading.remove(blank.index());
        let in_a = |place: &usize| reading[*place].is_some_and(|tile| (tile as usize) < self.tiles_a);
        let (a, b): (Vec<u8>, Vec<u8>) =
            reading.iter().flatten().partition(|&&tile| (tile as usize) < self.tiles_a);
        State {
            blank,
            set: rank_set((0..reading.len()).filter(in_a).fold(0, |set, place| set | 1 << place)) as u32,
            a: rank_permutation(&a) as u32,
            b: rank_permutation(&b) as u32,
        }
    }

    /// What stands in each slot: 0 for the blank, tiles from 1 on, nothing for those that are alike.
    pub fn tiles(&self, at: State) -> Vec<Option<usize>> {
        let orders = [
            unrank_permutation(at.a as usize, self.tiles_a),
            unrank_permutation(at.b as usize, self.tiles_b),
        ];
        let [mut a, mut b] = orders.map(|order| order.into_iter().map(usize::from));
        let set = self.sets[at.set as usize];
        let reading = (0..self.slots() - 1).map(|place| match set >> place & 1 {
            1 => a.next().map(|tile| tile + 1),
            _ => b.next().map(|tile| tile + 1 + self.tiles_a),
        });
        let mut tiles: Vec<Option<usize>> = reading.collect();
        tiles.insert(at.blank.index(), Some(0));
        tiles
    }

    /// The state after a move, or nothing if it leaves the board.
    pub fn step(&self, at: State, code: u8) -> Option<State> {
        let step = self.moves_from(at.blank).iter().find(|step| step.code == code)?;
        let rotation = step.window.as_ref().map(|window| window.rotation(self.sets[at.set as usize]));
        let rotation = rotation.unwrap_or_default();
        Some(State {
            blank: step.to,
            set: at.set.wrapping_add_signed(rotation.offset),
            a: self.shifts_a[rotation.a as usize][at.a as usize].into(),
            b: self.shifts_b[rotation.b as usize][at.b as usize].into(),
        })
    }
}

/// The cells that are not taken off a grid: at least two.
fn open_cells(grid: Grid, removed: &[usize]) -> Result<Vec<usize>> {
    if let Some(&cell) = removed.iter().find(|&&cell| cell >= grid.cells()) {
        return Err(SearchDefect::NoSuchCell { grid, cell, role: Role::Removed }.into());
    }
    let cells: Vec<usize> = (0..grid.cells()).filter(|cell| !removed.contains(cell)).collect();
    if cells.len() < 2 {
        return Err(SearchDefect::NoCells.into());
    }
    Ok(cells)
}

/// 1 if the permutation of `n` with this rank is odd, otherwise 0: its Lehmer code adds up to its inversions.
pub(crate) fn parity(mut rank: usize, n: usize) -> usize {
    let mut sum = 0;
    for radix in 1..=n {
        sum += rank % radix;
        rank /= radix;
    }
    sum % 2
}

/// The most places that a window has.
fn widest_window(moves: &[Vec<SlotMove>]) -> usize {
    let windows = moves.iter().flatten().filter_map(|step| step.window.as_ref());
    windows.map(|window| window.len as usize).max().unwrap_or(0)
}
