//! Boards as people write them.
//!
//! Numbers are separated by spaces, commas or semicolons, rows by new lines or `/`. The blank is `0`, `.` or
//! `_`, or nothing between two commas. A drawing with bars between the cells, such as [`draw`] makes, can be
//! read, too; there an empty cell is the blank.

use crate::puzzle::board::Board;
use crate::puzzle::draft::Draft;
use crate::puzzle::error::{Defect, Excerpt, Place, Result};
use crate::puzzle::grow;
use std::fmt::Write;

/// Reads a board. If the text has only one row of numbers, `rows` and `cols` say how to fold it; without them
/// it must be a square.
pub fn parse(text: &str, rows: Option<usize>, cols: Option<usize>) -> Result<Board> {
    let drawn = text.contains(BARS);
    let mut draft = Draft::default();
    if drawn {
        read_drawn(text, &mut draft)?;
    } else {
        read_plain(text, &mut draft)?;
    }
    if draft.rows() == 1 && !drawn { draft.folded(rows, cols) } else { draft.in_rows(rows, cols) }
}

/// The lines that are rows of the board.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.split(['\n', '\r', '/', ']']).map(str::trim);
    lines.filter(|line| !line.chars().all(is_ruling))
}

/// What stands between the cells of a drawn row.
const BARS: [char; 4] = ['|', '│', '┃', '║'];

/// Whether a character belongs to a line between two rows: the box-drawing characters other than bars, those
/// that people use instead, and what is left between the rows of a nested list.
fn is_ruling(letter: char) -> bool {
    letter.is_whitespace()
        || "+-=,;[()".contains(letter)
        || ('─'..='╿').contains(&letter) && !BARS.contains(&letter)
}

/// Reads drawn rows: every field between bars is a cell, even an empty one. Bars at the left or right edge are
/// part of the frame if every row has them.
fn read_drawn(text: &str, draft: &mut Draft) -> Result<()> {
    let left = lines(text).all(|line| line.starts_with(BARS));
    let right = lines(text).all(|line| line.ends_with(BARS));
    for line in lines(text) {
        let line = if left { line.strip_prefix(BARS).unwrap_or(line) } else { line };
        let line = if right { line.strip_suffix(BARS).unwrap_or(line) } else { line };
        for field in line.split(BARS) {
            read_tile(field.trim(), draft)?;
        }
        draft.end_row();
    }
    Ok(())
}

/// Reads rows without bars, whose tiles are separated by white space, commas and brackets; nothing between two
/// commas is the blank.
fn read_plain(text: &str, draft: &mut Draft) -> Result<()> {
    let mut crowded = false;
    for line in lines(text) {
        let mut parts = line.split([',', ';']).peekable();
        let mut is_first = true;
        while let Some(part) = parts.next() {
            if part.trim().is_empty() && !is_first && parts.peek().is_some() {
                draft.push(0)?;
            }
            let tiles = part.split(|c: char| c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')'));
            for tile in tiles.filter(|tile| !tile.is_empty()) {
                read_tile(tile, draft)?;
            }
            is_first = false;
        }
        crowded |= draft.is_crowded();
        draft.end_row();
    }
    if crowded {
        draft.note(Defect::NotSeparated);
    }
    Ok(())
}

fn read_tile(field: &str, draft: &mut Draft) -> Result<()> {
    if ["", ".", "_"].contains(&field) {
        return draft.push(0);
    }
    match field.parse() {
        Ok(tile) => draft.push(tile),
        Err(_) => {
            let row = draft.rows();
            draft.push_unread(|| unreadable(field, row))
        }
    }
}

/// The defect of something in a row that is no tile. What is not a number is shown in quotes.
fn unreadable(field: &str, row: usize) -> Defect {
    if field.bytes().all(|byte| byte.is_ascii_digit()) {
        return Defect::unreadable(field, Place::Row(row));
    }
    Defect::NotATile { got: Excerpt::quoted(field), place: Place::Row(row) }
}

/// One line: tiles separated by spaces, rows by `/`.
pub fn compact(board: &Board) -> Result<String> {
    compact_within(["", ""], board)
}

/// What Python would read as the board.
#[cfg(feature = "python")]
pub(crate) fn repr(board: &Board) -> Result<String> {
    compact_within(["Board('", "')"], board)
}

