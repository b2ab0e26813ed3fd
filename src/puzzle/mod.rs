//! The puzzle itself: boards on a grid, how people write them, which can be solved, and what can go wrong.

pub mod board;
pub mod canonical;
pub mod draft;
pub mod error;
pub mod grid;
pub(crate) mod grow;
pub mod inversions;
pub mod parities;
pub mod parity;
pub mod path;
pub mod text;
mod tile_defects;
