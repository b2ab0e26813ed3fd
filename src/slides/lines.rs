//! Lines: the boards that slides along one row, or one column, make of one another.
//!
//! # Representation
//! A slide along the blank's row changes neither the row nor the *reading*, the tiles row by row with the blank
//! left out; so the four boards that such slides make of one another are one *line*, of axis 0. In the same way
//! every board is on one line of axis 1: the blank's column, and the reading column by column. A board is where
//! two lines cross, and since slides along rows and along columns take turns, a solution goes from line to
//! line. So lines are half as many as boards, and every way between two lines is odd or even: one of an axis and
//! one of the other are an odd number of lines apart, two of the same axis an even number.
//!
//! Where only some tiles are told apart, a line is
//!
//! ```text
//!     axis, number    which row or column
//!     set             rank of the places of the reading that hold a tile of the pattern
//!     order           rank of (in which of these places the first tile is, in which the second, ...)
//!     bit = ((number · sets) + set) · orders + order, in the half of the axis
//! ```
//!
//! # Slides
//! One step of the blank along a column takes one tile from the end of a *window* of the reading row by row to
//! its beginning, or back. What that does to the set, and by which *shift* it changes the order, depends only
//! on the window and on the set. The reading column by column stays as it is, and the other way round.
//!
//! # Views
//! A board may be seen from behind, left and right exchanged: view 1. View 0 is the board as it is.

use crate::index::rank::{all_sets, factorial, rank_permutation, rank_set, unrank_permutation};
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::allocate;

/// The most cells of a board.
pub(crate) const MAX_CELLS: usize = 16;

/// The longest side of a board.
pub(crate) const MAX_SIDE: usize = 4;

/// The tiles of a pattern in the reading along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) set: u16,
    pub(crate) order: u16,
}

/// What a step makes of a set of places: the next set, and the shift of the order.
#[derive(Clone, Copy, Default)]
struct Rotation {
    set: u16,
    shift: u16,
}

/// A step of the blank along an axis, and where its rotations begin in either view.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Step {
    pub(crate) to: u8,
    rotations: [u32; 2],
}

/// The lines of a grid with so many tiles told apart, and how steps change the readings.
pub(crate) struct LineSpace {
    grid: Grid,
    tiles: usize,
    orders: usize,
    /// By axis, view and cell: the first bit of its line.
    bits: [[[u32; MAX_CELLS]; 2]; 2],
    /// Places by rank, as bits.
    sets: Vec<u64>,
    /// By cell, axis and direction, to lower cells or to higher ones.
    steps: [[[Option<Step>; 2]; 2]; MAX_CELLS],
    rotations: Vec<Rotation>,
    /// By shift, the order after every order.
    shifts: Vec<u16>,
}

