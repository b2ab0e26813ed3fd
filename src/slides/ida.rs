//! Fewest slides by iterative deepening, IDA\*: all ways of 24 slides, say, then of 25, ... until one leads to
//! the goal.
//!
//! # Turns
//! No slide of a shortest solution follows another on the same line: the two would be one, or none. So slides
//! along rows and along columns take turns, and a 4×4 board has three successors to try, not six.
//!
//! # Four searches
//! The first slide is along the row or the column, and so is the last; with the number of slides, one says the
//! other. Where the last slide is along the goal's row, the search is for the goal's row as a line
//! (see [`crate::slides::lines`]); where it is along the column, the same search is made on the reflected board.
//! Each of the four searches knows whether the distances are even or odd, and goes on in steps of two slides.
//!
//! # What was tried and left out
//! - Of the nodes of the hardest boards a fifth are duplicates, of random ones a tenth; a transposition table costs as
//!   much time as it saves. The set of all boards 13 slides from the goal, to meet the search half-way, saved one node
//!   in six hundred, the walking distance in slides one in a thousand: most nodes are far from home.
//! - Three patterns of six tiles take 11 MB and a sixth of the time to make, but three times as many nodes and
//!   2.5 times the time for a random board. Four of them have two thirds of these nodes, in the same time. Two
//!   patterns of eight tiles, not seen from behind, take 519 MB and have more nodes than four of seven.

use crate::puzzle::error::{Purpose, Result};
use crate::runtime::allocate;
use crate::runtime::budget::{Budget, Meter};
use crate::slides::expand::{BLOCK, CHILDREN, Expander, MOST};
use crate::slides::node::Node;
use crate::slides::patterns::{Frame, Patterns};

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

/// Searches for a shortest solution of a solvable standard board, given by its tiles, until the bound is `enough`.
pub(crate) fn search<const N: usize>(
    frames: &[Frame<N>; 2],
    tiles: &[u8],
    enough: u64,
    budget: Budget<'_>,
) -> Result<SlideOutcome> {
    let roots = roots(frames, tiles);
    let mut meter = Meter::new(budget, 0);
    let mut bound = roots.iter().map(|root| root.node.h() + 1).min().unwrap_or(0);
    let mut expander = Expander::new();
    let mut levels = vec![];
    let cells = 'found: {
        if roots.is_empty() {
            break 'found Some(vec![]);
        }
        while u64::from(bound) < enough {
            let left = bound - 1;
            while levels.len() < left.into() {
                levels.push(allocate::with_room(CHILDREN, Purpose::Nodes)?);
            }
            let fits =
                |root: &&Root<'_, N>| root.node.h() <= left && (left - root.node.h()).is_multiple_of(2);
            for Root { frame, axis, node } in roots.iter().filter(fits) {
                let (patterns, meter) = (&*frame.patterns, &mut meter);
                let mut dive = Dive { patterns, meter, expander: &mut expander, cells: vec![] };
                match dive.dive(&[*node], *axis, left, &mut levels) {
                    Ok(None) => {}
                    Ok(Some(_)) => break 'found Some(frame.path(dive.cells)),
                    Err(Stop) => break 'found None,
                }
            }
            bound += 1;
            budget.cancel.report_bound(bound.into());
        }
        None
    };
    Ok(SlideOutcome { cells, lower_bound: bound.into(), nodes: meter.nodes })
}

/// The search has to end without an answer.
struct Stop;

/// A board in a frame, on the first line.
struct Root<'a, const N: usize> {
    frame: &'a Frame<N>,
    axis: usize,
    node: Node<N>,
}

/// Whatever a search begins with: none if the board is solved, one for each axis if it is its own mirror image.
fn roots<'a, const N: usize>(frames: &'a [Frame<N>; 2], tiles: &[u8]) -> Vec<Root<'a, N>> {
    let mut roots: Vec<Root<'a, N>> = vec![];
    for frame in frames {
        let (blank, cells) = frame.cells(tiles);
        for axis in 0..2 {
            let node = frame.patterns.node(blank, &cells, axis);
            let is_known = |root: &Root<'_, N>| {
                root.axis == axis && root.node == node && frame.has_patterns_of(root.frame)
            };
            if !roots.iter().any(is_known) {
                roots.push(Root { frame, axis, node });
            }
        }
        if roots.iter().any(|root| root.node.h() == 0 && root.frame.has_blank_home(&root.node)) {
            return vec![];
        }
    }
    roots
}

/// A search in depth, of several nodes at once.
struct Dive<'a, 'b, const N: usize> {
    patterns: &'a Patterns<N>,
    meter: &'a mut Meter<'b>,
    expander: &'a mut Expander<N>,
    /// The blank's path, last cell first.
    cells: Vec<u8>,
}

impl<const N: usize> Dive<'_, '_, N> {
    /// Which of these nodes, all on lines of this axis, leads home by exactly so many more lines, if any does.
    /// `levels` has room for the nodes of each further line.
    fn dive(
        &mut self,
        nodes: &[Node<N>],
        axis: usize,
        left: u8,
        levels: &mut [Vec<Node<N>>],
    ) -> std::result::Result<Option<u8>, Stop> {
        if left == 0 {
            // Whatever is not pruned is home.
            return Ok(nodes.first().map(|node| self.note(node)));
        }
        let (children, levels) = levels.split_first_mut().ok_or(Stop)?;
        let mut begin = 0;
        while begin < nodes.len() {
            if !self.meter.may_go_on().is_ok_and(|may| may) {
                return Err(Stop);
            }
            // No more at once than the budget has nodes for.
            let affordable = (self.meter.nodes_left() / MOST as u64).clamp(1, BLOCK as u64) as usize;
            let block = &nodes[begin..nodes.len().min(begin + affordable)];
            children.clear();
            self.meter.nodes += self.expander.expand(self.patterns, block, axis, left - 1, children);
            if let Some(parent) = self.dive(children, axis ^ 1, left - 1, levels)? {
                return Ok(Some(self.note(&block[usize::from(parent)])));
            }
            begin += block.len();
        }
        Ok(None)
    }

