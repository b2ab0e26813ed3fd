//! A search as people put it: cells taken off the board, tiles with their homes, cells where the blank may start.
//!
//! Checks that it makes sense, makes the space and its sources, and decides beforehand whether the search fits the
//! memory it may use, and in which form.

use crate::bfs::{Search, Source};
use crate::error::{Error, MemoryNeed, Result};
use crate::grid::Grid;
use crate::rest::Rest;
use crate::space::{MAX_TOLD, MAX_WHOLE, Space};

/// More than any machine has; below it no number of states overflows.
const MOST_BYTES: u64 = 1 << 50;

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
    /// The space to search. Refused before anything is allocated if its bits alone are more than the budget.
    pub fn space(&self, budget: Option<u64>) -> Result<Space> {
        let (bits, budget) = (self.states(), budget.unwrap_or(MOST_BYTES).min(MOST_BYTES));
        let told = self.homes.as_ref().map_or(0, Vec::len);
        // What there can be no space for gets its own error below.
        let possible = told <= MAX_TOLD && (self.homes.is_some() || self.open() <= MAX_WHOLE);
        if possible && bits / 8 > u128::from(budget) {
            let [needed, lean] = [bits / 4, bits / 8].map(|bytes| u64::try_from(bytes).unwrap_or(u64::MAX));
            return Err(Error::Memory(MemoryNeed { needed, lean: Some(lean), budget }));
        }
        match &self.homes {
            Some(homes) => Space::pattern(self.grid, &self.removed, homes.len()),
            None => Space::whole(self.grid, &self.removed),
        }
    }

    fn open(&self) -> usize {
        (0..self.grid.cells()).filter(|cell| !self.removed.contains(cell)).count()
    }

    /// How many states there are, if the question makes sense.
    fn states(&self) -> u128 {
        let open = self.open() as u128;
        let told = self.homes.as_ref().map_or(open, |homes| homes.len() as u128 + 1).min(open);
        let product = (0..told).fold(1u128, |product, i| product.saturating_mul(open - i));
        if self.homes.is_none() { product / 2 } else { product }
    }

    /// The states to start from: every tile at home, in a whole puzzle in reading order.
    pub fn sources(&self, space: &Space) -> Result<Vec<Source>> {
        let homes = self.homes.as_deref().unwrap_or_default();
        let homes: Vec<usize> =
            homes.iter().map(|&cell| self.slot(space, cell, "a home")).collect::<Result<_>>()?;
        for (i, home) in homes.iter().enumerate() {
            if homes[..i].contains(home) {
                let cell = space.cells()[*home];
                return Err(Error::Unsupported(format!("two tiles are at home in cell {cell}")));
            }
        }
        let kept: Vec<usize> =
            self.kept.iter().map(|&cell| self.slot(space, cell, "a home")).collect::<Result<_>>()?;
        let start = |&(cell, offset): &(usize, usize)| {
            let blank = self.slot(space, cell, "a cell for the blank to start from")?;
            if homes.contains(&blank) {
                let text =
                    format!("the blank cannot start from cell {cell}: a tile told apart is at home there");
                return Err(Error::Unsupported(text));
            }
            let mut tiles = if space.is_whole() { kept.clone() } else { homes.clone() };
            if kept.contains(&blank) {
                return Err(Error::Unsupported(format!(
                    "cell {cell} is the blank's, and no home of a tile to keep"
                )));
            }
            if space.is_whole() {
                tiles.extend((0..space.slots()).filter(|slot| *slot != blank && !kept.contains(slot)));
            }
            Ok(Source { offset, ..Source::new(space.locate(blank, &tiles)) })
        };
        let mut sources: Vec<Source> = self.sources.iter().map(start).collect::<Result<_>>()?;
        if !self.after.is_empty() && space.is_whole() {
            return Err(Error::Unsupported("after= is for searches that tell only some tiles apart".into()));
        }
        for (rest, kept) in &self.after {
            sources.extend(rest.sources(space, self.homes.as_deref().unwrap_or_default(), kept)?);
        }
        Ok(sources)
    }

    fn slot(&self, space: &Space, cell: usize, what: &str) -> Result<usize> {
        space.slot(cell).ok_or_else(|| {
            Error::Unsupported(if cell < self.grid.cells() {
                format!("cell {cell} is taken off the board and cannot be {what}")
            } else {
                format!(
                    "the cells of a {} board are 0 to {}, got {cell} as {what}",
                    self.grid,
                    self.grid.cells() - 1
                )
            })
        })
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
    Err(Error::Memory(MemoryNeed { needed: needed(choice), lean, budget }))
}
