//! Optimal solutions of the puzzles of twelve cells, each from its own move table, which is kept on disk.
//!
//! The table of a shape and home of the blank has 239,500,800 entries of two bits, 60 MB. It is searched at first
//! use, in about a second and 200 MB, and written to the cache folder ([`cache_dir::cache_folder`]); later runs check it
//! in a few hundredths of a second and map it into memory, where all processes share it. Several that need it at once
//! have it made by one of them (`lock.rs`). One that is damaged is made again, and one that cannot be written
//! is used all the same: both leave a note for the caller. After that a solution costs one look-up a move.
//!
//! Distances in slides (`multi_table.rs`) are kept in the same way, with the depth modulo 3 in place of the move.

use crate::bfs::{Search, Source};
use crate::index::space::{Space, State};
use crate::index::two_bit::{Pairs, Quads};
use crate::puzzle::error::{Error, MemoryNeed, Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::cache_dir;
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use crate::runtime::once_map::OnceMap;
use crate::runtime::threads;
use crate::storage::lock::Lock;
use crate::storage::mapped::{Bytes, map};
use crate::storage::table_file::{self, Kind};
use crate::tables::depth_table;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a table says of each state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entries {
    /// The next move on a shortest way, one tile at a time.
    Moves,
    /// The distance in slides of any number of tiles, modulo 3.
    Depths,
}

impl Entries {
    fn kind(self) -> Kind {
        Kind { name: self.suffix(), version: 1, shared: true }
    }

    /// How the names of files end.
    fn suffix(self) -> &'static str {
        match self {
            Entries::Moves => "moves",
            Entries::Depths => "slides",
        }
    }
}

/// The standard shapes with tables: not higher than wide.
const SHAPES: [Grid; 2] = [Grid::new(2, 6), Grid::new(3, 4)];

/// The largest number of cells with a table.
pub const MAX_CELLS: usize = 12;

/// Whether there is a table for a standard grid.
pub fn has_table(grid: Grid) -> bool {
    SHAPES.contains(&grid)
}

/// A space of up to twelve cells with its table.
pub struct LargeTable {
    pub(crate) space: Space,
    pub(crate) entries: Quads,
    pub(crate) goal: State,
    what: Entries,
}

/// The table of moves of a standard shape that has one, and home of the blank; and notes on what happened to its file.
pub fn table(grid: Grid, home: usize, cancel: &Cancel) -> Result<(Arc<LargeTable>, Vec<String>)> {
    table_of(Entries::Moves, grid, home, cancel)
}

/// The same for a table of either sort. Those of fewer than twelve cells are made so quickly that they have no files.
pub(crate) fn table_of(
    what: Entries,
    grid: Grid,
    home: usize,
    cancel: &Cancel,
) -> Result<(Arc<LargeTable>, Vec<String>)> {
    static TABLES: OnceMap<(Entries, Grid, usize), LargeTable> = OnceMap::new();
    let mut notes = vec![];
    let table = TABLES.get((what, grid, home), cancel, || {
        if has_table(grid) {
            LargeTable::load_or_make(what, grid, home, cancel, &mut notes)
        } else {
            LargeTable::make(what, grid, home, cancel)
        }
    })?;
    Ok((table, notes))
}

/// Where the table of a shape and home of the blank is kept, if anywhere.
pub fn path(what: Entries, grid: Grid, home: usize) -> Option<PathBuf> {
    let name = format!("{}x{}-blank{home}.{}", grid.rows, grid.cols, what.suffix());
    Some(cache_dir::cache_folder()?.join(name))
}

impl LargeTable {
    fn load_or_make(
        what: Entries,
        grid: Grid,
        home: usize,
        cancel: &Cancel,
        notes: &mut Vec<String>,
    ) -> Result<LargeTable> {
        let Some(path) = path(what, grid, home) else { return LargeTable::make(what, grid, home, cancel) };
        if let Ok(Some(table)) = LargeTable::load(&path, what, grid, home) {
            return Ok(table);
        }
        // One makes it, and the others wait: each that gets the lock looks again first.
        let lock = Lock::hold(&path, cancel)?;
        match LargeTable::load(&path, what, grid, home) {
            Ok(Some(table)) => return Ok(table),
            Ok(None) => {}
            Err(error) => notes.push(format!("{error}; the table is made again")),
        }
        let table = LargeTable::make(what, grid, home, cancel)?;
        notes.extend(lock.note.clone());
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let saved = folder.map_err(|error| Error::File(format!("cannot write {}: {error}", path.display())));
        if let Err(error) = saved.and_then(|()| table.save(&path)) {
            notes.push(format!("{error}; the table is kept in memory only"));
            return Ok(table);
        }
        // The file in its stead, which all processes share.
        Ok(LargeTable::load(&path, what, grid, home).ok().flatten().unwrap_or(table))
    }

