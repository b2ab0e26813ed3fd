//! The boards of a beam, row by row. Most of them differ in a few rows only, so they share all others: a board is
//! a list of rows, and a row is copied when one of the boards that share it changes it.
//!
//! All round there is a wall, so that no move needs to be checked against the edges; cells that are done become
//! walls, too.

use crate::anysize::guide::Spot;

/// Marks a cell that the blank cannot enter.
pub const WALL: Spot = Spot { x: u16::MAX, y: u16::MAX };

/// So many rows are compared at once.
const CHUNK: usize = 8;

/// The boards of a beam, all of one size: by cell, the home of the tile there, or [`WALL`].
#[derive(Clone, Debug, Default)]
pub struct BoardPool {
    /// Rows of a board, the wall included, filled up with walls to whole [`CHUNK`]s.
    rows: usize,
    /// The same without those that fill up.
    height: usize,
    /// Cells of a row, the wall included.
    stride: usize,
    /// The cells of all rows.
    cells: Vec<Spot>,
    /// By row: how many boards have it.
    uses: Vec<u32>,
    unused: Vec<u32>,
    /// By board: its rows.
    lists: Vec<u32>,
    free: Vec<u32>,
}

impl BoardPool {
    /// A pool with one board, of so many rows and columns: number 0.
    pub fn new(rows: usize, cols: usize, tile: impl Fn(Spot) -> Spot) -> BoardPool {
        let (height, stride) = (rows + 2, cols + 2);
        let mut cells = vec![WALL; height * stride];
        for y in 0..rows {
            for x in 0..cols {
                cells[(y + 1) * stride + x + 1] = tile(Spot { x: x as u16, y: y as u16 });
            }
        }
        let mut lists: Vec<u32> = (0..height as u32).collect();
        lists.resize(height.next_multiple_of(CHUNK), 0);
        let mut uses = vec![1; height];
        uses[0] += (lists.len() - height) as u32;
        BoardPool { rows: lists.len(), height, stride, cells, uses, unused: vec![], lists, free: vec![] }
    }

    /// The bytes that so many boards, and their pool, take at most after so many more changes of a row each.
    pub fn most_bytes(&self, boards: usize, changes: usize) -> usize {
        let rows = (boards * self.rows).min(self.uses.len() + boards * changes);
        rows * (self.stride * size_of::<Spot>() + size_of::<u32>()) + boards * self.rows * size_of::<u32>()
    }

    /// Copies a board, and gives the number of the copy.
    pub fn duplicate(&mut self, board: u32) -> u32 {
        let from = board as usize * self.rows;
        let Some(copy) = self.free.pop() else {
            self.lists.extend_from_within(from..from + self.rows);
            for &row in &self.lists[from..from + self.rows] {
                self.uses[row as usize] += 1;
            }
            return (self.lists.len() / self.rows - 1) as u32;
        };
        // A board that was taken back still has its rows: most of them are those that it gets.
        let to = copy as usize * self.rows;
        let (before, behind) = self.lists.split_at_mut(from.max(to));
        let (old, new) = if to < from {
            (&mut before[to..to + self.rows], &behind[..self.rows])
        } else {
            (&mut behind[..self.rows], &before[from..from + self.rows])
        };
        let chunks = old.as_chunks_mut::<CHUNK>().0.iter_mut().zip(new.as_chunks::<CHUNK>().0);
        for (old, new) in chunks.filter(|(old, new)| old != new) {
            for (old, &new) in old.iter_mut().zip(new).filter(|(old, new)| old != new) {
                self.uses[new as usize] += 1;
                self.uses[*old as usize] -= 1;
                if self.uses[*old as usize] == 0 {
                    self.unused.push(*old);
                }
                *old = new;
            }
        }
        copy
    }

    /// Takes back a board that is no longer used.
    #[inline]
    pub fn release(&mut self, board: u32) {
        self.free.push(board);
    }

    /// The tile in a place.
    #[inline]
    pub fn tile(&self, board: u32, at: Spot) -> Spot {
        let row = self.lists[board as usize * self.rows + usize::from(at.y) + 1];
        self.cells[row as usize * self.stride + usize::from(at.x) + 1]
    }

    /// The tiles left of a place, right of it, above and below.
    #[inline(always)]
    pub fn around(&self, board: u32, at: Spot) -> [Spot; 4] {
        let first = board as usize * self.rows + usize::from(at.y);
        let rows = &self.lists[first..first + 3];
        let x = usize::from(at.x) + 1;
        let above = self.cells[rows[0] as usize * self.stride + x];
        let row = rows[1] as usize * self.stride + x;
        let below = self.cells[rows[2] as usize * self.stride + x];
        [self.cells[row - 1], self.cells[row + 1], above, below]
    }

