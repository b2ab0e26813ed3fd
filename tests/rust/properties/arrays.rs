//! Arrays of boards, of numbers of any type, against one board after another.

use super::{any_board, board_of, config};
use proptest::prelude::*;
use puzzle15::index::paper_index::{self, MAX_INDEXED_CELLS};
use puzzle15::puzzle::board::Board;
use puzzle15::puzzle::error::{Error, Result};
use puzzle15::puzzle::grid::Move;
use puzzle15::puzzle::parity;
use puzzle15::runtime::cancel::Cancel;
use puzzle15::solver::arrays::{self, Figure, Moves, PASS};
use puzzle15::solver::batch;
use puzzle15::solver::{Method, Options, Solution, Solver};
use std::ops::Range;

/// Rows of numbers: most are boards, some have a number that is none or that is there twice.
fn rows() -> impl Strategy<Value = (Board, Vec<Vec<i64>>)> {
    rows_of(2..6, 2..6)
}

/// The same for goals of these shapes.
fn rows_of(rows: Range<usize>, cols: Range<usize>) -> impl Strategy<Value = (Board, Vec<Vec<i64>>)> {
    board_of(rows, cols).prop_flat_map(|goal| {
        let tiles: Vec<i64> = goal.tiles().iter().copied().map(i64::from).collect();
        let cells = tiles.len();
        let spoilt = (0..cells, prop_oneof![-3i64..30, any::<i64>()]);
        let row = (Just(tiles).prop_shuffle(), prop::option::weighted(0.1, spoilt));
        let row = row.prop_map(|(mut tiles, spoilt)| {
            if let Some((cell, number)) = spoilt {
                tiles[cell] = number;
            }
            tiles
        });
        (Just(goal), prop::collection::vec(row, 0..12))
    })
}

/// A row as a board, which has the goal's tiles.
fn board(goal: &Board, row: &[i64]) -> Option<Board> {
    let tiles: Vec<u32> = row.iter().map(|&number| u32::try_from(number).ok()).collect::<Option<_>>()?;
    let board = Board::new(goal.grid().rows, goal.grid().cols, tiles).ok()?;
    board.homes(goal).ok().map(|_| board)
}

/// The number of the row that an error names.
fn row_of<T>(result: &Result<T>) -> Option<usize> {
    match result {
        Err(Error::Row { row, .. }) => Some(*row),
        _ => None,
    }
}

/// The rows as numbers of another type, if it has all of them.
fn converted<T: TryFrom<i64>>(rows: &[Vec<i64>]) -> Option<Vec<T>> {
    rows.iter().flatten().map(|&number| T::try_from(number).ok()).collect()
}

/// Compares the figures of all rows with those of one board after another, for one type of numbers.
macro_rules! compare {
    ($goal:expr, $rows:expr, $($whole:ty),*) => {$(
        if let Some(numbers) = converted::<$whole>($rows) {
            let found = arrays::figures(&Figure::Manhattan, $goal, &numbers, 0, 2, &Cancel::new());
            let boards: Vec<Option<Board>> = $rows.iter().map(|row| board($goal, row)).collect();
            match boards.iter().position(Option::is_none) {
                Some(bad) => prop_assert_eq!(row_of(&found), Some(bad)),
                None => {
                    let slow = boards.iter().flatten().map(|board| board.manhattan($goal).unwrap());
                    prop_assert_eq!(found.unwrap(), slow.collect::<Vec<_>>());
                    let solvable = arrays::figures(&Figure::Solvable, $goal, &numbers, 0, 2, &Cancel::new());
                    let slow = boards.iter().flatten();
                    let slow = slow.map(|board| u64::from(parity::is_solvable(board, $goal).unwrap()));
                    prop_assert_eq!(solvable.unwrap(), slow.collect::<Vec<_>>());
                }
            }
        }
    )*};
}

/// Compares a batch with one board after another, for one type of numbers: with errors in their place, and
/// with the first error alone.
macro_rules! solve_like_single_boards {
    ($solver:expr, $rows:expr, $($whole:ty),*) => {$(
        if let Some(numbers) = converted::<$whole>($rows) {
            let goal = $solver.goal();
            let cancel = Cancel::new();
            let single = |row: &Vec<i64>| $solver.solve(&board(goal, row)?, &cancel).ok();
            let slow: Vec<_> = $rows.iter().map(single).collect();
            let parts = batch::solve_many($solver, &numbers, 0, 2, true, &cancel).unwrap();
            let lengths: Vec<i32> = parts.iter().flat_map(|part| part.lengths.iter().copied()).collect();
            let length = |found: &Option<Solution>| found.as_ref().map_or(-1, |one| one.moves.len() as i32);
            prop_assert_eq!(lengths, slow.iter().map(length).collect::<Vec<_>>());
            let moves: Vec<u8> = parts.iter().flat_map(|part| part.moves.iter().copied()).collect();
            prop_assert_eq!(moves, slow.iter().flatten().flat_map(|one| one.moves.clone()).collect::<Vec<_>>());
            let bad = slow.iter().position(Option::is_none);
            prop_assert_eq!(row_of(&batch::solve_many($solver, &numbers, 0, 2, false, &cancel)), bad);
        }
    )*};
}

