//! What a long job needs, whatever it does: a way to stop it, a budget, threads, and memory that is asked for first.

pub mod budget;
pub mod cache_dir;
pub mod cancel;
pub mod memory;
pub(crate) mod once_map;
pub mod replay;
pub mod threads;
