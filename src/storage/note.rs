//! What a caller should know about files of tables even though the job succeeds.

use crate::puzzle::error::Error;
use std::fmt;
use std::path::PathBuf;

/// Something that went wrong with a file of tables, and what is done instead.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the fields say what they are")]
pub enum Note {
    /// The file cannot be used, so the table is made again.
    MadeAgain(Error),
    /// The table cannot be written, so it is kept in memory only.
    NotWritten(Error),
    /// The large tables cannot be used, so the small ones are.
    SmallInstead(Error),
    /// The file of a lock cannot be locked; the reason is in the words of the system.
    NotLocked { path: PathBuf, reason: String },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::MadeAgain(error) => write!(f, "{error}; the table is made again"),
            Note::NotWritten(error) => write!(f, "{error}; the table is kept in memory only"),
            Note::SmallInstead(error) => {
                write!(f, "{error}; the small tables are used until the large ones are made again")
            }
            Note::NotLocked { path, reason } => {
                let path = path.display();
                write!(f, "{path} cannot be locked: {reason}; other processes may make the same table")
            }
        }
    }
}
