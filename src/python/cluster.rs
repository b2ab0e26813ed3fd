//! `measure_traffic` and `plan_traffic`.

use super::exploring::{Asked, question};
use super::jobs::{cancellable, threads};
use crate::bfs::question::choose_lean;
use crate::bfs::{MOST_THREADS, Metric, Progress, Search};
use crate::cluster::traffic::{Crossing, LevelTraffic, Partition, Traffic, measure, plan, space_to_plan};
use crate::puzzle::error::{Error, Result};
use crate::runtime::memory;
use crate::runtime::threads;
use pyo3::prelude::*;
use std::sync::Mutex;

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
    let threads = self::threads(threads)?.min(MOST_THREADS);
    let failure = Mutex::new(None);
    let tell = |level: &Progress<'_>| {
        let Some(progress) = &progress else { return Ok(()) };
        let depth = level.by_cell.len() - 1;
        let count: u64 = level.by_cell[depth].iter().sum();
        Python::attach(|py| progress.call1(py, (depth, count, level.seen)).map(drop)).map_err(|error| {
            *failure.lock().expect("held for a moment only") = Some(error);
            Error::Cancelled
        })
    };
    let answer = cancellable(py, true, |cancel| {
        let budget = memory.or_else(memory::free);
        let space = question.space(Metric::Single, budget)?;
        let sources = question.sources(&space)?;
        let search = Search { threads, ..Search::new(&space, &sources) };
        search.check()?;
        choose_lean(&search, Some(false), budget)?;
        measure(&search, &nodes, partition, cancel, tell).map(answer)
    });
    match failure.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => answer,
    }
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
        let traffic = plan(&space_to_plan(&question)?, &nodes, partition, threads::available(), cancel)?;
        Ok((traffic.lanes, traffic.rows, traffic.row_bits))
    })
}

fn partition(name: &str) -> Result<Partition> {
    match name {
        "index" => Ok(Partition::Index),
        "sets" => Ok(Partition::Sets),
        "orders" => Ok(Partition::Orders),
        _ => Err(Error::NoSuchName {
            what: "partition",
            got: name.to_string(),
            choices: vec!["index", "sets", "orders"],
        }),
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
