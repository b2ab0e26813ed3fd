//! Boards as people write them.
//!
//! Numbers apart by spaces, commas or semicolons; rows apart by new lines or `/`. The blank is `0`, `.` or `_`.
//! A drawing with `|` between the cells, such as [`draw`] makes, is read too; there an empty cell is the blank.

use crate::board::Board;
use crate::error::{Defect, Error, Result};

/// Reads a board. If the text has only one row of numbers, `rows` and `cols` say how to fold it; without them
/// it must be a square.
pub fn parse(text: &str, rows: Option<usize>, cols: Option<usize>) -> Result<Board> {
    let lines = text.split(['\n', '/']).map(str::trim).filter(|line| !line.chars().all(is_ruling));
    let mut defects = Vec::new();
    let table: Vec<Vec<u32>> = lines
        .enumerate()
        .map(|(row, line)| fields(line).map(|field| read_tile(field, row, &mut defects)).collect())
        .collect();
    from_rows(table, rows, cols, defects)
}

/// Puts rows together; a single row is folded. `defects` are those found so far.
pub fn from_rows(
    mut table: Vec<Vec<u32>>,
    rows: Option<usize>,
    cols: Option<usize>,
    mut defects: Vec<Defect>,
) -> Result<Board> {
    if table.len() == 1 {
        return from_flat(table.remove(0), rows, cols, defects);
    }
    let first = table.first().map_or(0, Vec::len);
    for (row, tiles) in table.iter().enumerate().filter(|(_, tiles)| tiles.len() != first) {
        defects.push(Defect::Ragged(row, tiles.len(), first));
    }
    if rows.is_some_and(|rows| rows != table.len()) || cols.is_some_and(|cols| cols != first) {
        let asked = [rows, cols].map(|n| n.map_or("any".to_string(), |n| n.to_string()));
        let [rows, cols] = asked;
        defects.push(Defect::Misfit(format!(
            "{} rows of {first} where rows={rows}, cols={cols} were asked for",
            table.len()
        )));
    }
    finish(table.len(), first, table.concat(), defects)
}

/// Folds a single row into `rows` by `cols`; whichever is not given follows from the other, or the square.
pub fn from_flat(
    tiles: Vec<u32>,
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
    match shape {
        Some((rows, cols)) => finish(rows, cols, tiles, defects),
        None => {
            if n > 0 {
                defects.push(Defect::Misfit(match rows.or(cols) {
                    Some(lines) => format!("{n} tiles do not divide into {lines} equal lines"),
                    None => {
                        format!("{n} tiles in one row are not a square: give nested rows, or rows= or cols=")
                    }
                }));
            }
            finish(n, 0, tiles, defects)
        }
    }
}

fn finish(rows: usize, cols: usize, tiles: Vec<u32>, mut defects: Vec<Defect>) -> Result<Board> {
    if defects.is_empty() {
        return Board::new(rows, cols, tiles);
    }
    // What could not be read, or has no shape, is one thing; what the tiles themselves lack is another.
    defects.extend(if tiles.is_empty() { vec![Defect::Empty] } else { crate::board::tile_defects(&tiles) });
    Err(Error::InvalidBoard(defects))
}

/// Lines drawn between the rows of a grid.
fn is_ruling(letter: char) -> bool {
    letter.is_whitespace() || "+-=─━═┌┬┐├┼┤└┴┘".contains(letter)
}

/// The fields of one line. Between bars every field is a cell, also an empty one; elsewhere white space and
/// commas only separate.
fn fields(line: &str) -> Box<dyn Iterator<Item = &str> + '_> {
    const BARS: [char; 4] = ['|', '│', '┃', '║'];
    if !line.contains(BARS) {
        return Box::new(
            line.split([' ', '\t', ',', ';', '[', ']', '(', ')']).filter(|field| !field.is_empty()),
        );
    }
    let inner = line.strip_prefix(BARS).unwrap_or(line);
    let inner = inner.strip_suffix(BARS).unwrap_or(inner);
    Box::new(inner.split(BARS).map(str::trim))
}

fn read_tile(field: &str, row: usize, defects: &mut Vec<Defect>) -> u32 {
    match field {
        "" | "." | "_" => 0,
        _ => field.parse().unwrap_or_else(|_| {
            defects.push(Defect::NotATile(format!("'{field}'"), format!("in row {row}")));
            u32::MAX
        }),
    }
}

/// One line: tiles apart by spaces, rows by `/`.
pub fn compact(board: &Board) -> String {
    let rows = board.tiles().chunks(board.grid().cols);
    let rows = rows.map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
    rows.collect::<Vec<_>>().join("/")
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

    #[test]
    fn what_people_write() {
        let goal = parse("1 2 3/4 5 6/7 8 0", None, None).unwrap();
        for text in
            ["1,2,3\n4,5,6\n7,8,_", "1 2 3 4 5 6 7 8 .", "[[1, 2, 3]\n [4, 5, 6]\n [7, 8, 0]]", &draw(&goal)]
        {
            assert_eq!(parse(text, None, None).unwrap(), goal, "{text}");
        }
        assert_eq!(parse("| 1 | 2 |\n+---+---+\n| 3 |   |", None, None).unwrap().tiles(), [1, 2, 3, 0]);
        assert_eq!(compact(&goal), "1 2 3/4 5 6/7 8 0");
    }

    #[test]
    fn all_that_is_wrong_is_said_at_once() {
        let error = parse("1 2 3/4 x/7 7 0", None, None).unwrap_err().to_string();
        assert!(error.contains("'x' in row 1 is not a whole number"), "{error}");
        assert!(error.contains("ragged row 1 (2 tiles, row 0 has 3)"), "{error}");
        assert!(error.contains("duplicate 7"), "{error}");
        let error = parse("1 2 3 4 5 0", None, None).unwrap_err().to_string();
        assert!(error.contains("rows= or cols="), "{error}");
    }
}
