//! The heuristics of this process, by shape and home of the blank; each is made or read once.
//!
//! There are two tiers. The small one is made in memory at first use, in well under a second. The large one
//! has patterns of up to eight tiles, takes seconds to make and up to 300 MB, and is kept on disk
//! ([`crate::pdb::files`]); it is used wherever its file exists.

use crate::pdb::build::make;
use crate::pdb::files;
use crate::pdb::heuristic::Heuristic;
use crate::pdb::partitions::{self, Tier};
use crate::puzzle::error::{Error, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::cancel::Cancel;
use crate::runtime::once_map::OnceMap;
use crate::runtime::threads;
use crate::storage::note::Note;
use std::sync::Arc;

/// The heuristic of a standard grid and home of the blank: from the large tables if they are in memory or on
/// disk, else from the small ones. Also what happened to table files.
pub fn heuristic(grid: Grid, home: usize, cancel: &Cancel) -> Result<(Arc<Heuristic>, Vec<Note>)> {
    let mut notes = vec![];
    let known = KNOWN.update((grid, home), cancel, |known| {
        if let Some(known) = known.as_ref().filter(|known| known.tier == Tier::Large) {
            return Ok(known.clone());
        }
        let mut is_refused = known.as_ref().is_some_and(|known| known.is_refused);
        if !is_refused {
            match load_large(grid, home, cancel) {
                Ok(Some(heuristic)) => return Ok(Known::new(Tier::Large, Arc::new(heuristic), false)),
                Ok(None) => {}
                Err(Error::Cancelled) => return Err(Error::Cancelled),
                Err(error) => {
                    is_refused = true;
                    notes.push(Note::SmallInstead(error));
                }
            }
        }
        let heuristic = match known {
            Some(known) => known.heuristic.clone(),
            None => Arc::new(make(grid, home, Tier::Small, threads::available(), cancel)?),
        };
        Ok(Known::new(Tier::Small, heuristic, is_refused))
    })?;
    Ok((known.heuristic.clone(), notes))
}

/// About how many bytes the tables that [`heuristic`] would use take.
pub fn size(grid: Grid, home: usize) -> u64 {
    let large = files::path(grid, home).is_some_and(|path| path.exists());
    partitions::size(grid, home, if large { Tier::Large } else { Tier::Small })
}

/// Forgets the heuristic of a grid and home, so that the next call looks at the disk again.
pub fn forget(grid: Grid, home: usize, cancel: &Cancel) -> Result<()> {
    KNOWN.forget(&(grid, home), cancel)
}

/// By grid and home of the blank.
static KNOWN: OnceMap<(Grid, usize), Known> = OnceMap::new();

/// A heuristic in memory.
struct Known {
    tier: Tier,
    heuristic: Arc<Heuristic>,
    /// Whether the file of the large tables turned out to be damaged, so that there is no point in reading it
    /// again.
    is_refused: bool,
}

impl Known {
    fn new(tier: Tier, heuristic: Arc<Heuristic>, is_refused: bool) -> Arc<Known> {
        Arc::new(Known { tier, heuristic, is_refused })
    }
}

/// The large tables, if there is a file of them.
fn load_large(grid: Grid, home: usize, cancel: &Cancel) -> Result<Option<Heuristic>> {
    match files::path(grid, home).filter(|path| path.exists()) {
        Some(path) => files::load(&path, grid, home, cancel),
        None => Ok(None),
    }
}
