//! Breadth-first search over a [`Space`]: one bit a state for what has been seen, and a list for each level.
//!
//! This is the search of Karlemo and Östergård: a main table of one bit a state and two lists of states, this
//! level and the next. One more bit a state marks the next level, so that a state met again can be told
//! apart: an equally short way (the move tables choose among those) or an older state.
//!
//! Cost: every state is expanded once, O(states) in all; two bits and at most eight bytes a state.

use crate::grid::Move;
use crate::packed::Bits;
use crate::space::{Space, State};

/// A step of the search that led to a state on the next level.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Index of the state it came from.
    pub from: usize,
    /// The move made there.
    pub step: Move,
    /// Index of the state it led to.
    pub to: usize,
    /// Whether this is the first way found to that state; otherwise it is another one, as short.
    pub fresh: bool,
}

/// How many states are at each depth, by the cell of the blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    by_cell: Vec<Vec<u64>>,
}

impl Layers {
    /// States at each depth.
    pub fn counts(&self) -> Vec<u64> {
        self.by_cell.iter().map(|cells| cells.iter().sum()).collect()
    }

    /// States at each depth (outer) with the blank in each cell (inner).
    pub fn by_cell(&self) -> &[Vec<u64>] {
        &self.by_cell
    }

    /// States in all.
    pub fn states(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// The greatest depth.
    pub fn worst(&self) -> usize {
        self.by_cell.len() - 1
    }

    /// The sum of the depths of all states with the blank in one cell.
    pub fn total(&self, cell: usize) -> u64 {
        self.by_cell.iter().enumerate().map(|(depth, cells)| depth as u64 * cells[cell]).sum()
    }

    /// The mean depth.
    pub fn mean(&self) -> f64 {
        let total: u64 = (0..self.by_cell[0].len()).map(|cell| self.total(cell)).sum();
        total as f64 / self.states() as f64
    }
}

/// Searches everything that can be reached from the sources, which all have depth 0, and tells `visit` of
/// every step that leads one level on.
pub fn search(space: &Space, sources: &[State], visit: impl FnMut(Edge)) -> Layers {
    if space.is_whole() {
        search_in::<true>(space, sources, visit)
    } else {
        search_in::<false>(space, sources, visit)
    }
}

fn search_in<const WHOLE: bool>(space: &Space, sources: &[State], mut visit: impl FnMut(Edge)) -> Layers {
    let mut seen = Bits::new(space.states());
    let mut next_level = Bits::new(space.states());
    let mut level = sources.to_vec();
    let mut next = Vec::new();
    for &source in sources {
        seen.set(space.index(source));
    }
    let grid = space.grid();
    let moves: Vec<Vec<Move>> = (0..grid.cells()).map(|cell| grid.moves(cell).collect()).collect();
    let mut steps = Vec::new();
    let mut by_cell = Vec::new();
    while !level.is_empty() {
        let mut cells = vec![0; grid.cells()];
        for few in level.chunks(64) {
            // First all steps, then all tests: whether a state is new is anyone's guess, and a wrong guess
            // costs the processor least if it need not wait for the step as well.
            steps.clear();
            for &at in few {
                cells[at.cell as usize] += 1;
                let from = space.index_in::<WHOLE>(at);
                for &step in &moves[at.cell as usize] {
                    let there = space.step_in::<WHOLE>(at, step.code());
                    steps.push((from, step, space.index_in::<WHOLE>(there), there));
                }
            }
            for &(from, step, to, there) in &steps {
                let fresh = !seen.get(to);
                if fresh {
                    seen.set(to);
                    next_level.set(to);
                    next.push(there);
                } else if !next_level.get(to) {
                    continue;
                }
                visit(Edge { from, step, to, fresh });
            }
        }
        for &at in &next {
            next_level.clear(space.index_in::<WHOLE>(at));
        }
        by_cell.push(cells);
        std::mem::swap(&mut level, &mut next);
        next.clear();
    }
    Layers { by_cell }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    /// Table I of Karlemo and Östergård: states, diameter and antipodes.
    #[test]
    fn known_diameters() {
        for (rows, cols, states, worst, last) in
            [(2, 2, 12, 6, 1), (2, 3, 360, 21, 1), (3, 3, 181_440, 31, 2), (2, 4, 20_160, 36, 1)]
        {
            let space = Space::whole(Grid::new(rows, cols));
            let goal = State { cell: (rows * cols - 1) as u32, set: 0, a: 0, b: 0 };
            let layers = search(&space, &[goal], |_| ());
            assert_eq!(layers.states(), states);
            assert_eq!(layers.worst(), worst);
            assert_eq!(layers.counts()[worst], last);
        }
    }
}
