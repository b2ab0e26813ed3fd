//! Where small requests of a thread are served from.
//!
//! The C library of GNU gives each thread an arena of its own: 64 MB of the address space, and twice that for a
//! moment. A thread whose arena is refused goes on without one, and then every small vector is mapped and unmapped
//! by the system: a job of a second takes minutes, nearly all of them in the system. So where a limit on the
//! address space leaves little of it, new threads share the arena of the process, which grows by what is asked for.
//!
//! The library also learns from the sizes that are freed, and soon takes vectors of up to 32 MB from the arena instead
//! of mapping them. Then they stay in the address space after they are freed, and the next search seems to have no
//! room. Where little is left it is told not to learn.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
use std::sync::Once;

/// Lets all later threads share the arena of the process, if there may not be room for arenas of their own. It
/// stays so: the C library cannot tell which number of arenas was allowed before.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub(crate) fn share_if_little_is_left(free_to_map: impl FnOnce() -> Option<u64>) {
    /// For a few threads that start at the same time.
    const ENOUGH: u64 = 1 << 30;
    /// What is larger is mapped: a megabyte.
    const MAPPED: libc::c_int = 1 << 20;
    static SHARED: Once = Once::new();
    if !SHARED.is_completed() && free_to_map().is_some_and(|free| free < ENOUGH) {
        SHARED.call_once(|| {
            // SAFETY: each call sets a number, under a lock of its own. It fails only for values out of range.
            unsafe {
                libc::mallopt(libc::M_ARENA_MAX, 1);
                libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED);
            }
        });
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn share_if_little_is_left(_free_to_map: impl FnOnce() -> Option<u64>) {}
