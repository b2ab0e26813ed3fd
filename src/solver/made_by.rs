//! What a solution was made by: with the same options, whatever has the same [`MadeBy`] has the same moves,
//! on every machine.

use crate::pdb::registry::TablesUsed;
use std::fmt;

/// The version of the answers. It is raised whenever a change gives any board other moves, bounds or nodes
/// than before, with the same options.
pub const ANSWERS: u32 = 2;

/// An algorithm, and the pattern databases that it looked into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MadeBy {
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// The pattern databases, if it uses any.
    pub tables: Option<TablesUsed>,
}

impl fmt::Display for MadeBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {ANSWERS}", self.algorithm)?;
        self.tables.map_or(Ok(()), |tables| write!(f, ", {tables}"))
    }
}
