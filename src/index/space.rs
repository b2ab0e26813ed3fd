//! A space: the cells of a board, the tiles told apart, and a dense index of all its states, laid out so that a
//! whole block of states makes a move at once.
//!
//! # Representation
//! Cells may be taken off the board; those that are left, in reading order, are its *slots*. A state is the
//! blank's slot and the *reading*: the other tiles slot by slot, the blank left out. Tiles `1..=told` are group
//! A. The others are group B: all alike in a *pattern*, told apart in a *whole* puzzle.
//!
//! ```text
//!     1 9 2 _      slot   3                      the blank's slot
//!     3 9 9 4      set    rank of {0, 2, 3, 6}   places of the reading that hold a tile of A
//!     9 9 9 9      a      rank of (1, 2, 3, 4)   in which order A's tiles come
//!     9 9 9 9      b      0                      in which order B's tiles come, if they are told apart
//! ```
//!
//! All states with one slot of the blank are a *slice*. It is cut into *rows* of bits, the unit in which a
//! search moves states about:
//!
//! ```text
//!     pattern    row = set                   bit = a          k! bits
//!     whole      row = set · |A|! + a        bit = b / 2      |B|!/2 bits
//!     index = (slot · rows of a slice + row) · bits of a row + bit
//! ```
//!
//! Halving `b` is free: no sequence of moves changes the parity of the whole, so the rest of the state says
//! which of the two ranks `2r`, `2r + 1` is meant, and exactly n!/2 states remain.
//!
//! # Moves
//! Along a row of the board the reading does not change. Between rows one tile jumps over those between: a
//! *window* of the reading rotates by one place. Then
//!
//! - `set` grows by an offset that depends only on which places of the window hold A, and on how many of A come
//!   before it: one look-up in a table of at most `(told + 1) · 2^window` entries;
//! - only the group of the tile that jumps changes its order, and only if it jumps over others of that group.
//!   The change, a *shift*, is one permutation of all orders, the same for the whole row. In a whole puzzle a
//!   shift of A only exchanges rows.
//!
//! So a move takes a row to a row, most often bit by bit as it is. No state is ever ranked in a search.

use crate::index::rank::{all_sets, factorial, rank_permutation, rank_set, unrank_permutation};
use crate::index::windows::{Shift, Window, shift_number, shifts, window};
use crate::puzzle::error::{Result, Role, SearchDefect};
use crate::puzzle::grid::{Grid, Move};

/// One state of a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The blank's slot: its cell, if no cells are taken off the board.
    pub cell: u32,
    /// Rank of the set of places that hold group A.
    pub set: u32,
    /// Rank of the order of group A.
    pub a: u32,
    /// Rank of the order of group B; 0 where its tiles are alike.
    pub b: u32,
}

/// Where a state is kept: slot of the blank, row of its slice, and bit of the row.
pub(crate) type Place = (usize, usize, usize);

/// A move from a slot.
pub(crate) struct Edge {
    /// Its code.
    pub(crate) code: u8,
    /// The slot it leads to.
    pub(crate) to: usize,
    /// The window that rotates, if any.
    pub(crate) window: Option<Window>,
}

/// The largest number of tiles told apart in a pattern: their orders must fit 16 bits.
pub const MAX_TOLD: usize = 8;

/// The largest number of cells of a whole puzzle.
pub const MAX_WHOLE: usize = 14;

/// The largest number of cells of a whole puzzle whose tables could be made: the orders of B must fit 16 bits.
pub const MAX_PLANNED: usize = 17;

/// The largest number of cells of a pattern: its places must fit the bits of a word.
pub const MAX_CELLS: usize = 49;

/// The largest number of columns: tables of turns double with each.
pub const MAX_COLS: usize = 12;

/// The cells of a board with the tiles told apart. See the head of this file.
pub struct Space {
    grid: Grid,
    cells: Vec<usize>,
    told: usize,
    /// How many tiles B has that are told apart.
    others: usize,
    sets: Vec<u64>,
    edges: Vec<Vec<Edge>>,
    /// By shift of A: the rank of every order after it.
    shifts_a: Vec<Vec<u16>>,
    /// The same for B, with its full ranks.
    shifts_b: Vec<Vec<u16>>,
}

impl Space {
    /// Tiles `1..=told` told apart, all the others alike.
    pub fn pattern(grid: Grid, removed: &[usize], told: usize) -> Result<Space> {
        let cells = open_cells(grid, removed)?;
        if told > MAX_TOLD {
            return Err(SearchDefect::Tiles { most: MAX_TOLD, got: told }.into());
        }
        if cells.len() > MAX_CELLS {
            return Err(SearchDefect::Cells { most: MAX_CELLS, got: cells.len() }.into());
        }
        if told >= cells.len() {
            return Err(SearchDefect::NoRoom { cells: cells.len(), tiles: told }.into());
        }
        Space::build(grid, cells, told, 0)
    }

