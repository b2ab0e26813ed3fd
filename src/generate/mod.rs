//! TODO

pub mod by_distance;
pub mod random;
pub mod scramble;
pub mod scrambled;
