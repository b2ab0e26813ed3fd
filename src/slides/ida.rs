//! Fewest slides by iterative deepening (IDA*): all ways of 24 slides, then of 25, ... until one leads to the goal.
//!
//! # Turns
//! No slide of a shortest solution follows another on the same line: the two would be one, or none. So slides along
//! rows and along columns take turns, and from a board of 4×4 there are three to try, not six.
//!
//! # What was tried and left out
//! With the patterns of [`crate::slides::patterns`] the search looks at 300,000 boards for a random one. Beside them, walking
//! distance in slides spares it one in a thousand, and the set of all boards 13 slides from the goal, to be met half
//! way, one in six hundred. A table of boards met before spares it a tenth and costs as much time as it saves.

use crate::puzzle::error::{Error, Result};
use crate::runtime::budget::Limits;
use crate::runtime::cancel::Cancel;
use crate::slides::children::{Node, Slides};
use crate::slides::packed_board::Packed;
use std::time::Instant;

/// What came of a search.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The cells of the blank after each slide, if the goal was reached.
    pub(crate) cells: Option<Vec<u8>>,
    /// No solution has fewer slides.
    pub(crate) lower_bound: usize,
    /// How many boards were looked at.
    pub(crate) nodes: u64,
}

/// Searches for a shortest solution of a standard board that has one.
pub(crate) fn search(slides: &Slides, board: Packed, limits: Limits, cancel: &Cancel) -> Result<Outcome> {
    let start = slides.node(board);
    let mut search = Deepening {
        slides,
        goal: slides.goal(),
        limits,
        cancel,
        nodes: 0,
        turns: 0,
        threshold: start.bound(),
        cells: vec![],
    };
    let end = loop {
        match search.iterate(&start) {
            Ok(false) => search.threshold += 1,
            end => break end,
        }
    };
    let Deepening { nodes, threshold, mut cells, .. } = search;
    cells.reverse();
    let cells = match end {
        Ok(_) => Some(cells),
        Err(Stop::Budget) => None,
        Err(Stop::Cancelled) => return Err(Error::Cancelled),
    };
    Ok(Outcome { cells, lower_bound: threshold.into(), nodes })
}

/// Why a search ended without an answer.
enum Stop {
    Budget,
    Cancelled,
}

/// Turns between two looks at the clock: less than a millisecond.
const PIECE: u64 = 1 << 10;

struct Deepening<'a> {
    slides: &'a Slides,
    goal: Packed,
    limits: Limits,
    cancel: &'a Cancel,
    nodes: u64,
    turns: u64,
    /// How many slides are tried.
    threshold: u8,
    /// The blank's way, last cell first.
    cells: Vec<u8>,
}

impl Deepening<'_> {
    /// Whether some way of as many slides as the threshold leads to the goal.
    fn iterate(&mut self, start: &Node) -> std::result::Result<bool, Stop> {
        if start.board == self.goal {
            return Ok(true);
        }
        // Whatever the threshold: with nothing left to slide the goal would have been reached.
        let left = self.threshold.saturating_sub(1);
        Ok(self.turn(start, left, 0)? || self.turn(start, left, 1)?)
    }

    /// The same from a board on the way, with a slide along an axis and then `left` more.
    fn turn(&mut self, from: &Node, left: u8, axis: usize) -> std::result::Result<bool, Stop> {
        self.check()?;
        let children = self.slides.children(from, axis, left);
        self.nodes += children.all;
        for node in children.kept() {
            let reached =
                if left == 0 { node.board == self.goal } else { self.turn(node, left - 1, axis ^ 1)? };
            if reached {
                self.cells.push(node.board.blank);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the search may go on.
    #[inline(always)]
    fn check(&mut self) -> std::result::Result<(), Stop> {
        self.turns += 1;
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Stop::Budget);
        }
        if self.turns % PIECE == 1 {
            self.cancel.check().map_err(|_| Stop::Cancelled)?;
            if self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(Stop::Budget);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::space::{Space, State};
    use crate::puzzle::grid::Grid;
    use crate::slides::patterns::{Patterns, TOLD};
    use crate::tables::depth_table;

    /// The 8-puzzle with the blank at home in a cell, six of its tiles in one pattern and six in another.
    fn slides(home: usize) -> Slides {
        let grid = Grid::new(3, 3);
        let cells: Vec<usize> = (0..9).filter(|&cell| cell != home).collect();
        let patterns: [([usize; TOLD], bool); 2] =
            [(cells[..6].try_into().unwrap(), home % 4 == 0), (cells[2..].try_into().unwrap(), false)];
        Slides::new(grid, home, Patterns::new(grid, home, &patterns, &Cancel::new()).unwrap())
    }

    #[test]
    fn the_search_finds_what_the_table_knows() {
        let none = Cancel::new();
        let space = Space::whole(Grid::new(3, 3), &[]).unwrap();
        for home in [4, 5, 8] {
            let goal = State::in_order(home.into());
            let table = depth_table::depths(&space, goal, &none).unwrap();
            let slides = slides(home);
            for index in (0..space.states()).step_by(1009) {
                let state = space.state(index, goal);
                let tiles: Vec<u8> = space.tiles(state).into_iter().map(|tile| tile.unwrap() as u8).collect();
                let found = search(&slides, Packed::new(&tiles), Limits::default(), &none).unwrap();
                let distance = depth_table::path(&space, |i| table.get(i), state, goal).unwrap().len();
                assert_eq!((found.lower_bound, found.cells.unwrap().len()), (distance, distance));
                assert!(usize::from(slides.node(Packed::new(&tiles)).bound()) <= distance);
            }
        }
    }

    #[test]
    fn distances_are_the_same_from_afar_and_on_the_way() {
        let slides = slides(8);
        let mut node = slides.node(Packed::new(&[8, 6, 7, 2, 5, 4, 3, 0, 1]));
        for turn in 0..200 {
            let children = slides.children(&node, turn % 2, u8::MAX);
            node = children.kept()[turn * 7 % 5 % children.kept().len()];
            assert_eq!(format!("{node:?}"), format!("{:?}", slides.node(node.board)));
        }
    }

    #[test]
    fn a_budget_leaves_a_bound() {
        let slides = slides(8);
        let board = Packed::new(&[8, 6, 7, 2, 5, 4, 3, 0, 1]);
        let full = search(&slides, board, Limits::default(), &Cancel::new()).unwrap();
        let mut last = 0;
        for most in 0..full.nodes {
            let limits = Limits { nodes: Some(most), ..Limits::default() };
            let found = search(&slides, board, limits, &Cancel::new()).unwrap();
            assert!(found.cells.is_none() || found == full);
            assert!(last <= found.lower_bound && found.lower_bound <= full.lower_bound);
            last = found.lower_bound;
        }
        let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        assert_eq!(search(&slides, board, limits, &Cancel::new()).unwrap().cells, None);
        let cancel = Cancel::new();
        cancel.cancel();
        assert_eq!(search(&slides, board, Limits::default(), &cancel), Err(Error::Cancelled));
    }
}
