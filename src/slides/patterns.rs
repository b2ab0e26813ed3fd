//! Pattern databases in slides: how far six tiles and the blank are from home, whatever the others do.
//!
//! # Representation
//! A *pattern* is six home cells. Its tiles are told apart, all others are alike, and the distance of each of the
//! 57,657,600 states for 4×4 is kept modulo 3 (see [`crate::tables::depth_table`]): 14.4 MB, made in under a second.
//! All patterns of a board live in one [`Space`], whose states a step changes by two look-ups; a horizontal one only
//! moves the blank. Where the blank is at home on the main diagonal, the distances of a pattern are those of
//! its mirror image on the mirrored board, and one table serves two *views*.
//!
//! # Cost
//! A slide costs two look-ups a tile and view, in tables of half a megabyte, and one in the large table for each board
//! that is not yet given up.

use crate::index::space::{Space, State};
use crate::index::two_bit::TwoBitArray;
use crate::puzzle::error::Result;
use crate::puzzle::grid::Grid;
use crate::runtime::cancel::Cancel;
use crate::slides::packed_board::{MAX_CELLS, Packed, standard_tile};
use crate::tables::depth_table::{self, near};

/// Tiles of a pattern.
pub(crate) const TOLD: usize = 6;

/// Bytes of the table of a pattern: two bits for each of 16 · 15 · 14 · 13 · 12 · 11 · 10 states.
pub(crate) const SIZE: u64 = 57_657_600 / 4;

/// The most views of a board.
pub(crate) const MAX_VIEWS: usize = 6;

/// A board as one view sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    set: u16,
    order: u16,
    /// How many slides it needs at least.
    pub(crate) distance: u8,
}

/// What a vertical step makes of a set of places: the next one, and where the shifted orders begin.
#[derive(Clone, Copy, Default)]
struct Turn {
    set: u16,
    shift: u16,
}

/// A pattern, looked at as it is or in the mirror.
struct View {
    table: usize,
    mirrored: bool,
    /// The standard numbers of its tiles on the board.
    tiles: [u8; TOLD],
}

/// The patterns of a shape and home of the blank.
pub(crate) struct Patterns {
    space: Space,
    /// By cell of the blank and way, up or down: the turns of all sets, where the blank can go that way.
    turns: Vec<[Vec<Turn>; 2]>,
    /// The orders after every shift.
    orders: Vec<u16>,
    goals: Vec<State>,
    tables: Vec<TwoBitArray>,
    views: Vec<View>,
}

impl Patterns {
    /// Makes the tables. Each pattern is named by home cells, and seen in the mirror too if asked for.
    pub(crate) fn new(
        grid: Grid,
        home: usize,
        patterns: &[([usize; TOLD], bool)],
        cancel: &Cancel,
    ) -> Result<Patterns> {
        let space = Space::pattern(grid, &[], TOLD)?;
        let mut made = Patterns {
            turns: turns(&space),
            orders: space.shifts_a().iter().flat_map(|row| filled(row)).collect(),
            space,
            goals: vec![],
            tables: vec![],
            views: vec![],
        };
        for (table, (cells, mirrored)) in patterns.iter().enumerate() {
            let goal = made.space.locate(home, cells);
            made.goals.push(goal);
            made.tables.push(depth_table::depths(&made.space, goal, cancel)?);
            let tile = |cell| standard_tile(cell, home);
            made.views.push(View { table, mirrored: false, tiles: cells.map(tile) });
            if *mirrored {
                let tiles = cells.map(|cell| tile(mirror(grid, cell)));
                made.views.push(View { table, mirrored: true, tiles });
            }
        }
        assert!(made.views.len() <= MAX_VIEWS);
        Ok(made)
    }

    /// How many bytes the tables take.
    pub(crate) fn bytes(&self) -> u64 {
        self.tables.iter().map(TwoBitArray::size).sum()
    }

    /// How many views there are.
    #[inline(always)]
    pub(crate) fn views(&self) -> usize {
        self.views.len()
    }

