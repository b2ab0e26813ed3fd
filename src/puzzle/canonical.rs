//! Any goal made standard, and moves translated back.
//!
//! Solvers know one goal for each shape and home of the blank: the tiles in order. A [`Canonical`] turns a
//! board with any goal into such a *standard* board. It mirrors the board so that it is no higher than wide
//! and the blank's home lies in its lower right quarter (so that fewer cases need tables), and renames every
//! tile after its cell in the goal. Moves that solve the standard board, mirrored back, solve the original.

use crate::puzzle::board::Board;
use crate::puzzle::grid::{Grid, Move};

/// How boards with one goal are made standard.
#[derive(Clone, Debug)]
pub struct Canonical {
    grid: Grid,
    home: usize,
    /// By cell of the original: the cell of the standard board.
    cells: Vec<u32>,
    /// By code of a standard move: the code of the original one.
    codes: [u8; 4],
}

impl Canonical {
    /// How boards with this goal are made standard.
    pub fn new(goal: &Board) -> Canonical {
        let original = goal.grid();
        let transpose = original.rows > original.cols;
        let flip_rows = 2 * original.row(goal.blank()) + 1 < original.rows;
        let flip_cols = 2 * original.col(goal.blank()) + 1 < original.cols;
        let grid = if transpose { Grid::new(original.cols, original.rows) } else { original };
        let place = |cell: usize| {
            let (mut row, mut col) = (original.row(cell), original.col(cell));
            if flip_rows {
                row = original.rows - 1 - row;
            }
            if flip_cols {
                col = original.cols - 1 - col;
            }
            if transpose { (col * grid.cols + row) as u32 } else { (row * grid.cols + col) as u32 }
        };
        let cells: Vec<u32> = (0..grid.cells()).map(place).collect();
        let codes = Move::ALL.map(|step| {
            let step = if transpose { step.transposed() } else { step };
            let flip = if step.is_vertical() { flip_rows } else { flip_cols };
            (if flip { step.reverse() } else { step }).code()
        });
        Canonical { grid, home: cells[goal.blank()] as usize, cells, codes }
    }

    /// The standard grid: never higher than wide.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The cell of the standard grid in which the blank is at home.
    pub fn home(&self) -> usize {
        self.home
    }

    /// The standard board of a board with these homes in the goal, see [`Board::homes`]: its tiles are
    /// numbered 1, 2, 3, ... in the order of their homes.
    pub fn standard(&self, homes: &[u32]) -> Vec<u8> {
        let mut tiles = vec![0; homes.len()];
        self.write_standard(homes, &mut tiles);
        tiles
    }

    /// The same, written to `tiles`.
    #[inline]
    pub(crate) fn write_standard(&self, homes: &[u32], tiles: &mut [u8]) {
        for (cell, &home) in homes.iter().enumerate() {
            tiles[self.cells[cell] as usize] = self.tile_of(home as usize);
        }
    }

    /// The standard number of the tile (or blank) whose home is this cell of the original goal.
    pub fn tile_of(&self, home: usize) -> u8 {
        let home_cell = self.cells[home] as usize;
        match home_cell.cmp(&self.home) {
            std::cmp::Ordering::Less => home_cell as u8 + 1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => home_cell as u8,
        }
    }

    /// The cell of the standard board for a cell of the original.
    pub fn cell(&self, cell: usize) -> usize {
        self.cells[cell] as usize
    }

    /// The code of the original move for that of a standard one.
    #[inline]
    pub(crate) fn original_code(&self, code: u8) -> u8 {
        self.codes[code as usize & 3]
    }

    /// The codes of standard moves for those of original ones.
    pub fn standard_moves(&self, moves: &[u8]) -> Vec<u8> {
        let mut codes = [0; 4];
        for (standard, &original) in (0..).zip(&self.codes) {
            codes[usize::from(original)] = standard;
        }
        moves.iter().map(|&code| codes[usize::from(code & 3)]).collect()
    }

    /// Turns the codes of standard moves into those of the original.
    pub fn restore(&self, moves: &mut [u8]) {
        moves.iter_mut().for_each(|code| *code = self.original_code(*code));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::{Maker, Shuffling, Stream};
    use crate::runtime::cancel::Cancel;

    /// A step on the standard board is the restored step on the original.
    #[test]
    fn moves_translate_back() {
        for (rows, cols) in [(2, 3), (3, 2), (3, 3), (4, 4), (5, 2)] {
            let grid = Grid::new(rows, cols);
            let standard = Board::standard(grid);
            for blank in 0..grid.cells() {
                let goal = standard.apply(grid.path(standard.blank(), blank)).unwrap();
                let frame = Canonical::new(&goal);
                assert!(frame.grid().rows <= frame.grid().cols);
                assert!(2 * frame.grid().row(frame.home()) + 1 >= frame.grid().rows);
                assert!(2 * frame.grid().col(frame.home()) + 1 >= frame.grid().cols);
                let mut tiles = vec![0; grid.cells()];
                let maker = Maker::new(goal.clone(), Shuffling::Shuffle);
                maker.fill(&mut Stream::new(1, blank as u64), &mut tiles, &Cancel::new()).unwrap();
                let board = Board::trusted(grid, tiles);
                let framed = frame.standard(&board.homes(&goal).unwrap());
                let framed = Board::new(
                    frame.grid().rows,
                    frame.grid().cols,
                    framed.iter().map(|&t| t.into()).collect(),
                );
                for step in framed.as_ref().unwrap().legal_moves() {
                    let there = framed.as_ref().unwrap().apply([step]).unwrap();
                    let original = frame.original_code(step.code());
                    assert_eq!(frame.standard_moves(&[original]), [step.code()]);
                    let moved = board.apply([Move::from_code(original)]).unwrap();
                    let again = frame.standard(&moved.homes(&goal).unwrap());
                    assert!(there.tiles().iter().zip(&again).all(|(&x, &y)| x == u32::from(y)));
                }
            }
        }
    }
}
