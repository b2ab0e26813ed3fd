//! The board: tiles on a grid, an immutable value.
//!
//! ```text
//!     1  2  3  4      cells are numbered row by row from 0, so 7 stands in cell 6
//!     5  6  7  8      the blank is 0, here in cell 15
//!     9 10 11 12      tiles are any distinct positive numbers; usually 1 to cells - 1
//!    13 14 15  0
//! ```
//!
//! What matters to a solver is not the numbers but where each tile wants to go: [`Board::homes`] gives, for
//! every cell, the cell of the goal in which its tile belongs. Distance, parity and relabelling follow from
//! it.

use crate::puzzle::error::{Defect, Error, Few, Result};
use crate::puzzle::grid::{Grid, Move};
use crate::puzzle::grow;
use crate::puzzle::tile_defects::tile_defects;
use std::collections::HashMap;
use std::sync::Arc;

/// Tiles on a grid, exactly one of them the blank, no two the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    grid: Grid,
    /// Shared with its clones, which need no memory.
    tiles: Arc<Vec<u32>>,
    blank: usize,
}

impl Board {
    /// A board of these tiles, row by row, or the reasons why they do not form one.
    pub fn new(rows: usize, cols: usize, tiles: Vec<u32>) -> Result<Board> {
        if !(rows >= 2 && cols >= 2 && rows.checked_mul(cols) == Some(tiles.len()) && is_usual(&tiles)) {
            let defects = defects(rows, cols, &tiles)?;
            if !defects.is_empty() {
                return Err(Error::InvalidBoard(defects));
            }
        }
        Ok(Board::trusted(Grid::new(rows, cols), tiles))
    }

    /// A board of tiles that are known to form one.
    pub(crate) fn trusted(grid: Grid, tiles: Vec<u32>) -> Board {
        let blank = tiles.iter().position(|&tile| tile == 0).expect("a board has a blank");
        Board { grid, tiles: Arc::new(tiles), blank }
    }

    /// 1, 2, 3, ... row by row, the blank last.
    pub fn standard(grid: Grid) -> Board {
        Board::trusted(grid, (1..grid.cells() as u32).chain([0]).collect())
    }

    /// Every tile named after its cell, counted from 1, and the blank in this cell.
    pub(crate) fn with_blank(grid: Grid, blank: usize) -> Board {
        let tiles = (0..grid.cells()).map(|cell| if cell == blank { 0 } else { cell as u32 + 1 });
        Board::trusted(grid, tiles.collect())
    }

    /// Rows and columns.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The tiles row by row, 0 for the blank.
    pub fn tiles(&self) -> &[u32] {
        &self.tiles
    }

    /// The same, for whoever needs them longer than the board.
    #[cfg(feature = "python")]
    pub(crate) fn shared_tiles(&self) -> &Arc<Vec<u32>> {
        &self.tiles
    }

    /// The cell of the blank.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// The goal that the numbers themselves suggest: in order row by row. If they are those from 1 to the
    /// number of cells with one missing, the blank takes the place of the missing one; otherwise it is last.
    pub fn natural_goal(&self) -> Result<Board> {
        let cells = self.grid.cells();
        let mut labels = self.sorted_labels()?;
        let blank = match labels.last() {
            Some(&last) if last as usize == cells => {
                labels.iter().zip(1..).position(|(&label, expected)| label != expected).unwrap_or(cells - 1)
            }
            _ => cells - 1,
        };
        labels.insert(blank, 0);
        Ok(Board::trusted(self.grid, labels))
    }

    /// The numbers of the tiles in order, without the blank, and with room for it. Most boards have the numbers
    /// up to that of the cells, which need no sorting.
    fn sorted_labels(&self) -> Result<Vec<u32>> {
        let cells = self.grid.cells();
        if self.tiles.iter().any(|&tile| tile as usize > cells) {
            let mut labels = grow::collected(cells, self.tiles.iter().copied().filter(|&tile| tile != 0))?;
            labels.sort_unstable();
            return Ok(labels);
        }
        let mut present = grow::filled(false, cells + 1)?;
        for &tile in self.tiles.iter() {
            present[tile as usize] = true;
        }
        let labels = (1..).zip(&present[1..]).filter(|(_, present)| **present).map(|(label, _)| label);
        grow::collected(cells, labels)
    }

    /// For every cell, the cell of the goal that holds the same tile.
    pub fn homes(&self, goal: &Board) -> Result<Vec<u32>> {
        if self.grid != goal.grid {
            return Err(Error::OtherShape { board: self.grid, goal: goal.grid });
        }
        self.homes_among(&TileCells::new(goal)?, goal)
    }