impl LineSpace {
    /// For a grid with sides of at most [`MAX_SIDE`] cells, with so many tiles told apart.
    pub(crate) fn new(grid: Grid, tiles: usize) -> Result<LineSpace> {
        assert!(grid.rows <= MAX_SIDE && grid.cols <= MAX_SIDE && tiles < grid.cells());
        let mut space = LineSpace {
            grid,
            tiles,
            orders: factorial(tiles),
            bits: [[[0; MAX_CELLS]; 2]; 2],
            sets: all_sets(grid.cells() - 1, tiles),
            steps: [[[None; 2]; 2]; MAX_CELLS],
            rotations: vec![],
            shifts: shifts(tiles)?,
        };
        for (axis, view) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            for cell in 0..grid.cells() {
                let line = space.line(space.seen(cell, view), axis);
                space.bits[axis][view][cell] = (line * space.sets.len() * space.orders) as u32;
            }
        }
        let mut windows = Windows::default();
        for cell in 0..grid.cells() {
            for step in grid.moves(cell) {
                let (axis, direction) = (usize::from(step.code()) / 2, usize::from(step.code()) % 2);
                let to = grid.neighbour(cell, step).expect("a move of this cell");
                let mut rotations = [0; 2];
                for (view, rotations) in rotations.iter_mut().enumerate() {
                    let [from, to] = [cell, to].map(|cell| space.seen(cell, view));
                    let first = space.place_of_cell(from.min(to), axis ^ 1);
                    let window = Window { len: space.line_cells(axis ^ 1), first, up: to > from };
                    *rotations = windows.rotations(window, &mut space)?;
                }
                space.steps[cell][axis][direction] = Some(Step { to: to as u8, rotations });
            }
        }
        Ok(space)
    }

    /// The grid.
    pub(crate) fn grid(&self) -> Grid {
        self.grid
    }

    /// How many tiles are told apart.
    pub(crate) fn tiles(&self) -> usize {
        self.tiles
    }

    /// The sets of places, by rank, as bits.
    pub(crate) fn sets(&self) -> &[u64] {
        &self.sets
    }

    /// How many orders there are.
    #[inline(always)]
    pub(crate) fn orders(&self) -> usize {
        self.orders
    }

    /// How many lines of an axis the board has.
    pub(crate) fn lines(&self, axis: usize) -> usize {
        if axis == 0 { self.grid.rows } else { self.grid.cols }
    }

    /// How many cells a line of an axis has.
    pub(crate) fn line_cells(&self, axis: usize) -> usize {
        self.lines(axis ^ 1)
    }

    /// Which line of an axis a cell is on.
    pub(crate) fn line(&self, cell: usize, axis: usize) -> usize {
        if axis == 0 { self.grid.row(cell) } else { self.grid.col(cell) }
    }

    /// Where a cell is in a view.
    pub(crate) fn seen(&self, cell: usize, view: usize) -> usize {
        let Grid { cols, .. } = self.grid;
        if view == 0 { cell } else { self.grid.row(cell) * cols + cols - 1 - self.grid.col(cell) }
    }

    /// The cell of a line in a place along it.
    pub(crate) fn cell(&self, axis: usize, line: usize, at: usize) -> usize {
        if axis == 0 { line * self.grid.cols + at } else { at * self.grid.cols + line }
    }

    /// How many cells come before a cell in the order of an axis.
    fn place_of_cell(&self, cell: usize, axis: usize) -> usize {
        self.line(cell, axis) * self.line_cells(axis) + self.line(cell, axis ^ 1)
    }

    /// The place of a tile in the reading along an axis.
    pub(crate) fn place(&self, tile: usize, blank: usize, axis: usize) -> usize {
        let [tile, blank] = [tile, blank].map(|cell| self.place_of_cell(cell, axis));
        tile - usize::from(tile > blank)
    }

    /// The reading along an axis of a board with the pattern's tiles and the blank in these cells.
    pub(crate) fn reading(&self, tiles: &[usize], blank: usize, axis: usize) -> Reading {
        let places: Vec<usize> = tiles.iter().map(|&cell| self.place(cell, blank, axis)).collect();
        let set = places.iter().fold(0, |set, place| set | 1 << place);
        let ranks: Vec<u8> = places.iter().map(|&place| before(set, place) as u8).collect();
        Reading { set: rank_set(set) as u16, order: rank_permutation(&ranks) as u16 }
    }

    /// The number of the bit of the line of an axis through a cell, in a view in which it has this reading.
    #[inline(always)]
    pub(crate) fn bit(&self, axis: usize, view: usize, cell: u8, reading: Reading) -> usize {
        let line = self.bits[axis][view][usize::from(cell) % MAX_CELLS] as usize;
        line + usize::from(reading.set) * self.orders + usize::from(reading.order)
    }

    /// The next step from a cell along an axis, to lower cells or to higher ones.
    #[inline(always)]
    pub(crate) fn step(&self, cell: u8, axis: usize, direction: usize) -> Option<Step> {
        self.steps[usize::from(cell) % MAX_CELLS][axis][direction]
    }

    /// What a step makes of the reading along the other axis, in a view.
    #[inline(always)]
    pub(crate) fn turned(&self, reading: Reading, step: Step, view: usize) -> Reading {
        let rotation = step.rotations[view] as usize + usize::from(reading.set);
        let Rotation { set, shift } = self.rotations[rotation];
        let order = self.shifts[usize::from(shift) * self.orders() + usize::from(reading.order)];
        Reading { set, order }
    }

    /// The steps that take the blank from cell to cell along an axis.
    pub(crate) fn steps(&self, from: u8, to: u8, axis: usize) -> impl Iterator<Item = Step> + '_ {
        let direction = usize::from(to > from);
        let mut at = from;
        std::iter::from_fn(move || {
            let step = self.step(at, axis, direction).filter(|_| at != to)?;
            at = step.to;
            Some(step)
        })
    }
}

/// How many places of a set come before a place.
pub(crate) fn before(set: u64, place: usize) -> usize {
    (set & ((1 << place) - 1)).count_ones() as usize
}

