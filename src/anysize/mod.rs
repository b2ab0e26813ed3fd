//! TODO

pub mod greedy;
pub mod guide;
pub mod lines;
pub mod pair_beam;
pub mod peel;
pub mod window_table;
