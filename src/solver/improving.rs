//! Makes any solution shorter, in the time that there is.
//!
//! A board of up to 16 cells is solved anew, and so is one of up to 25 if there is a time limit: that gives
//! more than any change of a solution could. On larger boards the solution is replaced part by part
//! ([`crate::improve`]).

use crate::improve;
use crate::pdb::regions::MAX_PDB_CELLS;
use crate::puzzle::board::Board;
use crate::puzzle::error::Result;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::solver::method::Method;
use crate::solver::options::Options;
use crate::solver::solve::Solver;
use std::time::{Duration, Instant};

/// Boards of up to so many cells are solved anew.
const SOLVED_ANEW: usize = 16;
/// The same if there is a time limit.
const SOLVED_ANEW_IN_TIME: usize = MAX_PDB_CELLS;

/// A solution made shorter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Improved {
    /// Codes of the moves: as many as were given, or fewer.
    pub moves: Vec<u8>,
    /// Whether it is proven that no solution is shorter.
    pub optimal: bool,
    /// It is proven that no solution is shorter than this; nothing if no search was made.
    pub lower_bound: Option<u64>,
    /// Nodes that a search generated.
    pub nodes: u64,
}

/// How much may be done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How long to go on.
    pub timeout: Option<Duration>,
    /// How many passes over the solution. Passes give the same result on every machine, so with them boards
    /// are never solved anew.
    pub passes: Option<u64>,
}

/// Shortens moves that lead from a board to a goal. They are returned as they are if nothing shorter is
/// found. If it is cancelled, they are as short as they are by then.
pub fn best(
    start: &Board,
    goal: &Board,
    moves: Vec<u8>,
    effort: Effort,
    cancel: &Cancel,
) -> Result<Improved> {
    let cells = start.grid().cells();
    let can_solve_anew = cells <= SOLVED_ANEW || cells <= SOLVED_ANEW_IN_TIME && effort.timeout.is_some();
    if effort.passes.is_none() && can_solve_anew {
        return solve_anew(start, goal, moves, effort.timeout, cancel);
    }
    let deadline = effort.timeout.and_then(|time| Instant::now().checked_add(time));
    let improved =
        improve::best(start, moves, effort.passes, &Budget { deadline, ..Budget::unlimited(cancel) })?;
    Ok(Improved { moves: improved.moves, optimal: improved.optimal, lower_bound: None, nodes: 0 })
}

/// The shorter of the solution and the best that a search finds in time.
fn solve_anew(
    start: &Board,
    goal: &Board,
    moves: Vec<u8>,
    timeout: Option<Duration>,
    cancel: &Cancel,
) -> Result<Improved> {
    let options = Options { timeout, ..Options::of(Method::Optimal) };
    let found = Solver::new(goal.clone(), options)?.best(start, cancel)?;
    let moves = if found.moves.len() < moves.len() { found.moves } else { moves };
    Ok(Improved {
        optimal: moves.len() as u64 == found.lower_bound,
        moves,
        lower_bound: Some(found.lower_bound),
        nodes: found.nodes,
    })
}
