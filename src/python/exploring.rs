//! `explore`, and the questions that it answers.

use super::array_input::to_bytes;
use super::errors::no_such_name;
use super::jobs::{cancellable, seconds, threads};
use super::solver_options::parse_metric;
use crate::bfs::explore::{self as search, Algorithm, ExploreOptions, SearchSize};
use crate::bfs::layers::LevelSize;
use crate::bfs::question::Question;
use crate::bfs::residual::Residual;
use crate::puzzle::error::{Error, Result, SearchDefect};
use crate::puzzle::grid::Grid;
use crate::runtime::cache_dir;
use crate::runtime::cancel::Cancel;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::Mutex;

/// The moves that may remain after a search, by where the blank and some tiles are: see `keep=` of `explore`.
#[pyclass(frozen, name = "Residual", module = "puzzle15._core")]
pub(super) struct PyResidual {
    removed: Vec<usize>,
    homes: Vec<usize>,
    depths: Vec<u8>,
}

#[pymethods]
impl PyResidual {
    /// Cells taken off the board, home cells of the tiles, and depths by index of their pattern.
    #[new]
    #[pyo3(signature = (*, removed, homes, depths))]
    fn new(removed: Vec<usize>, homes: Vec<usize>, depths: Vec<u8>) -> PyResidual {
        PyResidual { removed, homes, depths }
    }
}

/// A cell of the blank to start from, at a depth.
#[pyclass(frozen, name = "BlankSource", module = "puzzle15._core")]
pub(super) struct PySource {
    cell: usize,
    depth: usize,
}

#[pymethods]
impl PySource {
    #[new]
    #[pyo3(signature = (*, cell, depth))]
    fn new(cell: usize, depth: usize) -> PySource {
        PySource { cell, depth }
    }
}

/// What to search; see `puzzle15.explore`.
#[pyclass(frozen, name = "SearchQuestion", module = "puzzle15._core")]
pub(super) struct PyQuestion {
    pub(super) inner: Question,
}

#[pymethods]
impl PyQuestion {
    /// `removed` are cells taken off the board, `homes` the home cells of the pattern tiles (None if all
    /// tiles are distinguished), and `kept` those of the tiles for which a residual is wanted. The search
    /// starts from `sources` and from the residuals in `after`. A `symmetric` one stores one of two states that
    /// are mirror images.
    #[new]
    #[allow(clippy::too_many_arguments)]
    #[pyo3(signature = (*, rows, cols, removed, homes, kept, sources, after, symmetric))]
    fn new(
        rows: usize,
        cols: usize,
        removed: Vec<usize>,
        homes: Option<Vec<usize>>,
        kept: Option<Vec<usize>>,
        sources: Vec<Py<PySource>>,
        after: Vec<Py<PyResidual>>,
        symmetric: bool,
    ) -> PyResult<PyQuestion> {
        if rows < 2 || cols < 2 {
            return Err(Error::from(SearchDefect::TooSmall { rows, cols }).into());
        }
        if rows.saturating_mul(cols) > 10_000 {
            return Err(Error::from(SearchDefect::TooLarge { rows, cols }).into());
        }
        let grid = Grid::new(rows, cols);
        let residual = |residual: &Py<PyResidual>| {
            let PyResidual { removed, homes, depths } = residual.get();
            Ok((Residual::new(grid, removed, homes.len(), depths.clone())?, homes.clone()))
        };
        let after = after.iter().map(residual).collect::<Result<_>>()?;
        let sources = sources.iter().map(|source| (source.get().cell, source.get().depth)).collect();
        Ok(PyQuestion { inner: Question { grid, removed, homes, kept, sources, after, symmetric } })
    }
}

/// What a search would take.
#[pyclass(frozen, get_all, module = "puzzle15._core")]
pub(super) struct SearchMemory {
    /// How many states it has at most.
    states: u128,
    /// The bytes that it needs.
    bytes: u64,
    /// The bytes that it needs if it is lean; None if it cannot be.
    lean_bytes: Option<u64>,
    /// The most that the whole process holds if the search begins now; None if the system does not tell.
    peak: Option<u64>,
    /// The same if it is lean.
    lean_peak: Option<u64>,
}

