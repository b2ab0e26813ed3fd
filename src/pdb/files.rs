//! Large pattern databases on disk: made once, read by every process that uses them.
//!
//! ```text
//!     header of table_file.rs, kind "patterns"
//!     rows, columns, home of the blank, number of tables, whether the second lookup is reflected
//!     for each table: number of tiles, their homes, the row of the goal, states at each distance
//!     for each lookup, and each further partition: number of patterns, and these, as numbers of tables
//!     the bits of all tables, each filled up to whole words
//!     checksum
//! ```
//!
//! Numbers have eight bytes. All of the head must be as this version would write it. The file is read, not
//! mapped: a mapped file that somebody cuts short kills every process that uses it.

use crate::pdb::build;
use crate::pdb::database::Database;
use crate::pdb::heuristic::{Further, Heuristic};
use crate::pdb::partitions::{self, Tier, TierPlan};
use crate::pdb::regions::Regions;
use crate::puzzle::error::{Error, Fault, FileProblem, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::cache_dir;
use crate::runtime::cancel::Cancel;
use crate::storage::lock::Lock;
use crate::storage::table_file::{self, Kind, TableReader, TableWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const KIND: Kind = Kind { name: "patterns", version: 1 };

/// Where the large tables of a standard grid and home of the blank are kept.
pub fn path(grid: Grid, home: usize) -> Option<PathBuf> {
    Some(cache_dir::cache_folder()?.join(name(grid, home)))
}

/// The name of their file.
pub(crate) fn name(grid: Grid, home: usize) -> String {
    format!("{}x{}-blank{home}.patterns", grid.rows, grid.cols)
}

/// Makes the large tables and writes them, unless another process has done so while this one waited. Returns
/// whether it has made them.
pub fn build(path: &Path, grid: Grid, home: usize, threads: usize, cancel: &Cancel) -> Result<bool> {
    let lock = Lock::hold(path, cancel)?;
    if lock.waited && matches!(load(path, grid, home, cancel), Ok(Some(_))) {
        return Ok(false);
    }
    let heuristic = build::make(grid, home, Tier::Large, threads, cancel)?;
    save(&heuristic, path, cancel)?;
    Ok(true)
}

/// Writes the databases of a heuristic.
pub fn save(heuristic: &Heuristic, path: &Path, cancel: &Cancel) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| Error::file(folder, FileProblem::CannotMakeFolder(error.to_string())))?;
    }
    table_file::write_own(path, KIND, cancel, |file| write(file, heuristic))
}

/// The checksum that a file of these databases has.
pub(crate) fn checksum(heuristic: &Heuristic, cancel: &Cancel) -> Result<u32> {
    table_file::checksum(KIND, cancel, |file| write(file, heuristic))
}

/// Writes everything but the header and the checksum.
fn write(file: &mut TableWriter<'_>, heuristic: &Heuristic) -> Result<()> {
    let mut tables: Vec<&Arc<Database>> = vec![];
    for table in (0..heuristic.partitions()).flat_map(|number| heuristic.partition(number)) {
        if !tables.iter().any(|other| Arc::ptr_eq(other, table)) {
            tables.push(table);
        }
    }
    write_head(file, heuristic, &tables)?;
    tables.iter().try_for_each(|table| file.put(table.bytes()))
}

/// Writes all that comes before the bits.
fn write_head(file: &mut TableWriter<'_>, heuristic: &Heuristic, tables: &[&Arc<Database>]) -> Result<()> {
    let grid = heuristic.grid();
    let reflected = usize::from(heuristic.is_reflected());
    for number in [grid.rows, grid.cols, heuristic.home(), tables.len(), reflected] {
        file.put_number(number as u64)?;
    }
    for table in tables {
        file.put_number(table.homes().len() as u64)?;
        for &cell in table.homes() {
            file.put_number(cell as u64)?;
        }
        file.put_number(table.goal_row() as u64)?;
        file.put_number(table.counts().len() as u64)?;
        for &count in table.counts() {
            file.put_number(count)?;
        }
    }
    for number in 0..heuristic.partitions() {
        let patterns = heuristic.partition(number);
        file.put_number(patterns.len() as u64)?;
        for table in patterns {
            let number = tables.iter().position(|other| Arc::ptr_eq(other, table));
            file.put_number(number.expect("every table is listed") as u64)?;
        }
    }
    Ok(())
}

/// What comes before the bits in a file.
struct Head {
    tables: Vec<TableHead>,
    plan: TierPlan,
}

struct TableHead {
    space: Arc<Regions>,
    homes: Vec<usize>,
    goal_row: usize,
    counts: Vec<u64>,
}

