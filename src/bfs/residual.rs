//! What remains to be done: how one search tells another where it may stop.
//!
//! A puzzle that is too large to search is solved in steps. If a step ends with the blank in some cell, a later one
//! may need as many moves as its greatest depth from that cell. A finer account also looks where some tiles are, the
//! *kept* ones: for every place of the blank and of these tiles, the greatest depth over all states that look so.
//! A search of a pattern that tells the kept tiles apart may then stop at each of these, at its own depth.
//!
//! The account comes for nothing: with the kept tiles first in group A of a whole puzzle, a row of its slices holds
//! states that look alike, and the last level in which the row is live is their greatest depth.

use crate::bfs::{Progress, Source};
use crate::index::space::{Space, State};
use crate::puzzle::error::{Error, LayersMisfit, Result, SearchDefect};
use crate::puzzle::grid::Grid;

/// Stands for "no such state".
const NEVER: u8 = u8::MAX;

/// By index of a pattern of the kept tiles: the greatest depth over all states of a whole puzzle that look so.
pub struct Rest {
    /// The pattern: the cells of the whole puzzle, the kept tiles told apart.
    pub pattern: Space,
    /// Depths by its index; 255 where no state looks so.
    pub depths: Vec<u8>,
}

impl Rest {
    /// An account that was kept before.
    pub fn new(grid: Grid, removed: &[usize], kept: usize, depths: Vec<u8>) -> Result<Rest> {
        let pattern = Space::pattern(grid, removed, kept)?;
        if depths.len() as u64 != pattern.states() {
            return Err(SearchDefect::LayerStates { expected: pattern.states(), got: depths.len() }.into());
        }
        Ok(Rest { pattern, depths })
    }

    /// The states of a larger pattern that look so, as sources: the tiles of `kept` where the rest says, all others
    /// at home. Both are home cells; the tiles of the larger pattern are those of `homes`.
    pub fn sources(&self, space: &Space, homes: &[usize], kept: &[usize]) -> Result<Vec<Source>> {
        let on_board = |cell: usize| space.slot(cell).ok_or_else(|| misfit(LayersMisfit::OffBoard));
        let cells = self.pattern.cells();
        if kept.iter().any(|home| !homes.contains(home)) {
            return Err(misfit(LayersMisfit::TileAlike));
        }
        let left = homes.iter().filter(|&home| !kept.contains(home));
        if left.clone().any(|home| cells.contains(home)) || space.slots() != cells.len() + left.count() {
            return Err(misfit(LayersMisfit::OtherCells));
        }
        let mut sources = vec![];
        for (index, &depth) in self.depths.iter().enumerate().filter(|&(_, &depth)| depth != NEVER) {
            let state = self.pattern.state(index as u64, State { cell: 0, set: 0, a: 0, b: 0 });
            let places = self.pattern.tiles(state);
            let place = |&home: &usize| match kept.iter().position(|&tile| tile == home) {
                None => on_board(home),
                Some(i) => {
                    let slot = places.iter().position(|&tile| tile == Some(i + 1));
                    on_board(cells[slot.expect("told apart")])
                }
            };
            let tiles: Vec<usize> = homes.iter().map(place).collect::<Result<_>>()?;
            let state = space.locate(on_board(cells[state.cell as usize])?, &tiles);
            sources.push(Source { offset: depth.into(), ..Source::new(state) });
        }
        Ok(sources)
    }
}

fn misfit(why: LayersMisfit) -> Error {
    SearchDefect::OtherLayers(why).into()
}

/// Keeps account during the search of a whole puzzle.
pub struct Account<'a> {
    whole: &'a Space,
    pattern: Space,
    /// By slot and row: the last level in which it was live.
    last: Vec<Vec<u8>>,
}

impl<'a> Account<'a> {
    /// For the first `kept` tiles of a whole puzzle, which must all be in group A.
    pub fn new(whole: &'a Space, removed: &[usize], kept: usize) -> Result<Account<'a>> {
        if !whole.is_whole() || kept > whole.told() {
            let cells = whole.slots();
            return Err(SearchDefect::Kept { most: (cells - 1) / 2, cells }.into());
        }
        let rows = whole.sets().len() * whole.rows_of_set();
        let pattern = Space::pattern(whole.grid(), removed, kept)?;
        Ok(Account { whole, pattern, last: vec![vec![NEVER; rows]; whole.slots()] })
    }

    /// Takes note of a level.
    pub fn note(&mut self, level: &Progress<'_>) -> Result<()> {
        let depth = u8::try_from(level.by_cell.len() - 1).unwrap_or(NEVER);
        if depth == NEVER {
            return Err(SearchDefect::KeptDepth { most: NEVER }.into());
        }
        level.each_live_row(|slot, row| self.last[slot][row] = depth);
        Ok(())
    }

    /// The depths by index of the pattern.
    pub fn finish(self) -> Vec<u8> {
        let mut depths = vec![NEVER; self.pattern.states() as usize];
        let per_set = self.whole.rows_of_set();
        for (slot, last) in self.last.iter().enumerate() {
            for (row, &depth) in last.iter().enumerate().filter(|&(_, &depth)| depth != NEVER) {
                let (cell, set, a) = (slot as u32, (row / per_set) as u32, (row % per_set) as u32);
                let tiles = self.whole.tiles(State { cell, set, a, b: 0 });
                let kept: Vec<usize> = (1..=self.pattern.told())
                    .map(|tile| {
                        tiles.iter().position(|&other| other == Some(tile)).expect("it is on the board")
                    })
                    .collect();
                let entry = &mut depths[self.pattern.index(self.pattern.locate(slot, &kept)) as usize];
                *entry = if *entry == NEVER { depth } else { depth.max(*entry) };
            }
        }
        depths
    }
}
