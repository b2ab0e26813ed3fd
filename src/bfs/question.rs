//! A search as people put it: cells taken off the board, tiles with their homes, cells where the blank may start.
//!
//! Checks that it makes sense, makes the space and its sources, and decides beforehand whether the search fits the
//! memory it may use, and in which form.

use crate::bfs::residual::Rest;
use crate::bfs::{Metric, Search, Source};
use crate::index::space::{MAX_TOLD, MAX_WHOLE, Space};
use crate::puzzle::error::{Error, MemoryNeed, Purpose, Result, Role, SearchDefect};
use crate::puzzle::grid::Grid;

/// More than any machine has; below it no number of states overflows.
const MOST_BYTES: u64 = 1 << 50;

/// Bytes of a search up to which the tables of its space are small.
const MUCH: u64 = 1 << 33;

/// What to search.
pub struct Question {
    /// The board, cells taken off it included.
    pub grid: Grid,
    /// Cells taken off the board.
    pub removed: Vec<usize>,
    /// The home cells of the tiles told apart; nothing for a whole puzzle.
    pub homes: Option<Vec<usize>>,
    /// The home cells of the tiles to keep account of, in a whole puzzle: these are numbered first.
    pub kept: Vec<usize>,
    /// Cells of the blank to start from, each with its depth.
    pub sources: Vec<(usize, usize)>,
    /// Rests to start from as well, each with the home cells of the tiles it keeps.
    pub after: Vec<(Rest, Vec<usize>)>,
}

impl Question {
    /// The space to search, which takes little memory itself: its bits are allocated later. If there are so many that
    /// even the space is large, it is refused here.
    pub fn space(&self, metric: Metric, budget: Option<u64>) -> Result<Space> {
        self.check()?;
        let budget = budget.unwrap_or(MOST_BYTES).min(MOST_BYTES);
        let (needed, lean) = self.least_memory(metric);
        // What there can be no space for gets its own error below.
        let told = self.homes.as_ref().map_or(0, Vec::len);
        let possible = told <= MAX_TOLD && (self.homes.is_some() || self.open() <= MAX_WHOLE);
        if possible && lean.unwrap_or(needed) > budget.max(MUCH) {
            return Err(Error::Memory(MemoryNeed { needed, lean, budget, purpose: Purpose::Search }));
        }
        match &self.homes {
            Some(homes) => Space::pattern(self.grid, &self.removed, homes.len()),
            None => Space::whole(self.grid, &self.removed),
        }
    }

    /// At least so many bytes, and if it is lean, where it can be: the bits alone, without building anything.
    pub fn least_memory(&self, metric: Metric) -> (u64, Option<u64>) {
        let colour =
            |&(cell, offset): &(usize, usize)| (self.grid.row(cell) + self.grid.col(cell) + offset) % 2;
        let two_coloured = metric == Metric::Single
            && self.sources.iter().all(|source| colour(source) == colour(&self.sources[0]));
        let bytes = |bits: u128| u64::try_from(self.states().saturating_mul(bits) / 8).unwrap_or(u64::MAX);
        if two_coloured { (bytes(2), Some(bytes(1))) } else { (bytes(3), None) }
    }

    /// Whether the cells make sense, whatever the size.
    fn check(&self) -> Result<()> {
        let homes = self.homes.as_deref().unwrap_or_default();
        for (i, &home) in homes.iter().chain(&self.kept).enumerate() {
            self.check_cell(home, Role::Home)?;
            if homes.iter().take(i).any(|&other| other == home) {
                return Err(SearchDefect::SharedHome { cell: home }.into());
            }
        }
        for &(cell, _) in &self.sources {
            self.check_cell(cell, Role::Source)?;
            if homes.contains(&cell) || self.kept.contains(&cell) {
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

    fn open(&self) -> usize {
        (0..self.grid.cells()).filter(|cell| !self.removed.contains(cell)).count()
    }

    /// How many states there are, if the question makes sense.
    pub fn states(&self) -> u128 {
        let open = self.open() as u128;
        let told = self.homes.as_ref().map_or(open, |homes| homes.len() as u128 + 1).min(open);
        let product = (0..told).fold(1u128, |product, i| product.saturating_mul(open - i));
        if self.homes.is_none() { product / 2 } else { product }
    }

    /// The states to start from: every tile at home, in a whole puzzle in reading order. For the space of this question.
    pub fn sources(&self, space: &Space) -> Result<Vec<Source>> {
        let slot = |&cell: &usize| space.slot(cell).expect("checked when the space was made");
        let told = self.homes.as_ref().unwrap_or(&self.kept);
        let told: Vec<usize> = told.iter().map(slot).collect();
        let start = |(cell, offset): &(usize, usize)| {
            let (blank, mut tiles) = (slot(cell), told.clone());
            if space.is_whole() {
                tiles.extend((0..space.slots()).filter(|slot| *slot != blank && !told.contains(slot)));
            }
            Source { offset: *offset, ..Source::new(space.locate(blank, &tiles)) }
        };
        let mut sources: Vec<Source> = self.sources.iter().map(start).collect();
        for (rest, kept) in &self.after {
            sources.extend(rest.sources(space, self.homes.as_deref().unwrap_or_default(), kept)?);
        }
        Ok(sources)
    }
}

/// Whether the search is to be lean: as wanted, or if nothing else fits. An error if it does not fit at all.
pub fn choose_lean(search: &Search<'_>, wanted: Option<bool>, budget: Option<u64>) -> Result<bool> {
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
