//! A search as people state it: cells taken off the board, tiles with their homes, cells where the blank may
//! start.
//!
//! Checks that it makes sense, makes the space and its sources, and decides beforehand whether the search
//! fits the memory it may use, and in which form.

use crate::bfs::reflection::Reflection;
use crate::bfs::residual::Residual;
use crate::bfs::{Metric, Search, Source};
use crate::index::space::{MAX_PATTERN_TILES, MAX_WHOLE_CELLS, Space};
use crate::puzzle::error::{Asymmetry, Error, MemoryNeed, Purpose, Result, Role, SearchDefect};
use crate::puzzle::grid::Grid;
use crate::runtime::cancel::Cancel;
use crate::runtime::freeing;

/// More memory than any machine has; below it no number of states overflows.
const MOST_BYTES: u64 = 1 << 50;

/// Up to this many bytes for a search, the tables of its space are small.
const SMALL_TABLES: u64 = 1 << 33;

/// What to search.
pub struct Question {
    /// The board, cells taken off it included.
    pub grid: Grid,
    /// Cells taken off the board.
    pub removed: Vec<usize>,
    /// The home cells of the pattern tiles; nothing for a whole puzzle.
    pub homes: Option<Vec<usize>>,
    /// In a whole puzzle, the home cells of the tiles for which a [`Residual`] is wanted, if one is: these
    /// are numbered first.
    pub kept: Option<Vec<usize>>,
    /// Cells of the blank to start from, each with its depth.
    pub sources: Vec<(usize, usize)>,
    /// Residuals to start from as well, each with the home cells of its tiles.
    pub after: Vec<(Residual, Vec<usize>)>,
    /// Whether the search is its own mirror image in the main diagonal, and is to store one of two states.
    pub symmetric: bool,
}

impl Question {
    /// The space to search, which takes little memory itself: the bits of the search are allocated later. If
    /// there are so many of them that even the space is large, the search is refused here.
    pub fn space(&self, metric: Metric, budget: Option<u64>) -> Result<Space> {
        self.check()?;
        let budget = budget.unwrap_or(MOST_BYTES).min(MOST_BYTES);
        let (needed, lean) = self.least_memory(metric);
        // Where there can be no space, the error below says so.
        let tiles = self.homes.as_ref().map_or(0, Vec::len);
        let possible = tiles <= MAX_PATTERN_TILES && (self.homes.is_some() || self.open() <= MAX_WHOLE_CELLS);
        if possible && lean.unwrap_or(needed) > budget.max(SMALL_TABLES) {
            let tiles = if self.homes.is_some() { tiles } else { self.open() - 1 };
            return Err(too_large(needed, lean, budget, fitting_tiles(self.open(), tiles, budget)));
        }
        match &self.homes {
            Some(homes) => Space::pattern(self.grid, &self.removed, homes.len()),
            None => Space::whole(self.grid, &self.removed),
        }
    }

    /// The bytes that the search takes at least, and those of a lean one where it can be lean: the bits
    /// alone, without building anything.
    pub fn least_memory(&self, metric: Metric) -> (u64, Option<u64>) {
        let colour =
            |&(cell, offset): &(usize, usize)| (self.grid.row(cell) + self.grid.col(cell) + offset) % 2;
        let two_coloured = metric == Metric::Single
            && self.sources.iter().all(|source| colour(source) == colour(&self.sources[0]));
        let bytes = |bits: u128, halves: u128| {
            u64::try_from(self.states().saturating_mul(bits * halves) / 16).unwrap_or(u64::MAX)
        };
        let halves = if self.symmetric { 1 } else { 2 };
        if two_coloured { (bytes(2, halves), Some(bytes(1, halves))) } else { (bytes(3, halves), None) }
    }

    /// What a search may take: as much as is wanted, or as is free. If that may be too little for it, memory that is on
    /// its way back is waited for, so that it does not matter what has just ended.
    pub(crate) fn budget(&self, metric: Metric, wanted: Option<u64>, cancel: &Cancel) -> Result<Option<u64>> {
        // More than enough: its bits are most of what it takes.
        let ample = self.least_memory(metric).0.saturating_mul(2);
        wanted.map_or_else(|| freeing::free_for(ample, cancel), |wanted| Ok(Some(wanted)))
    }

    /// Refuses cells that make no sense.
    fn check(&self) -> Result<()> {
        let homes: Vec<usize> = self.homes.iter().chain(&self.kept).flatten().copied().collect();
        for (i, &home) in homes.iter().enumerate() {
            self.check_cell(home, Role::Home)?;
            if homes[..i].contains(&home) {
                return Err(SearchDefect::SharedHome { cell: home }.into());
            }
        }
        for &(cell, _) in &self.sources {
            self.check_cell(cell, Role::Source)?;
            if homes.contains(&cell) {
                return Err(SearchDefect::BlankAtHome { cell }.into());
            }
        }
        if self.symmetric { self.check_symmetry() } else { Ok(()) }
    }

    /// Refuses a search that is not its own mirror image.
    fn check_symmetry(&self) -> Result<()> {
        let refuse = |why: Asymmetry| Err(SearchDefect::NotSymmetric(why).into());
        if self.grid.rows != self.grid.cols {
            return refuse(Asymmetry::NotSquare(self.grid));
        }
        if !self.removed.is_empty() {
            return refuse(Asymmetry::Removed);
        }
        if self.kept.is_some() {
            return refuse(Asymmetry::Kept);
        }
        if !self.after.is_empty() {
            return refuse(Asymmetry::After);
        }
        let image = |cell: usize| self.grid.reflected(cell);
        for &(cell, offset) in &self.sources {
            if !self.sources.contains(&(image(cell), offset)) {
                return refuse(Asymmetry::Source { cell, image: image(cell) });
            }
        }
        if self.homes.is_none() && self.sources.len() > 1 {
            return refuse(Asymmetry::Sources);
        }
        let homes = self.homes.iter().flatten();
        match homes.clone().find(|&&home| !homes.clone().any(|&other| other == image(home))) {
            Some(&home) => refuse(Asymmetry::Tile { cell: home, image: image(home) }),
            None => Ok(()),
        }
    }

