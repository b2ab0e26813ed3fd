//! Files: written whole or not at all, checked when read; tables are made by one process at a time.

pub mod aside;
#[cfg(unix)]
pub mod held_locks;
pub(crate) mod lock;
pub mod note;
pub(crate) mod open;
pub mod plain_file;
pub(crate) mod table_file;
