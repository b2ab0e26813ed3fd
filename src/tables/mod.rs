//! Tables of every state of a small puzzle: the next move, or the distance, two bits or a byte each.

pub(crate) mod depth_table;
pub mod distances;
pub mod in_memory;
pub mod move_table;
pub(crate) mod multi_table;
pub mod on_disk;
