//! From a board to a checked solution.
//!
//! Whatever the algorithm, the steps are the same: check that board and goal have the same tiles and that the
//! parity allows a solution, have the engine solve the board (`engine.rs`), and replay the moves. Moves that
//! do not end at the goal are never returned.

use crate::puzzle::board::{Board, TileCells};
use crate::puzzle::error::{Error, Purpose, Result};
use crate::puzzle::grid::{Grid, Move};
use crate::puzzle::parity;
use crate::puzzle::text;
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use crate::runtime::once::Once;
use crate::runtime::replay::replay;
use crate::search::anytime;
use crate::solver::algorithm::Algorithm;
use crate::solver::engine::{BoardTask, Engine};
use crate::solver::made_by::MadeBy;
use crate::solver::method::Method;
use crate::solver::options::Options;
use crate::solver::solution::Solution;
use crate::staged::any_goal::StagedPlan;
use crate::storage::note::Note;
use std::sync::Arc;
use std::time::Instant;

/// A goal, a method and options: one solver serves any number of boards.
pub struct Solver {
    goal: Board,
    options: Options,
    algorithm: Algorithm,
    /// Where the tiles of the goal are, if they are few.
    places: Option<TileCells>,
    engine: Once<Arc<Engine>>,
}

/// For goals of so few cells it is kept where their tiles are.
const FEW_CELLS: usize = 64;

/// Boards of more cells take long enough that someone may want to stop.
const MANY_CELLS: usize = 256;
/// The greedy algorithm makes about 2.7 n³ moves on an n×n board, 3 n² on 2×n and 4.5 n² on 3×n: so many
/// times cells · (rows + columns), or less.
const MOVES_PER_STEP: f64 = 1.6;
/// Solutions of fewer bytes are made without asking how much memory is free.
const MUCH: u64 = 1 << 27;

impl Solver {
    /// Chooses the algorithm. Its tables are made when they are first needed, or by [`Solver::prepare`].
    pub fn new(goal: Board, options: Options) -> Result<Solver> {
        let algorithm = Algorithm::choose(&goal, &options)?;
        let is_small = goal.tiles().len() <= FEW_CELLS;
        let places = is_small.then(|| TileCells::new(&goal)).transpose()?;
        Ok(Solver { goal, options, algorithm, places, engine: Once::new() })
    }

    /// Whether a board is known to have the shape and the tiles of the goal; of large boards that is not known.
    pub fn fits(&self, board: &Board) -> bool {
        board.grid() == self.goal.grid() && self.places.as_ref().is_some_and(|places| board.has_tiles(places))
    }

    /// The homes of the board's tiles in the goal.
    fn homes(&self, board: &Board) -> Result<Vec<u32>> {
        match &self.places {
            Some(places) if board.grid() == self.goal.grid() => board.homes_among(places, &self.goal),
            _ => board.homes(&self.goal),
        }
    }

    /// Where the tiles of the goal are, if they are few.
    pub(super) fn places(&self) -> Option<&TileCells> {
        self.places.as_ref()
    }

