//! The folder for files that can be made again.

use std::env;
use std::path::PathBuf;

/// The folder for tables: `PUZZLE15_CACHE` if it is set, else a folder `puzzle15` where the system keeps such
/// files. Nothing if there is no such place.
pub fn cache_folder() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(chosen) = folder("PUZZLE15_CACHE") {
        return Some(chosen);
    }
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")?
    } else if cfg!(target_os = "macos") {
        folder("HOME")?.join("Library").join("Caches")
    } else {
        folder("XDG_CACHE_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| Some(folder("HOME")?.join(".cache")))?
    };
    Some(base.join("puzzle15"))
}