    /// Every tile told apart; only the states that can be reached from one another.
    pub fn whole(grid: Grid, removed: &[usize]) -> Result<Space> {
        Space::whole_up_to(grid, removed, MAX_WHOLE)
    }

    /// The same for more cells, up to [`MAX_PLANNED`]: to look at, not to search.
    pub(crate) fn whole_up_to(grid: Grid, removed: &[usize], most: usize) -> Result<Space> {
        let cells = open_cells(grid, removed)?;
        if cells.len() > most {
            return Err(SearchDefect::WholeCells { most, got: cells.len() }.into());
        }
        let places = cells.len() - 1;
        Space::build(grid, cells, places / 2, places - places / 2)
    }

    fn build(grid: Grid, cells: Vec<usize>, told: usize, others: usize) -> Result<Space> {
        if grid.cols > MAX_COLS {
            return Err(SearchDefect::Columns { most: MAX_COLS, got: grid }.into());
        }

        let places = cells.len() - 1;
        let slot = |cell: usize| cells.iter().position(|&open| open == cell);
        let edges = (0..cells.len()).map(|from| {
            let neighbours = Move::ALL.into_iter().filter_map(|step| {
                let to = slot(grid.neighbour(cells[from], step)?)?;
                let window = (from.abs_diff(to) > 1).then(|| window(places, told, others, from, to));
                Some(Edge { code: step.code(), to, window })
            });
            neighbours.collect()
        });
        let edges: Vec<Vec<Edge>> = edges.collect();
        let widest = widest_window(&edges);
        let (shifts_a, shifts_b) = (shifts(told, widest), shifts(others, widest));
        Ok(Space { grid, told, others, sets: all_sets(places, told), edges, shifts_a, shifts_b, cells })
    }

    /// The grid, cells taken off it included.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// By slot: its cell.
    pub fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// The slot of a cell that is on the board.
    pub fn slot(&self, cell: usize) -> Option<usize> {
        self.cells.iter().position(|&open| open == cell)
    }

    /// Number of slots.
    pub fn slots(&self) -> usize {
        self.cells.len()
    }

    /// Whether every tile is told apart.
    pub fn is_whole(&self) -> bool {
        self.others > 0
    }

    /// How many tiles are in group A.
    pub fn told(&self) -> usize {
        self.told
    }

    /// How many tiles of group B are told apart.
    pub(crate) fn others(&self) -> usize {
        self.others
    }

    /// Rows in a slice for each set of places.
    pub(crate) fn rows_of_set(&self) -> usize {
        if self.is_whole() { factorial(self.told) } else { 1 }
    }

    /// Bits in a row.
    pub(crate) fn row_bits(&self) -> usize {
        if self.is_whole() { factorial(self.others).div_ceil(2) } else { factorial(self.told) }
    }

    /// The sets of places, by rank, as bits.
    pub(crate) fn sets(&self) -> &[u64] {
        &self.sets
    }

    /// The moves from a slot, in the order of their codes.
    pub(crate) fn edges(&self, slot: usize) -> &[Edge] {
        &self.edges[slot]
    }

