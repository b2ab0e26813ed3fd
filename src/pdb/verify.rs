//! Whether a table file is sound: whether whoever needs it would take it.
//!
//! A name stands for one shape, home of the blank and kind. So all names that there can be are tried, and the
//! file goes through the very code that reads it for a solver.

use crate::pdb::{files, partitions, regions};
use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::{Error, Fault, FileProblem, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::cancel::Cancel;
use crate::tables::on_disk::{self, Entries, PackedTable};
use std::path::Path;

/// Reads a table file as a solver would; its error if it is of no use.
pub fn verify(path: &Path, cancel: &Cancel) -> Result<()> {
    let is_there = load(path, cancel)?;
    let missing = || Error::file(path, FileProblem::CannotRead("there is no such file".into()));
    if is_there { Ok(()) } else { Err(missing()) }
}

/// Whether there is such a file, and a solver would take it.
fn load(path: &Path, cancel: &Cancel) -> Result<bool> {
    let has_name = |name: String| path.file_name().is_some_and(|found| found == name.as_str());
    for (grid, home) in standard_goals() {
        for what in [Entries::Moves, Entries::Depths] {
            if on_disk::has_table(grid) && has_name(on_disk::name(what, grid, home)) {
                return Ok(PackedTable::load(path, what, grid, home, cancel)?.is_some());
            }
        }
        if partitions::has_tables(grid) && has_name(files::name(grid, home)) {
            return Ok(files::load(path, grid, home, cancel)?.is_some());
        }
    }
    Err(Error::file(path, FileProblem::Unusable(Fault::OtherName)))
}

/// The shapes and homes of the blank of standard boards that may have tables on disk.
fn standard_goals() -> impl Iterator<Item = (Grid, usize)> {
    let most = regions::MAX_PDB_CELLS;
    let grids = (2..most).flat_map(move |rows| (rows..=most / rows).map(move |cols| Grid::new(rows, cols)));
    grids.flat_map(|grid| (0..grid.cells()).map(move |home| (grid, home))).filter(|&(grid, home)| {
        let standard = Canonical::new(&Board::with_blank(grid, home));
        (standard.grid(), standard.home()) == (grid, home)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_stands_for_one_goal() {
        let goals: Vec<(Grid, usize)> = standard_goals().collect();
        for &(grid, home) in [(Grid::new(4, 4), 15), (Grid::new(5, 5), 12), (Grid::new(2, 6), 11)].iter() {
            assert!(goals.contains(&(grid, home)), "{grid} {home}");
        }
        assert!(!goals.contains(&(Grid::new(4, 4), 0)));
        let mut names: Vec<String> = goals.iter().map(|&(grid, home)| files::name(grid, home)).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), goals.len());
    }

    #[test]
    fn another_name_is_refused() {
        for name in ["mine.patterns", "4x4-blank0.patterns", "9x9-blank80.moves", "4x4-blank15.moves"] {
            let error = verify(Path::new(name), &Cancel::new()).unwrap_err();
            assert!(error.to_string().contains("its name"), "{error}");
        }
    }
}
