//! Arrays of boards, of numbers of any type, against one board after another.

use super::{any_board, config};
use proptest::prelude::*;
use puzzle15::puzzle::board::Board;
use puzzle15::puzzle::error::{Error, Result};
use puzzle15::puzzle::grid::Move;
use puzzle15::puzzle::parity;
use puzzle15::runtime::cancel::Cancel;
use puzzle15::solver::arrays::{self, Figure, Moves, PASS};

/// Rows of numbers: most are boards, some have a number that is none or that is there twice.
fn rows() -> impl Strategy<Value = (Board, Vec<Vec<i64>>)> {
    any_board().prop_flat_map(|goal| {
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
