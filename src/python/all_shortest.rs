//! Every shortest solution of a board.

use super::board::PyBoard;
use super::jobs::cancellable;
use super::solving::{letters, tell};
use crate::pdb::heuristic::Heuristic;
use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::{Error, Result};
use crate::puzzle::parity;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::search::all_shortest::{self, ShortestPaths};
use crate::search::anytime::{self, LARGE_PATTERNS, SMALL, SMALL_PATTERNS, SearchOptions};
use crate::solver::plan::Plan;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// A board made standard, and the length of its shortest solutions.
struct Standard {
    frame: Canonical,
    estimate: Arc<Heuristic>,
    tiles: Vec<u8>,
    length: u32,
    notes: Vec<String>,
}

impl Standard {
    fn new(board: &Board, goal: &Board, cancel: &Cancel) -> Result<Standard> {
        let homes = board.homes(goal)?;
        parity::check_solvable(board, goal, &homes)?;
        let (frame, estimate, notes) = Plan::searched(goal, cancel)?;
        let tiles = frame.standard(&homes);
        let found = anytime::solve(&estimate, &tiles, &SearchOptions::default(), &Budget::unlimited(cancel))?;
        Ok(Standard { frame, estimate, tiles, length: found.bound, notes })
    }

    fn is_small(&self) -> bool {
        self.estimate.grid().cells() <= SMALL
    }
}

/// The solutions, one by one.
enum AnyWays {
    Small(ShortestPaths<u64, SMALL_PATTERNS>),
    Large(ShortestPaths<u128, LARGE_PATTERNS>),
}

/// All shortest solutions of a board.
#[pyclass(frozen, module = "puzzle15")]
pub(super) struct ShortestWays {
    frame: Canonical,
    ways: Mutex<AnyWays>,
}

#[pymethods]
impl ShortestWays {
    #[new]
    #[pyo3(signature = (board, goal))]
    fn new(py: Python<'_>, board: &PyBoard, goal: &PyBoard) -> PyResult<ShortestWays> {
        let standard = cancellable(py, true, |cancel| Standard::new(&board.inner, &goal.inner, cancel))?;
        tell(py, &standard.notes)?;
        let ways = if standard.is_small() {
            AnyWays::Small(ShortestPaths::new(standard.estimate, &standard.tiles, standard.length))
        } else {
            AnyWays::Large(ShortestPaths::new(standard.estimate, &standard.tiles, standard.length))
        };
        Ok(ShortestWays { frame: standard.frame, ways: Mutex::new(ways) })
    }

    /// The next solutions, at most so many; fewer only if there are no more.
    fn take(&self, py: Python<'_>, count: usize) -> PyResult<Vec<String>> {
        let mut found = cancellable(py, true, |cancel| {
            let mut ways = self.ways.lock().unwrap_or_else(PoisonError::into_inner);
            let mut found = vec![];
            while found.len() < count {
                let next = match &mut *ways {
                    AnyWays::Small(ways) => ways.next(cancel)?,
                    AnyWays::Large(ways) => ways.next(cancel)?,
                };
                let Some(way) = next else { break };
                found.push(way);
            }
            Ok(found)
        })?;
        let text = found.iter_mut().map(|way| {
            self.frame.restore(way);
            letters(way)
        });
        Ok(text.collect())
    }
}

/// How many shortest solutions a board has, and how many moves they take.
#[pyfunction]
#[pyo3(signature = (board, goal))]
pub(super) fn count_optimal(py: Python<'_>, board: &PyBoard, goal: &PyBoard) -> PyResult<(u128, u32)> {
    let (count, standard) = cancellable(py, true, |cancel| {
        let standard = Standard::new(&board.inner, &goal.inner, cancel)?;
        let Standard { estimate, tiles, length, .. } = &standard;
        let count = if standard.is_small() {
            all_shortest::count::<u64, SMALL_PATTERNS>(estimate, tiles, *length, cancel)
        } else {
            all_shortest::count::<u128, LARGE_PATTERNS>(estimate, tiles, *length, cancel)
        }?;
        Ok((count, standard))
    })?;
    tell(py, &standard.notes)?;
    Ok((count, standard.length))
}

/// Of all shortest solutions, one with the fewest turns.
#[pyfunction]
#[pyo3(signature = (board, goal))]
pub(super) fn straightest(py: Python<'_>, board: &PyBoard, goal: &PyBoard) -> PyResult<String> {
    let (way, standard) = cancellable(py, true, |cancel| {
        let standard = Standard::new(&board.inner, &goal.inner, cancel)?;
        let Standard { frame, estimate, tiles, length, .. } = &standard;
        let mut way = if standard.is_small() {
            all_shortest::straightest::<u64, SMALL_PATTERNS>(estimate, tiles, *length, cancel)
        } else {
            all_shortest::straightest::<u128, LARGE_PATTERNS>(estimate, tiles, *length, cancel)
        }?;
        frame.restore(&mut way);
        let steps = way.iter().map(|&code| crate::puzzle::grid::Move::from_code(code));
        if board.inner.apply(steps).as_ref() != Ok(&goal.inner) {
            let text = crate::puzzle::text::compact(&board.inner);
            return Err(Error::WrongSolution { method: "straightest", board: text });
        }
        Ok((way, standard))
    })?;
    tell(py, &standard.notes)?;
    Ok(letters(&way))
}
