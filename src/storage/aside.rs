//! The one way in which files and folders are written, by the core and by the package: as a whole or not at
//! all.
//!
//! # Writing
//! What is written goes aside first, under a random name in the same folder, `name.0123456789abcdef.part`.
//! It is made new: if something of that name is there, even a link, another name is taken. At the end it is
//! written through to the disk, renamed, and then the folder is written through, so that after a power
//! failure there is the old file or the new one. If the writer fails or is stopped, what it has put aside is
//! removed. The new file may be read and written by whoever could before.
//!
//! # Links
//! Where somebody has named a file and it is a link, it stays one, and the file that it points to is replaced;
//! but nothing is replaced that is not a regular file. In the cache the names are ours, and whoever put a link
//! there may mean harm: the link itself is replaced.
//!
//! # What killed writers leave
//! A killed writer cannot remove anything, so the next writer of the same target does. A writer that is alive
//! holds the kernel's lock on what it has put aside; the kernel releases it however the process ends. So what
//! can be locked is dead, and is removed while it is locked. A writer that has made something but not locked
//! it yet may lose it that way: after locking it looks whether its name is still there, and if not starts
//! again. Version 0.1.0 used other names and no locks, and some file systems (and Windows, where a
//! lock would keep the writer itself out) have none: there, what nobody has written to for an hour is dead.

use crate::runtime::fork;
use crate::runtime::freeing::drop_elsewhere;
use crate::storage::open::{open_own, open_regular, require_regular};
use std::collections::hash_map::RandomState;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What has not been written to for so long is dead, where there are no locks.
const LONG: Duration = Duration::from_secs(3600);
/// The most links from one to the next.
const MAX_LINKS: usize = 40;

/// A file or folder being written. Removed when dropped, unless it has been [kept](Aside::keep).
pub struct Aside {
    /// What it will replace.
    target: PathBuf,
    /// Where it is meanwhile.
    path: PathBuf,
    /// The open file or folder, with the lock; nothing where a folder cannot be opened.
    held: Option<File>,
    is_folder: bool,
    is_kept: bool,
    /// The process that writes it. In a forked child it is somebody else's.
    process: u32,
}

