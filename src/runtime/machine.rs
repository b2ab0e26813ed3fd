//! What the machine offers: free memory, threads, and a folder for files that can be made again.

use crate::puzzle::error::{Error, MemoryNeed, Purpose, Result};
use std::env;
use std::fs;
use std::path::PathBuf;

/// How many bytes can be allocated without swapping or being killed, as far as the system tells: what is free, and
/// what the control group of the process leaves. Nothing where neither is known.
pub fn free_memory() -> Option<u64> {
    [free_on_machine(), free_in_group()].into_iter().flatten().min()
}

/// Refuses boards that do not fit into free memory: `n` of them, of so many bytes each.
pub fn check_room(n: usize, each: usize) -> Result<()> {
    let needed = (n as u64).saturating_mul(each as u64);
    let most = isize::MAX as u64;
    let budget = free_memory().unwrap_or(most).min(most);
    if needed <= budget {
        return Ok(());
    }
    Err(Error::Memory(MemoryNeed { needed, lean: None, budget, purpose: Purpose::Boards }))
}

fn free_on_machine() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// Limit less use, in either version of control groups.
fn free_in_group() -> Option<u64> {
    let number = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let group = |limit: &str, used: &str| Some(number(limit)?.saturating_sub(number(used)?));
    // Files that nobody uses at the moment count as used, and give way.
    let stat = fs::read_to_string("/sys/fs/cgroup/memory.stat").unwrap_or_default();
    let idle = stat.lines().find_map(|line| line.strip_prefix("inactive_file ")?.parse::<u64>().ok());
    let free = group("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current");
    free.map(|free| free + idle.unwrap_or(0)).or_else(|| {
        let folder = "/sys/fs/cgroup/memory";
        group(&format!("{folder}/memory.limit_in_bytes"), &format!("{folder}/memory.usage_in_bytes"))
    })
}

/// As many threads as the machine has cores.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The folder for tables: `PUZZLE15_CACHE` if it is set, else a folder of ours where the system keeps such files.
/// Nothing if there is no such place.
pub fn cache_folder() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(chosen) = folder("PUZZLE15_CACHE") {
        return Some(chosen);
    }
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")?
    } else if cfg!(target_os = "macos") {
        folder("HOME")?.join("Library").join("Caches")
    } else {
        folder("XDG_CACHE_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| Some(folder("HOME")?.join(".cache")))?
    };
    Some(base.join("puzzle15"))
}
