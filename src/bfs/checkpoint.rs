//! Checkpoints: a search that is killed goes on from the last level that was written.
//!
//! A checkpoint holds the search it belongs to, the counts so far, and one bit a state: what has been
//! visited. The level itself is not needed. A search that takes everything visited as its level finds the
//! same next one, because what was visited before leads to nothing new. [`crate::storage::table_file`] says how
//! the file is written and checked.

use crate::bfs::planes::VisitedStates;
use crate::bfs::search::{MAX_LISTED, MAX_OFFSET, Metric, Search, Source, row_bytes};
use crate::index::bit_rows;
use crate::index::space::{Slot, Space};
use crate::puzzle::error::{Error, Fault, FileProblem, Result};
use crate::runtime::cancel::Cancel;
use crate::storage::table_file::{self, Kind, TableReader, TableWriter};
use std::path::Path;
use std::time::{Duration, Instant};

const KIND: Kind = Kind { name: "search", version: 2 };

/// No search has more levels than this.
const MAX_LEVELS: u64 = MAX_OFFSET as u64 + 100_000;

/// When to write a checkpoint again.
pub(crate) struct Pace {
    /// How much time to let pass, if someone has chosen it.
    every: Option<Duration>,
    /// How long writing takes at most, as far as is known.
    cost: Duration,
    /// Not before this.
    next: Instant,
}

impl Pace {
    /// How many times as long as writing takes is searched in between: it then costs less than a tenth.
    const TIMES: u32 = 10;
    /// How many bytes a second a disk writes, as long as none has been seen to be slower.
    const BYTES_A_SECOND: f64 = 250e6;

    /// The first checkpoint is due at once: if the file cannot be written, nobody should wait to learn that.
    /// Most of it is zeros and costs nothing, so it does not show what the next one will cost.
    pub(crate) fn new(every: Option<Duration>, bytes: usize) -> Pace {
        let cost = Duration::from_secs_f64(bytes as f64 / Pace::BYTES_A_SECOND);
        Pace { every, cost, next: Instant::now() }
    }

    /// Whether it is time.
    pub(crate) fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Learns that a checkpoint has just been written, which began then.
    pub(crate) fn saved_since(&mut self, begun: Instant) {
        let now = Instant::now();
        self.cost = self.cost.max(now - begun);
        let pause = self.every.unwrap_or(Pace::TIMES * self.cost);
        // A pause that no clock can count has no end.
        self.next = now.checked_add(pause).unwrap_or(now + Duration::from_secs(1 << 32));
    }
}

/// What a checkpoint holds besides the bits.
pub(crate) struct Saved<'a> {
    /// By depth and slot: how many states there are.
    pub(crate) by_slot: &'a [Vec<u64>],
    /// The states of the last level, if they are few.
    pub(crate) listed: Option<&'a [u64]>,
}

/// The same, read from a file.
pub(crate) struct Loaded {
    pub(crate) by_slot: Vec<Vec<u64>>,
    pub(crate) listed: Option<Vec<u64>>,
}

impl Loaded {
    /// Whether there is a level, the counts of each slot add up to the states visited there, and the states
    /// listed exist and are as many as the last level has.
    fn makes_sense(&self, search: &Search<'_>, visited: &VisitedStates) -> bool {
        let Some(last) = self.by_slot.last() else { return false };
        let visited_of = |slot: Slot| match search.reflection {
            Some(reflection) => {
                reflection.count_visited(search.space, slot, &visited.bits, row_bytes(search.space))
            }
            None => bit_rows::count(&visited.bits[slot.index()]),
        };
        let slots_agree = search.space.all_slots().all(|slot| {
            sum(self.by_slot.iter().map(|counts| counts[slot.index()])) == u128::from(visited_of(slot))
        });
        let exists = |&index: &u64| index < search.space.states();
        let list_agrees = self
            .listed
            .as_ref()
            .is_none_or(|list| list.iter().all(exists) && list.len() as u128 == sum(last.iter().copied()));
        slots_agree && list_agrees
    }
}

/// The sum of counts that may be anything.
fn sum(counts: impl Iterator<Item = u64>) -> u128 {
    counts.map(u128::from).sum()
}

/// Replaces the file by one for the level just completed.
pub(crate) fn save(
    path: &Path,
    search: &Search<'_>,
    saved: Saved<'_>,
    visited: &VisitedStates,
    cancel: &Cancel,
) -> Result<()> {
    table_file::write(path, KIND, cancel, |file| {
        let name = describe(search);
        file.put_number(name.len() as u64)?;
        file.put(name.as_bytes())?;
        file.put_number(saved.by_slot.len() as u64)?;
        for &count in saved.by_slot.iter().flatten() {
            file.put_number(count)?;
        }
        put_list(file, saved.listed)?;
        visited.bits.iter().try_for_each(|slice| file.put(slice))
    })
}

