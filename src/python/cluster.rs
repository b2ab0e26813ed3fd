//! `measure_traffic` and `plan_traffic`.

use super::errors::no_such_name;
use super::exploring::{PyQuestion, Report, reporting};
use super::jobs::{cancellable, threads};
use crate::cluster::traffic::{self, Crossing, LevelTraffic, RowPartition, Traffic, TrafficOptions};
use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;
use crate::runtime::threads;
use pyo3::prelude::*;

/// What goes from node to node at one level, for one number of nodes.
#[pyclass(frozen, get_all, module = "puzzle15._core")]
pub(super) struct CrossingCounts {
    /// Pulls by moves of the blank along a row of the board.
    pulls_along: u64,
    /// Pulls by moves of the blank between two rows.
    pulls_between: u64,
    /// Rows sent.
    rows: u64,
    /// States in them.
    states: u64,
    /// Bytes, coded.
    coded: u64,
    /// A lower bound on the bits of any code.
    least_bits: f64,
    /// Coded bytes that the busiest node sends or receives.
    busiest: u64,
}

impl From<Crossing> for CrossingCounts {
    fn from(crossing: Crossing) -> CrossingCounts {
        let Crossing { pulls: [pulls_along, pulls_between], rows, states, coded, least, busiest } = crossing;
        CrossingCounts { pulls_along, pulls_between, rows, states, coded, least_bits: least, busiest }
    }
}

/// What a level of a search sends.
#[pyclass(frozen, get_all, module = "puzzle15._core")]
pub(super) struct LevelCounts {
    /// Its states.
    states: u64,
    /// The rows that have any of them.
    rows: u64,
    /// Moves from its states.
    moves: u64,
    /// Pulls of rows that are not full, by moves of the blank along a row of the board.
    pulls_along: u64,
    /// The same by moves between two rows of the board.
    pulls_between: u64,
    /// By number of nodes.
    crossings: Vec<Py<CrossingCounts>>,
}

impl LevelCounts {
    fn new(py: Python<'_>, level: LevelTraffic) -> PyResult<Py<LevelCounts>> {
        let LevelTraffic { states, rows, moves, pulls: [pulls_along, pulls_between], crossings } = level;
        let crossings = crossings.into_iter().map(|crossing| Py::new(py, CrossingCounts::from(crossing)));
        let crossings = crossings.collect::<PyResult<_>>()?;
        Py::new(py, LevelCounts { states, rows, moves, pulls_along, pulls_between, crossings })
    }
}

/// What a search sends from node to node.
#[pyclass(frozen, get_all, module = "puzzle15._core")]
pub(super) struct TrafficCounts {
    /// The levels; empty without a search.
    levels: Vec<Py<LevelCounts>>,
    /// By number of nodes: the rows sent if every row is live and none is full.
    lanes: Vec<u64>,
    /// Rows of all slices.
    rows: u64,
    /// Bits of a row.
    row_bits: usize,
}

impl TrafficCounts {
    fn new(py: Python<'_>, traffic: Traffic) -> PyResult<TrafficCounts> {
        let Traffic { levels, lanes, rows, row_bits } = traffic;
        let levels = levels.into_iter().map(|level| LevelCounts::new(py, level)).collect::<PyResult<_>>()?;
        Ok(TrafficCounts { levels, lanes, rows, row_bits })
    }
}

/// Searches a puzzle and counts what it would send between so many nodes. `progress` is called as by
/// `explore`.
#[pyfunction]
#[pyo3(signature = (question, *, nodes, partition, threads, memory, progress))]
pub(super) fn measure_traffic(
    py: Python<'_>,
    question: &PyQuestion,
    nodes: Vec<usize>,
    partition: &str,
    threads: Option<i64>,
    memory: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<TrafficCounts> {
    let (partition, threads) = (parse_partition(partition)?, self::threads(threads)?);
    let options = TrafficOptions { nodes, partition, threads, memory };
    let search =
        |cancel: &Cancel, report: Report<'_>| traffic::measure(&question.inner, &options, cancel, report);
    let found = reporting(py, progress, search)?;
    TrafficCounts::new(py, found)
}

/// What is known without a search: everything but the levels.
#[pyfunction]
#[pyo3(signature = (question, *, nodes, partition))]
pub(super) fn plan_traffic(
    py: Python<'_>,
    question: &PyQuestion,
    nodes: Vec<usize>,
    partition: &str,
) -> PyResult<TrafficCounts> {
    let partition = parse_partition(partition)?;
    let threads = threads::available();
    let found =
        cancellable(py, true, |cancel| traffic::plan(&question.inner, &nodes, partition, threads, cancel))?;
    TrafficCounts::new(py, found)
}

fn parse_partition(name: &str) -> Result<RowPartition> {
    match name {
        "index" => Ok(RowPartition::Index),
        "sets" => Ok(RowPartition::Sets),
        "orders" => Ok(RowPartition::Orders),
        _ => Err(no_such_name("partition", name, &["index", "sets", "orders"])),
    }
}
