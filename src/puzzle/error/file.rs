//! Files that cannot be read, written or used.

use crate::puzzle::error::words::Cell;

/// What is wrong with a file, with the reason in the words of the system where it gives one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileProblem {
    /// The system does not let us read it.
    CannotRead(String),
    /// The system does not let us write it.
    CannotWrite(String),
    /// The system does not let us make this folder.
    CannotMakeFolder(String),
    /// It was read, but is not what was expected.
    Unusable(Fault),
}

/// Why a file that was read cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the names of the fields say what they are")]
pub enum Fault {
    /// It was not written by this package.
    #[error("it is not a file of this package")]
    Foreign,

    /// It holds something else.
    #[error("it holds '{got}', expected '{expected}'")]
    OtherKind { expected: &'static str, got: String },

    /// It was written by another version.
    #[error("its version is {got}, expected {expected}")]
    OtherVersion { expected: u32, got: u32 },

    /// It is for another size, or another home of the blank.
    #[error("it is for {rows}×{cols} with the blank at home in {}", Cell(*home as usize))]
    OtherGoal { rows: u64, cols: u64, home: u64 },

    /// It has a name that no table has.
    #[error("its name is not that of a table")]
    OtherName,

    /// It belongs to another search.
    #[error("it belongs to another search, of {got}; this one is of {expected}")]
    OtherSearch { expected: String, got: String },

    /// It has other patterns than this version makes, or is damaged.
    #[error("it is damaged, or has other patterns than this version")]
    OtherPatterns,

    /// Its checksum is wrong.
    #[error("it is damaged: its checksum is wrong")]
    Checksum,

    /// Its checksum is right, but not that of the table that it should be.
    #[error("it is not the table that its name says: its checksum is not that of this table")]
    Forged,

    /// It ends before it should.
    #[error("it is damaged: it ends too early")]
    TooShort,

    /// It goes on after its end.
    #[error("it is damaged: it is longer than it should be")]
    TooLong,

    /// It claims to hold more items than there can be.
    #[error("it is damaged: it claims to hold more than there can be")]
    TooMany,

    /// Its parts contradict each other.
    #[error("it is damaged: it contradicts itself")]
    Contradiction,
}