    /// The same where the goal has this shape, and the cells of its tiles are known.
    pub(crate) fn homes_among(&self, places: &TileCells, goal: &Board) -> Result<Vec<u32>> {
        let known = self.tiles.iter().map_while(|&tile| places.get(tile));
        let homes = grow::collected(self.tiles.len(), known)?;
        if homes.len() == self.tiles.len() { Ok(homes) } else { Err(self.other_tiles(goal)?) }
    }

    /// Whether it has these tiles and no others, if their board has its shape.
    pub(crate) fn has_tiles(&self, places: &TileCells) -> bool {
        self.tiles.iter().all(|&tile| places.get(tile).is_some())
    }

    /// The error that says which tiles only one of the boards has.
    fn other_tiles(&self, goal: &Board) -> Result<Error> {
        let only = |these: &Board, those: &Board| -> Result<Few<u32>> {
            let places = TileCells::new(those)?;
            let others = these.tiles.iter().copied().filter(|&tile| places.get(tile).is_none());
            let mut only = grow::collected(these.tiles.len(), others)?;
            only.sort_unstable();
            Ok(only.into_iter().collect())
        };
        Ok(Error::OtherTiles { board: only(self, goal)?, goal: only(goal, self)? })
    }

    /// Sum over all tiles of the steps to their cells in the goal: no solution is shorter.
    pub fn manhattan(&self, goal: &Board) -> Result<u64> {
        Ok(self.manhattan_of(&self.homes(goal)?))
    }

    /// The same, where the [`Board::homes`] are known.
    pub(crate) fn manhattan_of(&self, homes: &[u32]) -> u64 {
        // Numbers of 32 bits are divided several times as fast, and cells are counted without.
        let cols = self.grid.cols as u32;
        let (mut row, mut col, mut sum) = (0u32, 0u32, 0);
        for &home in homes {
            sum += u64::from(row.abs_diff(home / cols) + col.abs_diff(home % cols));
            col += 1;
            if col == cols {
                (row, col) = (row + 1, 0);
            }
        }
        // The blank does not count.
        homes.get(self.blank).map_or(0, |&home| sum - self.grid.distance(self.blank, home as usize) as u64)
    }

    /// The moves that do not leave the board, in the order L, R, U, D.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> {
        self.grid.moves(self.blank)
    }

    /// The board after these moves of the blank.
    pub fn apply(&self, moves: impl IntoIterator<Item = Move>) -> Result<Board> {
        self.walk(moves, |_| Ok(()))
    }

    /// Which tile each of these moves slides.
    pub fn tiles_slid(&self, moves: impl IntoIterator<Item = Move>) -> Result<Vec<u32>> {
        let mut slid = Vec::new();
        self.walk(moves, |tile| {
            grow::reserve(&mut slid, 1)?;
            slid.push(tile);
            Ok(())
        })?;
        Ok(slid)
    }

    /// Makes the moves on a copy, and calls `visit` with every tile slid.
    fn walk(
        &self,
        moves: impl IntoIterator<Item = Move>,
        visit: impl FnMut(u32) -> Result<()>,
    ) -> Result<Board> {
        let mut board = self.clone();
        board.make_visiting(moves, visit)?;
        Ok(board)
    }

    /// Makes the moves on this board itself.
    pub(crate) fn make(&mut self, moves: impl IntoIterator<Item = Move>) -> Result<()> {
        self.make_visiting(moves, |_| Ok(()))
    }

    fn make_visiting(
        &mut self,
        moves: impl IntoIterator<Item = Move>,
        mut visit: impl FnMut(u32) -> Result<()>,
    ) -> Result<()> {
        if Arc::get_mut(&mut self.tiles).is_none() {
            self.tiles = Arc::new(grow::copied(&self.tiles)?);
        }
        let tiles = Arc::get_mut(&mut self.tiles).expect("no other board shares them now");
        // Which moves come next cannot be foretold, so nothing branches on them.
        let Grid { rows, cols } = self.grid;
        let along = [(0, usize::MAX), (0, 1), (usize::MAX, 0), (1, 0)];
        let (mut row, mut col) = (self.grid.row(self.blank), self.grid.col(self.blank));
        for (number, step) in moves.into_iter().enumerate() {
            let (down, right) = along[usize::from(step.code())];
            (row, col) = (row.wrapping_add(down), col.wrapping_add(right));
            if row >= rows || col >= cols {
                return Err(Error::OffBoard { number, step, cell: self.blank, grid: self.grid });
            }
            let next = row * cols + col;
            visit(tiles[next])?;
            tiles.swap(self.blank, next);
            self.blank = next;
        }
        Ok(())
    }

    /// The cell of a tile.
    pub fn find(&self, tile: u32) -> Result<usize> {
        let cell = self.tiles.iter().position(|&other| other == tile);
        cell.ok_or_else(|| Error::NoSuchTile { tile: tile.to_string().into() })
    }

    /// The moves that slide a tile, and with it all tiles between it and the blank, one step towards the
    /// blank.
    pub fn slide(&self, tile: u32) -> Result<impl Iterator<Item = Move>> {
        let (grid, blank, cell) = (self.grid, self.blank, self.find(tile)?);
        if grid.row(cell) == grid.row(blank) || grid.col(cell) == grid.col(blank) {
            return Ok(grid.path(blank, cell));
        }
        Err(Error::CannotSlide { tile })
    }
}

