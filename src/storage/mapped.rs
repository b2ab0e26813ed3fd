//! Bytes that are in memory, or in a file mapped into memory and shared between processes.

use crate::puzzle::error::{Error, FileProblem, Result};
use memmap2::Mmap;
use std::fs::File;
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::Arc;

/// Some bytes, wherever they are.
pub(crate) enum Bytes {
    Owned(Vec<u8>),
    Mapped(Arc<Mmap>, Range<usize>),
}

impl Bytes {
    /// A part of a mapped file, if the file has it.
    pub(crate) fn mapped(file: &Arc<Mmap>, range: Range<usize>) -> Option<Bytes> {
        (range.end <= file.len()).then(|| Bytes::Mapped(file.clone(), range))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(file, range) => &file[range.clone()],
        }
    }
}

/// Maps a file of ours that is open, and whose bytes are checked before they are used.
#[allow(unsafe_code)]
pub(crate) fn map(file: &File, path: &Path) -> Result<Arc<Mmap>> {
    let failed = |error: std::io::Error| Error::file(path, FileProblem::CannotRead(error.to_string()));
    // SAFETY: bytes of a mapped file must not change while they are borrowed. Files of ours are written aside, renamed
    // and never written to again; one that is made anew, or removed, leaves the old one as it is for whoever has it
    // open. Somebody who writes into our cache by hand can do harm, as they could to any program they may write to.
    let mapped = unsafe { Mmap::map(file) }.map_err(failed)?;
    Ok(Arc::new(mapped))
}
