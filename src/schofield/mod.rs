//! TODO

pub mod tabulation;
pub mod twists;