    /// The stages, if boards are solved by them and the tables are there.
    pub(super) fn stages(&self) -> Option<&StagedPlan> {
        self.engine.get()?.stages()
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The method that is used: never [`Method::Auto`].
    pub fn method(&self) -> Method {
        self.algorithm.method()
    }

    /// The algorithm.
    pub(super) fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Makes the tables, if they are not there yet.
    pub fn prepare(&self, cancel: &Cancel) -> Result<()> {
        self.engine(cancel).map(drop)
    }

    /// Whether the tables are there, or can be made in a moment.
    pub fn is_ready(&self) -> bool {
        !self.algorithm.has_slow_tables() || self.is_made()
    }

    /// Whether the tables are there.
    pub fn is_made(&self) -> bool {
        self.engine.get().is_some() || self.kept_engine().is_some()
    }

    /// How many bytes its tables take, made or not.
    pub fn memory(&self) -> u64 {
        let engine = self.engine.get().cloned().or_else(|| self.kept_engine());
        engine.map_or_else(|| self.algorithm.size(&self.goal, self.options.tables), |engine| engine.memory())
    }

    /// At most how many bytes it takes to solve one board, beside the tables; nothing if that is not bounded.
    pub fn search_memory(&self) -> Option<u64> {
        match self.algorithm {
            Algorithm::Table | Algorithm::DiskTable | Algorithm::Stages | Algorithm::Twists => Some(0),
            Algorithm::Search | Algorithm::Beam => {
                Some(self.options.memory.unwrap_or_else(|| self.most_bytes()))
            }
            _ => None,
        }
    }

    /// At most how many bytes a search takes if nobody limits them.
    fn most_bytes(&self) -> u64 {
        let (cells, options) = (self.goal.grid().cells(), &self.options);
        let is_limited = options.has_budget();
        if self.algorithm == Algorithm::Beam {
            anytime::most_bytes_quick(cells, options.width, is_limited)
        } else {
            anytime::most_bytes(cells, self.memory(), is_limited || options.weight.is_some())
        }
    }

    fn kept_engine(&self) -> Option<Arc<Engine>> {
        Engine::find(self.algorithm, &self.goal, self.options.tables)
    }

    /// What its solutions are made by; makes the tables, if they are not there yet.
    pub fn made_by(&self, cancel: &Cancel) -> Result<MadeBy> {
        self.engine(cancel).map(Engine::made_by)
    }

    /// What happened to table files and has not been reported yet.
    pub fn take_notes(&self) -> Vec<Note> {
        self.engine.get().map(|engine| engine.take_notes()).unwrap_or_default()
    }

    /// Forgets all engines, so that new solvers use the tables that are there now.
    pub fn forget_engines() {
        Engine::forget_all();
    }

    pub(super) fn engine(&self, cancel: &Cancel) -> Result<&Engine> {
        match self.engine.get() {
            Some(engine) => Ok(engine),
            // Another thread may be quicker.
            None => Ok(self.engine.get_or_set(Engine::get(
                self.algorithm,
                &self.goal,
                self.options.tables,
                cancel,
            )?)),
        }
    }

    /// Whether one board takes longer than microseconds.
    pub(super) fn takes_more_than_microseconds(&self) -> bool {
        !matches!(
            self.algorithm,
            Algorithm::Table | Algorithm::DiskTable | Algorithm::Stages | Algorithm::Twists
        )
    }

    /// Whether one board may take more than a few milliseconds, so that someone may want to stop.
    pub fn is_slow(&self) -> bool {
        match self.algorithm {
            Algorithm::Search
            | Algorithm::Straightest
            | Algorithm::Slides { .. }
            | Algorithm::PeelAndImprove => true,
            Algorithm::Beam => {
                let is_wide = self.options.width.is_some_and(|width| width > anytime::WIDE);
                is_wide || self.options.has_budget() || self.goal.grid().cells() > anytime::SMALL
            }
            _ => self.goal.grid().cells() > MANY_CELLS,
        }
    }

    /// Whether one board takes microseconds: its tables are there, and are all that is looked at.
    pub fn is_quick(&self) -> bool {
        self.engine.get().is_some() && !self.takes_more_than_microseconds()
    }

    /// How many numbers an array of boards may have and still be solved before anyone could ask to stop.
    pub fn numbers_at_once(&self) -> usize {
        if self.takes_more_than_microseconds() { MANY_CELLS } else { 16 * 1024 }
    }

    /// Solves one board.
    pub fn solve(&self, board: &Board, cancel: &Cancel) -> Result<Solution> {
        let solution = self.best(board, cancel)?;
        cancel.check()?;
        Ok(solution)
    }

    /// The same; if it is cancelled, the best solution that was found by then. It is an error if there is none.
    pub fn best(&self, board: &Board, cancel: &Cancel) -> Result<Solution> {
        // Looking at the clock takes as long as some boards, and without a limit nobody asks.
        let now = || self.options.timeout.map(|_| Instant::now());
        let begun = now();
        if *board != self.goal {
            self.check_memory()?;
        }
        let room = memory::room_for_cells(board.tiles().len())?;
        let homes = self.homes(board)?;
        // Tables take long to make, so they are not made for a board that has no solution.
        parity::check_solvable(board, &self.goal, &homes)?;
        drop(room);
        let checked = now();
        let engine = self.engine(cancel)?;
        // The clock stands still while tables are made.
        let begun = begun.zip(checked).map(|(begun, checked)| begun + checked.elapsed());
        let budget = self.options.budget(begun, cancel);
        let (options, allowed) = (self.options.for_search(), self.options.timeout);
        let mut solution = engine.best(&BoardTask { board, homes: &homes, options, budget, allowed })?;
        self.settle(&mut solution, board, &homes);
        // What was found is replayed, even by a search that was cancelled; but not by one without memory, which
        // ended early for no reason that the caller knows of.
        let calm = Cancel::new();
        let cancel = match cancel.check() {
            Err(Error::Cancelled) => &calm,
            checked => checked.map(|()| cancel)?,
        };
        let _room = memory::room_for_cells(board.tiles().len())?;
        match replay(board, &solution.moves, cancel) {
            Ok(end) if end == self.goal => Ok(solution),
            Err(error) if error.is_stop() => Err(error),
            _ => Err(self.wrong(board)),
        }
    }

    /// The error of a solution that does not lead to the goal.
    pub(super) fn wrong(&self, board: &Board) -> Error {
        if self.engine.get().is_some_and(|engine| engine.reads_files()) {
            return Error::WrongTable;
        }
        Error::WrongSolution { method: self.method().name(), board: text::beginning(board).into() }
    }

    /// Fills in the lower bound and whether the solution is optimal: no solution is shorter than the
    /// Manhattan distance.
    fn settle(&self, solution: &mut Solution, board: &Board, homes: &[u32]) {
        if matches!(self.algorithm, Algorithm::Slides { .. }) {
            return;
        }
        let length = solution.moves.len() as u64;
        solution.lower_bound =
            if solution.optimal { length } else { solution.lower_bound.max(board.manhattan_of(homes)) };
        solution.optimal |= length == solution.lower_bound;
    }

    /// The first move of a solution; nothing if the board is solved.
    pub fn hint(&self, board: &Board, cancel: &Cancel) -> Result<Option<Move>> {
        Ok(self.solve(board, cancel)?.moves.first().map(|&code| Move::from_code(code)))
    }

    /// Refuses a board whose solution does not fit in memory: once as codes, and once as letters.
    fn check_memory(&self) -> Result<()> {
        let Grid { rows, cols } = self.goal.grid();
        let needed = (2.0 * MOVES_PER_STEP * (rows * cols) as f64 * (rows + cols) as f64) as u64;
        if needed > MUCH { memory::require(needed, Purpose::Moves) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bfs::Metric;
    use std::time::Duration;

    #[test]
    fn tables_take_what_was_said_before_they_are_made() {
        let optimal = Options::of(Method::Optimal);
        let quick = Options::of(Method::Quick);
        // With homes of the blank that no other test has, so that nothing is made yet.
        for (rows, cols, home, options) in [
            (4, 4, 5, optimal),
            (4, 4, 6, quick),
            (4, 4, 1, Options { metric: Metric::Multi, ..optimal }),
            (4, 4, 2, Options { metric: Metric::Multi, max_nodes: Some(9), ..optimal }),
            (4, 4, 9, Options::default()),
            (3, 5, 7, optimal),
            (3, 5, 6, quick),
            (5, 5, 12, quick),
            (3, 3, 4, Options::of(Method::Twists)),
            (3, 3, 4, optimal),
            (2, 5, 3, optimal),
        ] {
            let solver = Solver::new(Board::with_blank(Grid::new(rows, cols), home), options).unwrap();
            let before = solver.algorithm.size(&solver.goal, options.tables);
            solver.prepare(&Cancel::new()).unwrap();
            assert_eq!(solver.memory(), before, "{rows}×{cols}, {options:?}");
        }
    }

    /// A search that is cancelled before it begins still gives `best` a solution, while `solve`, which promises
    /// a finished one, is an error.
    #[test]
    fn a_search_that_is_cancelled_has_a_best_solution() {
        let goal = Board::standard(Grid::new(4, 4));
        let tiles = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];
        let board = Board::trusted(goal.grid(), tiles.to_vec());
        let timeout = Some(Duration::from_secs(100));
        let optimal = Options::of(Method::Optimal);
        for options in [
            optimal,
            Options { timeout, ..optimal },
            Options { timeout, ..Options::of(Method::Quick) },
            Options { metric: Metric::Multi, ..optimal },
            Options { metric: Metric::Multi, timeout, ..optimal },
        ] {
            let (calm, cancel) = (Cancel::new(), Cancel::new());
            let solver = Solver::new(goal.clone(), options).unwrap();
            solver.prepare(&calm).unwrap();
            cancel.cancel();
            let best = solver.best(&board, &cancel).unwrap();
            assert_eq!(replay(&board, &best.moves, &calm).unwrap(), goal);
            assert!(!best.optimal && 20 < best.lower_bound && best.lower_bound <= 80);
            assert_eq!(solver.solve(&board, &cancel), Err(Error::Cancelled));
        }
    }
}
