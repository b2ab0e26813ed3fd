//! Move tables and pattern databases, for those who want to look inside.

use super::array_input::to_bytes;
use super::board::PyBoard;
use super::errors::no_such_name;
use super::jobs::{cancellable, threads, warn, watched};
use super::solver_options::parse_tables;
use crate::pdb::build;
use crate::pdb::files;
use crate::pdb::partitions::{self, Tier};
use crate::pdb::regions;
use crate::pdb::registry;
use crate::pdb::verify;
use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::{Error, Job, Purpose, Result, Sizes};
use crate::puzzle::grid::Grid;
use crate::puzzle::parity;
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use crate::solver::Solver;
use crate::solver::shortest::heuristic_for;
use crate::staged;
use crate::tables::graph::Graph;
use crate::tables::in_memory;
use crate::tables::move_table::MoveTable;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;

/// What is in a move table.
#[pyclass(frozen, get_all, module = "puzzle15._core")]
pub(super) struct TableContents {
    /// The packed moves, two bits a state.
    moves: Py<PyBytes>,
    /// The number of states at each depth, by cell of the blank.
    by_cell: Vec<Vec<u64>>,
}

/// A move table by its name. `fresh` makes the table again instead of using the one that the solvers keep.
#[pyfunction]
#[pyo3(signature = (name, fresh))]
pub(super) fn move_table(py: Python<'_>, name: &str, fresh: bool) -> PyResult<TableContents> {
    let (moves, by_cell) = cancellable(py, true, |cancel| contents(name, fresh, cancel))?;
    Ok(TableContents { moves: to_bytes(py, &moves)?.unbind(), by_cell })
}

fn contents(name: &str, fresh: bool, cancel: &Cancel) -> Result<(Vec<u8>, Vec<Vec<u64>>)> {
    with_table(name, fresh, cancel, |table| Ok((table.to_bytes(cancel)?, table.layers().by_slot().to_vec())))
}

/// What a function makes of the table of this name.
fn with_table<T>(
    name: &str,
    fresh: bool,
    cancel: &Cancel,
    show: impl FnOnce(&MoveTable) -> Result<T>,
) -> Result<T> {
    if let Some(stage) = ["row", "column", "3x3"].iter().position(|&stage| stage == name) {
        if fresh {
            return show(&staged::build_tables(cancel)?[stage]);
        }
        staged::prepare(cancel)?;
        return show(&staged::tables()?[stage]);
    }
    let known = ["row", "column", "2x2", "2x3", "2x4", "2x5", "3x3"];
    let grid = shape(name).filter(|&grid| in_memory::has_table(grid));
    let grid = grid.ok_or_else(|| no_such_name("table", name, &known))?;
    let home = grid.cells() - 1;
    if fresh {
        return show(&in_memory::build_table(grid, home, cancel)?);
    }
    in_memory::prepare(&Board::standard(grid), cancel)?;
    show(in_memory::table(grid, home)?)
}

/// What a move table is about, as arrays.
#[pyclass(frozen, get_all, module = "puzzle15._core")]
pub(super) struct GraphContents {
    /// For each state a byte for each cell: 0 for the blank, tiles from 1 on, 255 for one that is alike others.
    tiles: Py<PyBytes>,
    /// For each state four numbers of 32 bits: the states that L, R, U and D lead to, or all ones.
    targets: Py<PyBytes>,
    /// For each state a byte: the code of the table's move, or 255 at a goal.
    next: Py<PyBytes>,
}

/// The solution graph of a move table by its name.
#[pyfunction]
#[pyo3(signature = (name))]
pub(super) fn solution_graph(py: Python<'_>, name: &str) -> PyResult<GraphContents> {
    let graph =
        cancellable(py, true, |cancel| with_table(name, false, cancel, |table| Graph::new(table, cancel)))?;
    // Python's own error would not say what is missing.
    drop(memory::room(
        (graph.tiles.len() + 4 * graph.targets.len() + graph.next.len()) as u64,
        Purpose::Table,
    )?);
    let targets = PyBytes::new_with(py, 4 * graph.targets.len(), |out| {
        for (bytes, target) in out.chunks_exact_mut(4).zip(&graph.targets) {
            bytes.copy_from_slice(&target.to_ne_bytes());
        }
        Ok(())
    })?;
    Ok(GraphContents {
        tiles: to_bytes(py, &graph.tiles)?.unbind(),
        targets: targets.unbind(),
        next: to_bytes(py, &graph.next)?.unbind(),
    })
}

/// Reads a shape such as `2x5`.
fn shape(name: &str) -> Option<Grid> {
    let (rows, cols) = name.split_once('x')?;
    let (rows, cols) = (rows.parse().ok()?, cols.parse().ok()?);
    (rows >= 2 && cols >= 2).then(|| Grid::new(rows, cols))
}