    /// Sets out from a board: the distance of each view is found by going all the way down.
    pub(crate) fn locate(&self, board: Packed) -> [Seen; MAX_VIEWS] {
        let grid = self.space.grid();
        let mut cells = [0; MAX_CELLS];
        for cell in 0..grid.cells() {
            cells[usize::from(board.tile(cell as u8))] = cell;
        }
        let mut seen = [Seen::default(); MAX_VIEWS];
        for (seen, view) in seen.iter_mut().zip(&self.views) {
            let place = |cell: usize| if view.mirrored { mirror(grid, cell) } else { cell };
            let told = view.tiles.map(|tile| place(cells[usize::from(tile)]));
            let at = self.space.locate(place(board.blank.into()), &told);
            let way = depth_table::path(
                &self.space,
                |i| self.tables[view.table].get(i),
                at,
                self.goals[view.table],
            );
            let distance = way.expect("a table made by this process is sound").len() as u8;
            *seen = Seen { set: at.set as u16, order: at.a as u16, distance };
        }
        seen
    }

    /// Takes one step of the blank from a cell along an axis, one of two ways: set and order alone.
    #[inline(always)]
    pub(crate) fn step(&self, view: usize, seen: &mut Seen, cell: u8, axis: usize, way: usize) {
        let mirrored = self.views[view].mirrored;
        if (axis == 1) == mirrored {
            return;
        }
        let turn = self.turns[self.place(cell, mirrored)][way][usize::from(seen.set)];
        seen.set = turn.set;
        seen.order = self.orders[usize::from(turn.shift) + usize::from(seen.order)];
    }

    /// The distance of a view after a slide, the blank now in a cell, from that before.
    #[inline(always)]
    pub(crate) fn look(&self, view: usize, seen: &Seen, cell: u8, before: u8) -> u8 {
        let View { table, mirrored, .. } = self.views[view];
        let row = self.place(cell, mirrored) * self.space.sets().len() + usize::from(seen.set);
        near(before, self.tables[table].get(row * ORDERS + usize::from(seen.order)))
    }

    /// A cell as a view sees it.
    #[inline(always)]
    fn place(&self, cell: u8, mirrored: bool) -> usize {
        if mirrored { mirror(self.space.grid(), cell.into()) } else { cell.into() }
    }
}

/// The patterns of 4×4 with the blank at home in its lower right quarter: the upper rows twice, and the last one and a
/// half. Where the blank is at home off the diagonal, their mirror images are patterns of their own.
pub(crate) fn of_fifteen(home: usize) -> Vec<([usize; TOLD], bool)> {
    let grid = Grid::new(4, 4);
    let six = |cells: &[usize]| {
        let mut cells = cells.iter().copied().filter(|&cell| cell != home);
        [(); TOLD].map(|()| cells.next().expect("six cells without the blank"))
    };
    let rows: [&[usize]; 3] = [&[0, 1, 2, 3, 4, 5], &[0, 1, 2, 3, 6, 7], &[9, 10, 11, 12, 13, 14, 15]];
    if mirror(grid, home) == home {
        return rows.map(|cells| (six(cells), true)).into();
    }
    let cols = rows.map(|cells| cells.iter().map(|&cell| mirror(grid, cell)).collect::<Vec<usize>>());
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

/// A cell mirrored in the main diagonal, on a square.
#[inline(always)]
fn mirror(grid: Grid, cell: usize) -> usize {
    grid.col(cell) * grid.cols + grid.row(cell)
}

/// What the vertical steps from each cell make of every set.
fn turns(space: &Space) -> Vec<[Vec<Turn>; 2]> {
    let mut turns: Vec<[Vec<Turn>; 2]> = (0..space.slots()).map(|_| Default::default()).collect();
    for (slot, turns) in turns.iter_mut().enumerate() {
        for edge in space.moves_from(slot.into()) {
            if let Some(window) = edge.window.as_ref().filter(|_| edge.code >= 2) {
                let turn = |(rank, &set): (usize, &u64)| {
                    let turn = window.rotation(set);
                    let set = rank.wrapping_add_signed(turn.offset as isize) as u16;
                    Turn { set, shift: (usize::from(turn.a) * ORDERS) as u16 }
                };
                turns[usize::from(edge.code) - 2] = space.sets().iter().enumerate().map(turn).collect();
            }
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_fifteen_are_six_cells_without_the_blank() {
        for home in [10, 11, 14, 15] {
            let patterns = of_fifteen(home);
            assert_eq!(patterns.iter().map(|(_, twice)| 1 + usize::from(*twice)).sum::<usize>(), MAX_VIEWS);
            for (cells, _) in patterns {
                assert!(!cells.contains(&home));
                assert!((1..TOLD).all(|i| !cells[..i].contains(&cells[i])));
            }
        }
    }
}
