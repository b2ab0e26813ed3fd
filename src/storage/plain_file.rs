//! Files without a head of ours, written whole: the JSON and the pictures of the package.

use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;
use crate::storage::aside::Aside;
use crate::storage::table_file::{PIECE, cannot_write};
use std::io::Write;
use std::path::Path;

/// Writes a file; if that fails, the one that was there before stays.
pub fn write(path: &Path, bytes: &[u8], cancel: &Cancel) -> Result<()> {
    let unwritten = |error| cannot_write(path, &error);
    let aside = Aside::file(path).map_err(unwritten)?;
    for piece in bytes.chunks(PIECE) {
        cancel.check()?;
        aside.open_file().and_then(|mut file| file.write_all(piece)).map_err(unwritten)?;
    }
    cancel.check()?;
    aside.keep().map_err(unwritten)
}
