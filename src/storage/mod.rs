//! Files of tables: written whole or not at all, checked when read, made by one process at a time, mapped
//! into memory.

#[cfg(unix)]
pub(crate) mod held_locks;
pub(crate) mod lock;
pub(crate) mod mapped;
pub mod note;
pub(crate) mod table_file;
