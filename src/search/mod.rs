//! TODO

pub mod all_shortest;
pub mod anytime;
pub mod astar;
pub mod beam;
pub mod ida;
pub mod korf;
pub(crate) mod visited;
