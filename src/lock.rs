//! A table is made by one process at a time: a lock beside its file.
//!
//! The lock is the kernel's, on a file of its own that stays empty and stays there: who removed it could take it away from
//! under another who is about to lock it. When its holder dies, however that may be, the kernel lets go of it.

use crate::control::Cancel;
use crate::error::Result;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often who waits looks again.
const POLL: Duration = Duration::from_millis(10);

/// A lock that is held until it is dropped; or none, where there are no locks.
pub(crate) struct Lock {
    file: Option<File>,
    /// Whether another process, or thread, had it first.
    pub(crate) waited: bool,
    /// What the caller should know.
    pub(crate) note: Option<String>,
}

impl Lock {
    /// Waits for the lock of a table's file. Without a place for it there is none, and none is needed: the table will
    /// not be written either.
    pub(crate) fn hold(table: &Path, cancel: &Cancel) -> Result<Lock> {
        let path = beside(table);
        let mut lock = Lock { file: None, waited: false, note: None };
        let _ = path.parent().map(std::fs::create_dir_all);
        let Ok(file) = OpenOptions::new().create(true).truncate(false).write(true).open(&path) else {
            return Ok(lock);
        };
        loop {
            match file.try_lock() {
                Ok(()) => {
                    remove_parts(table);
                    break lock.file = Some(file);
                }
                Err(TryLockError::WouldBlock) => lock.waited = true,
                Err(TryLockError::Error(error)) => {
                    let name = path.display();
                    break lock.note = Some(format!(
                        "{name} cannot be locked: {error}; other processes may make the same table"
                    ));
                }
            }
            cancel.check()?;
            std::thread::sleep(POLL);
        }
        Ok(lock)
    }
}

impl Drop for Lock {
    /// Lets go of it at once, though a forked child may have the file open still.
    fn drop(&mut self) {
        if let Some(file) = &self.file {
            let _ = file.unlock();
        }
    }
}

/// Removes what processes that were killed have left of a table: who has the lock is the only one to write it.
fn remove_parts(table: &Path) {
    let name = format!("{}.", table.file_name().unwrap_or_default().to_string_lossy());
    let files = table.parent().and_then(|folder| std::fs::read_dir(folder).ok());
    for file in files.into_iter().flatten().flatten() {
        let other = file.file_name().to_string_lossy().into_owned();
        if other.starts_with(&name) && other.ends_with(".part") {
            let _ = std::fs::remove_file(file.path());
        }
    }
}

/// The name of a table's file with another ending.
fn beside(table: &Path) -> PathBuf {
    let mut name = table.file_name().unwrap_or_default().to_os_string();
    name.push(".lock");
    table.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn one_holder_at_a_time() {
        let folder = std::env::temp_dir().join(format!("puzzle15-lock-{}", std::process::id()));
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
        assert!(Lock::hold(&table, &cancel).is_err(), "who waits can be stopped");
        drop(held);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
