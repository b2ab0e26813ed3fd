//! How much memory is free, so that a job that needs more is refused and not killed; and freeing much of it
//! without waiting.

use crate::puzzle::error::{Error, MemoryNeed, Purpose, Result};
use crate::runtime::room::Room;
use crate::runtime::{arena, cgroup, reserve};
use std::cell::Cell;
use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
#[cfg(target_os = "linux")]
use std::time::Duration;
use sysinfo::{MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, RefreshKind, System};

/// Address space that no large request may take: what is left for threads, for the stack, for Python and for
/// everything else that cannot be refused without harm.
pub(crate) const MARGIN: u64 = 4 << 20;

/// Requests of fewer bytes need not leave a margin.
pub(crate) const LARGE: u64 = 1 << 18;

/// For smaller jobs it is enough to ask for room: reading what is free takes longer than they do.
pub(crate) const WORTH_READING: u64 = 8 << 20;

/// How many bytes can be allocated without swapping or being killed, as far as the system knows: what is free
/// on the machine, in the control groups of the process, or in its address space, whichever is least.
pub fn free() -> Option<u64> {
    [free_on_machine(), cgroup::free(), free_to_map()].into_iter().flatten().min()
}

/// How many bytes of memory this process holds now, as far as the system knows: its code as far as it is in
/// memory, and all that it has written.
pub fn held() -> Option<u64> {
    let process = sysinfo::get_current_pid().ok()?;
    let mut system = System::new();
    let memory = ProcessRefreshKind::nothing().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[process]), false, memory);
    system.process(process).map(sysinfo::Process::memory)
}

/// Refuses a job that needs more memory than is free.
pub fn require(needed: u64, purpose: Purpose) -> Result<()> {
    require_within(free(), needed, purpose)
}

/// Refuses a job that needs more memory than its budget, if it has one.
pub(crate) fn require_within(budget: Option<u64>, needed: u64, purpose: Purpose) -> Result<()> {
    match budget {
        Some(budget) if needed > budget => {
            Err(Error::Memory(MemoryNeed { needed, lean: None, budget, purpose, fitting_tiles: None }))
        }
        _ => Ok(()),
    }
}

/// Refuses `n` boards of so many bytes each if they do not fit into free memory.
pub fn require_for_boards(n: usize, each: usize) -> Result<()> {
    room((n as u64).saturating_mul(each as u64), Purpose::Boards).map(drop)
}

/// Room for a job that needs so many bytes in all; see [`crate::runtime::room`]. An error if there is none.
pub(crate) fn room(needed: u64, purpose: Purpose) -> Result<Room> {
    if needed >= WORTH_READING {
        require(needed, purpose)?;
    }
    room_of_part(needed, purpose)
}

/// The same for a part of a job, which comes so often that what is free is not read each time: only the address
/// space is asked.
pub(crate) fn room_of_part(needed: u64, purpose: Purpose) -> Result<Room> {
    let margin = if needed < LARGE { 0 } else { MARGIN };
    let bytes = usize::try_from(needed.saturating_add(margin)).ok();
    bytes.and_then(Room::new).ok_or_else(|| refused(needed, purpose))
}

/// Room for whatever is done with one board of so many cells: tiles and homes, texts, lists. Nothing for a small
/// board, which needs next to none.
pub(crate) fn room_for_cells(cells: usize) -> Result<Option<Room>> {
    const FEW: usize = 1 << 12;
    const BYTES_PER_CELL: u64 = 128;
    (cells > FEW).then(|| room(BYTES_PER_CELL.saturating_mul(cells as u64), Purpose::Board)).transpose()
}

/// The error after the system has refused a request.
#[cold]
pub(crate) fn refused(needed: u64, purpose: Purpose) -> Error {
    Error::NoMemory { needed, free: free(), purpose }
}

/// Whether a request was granted: a search that is refused memory goes on with what it has.
#[inline(always)]
pub(crate) fn is_granted(request: Result<()>) -> Result<bool> {
    match request {
        Err(Error::NoMemory { .. }) => Ok(false),
        answer => answer.map(|()| true),
    }
}

/// An error if the system has refused even small requests, and has no memory now.
#[cold]
pub(crate) fn check_alarm() -> Result<()> {
    room(LARGE, Purpose::Work)?;
    reserve::calm();
    Ok(())
}