/// The board as one line, with something before and something after it.
fn compact_within([before, after]: [&str; 2], board: &Board) -> Result<String> {
    let digits = |tile: &u32| tile.checked_ilog10().unwrap_or(0) as usize + 1;
    let bytes = board.tiles().iter().map(|tile| digits(tile) + 1).sum::<usize>();
    let mut text = grow::text_with_room(before.len() + bytes + after.len())?;
    text.push_str(before);
    for (cell, tile) in board.tiles().iter().enumerate() {
        match cell % board.grid().cols {
            _ if cell == 0 => {}
            0 => text.push('/'),
            _ => text.push(' '),
        }
        write!(text, "{tile}").expect("a text takes any letters");
    }
    text.push_str(after);
    Ok(text)
}

/// The same, but only as much of it as an error shows.
pub(crate) fn beginning(board: &Board) -> String {
    board.grid().line_of(&board.tiles()[..board.tiles().len().min(Excerpt::LETTERS)])
}

/// A drawing of the grid.
pub fn draw(board: &Board) -> Result<String> {
    let (rows, cols) = (board.grid().rows, board.grid().cols);
    let widest = board.tiles().iter().max().map_or(1, |tile| tile.to_string().len());
    let cell = widest + 2;
    // Every line has the letters of its cells and a bar beside each; those that are drawn take three bytes.
    let (ruling, row) = (3 * (cols * (cell + 1) + 1) + 1, cols * (cell + 3) + 4);
    let mut text = grow::text_with_room((rows + 1) * ruling + rows * row)?;
    for (number, tiles) in board.tiles().chunks(cols).enumerate() {
        let joints = if number == 0 { ["┌", "┬", "┐"] } else { ["├", "┼", "┤"] };
        rule(&mut text, cols, cell, joints);
        text.push('\n');
        for &tile in tiles {
            match tile {
                0 => write!(text, "│{:cell$}", ""),
                _ => write!(text, "│ {tile:>widest$} "),
            }
            .expect("a text takes any letters");
        }
        text.push_str("│\n");
    }
    rule(&mut text, cols, cell, ["└", "┴", "┘"]);
    Ok(text)
}

/// A line between two rows, with what stands at its left, between its cells, and at its right.
fn rule(text: &mut String, cols: usize, cell: usize, [left, middle, right]: [&str; 3]) {
    for col in 0..cols {
        text.push_str(if col == 0 { left } else { middle });
        text.extend(std::iter::repeat_n('─', cell));
    }
    text.push_str(right);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::error::Remedy;

    #[test]
    fn what_people_write() {
        let goal = parse("1 2 3/4 5 6/7 8 0", None, None).unwrap();
        for text in [
            "1,2,3\n4,5,6\n7,8,_",
            "1 2 3 4 5 6 7 8 .",
            "[[1, 2, 3]\n [4, 5, 6]\n [7, 8, 0]]",
            "[[1, 2, 3], [4, 5, 6], [7, 8, 0]]",
            "[1, 2, 3],\n[4, 5, 6],\n[7, 8, 0]",
            &draw(&goal).unwrap(),
        ] {
            assert_eq!(parse(text, None, None).unwrap(), goal, "{text}");
        }
        for text in [
            "| 1 | 2 |\n+---+---+\n| 3 |   |",
            "1 | 2\n--+--\n3 |",
            "╔═══╦═══╗\n║ 1 ║ 2 ║\n╠═══╬═══╣\n║ 3 ║   ║\n╚═══╩═══╝",
            "1,2\r3,0",
            "1\u{a0}2/3 0",
        ] {
            assert_eq!(parse(text, None, None).unwrap().tiles(), [1, 2, 3, 0], "{text}");
        }
        assert_eq!(parse("1,,2/3,4,5", None, None).unwrap().tiles(), [1, 0, 2, 3, 4, 5]);
        assert!(parse("| 1 | 2 | 3 |   |", None, None).is_err());
        assert_eq!(compact(&goal).unwrap(), "1 2 3/4 5 6/7 8 0");
    }

    #[test]
    fn all_that_is_wrong_is_said_at_once() {
        let error = parse("1 2 3/4 x/7 7 0", None, None).unwrap_err().to_string();
        assert!(error.contains("'x' in row 2 is not a whole number"), "{error}");
        assert!(error.contains("ragged row 2 (2 tiles, row 1 has 3)"), "{error}");
        assert!(error.contains("duplicate 7"), "{error}");
        let error = parse("1 2/0", None, None).unwrap_err().to_string();
        assert!(error.contains("ragged row 2 (1 tile, row 1 has 2)"), "{error}");
        let error = parse("1 2 3 4 5 0", None, None).unwrap_err();
        assert_eq!(error.to_string(), "not a board: 6 tiles in one row are not a square");
        assert_eq!(error.remedies(), [Remedy::GiveShape]);
        let error = parse("1 99999999999/2 0", None, None).unwrap_err();
        assert_eq!(error.to_string(), "not a board: 99999999999 in row 1 is over 4294967295");
    }
}
