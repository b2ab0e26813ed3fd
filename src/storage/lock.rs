//! A lock beside each table's file, so that only one process at a time makes the table.
//!
//! The lock is the kernel's, on a separate file that stays empty and is never removed: removing it could pull
//! it away from under a process that is about to lock it. When the holder exits, however that happens, the
//! kernel releases the lock; a child that it has forked does not keep it (`lock_file.rs`). Other programs might
//! all the same, so a process that waits for long names the file it is waiting for.

use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;
use crate::storage::lock_file::LockFile;
use crate::storage::note::Note;
use crate::storage::open;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often a waiting process tries again.
const POLL: Duration = Duration::from_millis(10);
/// How long a process waits before it reports that it waits.
const PATIENCE: Duration = Duration::from_secs(10);

/// A lock that is held until it is dropped; or no lock, where the file system has none.
pub(crate) struct Lock {
    file: Option<LockFile>,
    /// Whether another process or thread held it first.
    pub(crate) waited: bool,
    /// What the caller should know.
    pub(crate) note: Option<Note>,
}

impl Lock {
    /// Waits for the lock of a table's file, and reports on standard error if that takes long. Where the
    /// lock's file cannot be made there is no lock, and none is needed: the table cannot be written either.
    pub(crate) fn hold(table: &Path, cancel: &Cancel) -> Result<Lock> {
        // Standard error may be closed, which does not matter.
        Lock::hold_reporting(table, cancel, PATIENCE, |text| {
            drop(writeln!(std::io::stderr(), "puzzle15: {text}"))
        })
    }

    fn hold_reporting(
        table: &Path,
        cancel: &Cancel,
        patience: Duration,
        report: impl Fn(&str),
    ) -> Result<Lock> {
        let path = lock_path(table);
        let mut lock = Lock { file: None, waited: false, note: None };
        let _ = path.parent().map(std::fs::create_dir_all);
        let file = match LockFile::open(|| open_lock(&path)) {
            Ok(file) => file,
            Err(error) => {
                lock.note = path.symlink_metadata().is_ok().then(|| not_locked(&path, &error));
                return Ok(lock);
            }
        };
        let mut late = Some(Instant::now() + patience);
        loop {
            match file.try_lock() {
                Ok(()) => break lock.file = Some(file),
                Err(TryLockError::WouldBlock) => lock.waited = true,
                Err(TryLockError::Error(error)) => break lock.note = Some(not_locked(&path, &error)),
            }
            cancel.check()?;
            if late.take_if(|late| *late <= Instant::now()).is_some() {
                let path = path.display();
                report(&format!(
                    "waiting for {path}, which another process, or a child of it, has locked to make a table"
                ));
            }
            std::thread::sleep(POLL);
        }
        Ok(lock)
    }
}

/// Opens a lock's file, and makes it if there is none. A file that someone else made need not be writable to
/// be locked, but it must be a regular file.
fn open_lock(path: &Path) -> std::io::Result<File> {
    let made = open::open(OpenOptions::new().create(true).truncate(false).write(true), path);
    made.or_else(|error| open::open_regular(path).map_err(|_| error))
}

fn not_locked(path: &Path, error: &std::io::Error) -> Note {
    Note::NotLocked { path: path.to_path_buf(), reason: error.to_string() }
}

/// The lock's file: named like that of the table, with another ending.
fn lock_path(table: &Path) -> PathBuf {
    let mut name = table.file_name().unwrap_or_default().to_os_string();
    name.push(".lock");
    table.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn folder(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("puzzle15-lock-{name}-{}", std::process::id()))
    }

    #[test]
    fn a_long_wait_is_reported_once() {
        let folder = folder("long");
        let table = folder.join("table");
        let held = Lock::hold(&table, &Cancel::new()).unwrap();
        let (cancel, said) = (Cancel::new(), Mutex::new(vec![]));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let report = |text: &str| said.lock().unwrap().push(text.to_string());
                assert!(Lock::hold_reporting(&table, &cancel, 2 * POLL, report).is_err());
            });
            while said.lock().unwrap().is_empty() {
                std::thread::sleep(POLL);
            }
            std::thread::sleep(5 * POLL);
            cancel.cancel();
        });
        let said = said.into_inner().unwrap();
        assert_eq!(said.len(), 1);
        assert!(said[0].contains(&*lock_path(&table).to_string_lossy()), "{said:?}");
        drop(held);
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// Neither a folder nor a link to itself can be locked.
    #[cfg(unix)]
    #[test]
    fn what_cannot_be_locked_is_reported() {
        let folder = folder("odd");
        for name in ["table", "other"] {
            let table = folder.join(name);
            if name == "table" {
                std::fs::create_dir_all(lock_path(&table)).unwrap();
            } else {
                std::os::unix::fs::symlink(lock_path(&table), lock_path(&table)).unwrap();
            }
            let none = Lock::hold(&table, &Cancel::new()).unwrap();
            assert!(none.file.is_none());
            let text = none.note.as_ref().unwrap().to_string();
            assert!(text.contains(&format!("{name}.lock cannot be locked")), "{text}");
        }
        let nowhere = Lock::hold(Path::new("/dev/null/table"), &Cancel::new()).unwrap();
        assert!(nowhere.file.is_none() && nowhere.note.is_none(), "the table will not be written, either");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn one_holder_at_a_time() {
        let folder = folder("one");
        let table = folder.join("table");
        let (inside, entered) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let lock = Lock::hold(&table, &Cancel::new()).unwrap();
                    assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                    std::thread::sleep(Duration::from_millis(5));
                    entered.fetch_add(1, Ordering::SeqCst);
                    inside.fetch_sub(1, Ordering::SeqCst);
                    assert!(lock.note.is_none());
                });
            }
        });
        assert_eq!(entered.into_inner(), 4);
        let held = Lock::hold(&table, &Cancel::new()).unwrap();
        let cancel = Cancel::new();
        cancel.cancel();
        assert!(Lock::hold(&table, &cancel).is_err(), "waiting can be cancelled");
        drop(held);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
