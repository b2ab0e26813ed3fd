//! Exact distances of many boards to one goal: how many moves a shortest solution takes.
//!
//! Up to ten cells there is a byte for every state (1.8 MB for 2×5, searched at first use in a tenth of a
//! second and kept): a distance is one look-up by the index of the space. For twelve cells that would be 240
//! MB, so the move table of [`crate::tables::on_disk`] is followed to the goal and the moves are counted:
//! a few microseconds a board.

use crate::index::space::State;
use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::{Error, Job, Purpose, Result, Sizes};
use crate::puzzle::grid::{Grid, Move};
use crate::runtime::allocate;
use crate::runtime::cancel::Cancel;
use crate::runtime::once_map::OnceMap;
use crate::storage::note::Note;
use crate::tables::in_memory;
use crate::tables::move_table::MoveTable;
use crate::tables::on_disk::{self, MAX_TABLE_CELLS, PackedTable};
use std::sync::Arc;

/// The distances of all boards to one goal.
pub struct Distances {
    grid: Grid,
    frame: Canonical,
    /// By code of a move on the board: the code of the same move on the standard board.
    codes: [u8; 4],
    table: Table,
    notes: Vec<Note>,
}

enum Table {
    /// A distance for every state, and the steps from state to state.
    InMemory(&'static MoveTable, Arc<Vec<u8>>),
    /// A move for every state.
    OnDisk(Arc<PackedTable>),
}

impl Distances {
    /// The distances to a goal of at most [`MAX_TABLE_CELLS`] cells; makes the tables if they are not there
    /// yet.
    pub fn new(goal: &Board, cancel: &Cancel) -> Result<Distances> {
        let frame = Canonical::new(goal);
        let (grid, home) = (frame.grid(), frame.home());
        let mut notes = vec![];
        let table = if in_memory::has_table(grid) {
            in_memory::prepare(goal, cancel)?;
            let moves = in_memory::table(grid, home)?;
            Table::InMemory(moves, depths(grid, home, moves, cancel)?)
        } else if on_disk::has_table(grid) {
            let (table, made) = on_disk::table(grid, home, cancel)?;
            notes = made;
            Table::OnDisk(table)
        } else {
            let sizes = Sizes::Cells(MAX_TABLE_CELLS);
            return Err(Error::WrongSize { job: Job::ExactDistances, sizes, got: goal.grid() });
        };
        let mut codes = [0; 4];
        for code in 0..4 {
            codes[usize::from(frame.original_code(code))] = code;
        }
        Ok(Distances { grid: goal.grid(), frame, codes, table, notes })
    }

    /// What the caller should know about the files of the tables.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The distance of a solvable board with these homes, see [`Board::homes`].
    #[inline]
    pub fn get(&self, homes: &[u32]) -> u8 {
        let tiles = &self.standard(homes)[..homes.len()];
        match &self.table {
            Table::InMemory(moves, depths) => depths[moves.steps().index(in_memory::locate(moves, tiles))],
            Table::OnDisk(table) => table.solve(tiles).len() as u8,
        }
    }

    /// The distance of a solvable board with these homes, and which moves begin a shortest solution: a bit
    /// for each code.
    pub fn label(&self, homes: &mut [u32], blank: usize) -> (u8, u8) {
        let (distance, at) = (self.get(homes), self.locate(homes));
        let mut bits = 0;
        for step in self.grid.moves(blank) {
            let next = match at.and_then(|at| self.step(at, step)) {
                Some((_, next)) => next,
                None => {
                    let to = self.grid.neighbour(blank, step).expect("a move that stays on the board");
                    homes.swap(blank, to);
                    let next = self.get(homes);
                    homes.swap(blank, to);
                    next
                }
            };
            bits |= u8::from(next < distance) << step.code();
        }
        (distance, bits)
    }

    /// The state of a board with these homes; nothing for twelve cells.
    pub(crate) fn locate(&self, homes: &[u32]) -> Option<State> {
        match &self.table {
            Table::InMemory(moves, _) => Some(in_memory::locate(moves, &self.standard(homes)[..homes.len()])),
            Table::OnDisk(_) => None,
        }
    }

    /// The state after a move that stays on the board, and its distance; nothing for twelve cells.
    #[inline(always)]
    pub(crate) fn step(&self, at: State, step: Move) -> Option<(State, u8)> {
        let Table::InMemory(moves, depths) = &self.table else { return None };
        let to = moves.steps().step_in::<true>(at, self.codes[usize::from(step.code())]);
        Some((to, depths[moves.steps().index_in::<true>(to)]))
    }

    /// The distances of all states of a small puzzle, by its index; nothing for twelve cells.
    pub(crate) fn depths(&self) -> Option<&[u8]> {
        match &self.table {
            Table::InMemory(_, depths) => Some(depths),
            Table::OnDisk(_) => None,
        }
    }

    /// The standard board with these homes, and zeros after it.
    #[inline]
    fn standard(&self, homes: &[u32]) -> [u8; MAX_TABLE_CELLS] {
        let mut tiles = [0; MAX_TABLE_CELLS];
        self.frame.write_standard(homes, &mut tiles);
        tiles
    }
}

/// By index of the space, the distance of every state: a search over the states themselves, a level at a
/// time.
fn depths(grid: Grid, home: usize, table: &'static MoveTable, cancel: &Cancel) -> Result<Arc<Vec<u8>>> {
    static DEPTHS: OnceMap<(Grid, usize), Vec<u8>> = OnceMap::new();
    DEPTHS.get((grid, home), cancel, || {
        let steps = table.steps();
        let mut depths = allocate::filled(UNVISITED, steps.states(), Purpose::Table)?;
        let mut level = vec![table.goal()];
        depths[steps.index(table.goal())] = 0;
        for depth in 1.. {
            cancel.check()?;
            let mut next = vec![];
            for &at in &level {
                allocate::reserve(&mut next, 4, Purpose::Table)?;
                for step in grid.moves(at.blank.index()) {
                    let to = steps.step(at, step.code());
                    let entry = &mut depths[steps.index(to)];
                    if *entry == UNVISITED {
                        *entry = depth;
                        next.push(to);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        Ok(depths)
    })
}

/// Larger than any distance.
const UNVISITED: u8 = u8::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::{Maker, Shuffling, Stream};
    use crate::solver::{self, Options, Solver};

    #[test]
    fn distances_are_lengths_of_shortest_solutions() {
        let cancel = Cancel::new();
        for (rows, cols, blank) in [(2, 2, 0), (2, 3, 4), (3, 2, 1), (3, 3, 4), (4, 2, 7), (2, 5, 3)] {
            let goal = Board::with_blank(Grid::new(rows, cols), blank);
            let distances = Distances::new(&goal, &cancel).unwrap();
            let solver = Solver::new(goal.clone(), Options::of(solver::Method::Optimal)).unwrap();
            let maker = Maker::new(goal.clone(), Shuffling::Shuffle);
            let (mut stream, mut tiles) = (Stream::new(5, 0), vec![0; rows * cols]);
            for _ in 0..200 {
                maker.fill(&mut stream, &mut tiles, &cancel).unwrap();
                let board = Board::trusted(goal.grid(), tiles.clone());
                let length = solver.solve(&board, &cancel).unwrap().moves.len();
                assert_eq!(usize::from(distances.get(&board.homes(&goal).unwrap())), length);
            }
        }
    }

    #[test]
    fn large_boards_have_none() {
        let error = Distances::new(&Board::standard(Grid::new(4, 4)), &Cancel::new()).err().unwrap();
        assert!(error.to_string().contains("up to 12 cells"));
    }
}