    /// The most places that a window has.
    pub(crate) fn widest_window(&self) -> usize {
        widest_window(&self.edges)
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
    pub(crate) fn undone(&self, shift: Shift) -> Shift {
        let (from, to) = self.ends(shift);
        if from < self.ordered() { shift_number(self.ordered(), to, from) } else { 0 }
    }

    /// Whether such a shift makes an odd order of an even one.
    pub(crate) fn turns_parity(&self, shift: Shift) -> usize {
        let (from, to) = self.ends(shift);
        from.abs_diff(to) % 2
    }

    /// From where to where a tile goes in such a shift.
    fn ends(&self, shift: Shift) -> (usize, usize) {
        (shift as usize / self.ordered(), shift as usize % self.ordered())
    }

    /// How many tiles have their order within a row.
    fn ordered(&self) -> usize {
        if self.is_whole() { self.others } else { self.told.max(1) }
    }

    /// Number of states in all.
    pub fn states(&self) -> u64 {
        (self.slots() * self.sets.len() * self.rows_of_set()) as u64 * self.row_bits() as u64
    }

    /// Whether the number of moves to a slot is odd or even, up to a constant.
    pub(crate) fn colour(&self, slot: usize) -> usize {
        (self.grid.row(self.cells[slot]) + self.grid.col(self.cells[slot])) % 2
    }

    /// Whether B's order is odd, up to a constant, for a slot of the blank, set of places and order of A.
    pub(crate) fn parity_b(&self, slot: usize, set: usize, a: usize) -> usize {
        let places = (0..64).filter(|place| self.sets[set] >> place & 1 == 1).sum::<usize>();
        (slot
            + self.colour(slot)
            + places
            + self.told * self.told.saturating_sub(1) / 2
            + parity(a, self.told))
            % 2
    }

    /// Whether two states can be in one component of the puzzle, as far as parity says.
    pub fn same_parity(&self, x: State, y: State) -> bool {
        let class = |at: State| {
            (self.parity_b(at.cell as usize, at.set as usize, at.a as usize)
                + parity(at.b as usize, self.others))
                % 2
        };
        !self.is_whole() || class(x) == class(y)
    }

    /// Where a state is kept.
    pub(crate) fn place(&self, at: State) -> Place {
        let [slot, set, a, b] = [at.cell, at.set, at.a, at.b].map(|part| part as usize);
        if self.is_whole() { (slot, set * self.rows_of_set() + a, b / 2) } else { (slot, set, a) }
    }

    /// The dense index of a state.
    pub fn index(&self, at: State) -> u64 {
        self.index_at(self.place(at))
    }

    /// The dense index of what is kept in a place.
    pub(crate) fn index_at(&self, (slot, row, bit): Place) -> u64 {
        let rows = self.sets.len() * self.rows_of_set();
        (slot * rows + row) as u64 * self.row_bits() as u64 + bit as u64
    }

    /// The state with this index. In a whole puzzle, of the two that share it, the one with the parity of `like`.
    pub fn state(&self, index: u64, like: State) -> State {
        let (bits, per_set) = (self.row_bits() as u64, self.rows_of_set());
        let (row, bit) = ((index / bits) as usize, (index % bits) as u32);
        let (slot, row) = (row / (self.sets.len() * per_set), row % (self.sets.len() * per_set));
        let (cell, set) = (slot as u32, (row / per_set) as u32);
        if !self.is_whole() {
            return State { cell, set, a: bit, b: 0 };
        }
        let even = State { cell, set, a: (row % per_set) as u32, b: 2 * bit };
        if self.same_parity(even, like) { even } else { State { b: even.b | 1, ..even } }
    }

    /// The state in which the blank stands in slot `blank` and tile `i + 1` in slot `tiles[i]`: group A, and in a
    /// whole puzzle group B after it.
    pub fn locate(&self, blank: usize, tiles: &[usize]) -> State {
        debug_assert_eq!(tiles.len(), self.told + self.others);
        let mut reading = vec![None; self.slots()];
        for (tile, &slot) in tiles.iter().enumerate() {
            reading[slot] = Some(tile as u8);
        }
        reading.remove(blank);
        let in_a = |place: &usize| reading[*place].is_some_and(|tile| (tile as usize) < self.told);
        let (a, b): (Vec<u8>, Vec<u8>) =
            reading.iter().flatten().partition(|&&tile| (tile as usize) < self.told);
        State {
            cell: blank as u32,
            set: rank_set((0..reading.len()).filter(in_a).fold(0, |set, place| set | 1 << place)) as u32,
            a: rank_permutation(&a) as u32,
            b: rank_permutation(&b) as u32,
        }
    }

    /// What stands in each slot: 0 for the blank, tiles from 1 on, nothing for those that are alike.
    pub fn tiles(&self, at: State) -> Vec<Option<usize>> {
        let orders =
            [unrank_permutation(at.a as usize, self.told), unrank_permutation(at.b as usize, self.others)];
        let [mut a, mut b] = orders.map(|order| order.into_iter().map(usize::from));
        let set = self.sets[at.set as usize];
        let reading = (0..self.slots() - 1).map(|place| match set >> place & 1 {
            1 => a.next().map(|tile| tile + 1),
            _ => b.next().map(|tile| tile + 1 + self.told),
        });
        let mut tiles: Vec<Option<usize>> = reading.collect();
        tiles.insert(at.cell as usize, Some(0));
        tiles
    }

    /// The state after a move, or nothing if it leaves the board.
    pub fn step(&self, at: State, code: u8) -> Option<State> {
        let edge = self.edges[at.cell as usize].iter().find(|edge| edge.code == code)?;
        let turn = edge.window.as_ref().map(|window| window.turn(self.sets[at.set as usize]));
        let turn = turn.unwrap_or_default();
        Some(State {
            cell: edge.to as u32,
            set: at.set.wrapping_add_signed(turn.offset),
            a: self.shifts_a[turn.a as usize][at.a as usize].into(),
            b: self.shifts_b[turn.b as usize][at.b as usize].into(),
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

/// Whether a permutation of `n` of this rank is odd: its Lehmer code adds up to its inversions.
pub(crate) fn parity(mut rank: usize, n: usize) -> usize {
    let mut sum = 0;
    for radix in 1..=n {
        sum += rank % radix;
        rank /= radix;
    }
    sum % 2
}

/// The most places that a window has.
fn widest_window(edges: &[Vec<Edge>]) -> usize {
    let windows = edges.iter().flatten().filter_map(|edge| edge.window.as_ref());
    windows.map(|window| window.len as usize).max().unwrap_or(0)
}