/// What a search would take, without running it.
#[pyfunction]
#[pyo3(signature = (question, *, metric))]
pub(super) fn search_size(py: Python<'_>, question: &PyQuestion, metric: &str) -> PyResult<SearchMemory> {
    let metric = parse_metric(metric)?;
    let size = py.detach(|| search::size(&question.inner, metric))?;
    let (peak, lean_peak) = (size.peak(size.bytes), size.lean_bytes.and_then(|bytes| size.peak(bytes)));
    let SearchSize { states, bytes, lean_bytes, .. } = size;
    Ok(SearchMemory { states, bytes, lean_bytes, peak, lean_peak })
}

/// What a search found.
#[pyclass(frozen, get_all, name = "Explored", module = "puzzle15._core")]
pub(super) struct PyExplored {
    /// By depth and slot of the blank: how many states there are.
    by_slot: Vec<Vec<u64>>,
    /// The deepest states by slot, -1 for tiles that are alike; None if there are many.
    deepest: Option<Vec<Vec<i64>>>,
    /// Whether the search was lean.
    lean: bool,
    /// The bytes that it took.
    bytes_used: u64,
    /// The threads that it used.
    threads: usize,
    /// The depths of the residual, if one was wanted.
    residual: Option<Py<PyBytes>>,
}

/// Searches a puzzle. `progress` is called after each level with its depth, its states, and the states so
/// far.
#[pyfunction]
#[pyo3(signature = (question, *, algorithm, metric, lean, threads, memory, checkpoint, every, progress))]
#[allow(clippy::too_many_arguments)]
pub(super) fn explore(
    py: Python<'_>,
    question: &PyQuestion,
    algorithm: &str,
    metric: &str,
    lean: Option<bool>,
    threads: Option<i64>,
    memory: Option<u64>,
    checkpoint: Option<PathBuf>,
    every: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyExplored> {
    let (metric, threads) = (parse_metric(metric)?, self::threads(threads)?);
    let algorithm = parse_algorithm(algorithm)?;
    let options =
        ExploreOptions { algorithm, metric, lean, threads, memory, checkpoint, every: seconds(every) };
    let search =
        |cancel: &Cancel, report: Report<'_>| search::explore(&question.inner, &options, cancel, report);
    let found = reporting(py, progress, search)?;
    Ok(PyExplored {
        by_slot: found.layers.by_slot().to_vec(),
        deepest: found.deepest.map(|states| states.into_iter().map(numbers).collect()),
        lean: found.lean,
        bytes_used: found.bytes,
        threads: found.threads,
        residual: found.residual.map(|depths| to_bytes(py, &depths).map(Bound::unbind)).transpose()?,
    })
}

/// The algorithm of this name.
fn parse_algorithm(name: &str) -> PyResult<Algorithm> {
    let choices = Algorithm::ALL.map(Algorithm::name);
    Algorithm::parse(name).ok_or_else(|| no_such_name("algorithm", name, &choices).into())
}

/// What stands in each slot as numbers: -1 for tiles that are alike.
fn numbers(tiles: Vec<Option<usize>>) -> Vec<i64> {
    tiles.into_iter().map(|tile| tile.map_or(-1, |tile| tile as i64)).collect()
}

/// What a search calls after each level.
pub(super) type Report<'a> = &'a (dyn Fn(LevelSize) -> Result<()> + Sync);

/// Runs a search that calls `progress` after each level with its depth, its states, and the states so far. If
/// `progress` raises, the search ends, and this fails with the same exception.
pub(super) fn reporting<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    job: impl FnOnce(&Cancel, Report<'_>) -> Result<T> + Send,
) -> PyResult<T> {
    let raised = Mutex::new(None);
    let report = |LevelSize { depth, states, visited }| {
        let Some(progress) = &progress else { return Ok(()) };
        let now = (depth, states, visited);
        Python::attach(|py| progress.call1(py, now).map(drop)).map_err(|error| {
            *raised.lock().expect("nothing panics while it holds the lock") = Some(error);
            Error::Cancelled
        })
    };
    let found = cancellable(py, true, |cancel| job(cancel, &report));
    match raised.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => found,
    }
}

/// The folder in which tables are kept, if there is one.
#[pyfunction]
pub(super) fn cache_folder() -> Option<PathBuf> {
    cache_dir::cache_folder()
}
