//! A search as people state it: cells taken off the board, tiles with their homes, cells where the blank may
//! start.
//!
//! Checks that it makes sense, makes the space and its sources, and decides beforehand whether the search
//! fits the memory it may use, and in which form.

use crate::bfs::residual::Residual;
use crate::bfs::{Metric, Search, Source};
use crate::index::space::{MAX_PATTERN_TILES, MAX_WHOLE_CELLS, Space};
use crate::puzzle::error::{Error, MemoryNeed, Purpose, Result, Role, SearchDefect};
use crate::puzzle::grid::Grid;

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
            return Err(Error::Memory(MemoryNeed { needed, lean, budget, purpose: Purpose::Search }));
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
        let bytes = |bits: u128| u64::try_from(self.states().saturating_mul(bits) / 8).unwrap_or(u64::MAX);
        if two_coloured { (bytes(2), Some(bytes(1))) } else { (bytes(3), None) }
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
        Ok(())
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
        let named = self.homes.as_ref().or(self.kept.as_ref()).map_or(&[][..], Vec::as_slice);
        let start = |&(blank, offset): &(usize, usize)| {
            let mut tiles = named.to_vec();
            if space.is_whole() {
                let others = space.cells().iter().filter(|&&cell| cell != blank && !named.contains(&cell));
                tiles.extend(others);
            }
            Source { offset, ..Source::new(space.locate(blank, &tiles)) }
        };
        let mut sources: Vec<Source> = self.sources.iter().map(start).collect();
        for (residual, kept) in &self.after {
            sources.extend(residual.sources(space, self.homes.as_deref().unwrap_or_default(), kept)?);
        }
        Ok(sources)
    }
}

/// Whether the search should be lean: as wanted, or if nothing else fits the budget. An error if it does not
/// fit at all.
pub(crate) fn choose_lean(search: &Search<'_>, wanted: Option<bool>, budget: Option<u64>) -> Result<bool> {
    let needed = |lean: bool| Search { lean, ..*search }.memory();
    let budget = budget.unwrap_or(u64::MAX);
    let lean = search.is_two_coloured().then(|| needed(true));
    let choice =
        wanted.unwrap_or_else(|| needed(false) > budget && lean.is_some_and(|bytes| bytes <= budget));
    if needed(choice) <= budget {
        return Ok(choice);
    }
    let lean = if choice { None } else { lean };
    Err(Error::Memory(MemoryNeed { needed: needed(choice), lean, budget, purpose: Purpose::Search }))
}
