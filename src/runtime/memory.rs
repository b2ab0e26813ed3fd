//! How much memory is free, so that a job that needs more is refused and not killed; and freeing much of it
//! without waiting.

use crate::puzzle::error::{Error, MemoryNeed, Purpose, Result};
use std::fs;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// How many bytes can be allocated without swapping or being killed, as far as the system knows: what is free
/// on the machine or in the control group of the process, whichever is less.
pub fn free() -> Option<u64> {
    [free_on_machine(), free_in_group()].into_iter().flatten().min()
}

/// Refuses a job that needs more memory than is free.
pub fn require(needed: u64, purpose: Purpose) -> Result<()> {
    require_within(free(), needed, purpose)
}

/// Refuses a job that needs more memory than its budget, if it has one.
pub(crate) fn require_within(budget: Option<u64>, needed: u64, purpose: Purpose) -> Result<()> {
    match budget {
        Some(budget) if needed > budget => {
            Err(Error::Memory(MemoryNeed { needed, lean: None, budget, purpose }))
        }
        _ => Ok(()),
    }
}

/// Refuses `n` boards of so many bytes each if they do not fit into free memory.
pub fn require_for_boards(n: usize, each: usize) -> Result<()> {
    let needed = (n as u64).saturating_mul(each as u64);
    let most = isize::MAX as u64;
    if needed > most {
        let budget = free().unwrap_or(most);
        return Err(Error::Memory(MemoryNeed { needed, lean: None, budget, purpose: Purpose::Boards }));
    }
    require(needed, Purpose::Boards)
}

/// Drops a value on another thread: the system needs a tenth of a second to take back a gigabyte, and the
/// caller need not wait for that.
pub(crate) fn drop_elsewhere(value: impl Send + 'static) {
    // If no thread can be started, the value is dropped here and now.
    let _ = std::thread::Builder::new().spawn(move || drop(value));
}

fn free_on_machine() -> Option<u64> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    // Zero means that the system does not know.
    Some(System::new_with_specifics(memory).available_memory()).filter(|&bytes| bytes > 0)
}

/// The limit less what is used, in either version of Linux's control groups.
fn free_in_group() -> Option<u64> {
    let number = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let group = |limit: &str, used: &str| Some(number(limit)?.saturating_sub(number(used)?));
    // Cached pages of files count as used, but are given up when memory is needed.
    let stat = fs::read_to_string("/sys/fs/cgroup/memory.stat").unwrap_or_default();
    let idle = stat.lines().find_map(|line| line.strip_prefix("inactive_file ")?.parse::<u64>().ok());
    let free = group("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current");
    free.map(|free| free + idle.unwrap_or(0)).or_else(|| {
        let folder = "/sys/fs/cgroup/memory";
        group(&format!("{folder}/memory.limit_in_bytes"), &format!("{folder}/memory.usage_in_bytes"))
    })
}
