//! The states of a pattern database: where the pattern tiles are, the other tiles being alike, and the
//! blank's *region*, the cells that it can reach without moving a pattern tile.
//!
//! # Representation
//! A pattern database counts only the moves of its own tiles; among the others the blank moves at no cost. So
//! a state is
//!
//! ```text
//!     1 . 2 .      set     rank of {0, 2, 4, 7}     the cells that hold a pattern tile
//!     3 . . 4      region  0, of 1                  where the blank is: a component of the other cells
//!     . . . .      order   rank of (1, 2, 3, 4)     in which order the tiles stand there
//!     . . . .
//! ```
//!
//! All orders of one set and region are a *row* of `k!` bits, which moves as one: a tile that goes to a
//! neighbouring cell changes the set and, if there are pattern tiles between the two cells in reading order,
//! the order (`pdb/order.rs`). What happens to the ranks of all orders then, a *shift*, depends only on how
//! many tiles are between and before.
//!
//! Cells have two colours, as on a chessboard, and every move takes a tile to a cell of the other colour. So
//! rows have two colours as well; those of the first colour come first, and the distances of states are even
//! in one half and odd in the other.

use crate::index::rank::{all_sets, binomial, factorial};
use crate::index::windows::{Shift, shift_number};
use crate::pdb::order::{self, MOST_TILES, Ranks};
use crate::puzzle::error::{Error, Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::cancel::Cancel;
use crate::runtime::{allocate, memory};

/// The most cells of a board: a set of them must fit a word of 32 bits, and a whole board a key of 128.
pub const MAX_PDB_CELLS: usize = 25;

/// Sets between two checks for cancellation: a millisecond or two.
const SETS_PER_CHECK: usize = 1 << 12;

/// Stands for the region of a cell that holds a tile.
const NONE: u8 = 15;

/// A set of cells in 16 bytes, which lie in one line of the cache: the region of each cell, in four bits, and from
/// bit 100 on the first of its rows.
#[derive(Clone, Copy)]
struct SetRows([u8; 16]);

impl SetRows {
    /// The byte in which the first row begins, after four bits that may be those of the last cell.
    const FIRST: usize = MAX_PDB_CELLS / 2;

    fn new(first: usize, regions: &[u8]) -> SetRows {
        let mut bytes = [0; 16];
        bytes[Self::FIRST..].copy_from_slice(&((first as u32) << 4).to_le_bytes());
        for (cell, region) in regions.iter().enumerate() {
            bytes[cell / 2] |= region << (4 * (cell % 2));
        }
        SetRows(bytes)
    }

    /// The first row of the set.
    #[inline(always)]
    fn first(&self) -> usize {
        let [.., a, b, c, d] = self.0;
        (u32::from_le_bytes([a, b, c, d]) >> 4) as usize
    }

    /// The region of a cell.
    #[inline(always)]
    fn region(&self, cell: usize) -> u8 {
        self.0[(cell / 2) & 15] >> (4 * (cell % 2)) & 15
    }

    /// How many regions there are.
    fn count(&self, cells: usize) -> u8 {
        let regions = (0..cells).map(|cell| self.region(cell)).filter(|&region| region != NONE);
        regions.max().map_or(0, |last| last + 1)
    }
}

/// The states of some pattern tiles on a grid. See the head of this file.
pub struct Regions {
    grid: Grid,
    /// How many pattern tiles there are.
    tiles: usize,
    sets: Vec<u32>,
    /// The rank of a set is `high[cells >> split] + low[the other cells]`. The two tables are small enough to
    /// stay in the first cache.
    split: u32,
    high: Vec<u32>,
    low: Vec<u32>,
    /// By rank of a set: its rows.
    set_rows: Vec<SetRows>,
    rows: usize,
    /// Rows of the first colour.
    middle: usize,
    /// The ranks of orders.
    ranks: Box<Ranks>,
    /// By cell: the steps of a tile from it.
    steps: Vec<Vec<TileStep>>,
}

/// Where the pattern tiles are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placed {
    /// The cells that hold them, as bits.
    pub cells: u32,
    /// In which order they stand there (`pdb/order.rs`).
    pub order: u32,
}

/// A step of a tile from one cell to a neighbouring one, with sets of cells as bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct TileStep {
    /// Where the tile comes from, which is where the blank goes.
    pub from: u8,
    to: u8,
    /// Whether it goes to a later cell in reading order.
    up: bool,
    /// Both cells.
    ends: u32,
    /// The cells between the two in reading order.
    between: u32,
    /// The cells before both.
    before: u32,
}

impl TileStep {
    /// The step between two cells.
    pub fn new(from: usize, to: usize) -> TileStep {
        let (low, high) = (from.min(to), from.max(to));
        TileStep {
            from: from as u8,
            to: to as u8,
            up: from < to,
            ends: 1 << low | 1 << high,
            between: (1 << high) - (2 << low),
            before: (1 << low) - 1,
        }
    }
}

