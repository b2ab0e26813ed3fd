//! Checkpoints: a search that is killed goes on from its last complete level.
//!
//! A checkpoint holds the search it belongs to, the counts so far, and one bit a state: what has been seen. The
//! level itself is not needed. A search that takes everything seen for its level finds the same next one, because
//! what was seen before leads to nothing new. Files are written aside and renamed, see `store.rs`.

use crate::bfs::level::MAX_LISTED;
use crate::bfs::planes::{PIECE, Seen};
use crate::bfs::{MAX_OFFSET, Search};
use crate::index::bit_rows;
use crate::index::space::Space;
use crate::puzzle::error::{Error, Result};
use crate::runtime::cancel::Cancel;
use crate::storage::table_file::{self, Kind, Reader, Writer};
use std::path::PathBuf;

const KIND: Kind = Kind { name: "search", version: 1, shared: false };

/// More levels than any search has.
const MAX_LEVELS: u64 = MAX_OFFSET as u64 + 100_000;

/// What to do about a file that cannot be used.
const REMEDY: &str = "delete it, or name another file";

/// Where a search keeps its progress.
pub struct Checkpoint {
    path: PathBuf,
}

/// What a checkpoint holds besides the bits.
pub(crate) struct Saved {
    pub(crate) by_cell: Vec<Vec<u64>>,
    pub(crate) listed: Option<Vec<u64>>,
}

impl Saved {
    /// Whether there is a level, as many states are counted as have been seen, and those listed exist.
    fn makes_sense(&self, search: &Search<'_>, seen: &Seen) -> bool {
        let counted: u128 = self.by_cell.iter().flatten().map(|&count| u128::from(count)).sum();
        let kept: u128 = seen.bits.iter().map(|slice| u128::from(bit_rows::count(slice))).sum();
        let exists = |&index: &u64| index < search.space.states();
        !self.by_cell.is_empty() && counted == kept && self.listed.iter().flatten().all(exists)
    }
}

impl Checkpoint {
    /// The file, which need not be there yet.
    pub fn new(path: PathBuf) -> Checkpoint {
        Checkpoint { path }
    }

    /// Replaces the file by one for the level just completed.
    pub(crate) fn save(
        &self,
        search: &Search<'_>,
        by_cell: &[Vec<u64>],
        listed: Option<&[u64]>,
        seen: &Seen,
        cancel: &Cancel,
    ) -> Result<()> {
        table_file::write(&self.path, KIND, |file| {
            let name = describe(search);
            file.put_number(name.len() as u64)?;
            file.put(name.as_bytes())?;
            file.put_number(by_cell.len() as u64)?;
            for &count in by_cell.iter().flatten() {
                file.put_number(count)?;
            }
            put_list(file, listed)?;
            seen.bits.iter().flat_map(|slice| slice.chunks(PIECE)).try_for_each(|piece| {
                cancel.check()?;
                file.put(piece)
            })
        })
    }

    /// Reads the file if there is one, and what has been seen into `seen`.
    pub(crate) fn load(
        &self,
        search: &Search<'_>,
        seen: &mut Seen,
        cancel: &Cancel,
    ) -> Result<Option<Saved>> {
        let saved = table_file::read(&self.path, KIND, |file| {
            let mut name = vec![0; file.get_count(1 << 20)?];
            file.get(&mut name)?;
            let (found, expected) = (String::from_utf8_lossy(&name), describe(search));
            if found != expected {
                return Err(
                    file.bad(&format!("it belongs to another search, {found}; this one is {expected}"))
                );
            }
            let depths = file.get_count(MAX_LEVELS)?;
            let mut by_cell = vec![vec![0; search.space.slots()]; depths];
            for count in by_cell.iter_mut().flatten() {
                *count = file.get_number()?;
            }
            let listed = get_list(file)?;
            for piece in seen.bits.iter_mut().flat_map(|slice| slice.chunks_mut(PIECE)) {
                cancel.check()?;
                file.get(piece)?;
            }
            Ok(Saved { by_cell, listed })
        });
        let saved = saved.map_err(|error| match error {
            Error::File(text) => Error::File(format!("{text}; {REMEDY}")),
            error => error,
        })?;
        match &saved {
            Some(saved) if !saved.makes_sense(search, seen) => {
                let path = self.path.display();
                Err(Error::File(format!("{path} cannot be used: it contradicts itself; {REMEDY}")))
            }
            _ => Ok(saved),
        }
    }
}

/// A list that may be missing: its length plus one, or 0.
fn put_list(file: &mut Writer<'_>, list: Option<&[u64]>) -> Result<()> {
    file.put_number(list.map_or(0, |list| list.len() as u64 + 1))?;
    list.unwrap_or_default().iter().try_for_each(|&item| file.put_number(item))
}

fn get_list(file: &mut Reader<'_>) -> Result<Option<Vec<u64>>> {
    match file.get_count(MAX_LISTED as u64 + 1)? {
        0 => Ok(None),
        more => (1..more).map(|_| file.get_number()).collect::<Result<_>>().map(Some),
    }
}

/// Everything that makes one search find other things than another.
fn describe(search: &Search<'_>) -> String {
    let Search { space, sources, metric, .. } = search;
    let tiles = if space.is_whole() { "all tiles".to_owned() } else { format!("{} tiles", space.told()) };
    let starts: Vec<String> = sources
        .iter()
        .map(|source| format!("{}+{}", describe_state(space, source.state), source.offset))
        .collect();
    let starts = if starts.len() <= SHOWN {
        starts.join(" ")
    } else {
        let sum = crc32fast::hash(starts.join(" ").as_bytes());
        format!("{} states with checksum {sum:08x}", starts.len())
    };
    format!("{} cells {:?}, {tiles}, {metric:?} moves, from {}", space.grid(), space.cells(), starts)
}

/// How many sources are named one by one.
const SHOWN: usize = 32;

fn describe_state(space: &Space, state: crate::index::space::State) -> String {
    let name = |tile: Option<usize>| tile.map_or("-".to_owned(), |tile| tile.to_string());
    space.tiles(state).into_iter().map(name).collect::<Vec<_>>().join(",")
}
