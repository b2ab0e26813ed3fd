//! The boards of a beam, row by row. Most of them differ in a few rows only, so they share all others: a board is
//! a list of rows, and a row is copied when one of the boards that share it changes it.
//!
//! All round there is a wall, so that no move needs to be checked against the edges; cells that are done become
//! walls, too.

use crate::anysize::guide::Spot;

/// Marks a cell that the blank cannot enter.
pub const WALL: Spot = Spot { x: u16::MAX, y: u16::MAX };

/// The boards of a beam, all of one size: by cell, the home of the tile there, or [`WALL`].
#[derive(Clone, Debug, Default)]
pub struct BoardPool {
    /// Rows of a board, and cells of a row, the wall included.
    rows: usize,
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
        BoardPool {
            rows: height,
            stride,
            cells,
            uses: vec![1; height],
            unused: vec![],
            lists: (0..height as u32).collect(),
            free: vec![],
        }
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
        for i in 0..self.rows {
            let (old, new) = (self.lists[to + i], self.lists[from + i]);
            if old != new {
                self.lists[to + i] = new;
                self.uses[new as usize] += 1;
                self.uses[old as usize] -= 1;
                if self.uses[old as usize] == 0 {
                    self.unused.push(old);
                }
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
        let [above, row, below] = [0, 1, 2].map(|i| self.lists[first + i] as usize * self.stride);
        let x = usize::from(at.x) + 1;
        [self.cells[row + x - 1], self.cells[row + x + 1], self.cells[above + x], self.cells[below + x]]
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
        let (rows, cols) = ((self.rows - 2) as isize, (self.stride - 2) as isize);
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

    /// The tiles of a board, with their places; not the blank, which is in this place.
    pub fn tiles(&self, board: u32, blank: Spot) -> impl Iterator<Item = (Spot, Spot)> {
        let begin = board as usize * self.rows + 1;
        let rows = self.lists[begin..begin + self.rows - 2].iter().zip(0..);
        let tiles = rows.flat_map(move |(&row, y)| {
            let first = row as usize * self.stride + 1;
            self.cells[first..first + self.stride - 2].iter().zip((0..).map(move |x| Spot { x, y }))
        });
        tiles.filter(move |&(&home, at)| home != WALL && at != blank).map(|(&home, at)| (home, at))
    }
}
