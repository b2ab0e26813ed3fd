//! `explore`.

use super::jobs::{cancellable, threads};
use crate::bfs::explore::{self as search, ExploreOptions};
use crate::bfs::question::Question;
use crate::bfs::residual::Residual;
use crate::bfs::{Metric, Progress};
use crate::puzzle::error::{Error, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::cache_dir;
use crate::runtime::cancel::Cancel;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::Mutex;

/// A question as Python puts it: rows, columns, cells taken off, homes of the tiles told apart and of those to keep,
/// sources, and rests.
pub(super) type Asked =
    (usize, usize, Vec<usize>, Option<Vec<usize>>, Option<Vec<usize>>, Vec<(usize, usize)>, Vec<AskedRest>);

/// Cells taken off, homes of the tiles kept, and depths.
pub(super) type AskedRest = (Vec<usize>, Vec<usize>, Vec<u8>);

/// By depth and slot, how many states; the deepest states by slot, -1 for tiles that are alike; whether it was lean;
/// the bytes it took, and the threads; what it kept.
type Answer<'py> = (Vec<Vec<u64>>, Option<Vec<Vec<i64>>>, bool, u64, usize, Option<Bound<'py, PyBytes>>);

pub(super) fn question((rows, cols, removed, homes, kept, sources, after): Asked) -> Result<Question> {
    if rows < 2 || cols < 2 {
        return Err(Error::Unsupported(format!("the smallest board is 2 by 2, got {rows} by {cols}")));
    }
    if rows.saturating_mul(cols) > 10_000 {
        return Err(Error::Unsupported(format!("a board of {rows} by {cols} is too large to search")));
    }
    let grid = Grid::new(rows, cols);
    let rest =
        |(removed, kept, depths): AskedRest| Ok((Residual::new(grid, &removed, kept.len(), depths)?, kept));
    let after = after.into_iter().map(rest).collect::<Result<_>>()?;
    Ok(Question { grid, removed, homes, kept, sources, after })
}

fn metric(name: &str) -> Result<Metric> {
    match name {
        "single" => Ok(Metric::Single),
        "multi" => Ok(Metric::Multi),
        _ => Err(Error::Unsupported(format!("there is no metric '{name}'; choose 'single' or 'multi'"))),
    }
}

/// How many states a search has at most, and the bytes it needs: usually, and if it is lean, where it can be.
#[pyfunction]
#[pyo3(signature = (asked, metric))]
pub(super) fn search_size(py: Python<'_>, asked: Asked, metric: &str) -> PyResult<(u128, u64, Option<u64>)> {
    let (question, metric) = (question(asked)?, self::metric(metric)?);
    let size = py.detach(|| search::size(&question, metric))?;
    Ok((size.states, size.bytes, size.lean_bytes))
}

/// Searches a puzzle. `progress` is called after each level with its depth, its states, and the states so far.
#[pyfunction]
#[pyo3(signature = (asked, metric, lean, threads, memory, checkpoint, progress))]
#[allow(clippy::too_many_arguments)]
pub(super) fn explore<'py>(
    py: Python<'py>,
    asked: Asked,
    metric: &str,
    lean: Option<bool>,
    threads: Option<i64>,
    memory: Option<u64>,
    checkpoint: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer<'py>> {
    let (question, metric) = (question(asked)?, self::metric(metric)?);
    let threads = self::threads(threads)?;
    let options = ExploreOptions { metric, lean, threads, memory, checkpoint };
    let found =
        reporting(py, progress, |cancel, report| search::explore(&question, &options, cancel, report))?;
    Ok((
        found.layers.by_cell().to_vec(),
        found.deepest.map(|states| states.into_iter().map(shown).collect()),
        found.lean,
        found.bytes,
        found.threads,
        found.residual.map(|depths| PyBytes::new(py, &depths)),
    ))
}

/// Runs a search that calls `progress` after each level with its depth, its states, and the states so far. If `progress`
/// raises, the search ends, and so does this, with the same exception.
pub(super) fn reporting<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    job: impl FnOnce(&Cancel, &(dyn Fn(&Progress<'_>) -> Result<()> + Sync)) -> Result<T> + Send,
) -> PyResult<T> {
    let raised = Mutex::new(None);
    let report = |level: &Progress<'_>| {
        let Some(progress) = &progress else { return Ok(()) };
        let now = (level.depth(), level.states(), level.visited);
        Python::attach(|py| progress.call1(py, now)).map(drop).map_err(|error| {
            *raised.lock().expect("held for a moment only") = Some(error);
            Error::Cancelled
        })
    };
    let found = cancellable(py, true, |cancel| job(cancel, &report));
    match raised.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => found,
    }
}

/// What stands in each slot as numbers: -1 for tiles that are alike.
fn shown(tiles: Vec<Option<usize>>) -> Vec<i64> {
    tiles.into_iter().map(|tile| tile.map_or(-1, |tile| tile as i64)).collect()
}

/// The folder in which tables are kept, if there is one.
#[pyfunction]
pub(super) fn cache_folder() -> Option<PathBuf> {
    cache_dir::cache_folder()
}