/// An error if there is no room for a thread. Its first small request is for what is local to it, and if that is
/// refused the C library ends the process, so it must not be started.
pub(crate) fn room_for_a_thread() -> Result<()> {
    arena::share_if_little_is_left(free_to_map);
    room(LARGE, Purpose::Work).map(drop)
}

/// Drops a value on another thread: the system needs a tenth of a second to take back a gigabyte, and the
/// caller need not wait for that.
pub(crate) fn drop_elsewhere(value: impl Send + 'static) {
    // If no thread can be started, the value is dropped here and now.
    if room_for_a_thread().is_ok() {
        let _ = std::thread::Builder::new().spawn(move || drop(value));
    }
}

/// A vector of more bytes than this takes longer to give back to the system than anyone should wait.
const SLOW_TO_FREE: usize = 1 << 23;

/// Vectors whose memory goes back to the system some pages at a time. While the system takes back many, nobody else
/// can map memory, and a thread has to before it starts.
struct Returned<T>(Vec<Vec<T>>);

impl<T> Drop for Returned<T> {
    fn drop(&mut self) {
        for mut values in self.0.drain(..) {
            values.clear();
            return_pages(values.spare_capacity_mut());
        }
    }
}

/// Gives back the pages of memory that nobody uses, and pauses often: a thread that does no more than its share is
/// seldom interrupted while others wait for it.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn return_pages<T>(unused: &mut [MaybeUninit<T>]) {
    const PIECE: usize = 1 << 20;
    const PAUSE: Duration = Duration::from_micros(50);
    let Some(page) = page().and_then(|bytes| usize::try_from(bytes).ok()) else { return };
    let (at, bytes) = (unused.as_mut_ptr().cast::<u8>(), size_of_val(unused));
    let end = (at.addr() + bytes) / page * page;
    for first in (at.addr().next_multiple_of(page)..end).step_by(PIECE) {
        // SAFETY: the pages lie in a slice that is borrowed for writing and has no values; they become zeros.
        unsafe { libc::madvise(at.with_addr(first).cast(), PIECE.min(end - first), libc::MADV_DONTNEED) };
        std::thread::sleep(PAUSE);
    }
}

#[cfg(not(target_os = "linux"))]
fn return_pages<T>(_unused: &mut [MaybeUninit<T>]) {}

thread_local! {
    static FREES_HERE: Cell<bool> = const { Cell::new(false) };
}

/// As long as it lives, this thread gives back the memory of large vectors itself: for a job whose memory is
/// limited, what it has dropped must be free before it takes more.
pub(crate) struct FreeingHere {
    before: bool,
}

impl FreeingHere {
    pub(crate) fn new() -> FreeingHere {
        FreeingHere { before: FREES_HERE.replace(true) }
    }
}

impl Drop for FreeingHere {
    fn drop(&mut self) {
        FREES_HERE.set(self.before);
    }
}

/// A vector that may be large. When it is dropped, its memory is given back on another thread: a job that is
/// cancelled, or whose time is up, ends at once.
pub(crate) struct Large<T: Send + 'static>(Vec<T>);

impl<T: Send + 'static> Large<T> {
    /// Gives its memory back here and now, for whoever asks for some next.
    pub(crate) fn give_back(&mut self) {
        self.0 = vec![];
    }
}

impl<T: Send + 'static> Default for Large<T> {
    fn default() -> Large<T> {
        Large(vec![])
    }
}

impl<T: Send + 'static> From<Vec<T>> for Large<T> {
    fn from(items: Vec<T>) -> Large<T> {
        Large(items)
    }
}

impl<T: Send + 'static> Deref for Large<T> {
    type Target = Vec<T>;

    #[inline(always)]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T: Send + 'static> DerefMut for Large<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T: Send + 'static> Drop for Large<T> {
    fn drop(&mut self) {
        if self.0.capacity() * size_of::<T>() > SLOW_TO_FREE && !FREES_HERE.get() {
            drop_elsewhere(Returned(vec![std::mem::take(&mut self.0)]));
        }
    }
}

/// Vectors that may be large together. When they are dropped, their memory is given back as that of a [`Large`] one.
pub(crate) struct LargeParts<T: Send + 'static>(Vec<Vec<T>>);

impl<T: Send + 'static> From<Vec<Vec<T>>> for LargeParts<T> {
    fn from(parts: Vec<Vec<T>>) -> LargeParts<T> {
        LargeParts(parts)
    }
}

