//! TODO

pub mod board;
pub mod canonical;
pub mod error;
pub mod grid;
pub mod parity;
pub mod text;
