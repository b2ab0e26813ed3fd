//! Shorter solutions in the time that there is, whatever made them.
//!
//! Up to 16 cells a board is solved anew, and up to 25 if there is a time to stop at: that is better than anything that
//! can be done to a solution. On larger boards part after part is replaced ([`crate::improve`]).

use crate::improve;
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
/// Boards of up to so many cells are, if there is a time to stop at.
const SOLVED_ANEW_IN_TIME: usize = 25;

/// A solution made shorter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Improved {
    /// Codes of the moves: as many as were given, or fewer.
    pub moves: Vec<u8>,
    /// Whether it is proven that no solution is shorter.
    pub optimal: bool,
    /// It is proven that no solution is shorter than this, where something was proven.
    pub lower_bound: Option<u64>,
    /// Nodes that a search generated.
    pub nodes: u64,
}

/// How much may be done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// For how long.
    pub timeout: Option<Duration>,
    /// How many passes over the solution. They give the same result on every machine, so boards are not solved anew.
    pub passes: Option<u64>,
}

/// Moves from a board to a goal, made fewer. They are given back as they are if nothing shorter is found.
pub fn improve(
    start: &Board,
    goal: &Board,
    moves: Vec<u8>,
    effort: Effort,
    cancel: &Cancel,
) -> Result<Improved> {
    let cells = start.grid().cells();
    let anew = cells <= SOLVED_ANEW || cells <= SOLVED_ANEW_IN_TIME && effort.timeout.is_some();
    if effort.passes.is_none() && anew {
        return solve_anew(start, goal, moves, effort.timeout, cancel);
    }
    let deadline = effort.timeout.and_then(|time| Instant::now().checked_add(time));
    let improved =
        improve::improve(start, moves, effort.passes, &Budget { deadline, max_nodes: None, cancel })?;
    Ok(Improved { moves: improved.moves, optimal: improved.optimal, lower_bound: None, nodes: 0 })
}

/// The shorter of a solution and of the best that a search finds in the time.
fn solve_anew(
    start: &Board,
    goal: &Board,
    moves: Vec<u8>,
    timeout: Option<Duration>,
    cancel: &Cancel,
) -> Result<Improved> {
    let options = Options { timeout, ..Options::of(Method::Optimal) };
    let found = Solver::new(goal.clone(), options)?.solve(start, cancel)?;
    let moves = if found.moves.len() < moves.len() { found.moves } else { moves };
    Ok(Improved {
        optimal: moves.len() as u64 == found.lower_bound,
        moves,
        lower_bound: Some(found.lower_bound),
        nodes: found.nodes,
    })
}
