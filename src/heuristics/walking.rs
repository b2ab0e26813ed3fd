//! Walking distance (Takahashi 2002): how many vertical moves a board needs if tiles of the same home row are
//! alike and columns do not matter; and the same for horizontal moves.
//!
//! A state says, for every row, how many of its tiles are at home in which row, and in which row the blank is. A
//! horizontal move changes nothing of that. A vertical one exchanges the blank with some tile of the row above or
//! below; in this smaller puzzle with *any* tile of that row. So its distances are never too large, and vertical
//! and horizontal ones can be added up.
//!
//! # Tables, and what is done without
//! For up to four lines of five cells, and five lines of two, a table of all states is made at first use, by
//! breadth-first search: 24,964 states for 4×4, some milliseconds. 5×5 already has 65.7 million, a gigabyte, so
//! for larger boards the distance of the one state is found by a search ([`crate::heuristics::walking_search`]).

use crate::heuristics::walking_lines::{Walk, WalkingLines, WalkingState};
use crate::heuristics::{Lines, linear_conflict, walking_search};
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::allocate;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::runtime::once_map::OnceMap;
use std::collections::HashMap;
use std::sync::Arc;

/// Whether so many lines of so many cells have a table: of up to 200,000 states.
const fn has_table(count: usize, across: usize) -> bool {
    count <= 4 && across <= 5 || count == 5 && across == 2
}

/// How many states are visited between two checks for cancellation.
const CHECK_INTERVAL: usize = 1 << 12;

/// The distances of all states.
type Distances = HashMap<WalkingState, u16>;

/// By number of lines, cells of a line, and line in which the blank is at home.
static TABLES: OnceMap<(usize, usize, usize), Distances> = OnceMap::new();

