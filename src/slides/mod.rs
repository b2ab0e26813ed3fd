//! Solutions with the fewest slides: a straight slide of several tiles counts as one move (MTM).
//!
//! On up to twelve cells they come from tables ([`crate::tables::on_disk`]); on 4×4 from a search (`ida.rs`) from
//! line to line (`lines.rs`) with pattern databases (`patterns.rs`). A search may have a budget. If that runs out
//! there is no solution, only a lower bound on the slides of any.
//!
//! Goals are made standard and moves translated back ([`crate::puzzle::canonical`]); moves that do not end at
//! the goal are never returned.

pub(crate) mod bits;
pub(crate) mod expand;
pub(crate) mod fifteen;
pub(crate) mod ida;
pub(crate) mod lines;
pub(crate) mod node;
pub(crate) mod patterns;

use crate::index::space::Space;
use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::{Error, Job, Result, Sizes};
use crate::puzzle::grid::{Grid, Move};
use crate::puzzle::parity;
use crate::puzzle::text;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::slides::fifteen::LOOKS;
use crate::slides::ida::SlideOutcome;
use crate::slides::patterns::Frame;
use crate::storage::note::Note;
use crate::tables::on_disk::{self, PackedTable};
use std::sync::Arc;

/// What is known about a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultiAnswer {
    /// Codes of the moves of a solution with the fewest slides, tile by tile; nothing if the budget ran out or
    /// the search was cancelled.
    pub moves: Option<Vec<u8>>,
    /// No solution has fewer slides; if there are moves, they are exactly so many slides.
    pub lower_bound: usize,
    /// Nodes generated; none if the answer is from a table.
    pub nodes: u64,
}

/// A goal with its tables. One plan serves any number of boards.
pub struct MultiPlan {
    goal: Board,
    frame: Canonical,
    solver: SlideSolver,
    notes: Vec<Note>,
}

enum SlideSolver {
    Table(Arc<PackedTable>),
    Search([Frame<LOOKS>; 2]),
}

