//! Pattern databases in slides: how many more lines lead home at least, by some of the tiles.
//!
//! # Representation
//! A *pattern* is some places of the reading row by row of the goal. The tiles there are the pattern tiles; all
//! others are alike. *Home* is the goal's row, as a line (see [`crate::slides::lines`]): whichever board of that
//! line a solution comes to, its last slide is along the row. [`DistanceBits`] has one bit for each line of the
//! pattern: 3.6 MB for six tiles of 4×4, 32 MB for seven.
//!
//! A solution whose last slide is along the goal's column is one of the reflected board whose last slide is
//! along the row, so there is a [`Frame`] for the board as it is, and one for the reflected board. Where the
//! blank is at home on the diagonal, both have the same patterns.

use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use crate::slides::bits::DistanceBits;
use crate::slides::lines::{LineSpace, Reading};
use crate::slides::node::Node;
use std::sync::Arc;

/// A pattern: the places of its tiles, and the distances.
struct Pattern {
    places: Vec<usize>,
    goal: Reading,
    bits: DistanceBits,
}

/// Some patterns of a grid and home row, of as many tiles each, and `N` look-ups: each pattern as it is, and in the
/// board seen from behind.
pub(crate) struct Patterns<const N: usize> {
    space: LineSpace,
    /// The last cell of the home row.
    home: usize,
    patterns: Vec<Pattern>,
}

impl<const N: usize> Patterns<N> {
    /// Makes the databases. Each of `N / 2` patterns is given by the cells of its tiles at home, with the blank in the
    /// last cell of its row; together the look-ups have all tiles.
    pub(crate) fn new<const TILES: usize>(
        grid: Grid,
        row: usize,
        cells: &[[usize; TILES]],
        cancel: &Cancel,
    ) -> Result<Patterns<N>> {
        assert_eq!(2 * cells.len(), N);
        let room = memory::room(WORK * (TILES * TILES) as u64, Purpose::Table)?;
        let space = LineSpace::new(grid, TILES)?;
        drop(room);
        let mut patterns = Patterns { space, home: (row + 1) * grid.cols - 1, patterns: vec![] };
        for cells in cells {
            let Patterns { space, home, .. } = &patterns;
            let places = cells.map(|cell| space.place(cell, *home, 0)).to_vec();
            let goal = space.reading(cells, *home, 0);
            let bits = DistanceBits::new(space, *home as u8, goal, cancel)?;
            patterns.patterns.push(Pattern { places, goal, bits });
        }
        let has = |place: usize| patterns.patterns.iter().any(|pattern| pattern.places.contains(&place));
        let mut places = 0..grid.cells() - 1;
        assert!(places.all(|place| has(place) || has(patterns.place_from_behind(place))));
        Ok(patterns)
    }

    /// The place of the home line's reading that is a place of it seen from behind.
    fn place_from_behind(&self, place: usize) -> usize {
        let cell = place + usize::from(place >= self.home);
        let [cell, blank] = [cell, self.home].map(|cell| self.space.seen(cell, 1));
        self.space.place(cell, blank, 0)
    }

    /// How many bytes the databases take.
    pub(crate) fn bytes(&self) -> u64 {
        self.patterns.iter().map(|pattern| pattern.bits.bytes()).sum()
    }

    /// The lines, and how steps change the readings.
    #[inline(always)]
    pub(crate) fn space(&self) -> &LineSpace {
        &self.space
    }

    /// The node of the line of an axis through a board, given by the cells of blank and tiles, in the order of the
    /// goal's reading. The distances are found by walking home.
    pub(crate) fn node(&self, blank: usize, cells: &[usize], axis: usize) -> Node<N> {
        let mut node =
            Node { blank: blank as u8, parent: 0, distances: [0; N], readings: [[Reading::default(); N]; 2] };
        for look in 0..N {
            let (pattern, view) = (&self.patterns[look / 2], look % 2);
            let tile = |&place: &usize| if view == 0 { place } else { self.place_from_behind(place) };
            let tiles = pattern.places.iter().map(|place| self.space.seen(cells[tile(place)], view));
            let tiles: Vec<usize> = tiles.collect();
            let blank = self.space.seen(blank, view);
            let readings = [0, 1].map(|axis| self.space.reading(&tiles, blank, axis));
            node.distances[look] = self.walk_home(pattern, blank as u8, readings, axis);
            for (node, reading) in node.readings.iter_mut().zip(readings) {
                node[look] = reading;
            }
        }
        node
    }

    /// The number of the bit of a line for a look-up: along an axis, through a cell.
    #[inline(always)]
    pub(crate) fn bit(&self, look: usize, axis: usize, cell: u8, reading: Reading) -> usize {
        self.space.bit(axis, look % 2, cell, reading)
    }

    /// The distance of a line modulo 4, by its axis and the number of its bit.
    #[inline(always)]
    pub(crate) fn modulo_4(&self, look: usize, axis: usize, bit: usize) -> u8 {
        self.patterns[look / 2].bits.modulo_4(axis, bit)
    }

