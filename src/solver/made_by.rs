//! What a solution was made by: with the same options, whatever has the same [`MadeBy`] has the same moves,
//! on every machine.

use std::fmt;

/// The version of the answers. It is raised once between two releases, with the first change that gives any
/// board other moves, bounds or nodes than before, with the same options.
pub const ANSWERS: u32 = 2;

/// Tables of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKind {
    /// The small pattern databases.
    SmallPatterns,
    /// The large ones.
    LargePatterns,
    /// The next moves of twelve cells, which are kept on disk.
    Moves,
    /// The distances in slides.
    Slides,
}

/// Tables by what is in them: the same ones are equal on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablesUsed {
    /// Their kind.
    pub kind: TableKind,
    /// The CRC-32 of their file, or of what would be in one.
    pub checksum: u32,
}

impl fmt::Display for TablesUsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.kind {
            TableKind::SmallPatterns => "small tables",
            TableKind::LargePatterns => "large tables",
            TableKind::Moves => "move table",
            TableKind::Slides => "slide table",
        };
        write!(f, "{name} {:08x}", self.checksum)
    }
}

/// An algorithm, and the tables that it looked into.
///
/// Tables that are neither chosen nor read from files (the stages, the move tables of up to ten cells, the
/// patterns for slides on 4×4) are as much a part of the algorithm as its code, and have no checksum here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MadeBy {
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// Its tables, if they can be chosen or are read from files.
    pub tables: Option<TablesUsed>,
}

impl fmt::Display for MadeBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {ANSWERS}", self.algorithm)?;
        self.tables.map_or(Ok(()), |tables| write!(f, ", {tables}"))
    }
}
