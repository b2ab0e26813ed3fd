//! Fewest slides by iterative deepening, IDA\*: all paths of 24 slides, say, then of 25, ... until one leads
//! to the goal.
//!
//! # Turns
//! No slide of a shortest solution follows another on the same line: the two would be one, or none. So slides
//! along rows and along columns take turns, and a 4×4 board has three successors to try, not six.
//!
//! # What was tried and left out
//! With the patterns of [`crate::slides::patterns`] the search generates 300,000 nodes for a random board. In
//! addition to them, the walking distance in slides saves one node in a thousand, and the set of all boards
//! 13 slides from the goal, to meet the search half-way, one in six hundred. A transposition table saves a
//! tenth of the nodes and costs as much time as it saves.

use crate::runtime::budget::{Budget, Meter};
use crate::slides::children::{SlideNode, Slides};
use crate::slides::packed_board::Packed;

/// What a search found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SlideOutcome {
    /// The cells of the blank after each slide; nothing if the budget ran out or the search was cancelled.
    pub(crate) cells: Option<Vec<u8>>,
    /// No solution has fewer slides.
    pub(crate) lower_bound: usize,
    /// Nodes generated.
    pub(crate) nodes: u64,
}

/// Searches for a shortest solution of a solvable standard board, until the bound is `enough`.
pub(crate) fn search(slides: &Slides, board: Packed, enough: u64, budget: Budget<'_>) -> SlideOutcome {
    let start = slides.node(board);
    let mut search = Deepening {
        slides,
        goal: slides.goal(),
        meter: Meter::new(budget, 0),
        bound: start.h(),
        cells: vec![],
    };
    let end = loop {
        if u64::from(search.bound) >= enough {
            break Err(Stop);
        }
        match search.iterate(&start) {
            Ok(false) => {
                search.bound += 1;
                budget.cancel.report_bound(search.bound.into());
            }
            end => break end,
        }
    };
    let Deepening { meter, bound, mut cells, .. } = search;
    cells.reverse();
    let cells = end.is_ok().then_some(cells);
    SlideOutcome { cells, lower_bound: bound.into(), nodes: meter.nodes }
}

/// The search has to end without an answer: its budget is spent, or it was cancelled.
struct Stop;

struct Deepening<'a> {
    slides: &'a Slides,
    goal: Packed,
    meter: Meter<'a>,
    /// How many slides are tried.
    bound: u8,
    /// The blank's path, last cell first.
    cells: Vec<u8>,
}

impl Deepening<'_> {
    /// Whether some path of as many slides as the bound leads to the goal.
    fn iterate(&mut self, start: &SlideNode) -> std::result::Result<bool, Stop> {
        if start.board == self.goal {
            return Ok(true);
        }
        // A bound of 0 is treated as 1: the goal itself was ruled out above.
        let left = self.bound.saturating_sub(1);
        Ok(self.turn(start, left, 0)? || self.turn(start, left, 1)?)
    }

    /// Whether a slide from a node along an axis, and then `left` more, lead to the goal.
    fn turn(&mut self, from: &SlideNode, left: u8, axis: usize) -> std::result::Result<bool, Stop> {
        if !self.meter.may_go_on().is_ok_and(|may| may) {
            return Err(Stop);
        }
        let children = self.slides.children(from, axis, left);
        self.meter.nodes += children.generated;
        for node in children.kept() {
            let is_solved =
                if left == 0 { node.board == self.goal } else { self.turn(node, left - 1, axis ^ 1)? };
            if is_solved {
                self.cells.push(node.board.blank);
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::space::Space;
    use crate::puzzle::grid::Grid;
    use crate::runtime::cancel::Cancel;
    use crate::slides::patterns::{PATTERN_TILES, Patterns};
    use crate::tables::depth_table;
    use std::time::Instant;

    /// The 8-puzzle with the blank at home in a cell, six of its tiles in one pattern and six in another.
    fn slides(home: usize) -> Slides {
        let grid = Grid::new(3, 3);
        let cells: Vec<usize> = (0..9).filter(|&cell| cell != home).collect();
        let patterns: [([usize; PATTERN_TILES], bool); 2] =
            [(cells[..6].try_into().unwrap(), home % 4 == 0), (cells[2..].try_into().unwrap(), false)];
        Slides::new(grid, home, Patterns::new(grid, home, &patterns, &Cancel::new()).unwrap())
    }

    #[test]
    fn the_search_finds_what_the_table_knows() {
        let none = Cancel::new();
        let space = Space::whole(Grid::new(3, 3), &[]).unwrap();
        for home in [4, 5, 8] {
            let goal = space.in_order(home);
            let table = depth_table::depths(&space, goal, &none).unwrap();
            let slides = slides(home);
            for index in (0..space.states()).step_by(1009) {
                let state = space.state(index, goal);
                let tiles: Vec<u8> = space.tiles(state).into_iter().map(|tile| tile.unwrap() as u8).collect();
                let found = search(&slides, Packed::new(&tiles), u64::MAX, Budget::unlimited(&none));
                let distance = depth_table::path(&space, |i| table.get(i), state, goal).unwrap().len();
                assert_eq!((found.lower_bound, found.cells.unwrap().len()), (distance, distance));
                assert!(usize::from(slides.node(Packed::new(&tiles)).h()) <= distance);
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
        let cancel = Cancel::new();
        let full = search(&slides, board, u64::MAX, Budget::unlimited(&cancel));
        let mut last = 0;
        for most in 0..full.nodes {
            let found = search(&slides, board, u64::MAX, Budget::of_nodes(most, &cancel));
            assert!(found.cells.is_none() || found == full);
            assert!(last <= found.lower_bound && found.lower_bound <= full.lower_bound);
            last = found.lower_bound;
        }
        let late = Budget { deadline: Some(Instant::now()), ..Budget::unlimited(&cancel) };
        assert_eq!(search(&slides, board, u64::MAX, late).cells, None);
        cancel.cancel();
        assert_eq!(search(&slides, board, u64::MAX, Budget::unlimited(&cancel)).cells, None);
    }
}
