//! The move tables, for those who want to look inside.

use crate::error::Error;
use crate::grid::Grid;
use crate::move_table::MoveTable;
use crate::{small, staged};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The packed moves of a table, and the number of states at each depth by cell of the blank.
#[pyfunction]
#[pyo3(signature = (name))]
pub(super) fn move_table<'py>(py: Python<'py>, name: &str) -> PyResult<(Bound<'py, PyBytes>, Vec<Vec<u64>>)> {
    let table: &MoveTable = py.detach(|| find(name))?;
    Ok((PyBytes::new(py, &table.to_bytes()), table.layers().by_cell().to_vec()))
}

fn find(name: &str) -> Result<&'static MoveTable, Error> {
    let [row, column, eight] = match name {
        "row" | "column" | "3x3" => staged::tables().each_ref(),
        _ => return find_small(name),
    };
    Ok(match name {
        "row" => row,
        "column" => column,
        _ => eight,
    })
}

fn find_small(name: &str) -> Result<&'static MoveTable, Error> {
    let shape = name.split_once('x').and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
    let grid = shape
        .filter(|&(rows, cols): &(usize, usize)| rows >= 2 && cols >= 2)
        .map(|(rows, cols)| Grid::new(rows, cols));
    grid.and_then(|grid| small::table(grid, grid.cells() - 1)).ok_or_else(|| {
        Error::Unsupported(format!(
            "there is no table '{name}'; choose row, column, 2x2, 2x3, 2x4, 2x5 or 3x3"
        ))
    })
}