    /// Exchanges what is in two places.
    #[inline]
    pub fn swap(&mut self, board: u32, a: Spot, b: Spot) {
        let first = self.own_row(board, a.y) + usize::from(a.x) + 1;
        let second = if a.y == b.y {
            first - usize::from(a.x) + usize::from(b.x)
        } else {
            self.own_row(board, b.y) + usize::from(b.x) + 1
        };
        self.cells.swap(first, second);
    }

    /// Turns a place that is done into a wall.
    pub fn close(&mut self, board: u32, at: Spot) {
        let cell = self.own_row(board, at.y) + usize::from(at.x) + 1;
        self.cells[cell] = WALL;
    }

    /// Where a row of a board begins, now that it is no longer shared.
    #[inline(always)]
    fn own_row(&mut self, board: u32, y: u16) -> usize {
        let place = board as usize * self.rows + usize::from(y) + 1;
        let row = self.lists[place];
        if self.uses[row as usize] == 1 {
            return row as usize * self.stride;
        }
        self.uses[row as usize] -= 1;
        let own = self.copy_of_row(row);
        self.lists[place] = own;
        own as usize * self.stride
    }

    fn copy_of_row(&mut self, row: u32) -> u32 {
        let own = self.unused.pop().unwrap_or_else(|| {
            self.cells.resize(self.cells.len() + self.stride, WALL);
            self.uses.push(0);
            (self.uses.len() - 1) as u32
        });
        self.uses[own as usize] = 1;
        let from = row as usize * self.stride;
        self.cells.copy_within(from..from + self.stride, own as usize * self.stride);
        own
    }

    /// The place of the tile with this home, which is looked for in rings around another place.
    pub fn find(&self, board: u32, home: Spot, around: Spot) -> Spot {
        let (rows, cols) = ((self.height - 2) as isize, (self.stride - 2) as isize);
        let (x, y) = (around.x as isize, around.y as isize);
        for r in 0..rows.max(cols) {
            for row in (y - r).max(0)..=(y + r).min(rows - 1) {
                let step = if (row - y).abs() == r { 1 } else { 2 * r };
                let mut col = x - r;
                while col <= x + r {
                    if (0..cols).contains(&col) {
                        let at = Spot { x: col as u16, y: row as u16 };
                        if self.tile(board, at) == home {
                            return at;
                        }
                    }
                    col += step.max(1);
                }
            }
        }
        panic!("every tile is somewhere")
    }

    /// All places, row by row.
    #[cfg(test)]
    pub fn places(&self) -> impl Iterator<Item = Spot> + use<> {
        let (rows, cols) = ((self.height - 2) as u16, (self.stride - 2) as u16);
        (0..rows).flat_map(move |y| (0..cols).map(move |x| Spot { x, y }))
    }

    /// The tiles of a board, with their places; not the blank, which is in this place.
    pub fn tiles(&self, board: u32, blank: Spot) -> impl Iterator<Item = (Spot, Spot)> {
        let begin = board as usize * self.rows + 1;
        let rows = self.lists[begin..begin + self.height - 2].iter().zip(0..);
        let tiles = rows.flat_map(move |(&row, y)| {
            let first = row as usize * self.stride + 1;
            self.cells[first..first + self.stride - 2].iter().zip((0..).map(move |x| Spot { x, y }))
        });
        tiles.filter(move |&(&home, at)| home != WALL && at != blank).map(|(&home, at)| (home, at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards that share rows are those that whole copies would be.
    #[test]
    fn shared_rows_change_alone() {
        let spot = |x, y| Spot { x, y };
        let mut boards = BoardPool::new(5, 9, |at| at);
        let mut copies: Vec<Option<Vec<Spot>>> = vec![Some(boards.places().collect())];
        let cell = |at: Spot| usize::from(at.y) * 9 + usize::from(at.x);
        let mut seed = 1u32;
        let mut below = |n: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) as usize % n
        };
        for _ in 0..3000 {
            let board = below(copies.len());
            let Some(tiles) = copies[board].clone() else { continue };
            let (a, b) = (spot(below(9) as u16, below(5) as u16), spot(below(9) as u16, below(5) as u16));
            match below(4) {
                0 if copies.iter().flatten().count() < 20 => {
                    let copy = boards.duplicate(board as u32) as usize;
                    copies.resize(copies.len().max(copy + 1), None);
                    assert!(copies[copy].replace(tiles).is_none());
                }
                1 if copies.iter().flatten().count() > 1 => {
                    boards.release(board as u32);
                    copies[board] = None;
                }
                _ => {
                    boards.swap(board as u32, a, b);
                    copies[board].as_mut().unwrap().swap(cell(a), cell(b));
                }
            }
            for (board, tiles) in
                copies.iter().enumerate().filter_map(|(i, tiles)| Some((i, tiles.as_ref()?)))
            {
                assert!(boards.places().all(|at| boards.tile(board as u32, at) == tiles[cell(at)]));
            }
        }
        let at = boards.find(copies.iter().position(Option::is_some).unwrap() as u32, spot(3, 3), spot(0, 0));
        assert!(at.x < 9 && at.y < 5);
    }
}
