//! The open files of locks. A forked child inherits them, and with them the locks, also those that its parent
//! takes later: they would last as long as the child, which may itself wait for one of them. So all of them are
//! listed from the moment they are open, and a child closes its copies, which takes nothing from the parent.

use crate::runtime::fork::briefly;
use std::fs::File;
use std::io;
use std::ops::Deref;
#[cfg(unix)]
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
#[cfg(unix)]
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An open file that may be locked.
pub(super) struct LockFile(File);

impl LockFile {
    /// Opens it.
    pub(super) fn open(open: impl FnOnce() -> io::Result<File>) -> io::Result<LockFile> {
        briefly(|| {
            let file = open()?;
            #[cfg(unix)]
            listed().push(file.as_raw_fd());
            Ok(LockFile(file))
        })
    }
}

impl Deref for LockFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl Drop for LockFile {
    /// Releases the lock, even if another program has a copy of the file. It is no longer listed before it is
    /// closed; a child that is forked in between has a copy without a lock.
    fn drop(&mut self) {
        let _ = self.0.unlock();
        #[cfg(unix)]
        briefly(|| listed().retain(|&other| other != self.0.as_raw_fd()));
    }
}

/// Closes, in a child, the files that its parent has open.
#[cfg(unix)]
#[allow(unsafe_code)]
pub fn close_in_child() {
    for file in std::mem::take(&mut *listed()) {
        // SAFETY: the file belongs to a thread of the parent. There is no such thread here, so nobody else in
        // this process will use or close it.
        drop(unsafe { OwnedFd::from_raw_fd(file) });
    }
}

#[cfg(unix)]
fn listed() -> MutexGuard<'static, Vec<RawFd>> {
    static LISTED: Mutex<Vec<RawFd>> = Mutex::new(vec![]);
    LISTED.lock().unwrap_or_else(PoisonError::into_inner)
}