/// The tables of a space as slices side by side, for loops that cannot afford to follow pointers to them.
#[derive(Clone, Copy)]
pub(crate) struct RegionsView<'a> {
    split: u32,
    low_cells: u32,
    high: &'a [u32],
    low: &'a [u32],
    set_rows: &'a [SetRows],
    ranks: &'a Ranks,
}

impl RegionsView<'_> {
    /// The row of a set of cells and the blank's cell, which is none of them.
    #[inline(always)]
    pub(crate) fn row(&self, cells: u32, blank: usize) -> usize {
        let rows = &self.set_rows[self.set(cells)];
        rows.first() + usize::from(rows.region(blank))
    }

    /// The rank of a set of cells.
    #[inline(always)]
    fn set(&self, cells: u32) -> usize {
        (self.high[(cells >> self.split) as usize] + self.low[(cells & self.low_cells) as usize]) as usize
    }

    /// The state after a step of one of the tiles.
    #[inline(always)]
    pub(crate) fn step(&self, at: Placed, step: &TileStep) -> Placed {
        let before = (at.cells & step.before).count_ones();
        let over = (at.cells & step.between).count_ones();
        Placed { cells: at.cells ^ step.ends, order: order::jump(at.order, before, over, step.up) }
    }

    /// The rank of an order.
    #[inline(always)]
    pub(crate) fn rank(&self, order: u32) -> usize {
        self.ranks.of(order)
    }
}

/// The cells of a set.
struct Bits(u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let cell = self.0.trailing_zeros() as usize;
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            cell
        })
    }
}

/// At most how many bytes the tables of the states of so many tiles take, with what they are made from.
fn table_bytes(grid: Grid, tiles: usize) -> u64 {
    let (cells, sets) = (grid.cells(), binomial(grid.cells(), tiles));
    let by_set = 8 + 4 + size_of::<SetRows>();
    let halves = 2 << (cells / 2 + 2);
    2 * (sets * by_set + 4 * halves + size_of::<Ranks>()) as u64
}

/// The steps of a tile from a cell.
fn steps(grid: Grid, from: usize) -> Vec<TileStep> {
    let to = grid.moves(from).filter_map(|step| grid.neighbour(from, step));
    to.map(|to| TileStep::new(from, to)).collect()
}

impl Regions {
    /// The states of so many pattern tiles, from 1 to `MOST_TILES`.
    pub fn new(grid: Grid, tiles: usize, cancel: &Cancel) -> Result<Regions> {
        let cells = grid.cells();
        if cells > MAX_PDB_CELLS || tiles == 0 || tiles > MOST_TILES || tiles + 2 > cells {
            return Err(Error::Pattern { most: MAX_PDB_CELLS, tiles, grid });
        }
        let _room = memory::room(table_bytes(grid, tiles), Purpose::Table)?;
        let sets: Vec<u32> = all_sets(cells, tiles).into_iter().map(|set| set as u32).collect();
        let split = cells as u32 / 2;
        let mut space = Regions {
            grid,
            tiles,
            split,
            high: vec![0; 1 << (cells as u32 - split)],
            low: vec![0; 1 << split],
            set_rows: vec![SetRows([0; 16]); sets.len()],
            rows: 0,
            middle: 0,
            ranks: Ranks::new(tiles),
            steps: (0..cells).map(|cell| steps(grid, cell)).collect(),
            sets,
        };
        space.number_sets();
        space.number_rows(cancel)?;
        Ok(space)
    }

    /// Gives every set and region its row, those of the first colour first.
    fn number_rows(&mut self, cancel: &Cancel) -> Result<()> {
        for colour in [0, 1] {
            self.middle = self.rows;
            for set in 0..self.sets.len() {
                if set % SETS_PER_CHECK == 0 {
                    cancel.check()?;
                }
                if self.colour(set) == colour {
                    self.add_rows(set);
                }
            }
        }
        Ok(())
    }

    /// Fills `high` and `low`. Sets are in increasing order as numbers: by their high cells, then by the low
    /// ones.
    fn number_sets(&mut self) {
        let mut high = u32::MAX;
        for (rank, &set) in self.sets.iter().enumerate() {
            if set >> self.split != high {
                high = set >> self.split;
                self.high[high as usize] = rank as u32;
            }
            let low = (set & ((1 << self.split) - 1)) as usize;
            self.low[low] = rank as u32 - self.high[high as usize];
        }
    }

    /// The colour of a set: every step changes it.
    fn colour(&self, set: usize) -> usize {
        let cells = (0..self.grid.cells()).filter(|cell| self.sets[set] >> cell & 1 == 1);
        cells.map(|cell| self.grid.row(cell) + self.grid.col(cell)).sum::<usize>() % 2
    }

