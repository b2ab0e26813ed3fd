//! `measure_traffic` and `plan_traffic`.

use super::exploring::{Asked, question, reporting};
use super::jobs::{cancellable, threads};
use crate::cluster::traffic::{Crossing, LevelTraffic, RowPartition, Traffic, TrafficOptions, measure, plan};
use crate::puzzle::error::{Error, Result};
use crate::runtime::threads;
use pyo3::prelude::*;

/// Pulls along a row of the board and between two, rows, states, coded bytes, least bits, bytes of the busiest node.
type Crossed = ((u64, u64), u64, u64, u64, f64, u64);

/// States, rows, moves, pulls, and what crosses for each number of nodes.
type Level = (u64, u64, u64, (u64, u64), Vec<Crossed>);

/// The levels, the lanes for each number of nodes, rows, and bits of a row.
type Answer = (Vec<Level>, Vec<u64>, u64, usize);

/// Searches a puzzle and counts what it would send on so many nodes. `progress` is called as by `explore`.
#[pyfunction]
#[pyo3(signature = (asked, nodes, partition, threads, memory, progress))]
pub(super) fn measure_traffic(
    py: Python<'_>,
    asked: Asked,
    nodes: Vec<usize>,
    partition: &str,
    threads: Option<i64>,
    memory: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answer> {
    let (question, partition) = (question(asked)?, self::partition(partition)?);
    let options = TrafficOptions { nodes, partition, threads: self::threads(threads)?, memory };
    let traffic = reporting(py, progress, |cancel, report| measure(&question, &options, cancel, report))?;
    Ok(answer(traffic))
}

/// What can be said without a search: everything but the levels.
#[pyfunction]
#[pyo3(signature = (asked, nodes, partition))]
pub(super) fn plan_traffic(
    py: Python<'_>,
    asked: Asked,
    nodes: Vec<usize>,
    partition: &str,
) -> PyResult<(Vec<u64>, u64, usize)> {
    let (question, partition) = (question(asked)?, self::partition(partition)?);
    cancellable(py, true, |cancel| {
        let traffic = plan(&question, &nodes, partition, threads::available(), cancel)?;
        Ok((traffic.lanes, traffic.rows, traffic.row_bits))
    })
}

fn partition(name: &str) -> Result<RowPartition> {
    match name {
        "index" => Ok(RowPartition::Index),
        "sets" => Ok(RowPartition::Sets),
        "orders" => Ok(RowPartition::Orders),
        _ => Err(Error::Unsupported(format!(
            "there is no partition '{name}'; choose 'index', 'sets' or 'orders'"
        ))),
    }
}

fn answer(traffic: Traffic) -> Answer {
    let Traffic { levels, lanes, rows, row_bits } = traffic;
    (levels.into_iter().map(level).collect(), lanes, rows, row_bits)
}

fn level(level: LevelTraffic) -> Level {
    let LevelTraffic { states, rows, moves, pulls, crossings } = level;
    (states, rows, moves, pulls.into(), crossings.into_iter().map(crossed).collect())
}

fn crossed(crossing: Crossing) -> Crossed {
    let Crossing { pulls, rows, states, coded, least, busiest } = crossing;
    (pulls.into(), rows, states, coded, least, busiest)
}
