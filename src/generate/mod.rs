//! Boards to start from: fair ones, walks of the blank, and boards of a known distance.

pub mod by_distance;
pub(crate) mod packed;
pub mod random;
pub mod scramble;
