//! One 15-puzzle by the stages, with as little around them as can be: most calls ask for nothing else, and what
//! [`Solver::best`] does for boards of every kind takes about as long as the stages do.
//!
//! Nothing is left unchecked. A board whose tiles are not those of the goal, or which cannot be solved, is left to
//! [`Solver::best`], which says what is wrong with it; and the stages carry the tiles along as they walk, so the moves
//! have been replayed.

use crate::puzzle::board::Board;
use crate::puzzle::grid::Grid;
use crate::solver::method::Method;
use crate::solver::solution::Solution;
use crate::solver::solve::Solver;
use crate::staged::{self, CELLS};

/// The grid of the stages.
const GRID: Grid = Grid::new(4, 4);

/// By cell and tile of the standard board: the steps from there to the tile's home. None for the blank.
static STEPS_HOME: [[u8; CELLS]; CELLS] = steps_home();

const fn steps_home() -> [[u8; CELLS]; CELLS] {
    let mut steps = [[0; CELLS]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut tile = 1;
        while tile < CELLS {
            steps[cell][tile] = GRID.distance(cell, tile - 1) as u8;
            tile += 1;
        }
        cell += 1;
    }
    steps
}

impl Solver {
    /// Solves a board by the stages, if the blank is at home in the last cell and nothing keeps it from being solved at
    /// once; otherwise nothing.
    pub fn at_once(&self, board: &Board) -> Option<Solution> {
        let plan = self.stages().filter(|_| board.grid() == GRID)?.plain()?;
        let tiles = plan.standard_board(self.places()?, board.tiles().iter().copied())?;
        let staged = staged::solve(&tiles)?;
        let moves = staged.moves();
        if moves.is_empty() {
            return None;
        }
        let steps = STEPS_HOME.iter().zip(&tiles).map(|(steps, &tile)| u64::from(steps[usize::from(tile)]));
        let lower_bound = steps.sum();
        Some(Solution {
            moves: moves.to_vec(),
            stages: staged.named_stages(moves.len()).to_vec(),
            lower_bound,
            optimal: lower_bound == moves.len() as u64,
            ..Solution::new(Method::Combined, Default::default())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::{Maker, Shuffling, Stream};
    use crate::puzzle::grid::Move;
    use crate::runtime::cancel::Cancel;
    use crate::solver::options::Options;

    /// What is found at once is what the long way finds, whatever the goal.
    #[test]
    fn it_finds_what_is_found_otherwise() {
        let cancel = Cancel::new();
        let standard = Board::standard(GRID);
        let snake = vec![1, 2, 3, 4, 8, 7, 6, 5, 9, 10, 11, 12, 15, 14, 13, 0];
        let first = Board::with_blank(GRID, 0);
        for (goal, is_plain) in [(standard, true), (Board::trusted(GRID, snake), true), (first, false)] {
            let solver = Solver::new(goal.clone(), Options::of(Method::Auto)).unwrap();
            assert_eq!(solver.at_once(&goal), None, "there are no tables yet");
            solver.prepare(&cancel).unwrap();
            let maker = Maker::new(goal.clone(), Shuffling::Shuffle);
            let mut boards = vec![goal.clone(), goal.apply([Move::U, Move::L]).unwrap_or(goal.clone())];
            let mut stream = Stream::new(3, 0);
            for _ in 0..200 {
                let mut tiles = vec![0; CELLS];
                maker.fill(&mut stream, &mut tiles, &cancel).unwrap();
                boards.push(Board::trusted(GRID, tiles));
            }
            for board in boards {
                let known = solver.best(&board, &cancel).unwrap();
                match solver.at_once(&board) {
                    Some(found) => assert_eq!(found, known),
                    None => assert!(!is_plain || board == goal),
                }
            }
            assert_eq!(solver.at_once(&Board::standard(Grid::new(2, 8))), None);
            let mut tiles = goal.tiles().to_vec();
            tiles.swap(5, 6);
            assert_eq!(solver.at_once(&Board::trusted(GRID, tiles.clone())), None, "not solvable");
            tiles[5] = 99;
            assert_eq!(solver.at_once(&Board::trusted(GRID, tiles)), None, "other tiles");
        }
    }
}