/// The distances of all states, by breadth-first search from the goal.
fn tabulate(lines: WalkingLines, cancel: &Cancel) -> Result<Distances> {
    let (mut distances, mut level) = (HashMap::new(), vec![lines.goal()]);
    distances.insert(lines.goal(), 0);
    for distance in 1.. {
        let mut next = vec![];
        for (number, &state) in level.iter().enumerate() {
            if number % CHECK_INTERVAL == 0 {
                cancel.check()?;
            }
            allocate::reserve_in_map(&mut distances, 2 * lines.count, Purpose::Table)?;
            allocate::reserve(&mut next, 2 * lines.count, Purpose::Table)?;
            lines.each_move(state, |there, _| {
                distances.entry(there).or_insert_with(|| {
                    next.push(there);
                    distance
                });
            });
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    Ok(distances)
}

/// One direction of the walking distance of a shape and home of the blank.
#[derive(Clone)]
enum Way {
    Table(WalkingLines, Arc<Distances>),
    Search(WalkingLines),
    /// States do not fit: nothing is known but the Manhattan distance.
    Unknown,
}

impl Way {
    fn new(count: usize, across: usize, home: usize, cancel: &Cancel) -> Result<Way> {
        let Some(lines) = WalkingLines::new(count, across, home) else { return Ok(Way::Unknown) };
        if !has_table(count, across) {
            return Ok(Way::Search(lines));
        }
        let table = TABLES.get((count, across, home), cancel, || tabulate(lines, cancel))?;
        Ok(Way::Table(lines, table))
    }

    /// What is known of tiles given by line and home, of which `manhattan` is the sum of their distances.
    fn walk(
        &self,
        tiles: impl Iterator<Item = (usize, usize)>,
        blank: usize,
        manhattan: u64,
        budget: &Budget<'_>,
    ) -> Result<Walk> {
        Ok(match self {
            Way::Table(lines, distances) => Walk::exact(distances[&lines.state(tiles, blank)].into(), 0),
            Way::Search(lines) => {
                walking_search::search(*lines, lines.state(tiles, blank), manhattan, budget)?
            }
            Way::Unknown => Walk { moves: manhattan, is_exact: false, nodes: 0 },
        })
    }
}

/// The walking distance of boards of one shape, with the blank at home in one cell.
#[derive(Clone)]
pub struct WalkingDistance {
    grid: Grid,
    vertical: Way,
    horizontal: Way,
}

impl WalkingDistance {
    /// Makes the tables, if there are any and they do not exist yet.
    pub fn new(grid: Grid, home: usize, cancel: &Cancel) -> Result<WalkingDistance> {
        let vertical = Way::new(grid.rows, grid.cols, grid.row(home), cancel)?;
        let horizontal = Way::new(grid.cols, grid.rows, grid.col(home), cancel)?;
        Ok(WalkingDistance { grid, vertical, horizontal })
    }

    /// The walking distance of a board with these homes, vertical and horizontal. A search that is out of time or
    /// memory, or is cancelled, gives what it has proven.
    pub fn of(&self, homes: &[u32], blank: usize, budget: &Budget<'_>) -> Result<[Walk; 2]> {
        let grid = self.grid;
        let far = linear_conflict::manhattan(grid, homes, blank);
        let tiles = || homes.iter().enumerate().filter(move |&(cell, _)| cell != blank);
        let by_row = tiles().map(|(cell, &home)| (grid.row(cell), grid.row(home as usize)));
        let by_col = tiles().map(|(cell, &home)| (grid.col(cell), grid.col(home as usize)));
        let vertical = self.vertical.walk(by_row.clone(), grid.row(blank), far.vertical, budget)?;
        // Of a board that is symmetric, such as one turned upside down, one direction is enough.
        if let (Way::Search(a), Way::Search(b)) = (&self.vertical, &self.horizontal)
            && a == b
            && a.state(by_row, grid.row(blank)) == b.state(by_col.clone(), grid.col(blank))
        {
            return Ok([vertical, Walk { nodes: 0, ..vertical }]);
        }
        let horizontal = self.horizontal.walk(by_col, grid.col(blank), far.horizontal, budget)?;
        Ok([vertical, horizontal])
    }
}

impl From<[Walk; 2]> for Lines {
    fn from([vertical, horizontal]: [Walk; 2]) -> Lines {
        Lines { vertical: vertical.moves, horizontal: horizontal.moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of states are those that are known.
    #[test]
    fn tables_have_as_many_states_as_is_known() {
        for (count, states, most) in [(3, 105, 14), (4, 24_964, 35)] {
            let lines = WalkingLines::new(count, count, count - 1).unwrap();
            let distances = tabulate(lines, &Cancel::new()).unwrap();
            let farthest = distances.values().max().unwrap();
            assert_eq!((count, distances.len(), *farthest), (count, states, most));
        }
    }

    #[test]
    fn the_search_finds_what_the_table_has() {
        let cancel = Cancel::new();
        for (count, across, home) in [(3, 3, 0), (3, 5, 1), (4, 4, 3)] {
            let lines = WalkingLines::new(count, across, home).unwrap();
            for (&state, &distance) in tabulate(lines, &cancel).unwrap().iter().step_by(17) {
                let far = (0..count).flat_map(|line| (0..count).map(move |home| (line, home)));
                let far = far.map(|(line, home)| {
                    let tiles = state / lines.one(line, home) % (1 << lines.bits);
                    tiles as u64 * line.abs_diff(home) as u64
                });
                let found = walking_search::search(lines, state, far.sum(), &Budget::unlimited(&cancel));
                let found = found.unwrap();
                assert_eq!((found.moves, found.is_exact), (distance.into(), true));
            }
        }
    }

    #[test]
    fn sizes_that_fit() {
        let fits = |rows, cols| WalkingLines::new(rows, cols, 0).is_some();
        assert!(fits(6, 7) && fits(5, 31) && fits(7, 3) && fits(4, 100) && fits(2, 1000));
        assert!(!fits(7, 7) && !fits(6, 8) && !fits(100, 2) && !fits(1000, 1000));
    }
}
