//! Dense numbers for states, and what a move does to them: no state is ever looked up in a dictionary.

pub(crate) mod bit_rows;
pub mod paper_index;
pub mod rank;
pub mod slot;
pub mod space;
pub mod steps;
pub mod two_bit;
pub(crate) mod windows;
