//! TODO

pub(crate) mod depth_table;
pub mod distances;
pub mod in_memory;
pub mod move_table;
pub(crate) mod multi_table;
pub mod on_disk;