/// Places of a reading that rotate.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Window {
    len: usize,
    first: usize,
    /// Whether the blank goes to a higher cell: the tile of the last place comes first. Else the tile of the first
    /// place comes last.
    up: bool,
}

/// The windows whose rotations are known, and where they begin.
#[derive(Default)]
struct Windows {
    known: Vec<(Window, u32)>,
}

impl Windows {
    /// Where the rotations of a window begin in a space, to which they are added if they are not there yet.
    fn rotations(&mut self, window: Window, space: &mut LineSpace) -> Result<u32> {
        if let Some(&(_, begin)) = self.known.iter().find(|(known, _)| *known == window) {
            return Ok(begin);
        }
        let begin = space.rotations.len() as u32;
        allocate::reserve(&mut space.rotations, space.sets.len(), Purpose::Table)?;
        space.rotations.extend(space.sets.iter().map(|&set| rotation(set, window, space.tiles)));
        self.known.push((window, begin));
        Ok(begin)
    }
}

/// What a rotation makes of a set.
fn rotation(set: u64, Window { len, first, up }: Window, tiles: usize) -> Rotation {
    let last = first + len - 1;
    let (from, to) = if up { (last, first) } else { (first, last) };
    let inside = ((1 << len) - 1) << first;
    let jumper = set >> from & 1;
    let others = set & inside & !(1 << from);
    let moved = if up { others << 1 } else { others >> 1 };
    let rotated = set & !inside | moved | jumper << to;
    let [rank, next] = [before(set, from), before(rotated, to)];
    let shift = if jumper == 1 && rank != next { rank * tiles + next } else { 0 };
    Rotation { set: rank_set(rotated) as u16, shift: shift as u16 }
}

/// By shift and order: the order after one tile has gone from a rank among the places to another, and those
/// between have made room. Shift 0 changes nothing.
fn shifts(tiles: usize) -> Result<Vec<u16>> {
    let orders = factorial(tiles);
    let mut after = allocate::zeros(orders * (tiles * tiles).max(1), Purpose::Table)?;
    for (order, next) in after.iter_mut().enumerate().take(orders) {
        *next = order as u16;
    }
    for (shift, after) in after.chunks_exact_mut(orders).enumerate().skip(1) {
        let (from, to) = (shift / tiles, shift % tiles);
        // A window holds at most four tiles.
        if from == to || from.abs_diff(to) >= MAX_SIDE {
            continue;
        }
        for (order, after) in after.iter_mut().enumerate() {
            let mut ranks = unrank_permutation(order, tiles);
            for rank in &mut ranks {
                let at = usize::from(*rank);
                *rank = match at {
                    _ if at == from => to,
                    _ if from < at && at <= to => at - 1,
                    _ if to <= at && at < from => at + 1,
                    _ => at,
                } as u8;
            }
            *after = rank_permutation(&ranks) as u16;
        }
    }
    Ok(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::grid::Move;

    #[test]
    fn steps_change_readings_as_boards_change() {
        for (rows, cols, tiles) in [(2, 3, 4), (3, 3, 5), (3, 4, 6), (4, 3, 4), (4, 4, 4)] {
            let grid = Grid::new(rows, cols);
            let space = LineSpace::new(grid, tiles).unwrap();
            let mut board: Vec<usize> = (0..grid.cells()).rev().collect();
            let mut blank = grid.cells() - 1;
            for turn in 0..2000 {
                let readings = |board: &[usize], blank: usize| {
                    [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(axis, view)| {
                        let cell = |tile| board.iter().position(|&there| there == tile).unwrap();
                        let cells: Vec<usize> =
                            (1..=tiles).map(|tile| space.seen(cell(tile), view)).collect();
                        space.reading(&cells, space.seen(blank, view), axis)
                    })
                };
                let mut expected = readings(&board, blank);
                let choices: Vec<Move> = grid.moves(blank).collect();
                let code = choices[turn * turn % 7 % choices.len()].code();
                let (axis, direction) = (usize::from(code) / 2, usize::from(code) % 2);
                let step = space.step(blank as u8, axis, direction).unwrap();
                board.swap(blank, step.to.into());
                blank = step.to.into();
                for view in 0..2 {
                    let turned = &mut expected[2 * (axis ^ 1) + view];
                    *turned = space.turned(*turned, step, view);
                }
                assert_eq!(readings(&board, blank), expected);
            }
        }
    }
}
