//! TODO

pub mod arrays;
pub mod batch;
pub mod plan;
pub mod tally;
