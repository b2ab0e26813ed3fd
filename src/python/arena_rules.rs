//! How an arena is played, and how its boards are scrambled.

use super::errors::no_such_name;
use crate::arena::rewards::{Base, Height, Renewal, Rules};
use crate::generate::scramble::Scramble;
use crate::tables::distances::Distances;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// How boards are scrambled if they are not fair: by a walk of `least` to `most` moves, or to a distance of
/// so many.
#[pyclass(frozen, eq, name = "Scramble", module = "puzzle15._core")]
#[derive(Clone, Copy, PartialEq)]
pub(super) struct PyScramble {
    pub(super) inner: Scramble,
    #[pyo3(get)]
    kind: &'static str,
    #[pyo3(get)]
    least: u32,
    #[pyo3(get)]
    most: u32,
}

impl PyScramble {
    /// A scramble of the core; nothing for fair boards.
    pub(super) fn from_core(inner: Scramble) -> Option<PyScramble> {
        let (kind, least, most) = match inner {
            Scramble::Fair => return None,
            Scramble::Walk(least, most) => ("walk", least, most),
            Scramble::Depth(least, most) => ("depth", least, most),
        };
        Some(PyScramble { inner, kind, least, most })
    }
}

#[pymethods]
impl PyScramble {
    /// `"walk"` or `"depth"`, and how many moves.
    #[new]
    #[pyo3(signature = (*, kind, least, most))]
    fn new(kind: &str, least: u32, most: u32) -> PyResult<PyScramble> {
        let (kind, inner) = match kind {
            "walk" => ("walk", Scramble::Walk(least, most)),
            "depth" => ("depth", Scramble::Depth(least, most)),
            _ => return Err(no_such_name("kind", kind, &["walk", "depth"]).into()),
        };
        Ok(PyScramble { inner, kind, least, most })
    }

    fn __repr__(&self) -> String {
        let PyScramble { kind, least, most, .. } = self;
        format!("Scramble(kind='{kind}', least={least}, most={most})")
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("kind", self.kind)?;
        named.set_item("least", self.least)?;
        named.set_item("most", self.most)?;
        Ok(((), named))
    }
}

/// What shapes rewards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shaping {
    Manhattan,
    Distance,
}

/// How an arena is played; `puzzle15.learning` documents each rule.
#[pyclass(frozen, name = "ArenaRules", module = "puzzle15._core")]
pub(super) struct PyRules {
    reward: Base,
    pub(super) shaping: Option<Shaping>,
    #[pyo3(get)]
    discount: f64,
    #[pyo3(get)]
    max_steps: Option<u32>,
    autoreset: Renewal,
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (*, reward, shaping, discount, max_steps, autoreset))]
    fn new(
        reward: &str,
        shaping: Option<&str>,
        discount: f64,
        max_steps: Option<u32>,
        autoreset: &str,
    ) -> PyResult<PyRules> {
        let reward = find("reward", reward, &REWARDS)?;
        let shaping = shaping.map(|shaping| find("shaping", shaping, &SHAPINGS)).transpose()?;
        let autoreset = find("autoreset", autoreset, &AUTORESETS)?;
        Ok(PyRules { reward, shaping, discount, max_steps, autoreset })
    }

    #[getter]
    fn reward(&self) -> &'static str {
        name(self.reward, &REWARDS)
    }

    #[getter]
    fn shaping(&self) -> Option<&'static str> {
        self.shaping.map(|shaping| name(shaping, &SHAPINGS))
    }

    #[getter]
    fn autoreset(&self) -> &'static str {
        name(self.autoreset, &AUTORESETS)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("reward", self.reward())?;
        named.set_item("shaping", self.shaping())?;
        named.set_item("discount", self.discount)?;
        named.set_item("max_steps", self.max_steps)?;
        named.set_item("autoreset", self.autoreset())?;
        Ok(((), named))
    }
}

impl PyRules {
    /// The rules of the core; `distances` are needed where they shape rewards.
    pub(super) fn rules(&self, distances: Option<Distances>) -> Rules {
        let height = match (self.shaping, distances) {
            (Some(Shaping::Distance), Some(distances)) => Height::Exact(Arc::new(distances)),
            (Some(Shaping::Distance), None) => unreachable!("the distances are made first"),
            (Some(Shaping::Manhattan), _) => Height::Manhattan,
            (None, _) => Height::Flat,
        };
        let max_steps = self.max_steps.unwrap_or(u32::MAX);
        Rules { base: self.reward, height, discount: self.discount, max_steps, renewal: self.autoreset }
    }
}

const REWARDS: [(&str, Base); 2] = [("step", Base::Step), ("goal", Base::Goal)];

const SHAPINGS: [(&str, Shaping); 2] = [("manhattan", Shaping::Manhattan), ("distance", Shaping::Distance)];

/// Named as in Gymnasium's `AutoresetMode`.
const AUTORESETS: [(&str, Renewal); 3] =
    [("NextStep", Renewal::NextStep), ("SameStep", Renewal::SameStep), ("Disabled", Renewal::Never)];

/// The value of a name, or an error that lists all names.
fn find<T: Copy>(what: &'static str, name: &str, known: &[(&'static str, T)]) -> PyResult<T> {
    let found = known.iter().find(|(other, _)| *other == name).map(|&(_, value)| value);
    let names = || known.iter().map(|&(name, _)| name).collect::<Vec<_>>();
    found.ok_or_else(|| no_such_name(what, name, &names()).into())
}

/// The name of a value.
fn name<T: PartialEq>(value: T, known: &[(&'static str, T)]) -> &'static str {
    known.iter().find(|(_, other)| *other == value).map_or("", |&(name, _)| name)
}
