//! The move tables, for those who want to look inside.

use crate::error::{Error, Result};
use crate::grid::Grid;
use crate::move_table::MoveTable;
use crate::{small, staged};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The packed moves of a table, and the number of states at each depth by cell of the blank. `fresh` makes the
/// table again instead of using the one that the solvers keep.
#[pyfunction]
#[pyo3(signature = (name, fresh))]
pub(super) fn move_table<'py>(
    py: Python<'py>,
    name: &str,
    fresh: bool,
) -> PyResult<(Bound<'py, PyBytes>, Vec<Vec<u64>>)> {
    let (moves, by_cell) = py.detach(|| contents(name, fresh))?;
    Ok((PyBytes::new(py, &moves), by_cell))
}

fn contents(name: &str, fresh: bool) -> Result<(Vec<u8>, Vec<Vec<u64>>)> {
    let show = |table: &MoveTable| (table.to_bytes(), table.layers().by_cell().to_vec());
    if let Some(stage) = ["row", "column", "3x3"].iter().position(|&stage| stage == name) {
        return Ok(if fresh { show(&staged::build_tables()[stage]) } else { show(&staged::tables()[stage]) });
    }
    let grid = shape(name).filter(|&grid| small::has_table(grid)).ok_or_else(|| {
        Error::Unsupported(format!(
            "there is no table '{name}'; choose row, column, 2x2, 2x3, 2x4, 2x5 or 3x3"
        ))
    })?;
    let home = grid.cells() - 1;
    Ok(if fresh { show(&small::build_table(grid, home)) } else { show(small::table(grid, home)) })
}

/// Reads a shape such as `2x5`.
fn shape(name: &str) -> Option<Grid> {
    let (rows, cols) = name.split_once('x')?;
    let (rows, cols) = (rows.parse().ok()?, cols.parse().ok()?);
    (rows >= 2 && cols >= 2).then(|| Grid::new(rows, cols))
}