    /// How many lines lead home: from each to one whose distance is one less, modulo 4.
    fn walk_home(&self, pattern: &Pattern, blank: u8, readings: [Reading; 2], axis: usize) -> u8 {
        let (mut blank, mut readings, mut axis) = (blank, readings, axis);
        let modulo_4 = |cell: u8, readings: [Reading; 2], axis: usize| {
            pattern.bits.modulo_4(axis, self.space.bit(axis, 0, cell, readings[axis]))
        };
        let home = self.space.line(self.home, 0);
        let is_home = |cell: u8, readings: [Reading; 2], axis: usize| {
            axis == 0 && self.space.line(cell.into(), 0) == home && readings[0] == pattern.goal
        };
        let mut distance = 0;
        while !is_home(blank, readings, axis) {
            let wanted = (modulo_4(blank, readings, axis) + 3) % 4;
            let line = self.space.line(blank.into(), axis);
            let boards = (0..self.space.line_cells(axis)).map(|at| {
                let to = self.space.cell(axis, line, at) as u8;
                let mut there = readings;
                let turn = |reading, step| self.space.turned(reading, step, 0);
                there[axis ^ 1] = self.space.steps(blank, to, axis).fold(there[axis ^ 1], turn);
                (to, there)
            });
            let nearer = boards.into_iter().find(|&(to, there)| modulo_4(to, there, axis ^ 1) == wanted);
            (blank, readings) = nearer.expect("a table made by this process is sound");
            axis ^= 1;
            distance += 1;
        }
        distance
    }
}

/// Bytes that the tables of steps take for each pair of tiles, at most: 2 · 24 · 6435 rotations of four bytes, and
/// 5040 orders for each shift.
const WORK: u64 = 1 << 16;

/// A cell reflected in the main diagonal of a grid.
fn transposed(grid: Grid, cell: usize) -> usize {
    grid.col(cell) * grid.rows + grid.row(cell)
}

/// Boards of one home of the blank, as they are or reflected.
pub(crate) struct Frame<const N: usize> {
    grid: Grid,
    home: usize,
    is_reflected: bool,
    /// The patterns of the home row.
    pub(crate) patterns: Arc<Patterns<N>>,
}

impl<const N: usize> Frame<N> {
    /// Both frames of a grid and home of the blank; `patterns` makes those of a grid and row.
    pub(crate) fn both(
        grid: Grid,
        home: usize,
        patterns: impl Fn(Grid, usize) -> Result<Arc<Patterns<N>>>,
    ) -> Result<[Frame<N>; 2]> {
        let reflected = Grid::new(grid.cols, grid.rows);
        let row = patterns(grid, grid.row(home))?;
        let col = if grid == reflected && grid.row(home) == grid.col(home) {
            row.clone()
        } else {
            patterns(reflected, grid.col(home))?
        };
        Ok([
            Frame { grid, home, is_reflected: false, patterns: row },
            Frame { grid: reflected, home: transposed(grid, home), is_reflected: true, patterns: col },
        ])
    }

    /// How many bytes the databases of both frames take.
    pub(crate) fn bytes([row, col]: &[Frame<N>; 2]) -> u64 {
        row.patterns.bytes() + if col.has_patterns_of(row) { 0 } else { col.patterns.bytes() }
    }

    /// Whether the blank of a node is at home.
    pub(crate) fn has_blank_home(&self, node: &Node<N>) -> bool {
        usize::from(node.blank) == self.home
    }

    /// The cells of the blank on the original board after each slide. Given are those in the frame, the last one
    /// first, without the home of the blank, but with the cell where it was in the beginning.
    pub(crate) fn path(&self, mut cells: Vec<u8>) -> Vec<u8> {
        cells.pop();
        cells.reverse();
        cells.push(self.home as u8);
        cells.into_iter().map(|cell| self.original(cell.into()) as u8).collect()
    }

    /// Whether another frame has the same patterns.
    pub(crate) fn has_patterns_of(&self, other: &Frame<N>) -> bool {
        Arc::ptr_eq(&self.patterns, &other.patterns)
    }

    /// The cell of the original board that is a cell of the frame.
    fn original(&self, cell: usize) -> usize {
        if self.is_reflected { transposed(self.grid, cell) } else { cell }
    }

    /// The cells of blank and tiles in the frame, tiles in the order of the goal's reading. A standard board is
    /// given by its tiles (see [`crate::puzzle::canonical`]).
    pub(crate) fn cells(&self, tiles: &[u8]) -> (usize, Vec<usize>) {
        let home = self.original(self.home);
        let number = |cell: usize| (cell + usize::from(cell < home)) as u8;
        let find = |number: u8| (0..tiles.len()).find(|&cell| tiles[self.original(cell)] == number);
        let find = |number: u8| find(number).expect("a board has each of its tiles");
        let places = (0..tiles.len()).filter(|&cell| cell != self.home);
        (find(0), places.map(|cell| find(number(self.original(cell)))).collect())
    }
}
