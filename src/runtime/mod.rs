//! TODO

pub mod budget;
pub mod cancel;
pub mod machine;
pub(crate) mod once_map;
