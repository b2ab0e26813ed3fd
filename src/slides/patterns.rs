//! Pattern databases in slides: how far six tiles and the blank are from home, whatever the others do.
//!
//! # Representation
//! A *pattern* is six home cells. The tiles at home there are the pattern tiles; all others are alike. The
//! distance of each of the 57,657,600 states on 4×4 is kept modulo 3 (see [`crate::tables::depth_table`]):
//! 14.4 MB, made in under a second. All patterns of a board share one [`Space`]. A vertical step of the blank
//! changes a state by two lookups in small tables; a horizontal one moves only the blank. Where the blank is
//! at home on the main diagonal, a pattern on the reflected board has the distances of the reflected pattern,
//! and one database serves two *lookups*.
//!
//! # Cost
//! Each tile of a slide costs two reads a lookup, in tables of half a megabyte. Then comes one read a lookup
//! in the databases, until one of them prunes the node.

use crate::index::space::{Space, State};
use crate::index::two_bit::TwoBitArray;
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use crate::slides::packed_board::{PACKED_CELLS, Packed, standard_tile};
use crate::tables::depth_table::{self, near};

/// Tiles of a pattern.
pub(crate) const PATTERN_TILES: usize = 6;

/// Bytes of the table of a pattern: two bits for each of 16 · 15 · 14 · 13 · 12 · 11 · 10 states.
pub(crate) const SIZE: u64 = 57_657_600 / 4;

/// The most lookups of a board.
pub(crate) const MAX_LOOKUPS: usize = 6;

/// The state of a board in one lookup.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PatternState {
    set: u16,
    order: u16,
    /// How many slides the board needs at least.
    pub(crate) distance: u8,
}

/// What a vertical step makes of a set of cells: the next set, and where the shifted orders begin.
#[derive(Clone, Copy, Default)]
struct VerticalStep {
    set: u16,
    shift: u16,
}

/// A pattern and how it is looked up: on the board as it is, or reflected.
struct PatternLookup {
    table: usize,
    reflected: bool,
    /// The standard numbers of its tiles on the board.
    tiles: [u8; PATTERN_TILES],
}

/// The patterns of a shape and home of the blank.
pub(crate) struct Patterns {
    space: Space,
    /// By cell of the blank and direction, up or down: the steps of all sets, if there is such a move.
    vertical: Vec<[Vec<VerticalStep>; 2]>,
    /// The orders after every shift.
    orders: Vec<u16>,
    goals: Vec<State>,
    tables: Vec<TwoBitArray>,
    lookups: Vec<PatternLookup>,
}

impl Patterns {
    /// Makes the databases. Each pattern is given by its home cells, and by whether it is looked up reflected
    /// as well.
    pub(crate) fn new(
        grid: Grid,
        home: usize,
        homes: &[([usize; PATTERN_TILES], bool)],
        cancel: &Cancel,
    ) -> Result<Patterns> {
        let space = Space::pattern(grid, &[], PATTERN_TILES)?;
        let shifts = space.shifts_a().len() * ORDERS * size_of::<u16>();
        let steps = 2 * space.slots() * space.sets().len() * size_of::<VerticalStep>();
        let room = memory::room(2 * (shifts + steps) as u64, Purpose::Table)?;
        let mut patterns = Patterns {
            vertical: vertical_steps(&space),
            orders: space.shifts_a().iter().flat_map(|row| filled(row)).collect(),
            space,
            goals: vec![],
            tables: vec![],
            lookups: vec![],
        };
        drop(room);
        for (table, (cells, reflected)) in homes.iter().enumerate() {
            let goal = patterns.space.locate(home, cells);
            patterns.goals.push(goal);
            patterns.tables.push(depth_table::depths(&patterns.space, goal, cancel)?);
            let tile = |cell| standard_tile(cell, home);
            patterns.lookups.push(PatternLookup { table, reflected: false, tiles: cells.map(tile) });
            if *reflected {
                let tiles = cells.map(|cell| tile(grid.reflected(cell)));
                patterns.lookups.push(PatternLookup { table, reflected: true, tiles });
            }
        }
        assert!(patterns.lookups.len() <= MAX_LOOKUPS);
        Ok(patterns)
    }

    /// How many bytes the databases take.
    pub(crate) fn bytes(&self) -> u64 {
        self.tables.iter().map(TwoBitArray::size).sum()
    }

    /// How many lookups there are.
    #[inline(always)]
    pub(crate) fn lookups(&self) -> usize {
        self.lookups.len()
    }

