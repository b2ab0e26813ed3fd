//! `SolverOptions`: how boards are to be solved, from names and numbers.

use super::errors::no_such_name;
use super::jobs::{seconds, threads};
use crate::anysize::routes::Routes;
use crate::bfs::Metric;
use crate::pdb::registry::TableChoice;
use crate::solver::{Method, Options, Prefer};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// How boards are to be solved; `puzzle15.Solver` documents each knob.
#[pyclass(frozen, name = "SolverOptions", module = "puzzle15._core")]
pub(super) struct PyOptions {
    pub(super) inner: Options,
    /// As it was given: if no clock can count that far, there is no limit.
    #[pyo3(get)]
    timeout: Option<f64>,
}

#[pymethods]
impl PyOptions {
    #[new]
    #[pyo3(signature = (
        *, method="auto", metric="single", prefer=None, timeout=None, max_nodes=None, memory=None,
        weight=None, threads=Some(1), width=None, tables="small", routes="1995"
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        method: &str,
        metric: &str,
        prefer: Option<&str>,
        timeout: Option<f64>,
        max_nodes: Option<u64>,
        memory: Option<u64>,
        weight: Option<f64>,
        threads: Option<i64>,
        width: Option<usize>,
        tables: &str,
        routes: &str,
    ) -> PyResult<PyOptions> {
        let inner = Options {
            method: parse_method(method)?,
            metric: parse_metric(metric)?,
            prefer: prefer.map(parse_prefer).transpose()?,
            timeout: seconds(timeout),
            max_nodes,
            memory,
            weight,
            threads: self::threads(threads)?,
            width,
            tables: parse_tables(tables)?,
            routes: parse_routes(routes)?,
        };
        Ok(PyOptions { inner, timeout })
    }

    #[getter]
    fn method(&self) -> &'static str {
        self.inner.method.name()
    }

    #[getter]
    fn metric(&self) -> &'static str {
        self.inner.metric.name()
    }

    #[getter]
    fn prefer(&self) -> Option<&'static str> {
        self.inner.prefer.map(|Prefer::Turns| "turns")
    }

    #[getter]
    fn max_nodes(&self) -> Option<u64> {
        self.inner.max_nodes
    }

    #[getter]
    fn memory(&self) -> Option<u64> {
        self.inner.memory
    }

    #[getter]
    fn weight(&self) -> Option<f64> {
        self.inner.weight
    }

    #[getter]
    fn threads(&self) -> usize {
        self.inner.threads
    }

    #[getter]
    fn width(&self) -> Option<usize> {
        self.inner.width
    }

    #[getter]
    fn tables(&self) -> &'static str {
        self.inner.tables.name()
    }

    #[getter]
    fn routes(&self) -> &'static str {
        self.inner.routes.name()
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("method", self.method())?;
        named.set_item("metric", self.metric())?;
        named.set_item("prefer", self.prefer())?;
        named.set_item("timeout", self.timeout)?;
        named.set_item("max_nodes", self.max_nodes())?;
        named.set_item("memory", self.memory())?;
        named.set_item("weight", self.weight())?;
        named.set_item("threads", self.threads())?;
        named.set_item("width", self.width())?;
        named.set_item("tables", self.tables())?;
        named.set_item("routes", self.routes())?;
        Ok(((), named))
    }
}

/// The method of this name.
fn parse_method(name: &str) -> PyResult<Method> {
    let choices = Method::ALL.map(Method::name);
    Method::parse(name).ok_or_else(|| no_such_name("method", name, &choices).into())
}

/// The metric of this name.
pub(super) fn parse_metric(name: &str) -> PyResult<Metric> {
    Metric::parse(name).ok_or_else(|| no_such_name("metric", name, &["single", "multi"]).into())
}

/// The tables of this name.
pub(super) fn parse_tables(name: &str) -> PyResult<TableChoice> {
    let choices = TableChoice::ALL.map(TableChoice::name);
    TableChoice::parse(name).ok_or_else(|| no_such_name("tables", name, &choices).into())
}

/// The routes of this name.
pub(super) fn parse_routes(name: &str) -> PyResult<Routes> {
    let choices = Routes::ALL.map(Routes::name);
    Routes::parse(name).ok_or_else(|| no_such_name("routes", name, &choices).into())
}

fn parse_prefer(name: &str) -> PyResult<Prefer> {
    match name {
        "turns" | "multi" => Ok(Prefer::Turns),
        _ => Err(no_such_name("preference", name, &["turns", "multi"]).into()),
    }
}
