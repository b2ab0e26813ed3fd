//! Residuals: the moves that may remain after a step, so that the search of one step can start from those of
//! the next.
//!
//! A puzzle that is too large to search is solved in steps. If a step ends with the blank in some cell, the
//! steps that follow may need as many moves as the greatest depth of a state with the blank in that cell. A
//! *residual* is finer: it also distinguishes where some tiles are, the *kept* ones. For all cells of the
//! blank and of these tiles, it has the greatest depth over the states in which they stand there. A search of
//! a pattern with these tiles may then start from each of these arrangements, at its own depth.
//!
//! A residual costs next to nothing: with the kept tiles first in group A of a whole puzzle, all states of a
//! row have them in the same cells, and the last level in which the row is live is the greatest depth of its
//! states.

use crate::bfs::{Progress, Source};
use crate::index::space::{Slot, Space, State};
use crate::puzzle::error::{Error, LayersMisfit, Purpose, Result, SearchDefect};
use crate::puzzle::grid::Grid;
use crate::runtime::allocate;

/// In place of a depth: there is no such state.
const NEVER: u8 = u8::MAX;

/// For every arrangement of the kept tiles and the blank, the greatest depth over all states of a whole
/// puzzle.
pub struct Residual {
    /// The cells of the whole puzzle, with the kept tiles as pattern tiles.
    pub pattern: Space,
    /// Depths by index of the pattern; 255 where there is no such state.
    pub depths: Vec<u8>,
}

impl Residual {
    /// A residual that was found before.
    pub fn new(grid: Grid, removed: &[usize], kept: usize, depths: Vec<u8>) -> Result<Residual> {
        let pattern = Space::pattern(grid, removed, kept)?;
        if depths.len() as u64 != pattern.states() {
            return Err(SearchDefect::LayerStates { expected: pattern.states(), got: depths.len() }.into());
        }
        Ok(Residual { pattern, depths })
    }

    /// The arrangements as sources in the space of a larger pattern with tiles of these `homes`: the tiles
    /// with homes in `kept` stand where the residual says, all others at home.
    pub fn sources(&self, space: &Space, homes: &[usize], kept: &[usize]) -> Result<Vec<Source>> {
        let cells = self.pattern.cells();
        if kept.iter().any(|home| !homes.contains(home)) {
            return Err(misfit(LayersMisfit::TileAlike));
        }
        let left = homes.iter().filter(|&home| !kept.contains(home));
        if left.clone().any(|home| cells.contains(home)) || space.slots() != cells.len() + left.count() {
            return Err(misfit(LayersMisfit::OtherCells));
        }
        if cells.iter().chain(homes).any(|&cell| space.slot(cell).is_none()) {
            return Err(misfit(LayersMisfit::OffBoard));
        }
        let mut sources = vec![];
        for (index, &depth) in self.depths.iter().enumerate().filter(|&(_, &depth)| depth != NEVER) {
            let state = self.pattern.state(index as u64, State::in_order(Slot(0)));
            let standing = self.pattern.tiles(state);
            let cell_of = |&home: &usize| match kept.iter().position(|&tile| tile == home) {
                None => home,
                Some(i) => cells[position(&standing, i + 1)],
            };
            let tiles: Vec<usize> = homes.iter().map(cell_of).collect();
            let state = space.locate(self.pattern.cell(state.blank), &tiles);
            sources.push(Source { offset: depth.into(), ..Source::new(state) });
        }
        Ok(sources)
    }
}

fn misfit(why: LayersMisfit) -> Error {
    SearchDefect::OtherLayers(why).into()
}

/// The slot of a distinguished tile.
fn position(standing: &[Option<usize>], tile: usize) -> usize {
    standing.iter().position(|&other| other == Some(tile)).expect("it is on the board")
}

/// Makes a residual during the search of a whole puzzle.
pub struct ResidualRecorder<'a> {
    whole: &'a Space,
    pattern: Space,
    /// By slot and row: the last level in which it was live.
    last: Vec<Vec<u8>>,
}

impl<'a> ResidualRecorder<'a> {
    /// For the first `kept` tiles of a whole puzzle, which must all be in group A.
    pub fn new(whole: &'a Space, removed: &[usize], kept: usize) -> Result<ResidualRecorder<'a>> {
        if !whole.is_whole() || kept > whole.tiles_a() {
            let cells = whole.slots();
            return Err(SearchDefect::Kept { most: (cells - 1) / 2, cells }.into());
        }
        let pattern = Space::pattern(whole.grid(), removed, kept)?;
        let slice = |_| allocate::filled(NEVER, whole.slice_rows(), Purpose::Search);
        let last = (0..whole.slots()).map(slice).collect::<Result<_>>()?;
        Ok(ResidualRecorder { whole, pattern, last })
    }

    /// Takes a level into account.
    pub fn record(&mut self, level: &Progress<'_>) -> Result<()> {
        let depth = u8::try_from(level.depth()).unwrap_or(NEVER);
        if depth == NEVER {
            return Err(SearchDefect::KeptDepth { limit: NEVER }.into());
        }
        level.each_live_row(|slot, row| self.last[slot.index()][row] = depth);
        Ok(())
    }

    /// The depths by index of the pattern.
    pub fn finish(self) -> Result<Vec<u8>> {
        let mut depths = allocate::filled(NEVER, self.pattern.states() as usize, Purpose::Search)?;
        let per_set = self.whole.rows_per_set();
        for (blank, last) in (0..).map(Slot).zip(&self.last) {
            for (row, &depth) in last.iter().enumerate().filter(|&(_, &depth)| depth != NEVER) {
                let (set, a) = ((row / per_set) as u32, (row % per_set) as u32);
                let standing = self.whole.tiles(State { blank, set, a, b: 0 });
                let kept: Vec<usize> = (1..=self.pattern.tiles_a())
                    .map(|tile| self.whole.cells()[position(&standing, tile)])
                    .collect();
                let at = self.pattern.locate(self.whole.cell(blank), &kept);
                let entry = &mut depths[self.pattern.index(at) as usize];
                *entry = if *entry == NEVER { depth } else { depth.max(*entry) };
            }
        }
        Ok(depths)
    }
}
