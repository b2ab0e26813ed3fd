//! TODO

pub(crate) mod crossings;
pub(crate) mod partition;
pub mod traffic;