    /// Finds the regions of a set.
    fn add_rows(&mut self, set: usize) {
        let taken = self.sets[set];
        let mut all = [NONE; MAX_PDB_CELLS];
        let regions = &mut all[..self.grid.cells()];
        let mut count = 0;
        for cell in 0..regions.len() {
            if taken >> cell & 1 == 1 || regions[cell] != NONE {
                continue;
            }
            regions[cell] = count;
            let mut open = vec![cell];
            while let Some(cell) = open.pop() {
                for next in self.grid.moves(cell).filter_map(|step| self.grid.neighbour(cell, step)) {
                    if taken >> next & 1 == 0 && regions[next] == NONE {
                        regions[next] = count;
                        open.push(next);
                    }
                }
            }
            count += 1;
        }
        self.set_rows[set] = SetRows::new(self.rows, regions);
        self.rows += usize::from(count);
    }

    /// The grid.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// How many pattern tiles there are.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many rows are of the first colour.
    pub(crate) fn middle(&self) -> usize {
        self.middle
    }

    /// How many orders the tiles can have: the bits of a row that mean something.
    pub fn orders(&self) -> usize {
        factorial(self.tiles)
    }

    /// Bytes of a row: at least a word.
    pub fn row_bytes(&self) -> usize {
        self.orders().div_ceil(8).max(8)
    }

    /// The row of a set of cells and the blank's cell, which is none of them.
    pub fn row(&self, cells: u32, blank: usize) -> usize {
        self.view().row(cells, blank)
    }

    /// The tables of the space as slices side by side.
    pub(crate) fn view(&self) -> RegionsView<'_> {
        RegionsView {
            split: self.split,
            low_cells: (1 << self.split) - 1,
            high: &self.high,
            low: &self.low,
            set_rows: &self.set_rows,
            ranks: &self.ranks,
        }
    }

    /// The state of tiles in these cells, in the order of their names.
    pub fn locate(&self, cells: &[usize]) -> Placed {
        debug_assert_eq!(cells.len(), self.tiles);
        let mut tiles: Vec<(usize, u8)> = cells.iter().copied().zip(0..).collect();
        tiles.sort_unstable();
        Placed {
            cells: cells.iter().fold(0, |set, &cell| set | 1 << cell),
            order: order::order(tiles.into_iter().map(|(_, tile)| tile)),
        }
    }

    /// The steps that tiles in these cells can make, if the blank is in the region of this row.
    pub(crate) fn steps_of(&self, cells: u32, row: usize) -> impl Iterator<Item = &TileStep> {
        let rows = self.set_rows[self.view().set(cells)];
        let region = (row - rows.first()) as u8;
        let steps = Bits(cells).flat_map(|cell| &self.steps[cell]);
        steps.filter(move |step| rows.region(step.to.into()) == region)
    }

    /// Which rows are a step apart, and how orders are shifted by the step *back*.
    pub(crate) fn links(&self, cancel: &Cancel) -> Result<Links> {
        let ends = allocate::zeros(self.rows + 1, Purpose::Table)?;
        let mut links = Links { ends, links: vec![] };
        let view = self.view();
        let mut by_row = allocate::with_room(self.sets.len(), Purpose::Table)?;
        by_row.extend(0..self.sets.len());
        by_row.sort_unstable_by_key(|&set| self.set_rows[set].first());
        for (i, set) in by_row.into_iter().enumerate() {
            if i % SETS_PER_CHECK == 0 {
                cancel.check()?;
            }
            let cells = self.sets[set];
            let rows = self.set_rows[set];
            for region in 0..rows.count(self.grid.cells()) {
                let row = rows.first() + usize::from(region);
                allocate::reserve(&mut links.links, 4 * self.tiles, Purpose::Table)?;
                for step in self.steps_of(cells, row) {
                    let (there, back) = (cells ^ step.ends, TileStep::new(step.to.into(), step.from.into()));
                    let row = view.row(there, step.from.into()) as u32;
                    links.links.push(Link { row, shift: self.shift(there, &back) });
                }
                links.ends[row + 1] = links.links.len() as u32;
            }
        }
        Ok(links)
    }

    /// The number of the shift of a step.
    fn shift(&self, cells: u32, step: &TileStep) -> Shift {
        let before = (cells & step.before).count_ones() as usize;
        let after = before + (cells & step.between).count_ones() as usize;
        let (from, to) = if step.up { (before, after) } else { (after, before) };
        shift_number(self.tiles, from, to)
    }
}

/// Which rows are a step apart.
pub(crate) struct Links {
    /// By row: where its links begin; the last one is where all end.
    ends: Vec<u32>,
    links: Vec<Link>,
}

/// A row that one step of a tile leads to.
#[derive(Clone, Copy)]
pub(crate) struct Link {
    pub(crate) row: u32,
    /// The shift of the step back from there.
    pub(crate) shift: Shift,
}

impl Links {
    /// The links of a row.
    #[inline]
    pub(crate) fn of(&self, row: usize) -> &[Link] {
        &self.links[self.ends[row] as usize..self.ends[row + 1] as usize]
    }
}
