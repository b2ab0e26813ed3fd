//! Every shortest solution of a board: listed, counted, or the one with the fewest turns.

use crate::pdb::heuristic::Heuristic;
use crate::pdb::registry::{self, Loaded, TableChoice};
use crate::pdb::{partitions, regions};
use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::{Error, Job, Result, Sizes};
use crate::puzzle::grid::Grid;
use crate::puzzle::parity;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::search::all_shortest::{self, PathEnumerator};
use crate::search::anytime::{self, LARGE_PATTERNS, SMALL, SMALL_PATTERNS, SearchOptions};
use crate::storage::note::Note;
use std::sync::Arc;

/// Refuses boards that are too large for pattern databases.
pub(super) fn check_searched(grid: Grid) -> Result<()> {
    check_tables(grid, Job::AllShortest)
}

/// An error if there are no pattern databases for a grid.
fn check_tables(grid: Grid, job: Job) -> Result<()> {
    if partitions::has_tables(grid.standard()) {
        return Ok(());
    }
    let sizes = Sizes::Cells(regions::MAX_PDB_CELLS);
    Err(Error::WrongSize { job, sizes, got: grid })
}

/// The heuristic of a goal, how boards are made standard for it, and what happened to table files.
pub fn heuristic_for(
    goal: &Board,
    choice: TableChoice,
    cancel: &Cancel,
) -> Result<(Canonical, Loaded, Vec<Note>)> {
    check_tables(goal.grid(), Job::PatternDatabases)?;
    let frame = Canonical::new(goal);
    let (loaded, notes) = registry::heuristic(frame.grid(), frame.home(), choice, cancel)?;
    Ok((frame, loaded, notes))
}

/// A board made standard, and the length of its shortest solutions.
pub struct ShortestPaths {
    frame: Canonical,
    heuristic: Arc<Heuristic>,
    tiles: Vec<u8>,
    length: u32,
}

impl ShortestPaths {
    /// Finds the length of a shortest solution. Also gives what happened to table files. Large tables are used
    /// if they are there: they make the search quicker, and its results are the same.
    pub fn find(board: &Board, goal: &Board, cancel: &Cancel) -> Result<(ShortestPaths, Vec<Note>)> {
        let homes = board.homes(goal)?;
        parity::check_solvable(board, goal, &homes)?;
        check_searched(goal.grid())?;
        let (frame, loaded, notes) = heuristic_for(goal, TableChoice::Auto, cancel)?;
        Ok((ShortestPaths::new(frame, loaded.heuristic, &homes, cancel)?, notes))
    }

    /// The same for a solvable board whose homes are known.
    pub(super) fn new(
        frame: Canonical,
        heuristic: Arc<Heuristic>,
        homes: &[u32],
        cancel: &Cancel,
    ) -> Result<ShortestPaths> {
        let tiles = frame.standard(homes);
        let found =
            anytime::solve(&heuristic, &tiles, &SearchOptions::default(), &Budget::unlimited(cancel))?;
        Ok(ShortestPaths { frame, heuristic, tiles, length: found.bound })
    }

    fn is_small(&self) -> bool {
        self.heuristic.grid().cells() <= SMALL
    }

    /// How many moves a shortest solution takes.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// How many shortest solutions there are.
    pub fn count(&self, cancel: &Cancel) -> Result<u128> {
        let (heuristic, tiles, length) = (&self.heuristic, &self.tiles, self.length);
        if self.is_small() {
            all_shortest::count::<u64, SMALL_PATTERNS>(heuristic, tiles, length, cancel)
        } else {
            all_shortest::count::<u128, LARGE_PATTERNS>(heuristic, tiles, length, cancel)
        }
    }

    /// Codes of one with the fewest turns.
    pub fn straightest(&self, cancel: &Cancel) -> Result<Vec<u8>> {
        let (heuristic, tiles, length) = (&self.heuristic, &self.tiles, self.length);
        let mut moves = if self.is_small() {
            all_shortest::straightest::<u64, SMALL_PATTERNS>(heuristic, tiles, length, cancel)
        } else {
            all_shortest::straightest::<u128, LARGE_PATTERNS>(heuristic, tiles, length, cancel)
        }?;
        self.frame.restore(&mut moves);
        Ok(moves)
    }

    /// All of them, one by one.
    pub fn list(self) -> Result<ShortestList> {
        let (heuristic, tiles, length) = (&self.heuristic, &self.tiles, self.length);
        let paths = if self.is_small() {
            AnyPaths::Small(PathEnumerator::new(heuristic.clone(), tiles, length)?)
        } else {
            AnyPaths::Large(PathEnumerator::new(heuristic.clone(), tiles, length)?)
        };
        Ok(ShortestList { frame: self.frame, paths })
    }
}

/// The shortest solutions of a board, one by one.
pub struct ShortestList {
    frame: Canonical,
    paths: AnyPaths,
}

enum AnyPaths {
    Small(PathEnumerator<u64, SMALL_PATTERNS>),
    Large(PathEnumerator<u128, LARGE_PATTERNS>),
}

impl ShortestList {
    /// Codes of the next ones, at most so many; fewer only if there are no more.
    pub fn take(&mut self, count: usize, cancel: &Cancel) -> Result<Vec<Vec<u8>>> {
        let mut found = vec![];
        while found.len() < count {
            let next = match &mut self.paths {
                AnyPaths::Small(paths) => paths.next(cancel)?,
                AnyPaths::Large(paths) => paths.next(cancel)?,
            };
            let Some(mut moves) = next else { break };
            self.frame.restore(&mut moves);
            found.push(moves);
        }
        Ok(found)
    }
}
