//! What a search would send from node to node if its bits lay on several machines.

pub(crate) mod crossings;
pub(crate) mod partition;
pub mod traffic;
