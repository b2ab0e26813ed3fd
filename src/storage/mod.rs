//! TODO

pub(crate) mod lock;
pub(crate) mod mapped;
pub(crate) mod table_file;
