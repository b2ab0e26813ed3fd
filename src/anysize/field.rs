//! Boards as the search that brings a line home sees them: in coordinates of the line, with a wall all round,
//! so that no move needs to be checked against the edges.

use crate::anysize::guide::Spot;

/// Marks a cell that the blank cannot enter.
pub const WALL: Spot = Spot { x: u16::MAX, y: u16::MAX };

/// The boards of a beam, all of one size: by cell of the field, the home of the tile there, or [`WALL`].
#[derive(Clone, Debug, Default)]
pub struct BoardPool {
    size: usize,
    tiles: Vec<Spot>,
    free: Vec<usize>,
}

impl BoardPool {
    /// An empty pool for boards of this size.
    pub fn new(size: usize) -> BoardPool {
        BoardPool { size, ..BoardPool::default() }
    }

    /// Adds a board, and gives its number.
    pub fn add(&mut self, tiles: &[Spot]) -> usize {
        match self.free.pop() {
            Some(board) => {
                self.get_mut(board).copy_from_slice(tiles);
                board
            }
            None => {
                self.tiles.extend_from_slice(tiles);
                self.tiles.len() / self.size - 1
            }
        }
    }

    /// Adds a copy of a board.
    pub(super) fn duplicate(&mut self, board: usize) -> usize {
        let copy = self.free.pop().unwrap_or_else(|| {
            self.tiles.resize(self.tiles.len() + self.size, WALL);
            self.tiles.len() / self.size - 1
        });
        self.tiles.copy_within(board * self.size..(board + 1) * self.size, copy * self.size);
        copy
    }

    /// Takes back boards that are no longer used.
    pub(super) fn release(&mut self, boards: impl IntoIterator<Item = usize>) {
        self.free.extend(boards);
    }

    /// The tiles of a board.
    #[inline]
    pub fn get(&self, board: usize) -> &[Spot] {
        &self.tiles[board * self.size..(board + 1) * self.size]
    }

    /// The tiles of a board, to be changed.
    #[inline]
    pub fn get_mut(&mut self, board: usize) -> &mut [Spot] {
        &mut self.tiles[board * self.size..(board + 1) * self.size]
    }
}

/// The places, in coordinates of the line, that the blank may visit, with a wall all round.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Field {
    /// The places from (left, top) to before (right, bottom).
    pub fn new(left: u16, top: u16, right: u16, bottom: u16) -> Field {
        Field { left, top, width: right - left, height: bottom - top }
    }

    /// The cell of a place.
    #[inline]
    pub fn cell(&self, at: Spot) -> usize {
        let (x, y) =
            (at.x.wrapping_sub(self.left).wrapping_add(1), at.y.wrapping_sub(self.top).wrapping_add(1));
        usize::from(y) * self.stride() + usize::from(x)
    }

    /// Cells from one row to the next, the wall included.
    #[inline]
    pub fn stride(&self) -> usize {
        usize::from(self.width) + 2
    }

    /// How many cells there are, the wall included.
    pub fn size(&self) -> usize {
        self.stride() * (usize::from(self.height) + 2)
    }

    /// The tiles of a field, given by their places.
    pub fn fill(&self, tile: impl Fn(Spot) -> Spot) -> Vec<Spot> {
        let mut tiles = vec![WALL; self.size()];
        for at in self.places() {
            tiles[self.cell(at)] = tile(at);
        }
        tiles
    }

    /// The tiles of this field, copied from a larger one.
    pub fn copy(&self, tiles: &[Spot], of: Field) -> Vec<Spot> {
        let row = self.stride();
        let mut copy = Vec::with_capacity(self.size());
        copy.resize(row, WALL);
        for y in self.top..self.top + self.height {
            let begin = of.cell(Spot { x: self.left, y });
            copy.push(WALL);
            copy.extend_from_slice(&tiles[begin..begin + usize::from(self.width)]);
            copy.push(WALL);
        }
        copy.resize(copy.len() + row, WALL);
        copy
    }

    /// The place of the tile with this home.
    pub fn find(&self, tiles: &[Spot], home: Spot) -> Spot {
        let cell = tiles.iter().position(|&tile| tile == home).expect("every tile is somewhere");
        let row = self.stride();
        Spot { x: (cell % row) as u16 - 1 + self.left, y: (cell / row) as u16 - 1 + self.top }
    }

    /// All places, row by row.
    pub fn places(self) -> impl Iterator<Item = Spot> {
        let columns = self.left..self.left + self.width;
        (self.top..self.top + self.height).flat_map(move |y| columns.clone().map(move |x| Spot { x, y }))
    }
}
