//! All boards of up to 16 cells that are only a few moves away from the goal, with the way home from each.
//!
//! They are found by breadth-first search from the goal, layer by layer, as far as the table has room: on 4×4, all
//! boards up to 14 moves away. The table marks each board with the move that led to it, so the moves back to the goal
//! are read from it one by one, and they are as few as can be.
//!
//! A beam that comes upon one of these boards is done ([`crate::search::beam`]). It comes upon the first ones where
//! they are farthest, since the boards before them were not among them; all are equally far, and none that the beam
//! would find later leads home sooner.

use crate::pdb::heuristic::NO_LAST_MOVE;
use crate::pdb::key::Key;
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::{Grid, Move};
use crate::runtime::allocate;
use crate::runtime::cancel::Cancel;
use crate::runtime::once_map::OnceMap;
use crate::search::visited::{ButMarks, Visited};
use std::sync::Arc;

/// How many boards there are at most.
const ROOM: usize = 1 << 16;

/// How many boards are expanded between two checks for cancellation.
const CHECK_INTERVAL: usize = 1 << 12;

/// The boards near the goal of a shape and home of the blank. See the head of this file.
pub struct NearGoal {
    grid: Grid,
    boards: Visited<u64, ButMarks>,
    /// How many moves the farthest boards are away.
    radius: u16,
}

/// By shape and home of the blank.
static ALL: OnceMap<(Grid, usize), NearGoal> = OnceMap::new();

/// A board, and the cell of its blank.
type Open = (u64, u8);

impl NearGoal {
    /// How many bytes a table takes.
    pub const BYTES: u64 = (2 * ROOM * size_of::<u64>()) as u64;

    /// The table of a standard grid and home of the blank, made once; nothing if the grid is too large.
    pub fn get(grid: Grid, home: usize, cancel: &Cancel) -> Result<Option<Arc<NearGoal>>> {
        if !NearGoal::has_table(grid) {
            return Ok(None);
        }
        ALL.get((grid, home), cancel, || NearGoal::make(grid, home, ROOM, cancel)).map(Some)
    }

    /// Whether boards of a grid fit a short key.
    pub fn has_table(grid: Grid) -> bool {
        grid.cells() <= <u64 as Key>::CELLS
    }

    fn make(grid: Grid, home: usize, room: usize, cancel: &Cancel) -> Result<NearGoal> {
        let mut tiles: Vec<u8> = (1..grid.cells() as u8).collect();
        tiles.insert(home, 0);
        let goal = <u64 as Key>::new(&tiles);
        let mut boards = Visited::new(room)?;
        boards.insert(goal.marked(NO_LAST_MOVE));
        let (mut layer, mut radius): (Vec<Open>, u16) = (vec![(goal, home as u8)], 0);
        loop {
            let next = next_layer(grid, &boards, &layer, cancel)?;
            if next.is_empty() || boards.len() + next.len() > room {
                return Ok(NearGoal { grid, boards, radius });
            }
            layer.clear();
            allocate::reserve(&mut layer, next.len(), Purpose::Table)?;
            for (key, blank, code) in next {
                if boards.insert(key.marked(code)) {
                    layer.push((key, blank));
                }
            }
            radius += 1;
        }
    }

    /// How many moves the farthest boards are away: no board with a larger heuristic is in the table.
    pub fn radius(&self) -> u16 {
        self.radius
    }

    /// The codes of the fewest moves to the goal from a board with the blank in this cell; nothing if it is not near.
    pub(crate) fn path_home<K: Key>(&self, key: K, blank: u8) -> Option<Vec<u8>> {
        let key = key.nibbles()?;
        let last = self.boards.get(key)?.mark();
        let mut path = self.boards.path_to(self.grid, key, blank, last);
        path.reverse();
        path.iter_mut().for_each(|code| *code = Move::from_code(*code).reverse().code());
        Some(path)
    }
}

/// The boards one move farther away than a layer, each with its blank and the code of the move that leads there; one
/// that is reached from several sides comes as often.
fn next_layer(
    grid: Grid,
    boards: &Visited<u64, ButMarks>,
    layer: &[Open],
    cancel: &Cancel,
) -> Result<Vec<(u64, u8, u8)>> {
    let mut next = vec![];
    for (number, &(key, blank)) in layer.iter().enumerate() {
        if number % CHECK_INTERVAL == 0 {
            cancel.check()?;
        }
        allocate::reserve(&mut next, Move::ALL.len(), Purpose::Table)?;
        for step in grid.moves(blank.into()) {
            let to = grid.neighbour(blank.into(), step).expect("a legal move") as u8;
            let there = key.slide(key.tile(to), to, blank);
            if boards.get(there).is_none() {
                next.push((there, to, step.code()));
            }
        }
    }
    // Each once, and in an order that does not depend on how they were found.
    next.sort_unstable();
    next.dedup_by_key(|&mut (key, ..)| key);
    Ok(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// A plain search: by board, its distance.
    fn distances(grid: Grid, home: usize, most: u16) -> HashMap<Vec<u8>, u16> {
        let mut goal: Vec<u8> = (1..grid.cells() as u8).collect();
        goal.insert(home, 0);
        let (mut known, mut layer) = (HashMap::from([(goal.clone(), 0)]), vec![goal]);
        for distance in 1..=most {
            let mut next = vec![];
            for tiles in layer {
                let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
                for step in grid.moves(blank) {
                    let mut there = tiles.clone();
                    there.swap(blank, grid.neighbour(blank, step).unwrap());
                    known.entry(there.clone()).or_insert_with(|| {
                        next.push(there);
                        distance
                    });
                }
            }
            layer = next;
        }
        known
    }

    #[test]
    fn it_knows_the_shortest_way_home_from_every_board_within_its_radius() {
        for (rows, cols, home, radius) in [(4, 4, 15, 10), (3, 5, 7, 9), (3, 4, 10, 12), (2, 8, 15, 12)] {
            let grid = Grid::new(rows, cols);
            let known = distances(grid, home, radius + 2);
            let room = known.values().filter(|&&distance| distance <= radius).count();
            let near = NearGoal::make(grid, home, room, &Cancel::new()).unwrap();
            assert_eq!(near.radius(), radius);
            for (tiles, &distance) in &known {
                let key = <u64 as Key>::new(tiles);
                let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
                let path = near.path_home(key, blank as u8);
                assert_eq!(path.is_some(), distance <= radius);
                let Some(path) = path else { continue };
                assert_eq!(path.len(), usize::from(distance));
                let (mut tiles, mut at) = (tiles.clone(), blank);
                for code in path {
                    let to = grid.neighbour(at, Move::from_code(code)).unwrap();
                    tiles.swap(at, to);
                    at = to;
                }
                assert_eq!(known[&tiles], 0);
            }
        }
    }

    #[test]
    fn it_reaches_as_far_as_there_is_room() {
        let near = NearGoal::get(Grid::new(4, 4), 15, &Cancel::new()).unwrap().unwrap();
        // As is known: 1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821 boards.
        assert_eq!((near.radius(), near.boards.len()), (14, 61_865));
        assert_eq!(near.boards.bytes_with(0) as u64, NearGoal::BYTES);
        assert_eq!(near.path_home(<u128 as Key>::new(&[1, 2, 3, 0]), 3), None);
    }
}
