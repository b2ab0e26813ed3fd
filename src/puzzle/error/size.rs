//! Sizes of boards for which something cannot be done, and numbers out of range.

use crate::puzzle::error::remedy::Remedy;
use crate::puzzle::grid::Grid;
use std::fmt;

/// Something that can be done for some sizes of boards only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// Solving by the method of this name.
    Method(&'static str),
    /// What only a search can do.
    Search,
    /// The exact distance of boards.
    ExactDistances,
    /// Solutions with the fewest slides.
    FewestSlides,
    /// Korf's search of 1985.
    PlainSearch,
    /// All shortest solutions of a board.
    AllShortest,
    /// Pattern databases.
    PatternDatabases,
    /// All boards in order of their distance, or those of one distance.
    ByDistance,
    /// The index of Parberry's paper.
    PaperIndex,
}

impl Job {
    /// What one can do instead with a board of another size.
    pub fn remedies(self) -> Vec<Remedy> {
        match self {
            Job::Method("peel") => vec![Remedy::UseMethod("greedy")],
            Job::Method("optimal" | "quick") => vec![Remedy::UseAutoAndImprove],
            Job::Method(_) => vec![Remedy::UseMethod("auto")],
            Job::Search => vec![Remedy::TimeoutAlone],
            Job::ExactDistances => vec![Remedy::LengthsOfOptimal, Remedy::LowerBound],
            Job::FewestSlides => vec![Remedy::UseMetric("single")],
            Job::PlainSearch => vec![Remedy::SolveAnySize],
            Job::ByDistance => vec![Remedy::RandomBoards, Remedy::RandomWalks],
            Job::AllShortest | Job::PatternDatabases | Job::PaperIndex => vec![],
        }
    }
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Job::Method(name) => write!(f, "method '{name}' is"),
            Job::Search => write!(f, "a search is"),
            Job::ExactDistances => write!(f, "exact distances are"),
            Job::FewestSlides => write!(f, "the fewest slides are"),
            Job::PlainSearch => write!(f, "the plain search is"),
            Job::AllShortest => write!(f, "all shortest solutions are"),
            Job::PatternDatabases => write!(f, "pattern databases are"),
            Job::ByDistance => write!(f, "lists of boards by distance are"),
            Job::PaperIndex => write!(f, "the index is"),
        }
    }
}

/// Sizes of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// At most so many cells.
    Cells(usize),
    /// At most so many rows and columns.
    Sides(usize),
    /// This one only.
    Only(Grid),
    /// At most so many cells, and this one.
    CellsAnd(usize, Grid),
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sizes::Cells(most) => write!(f, "boards of up to {most} cells"),
            Sizes::Sides(most) => write!(f, "boards with sides of up to {most}"),
            Sizes::Only(grid) => write!(f, "{grid} boards"),
            Sizes::CellsAnd(most, grid) => write!(f, "boards of up to {most} cells and for {grid}"),
        }
    }
}

/// Something that is counted or numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Threads to work with.
    Threads,
    /// Nodes of a cluster.
    Nodes,
    /// How many numbers of nodes are compared.
    NodeCounts,
    /// The depth at which a search begins.
    SourceDepth,
    /// Moves that were asked for.
    Moves,
    /// The number on a tile.
    Tile,
    /// The index of a board in an array.
    BoardIndex,
    /// The side of the core that the greedy algorithm leaves.
    Core,
    /// The index of a board of this size.
    PaperIndex(Grid),
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quantity::Threads => write!(f, "the number of threads"),
            Quantity::Nodes => write!(f, "a number of nodes"),
            Quantity::NodeCounts => write!(f, "the length of the list of node counts"),
            Quantity::SourceDepth => write!(f, "the depth of a source"),
            Quantity::Moves => write!(f, "the number of moves"),
            Quantity::Tile => write!(f, "the number on a tile"),
            Quantity::BoardIndex => write!(f, "the index of a board"),
            Quantity::Core => write!(f, "the side of the core"),
            Quantity::PaperIndex(grid) => write!(f, "the index of a {grid} board"),
        }
    }
}