    /// Puts the cell of a node on the path, and says which node it comes from.
    fn note(&mut self, node: &Node<N>) -> u8 {
        self.cells.push(node.blank);
        node.parent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::space::{Space, State};
    use crate::puzzle::grid::Grid;
    use crate::runtime::cancel::Cancel;
    use crate::slides::lines::LineSpace;
    use crate::tables::depth_table;
    use std::sync::Arc;
    use std::time::Instant;

    /// Frames with five tiles of the first cells in one pattern, and five of the last in another.
    fn frames(grid: Grid, home: usize) -> [Frame<4>; 2] {
        let patterns = |grid: Grid, row| {
            let blank = (row + 1) * grid.cols - 1;
            let mut cells = (0..grid.cells()).filter(|&cell| cell != blank).collect::<Vec<_>>();
            let first = std::array::from_fn(|i| cells[i]);
            cells.reverse();
            let last = std::array::from_fn(|i| cells[i]);
            Ok(Arc::new(Patterns::new::<5>(grid, row, &[first, last], &Cancel::new())?))
        };
        Frame::both(grid, home, patterns).unwrap()
    }

    fn tiles(space: &Space, state: State) -> Vec<u8> {
        space.tiles(state).into_iter().map(|tile| tile.unwrap() as u8).collect()
    }

    #[test]
    fn the_search_finds_what_the_table_knows() {
        let none = Cancel::new();
        for (rows, cols) in [(2, 3), (2, 4), (3, 3)] {
            let grid = Grid::new(rows, cols);
            let space = Space::whole(grid, &[]).unwrap();
            for home in 0..grid.cells() {
                let goal = space.in_order(home);
                let table = depth_table::depths(&space, goal, &none).unwrap();
                let frames = frames(grid, home);
                for index in (0..space.states()).step_by(space.states() as usize / 60) {
                    let state = space.state(index, goal);
                    let distance = depth_table::path(&space, |i| table.get(i), state, goal).unwrap().len();
                    let found =
                        search(&frames, &tiles(&space, state), u64::MAX, Budget::unlimited(&none)).unwrap();
                    assert_eq!(found.lower_bound, distance, "{grid}, blank {home}, {index}");
                    assert_eq!(follow(&space, state, &found.cells.unwrap()), goal);
                }
            }
        }
    }

    /// Where the blank takes a state by going from cell to cell, each time along a line.
    fn follow(space: &Space, mut at: State, cells: &[u8]) -> State {
        for &cell in cells {
            let (to, mut slides) = (space.slot(cell.into()).unwrap(), depth_table::slides(space, at));
            at = slides.find(|(next, ..)| next.blank == to).unwrap().0;
        }
        at
    }

    #[test]
    fn distances_are_the_same_from_afar_and_on_the_way() {
        let [frame, reflected] = frames(Grid::new(3, 4), 11);
        for frame in [frame, reflected] {
            let (blank, cells) = frame.cells(&[11, 6, 7, 2, 5, 4, 3, 0, 10, 9, 8, 1]);
            let mut expander = Expander::new();
            let mut node = frame.patterns.node(blank, &cells, 0);
            let (mut blank, mut cells) = (blank, cells);
            for turn in 0..200 {
                let mut children = vec![];
                let made = expander.expand(&frame.patterns, &[node], turn % 2, u8::MAX, &mut children);
                assert_eq!(made, children.len() as u64);
                node = children[turn * 7 % 5 % children.len()];
                let space: &LineSpace = frame.patterns.space();
                for step in space.steps(blank as u8, node.blank, turn % 2) {
                    let moved = cells.iter_mut().find(|cell| **cell == usize::from(step.to)).unwrap();
                    (*moved, blank) = (blank, step.to.into());
                }
                node.parent = 0;
                assert_eq!(node, frame.patterns.node(blank, &cells, (turn + 1) % 2));
            }
        }
    }

    #[test]
    fn a_budget_leaves_a_bound() {
        let frames = frames(Grid::new(3, 3), 8);
        let board = [8, 6, 7, 2, 5, 4, 3, 0, 1];
        let cancel = Cancel::new();
        let full = search(&frames, &board, u64::MAX, Budget::unlimited(&cancel)).unwrap();
        let (length, mut last) = (full.cells.as_ref().map(Vec::len), 0);
        for most in 0..full.nodes {
            let found = search(&frames, &board, u64::MAX, Budget::of_nodes(most, &cancel)).unwrap();
            // Expanding fewer boards at once, it may find another solution, after fewer nodes.
            if let Some(cells) = &found.cells {
                assert_eq!((Some(cells.len()), found.lower_bound), (length, full.lower_bound));
            }
            assert!(found.nodes < most + MOST as u64);
            assert!(last <= found.lower_bound && found.lower_bound <= full.lower_bound);
            last = found.lower_bound;
        }
        let late = Budget { deadline: Some(Instant::now()), ..Budget::unlimited(&cancel) };
        assert_eq!(search(&frames, &board, u64::MAX, late).unwrap().cells, None);
        cancel.cancel();
        assert_eq!(search(&frames, &board, u64::MAX, Budget::unlimited(&cancel)).unwrap().cells, None);
    }
}
