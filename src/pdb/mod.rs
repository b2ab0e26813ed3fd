//! Pattern databases at one bit a state, and the heuristic that is made of them.

pub mod build;
pub mod database;
pub mod files;
pub mod heuristic;
pub mod partitions;
pub mod regions;
pub mod registry;