/// The index of a board: of a small one, a large one, or none.
fn any_index() -> impl Strategy<Value = u64> {
    prop_oneof![8 => 0u64..12, 2 => 0u64..200_000, 1 => any::<u64>()]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn figures_are_those_of_single_boards((goal, rows) in rows()) {
        compare!(&goal, &rows, u8, i8, u16, i16, u32, i32, u64, i64);
    }

    #[test]
    fn moves_are_those_of_single_boards(
        (goal, rows) in rows(),
        codes in prop::collection::vec(0..=PASS, 0..20),
        stay in any::<bool>(),
    ) {
        let rows: Vec<Vec<i64>> = rows.into_iter().filter(|row| board(&goal, row).is_some()).collect();
        let mut numbers: Vec<i64> = rows.concat();
        let moves = Moves { codes: &codes, count: codes.len(), stay };
        let made = arrays::apply(&mut numbers, goal.grid(), &moves, 0, 2, &Cancel::new());
        let mut slow = Vec::new();
        for row in &rows {
            let mut at = board(&goal, row).unwrap();
            for &code in codes.iter().filter(|&&code| code != PASS) {
                match at.apply([Move::from_code(code)]) {
                    Ok(next) => at = next,
                    Err(_) if stay => {}
                    Err(_) => {
                        prop_assert_eq!(row_of(&made), Some(slow.len() / goal.grid().cells()));
                        return Ok(());
                    }
                }
            }
            slow.extend(at.tiles().iter().copied().map(i64::from));
        }
        prop_assert!(made.is_ok());
        prop_assert_eq!(numbers, slow);
    }

    #[test]
    fn batches_are_solved_like_single_boards((goal, rows) in rows_of(2..4, 2..5)) {
        let solver = Solver::new(goal.clone(), Options::of(Method::Auto)).unwrap();
        solve_like_single_boards!(&solver, &rows, u8, i8, u16, i16, u32, i32, u64, i64);
    }

    #[test]
    fn numbers_that_are_no_whole_boards_are_refused(
        goal in any_board(),
        numbers in prop::collection::vec(any::<i64>(), 1..40),
    ) {
        let (cells, cancel) = (goal.grid().cells(), Cancel::new());
        let solver = Solver::new(goal.clone(), Options::of(Method::Auto)).unwrap();
        let solved = batch::solve_many(&solver, &numbers, 0, 1, false, &cancel);
        if numbers.len() % cells == 0 {
            let figures = arrays::figures(&Figure::Manhattan, &goal, &numbers, 0, 1, &cancel);
            prop_assert_eq!(row_of(&figures), row_of(&solved));
        } else {
            prop_assert!(matches!(solved, Err(Error::InvalidBoard(_))));
        }
    }

    #[test]
    fn any_indices_are_boards_or_refused(goal in any_board(), indices in prop::collection::vec(any_index(), 0..12)) {
        let cancel = Cancel::new();
        let homes = arrays::unrank(&indices, &goal, 7, 2, &cancel);
        let cells = goal.grid().cells();
        if cells > MAX_INDEXED_CELLS {
            prop_assert!(homes.is_err());
            return Ok(());
        }
        let states = paper_index::states(goal.grid());
        match indices.iter().position(|&index| index >= states) {
            Some(bad) => prop_assert_eq!(row_of(&homes), Some(7 + bad)),
            None => {
                let tiles: Vec<u32> = homes.unwrap().into_iter().map(|home| goal.tiles()[usize::from(home)]).collect();
                for tiles in tiles.chunks(cells) {
                    let board = Board::new(goal.grid().rows, goal.grid().cols, tiles.to_vec()).unwrap();
                    prop_assert!(parity::is_solvable(&board, &goal).unwrap());
                }
                let back = arrays::figures(&Figure::Rank, &goal, &tiles, 0, 1, &cancel);
                prop_assert_eq!(back.unwrap(), indices);
            }
        }
    }

    #[test]
    fn any_words_are_unpacked_and_back(words in prop::collection::vec(any::<u64>(), 0..20)) {
        let tiles = arrays::unpack(&words, 2, &Cancel::new()).unwrap();
        prop_assert!(tiles.iter().all(|&tile| tile < 16));
        prop_assert_eq!(arrays::pack(&tiles, 0, 2, &Cancel::new()).unwrap(), words);
    }

    #[test]
    fn words_are_packed_and_back(tiles in prop::collection::vec(-1i32..18, arrays::PACKED)) {
        let packed = arrays::pack(&tiles, 7, 1, &Cancel::new());
        if tiles.iter().all(|tile| (0..16).contains(tile)) {
            let back = arrays::unpack(&packed.unwrap(), 1, &Cancel::new()).unwrap();
            prop_assert_eq!(back.into_iter().map(i32::from).collect::<Vec<_>>(), tiles);
        } else {
            prop_assert_eq!(row_of(&packed), Some(7));
        }
    }
}
