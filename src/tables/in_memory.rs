//! Optimal solutions of the small puzzles, up to ten cells, from a move table for each.
//!
//! The table of a shape and home of the blank is searched at first use (2×5, the largest with 1,814,400
//! states, in about a twentieth of a second) and kept in memory: a quarter of a byte a state, 453,600 bytes
//! for 2×5. A solution then costs one look-up a move.

use crate::index::space::{Space, State};
use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::Result;
use crate::puzzle::grid::{Grid, Move};
use crate::runtime::cancel::Cancel;
use crate::runtime::once::Once;
use crate::tables::move_table::{Goal, MoveTable};

/// The largest number of cells with a table.
pub const MAX_IN_MEMORY_CELLS: usize = 10;

/// The standard shapes with tables: no higher than wide.
const SHAPES: [Grid; 5] =
    [Grid::new(2, 2), Grid::new(2, 3), Grid::new(2, 4), Grid::new(2, 5), Grid::new(3, 3)];

/// Whether there is a table for a standard grid.
pub fn has_table(grid: Grid) -> bool {
    SHAPES.contains(&grid)
}

/// The table for a standard shape that has one and a home of the blank; made now if it is not there yet.
pub fn table(grid: Grid, home: usize) -> Result<&'static MoveTable> {
    let calm = Cancel::new();
    place(grid, home).get_or_make(&calm, || build_table(grid, home, &calm))
}

/// Makes the table for a goal if it has one that is not there yet.
pub(crate) fn prepare(goal: &Board, cancel: &Cancel) -> Result<()> {
    let frame = Canonical::new(goal);
    let (grid, home) = (frame.grid(), frame.home());
    if !has_table(grid) {
        return Ok(());
    }
    place(grid, home).get_or_make(cancel, || build_table(grid, home, cancel)).map(drop)
}

/// Where a table is kept.
fn place(grid: Grid, home: usize) -> &'static Once<MoveTable> {
    // An array and not a `OnceMap`: there are few keys, all known beforehand, so a look-up takes no lock and
    // returns a reference for good. Every `solve` does it, in about 10 ns; the map takes 100 and more.
    static TABLES: [[Once<MoveTable>; MAX_IN_MEMORY_CELLS]; SHAPES.len()] =
        [const { [const { Once::new() }; MAX_IN_MEMORY_CELLS] }; SHAPES.len()];
    let shape = SHAPES.iter().position(|&shape| shape == grid).expect("a shape with a table");
    &TABLES[shape][home]
}

/// Makes the table of a grid of at most [`MAX_IN_MEMORY_CELLS`] cells.
pub fn build_table(grid: Grid, home: usize, cancel: &Cancel) -> Result<MoveTable> {
    let space = Space::whole(grid, &[])?;
    MoveTable::new(&space, &[Goal { state: space.in_order(home), value: 0 }], cancel)
}

/// Codes of a shortest solution of a standard board that has one.
pub fn solve(table: &MoveTable, tiles: &[u8]) -> Vec<u8> {
    table.path(locate(table, tiles))
}

/// The table for a goal, whatever its tiles and the home of its blank.
#[derive(Clone)]
pub struct TableWalker {
    table: &'static MoveTable,
    frame: Canonical,
}

impl TableWalker {
    /// For a goal of a shape that has a table, which is made if there is none yet.
    pub fn new(goal: &Board) -> Result<TableWalker> {
        let frame = Canonical::new(goal);
        Ok(TableWalker { table: table(frame.grid(), frame.home())?, frame })
    }

    /// How many bytes the table takes.
    pub fn bytes(&self) -> u64 {
        self.table.bytes()
    }

    /// Codes of a shortest solution of a solvable board of these [`Board::homes`].
    pub fn solve(&self, homes: &[u32]) -> Vec<u8> {
        let mut moves = solve(self.table, &self.frame.standard(homes));
        self.frame.restore(&mut moves);
        moves
    }
}

/// A shortest solution of a small board with any goal, one move after another: an iterator of moves.
#[derive(Clone)]
pub struct TableWalk {
    walker: TableWalker,
    state: State,
}

impl TableWalk {
    /// Starts from a solvable board of these [`Board::homes`], of a shape that has a table.
    pub fn new(goal: &Board, homes: &[u32]) -> Result<TableWalk> {
        let walker = TableWalker::new(goal)?;
        let state = locate(walker.table, &walker.frame.standard(homes));
        Ok(TableWalk { walker, state })
    }
}

impl Iterator for TableWalk {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let TableWalker { table, frame } = &self.walker;
        let code = table.next(self.state)?;
        self.state = table.steps().step(self.state, code);
        Some(Move::from_code(frame.original_code(code)))
    }
}

/// The state of a standard board in its table.
pub(crate) fn locate(table: &MoveTable, tiles: &[u8]) -> State {
    let mut cells = [0; MAX_IN_MEMORY_CELLS];
    for (cell, &tile) in tiles.iter().enumerate() {
        cells[tile as usize] = cell as u8;
    }
    let (blank, others) = (cells[0], &cells[1..tiles.len()]);
    let (a, b) = others.split_at(others.len() / 2);
    table.steps().locate(blank.into(), a, b)
}
