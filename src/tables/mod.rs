//! Tables with an entry for every state of a small puzzle: the next move, or the distance, in two bits or a
//! byte.

pub(crate) mod depth_table;
pub mod distances;
pub mod graph;
pub mod in_memory;
pub mod move_table;
pub mod on_disk;