/// Reads a file and checks it, and gives its checksum; nothing if there is none.
pub fn load(path: &Path, grid: Grid, home: usize, cancel: &Cancel) -> Result<Option<(Heuristic, u32)>> {
    table_file::read_own(path, KIND, cancel, |file| {
        let head = read_head(file, grid, home, cancel)?;
        file.require_left(head.tables.iter().map(|table| Database::size(&table.space) as u64).sum())?;
        let mut tables = vec![];
        for table in head.tables {
            let bits = file.get_bytes(Database::size(&table.space))?;
            let table = Database::from_bytes(table.space, table.homes, table.goal_row, table.counts, bits);
            tables.push(Arc::new(table));
        }
        let of = |patterns: Vec<usize>| patterns.iter().map(|&table| tables[table].clone()).collect();
        let TierPlan { lookups, reflected, further, .. } = head.plan;
        let further =
            further.into_iter().map(|(tables, reflected)| Further { tables: of(tables), reflected });
        let heuristic = Heuristic::new(grid, home, lookups.map(of), reflected, further.collect());
        Ok((heuristic, file.checksum()))
    })
}

/// Reads the head. It must agree, number by number, with that of the tables that would be made now.
fn read_head(file: &mut TableReader<'_>, grid: Grid, home: usize, cancel: &Cancel) -> Result<Head> {
    let found = [file.get_number()?, file.get_number()?, file.get_number()?];
    if found != [grid.rows, grid.cols, home].map(|number| number as u64) {
        let [rows, cols, home] = found;
        return Err(file.bad(Fault::OtherGoal { rows, cols, home }));
    }
    let plan = partitions::plan(grid, home, Tier::Large);
    let other = |file: &TableReader<'_>| Err(file.bad(Fault::OtherPatterns));
    if file.get_number()? != plan.tables.len() as u64 || file.get_number()? != u64::from(plan.reflected) {
        return other(file);
    }
    let mut tables: Vec<TableHead> = vec![];
    for (cells, blank) in &plan.tables {
        let count = cells.len();
        let written = (0..=count).map(|_| file.get_number()).collect::<Result<Vec<_>>>()?;
        if !written.iter().copied().eq([count].iter().chain(cells).map(|&number| number as u64)) {
            return other(file);
        }
        let space = tables.iter().find(|table| table.homes.len() == count).map(|table| table.space.clone());
        let space = space.map_or_else(|| Regions::new(grid, count, cancel).map(Arc::new), Ok)?;
        let goal_row = space.row(space.locate(cells).cells, *blank);
        if file.get_number()? != goal_row as u64 {
            return other(file);
        }
        let depths = file.get_count(255, 8)?;
        let counts = (0..depths).map(|_| file.get_number()).collect::<Result<Vec<_>>>()?;
        if !makes_sense(&counts, &space) {
            return Err(file.bad(Fault::Contradiction));
        }
        tables.push(TableHead { space, homes: cells.clone(), goal_row, counts });
    }
    for patterns in plan.lookups.iter().chain(plan.further.iter().map(|(tables, _)| tables)) {
        let written = (0..=patterns.len()).map(|_| file.get_number()).collect::<Result<Vec<_>>>()?;
        if !written.iter().copied().eq([patterns.len()].iter().chain(patterns).map(|&number| number as u64)) {
            return other(file);
        }
    }
    Ok(Head { tables, plan })
}

/// Whether one state is at home, and there are no more than all. (Where a pattern leaves one tile, half of them
/// cannot be reached.)
fn makes_sense(counts: &[u64], space: &Regions) -> bool {
    let counted: u128 = counts.iter().map(|&count| u128::from(count)).sum();
    counts.first() == Some(&1) && counted <= (space.rows() * space.orders()) as u128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_a_file() {
        let path = std::env::temp_dir().join(format!("puzzle15-small-{}", std::process::id()));
        let cancel = Cancel::new();
        for (grid, home) in [(Grid::new(2, 6), 11), (Grid::new(3, 4), 6)] {
            let small = build::make(grid, home, Tier::Small, 1, &cancel).unwrap();
            save(&small, &path, &cancel).unwrap();
            let file = std::fs::read(&path).unwrap();
            let (contents, sum) = file.split_last_chunk::<4>().unwrap();
            assert_eq!(checksum(&small, &cancel), Ok(u32::from_le_bytes(*sum)));
            assert_eq!(crc32fast::hash(contents), u32::from_le_bytes(*sum));
        }
        std::fs::remove_file(path).unwrap();
    }
}
