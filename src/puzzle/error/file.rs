//! Files that cannot be read, written or used.

use crate::puzzle::error::words::Cell;
use std::fmt;

/// What is wrong with a file. Reasons that the system gives are in its own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileProblem {
    /// The system does not let us read it.
    CannotRead(String),
    /// The system does not let us write it.
    CannotWrite(String),
    /// The system does not let us make this folder.
    CannotMakeFolder(String),
    /// It was read, and is not what was expected.
    Unusable(Fault),
}

/// Why a file that was read cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the fields say what they are")]
pub enum Fault {
    /// It was not written by this package.
    Foreign,
    /// It holds something else.
    OtherKind { expected: &'static str, got: String },
    /// It was written by another version.
    OtherVersion { expected: u32, got: u32 },
    /// It is for another size, or another home of the blank.
    OtherGoal { rows: u64, cols: u64, home: u64 },
    /// It belongs to another search.
    OtherSearch { expected: String, got: String },
    /// It has other patterns than this version makes, or is damaged.
    OtherPatterns,
    /// Its checksum is wrong.
    Checksum,
    /// It ends before it should.
    TooShort,
    /// It goes on after its end.
    TooLong,
    /// It announces more than there can be.
    TooMany,
    /// What it says cannot all be true.
    Contradiction,
    /// Somebody changed it while it was read.
    Changed,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Foreign => write!(f, "it is not a file of this package"),
            Fault::OtherKind { expected, got } => write!(f, "it holds '{got}', expected '{expected}'"),
            Fault::OtherVersion { expected, got } => write!(f, "its version is {got}, expected {expected}"),
            Fault::OtherGoal { rows, cols, home } => {
                write!(f, "it is for {rows}×{cols} with the blank at home in {}", Cell(*home as usize))
            }
            Fault::OtherSearch { expected, got } => {
                write!(f, "it belongs to another search, {got}; this one is {expected}")
            }
            Fault::OtherPatterns => write!(f, "it is damaged, or has other patterns than this version"),
            Fault::Checksum => write!(f, "it is damaged: its checksum is wrong"),
            Fault::TooShort => write!(f, "it is damaged: it ends too early"),
            Fault::TooLong => write!(f, "it is damaged: it is longer than it should be"),
            Fault::TooMany => write!(f, "it is damaged: it announces more than there can be"),
            Fault::Contradiction => write!(f, "it is damaged: it contradicts itself"),
            Fault::Changed => write!(f, "it has changed while it was read"),
        }
    }
}