impl MultiPlan {
    /// Makes the tables for a goal, if they are not there yet. That may take seconds, which do not count
    /// against any budget.
    pub fn new(goal: &Board, cancel: &Cancel) -> Result<MultiPlan> {
        let frame = Canonical::new(goal);
        let (grid, home) = (frame.grid(), frame.home());
        check_size(grid)?;
        let (solver, notes) = if on_disk::has_slide_table(grid) {
            let (table, notes) = on_disk::slide_table(grid, home, cancel)?;
            (SlideSolver::Table(table), notes)
        } else {
            (SlideSolver::Search(fifteen::frames(home, cancel)?), vec![])
        };
        Ok(MultiPlan { goal: goal.clone(), frame, solver, notes })
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// How many bytes its tables take.
    pub(crate) fn bytes(&self) -> u64 {
        match &self.solver {
            SlideSolver::Table(table) => table.bytes(),
            SlideSolver::Search(frames) => Frame::bytes(frames),
        }
    }

    /// The checksum of its table, where it has one.
    pub(crate) fn checksum(&self) -> Option<u32> {
        match &self.solver {
            SlideSolver::Table(table) => Some(table.checksum()),
            SlideSolver::Search(_) => None,
        }
    }

    /// What happened to table files.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Solves one board.
    pub fn solve(&self, board: &Board, budget: Budget<'_>) -> Result<MultiAnswer> {
        self.solve_up_to(board, u64::MAX, budget)
    }

    /// The same; a search ends without a solution once its bound is `enough`.
    pub fn solve_up_to(&self, board: &Board, enough: u64, budget: Budget<'_>) -> Result<MultiAnswer> {
        let homes = board.homes(&self.goal)?;
        parity::check_solvable(board, &self.goal, &homes)?;
        let tiles = self.frame.standard(&homes);
        let mut answer = match &self.solver {
            SlideSolver::Table(table) => {
                let moves = table.solve_slides(&tiles).ok_or(Error::WrongTable)?;
                MultiAnswer { lower_bound: count_slides(&moves), moves: Some(moves), nodes: 0 }
            }
            SlideSolver::Search(frames) => {
                let SlideOutcome { cells, lower_bound, nodes } = ida::search(frames, &tiles, enough, budget)?;
                let moves =
                    cells.map(|cells| path(self.frame.grid(), self.frame.cell(board.blank()), &cells));
                MultiAnswer { moves, lower_bound, nodes }
            }
        };
        if let Some(moves) = &mut answer.moves {
            self.frame.restore(moves);
            self.replay(board, moves, answer.lower_bound)?;
        }
        Ok(answer)
    }

    /// An error unless the moves lead from the board to the goal in so many slides.
    fn replay(&self, board: &Board, moves: &[u8], slides: usize) -> Result<()> {
        let end = board.apply(moves.iter().map(|&code| Move::from_code(code)));
        match &self.solver {
            _ if end.is_ok_and(|end| end == self.goal) && count_slides(moves) == slides => Ok(()),
            SlideSolver::Table(_) => Err(Error::WrongTable),
            SlideSolver::Search(_) => Err(wrong(board)),
        }
    }
}

/// Whether boards of this shape are solved from a table.
pub(crate) fn has_table(grid: Grid) -> bool {
    on_disk::has_slide_table(grid.standard())
}

/// An error, which lists the shapes that can be solved, unless this is one of them.
pub(crate) fn check_size(grid: Grid) -> Result<()> {
    if has_table(grid) || grid == Grid::new(4, 4) {
        return Ok(());
    }
    let sizes = Sizes::CellsAnd(12, Grid::new(4, 4));
    Err(Error::WrongSize { job: Job::FewestSlides, sizes, got: grid })
}

/// About how many bytes the tables for a goal take.
pub(crate) fn size(goal: &Board) -> u64 {
    let frame = Canonical::new(goal);
    if on_disk::has_slide_table(frame.grid()) {
        return Space::whole(frame.grid(), &[]).map_or(0, |space| space.states() / 4);
    }
    fifteen::size(frame.home())
}

/// Codes of the moves that take the blank from cell to cell, each in the same row or column as the one
/// before.
fn path(grid: Grid, mut blank: usize, cells: &[u8]) -> Vec<u8> {
    let mut moves = vec![];
    for cell in cells.iter().map(|&cell| usize::from(cell)) {
        moves.extend(grid.path(blank, cell).map(Move::code));
        blank = cell;
    }
    moves
}

/// How many slides these moves are.
pub fn count_slides(moves: &[u8]) -> usize {
    moves.chunk_by(|x, y| x == y).count()
}

fn wrong(board: &Board) -> Error {
    Error::WrongSolution { method: "optimal", board: text::beginning(board).into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::depth_table;

    /// States at each depth by size and home of the blank, as others have counted them.
    fn published(rows: usize, cols: usize, home: usize) -> Vec<u64> {
        let key = format!("MTM,{rows},{cols},{home},");
        let lines = include_str!("../../tests/data/distributions.csv").lines();
        let rests = lines.filter_map(|line| line.strip_prefix(&key));
        rests.map(|rest| rest.split(',').nth(1).unwrap().parse().unwrap()).collect()
    }

    #[test]
    fn the_tables_have_the_published_distances() {
        for (rows, cols) in [(2, 2), (2, 3), (2, 4), (3, 3)] {
            let grid = Grid::new(rows, cols);
            // The homes of the blank that standard boards have, and a few more.
            for home in grid.cells() / 2..grid.cells() {
                let (table, _) = on_disk::slide_table(grid, home, &Cancel::new()).unwrap();
                let PackedTable { space, entries, goal, .. } = &*table;
                let mut counts = vec![0; published(rows, cols, home).len()];
                for index in 0..space.states() {
                    let state = space.state(index, *goal);
                    counts[depth_table::path(space, |i| entries.get(i), state, *goal).unwrap().len()] += 1;
                }
                assert_eq!(counts, published(rows, cols, home), "{grid}, {home}");
            }
        }
    }

    #[test]
    fn the_size_of_tables_is_known_before_they_are_made() {
        for blank in [15, 11] {
            let goal = Board::with_blank(Grid::new(4, 4), blank);
            assert_eq!(MultiPlan::new(&goal, &Cancel::new()).unwrap().bytes(), size(&goal));
        }
    }

    #[test]
    fn other_sizes_are_refused() {
        let goal = Board::standard(Grid::new(3, 5));
        assert!(matches!(
            MultiPlan::new(&goal, &Cancel::new()),
            Err(Error::WrongSize { job: Job::FewestSlides, .. })
        ));
    }

    #[test]
    fn one_plan_serves_many_boards_and_every_goal() {
        let none = Cancel::new();
        let grid = Grid::new(3, 3);
        for blank in 0..grid.cells() {
            let plan = MultiPlan::new(&Board::with_blank(grid, blank), &none).unwrap();
            assert!(plan.notes().is_empty());
            for cell in (0..grid.cells()).filter(|&cell| cell != blank) {
                let board = plan.goal().apply(grid.path(blank, cell)).unwrap();
                let answer = plan.solve(&board, Budget::unlimited(&none)).unwrap();
                let lines = usize::from(grid.row(cell) != grid.row(blank))
                    + usize::from(grid.col(cell) != grid.col(blank));
                assert_eq!(answer.lower_bound, lines);
                assert_eq!(answer.moves.unwrap().len(), grid.distance(cell, blank));
            }
        }
    }
}
