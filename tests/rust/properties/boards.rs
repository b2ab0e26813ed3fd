//! Every board is solved, or it is explained why not.

use super::{config, permutation};
use proptest::prelude::*;
use puzzle15::puzzle::board::Board;
use puzzle15::puzzle::error::Error;
use puzzle15::puzzle::grid::Grid;
use puzzle15::puzzle::parity;
use puzzle15::runtime::cancel::Cancel;
use puzzle15::solver::batch;
use puzzle15::solver::{Method, Options, Solver};

/// A shape with a solver, and two boards of it.
fn two_boards() -> impl Strategy<Value = (Board, Board)> {
    let shapes =
        prop_oneof![Just((2, 2)), Just((2, 3)), Just((3, 2)), Just((3, 3)), Just((4, 2)), Just((4, 4))];
    shapes.prop_flat_map(|(rows, cols)| {
        let board = move |tiles| Board::new(rows, cols, tiles).unwrap();
        (permutation(rows * cols).prop_map(board), permutation(rows * cols).prop_map(board))
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn boards_are_solved_or_it_is_explained_why_not((board, goal) in two_boards()) {
        let solver = Solver::new(goal.clone(), Options::of(Method::Auto)).unwrap();
        match solver.solve(&board, &Cancel::new()) {
            Ok(_) => prop_assert!(parity::is_solvable(&board, &goal).unwrap()),
            Err(Error::Unsolvable { grid, nearest, parities, .. }) => {
                let nearest = Board::new(grid.rows, grid.cols, nearest).unwrap();
                prop_assert!(!parities.fit());
                prop_assert!(parity::is_solvable(&nearest, &goal).unwrap());
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn no_numbers_make_the_batch_panic(numbers in proptest::collection::vec(-3i64..20, 16)) {
        let goal = Board::standard(Grid::new(4, 4));
        let solver = Solver::new(goal, Options::of(Method::Auto)).unwrap();
        let parts = batch::solve_many(&solver, &numbers, 0, 1, true, &Cancel::new()).unwrap();
        prop_assert_eq!(parts[0].lengths.len(), 1);
    }
}
