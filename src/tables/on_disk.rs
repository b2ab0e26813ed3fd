//! Tables of two bits a state for puzzles of twelve cells, made at first use and kept on disk.
//!
//! The table of a shape and home of the blank has 239,500,800 entries of two bits, 60 MB. It is searched at
//! first use, in about a second and 200 MB, and written to the cache folder ([`cache_dir::cache_folder`]).
//! Later runs read and check it in a few hundredths of a second. It is read, not mapped: a mapped file that
//! somebody cuts short kills every process that uses it.
//! If several processes need it at once, one of them makes it (`storage/lock.rs`). A damaged file is
//! made again, and a table that cannot be written is used all the same: both leave a note for the caller.
//!
//! There are two sorts of entries: the next move, for fewest moves, and the distance in slides modulo 3, for
//! fewest slides. A solution then costs one look-up a move, or a few a slide. Tables of slides for fewer than
//! twelve cells are here as well; they are made so quickly (2×5 in a twentieth of a second) that they are
//! kept in memory only.

use crate::bfs::{Search, Source};
use crate::index::space::{Space, State};
use crate::index::two_bit::{TwoBitArray, TwoBitView};
use crate::puzzle::error::{Fault, Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::cache_dir;
use crate::runtime::cancel::Cancel;
use crate::runtime::freeing;
use crate::runtime::once_map::OnceMap;
use crate::runtime::threads;
use crate::storage::lock::Lock;
use crate::storage::note::Note;
use crate::storage::table_file::{self, Kind, TableWriter, cannot_write};
use crate::tables::{depth_table, in_memory};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a table holds for each state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entries {
    /// The next move on a shortest path, one tile at a time.
    Moves,
    /// The distance in slides of any number of tiles, modulo 3.
    Depths,
}

impl Entries {
    fn kind(self) -> Kind {
        Kind { name: self.suffix(), version: 1 }
    }

    /// The ending of file names, and the name of the kind.
    fn suffix(self) -> &'static str {
        match self {
            Entries::Moves => "moves",
            Entries::Depths => "slides",
        }
    }
}

/// The standard shapes whose tables are kept on disk: no higher than wide.
const SHAPES: [Grid; 2] = [Grid::new(2, 6), Grid::new(3, 4)];

/// The largest number of cells with a table.
pub const MAX_TABLE_CELLS: usize = 12;

/// Whether the tables of a standard grid are kept on disk.
pub fn has_table(grid: Grid) -> bool {
    SHAPES.contains(&grid)
}

/// Whether there is a table of slides for a standard grid.
pub(crate) fn has_slide_table(grid: Grid) -> bool {
    in_memory::has_table(grid) || has_table(grid)
}

/// The table of moves for a standard shape that has one and a home of the blank, and notes on what happened
/// to its file.
pub fn table(grid: Grid, home: usize, cancel: &Cancel) -> Result<(Arc<PackedTable>, Vec<Note>)> {
    table_of(Entries::Moves, grid, home, cancel)
}

/// The same for the table of slides.
pub(crate) fn slide_table(grid: Grid, home: usize, cancel: &Cancel) -> Result<(Arc<PackedTable>, Vec<Note>)> {
    table_of(Entries::Depths, grid, home, cancel)
}

fn table_of(
    what: Entries,
    grid: Grid,
    home: usize,
    cancel: &Cancel,
) -> Result<(Arc<PackedTable>, Vec<Note>)> {
    static TABLES: OnceMap<(Entries, Grid, usize), PackedTable> = OnceMap::new();
    let mut notes = vec![];
    let table = TABLES.get((what, grid, home), cancel, || match path(what, grid, home) {
        Some(path) if has_table(grid) => {
            PackedTable::load_or_make(&path, what, grid, home, cancel, &mut notes)
        }
        _ => PackedTable::make(what, grid, home, cancel),
    })?;
    Ok((table, notes))
}

/// Where the table of a shape and home of the blank is kept, if there is a cache folder.
pub fn path(what: Entries, grid: Grid, home: usize) -> Option<PathBuf> {
    Some(cache_dir::cache_folder()?.join(name(what, grid, home)))
}

/// The name of its file.
pub(crate) fn name(what: Entries, grid: Grid, home: usize) -> String {
    format!("{}x{}-blank{home}.{}", grid.rows, grid.cols, what.suffix())
}

/// A whole puzzle of up to twelve cells with an entry of two bits for each state.
pub struct PackedTable {
    pub(crate) space: Space,
    pub(crate) entries: TwoBitView,
    pub(crate) goal: State,
    what: Entries,
    checksum: u32,
}

