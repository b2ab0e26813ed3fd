//! Bytes that are in memory, or in a file that is mapped into memory and shared between processes.

use crate::puzzle::error::Result;
use crate::storage::table_file::cannot_read;
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

/// Maps an open table file. Its bytes must be checked before they are used.
#[allow(unsafe_code)]
pub(crate) fn map(file: &File, path: &Path) -> Result<Arc<Mmap>> {
    // SAFETY: the bytes of a mapped file must not change while they are borrowed. A table file is written
    // under another name, renamed, and never written to again; replacing or removing it leaves the old
    // contents to whoever has it open. Someone who writes into the cache folder by hand can do harm, as to
    // any program whose files they may write.
    let mapped = unsafe { Mmap::map(file) }.map_err(|error| cannot_read(path, &error))?;
    Ok(Arc::new(mapped))
}
