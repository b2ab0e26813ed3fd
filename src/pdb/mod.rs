//! TODO

pub mod database;
pub mod files;
pub mod heuristic;
pub mod regions;
pub mod tiers;