/// Reads the file if there is one, and what has been visited into `visited`.
pub(crate) fn load(
    path: &Path,
    search: &Search<'_>,
    visited: &mut VisitedStates,
    cancel: &Cancel,
) -> Result<Option<Loaded>> {
    let loaded = table_file::read(path, KIND, cancel, |file| read(file, search, visited));
    let loaded = loaded.map_err(Error::of_chosen_file)?;
    match &loaded {
        Some(loaded) if !loaded.makes_sense(search, visited) => {
            Err(Error::file(path, FileProblem::Unusable(Fault::Contradiction)).of_chosen_file())
        }
        _ => Ok(loaded),
    }
}

/// Reads what follows the header.
fn read(file: &mut TableReader<'_>, search: &Search<'_>, visited: &mut VisitedStates) -> Result<Loaded> {
    let length = file.get_count(1 << 20, 1)?;
    let name = file.get_bytes(length)?;
    let expected = describe(search);
    if **name != *expected.as_bytes() {
        let got = String::from_utf8_lossy(&name).escape_debug().to_string();
        return Err(file.bad(Fault::OtherSearch { expected, got }));
    }
    let slots = search.space.slots();
    let depths = file.get_count(MAX_LEVELS, 8 * slots)?;
    let mut by_slot = vec![vec![0; slots]; depths];
    for count in by_slot.iter_mut().flatten() {
        *count = file.get_number()?;
    }
    let listed = get_list(file)?;
    file.require_left(visited.bits.iter().map(|slice| slice.len() as u64).sum())?;
    visited.bits.iter_mut().try_for_each(|slice| file.get(slice))?;
    Ok(Loaded { by_slot, listed })
}

/// A list that may be missing: its length plus one and its items, or 0 if it is missing.
fn put_list(file: &mut TableWriter<'_>, list: Option<&[u64]>) -> Result<()> {
    file.put_number(list.map_or(0, |list| list.len() as u64 + 1))?;
    list.unwrap_or_default().iter().try_for_each(|&item| file.put_number(item))
}

fn get_list(file: &mut TableReader<'_>) -> Result<Option<Vec<u64>>> {
    match file.get_count(MAX_LISTED as u64 + 1, 0)? {
        0 => Ok(None),
        more => (1..more).map(|_| file.get_number()).collect::<Result<_>>().map(Some),
    }
}

/// Everything that determines what a search finds, in words: they are compared, and shown where they differ.
fn describe(search: &Search<'_>) -> String {
    let Search { space, sources, metric, reflection, .. } = search;
    let is_on_board = |cell: usize| space.cells().contains(&cell);
    let removed: Vec<String> = (0..space.grid().cells())
        .filter(|&cell| !is_on_board(cell))
        .map(|cell| (cell + 1).to_string())
        .collect();
    let removed = match &removed[..] {
        [] => String::new(),
        [cell] => format!(" without cell {cell}"),
        cells => format!(" without cells {}", cells.join(", ")),
    };
    let tiles = match space.tiles_a() {
        _ if space.is_whole() => "all tiles".to_owned(),
        1 => "1 tile".to_owned(),
        tiles => format!("{tiles} tiles"),
    };
    let moves = match metric {
        Metric::Single => "single moves",
        Metric::Multi => "moves of one or more tiles",
    };
    let starts: Vec<String> = sources.iter().map(|source| describe_source(space, source)).collect();
    let starts = if starts.len() <= SHOWN {
        starts.join(" and ")
    } else {
        let sum = crc32fast::hash(starts.join(" and ").as_bytes());
        format!("{} states with checksum {sum:08x}", starts.len())
    };
    let symmetric = if reflection.is_some() { ", one of two mirror images by weighted balance" } else { "" };
    format!("{}{removed}, {tiles} told apart, {moves}, from {starts}{symmetric}", space.grid())
}

/// Up to how many sources are named one by one.
const SHOWN: usize = 32;

/// A source row by row, with x for tiles that are alike and # for cells that are off the board.
fn describe_source(space: &Space, source: &Source) -> String {
    let tiles = space.tiles(source.state);
    let name = |cell: usize| match space.cells().iter().position(|&open| open == cell) {
        Some(slot) => tiles[slot].map_or("x".to_owned(), |tile| tile.to_string()),
        None => "#".to_owned(),
    };
    let names: Vec<String> = (0..space.grid().cells()).map(name).collect();
    let rows: Vec<String> = names.chunks(space.grid().cols).map(|row| row.join(" ")).collect();
    let depth = if source.offset == 0 { String::new() } else { format!(" at depth {}", source.offset) };
    format!("{}{depth}", rows.join("/"))
}
