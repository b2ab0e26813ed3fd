//! Boards of any size, line by line: Parberry's greedy algorithm of 1995, and shorter solutions by peeling.

pub mod drift;
pub mod field;
pub mod greedy;
mod greedy_2014;
mod greedy_walk;
pub mod guide;
pub(crate) mod leader;
pub mod lines;
pub mod pair_beam;
pub mod peel;
pub mod routes;
pub mod trail;
mod unplaced;
pub mod weights;
pub mod window_table;
