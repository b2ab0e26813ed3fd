//! What any long job needs: a way to stop it, a budget, threads, and enough free memory.

pub mod allocate;
pub mod allocator;
pub(crate) mod arena;
pub mod budget;
pub mod cache_dir;
pub mod cancel;
pub(crate) mod cgroup;
pub mod fork;
pub(crate) mod freeing;
pub mod memory;
pub(crate) mod once;
pub(crate) mod once_map;
pub(crate) mod processor;
pub mod replay;
pub(crate) mod reserve;
pub(crate) mod room;
pub mod threads;
