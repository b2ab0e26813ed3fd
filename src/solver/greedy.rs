//! A whole solution by the greedy algorithm, within a time limit.
//!
//! On large boards it is the first solution, and it takes seconds where there are hundreds of millions of moves.
//! So the clock, cancellation and memory are looked at every [`PIECE`] moves, before the first of them too.

use crate::anysize::greedy::Greedy;
use crate::anysize::routes::Routes;
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::puzzle::path::{Path, Stage};
use crate::runtime::allocate;
use crate::runtime::budget::Budget;
use crate::runtime::replay::PIECE;

/// The moves for a solvable board with these [`Board::homes`], with a stage for every line; nothing if the budget's
/// deadline comes first.
///
/// [`Board::homes`]: crate::puzzle::board::Board::homes
pub(super) fn path(
    grid: Grid,
    homes: &[u32],
    blank: usize,
    routes: Routes,
    budget: &Budget<'_>,
) -> Result<Option<Path>> {
    let cancel = budget.cancel;
    let mut greedy =
        Greedy::from_homes(grid, allocate::copy(homes, Purpose::Board)?, blank, routes, routes.core())?;
    let mut path = Path::default();
    let mut begun = (0, "");
    loop {
        if greedy.stage() != begun {
            begun = greedy.stage();
            cancel.report(greedy.share());
            path.stages.push(Stage { name: begun.1, moves: 0 });
        }
        if path.moves.len() % PIECE == 0 {
            cancel.check()?;
            if budget.is_spent(0) {
                return Ok(None);
            }
            allocate::reserve(&mut path.moves, PIECE, Purpose::Moves)?;
        }
        let Some(step) = greedy.next() else { break };
        path.moves.push(step.code());
        path.stages.last_mut().expect("one was pushed").moves += 1;
    }
    path.stages.retain(|stage| stage.moves > 0);
    Ok(Some(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::board::Board;
    use crate::puzzle::grid::Move;
    use crate::runtime::cancel::Cancel;
    use std::time::Instant;

    #[test]
    fn the_clock_is_looked_at() {
        let cancel = Cancel::new();
        let goal = Board::standard(Grid::new(6, 6));
        let board = goal.apply([Move::U]).unwrap();
        let homes = board.homes(&goal).unwrap();
        let path = |deadline| {
            let budget = Budget { deadline, ..Budget::unlimited(&cancel) };
            path(goal.grid(), &homes, board.blank(), Routes::Of1995, &budget).unwrap()
        };
        assert!(!path(None).unwrap().moves.is_empty());
        assert!(path(Some(Instant::now())).is_none());
    }
}
