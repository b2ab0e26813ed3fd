//! Every board of a small puzzle, in the order of its distance to the goal.
//!
//! The distances of [`crate::tables::distances`] are sorted once by counting: four bytes for each state, 7 MB
//! for 2×5, made at first use and kept. A board is then made from its number in a fraction of a microsecond.

use crate::index::space::{Space, State};
use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::{Error, Job, Purpose, Result, Sizes};
use crate::puzzle::grid::Grid;
use crate::runtime::allocate;
use crate::runtime::cancel::Cancel;
use crate::runtime::once_map::OnceMap;
use crate::tables::distances::Distances;
use crate::tables::in_memory;
use std::ops::Range;
use std::sync::Arc;

/// The boards from which one goal can be reached, nearest first.
pub struct ByDistance {
    space: Space,
    /// A state that can be reached, for its parity.
    like: State,
    /// By cell of the original: the cell of the standard board.
    cells: Vec<usize>,
    /// By number of a standard tile: the tile of the original.
    labels: Vec<u32>,
    order: Arc<SortedStates>,
}

/// The indices of all states by distance, and where each distance begins.
struct SortedStates {
    indices: Vec<u32>,
    starts: Vec<usize>,
}

impl ByDistance {
    /// The boards of a goal of at most [`in_memory::MAX_IN_MEMORY_CELLS`] cells.
    pub fn new(goal: &Board, cancel: &Cancel) -> Result<ByDistance> {
        let frame = Canonical::new(goal);
        let (grid, home) = (frame.grid(), frame.home());
        if !in_memory::has_table(grid) {
            let sizes = Sizes::Cells(in_memory::MAX_IN_MEMORY_CELLS);
            return Err(Error::WrongSize { job: Job::ByDistance, sizes, got: goal.grid() });
        }
        let order = order(goal, grid, home, cancel)?;
        let mut labels = vec![0; grid.cells()];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            labels[usize::from(frame.tile_of(cell))] = tile;
        }
        let cells = (0..grid.cells()).map(|cell| frame.cell(cell)).collect();
        let space = Space::whole(grid, &[]).expect("few cells");
        Ok(ByDistance { space, like: in_memory::table(grid, home)?.goal(), cells, labels, order })
    }

    /// The greatest distance.
    pub fn worst(&self) -> usize {
        self.order.starts.len() - 2
    }

    /// The numbers of the boards at a distance that is not greater than [`ByDistance::worst`].
    pub fn range(&self, depth: usize) -> Range<usize> {
        self.order.starts[depth]..self.order.starts[depth + 1]
    }

    /// The board with this number, row by row.
    pub fn fill(&self, number: usize, out: &mut [u32]) {
        let state = self.space.state(self.order.indices[number].into(), self.like);
        let tiles = self.space.tiles(state);
        for (cell, tile) in out.iter_mut().enumerate() {
            *tile = self.labels[tiles[self.cells[cell]].expect("all tiles are told apart")];
        }
    }
}

/// Sorts all states by distance; those at the same distance stay in the order of their indices.
fn order(goal: &Board, grid: Grid, home: usize, cancel: &Cancel) -> Result<Arc<SortedStates>> {
    static ORDERS: OnceMap<(Grid, usize), SortedStates> = OnceMap::new();
    ORDERS.get((grid, home), cancel, || {
        let distances = Distances::new(goal, cancel)?;
        let depths = distances.depths().expect("a small puzzle");
        let worst = usize::from(*depths.iter().max().expect("some states"));
        let mut starts = vec![0; worst + 2];
        for &depth in depths {
            starts[usize::from(depth) + 1] += 1;
        }
        for depth in 0..=worst {
            starts[depth + 1] += starts[depth];
        }
        let (mut next, mut indices) = (starts.clone(), allocate::zeros(depths.len(), Purpose::Table)?);
        for (index, &depth) in depths.iter().enumerate() {
            let place = &mut next[usize::from(depth)];
            indices[*place] = index as u32;
            *place += 1;
        }
        Ok(SortedStates { indices, starts })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_comes_once_and_at_its_distance() {
        let cancel = Cancel::new();
        for (rows, cols, blank) in [(2, 2, 1), (2, 3, 0), (3, 2, 3), (4, 2, 5), (3, 3, 4)] {
            let goal = Board::with_blank(Grid::new(rows, cols), blank);
            let (all, distances) =
                (ByDistance::new(&goal, &cancel).unwrap(), Distances::new(&goal, &cancel).unwrap());
            let (mut visited, mut tiles) = (std::collections::HashSet::new(), vec![0; rows * cols]);
            for depth in 0..=all.worst() {
                for number in all.range(depth) {
                    all.fill(number, &mut tiles);
                    let board = Board::trusted(goal.grid(), tiles.clone());
                    assert_eq!(usize::from(distances.get(&board.homes(&goal).unwrap())), depth);
                    assert!(visited.insert(tiles.clone()));
                }
            }
            let factorial: usize = (1..=rows * cols).product();
            assert_eq!(visited.len(), factorial / 2);
        }
    }
}