    /// The home cells of all distinguished tiles in the order in which the space of this question numbers them, if the
    /// blank is at home in this cell.
    pub(crate) fn numbered_homes(&self, space: &Space, blank: usize) -> Vec<usize> {
        let named = self.homes.as_ref().or(self.kept.as_ref());
        let mut homes = named.cloned().unwrap_or_default();
        let is_free = |homes: &[usize], cell: usize| cell != blank && !homes.contains(&cell);
        if self.symmetric && space.is_whole() {
            // Group A must be its own image: pairs of tiles as long as there is room, and then tiles at home on
            // the diagonal.
            let image = |cell: usize| self.grid.reflected(cell);
            for &cell in space.cells().iter().filter(|&&cell| cell < image(cell)) {
                if homes.len() + 2 <= space.tiles_a() {
                    homes.extend([cell, image(cell)]);
                }
            }
            let diagonal = space.cells().iter().filter(|&&cell| cell == image(cell) && cell != blank);
            homes.extend(diagonal.take(space.tiles_a() - homes.len()));
        }
        if space.is_whole() {
            let others = space.cells().iter().filter(|&&cell| is_free(&homes, cell));
            homes.extend(others.copied().collect::<Vec<_>>());
        }
        homes
    }

    /// The reflection of the space of this question, if one of two states is to be stored.
    pub(crate) fn reflection(
        &self,
        space: &Space,
        metric: Metric,
        cancel: &Cancel,
    ) -> Result<Option<Reflection>> {
        let homes = || self.numbered_homes(space, self.sources[0].0);
        let reach = if metric == Metric::Single { 1 } else { space.slots() };
        self.symmetric.then(|| Reflection::new(space, &homes(), reach, cancel)).transpose()
    }

    fn check_cell(&self, cell: usize, role: Role) -> Result<()> {
        if cell >= self.grid.cells() {
            return Err(SearchDefect::NoSuchCell { grid: self.grid, cell, role }.into());
        }
        if self.removed.contains(&cell) {
            return Err(SearchDefect::TakenOff { cell, role }.into());
        }
        Ok(())
    }

    /// How many cells are on the board.
    fn open(&self) -> usize {
        (0..self.grid.cells()).filter(|cell| !self.removed.contains(cell)).count()
    }

    /// How many states there are, if the question makes sense.
    pub fn states(&self) -> u128 {
        let open = self.open() as u128;
        // The distinguished tiles and the blank.
        let pieces = self.homes.as_ref().map_or(open, |homes| homes.len() as u128 + 1).min(open);
        let product = (0..pieces).fold(1u128, |product, i| product.saturating_mul(open - i));
        if self.homes.is_none() { product / 2 } else { product }
    }

    /// The states to start from, for the space of this question: every tile at home, and in a whole puzzle
    /// those without a named home in reading order.
    pub fn sources(&self, space: &Space) -> Result<Vec<Source>> {
        let start = |&(blank, offset): &(usize, usize)| {
            let tiles = self.numbered_homes(space, blank);
            Source { offset, ..Source::new(space.locate(blank, &tiles)) }
        };
        let mut sources: Vec<Source> = self.sources.iter().map(start).collect();
        for (residual, kept) in &self.after {
            sources.extend(residual.sources(space, self.homes.as_deref().unwrap_or_default(), kept)?);
        }
        Ok(sources)
    }
}

/// Whether the search should be lean: as wanted, or if nothing else fits the budget and it can be. An error if
/// it does not fit at all.
pub(crate) fn choose_lean(
    search: &Search<'_>,
    wanted: Option<bool>,
    can_be: bool,
    budget: Option<u64>,
) -> Result<bool> {
    let needed = |lean: bool| Search { lean, ..*search }.memory();
    let budget = budget.unwrap_or(u64::MAX);
    let lean = (can_be && search.is_two_coloured()).then(|| needed(true));
    let choice =
        wanted.unwrap_or_else(|| needed(false) > budget && lean.is_some_and(|bytes| bytes <= budget));
    if needed(choice) <= budget {
        return Ok(choice);
    }
    let lean = if choice { None } else { lean };
    let (cells, tiles) = (search.space.slots(), search.space.tiles_a() + search.space.tiles_b());
    Err(too_large(needed(choice), lean, budget, fitting_tiles(cells, tiles, budget)))
}

fn too_large(needed: u64, lean: Option<u64>, budget: u64, fitting_tiles: Option<usize>) -> Error {
    Error::Memory(MemoryNeed { needed, lean, budget, purpose: Purpose::Search, fitting_tiles })
}

/// How many tiles, fewer than so many, a search can tell apart on so many cells in this memory, at two bits a
/// state and some more. Nothing if even one takes more, or if there is a limit other than memory.
fn fitting_tiles(cells: usize, tiles: usize, budget: u64) -> Option<usize> {
    const BESIDES: u128 = 1 << 20;
    let bytes = |tiles: usize| {
        let states = (0..=tiles).fold(1u128, |states, i| states.saturating_mul((cells - i) as u128));
        (states / 4).saturating_add(states / 64).saturating_add(BESIDES)
    };
    let most = tiles.saturating_sub(1).min(MAX_PATTERN_TILES);
    (1..=most).rev().find(|&tiles| bytes(tiles) <= budget.into())
}