impl Aside {
    /// A new, empty file, to replace this one, which somebody has named.
    pub fn file(target: &Path) -> io::Result<Aside> {
        let target = follow_links(target)?;
        match target.symlink_metadata() {
            Ok(found) => require_regular(&found)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        Aside::new(target, false)
    }

    /// The same for a file whose name is ours: a link in its place is replaced.
    pub fn own_file(target: &Path) -> io::Result<Aside> {
        Aside::new(target.to_path_buf(), false)
    }

    /// A new, empty folder.
    pub fn folder(target: &Path) -> io::Result<Aside> {
        Aside::new(follow_links(target)?, true)
    }

    fn new(target: PathBuf, is_folder: bool) -> io::Result<Aside> {
        remove_leftovers(&target);
        loop {
            let path = random_name(&target);
            let held = match make(&path, is_folder) {
                Ok(held) => held,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            let is_taken = held.as_ref().is_some_and(|held| !claim(held));
            if !is_taken && path.symlink_metadata().is_ok() {
                let process = fork::generation();
                return Ok(Aside { target, path, held, is_folder, is_kept: false, process });
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The open file.
    pub fn open_file(&self) -> io::Result<&File> {
        self.held.as_ref().ok_or_else(|| io::ErrorKind::Unsupported.into())
    }

    /// Writes everything through to the disk and gives it its name.
    pub fn keep(mut self) -> io::Result<()> {
        if self.is_folder {
            sync_folder(&self.path)?;
        } else {
            self.open_file()?.sync_all()?;
        }
        self.keep_permissions();
        let old = keep_open(&self.target);
        fs::rename(&self.path, &self.target)?;
        self.is_kept = true;
        drop_elsewhere(old);
        sync_names(self.target.parent());
        Ok(())
    }
}

impl Aside {
    /// Allows what the file that is replaced allows, if there is one. If that fails, a new file is what it is.
    fn keep_permissions(&self) {
        let old = self.target.symlink_metadata().ok().filter(|found| found.is_file());
        if let (Some(old), Some(new)) = (old, &self.held) {
            let _ = new.set_permissions(old.permissions());
        }
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if !self.is_kept && self.process == fork::generation() {
            let _ = remove(&self.path, self.is_folder);
            // The system frees the blocks when the file is closed.
            drop_elsewhere(self.held.take());
        }
    }
}

/// What is to be replaced: the end of the links, if the target is one. It need not be there.
fn follow_links(target: &Path) -> io::Result<PathBuf> {
    let mut target = target.to_path_buf();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("it is a link that leads round in circles"))
}

/// A name beside the target that nobody can foresee.
fn random_name(target: &Path) -> PathBuf {
    let mut name = target.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{:016x}.part", RandomState::new().build_hasher().finish()));
    target.with_file_name(name)
}

fn make(path: &Path, is_folder: bool) -> io::Result<Option<File>> {
    if !is_folder {
        return open_own(OpenOptions::new().read(true).write(true).create_new(true), path).map(Some);
    }
    fs::create_dir(path)?;
    Ok(open_own(OpenOptions::new().read(true), path).ok())
}

/// Locks what was just made. False if another writer has locked it first, to remove it.
fn claim(held: &File) -> bool {
    cfg!(windows) || !matches!(held.try_lock(), Err(TryLockError::WouldBlock))
}

/// Writes the files of a folder through to the disk, and their names.
fn sync_folder(path: &Path) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        // Windows writes through only what may be written.
        open_own(OpenOptions::new().read(true).write(true), &entry?.path())?.sync_all()?;
    }
    sync_names(Some(path));
    Ok(())
}

/// Writes the names in a folder through to the disk. Where a system cannot do that there is nothing to be
/// done: the file itself is whole.
fn sync_names(folder: Option<&Path>) {
    if cfg!(unix) {
        let folder = folder.filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Opens a file that is about to be replaced. The system frees its blocks when it is closed for the last
/// time, which takes long for a large file; holding it open lets another thread do that. Not on Windows,
/// where an open file cannot be replaced.
fn keep_open(path: &Path) -> Option<File> {
    if cfg!(windows) { None } else { open_regular(path).ok() }
}

fn remove(path: &Path, is_folder: bool) -> io::Result<()> {
    if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

/// Removes what killed writers of this target have left.
fn remove_leftovers(target: &Path) {
    let folder = target.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if let Some(maker) = maker(target.file_name().unwrap_or_default(), &entry.file_name()) {
            remove_if_dead(&entry.path(), maker);
        }
    }
}

/// Who has put something aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Maker {
    /// A writer as in this file, which locks it.
    Locking,
    /// One of version 0.1.0, which did not.
    Old,
}

/// Who has put this aside for the target, by its name; nothing if it is something else.
fn maker(target: &OsStr, name: &OsStr) -> Option<Maker> {
    let rest = name.as_encoded_bytes().strip_prefix(target.as_encoded_bytes())?;
    let rest = std::str::from_utf8(rest).ok()?;
    if rest == ".part" {
        return Some(Maker::Old);
    }
    let (random, end) = rest.strip_prefix('.')?.split_once(".part")?;
    let is_hex = |c: u8| matches!(c, b'0'..=b'9' | b'a'..=b'f');
    if end.is_empty() && random.len() == 16 && random.bytes().all(is_hex) {
        return Some(Maker::Locking);
    }
    // A process and a thread; folders for .npz had eight more characters.
    let (process, thread) = random.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let is_old = is_number(process) && is_number(thread) && (end.is_empty() || end.starts_with('-'));
    is_old.then_some(Maker::Old)
}

/// Removes a file or folder that was put aside, unless its writer is alive.
fn remove_if_dead(path: &Path, maker: Maker) {
    let Ok(found) = path.symlink_metadata() else { return };
    if !found.is_file() && !found.is_dir() {
        return;
    }
    let mut options = OpenOptions::new();
    options.read(true).write(found.is_file());
    let Ok(file) = open_own(&mut options, path) else { return };
    let is_old = || found.modified().ok().and_then(|time| time.elapsed().ok()).is_some_and(|age| age > LONG);
    let is_dead = match file.try_lock() {
        Ok(()) => (maker == Maker::Locking && !cfg!(windows)) || is_old(),
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => is_old(),
    };
    if is_dead {
        let _ = remove(path, found.is_dir());
        drop_elsewhere(file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("puzzle15-aside-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn names_say_who_made_them() {
        let maker = |name: &str| maker(OsStr::new("a.b"), OsStr::new(name));
        assert_eq!(maker("a.b.0123456789abcdef.part"), Some(Maker::Locking));
        for old in ["a.b.part", "a.b.12-3.part", "a.b.12-140000.part-x_y1z2w3"] {
            assert_eq!(maker(old), Some(Maker::Old), "{old}");
        }
        for other in
            ["a.b", "a.b.lock", "a.bc.part", "a.b.12-.part", "a.b.0123.part", "b.part", "a.b.mine.part"]
        {
            assert_eq!(maker(other), None, "{other}");
        }
    }

    #[test]
    fn files_and_folders_are_there_as_a_whole_or_not_at_all() {
        let folder = folder("whole");
        let target = folder.join("file");
        for text in ["one", "two"] {
            let aside = Aside::file(&target).unwrap();
            aside.open_file().unwrap().write_all(text.as_bytes()).unwrap();
            aside.keep().unwrap();
            assert_eq!(fs::read_to_string(&target).unwrap(), text);
        }
        drop(Aside::file(&target).unwrap());
        let inner = Aside::folder(&folder.join("data")).unwrap();
        fs::write(inner.path().join("x"), "y").unwrap();
        assert_eq!(names(&folder).len(), 2);
        inner.keep().unwrap();
        drop(Aside::folder(&folder.join("data")).unwrap());
        assert_eq!(names(&folder), ["data", "file"]);
        assert_eq!(fs::read_to_string(folder.join("data/x")).unwrap(), "y");
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn the_next_writer_removes_what_is_dead_and_nothing_else() {
        let folder = folder("dead");
        let target = folder.join("t");
        let (alive, inner) = (Aside::file(&target).unwrap(), Aside::folder(&target).unwrap());
        let long_ago = std::time::SystemTime::now() - 2 * LONG;
        for (name, is_old) in
            [("t.part", true), ("t.1-2.part", true), ("t.3-4.part", false), ("t.mine.part", true)]
        {
            let file = File::create(folder.join(name)).unwrap();
            if is_old {
                file.set_modified(long_ago).unwrap();
            }
        }
        fs::write(folder.join("t.00000000deadbeef.part"), "").unwrap();
        fs::create_dir(folder.join("t.00000000deadf01d.part")).unwrap();
        fs::write(folder.join("t.00000000deadf01d.part/x"), "").unwrap();
        fs::write(folder.join("victim"), "safe").unwrap();
        std::os::unix::fs::symlink(folder.join("victim"), folder.join("t.0000000000000000.part")).unwrap();
        drop(Aside::file(&target).unwrap());
        let mut left: Vec<String> = [alive.path(), inner.path()]
            .map(|path| path.file_name().unwrap().to_str().unwrap().into())
            .into();
        left.extend(["t.0000000000000000.part", "t.3-4.part", "t.mine.part", "victim"].map(String::from));
        left.sort();
        assert_eq!(names(&folder), left);
        assert_eq!(fs::read_to_string(folder.join("victim")).unwrap(), "safe");
        alive.keep().unwrap();
        drop(inner);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("mode");
        let target = folder.join("secret");
        fs::write(&target, "").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
        Aside::file(&target).unwrap().keep().unwrap();
        assert_eq!(target.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = folder("link");
        std::os::unix::fs::symlink("new", folder.join("link")).unwrap();
        Aside::file(&folder.join("link")).unwrap().keep().unwrap();
        assert!(folder.join("new").is_file() && folder.join("link").is_symlink());
        std::os::unix::fs::symlink("round", folder.join("round")).unwrap();
        assert!(Aside::file(&folder.join("round")).is_err());
        fs::write(folder.join("new"), "theirs").unwrap();
        Aside::own_file(&folder.join("link")).unwrap().keep().unwrap();
        assert!(folder.join("link").symlink_metadata().unwrap().is_file(), "a link in our own place goes");
        assert_eq!(fs::read_to_string(folder.join("new")).unwrap(), "theirs");
        fs::create_dir(folder.join("sub")).unwrap();
        std::os::unix::fs::symlink("sub", folder.join("to-sub")).unwrap();
        assert!(Aside::file(&folder.join("to-sub")).is_err(), "not a regular file");
        fs::remove_dir_all(folder).unwrap();
    }
}
