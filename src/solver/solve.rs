//! From a board to a checked solution.
//!
//! Whatever the algorithm, the steps are the same: check that board and goal have the same tiles and that the
//! parity allows a solution, have the engine solve the board (`engine.rs`), and replay the moves. Moves that
//! do not end at the goal are never returned.

use crate::puzzle::board::Board;
use crate::puzzle::error::{Error, Purpose, Result};
use crate::puzzle::grid::{Grid, Move};
use crate::puzzle::parity;
use crate::puzzle::text;
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use crate::runtime::once::Once;
use crate::runtime::replay::replay;
use crate::search::anytime;
use crate::solver::engine::{Algorithm, BoardTask, Engine};
use crate::solver::made_by::MadeBy;
use crate::solver::method::Method;
use crate::solver::options::Options;
use crate::solver::solution::Solution;
use crate::storage::note::Note;
use std::sync::Arc;

/// A goal, a method and options: one solver serves any number of boards.
pub struct Solver {
    goal: Board,
    options: Options,
    algorithm: Algorithm,
    engine: Once<Arc<Engine>>,
}

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
        Ok(Solver { goal, options, algorithm, engine: Once::new() })
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
        !self.algorithm.has_large_tables() || self.engine.get().is_some() || self.kept_engine().is_some()
    }

    /// How many bytes its tables take; an estimate if they are still to be made.
    pub fn memory(&self) -> u64 {
        let engine = self.engine.get().cloned().or_else(|| self.kept_engine());
        engine.map_or_else(|| self.algorithm.size(&self.goal, self.options.tables), |engine| engine.memory())
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

    /// How many numbers an array of boards may have and still be solved before anyone could ask to stop.
    pub fn numbers_at_once(&self) -> usize {
        if self.takes_more_than_microseconds() { MANY_CELLS } else { 16 * 1024 }
    }

    /// Solves one board.
    pub fn solve(&self, board: &Board, cancel: &Cancel) -> Result<Solution> {
        if *board != self.goal {
            self.check_memory()?;
        }
        let homes = board.homes(&self.goal)?;
        // Tables take long to make, so they are not made for a board that has no solution.
        parity::check_solvable(board, &self.goal, &homes)?;
        let engine = self.engine(cancel)?;
        // The clock starts when the tables are there.
        let (options, budget) = (self.options.for_search(), self.options.budget(cancel));
        let mut solution = engine.solve(&BoardTask { board, homes: &homes, options, budget })?;
        self.settle(&mut solution, board, &homes);
        match replay(board, &solution.moves, cancel) {
            Ok(end) if end == self.goal => Ok(solution),
            Err(Error::Cancelled) => Err(Error::Cancelled),
            _ => Err(self.wrong(board)),
        }
    }

    /// The error of a solution that does not lead to the goal.
    pub(super) fn wrong(&self, board: &Board) -> Error {
        if self.algorithm.reads_files() {
            return Error::WrongTable;
        }
        Error::WrongSolution { method: self.method().name(), board: text::compact(board) }
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
