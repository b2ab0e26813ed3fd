//! Ranks and moves, there and back.

use super::{any_board, config, permutation};
use proptest::prelude::*;
use puzzle15::index::{paper_index, rank};
use puzzle15::puzzle::board::Board;
use puzzle15::puzzle::grid::{Grid, Move};
use puzzle15::runtime::cancel::Cancel;
use puzzle15::solver::arrays::{self, Figure};

/// Moves that stay on the board, chosen by any numbers.
fn walk(board: &Board, choices: &[usize]) -> Vec<Move> {
    let mut at = board.clone();
    let mut moves = Vec::new();
    for choice in choices {
        let legal: Vec<Move> = at.legal_moves().collect();
        let step = legal[choice % legal.len()];
        at = at.apply([step]).unwrap();
        moves.push(step);
    }
    moves
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn permutations_are_ranked_and_back(order in (1usize..12).prop_flat_map(permutation)) {
        let order: Vec<u8> = order.into_iter().map(|value| value as u8).collect();
        let ranked = rank::rank_permutation(&order);
        prop_assert_eq!(rank::unrank_permutation(ranked, order.len()), order);
    }

    #[test]
    fn sets_are_numbered_in_order(n in 1usize..14, k in 0usize..9) {
        for (number, set) in rank::all_sets(n, k.min(n)).into_iter().enumerate() {
            prop_assert_eq!(rank::rank_set(set), number);
        }
    }

    #[test]
    fn indices_of_the_paper_are_those_of_boards((rows, cols) in (2usize..5, 2usize..6), any in any::<u64>()) {
        let grid = Grid::new(rows, cols);
        let index = any % paper_index::states(grid);
        prop_assert_eq!(paper_index::index(&paper_index::tiles(index, grid)), index);
    }

    #[test]
    fn boards_are_ranked_and_back(goal in any_board(), choices in prop::collection::vec(0usize..4, 0..60)) {
        let board = goal.apply(walk(&goal, &choices)).unwrap();
        let cancel = Cancel::new();
        let figure = arrays::figures(&Figure::Rank, &goal, board.tiles(), 0, 1, &cancel);
        if goal.grid().cells() <= paper_index::MAX_INDEXED_CELLS {
            let homes = arrays::unrank(&figure.unwrap(), &goal, 0, 1, &cancel).unwrap();
            let tiles: Vec<u32> = homes.into_iter().map(|home| goal.tiles()[usize::from(home)]).collect();
            prop_assert_eq!(tiles, board.tiles());
        } else {
            prop_assert!(figure.is_err());
            prop_assert!(arrays::unrank(&[0], &goal, 0, 1, &cancel).is_err());
        }
    }

    #[test]
    fn moves_are_undone(board in any_board(), choices in prop::collection::vec(0usize..4, 0..60)) {
        let moves = walk(&board, &choices);
        let back = moves.iter().rev().map(|step| Move::from_code(step.code() ^ 1));
        prop_assert_eq!(&board.apply(moves.iter().copied()).unwrap().apply(back).unwrap(), &board);
    }
}
