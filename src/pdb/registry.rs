//! The heuristics of this process: each made or mapped once, and found again by shape and home of the blank.
//!
//! There are two tiers. The small one is made in memory at first use, in well under a second. The large one has patterns
//! of up to eight tiles, takes seconds to make and up to 300 MB, and is kept on disk ([`crate::pdb::files`]): where its
//! file is, it is used.

use crate::pdb::build::make;
use crate::pdb::files;
use crate::pdb::heuristic::Heuristic;
use crate::pdb::partitions::{self, Tier};
use crate::puzzle::error::{Error, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::cancel::Cancel;
use crate::runtime::threads;
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

/// The estimate of a standard grid and home of the blank: by the large tables if they are in memory or on disk, else by
/// the small ones. And notes on what happened to files.
pub fn heuristic(grid: Grid, home: usize, cancel: &Cancel) -> Result<(Arc<Heuristic>, Vec<String>)> {
    let mut known = lock(cancel)?;
    let find = |known: &Vec<Known>, tier| {
        known
            .iter()
            .find(|one| (one.grid, one.home, one.tier) == (grid, home, tier))
            .map(|one| one.estimate.clone())
    };
    if let Some(estimate) = find(&known, Tier::Large) {
        return Ok((estimate, vec![]));
    }
    let mut notes = vec![];
    let refused = known.iter().any(|one| (one.grid, one.home) == (grid, home) && one.refused);
    if let Some(path) = files::path(grid, home).filter(|path| !refused && path.exists()) {
        match files::load(&path, grid, home, cancel) {
            Ok(Some(estimate)) => {
                let estimate = Arc::new(estimate);
                known.retain(|one| (one.grid, one.home) != (grid, home));
                let tier = Tier::Large;
                known.push(Known { grid, home, tier, estimate: estimate.clone(), refused: false });
                return Ok((estimate, notes));
            }
            Ok(None) => {}
            Err(Error::Cancelled) => return Err(Error::Cancelled),
            Err(error) => {
                notes.push(format!("{error}; the small tables are used until the large ones are made again"))
            }
        }
    }
    let refused = refused || !notes.is_empty();
    if let Some(estimate) = find(&known, Tier::Small) {
        known
            .iter_mut()
            .filter(|one| (one.grid, one.home) == (grid, home))
            .for_each(|one| one.refused = refused);
        return Ok((estimate, notes));
    }
    let estimate = Arc::new(make(grid, home, Tier::Small, threads::available(), cancel)?);
    known.push(Known { grid, home, tier: Tier::Small, estimate: estimate.clone(), refused });
    Ok((estimate, notes))
}

/// About how many bytes the tables take that [`heuristic`] would use.
pub fn size(grid: Grid, home: usize) -> u64 {
    let large = files::path(grid, home).is_some_and(|path| path.exists());
    partitions::size(grid, home, if large { Tier::Large } else { Tier::Small })
}

/// Forgets the estimates of a grid and home, so that the next one looks at the disk again.
pub fn forget(grid: Grid, home: usize, cancel: &Cancel) -> Result<()> {
    lock(cancel)?.retain(|one| (one.grid, one.home) != (grid, home));
    Ok(())
}

/// An estimate that was made.
struct Known {
    grid: Grid,
    home: usize,
    tier: Tier,
    estimate: Arc<Heuristic>,
    /// Whether the file of the large tables was found damaged: it is not read again and again.
    refused: bool,
}

static KNOWN: Mutex<Vec<Known>> = Mutex::new(vec![]);

/// Waits for other threads, which may be making tables, without being deaf.
fn lock(cancel: &Cancel) -> Result<std::sync::MutexGuard<'static, Vec<Known>>> {
    loop {
        match KNOWN.try_lock() {
            Ok(known) => return Ok(known),
            Err(TryLockError::Poisoned(known)) => return Ok(known.into_inner()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
        }
        cancel.check()?;
    }
}