/// The standard form of a goal that has pattern databases.
fn frame(goal: &PyBoard) -> Result<Canonical> {
    let frame = Canonical::new(&goal.inner);
    if partitions::has_tables(frame.grid()) {
        return Ok(frame);
    }
    let sizes = Sizes::Cells(regions::MAX_PDB_CELLS);
    Err(Error::WrongSize { job: Job::PatternDatabases, sizes, got: goal.inner.grid() })
}

/// Makes the large pattern databases for a goal and keeps them on disk. Gives the path of the file.
#[pyfunction]
#[pyo3(signature = (goal, threads, progress))]
pub(super) fn build_patterns(
    py: Python<'_>,
    goal: &PyBoard,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<PathBuf> {
    let threads = self::threads(threads)?;
    let frame = frame(goal)?;
    let (grid, home) = (frame.grid(), frame.home());
    watched(py, true, progress, |cancel| {
        let path = files::path(grid, home).ok_or(Error::NoCacheFolder)?;
        files::build(&path, grid, home, threads, cancel)?;
        forget_tables(grid, home, cancel)?;
        Ok(path)
    })
}

/// By partition and pattern: a lower bound on the moves of its tiles, from the tables that a search would use.
#[pyfunction]
#[pyo3(signature = (board, goal, tables))]
pub(super) fn estimate(
    py: Python<'_>,
    board: &PyBoard,
    goal: &PyBoard,
    tables: &str,
) -> PyResult<Vec<Vec<u32>>> {
    let choice = parse_tables(tables)?;
    let (numbers, notes) = cancellable(py, true, |cancel| {
        let homes = board.inner.homes(&goal.inner)?;
        parity::check_solvable(&board.inner, &goal.inner, &homes)?;
        let (frame, loaded, notes) = heuristic_for(&goal.inner, choice, cancel)?;
        Ok((loaded.heuristic.values(&frame.standard(&homes))?, notes))
    })?;
    warn(py, &notes)?;
    Ok(numbers.into_iter().map(|values| values.into_iter().map(u32::from).collect()).collect())
}

/// Forgets the databases in memory for a goal, so that the next search looks at the disk again.
#[pyfunction]
#[pyo3(signature = (goal))]
pub(super) fn forget_patterns(py: Python<'_>, goal: &PyBoard) -> PyResult<()> {
    let frame = frame(goal)?;
    cancellable(py, true, |cancel| forget_tables(frame.grid(), frame.home(), cancel))
}

fn forget_tables(grid: Grid, home: usize, cancel: &Cancel) -> Result<()> {
    registry::forget(grid, home, cancel)?;
    Solver::forget_engines();
    Ok(())
}

/// What is in a pattern database.
#[pyclass(frozen, get_all, module = "puzzle15._core")]
pub(super) struct PatternCounts {
    /// The homes of the pattern tiles.
    homes: Vec<usize>,
    /// How many states there are at each distance.
    counts: Vec<u64>,
}

/// What is in the pattern databases of a goal.
#[pyclass(frozen, get_all, module = "puzzle15._core")]
pub(super) struct PatternTables {
    /// The patterns of every partition, those of both lookups first.
    lookups: Vec<Vec<Py<PatternCounts>>>,
    /// How many bytes they take together.
    bytes: u64,
}

/// Makes the pattern databases of a tier anew, and counts what is in them.
#[pyfunction]
#[pyo3(signature = (goal, tier, threads))]
pub(super) fn pattern_counts(
    py: Python<'_>,
    goal: &PyBoard,
    tier: &str,
    threads: Option<i64>,
) -> PyResult<PatternTables> {
    let threads = self::threads(threads)?;
    let tier = match tier {
        "small" => Tier::Small,
        "large" => Tier::Large,
        _ => return Err(no_such_name("tier", tier, &["small", "large"]).into()),
    };
    let frame = frame(goal)?;
    let heuristic =
        cancellable(py, true, |cancel| build::make(frame.grid(), frame.home(), tier, threads, cancel))?;
    let lookup = |number: usize| {
        let tables = heuristic.partition(number).iter();
        tables
            .map(|table| {
                let (homes, counts) = (table.homes().to_vec(), table.counts().to_vec());
                Py::new(py, PatternCounts { homes, counts })
            })
            .collect::<PyResult<_>>()
    };
    let lookups = (0..heuristic.partitions()).map(lookup).collect::<PyResult<_>>()?;
    Ok(PatternTables { lookups, bytes: heuristic.bytes() })
}

/// Reads a table file as a solver would; an error if it is of no use.
#[pyfunction]
#[pyo3(signature = (path))]
pub(super) fn verify_table(py: Python<'_>, path: PathBuf) -> PyResult<()> {
    cancellable(py, true, |cancel| verify::verify(&path, cancel))
}