impl PackedTable {
    fn load_or_make(
        path: &Path,
        what: Entries,
        grid: Grid,
        home: usize,
        cancel: &Cancel,
        notes: &mut Vec<Note>,
    ) -> Result<PackedTable> {
        if let Ok(Some(table)) = PackedTable::load(path, what, grid, home, cancel) {
            return Ok(table);
        }
        // One process makes the table and the others wait: whoever gets the lock looks for the file again.
        let lock = Lock::hold(path, cancel)?;
        match PackedTable::load(path, what, grid, home, cancel) {
            Ok(Some(table)) => return Ok(table),
            Ok(None) => {}
            Err(error) if error.is_stop() => return Err(error),
            Err(error) => notes.push(Note::MadeAgain(error)),
        }
        let table = PackedTable::make(what, grid, home, cancel)?;
        notes.extend(lock.note.clone());
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let saved = folder.map_err(|error| cannot_write(path, &error));
        match saved.and_then(|()| table.save(path, cancel)) {
            Err(error) if error.is_stop() => return Err(error),
            Err(error) => notes.push(Note::NotWritten(error)),
            Ok(()) => {}
        }
        Ok(table)
    }

    /// Searches the space for the table.
    pub fn make(what: Entries, grid: Grid, home: usize, cancel: &Cancel) -> Result<PackedTable> {
        let (space, goal) = space(grid, home)?;
        let entries = match what {
            Entries::Moves => moves(&space, goal, cancel)?,
            Entries::Depths => depth_table::depths(&space, goal, cancel)?,
        };
        let entries = TwoBitView::new(entries.to_bytes(cancel)?.into());
        let mut table = PackedTable { space, entries, goal, what, checksum: 0 };
        table.checksum = table_file::checksum(what.kind(), cancel, |file| table.write(file))?;
        Ok(table)
    }

    /// Reads a file and checks it; nothing if there is none.
    pub fn load(
        path: &Path,
        what: Entries,
        grid: Grid,
        home: usize,
        cancel: &Cancel,
    ) -> Result<Option<PackedTable>> {
        table_file::read_own(path, what.kind(), cancel, |file| {
            let found = [file.get_number()?, file.get_number()?, file.get_number()?];
            if found != [grid.rows, grid.cols, home].map(|number| number as u64) {
                let [rows, cols, home] = found;
                return Err(file.bad(Fault::OtherGoal { rows, cols, home }));
            }
            let (space, goal) = space(grid, home)?;
            let size = space.states().div_ceil(4);
            file.require_left(size)?;
            let entries = TwoBitView::new(file.get_bytes(size as usize)?);
            Ok(PackedTable { space, entries, goal, what, checksum: file.checksum() })
        })
    }

    /// Writes the table to a file.
    pub fn save(&self, path: &Path, cancel: &Cancel) -> Result<()> {
        table_file::write_own(path, self.what.kind(), cancel, |file| self.write(file))
    }

    fn write(&self, file: &mut TableWriter<'_>) -> Result<()> {
        let grid = self.space.grid();
        for number in [grid.rows, grid.cols, self.goal.blank.index()] {
            file.put_number(number as u64)?;
        }
        file.put(self.entries.bytes())
    }

    /// The checksum of its file.
    pub(crate) fn checksum(&self) -> u32 {
        self.checksum
    }

    /// How many bytes its entries take.
    pub fn bytes(&self) -> u64 {
        self.entries.bytes().len() as u64
    }

    /// The state of a standard board.
    pub(crate) fn locate(&self, tiles: &[u8]) -> State {
        let mut cells = [0; MAX_TABLE_CELLS];
        for (cell, &tile) in tiles.iter().enumerate() {
            cells[tile as usize] = cell;
        }
        self.space.locate(cells[0], &cells[1..tiles.len()])
    }

    /// Codes of a shortest solution of a standard board that has one, by a table of moves.
    pub fn solve(&self, tiles: &[u8]) -> Vec<u8> {
        let mut at = self.locate(tiles);
        let mut path = vec![];
        while at != self.goal {
            let code = self.entries.get(self.space.index(at) as usize);
            path.push(code);
            match self.space.step(at, code) {
                Some(next) if path.len() < MAX_MOVES => at = next,
                // The table is wrong. The solution is replayed before it is returned, which reveals this.
                _ => break,
            }
        }
        path
    }

    /// Codes of a solution of a standard board that has one, with the fewest slides: the code of a slide once
    /// for every tile of it. By a table of slides; nothing if the table is wrong.
    pub(crate) fn solve_slides(&self, tiles: &[u8]) -> Option<Vec<u8>> {
        let path = depth_table::path(&self.space, |i| self.entries.get(i), self.locate(tiles), self.goal)?;
        Some(path.into_iter().flat_map(|(code, tiles)| std::iter::repeat_n(code, tiles)).collect())
    }
}

/// No solution has more moves.
const MAX_MOVES: usize = 100;

fn space(grid: Grid, home: usize) -> Result<(Space, State)> {
    let space = Space::whole(grid, &[])?;
    let goal = space.in_order(home);
    Ok((space, goal))
}

/// Searches the space for the next move of every state.
fn moves(space: &Space, goal: State, cancel: &Cancel) -> Result<TwoBitArray> {
    let sources = [Source::new(goal)];
    let search = Search { moves: true, threads: threads::available(), ..Search::new(space, &sources) };
    freeing::require(search.memory(), Purpose::Table, cancel)?;
    Ok(search.run(cancel, |_| Ok(()))?.moves.expect("moves were wanted"))
}
