//! A table is made by one process at a time: a lock beside its file.
//!
//! The lock is the kernel's, on a file of its own that stays empty and stays there: who removed it could take it away from
//! under another who is about to lock it. When its holder dies, however that may be, the kernel lets go of it; unless the
//! holder was forked meanwhile: the child has the same open file, and the lock stays as long as the child does. So who
//! waits for long says for which file.

use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often who waits looks again.
const POLL: Duration = Duration::from_millis(10);
/// How long somebody waits before saying so.
const PATIENCE: Duration = Duration::from_secs(10);

/// A lock that is held until it is dropped; or none, where there are no locks.
pub(crate) struct Lock {
    file: Option<File>,
    /// Whether another process, or thread, had it first.
    pub(crate) waited: bool,
    /// What the caller should know.
    pub(crate) note: Option<String>,
}

impl Lock {
    /// Waits for the lock of a table's file, and says so on standard error if that takes long. Without a place for it
    /// there is none, and none is needed: the table will not be written either.
    pub(crate) fn hold(table: &Path, cancel: &Cancel) -> Result<Lock> {
        // Nobody may be there to read it.
        Lock::hold_telling(table, cancel, PATIENCE, |text| {
            drop(writeln!(std::io::stderr(), "puzzle15: {text}"))
        })
    }

    fn hold_telling(table: &Path, cancel: &Cancel, patience: Duration, tell: impl Fn(&str)) -> Result<Lock> {
        let path = beside(table);
        let mut lock = Lock { file: None, waited: false, note: None };
        let _ = path.parent().map(std::fs::create_dir_all);
        let file = match open(&path) {
            Ok(file) => file,
            Err(error) => {
                lock.note = path.symlink_metadata().is_ok().then(|| unlocked(&path, &error));
                return Ok(lock);
            }
        };
        let mut late = Some(Instant::now() + patience);
        loop {
            match file.try_lock() {
                Ok(()) => {
                    remove_parts(table);
                    break lock.file = Some(file);
                }
                Err(TryLockError::WouldBlock) => lock.waited = true,
                Err(TryLockError::Error(error)) => break lock.note = Some(unlocked(&path, &error)),
            }
            cancel.check()?;
            if late.take_if(|late| *late <= Instant::now()).is_some() {
                tell(&format!(
                    "waiting for another process, which makes a table and holds {}, or for a child of its own",
                    path.display()
                ));
            }
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

/// Opens a lock's file, and makes it if need be. One of somebody else need not be writable to be locked.
fn open(path: &Path) -> std::io::Result<File> {
    let made = OpenOptions::new().create(true).truncate(false).write(true).open(path);
    made.or_else(|error| File::open(path).map_err(|_| error))
}

/// What the caller should know of a file that cannot be locked.
fn unlocked(path: &Path, error: &std::io::Error) -> String {
    format!("{} cannot be locked: {error}; other processes may make the same table", path.display())
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
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn folder(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("puzzle15-lock-{name}-{}", std::process::id()))
    }

    #[test]
    fn who_waits_for_long_says_so_once() {
        let folder = folder("long");
        let table = folder.join("table");
        let held = Lock::hold(&table, &Cancel::new()).unwrap();
        let (cancel, said) = (Cancel::new(), Mutex::new(vec![]));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let tell = |text: &str| said.lock().unwrap().push(text.to_string());
                assert!(Lock::hold_telling(&table, &cancel, 2 * POLL, tell).is_err());
            });
            while said.lock().unwrap().is_empty() {
                std::thread::sleep(POLL);
            }
            std::thread::sleep(5 * POLL);
            cancel.cancel();
        });
        let said = said.into_inner().unwrap();
        assert_eq!(said.len(), 1);
        assert!(said[0].contains(&*beside(&table).to_string_lossy()), "{said:?}");
        drop(held);
        std::fs::remove_dir_all(folder).unwrap();
    }

    /// A folder can be locked and not be opened for writing, whoever asks; a link to itself cannot be opened at all.
    #[cfg(unix)]
    #[test]
    fn what_cannot_be_written_can_be_locked_and_what_cannot_be_opened_is_told() {
        let folder = folder("odd");
        let table = folder.join("table");
        std::fs::create_dir_all(beside(&table)).unwrap();
        let held = Lock::hold(&table, &Cancel::new()).unwrap();
        assert!(held.file.is_some() && held.note.is_none());
        let cancel = Cancel::new();
        cancel.cancel();
        assert!(Lock::hold(&table, &cancel).is_err(), "it is held");
        let other = folder.join("other");
        std::os::unix::fs::symlink(beside(&other), beside(&other)).unwrap();
        let none = Lock::hold(&other, &Cancel::new()).unwrap();
        assert!(none.file.is_none());
        assert!(none.note.as_ref().unwrap().contains("other.lock cannot be locked"), "{:?}", none.note);
        let nowhere = Lock::hold(Path::new("/dev/null/table"), &Cancel::new()).unwrap();
        assert!(nowhere.file.is_none() && nowhere.note.is_none(), "the table will not be written, either");
        drop(held);
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
        assert!(Lock::hold(&table, &cancel).is_err(), "who waits can be stopped");
        drop(held);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
