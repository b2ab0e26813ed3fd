//! Optimal solutions of the puzzles of twelve cells, each from its own move table, which is kept on disk.
//!
//! The table of a shape and home of the blank has 239,500,800 entries of two bits, 60 MB. It is searched at first
//! use, in about a second and 200 MB, and written to the cache folder ([`machine::cache_folder`]); later runs read it
//! in a few hundredths of a second and check it. One that is damaged is made again, and one that cannot be written
//! is used all the same: both leave a note for the caller. After that a solution costs one look-up a move.

use crate::bfs::{Search, Source};
use crate::control::Cancel;
use crate::error::{Error, MemoryNeed, Purpose, Result};
use crate::grid::Grid;
use crate::machine;
use crate::packed::Pairs;
use crate::space::{Space, State};
use crate::store::{self, Kind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

const KIND: Kind = Kind { name: "moves", version: 1, shared: true };

/// The standard shapes with tables: not higher than wide.
const SHAPES: [Grid; 2] = [Grid::new(2, 6), Grid::new(3, 4)];

/// The largest number of cells with a table.
pub const MAX_CELLS: usize = 12;

/// Whether there is a table for a standard grid.
pub fn has_table(grid: Grid) -> bool {
    SHAPES.contains(&grid)
}

/// A space of twelve cells with its move table.
pub struct LargeTable {
    space: Space,
    moves: Pairs,
    goal: State,
}

/// The table of a standard shape that has one, and home of the blank; and notes on what happened to its file.
pub fn table(grid: Grid, home: usize, cancel: &Cancel) -> Result<(Arc<LargeTable>, Vec<String>)> {
    static TABLES: Mutex<Vec<(Grid, usize, Arc<LargeTable>)>> = Mutex::new(vec![]);
    let mut tables = loop {
        // Another thread may be making a table.
        match TABLES.try_lock() {
            Ok(tables) => break tables,
            Err(TryLockError::Poisoned(tables)) => break tables.into_inner(),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
        }
        cancel.check()?;
    };
    if let Some((_, _, table)) = tables.iter().find(|(shape, cell, _)| (*shape, *cell) == (grid, home)) {
        return Ok((table.clone(), vec![]));
    }
    let mut notes = vec![];
    let table = Arc::new(LargeTable::load_or_make(grid, home, cancel, &mut notes)?);
    tables.push((grid, home, table.clone()));
    Ok((table, notes))
}

/// Where the table of a shape and home of the blank is kept, if anywhere.
pub fn path(grid: Grid, home: usize) -> Option<PathBuf> {
    Some(machine::cache_folder()?.join(format!("{}x{}-blank{home}.moves", grid.rows, grid.cols)))
}

impl LargeTable {
    fn load_or_make(grid: Grid, home: usize, cancel: &Cancel, notes: &mut Vec<String>) -> Result<LargeTable> {
        let path = path(grid, home);
        match path.as_deref().map(|path| LargeTable::load(path, grid, home)).transpose() {
            Ok(found) => {
                if let Some(table) = found.flatten() {
                    return Ok(table);
                }
            }
            Err(error) => notes.push(format!("{error}; the table is made again")),
        }
        let table = LargeTable::make(grid, home, cancel)?;
        if let Some(path) = path {
            let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
            let saved =
                folder.map_err(|error| Error::File(format!("cannot write {}: {error}", path.display())));
            if let Err(error) = saved.and_then(|()| table.save(&path)) {
                notes.push(format!("{error}; the table is kept in memory only"));
            }
        }
        Ok(table)
    }

    /// Searches the space for the table.
    pub fn make(grid: Grid, home: usize, cancel: &Cancel) -> Result<LargeTable> {
        let (space, goal) = space(grid, home)?;
        let sources = [Source::new(goal)];
        let search = Search { moves: true, threads: machine::threads(), ..Search::new(&space, &sources) };
        if let Some(budget) = machine::free_memory().filter(|&free| free < search.memory()) {
            return Err(Error::Memory(MemoryNeed {
                needed: search.memory(),
                lean: None,
                budget,
                purpose: Purpose::Table,
            }));
        }
        let moves = search.run(cancel, |_| Ok(()))?.moves.expect("asked for");
        Ok(LargeTable { space, moves, goal })
    }

    /// Reads a table and checks it; nothing if there is no file.
    pub fn load(path: &Path, grid: Grid, home: usize) -> Result<Option<LargeTable>> {
        store::read(path, KIND, |file| {
            let found = [file.get_number()?, file.get_number()?, file.get_number()?];
            if found != [grid.rows, grid.cols, home].map(|number| number as u64) {
                let [rows, cols, cell] = found;
                return Err(
                    file.bad(&format!("it is for {rows}×{cols} with the blank at home in cell {cell}"))
                );
            }
            let (space, goal) = space(grid, home)?;
            let mut moves = Pairs::new(space.states() as usize);
            for part in moves.words_mut().chunks_mut(PART) {
                let mut bytes = vec![0; 8 * part.len()];
                file.get(&mut bytes)?;
                for (word, bytes) in part.iter_mut().zip(bytes.as_chunks().0) {
                    *word = u64::from_le_bytes(*bytes);
                }
            }
            Ok(LargeTable { space, moves, goal })
        })
    }

    /// Writes the table to a file.
    pub fn save(&self, path: &Path) -> Result<()> {
        let grid = self.space.grid();
        store::write(path, KIND, |file| {
            for number in [grid.rows, grid.cols, self.goal.cell as usize] {
                file.put_number(number as u64)?;
            }
            self.moves.words().chunks(PART).try_for_each(|part| {
                file.put(&part.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())
            })
        })
    }

    /// Codes of a shortest solution of a standard board that has one.
    pub fn solve(&self, tiles: &[u8]) -> Vec<u8> {
        let mut cells = [0; MAX_CELLS];
        for (cell, &tile) in tiles.iter().enumerate() {
            cells[tile as usize] = cell;
        }
        let mut at = self.space.locate(cells[0], &cells[1..tiles.len()]);
        let mut way = vec![];
        while at != self.goal {
            let code = self.moves.get(self.space.index(at) as usize);
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

/// How many words are read or written at a time.
const PART: usize = 1 << 15;

/// More moves than any solution has.
const LONGEST: usize = 100;

fn space(grid: Grid, home: usize) -> Result<(Space, State)> {
    let space = Space::whole(grid, &[])?;
    let goal = State { cell: home as u32, set: 0, a: 0, b: 0 };
    Ok((space, goal))
}
