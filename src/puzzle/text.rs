//! Boards as people write them.
//!
//! Numbers are separated by spaces, commas or semicolons, rows by new lines or `/`. The blank is `0`, `.` or
//! `_`, or nothing between two commas. A drawing with bars between the cells, such as [`draw`] makes, can be
//! read, too; there an empty cell is the blank.

use crate::puzzle::board::{Board, tile_defects};
use crate::puzzle::error::{Defect, Error, Place, Result};

/// Reads a board. If the text has only one row of numbers, `rows` and `cols` say how to fold it; without them
/// it must be a square.
pub fn parse(text: &str, rows: Option<usize>, cols: Option<usize>) -> Result<Board> {
    let lines: Vec<&str> = text
        .split(['\n', '\r', '/', ']'])
        .map(str::trim)
        .filter(|line| !line.chars().all(is_ruling))
        .collect();
    let drawn = lines.iter().any(|line| line.contains(BARS));
    let mut defects = Vec::new();
    let mut table: Vec<Vec<Option<u32>>> = Vec::new();
    for (row, fields) in if drawn { drawn_fields(&lines) } else { plain_fields(&lines) }.iter().enumerate() {
        table.push(fields.iter().map(|field| read_tile(field, row, &mut defects)).collect());
    }
    let crowded = |row: &Vec<Option<u32>>| row.len() == 1 && row[0].is_some_and(|tile| tile > 99);
    if !drawn && table.iter().any(crowded) {
        defects.push(Defect::NotSeparated);
    }
    if table.len() == 1 && !drawn {
        return from_flat(table.concat(), rows, cols, defects);
    }
    from_rows(table, rows, cols, defects)
}

/// Puts rows together. A tile that could not be read is `None`, and `defects` says why.
pub fn from_rows(
    table: Vec<Vec<Option<u32>>>,
    rows: Option<usize>,
    cols: Option<usize>,
    mut defects: Vec<Defect>,
) -> Result<Board> {
    let first = table.first().map_or(0, Vec::len);
    for (row, tiles) in table.iter().enumerate().filter(|(_, tiles)| tiles.len() != first) {
        defects.push(Defect::Ragged { row, got: tiles.len(), expected: first });
    }
    if rows.is_some_and(|rows| rows != table.len()) || cols.is_some_and(|cols| cols != first) {
        defects.push(Defect::OtherShape { rows: table.len(), cols: first, asked: (rows, cols) });
    }
    finish(table.len(), first, table.concat(), defects)
}

/// Folds a single row into `rows` by `cols`; whichever is not given follows from the other, or the square.
pub fn from_flat(
    tiles: Vec<Option<u32>>,
    rows: Option<usize>,
    cols: Option<usize>,
    mut defects: Vec<Defect>,
) -> Result<Board> {
    let n = tiles.len();
    let shape = match (rows, cols) {
        (Some(rows), Some(cols)) => Some((rows, cols)),
        (Some(rows), None) if rows > 0 && n % rows == 0 => Some((rows, n / rows)),
        (None, Some(cols)) if cols > 0 && n % cols == 0 => Some((n / cols, cols)),
        (None, None) if n > 0 && n.isqrt().pow(2) == n => Some((n.isqrt(), n.isqrt())),
        _ => None,
    };
    if let Some((rows, cols)) = shape {
        return finish(rows, cols, tiles, defects);
    }
    if n > 0 {
        defects.push(match rows.or(cols) {
            Some(lines) => Defect::Uneven { tiles: n, lines },
            None => Defect::NotSquare { tiles: n },
        });
    }
    finish(0, 0, tiles, defects)
}

fn finish(rows: usize, cols: usize, tiles: Vec<Option<u32>>, mut defects: Vec<Defect>) -> Result<Board> {
    if defects.is_empty() {
        // A tile is `None` only where a defect has been found.
        return Board::new(rows, cols, tiles.into_iter().flatten().collect());
    }
    // So far the defects are those of reading and of the shape. The tiles may have others.
    defects.extend(if tiles.is_empty() { vec![Defect::Empty] } else { tile_defects(&tiles) });
    Err(Error::InvalidBoard(defects))
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

/// The cells of drawn rows: every field between bars, even an empty one. Bars at the left or right edge are
/// part of the frame if every row has them.
fn drawn_fields<'a>(lines: &[&'a str]) -> Vec<Vec<&'a str>> {
    let left = lines.iter().all(|line| line.starts_with(BARS));
    let right = lines.iter().all(|line| line.ends_with(BARS));
    let inner = lines.iter().map(|line| {
        let line = if left { line.strip_prefix(BARS).unwrap_or(line) } else { line };
        if right { line.strip_suffix(BARS).unwrap_or(line) } else { line }
    });
    inner.map(|line| line.split(BARS).map(str::trim).collect()).collect()
}

/// The tiles of rows without bars, separated by white space, commas and brackets; nothing between two commas
/// is the blank.
fn plain_fields<'a>(lines: &[&'a str]) -> Vec<Vec<&'a str>> {
    let brackets = ['[', ']', '(', ')'];
    let fields = |line: &'a str| {
        let parts: Vec<&str> = line.split([',', ';']).collect();
        let last = parts.len() - 1;
        let tiles = parts.into_iter().enumerate().flat_map(move |(i, part)| {
            let mut tiles: Vec<&str> = part
                .split(|c: char| c.is_whitespace() || brackets.contains(&c))
                .filter(|tile| !tile.is_empty())
                .collect();
            if tiles.is_empty() && part.trim().is_empty() && i > 0 && i < last {
                tiles.push("");
            }
            tiles
        });
        tiles.collect()
    };
    lines.iter().map(|line| fields(line)).collect()
}

fn read_tile(field: &str, row: usize, defects: &mut Vec<Defect>) -> Option<u32> {
    if ["", ".", "_"].contains(&field) {
        return Some(0);
    }
    let tile = field.parse().ok();
    if tile.is_none() {
        let is_number = field.bytes().all(|byte| byte.is_ascii_digit());
        let got = if is_number { field.to_owned() } else { format!("'{field}'") };
        defects.push(Defect::unreadable(got, Place::Row(row)));
    }
    tile
}

/// One line: tiles separated by spaces, rows by `/`.
pub fn compact(board: &Board) -> String {
    board.grid().line_of(board.tiles())
}

/// A drawing of the grid.
pub fn draw(board: &Board) -> String {
    let cols = board.grid().cols;
    let widest = board.tiles().iter().max().map_or(1, |tile| tile.to_string().len());
    let bar = "─".repeat(widest + 2);
    let ruling =
        |left: &str, middle: &str, right: &str| format!("{left}{}{right}", vec![&*bar; cols].join(middle));
    let rows = board.tiles().chunks(cols).map(|row| {
        let cells = row.iter().map(|&tile| match tile {
            0 => " ".repeat(widest + 2),
            _ => format!(" {tile:>widest$} "),
        });
        format!("│{}│", cells.collect::<Vec<_>>().join("│"))
    });
    let between = format!("\n{}\n", ruling("├", "┼", "┤"));
    let rows = rows.collect::<Vec<_>>().join(&between);
    format!("{}\n{rows}\n{}", ruling("┌", "┬", "┐"), ruling("└", "┴", "┘"))
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
            &draw(&goal),
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
        assert_eq!(compact(&goal), "1 2 3/4 5 6/7 8 0");
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
