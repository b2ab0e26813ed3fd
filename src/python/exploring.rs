//! `explore`.

use super::jobs::{cancellable, threads};
use crate::bfs::question::{Question, choose_lean};
use crate::bfs::residual::{Account, Rest};
use crate::bfs::{MOST_THREADS, Metric, Progress, Search};
use crate::index::space::Space;
use crate::puzzle::error::{Error, Result, SearchDefect};
use crate::puzzle::grid::Grid;
use crate::runtime::cache_dir;
use crate::runtime::memory;
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
        return Err(SearchDefect::TooSmall { rows, cols }.into());
    }
    if rows.saturating_mul(cols) > 10_000 {
        return Err(SearchDefect::TooLarge { rows, cols }.into());
    }
    let grid = Grid::new(rows, cols);
    let rest =
        |(removed, kept, depths): AskedRest| Ok((Rest::new(grid, &removed, kept.len(), depths)?, kept));
    let after = after.into_iter().map(rest).collect::<Result<_>>()?;
    Ok(Question { grid, removed, homes, kept: kept.unwrap_or_default(), sources, after })
}

fn metric(name: &str) -> Result<Metric> {
    match name {
        "single" => Ok(Metric::Single),
        "multi" => Ok(Metric::Multi),
        _ => {
            let (got, choices) = (name.to_string(), vec!["single", "multi"]);
            Err(Error::NoSuchName { what: "metric", got, choices })
        }
    }
}

/// Searches of more bytes than this are told without building their tables.
const MOST_BUILT: u64 = 1 << 36;

/// How many states a search has at most, and the bytes it needs: usually, and if it is lean, where it can be.
#[pyfunction]
#[pyo3(signature = (asked, metric))]
pub(super) fn search_size(py: Python<'_>, asked: Asked, metric: &str) -> PyResult<(u128, u64, Option<u64>)> {
    let (question, metric) = (question(asked)?, self::metric(metric)?);
    Ok(py.detach(|| {
        let space = match question.space(metric, Some(MOST_BUILT)) {
            // Too much to build even the tables of the search: its bits are all that counts.
            Err(Error::Memory(_)) => {
                let (needed, lean) = question.least_memory(metric);
                return Ok((question.states(), needed, lean));
            }
            space => space?,
        };
        let sources = question.sources(&space)?;
        let search = Search { metric, ..Search::new(&space, &sources) };
        search.check()?;
        let lean = search.is_two_coloured().then(|| Search { lean: true, ..search }.memory());
        Ok::<_, Error>((space.states().into(), search.memory(), lean))
    })?)
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
    let keeps = asked.4.is_some();
    let (question, metric) = (question(asked)?, self::metric(metric)?);
    let threads = self::threads(threads)?.min(MOST_THREADS);
    let failure = Mutex::new(None);
    let tell = |progress: &Py<PyAny>, level: &Progress<'_>| {
        let depth = level.by_cell.len() - 1;
        let count: u64 = level.by_cell[depth].iter().sum();
        let told = Python::attach(|py| progress.call1(py, (depth, count, level.seen)).map(drop));
        told.map_err(|error| {
            *failure.lock().expect("held for a moment only") = Some(error);
            Error::Cancelled
        })
    };
    let answer = cancellable(py, true, |cancel| {
        let budget = memory.or_else(memory::free);
        let space = question.space(metric, budget)?;
        let sources = question.sources(&space)?;
        let checkpoint_given = checkpoint.is_some();
        let mut search =
            Search { metric, threads, checkpoint: checkpoint.as_deref(), ..Search::new(&space, &sources) };
        search.check()?;
        search.lean = choose_lean(&search, lean, budget)?;
        let mut account =
            keeps.then(|| Account::new(&space, &question.removed, question.kept.len())).transpose()?;
        if keeps && (search.lean || checkpoint_given) {
            return Err(SearchDefect::KeptNeedsLevels.into());
        }
        let found = search.run(cancel, |level| {
            account.as_mut().map_or(Ok(()), |account| account.note(level))?;
            progress.as_ref().map_or(Ok(()), |call| tell(call, level))
        })?;
        let like = sources[0].state;
        let deepest = found.deepest.map(|states| {
            states.into_iter().map(|index| shown(&space, space.tiles(space.state(index, like)))).collect()
        });
        let kept = account.map(Account::finish);
        Ok((found.layers.by_cell().to_vec(), deepest, search.lean, search.memory(), search.threads, kept))
    });
    match failure.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => answer.map(|(by_cell, deepest, lean, bytes, threads, kept)| {
            (by_cell, deepest, lean, bytes, threads, kept.map(|kept| PyBytes::new(py, &kept)))
        }),
    }
}

/// What stands in each slot as numbers: -1 for tiles that are alike.
fn shown(space: &Space, tiles: Vec<Option<usize>>) -> Vec<i64> {
    debug_assert_eq!(tiles.len(), space.slots());
    tiles.into_iter().map(|tile| tile.map_or(-1, |tile| tile as i64)).collect()
}

/// The folder in which tables are kept, if there is one.
#[pyfunction]
pub(super) fn cache_folder() -> Option<PathBuf> {
    cache_dir::cache_folder()
}