/// Reads moves from letters; white space between them is allowed. All of them are checked before the first is
/// given, and none is kept.
pub fn parse_moves(text: &str) -> Result<impl Iterator<Item = Move>> {
    let is_wrong = |letter: &char| !letter.is_whitespace() && Move::from_letter(*letter).is_none();
    if let Some(letter) = text.chars().find(is_wrong) {
        return Err(Error::NotAMove { got: format!("'{letter}'").into() });
    }
    Ok(text.chars().filter_map(Move::from_letter))
}

/// The cell of each tile of a board: in an array where the numbers are small, as they nearly always are, or
/// else in a map.
pub(crate) enum TileCells {
    Array(Vec<u32>),
    Map(HashMap<u32, u32>),
}

/// In place of a cell: there is no such tile.
const NOWHERE: u32 = u32::MAX;

impl TileCells {
    pub(crate) fn new(board: &Board) -> Result<TileCells> {
        let largest = board.tiles.iter().copied().max().unwrap_or(0) as usize;
        let pairs = board.tiles.iter().copied().zip(0..);
        if largest > 4 * board.tiles.len() {
            let mut places = HashMap::new();
            let cells = board.tiles.len();
            places.try_reserve(cells).map_err(|_| grow::refused(cells, 2 * size_of::<(u32, u32)>()))?;
            places.extend(pairs);
            return Ok(TileCells::Map(places));
        }
        let mut places = grow::filled(NOWHERE, largest + 1)?;
        for (tile, cell) in pairs {
            places[tile as usize] = cell;
        }
        Ok(TileCells::Array(places))
    }

    #[inline]
    pub(crate) fn get(&self, tile: u32) -> Option<u32> {
        match self {
            TileCells::Array(places) => places.get(tile as usize).copied().filter(|&cell| cell != NOWHERE),
            TileCells::Map(places) => places.get(&tile).copied(),
        }
    }
}

/// Whether these are the numbers from 0 up, each once, and at most 64 of them: a quick check that most boards
/// pass.
fn is_usual(tiles: &[u32]) -> bool {
    tiles.len() <= 64
        && tiles.iter().all(|&tile| (tile as usize) < tiles.len())
        && tiles.iter().fold(0u64, |seen, &tile| seen | 1 << tile).count_ones() as usize == tiles.len()
}

/// Reasons why these tiles are not a board.
fn defects(rows: usize, cols: usize, tiles: &[u32]) -> Result<Few<Defect>> {
    let mut found = Few::new();
    if !tiles.is_empty() && (rows < 2 || cols < 2) {
        found.push(Defect::TooSmall { rows, cols });
    }
    if !tiles.is_empty() && rows.checked_mul(cols) != Some(tiles.len()) {
        found.push(Defect::NotFilled { tiles: tiles.len(), rows, cols });
    }
    found.append(tile_defects(tiles, 0)?);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_defect_is_listed() {
        let error = Board::new(3, 3, vec![1, 2, 7, 4, 5, 6, 7, 8, 8]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "not a board: no blank (write it as 0), duplicate 7 (cells 3, 7), duplicate 8 (cells 8, 9), missing 3"
        );
    }

    #[test]
    fn the_natural_goal_leaves_the_missing_number_out() {
        let board = Board::new(2, 2, vec![4, 0, 1, 3]).unwrap();
        assert_eq!(board.natural_goal().unwrap().tiles(), [1, 0, 3, 4]);
        let board = Board::new(2, 2, vec![40, 0, 10, 30]).unwrap();
        assert_eq!(board.natural_goal().unwrap().tiles(), [10, 30, 40, 0]);
    }

    #[test]
    fn moves_are_those_of_the_blank() {
        let board = Board::standard(Grid::new(3, 3));
        let moved = board.apply(parse_moves("U l").unwrap()).unwrap();
        assert_eq!(moved.tiles(), [1, 2, 3, 4, 0, 5, 7, 8, 6]);
        assert_eq!(board.tiles_slid(parse_moves("UL").unwrap()).unwrap(), [6, 5]);
        assert_eq!(moved.manhattan(&board).unwrap(), 2);
        assert!(board.apply([Move::D]).is_err());
    }
}
