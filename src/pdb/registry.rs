//! The heuristics of this process, by shape, home of the blank and tier; each is made or read once.
//!
//! There are two tiers. The small one is made in memory at first use, in well under a second. The large one
//! has patterns of up to eight tiles, takes seconds to make and up to 300 MB, and is kept on disk
//! ([`crate::pdb::files`]). Which of them a search uses is for its caller to say ([`TableChoice`]): searches
//! with other tables find other solutions, so a file that happens to be there must not decide.

use crate::pdb::build::{self, make};
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

/// Which tables a search is to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum TableChoice {
    /// The small ones, whatever is on disk.
    #[default]
    Small,
    /// The large ones, which are made if there are none.
    Large,
    /// The large ones if they are on disk, else the small ones.
    Auto,
}

impl TableChoice {
    /// All choices, in the order in which they are listed for people.
    pub const ALL: [TableChoice; 3] = [TableChoice::Small, TableChoice::Large, TableChoice::Auto];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            TableChoice::Small => "small",
            TableChoice::Large => "large",
            TableChoice::Auto => "auto",
        }
    }

    /// The choice of this name.
    pub fn parse(name: &str) -> Option<TableChoice> {
        TableChoice::ALL.into_iter().find(|choice| choice.name() == name)
    }
}

/// A heuristic, and what is in its tables.
#[derive(Clone)]
pub struct Loaded {
    /// The heuristic.
    pub heuristic: Arc<Heuristic>,
    /// Whether it has the small tables or the large ones.
    pub tier: Tier,
    /// The CRC-32 of the tables: of their file, or of what would be in one.
    pub checksum: u32,
}

/// The heuristic of a standard grid and home of the blank, with the tables that were chosen. Also what
/// happened to table files.
pub fn heuristic(
    grid: Grid,
    home: usize,
    choice: TableChoice,
    cancel: &Cancel,
) -> Result<(Loaded, Vec<Note>)> {
    let mut notes = vec![];
    if choice != TableChoice::Small {
        let known = LARGE.update((grid, home), cancel, |known| {
            let is_settled = |known: &Arc<LargeTables>| match **known {
                LargeTables::Usable(_) => true,
                LargeTables::Refused => choice == TableChoice::Auto,
                LargeTables::Missing => false,
            };
            match known.filter(is_settled) {
                Some(known) => Ok(known),
                None => large(grid, home, choice, &mut notes, cancel).map(Arc::new),
            }
        })?;
        if let LargeTables::Usable(loaded) = &*known {
            return Ok((loaded.clone(), notes));
        }
    }
    let loaded = SMALL.get((grid, home), cancel, || small(grid, home, cancel))?;
    Ok(((*loaded).clone(), notes))
}

/// The small tables. Their checksum takes a hundredth of the time that they take.
fn small(grid: Grid, home: usize, cancel: &Cancel) -> Result<Loaded> {
    let heuristic = Arc::new(make(grid, home, Tier::Small, threads::available(), cancel)?);
    let checksum = files::checksum(&heuristic, cancel)?;
    Ok(Loaded { heuristic, tier: Tier::Small, checksum })
}

/// The large tables from their file. If there is none, or a damaged one, they are made where they must be had.
fn large(
    grid: Grid,
    home: usize,
    choice: TableChoice,
    notes: &mut Vec<Note>,
    cancel: &Cancel,
) -> Result<LargeTables> {
    match load(grid, home, cancel) {
        Ok(Some(loaded)) => return Ok(LargeTables::Usable(loaded)),
        Ok(None) if choice == TableChoice::Auto => return Ok(LargeTables::Missing),
        Ok(None) => {}
        Err(Error::Cancelled) => return Err(Error::Cancelled),
        Err(error) if error.is_stop() && choice != TableChoice::Auto => return Err(error),
        Err(error) if choice == TableChoice::Auto => {
            notes.push(Note::SmallInstead(error));
            return Ok(LargeTables::Refused);
        }
        Err(error) => notes.push(Note::MadeAgain(error)),
    }
    let path = files::path(grid, home).ok_or(Error::NoCacheFolder)?;
    files::build(&path, grid, home, threads::available(), cancel)?;
    load(grid, home, cancel)?.map(LargeTables::Usable).ok_or(Error::NoCacheFolder)
}

/// Whether the large tables of a grid and home are on disk.
fn has_large(grid: Grid, home: usize) -> bool {
    files::path(grid, home).is_some_and(|path| path.exists())
}

/// How many bytes the tables that [`heuristic`] would use take.
pub fn size(grid: Grid, home: usize, choice: TableChoice) -> u64 {
    let tier = match choice {
        TableChoice::Small => Tier::Small,
        TableChoice::Large => Tier::Large,
        TableChoice::Auto if has_large(grid, home) => Tier::Large,
        TableChoice::Auto => Tier::Small,
    };
    let known = SIZES.get((grid, home, tier), &Cancel::new(), || build::size(grid, home, tier));
    // There may not even be memory to find out.
    known.map_or_else(|_| partitions::size(grid, home, tier), |size| *size)
}

/// Forgets the tables of a grid and home, so that the next call looks at the disk again.
pub fn forget(grid: Grid, home: usize, cancel: &Cancel) -> Result<()> {
    SMALL.forget(&(grid, home), cancel)?;
    LARGE.forget(&(grid, home), cancel)
}

/// By grid and home of the blank.
static SMALL: OnceMap<(Grid, usize), Loaded> = OnceMap::new();
static LARGE: OnceMap<(Grid, usize), LargeTables> = OnceMap::new();
/// The bytes of tables, which take some milliseconds to find out.
static SIZES: OnceMap<(Grid, usize, Tier), u64> = OnceMap::new();

/// What is known about the large tables.
enum LargeTables {
    /// They are in memory.
    Usable(Loaded),
    /// Their file turned out to be damaged, so that there is no point in reading it again.
    Refused,
    /// There was no file.
    Missing,
}

/// The large tables, if there is a file of them.
fn load(grid: Grid, home: usize, cancel: &Cancel) -> Result<Option<Loaded>> {
    let Some(path) = files::path(grid, home).filter(|path| path.symlink_metadata().is_ok()) else {
        return Ok(None);
    };
    let found = files::load(&path, grid, home, cancel)?;
    Ok(found.map(|(heuristic, checksum)| Loaded {
        heuristic: Arc::new(heuristic),
        tier: Tier::Large,
        checksum,
    }))
}
