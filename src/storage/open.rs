//! Opening files to read: regular files only.
//!
//! Whatever has the name of a table or of a checkpoint may be something else: a pipe, on which opening or
//! reading waits for ever, a device that never ends, a folder. So a file is opened without waiting, and then
//! the open file itself is looked at, not the name. A link to a regular file will do.

use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a regular file to read; an error at once if it is anything else.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    open(OpenOptions::new().read(true), path)
}

/// Opens a regular file with these options; an error at once if it is anything else.
pub(crate) fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let file = without_waiting(options, 0).open(path).map_err(|error| {
        // A socket cannot be opened at all, and a folder not to be written: say what it is.
        path.metadata().ok().and_then(|found| require_regular(&found).err()).unwrap_or(error)
    })?;
    require_regular(&file.metadata()?)?;
    Ok(file)
}

/// Opens a regular file of the cache to read; an error at once if it is anything else, and for a link that leads
/// to nothing: whoever made it meant a table to be there.
pub(crate) fn open_cached(path: &Path) -> io::Result<File> {
    let is_link = || path.symlink_metadata().is_ok_and(|found| found.is_symlink());
    open_regular(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound if is_link() => {
            io::Error::new(io::ErrorKind::InvalidInput, "it is a link to a file that does not exist")
        }
        _ => error,
    })
}

/// Opens a file or folder of ours whose name others could have taken: a link is not followed.
pub(crate) fn open_own(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    let options = without_waiting(options, libc::O_NOFOLLOW);
    options.open(path)
}

#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions, more: i32) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY | more)
}

#[cfg(not(unix))]
fn without_waiting(options: &mut OpenOptions, _more: i32) -> &mut OpenOptions {
    options
}

pub(super) fn require_regular(found: &Metadata) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    let text = format!("it is {}, not a regular file", name_of(found.file_type()));
    Err(io::Error::new(io::ErrorKind::InvalidInput, text))
}

/// What something that is not a regular file is called.
fn name_of(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    if kind.is_dir() { "a folder" } else { "a device" }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_opened() {
        let folder = std::env::temp_dir().join(format!("puzzle15-open-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("file"), "text").unwrap();
        std::os::unix::fs::symlink(folder.join("file"), folder.join("link")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(folder.join("socket")).unwrap();
        assert!(open_regular(&folder.join("link")).is_ok());
        assert!(open_own(OpenOptions::new().read(true), &folder.join("link")).is_err());
        for (path, word) in
            [(folder.clone(), "folder"), (folder.join("socket"), "socket"), ("/dev/null".into(), "device")]
        {
            let text = open_regular(&path).unwrap_err().to_string();
            assert_eq!(text, format!("it is a {word}, not a regular file"));
        }
        assert_eq!(open_regular(&folder.join("no")).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(open_cached(&folder.join("no")).unwrap_err().kind(), io::ErrorKind::NotFound);
        std::os::unix::fs::symlink(folder.join("no"), folder.join("dangling")).unwrap();
        assert_eq!(open_regular(&folder.join("dangling")).unwrap_err().kind(), io::ErrorKind::NotFound);
        let text = open_cached(&folder.join("dangling")).unwrap_err().to_string();
        assert_eq!(text, "it is a link to a file that does not exist");
        assert!(open_cached(&folder.join("link")).is_ok());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
