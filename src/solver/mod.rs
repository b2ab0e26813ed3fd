//! From a goal, a method and options to checked solutions: of one board, of many, or of random ones whose
//! lengths are counted.

mod algorithm;
pub mod arrays;
mod at_once;
pub mod batch;
mod engine;
mod greedy;
pub mod improving;
pub mod lower;
pub mod made_by;
pub mod method;
pub mod options;
pub mod shortest;
pub mod solution;
pub mod solve;
pub mod tally;

pub use crate::solver::method::{Method, Prefer};
pub use crate::solver::options::Options;
pub use crate::solver::solution::Solution;
pub use crate::solver::solve::Solver;