    /// The states of a board to start from. The distance of each lookup is found by walking down to 0.
    pub(crate) fn locate(&self, board: Packed) -> [PatternState; MAX_LOOKUPS] {
        let grid = self.space.grid();
        let mut cells = [0; PACKED_CELLS];
        for cell in 0..grid.cells() {
            cells[usize::from(board.tile(cell as u8))] = cell;
        }
        let mut states = [PatternState::default(); MAX_LOOKUPS];
        for (state, lookup) in states.iter_mut().zip(&self.lookups) {
            let seen = |cell: usize| if lookup.reflected { grid.reflected(cell) } else { cell };
            let tiles = lookup.tiles.map(|tile| seen(cells[usize::from(tile)]));
            let at = self.space.locate(seen(board.blank.into()), &tiles);
            let (table, goal) = (&self.tables[lookup.table], self.goals[lookup.table]);
            let path = depth_table::path(&self.space, |i| table.get(i), at, goal);
            let distance = path.expect("a table made by this process is sound").len() as u8;
            *state = PatternState { set: at.set as u16, order: at.a as u16, distance };
        }
        states
    }

    /// Takes one step of the blank from a cell along an axis, in one of two directions. The distance is left
    /// as it was.
    #[inline(always)]
    pub(crate) fn step(
        &self,
        lookup: usize,
        state: &mut PatternState,
        cell: u8,
        axis: usize,
        direction: usize,
    ) {
        let reflected = self.lookups[lookup].reflected;
        if (axis == 1) == reflected {
            return;
        }
        let step = self.vertical[self.seen_cell(cell, reflected)][direction][usize::from(state.set)];
        state.set = step.set;
        state.order = self.orders[usize::from(step.shift) + usize::from(state.order)];
    }

    /// The distance of a lookup after a slide that took the blank to a cell, given the distance before.
    #[inline(always)]
    pub(crate) fn distance(&self, lookup: usize, state: &PatternState, cell: u8, before: u8) -> u8 {
        let PatternLookup { table, reflected, .. } = self.lookups[lookup];
        let row = self.seen_cell(cell, reflected) * self.space.sets().len() + usize::from(state.set);
        near(before, self.tables[table].get(row * ORDERS + usize::from(state.order)))
    }

    /// A cell as a lookup sees it.
    #[inline(always)]
    fn seen_cell(&self, cell: u8, reflected: bool) -> usize {
        if reflected { self.space.grid().reflected(cell.into()) } else { cell.into() }
    }
}

/// The patterns of 4×4 with the blank at home in its lower right quarter: two of the upper rows, one of the
/// lower rows. Where the blank is at home off the diagonal, the reflected patterns need separate databases.
pub(crate) fn of_fifteen(home: usize) -> Vec<([usize; PATTERN_TILES], bool)> {
    let grid = Grid::new(4, 4);
    let six = |cells: &[usize]| {
        let mut cells = cells.iter().copied().filter(|&cell| cell != home);
        [(); PATTERN_TILES].map(|()| cells.next().expect("six cells without the blank"))
    };
    let rows: [&[usize]; 3] = [&[0, 1, 2, 3, 4, 5], &[0, 1, 2, 3, 6, 7], &[9, 10, 11, 12, 13, 14, 15]];
    if grid.reflected(home) == home {
        return rows.map(|cells| (six(cells), true)).into();
    }
    let cols = rows.map(|cells| cells.iter().map(|&cell| grid.reflected(cell)).collect::<Vec<usize>>());
    rows.iter()
        .map(|cells| six(cells))
        .chain(cols.iter().map(|cells| six(cells)))
        .map(|cells| (cells, false))
        .collect()
}

/// Orders of the tiles of a pattern.
const ORDERS: usize = 720;

/// A row of shifted orders; shifts that do not occur have none.
fn filled(row: &[u16]) -> impl Iterator<Item = u16> + '_ {
    row.iter().copied().chain(std::iter::repeat(0)).take(ORDERS)
}

/// What the vertical steps from each cell make of every set.
fn vertical_steps(space: &Space) -> Vec<[Vec<VerticalStep>; 2]> {
    let mut steps: Vec<[Vec<VerticalStep>; 2]> = (0..space.slots()).map(|_| Default::default()).collect();
    for (slot, steps) in space.all_slots().zip(&mut steps) {
        for edge in space.moves_from(slot) {
            if let Some(window) = edge.window.as_ref().filter(|_| edge.code >= 2) {
                let step = |(rank, &set): (usize, &u64)| {
                    let turn = window.rotation(set);
                    let set = rank.wrapping_add_signed(turn.offset as isize) as u16;
                    VerticalStep { set, shift: (usize::from(turn.a) * ORDERS) as u16 }
                };
                steps[usize::from(edge.code) - 2] = space.sets().iter().enumerate().map(step).collect();
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_fifteen_are_six_cells_without_the_blank() {
        for home in [10, 11, 14, 15] {
            let patterns = of_fifteen(home);
            assert_eq!(patterns.iter().map(|(_, twice)| 1 + usize::from(*twice)).sum::<usize>(), MAX_LOOKUPS);
            for (cells, _) in patterns {
                assert!(!cells.contains(&home));
                assert!((1..PATTERN_TILES).all(|i| !cells[..i].contains(&cells[i])));
            }
        }
    }
}
