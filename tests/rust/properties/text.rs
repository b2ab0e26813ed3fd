//! Boards and moves as text: any text is a board that prints back to itself, or an error of bounded length.

use super::{any_board, config};
use proptest::prelude::*;
use puzzle15::puzzle::board::parse_moves;
use puzzle15::puzzle::grid::Move;
use puzzle15::puzzle::text;

/// Most letters of an error, whatever was read.
const LETTERS: usize = 3000;

/// Text of what boards are written with, and of anything else.
fn board_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        6 => (0u32..30).prop_map(|tile| tile.to_string()),
        1 => any::<u64>().prop_map(|number| number.to_string()),
        6 => prop::sample::select(vec![" ", ",", ";", "/", "\n", "\r", "|", "│", "[", "]", "(", ")", ".", "_"])
            .prop_map(str::to_owned),
        1 => prop::sample::select(vec!["─", "+---+", "║", "\u{a0}", "\0", "٣", "-1", "x"]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(part, 0..60).prop_map(|parts| parts.concat())
}

/// A number of rows or columns, or none.
fn side() -> impl Strategy<Value = Option<usize>> {
    prop::option::of(prop_oneof![4 => 0usize..7, 1 => Just(usize::MAX)])
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn whatever_is_read_prints_back_to_itself(text in board_text(), rows in side(), cols in side()) {
        match text::parse(&text, rows, cols) {
            Ok(board) => {
                prop_assert_eq!(&text::parse(&text::compact(&board).unwrap(), None, None).unwrap(), &board);
                prop_assert_eq!(&text::parse(&text::draw(&board).unwrap(), None, None).unwrap(), &board);
            }
            Err(error) => prop_assert!(error.to_string().chars().count() < LETTERS, "{error}"),
        }
    }

    #[test]
    fn boards_print_back_to_themselves(board in any_board()) {
        prop_assert_eq!(&text::parse(&text::compact(&board).unwrap(), None, None).unwrap(), &board);
        prop_assert_eq!(&text::parse(&text::draw(&board).unwrap(), None, None).unwrap(), &board);
        let flat = text::compact(&board).unwrap().replace('/', " ");
        prop_assert_eq!(&text::parse(&flat, Some(board.grid().rows), None).unwrap(), &board);
    }

    #[test]
    fn errors_do_not_grow_with_the_text(part in board_text(), times in 1usize..2000) {
        if let Err(error) = text::parse(&part.repeat(times), None, None) {
            prop_assert!(error.to_string().chars().count() < LETTERS, "{error}");
        }
    }

    #[test]
    fn moves_are_letters_or_an_error(text in "[LRUDlrud \n]{0,40}.{0,2}") {
        match parse_moves(&text) {
            Ok(moves) => {
                let letters: String = moves.into_iter().map(Move::letter).collect();
                let plain: String = text.split_whitespace().collect();
                prop_assert_eq!(letters, plain.to_uppercase());
            }
            Err(error) => prop_assert!(error.to_string().contains("is not a move")),
        }
    }
}
