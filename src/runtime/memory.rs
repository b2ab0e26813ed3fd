//! How much memory is free, so that a job that needs more is refused and not killed.

use crate::puzzle::error::{Error, MemoryNeed, Purpose, Result};
use crate::runtime::room::Room;
use crate::runtime::{arena, cgroup, reserve};
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

fn free_on_machine() -> Option<u64> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    // Zero means that the system does not know.
    Some(System::new_with_specifics(memory).available_memory()).filter(|&bytes| bytes > 0)
}

/// What a limit on the address space leaves to large requests; nothing if there is no limit.
#[cfg(target_os = "linux")]
pub(crate) fn free_to_map() -> Option<u64> {
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

/// Asks the system for huge pages in the place of these values, if there are so many that it matters.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub(crate) fn prefer_huge_pages<T>(values: &[T]) {
    const HUGE_PAGE: usize = 1 << 21;
    const WORTH_IT: usize = 4 * HUGE_PAGE;
    let (at, bytes) = (values.as_ptr().cast::<u8>(), size_of_val(values));
    if bytes >= WORTH_IT {
        let first = at.addr().next_multiple_of(HUGE_PAGE);
        let len = (at.addr() + bytes - first) / HUGE_PAGE * HUGE_PAGE;
        // SAFETY: the call changes how the system maps the pages, and nothing that is in them.
        unsafe { libc::madvise(at.with_addr(first).cast_mut().cast(), len, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn prefer_huge_pages<T>(_values: &[T]) {}

/// The bytes of a page.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub(crate) fn page() -> Option<u64> {
    // SAFETY: the call only reads a setting.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).ok()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn free_to_map() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

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
