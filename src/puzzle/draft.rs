//! A board as it is read, tile by tile, with what is wrong with it so far.
//!
//! Whatever boards are read from (text, sequences, arrays) fills a [`Draft`]. It takes four bytes for a tile and
//! keeps only a few of the defects, so that bad input costs little more than good input: at most five bytes
//! for each tile, in time in proportion to their number.

use crate::puzzle::board::Board;
use crate::puzzle::error::{Defect, Error, Few, Result};
use crate::puzzle::grow;
use crate::puzzle::tile_defects::{UNREAD, tile_defects};

/// A board as it is read.
#[derive(Default)]
pub struct Draft {
    tiles: Vec<u32>,
    /// Tiles that could not be read.
    unread: Few<Defect>,
    /// Rows that are complete, and the tiles of the first of them.
    rows: usize,
    cols: usize,
    /// The tiles of all rows that are complete.
    complete: usize,
    /// Rows of another length than the first.
    ragged: Few<Defect>,
    /// Whatever else is wrong.
    other: Few<Defect>,
}

impl Draft {
    /// A draft with these tiles, not yet in rows.
    pub fn of(tiles: &[u32]) -> Result<Draft> {
        Ok(Draft { tiles: grow::copied(tiles)?, ..Draft::default() })
    }

    /// The next tile.
    #[inline]
    pub fn push(&mut self, tile: u32) -> Result<()> {
        grow::reserve(&mut self.tiles, 1)?;
        self.tiles.push(tile);
        Ok(())
    }

    /// A place in which there is no tile; `defect` says why, and is called only if that is kept.
    pub fn push_unread(&mut self, defect: impl FnOnce() -> Defect) -> Result<()> {
        self.push(UNREAD)?;
        self.unread.push_with(defect);
        Ok(())
    }

    /// Notes something that is wrong with the whole.
    pub fn note(&mut self, defect: Defect) {
        self.other.push(defect);
    }

    /// Adds the defects of another draft that is no part of this board.
    pub fn note_unread(&mut self, other: Draft) {
        self.other.append(other.unread);
    }

    /// Ends a row.
    pub fn end_row(&mut self) {
        let got = self.row().len();
        if self.rows == 0 {
            self.cols = got;
        } else if got != self.cols {
            self.ragged.push(Defect::Ragged { row: self.rows, got, expected: self.cols });
        }
        self.rows += 1;
        self.complete = self.tiles.len();
    }

    /// The tiles of the row that has not ended.
    fn row(&self) -> &[u32] {
        &self.tiles[self.complete..]
    }

    /// Whether the row that has not ended is a single number of several digits: tiles without spaces.
    pub(crate) fn is_crowded(&self) -> bool {
        matches!(self.row(), [tile] if *tile > 99 && *tile != UNREAD)
    }

    /// How many rows have ended.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many tiles there are.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// The board that the rows make; `rows` and `cols` are what was asked for.
    pub fn in_rows(mut self, rows: Option<usize>, cols: Option<usize>) -> Result<Board> {
        self.other.append(std::mem::take(&mut self.ragged));
        if rows.is_some_and(|rows| rows != self.rows) || cols.is_some_and(|cols| cols != self.cols) {
            self.note(Defect::OtherShape { rows: self.rows, cols: self.cols, asked: (rows, cols) });
        }
        let (rows, cols) = (self.rows, self.cols);
        self.finish(rows, cols)
    }

    /// The board that the tiles make if they are folded into `rows` by `cols`; whichever is not given follows
    /// from the other, or the square.
    pub fn folded(mut self, rows: Option<usize>, cols: Option<usize>) -> Result<Board> {
        let n = self.tiles.len();
        let shape = match (rows, cols) {
            (Some(rows), Some(cols)) => Some((rows, cols)),
            (Some(rows), None) if rows > 0 && n % rows == 0 => Some((rows, n / rows)),
            (None, Some(cols)) if cols > 0 && n % cols == 0 => Some((n / cols, cols)),
            (None, None) if n > 0 && n.isqrt().pow(2) == n => Some((n.isqrt(), n.isqrt())),
            _ => None,
        };
        if shape.is_none() && n > 0 {
            self.note(match rows.or(cols) {
                Some(lines) => Defect::Uneven { tiles: n, lines },
                None => Defect::NotSquare { tiles: n },
            });
        }
        let (rows, cols) = shape.unwrap_or_default();
        self.finish(rows, cols)
    }

    fn finish(self, rows: usize, cols: usize) -> Result<Board> {
        let unread = self.unread.count();
        let mut defects = self.unread;
        defects.append(self.other);
        if defects.is_empty() {
            return Board::new(rows, cols, self.tiles);
        }
        // So far the defects are those of reading and of the shape. The tiles may have others.
        defects.append(tile_defects(&self.tiles, unread)?);
        Err(Error::InvalidBoard(defects))
    }
}
