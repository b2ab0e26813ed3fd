//! The files of the locks that this process holds. A forked child inherits them, and with them the locks: they
//! would last as long as the child, which may itself wait for one of them. So a child closes its copies, which
//! takes nothing from the parent.

use crate::runtime::fork::briefly;
use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::{Mutex, MutexGuard, PoisonError};

static HELD: Mutex<Vec<RawFd>> = Mutex::new(vec![]);

/// Remembers the file of a lock that is held now.
pub(super) fn add(file: &File) {
    briefly(|| held().push(file.as_raw_fd()));
}

/// Forgets the file of a lock that is about to be released.
pub(super) fn remove(file: &File) {
    briefly(|| held().retain(|&other| other != file.as_raw_fd()));
}

/// Closes, in a child, the files of the locks that its parent holds.
#[allow(unsafe_code)]
pub fn close_in_child() {
    for file in std::mem::take(&mut *held()) {
        // SAFETY: the file belongs to a thread of the parent. There is no such thread here, so nobody else in
        // this process will use or close it.
        drop(unsafe { OwnedFd::from_raw_fd(file) });
    }
}

fn held() -> MutexGuard<'static, Vec<RawFd>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}
