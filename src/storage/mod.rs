//! Files: written whole or not at all, checked when read; tables are made by one process at a time.

pub mod aside;
mod known_sums;
pub(crate) mod lock;
pub mod lock_file;
pub mod note;
pub(crate) mod open;
pub mod plain_file;
pub(crate) mod table_file;