    /// Searches the space for the table.
    pub fn make(what: Entries, grid: Grid, home: usize, cancel: &Cancel) -> Result<LargeTable> {
        let (space, goal) = space(grid, home)?;
        let entries = match what {
            Entries::Moves => moves(&space, goal, cancel)?,
            Entries::Depths => depth_table::depths(&space, goal, cancel)?,
        };
        Ok(LargeTable { space, entries: entries.into(), goal, what })
    }

    /// Reads a table through, checks it and maps it; nothing if there is no file.
    pub fn load(path: &Path, what: Entries, grid: Grid, home: usize) -> Result<Option<LargeTable>> {
        table_file::read(path, what.kind(), |file| {
            let found = [file.get_number()?, file.get_number()?, file.get_number()?];
            if found != [grid.rows, grid.cols, home].map(|number| number as u64) {
                let [rows, cols, cell] = found;
                return Err(
                    file.bad(&format!("it is for {rows}×{cols} with the blank at home in cell {cell}"))
                );
            }
            let (space, goal) = space(grid, home)?;
            let begin = file.position() as usize;
            let end = begin + (space.states() as usize).div_ceil(4);
            let mut part = vec![0; PART];
            for at in (begin..end).step_by(PART) {
                file.get(&mut part[..PART.min(end - at)])?;
            }
            // The very file that is being checked, whatever may take its name meanwhile.
            let entries = Bytes::mapped(&map(file.file(), path)?, begin..end)
                .ok_or_else(|| file.bad("it has changed while it was read"))?;
            Ok(LargeTable { space, entries: Quads::new(entries), goal, what })
        })
    }

    /// Writes the table to a file.
    pub fn save(&self, path: &Path) -> Result<()> {
        let grid = self.space.grid();
        table_file::write(path, self.what.kind(), |file| {
            for number in [grid.rows, grid.cols, self.goal.cell as usize] {
                file.put_number(number as u64)?;
            }
            self.entries.bytes().chunks(PART).try_for_each(|part| file.put(part))
        })
    }

    /// How many bytes its entries take.
    pub fn bytes(&self) -> u64 {
        self.entries.bytes().len() as u64
    }

    /// The state of a standard board.
    pub(crate) fn locate(&self, tiles: &[u8]) -> State {
        let mut cells = [0; MAX_CELLS];
        for (cell, &tile) in tiles.iter().enumerate() {
            cells[tile as usize] = cell;
        }
        self.space.locate(cells[0], &cells[1..tiles.len()])
    }

    /// Codes of a shortest solution of a standard board that has one, by a table of moves.
    pub fn solve(&self, tiles: &[u8]) -> Vec<u8> {
        let mut at = self.locate(tiles);
        let mut way = vec![];
        while at != self.goal {
            let code = self.entries.get(self.space.index(at) as usize);
            way.push(code);
            match self.space.step(at, code) {
                Some(next) if way.len() < LONGEST => at = next,
                // Not in a sound table: the replay of the solution will say so.
                _ => break,
            }
        }
        way
    }
}

/// How many bytes are read or written at a time.
const PART: usize = 1 << 18;

/// More moves than any solution has.
const LONGEST: usize = 100;

fn space(grid: Grid, home: usize) -> Result<(Space, State)> {
    let space = Space::whole(grid, &[])?;
    let goal = State { cell: home as u32, set: 0, a: 0, b: 0 };
    Ok((space, goal))
}

/// Searches the space for the next move of every state.
fn moves(space: &Space, goal: State, cancel: &Cancel) -> Result<Pairs> {
    let sources = [Source::new(goal)];
    let search = Search { moves: true, threads: threads::available(), ..Search::new(space, &sources) };
    if let Some(budget) = memory::free().filter(|&free| free < search.memory()) {
        return Err(Error::Memory(MemoryNeed {
            needed: search.memory(),
            lean: None,
            budget,
            purpose: Purpose::Table,
        }));
    }
    Ok(search.run(cancel, |_| Ok(()))?.moves.expect("asked for"))
}