impl<T: Send + 'static> Deref for LargeParts<T> {
    type Target = [Vec<T>];

    #[inline(always)]
    fn deref(&self) -> &[Vec<T>] {
        &self.0
    }
}

impl<T: Send + 'static> DerefMut for LargeParts<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Vec<T>] {
        &mut self.0
    }
}

impl<T: Send + 'static> Drop for LargeParts<T> {
    fn drop(&mut self) {
        let bytes = self.0.iter().map(|part| part.capacity() * size_of::<T>()).sum::<usize>();
        if bytes > SLOW_TO_FREE && !FREES_HERE.get() {
            drop_elsewhere(Returned(std::mem::take(&mut self.0)));
        }
    }
}

fn free_on_machine() -> Option<u64> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    // Zero means that the system does not know.
    Some(System::new_with_specifics(memory).available_memory()).filter(|&bytes| bytes > 0)
}

/// What a limit on the address space leaves to large requests; nothing if there is no limit.
#[cfg(target_os = "linux")]
fn free_to_map() -> Option<u64> {
    let limit = address_space_limit()?;
    let sizes = std::fs::read_to_string("/proc/self/statm").ok()?;
    let mapped = sizes.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(page()?)?;
    Some(limit.saturating_sub(mapped).saturating_sub(MARGIN))
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn address_space_limit() -> Option<u64> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the call writes to the struct that it is given.
    let done = unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) } == 0;
    (done && limit.rlim_cur != libc::RLIM_INFINITY).then_some(limit.rlim_cur)
}

/// The bytes of a page.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn page() -> Option<u64> {
    // SAFETY: the call only reads a setting.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).ok()
}

#[cfg(not(target_os = "linux"))]
fn free_to_map() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread::ThreadId;

    /// Notes on which thread it is dropped.
    struct Noted(mpsc::Sender<ThreadId>);

    impl Drop for Noted {
        fn drop(&mut self) {
            self.0.send(std::thread::current().id()).unwrap();
        }
    }

    #[test]
    fn large_vectors_are_freed_elsewhere_unless_memory_is_limited() {
        let (sender, dropped) = mpsc::channel();
        let large = || {
            let mut items = Vec::with_capacity(SLOW_TO_FREE);
            items.push(Noted(sender.clone()));
            Large::from(items)
        };
        let here = std::thread::current().id();
        drop(large());
        assert_ne!(dropped.recv().unwrap(), here);
        {
            let _here = FreeingHere::new();
            drop(large());
            assert_eq!(dropped.try_recv().unwrap(), here);
        }
        drop(large());
        assert_ne!(dropped.recv().unwrap(), here);
        let parts = |count: usize| {
            let parts = (0..count).map(|_| {
                let mut values = Vec::with_capacity(SLOW_TO_FREE / 2 / size_of::<Noted>());
                values.push(Noted(sender.clone()));
                values
            });
            LargeParts::from(parts.collect::<Vec<_>>())
        };
        drop(parts(1));
        assert_eq!(dropped.recv().unwrap(), here);
        drop(parts(3));
        assert!((0..3).all(|_| dropped.recv().unwrap() != here));
    }

    #[test]
    fn pages_that_are_given_back_leave_everything_else_as_it_is() {
        let mut values = vec![7u8; 3 << 20];
        values.truncate(12_345);
        return_pages(values.spare_capacity_mut());
        assert_eq!(values, [7; 12_345]);
        values.resize(3 << 20, 9);
        assert!(values[12_345..].iter().all(|&value| value == 9));
    }

    #[test]
    fn a_job_that_needs_more_than_there_is_gets_no_room() {
        assert!(room(1 << 20, Purpose::Search).is_ok());
        for needed in [1 << 46, u64::MAX] {
            let error = room(needed, Purpose::Boards).err().unwrap();
            assert!(matches!(error, Error::Memory(MemoryNeed { needed: said, .. }) if said == needed));
        }
        assert!(matches!(refused(5, Purpose::Work), Error::NoMemory { needed: 5, free: Some(_), .. }));
        assert_eq!(is_granted(Ok(())), Ok(true));
        assert_eq!(is_granted(Err(refused(5, Purpose::Work))), Ok(false));
        assert_eq!(is_granted(Err(Error::Cancelled)), Err(Error::Cancelled));
    }
}
