//! TODO

pub(crate) mod bit_rows;
pub mod paper_index;
pub mod rank;
pub mod space;
pub mod steps;
pub mod two_bit;
pub(crate) mod windows;
