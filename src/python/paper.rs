//! The index of Karlemo and Östergård's paper.

use super::board::PyBoard;
use crate::index::paper_index;
use crate::puzzle::board::Board;
use crate::puzzle::grid::Grid;
use crate::puzzle::parity;
use pyo3::prelude::*;

/// The paper's index of a board that can be solved.
#[pyfunction]
#[pyo3(signature = (board))]
pub(super) fn paper_rank(board: &PyBoard) -> PyResult<u64> {
    let (board, grid) = (&board.inner, board.inner.grid());
    paper_index::check_size(grid)?;
    let goal = Board::standard(grid);
    let homes = board.homes(&goal)?;
    parity::check_solvable(board, &goal, &homes)?;
    let tiles: Vec<u8> = homes.iter().map(|&home| home as u8 + 1).collect();
    Ok(paper_index::index(&tiles))
}

/// The board with this index.
#[pyfunction]
#[pyo3(signature = (index, rows, cols))]
pub(super) fn paper_unrank(index: u64, rows: usize, cols: usize) -> PyResult<PyBoard> {
    let grid = Grid { rows, cols };
    paper_index::check_size(grid)?;
    if index >= paper_index::states(grid) {
        return Err(paper_index::out_of_range(grid, index).into());
    }
    let cells = grid.cells();
    let tiles = paper_index::tiles(index, grid).into_iter().map(|tile| u32::from(tile) % cells as u32);
    Ok(Board::trusted(grid, tiles.collect()).into())
}
