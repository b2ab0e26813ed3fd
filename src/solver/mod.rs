//! From a goal, a method and options to checked solutions: of one board, of many, of random ones that are counted.

pub mod arrays;
pub mod batch;
pub mod plan;
pub mod tally;
