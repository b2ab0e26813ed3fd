//! Breadth-first search over a [`Space`], which finds for every state how far it is and where to go next.
//!
//! Two ways to do the same. Both keep one bit a state for what has been seen, as Karlemo and Östergård do:
//!
//! - [`by_lists`]: a list of the states of each level, every state stepped on its own. Works for any space.
//! - [`by_blocks`]: for patterns of up to four tiles, whose `k!` orders fit a word. All orders of one set of
//!   places are one *block*. A move takes a block to a block, mostly just as it is, so that up to 24 states are
//!   stepped, tested and marked at once. No lists; nearly twice as fast for the first stage of the 15-puzzle.
//!
//! # Ties
//! Sources have a *rank*. A state goes the way that ends in the source of the smallest rank, and among those
//! makes the move of the smallest code. That is a property of the state and not of the order in which the search
//! comes by, so both ways give the same table.

use crate::grid::Move;
use crate::packed::{Bits, Pairs};
use crate::rank::factorial;
use crate::space::{Space, State};

/// Where a search starts, and how welcome it is to end there: smaller is better.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The state.
    pub state: State,
    /// Its rank, below the number of sources, of which there are at most 256.
    pub rank: usize,
}

/// What a search finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many states are at each depth.
    pub layers: Layers,
    /// By index of the state, the code of the next move; 0 at a source.
    pub moves: Pairs,
    /// By cell of the blank: how many states lead to a source of each rank.
    pub ends: Vec<Vec<u64>>,
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

/// Searches everything that can be reached from the sources, which are different states, the quicker way.
pub fn search(space: &Space, sources: &[Source]) -> Found {
    if space.is_whole() || factorial(space.told()) > 32 {
        by_lists(space, sources)
    } else {
        by_blocks(space, sources)
    }
}

/// Searches with a list of states for each level.
pub fn by_lists(space: &Space, sources: &[Source]) -> Found {
    if space.is_whole() { by_lists_in::<true>(space, sources) } else { by_lists_in::<false>(space, sources) }
}

fn by_lists_in<const WHOLE: bool>(space: &Space, sources: &[Source]) -> Found {
    let grid = space.grid();
    let legal: Vec<Vec<Move>> = (0..grid.cells()).map(|cell| grid.moves(cell).collect()).collect();
    let mut seen = Bits::new(space.states());
    let mut on_next = Bits::new(space.states());
    let mut moves = Pairs::new(space.states());
    let mut ranks = vec![0u8; space.states()];
    let mut ends = vec![vec![0; sources.len()]; grid.cells()];
    let mut level = Vec::new();
    for source in sources {
        let index = space.index_in::<WHOLE>(source.state);
        seen.set(index);
        ranks[index] = source.rank as u8;
        level.push(source.state);
    }
    let mut next = Vec::new();
    let mut steps = Vec::new();
    let mut by_cell = Vec::new();
    while !level.is_empty() {
        let mut cells = vec![0; grid.cells()];
        for few in level.chunks(64) {
            // First all steps, then all tests: whether a state is new is anyone's guess, and a wrong guess
            // costs the processor least if it need not wait for the step as well.
            steps.clear();
            for &at in few {
                let rank = ranks[space.index_in::<WHOLE>(at)];
                cells[at.cell as usize] += 1;
                ends[at.cell as usize][rank as usize] += 1;
                for &step in &legal[at.cell as usize] {
                    let there = space.step_in::<WHOLE>(at, step.code());
                    steps.push((rank, step.reverse().code(), space.index_in::<WHOLE>(there), there));
                }
            }
            for &(rank, back, to, there) in &steps {
                let fresh = !seen.get(to);
                if fresh {
                    seen.set(to);
                    on_next.set(to);
                    next.push(there);
                }
                if fresh || on_next.get(to) && (rank, back) < (ranks[to], moves.get(to)) {
                    moves.set(to, back);
                    ranks[to] = rank;
                }
            }
        }
        for &at in &next {
            on_next.clear(space.index_in::<WHOLE>(at));
        }
        by_cell.push(cells);
        std::mem::swap(&mut level, &mut next);
        next.clear();
    }
    Found { layers: Layers { by_cell }, moves, ends }
}

/// Searches a pattern with one word for each cell of the blank and set of places: bit `a` is the order of rank
/// `a`. At most 32 orders.
pub fn by_blocks(space: &Space, sources: &[Source]) -> Found {
    assert!(!space.is_whole() && factorial(space.told()) <= 32);
    let grid = space.grid();
    let legal: Vec<Vec<Move>> = (0..grid.cells()).map(|cell| grid.moves(cell).collect()).collect();
    let blocks = grid.cells() * space.sets();
    let mut seen = vec![0u32; blocks];
    let mut chosen = [vec![0u32; blocks], vec![0u32; blocks]];
    // By rank of the source they lead to: the states of this level and of the next.
    let mut level = vec![vec![0u32; blocks]; sources.len()];
    let mut next = level.clone();
    for source in sources {
        let block = source.state.cell as usize * space.sets() + source.state.set as usize;
        level[source.rank][block] |= 1 << source.state.a;
    }
    let mut ends = vec![vec![0; sources.len()]; grid.cells()];
    let mut by_cell = Vec::new();
    loop {
        let mut cells = vec![0; grid.cells()];
        for (rank, level) in level.iter().enumerate() {
            for (block, &orders) in level.iter().enumerate().filter(|&(_, &orders)| orders != 0) {
                seen[block] |= orders;
                cells[block / space.sets()] += u64::from(orders.count_ones());
                ends[block / space.sets()][rank] += u64::from(orders.count_ones());
            }
        }
        if cells.iter().all(|&count| count == 0) {
            return Found { layers: Layers { by_cell }, moves: interleaved(space, &chosen), ends };
        }
        by_cell.push(cells);
        for (rank, level) in level.iter_mut().enumerate() {
            // Those that a better rank has reached on this level are taken.
            let (better, own) = next.split_at_mut(rank);
            for cell in 0..grid.cells() {
                let slice = &mut level[cell * space.sets()..][..space.sets()];
                for (set, orders) in slice.iter_mut().enumerate().filter(|(_, orders)| **orders != 0) {
                    for &step in &legal[cell] {
                        let (to, reached) = space.step_orders(cell, step.code(), set, *orders);
                        let mut open = reached & !seen[to];
                        if open != 0 {
                            open &= !better.iter().fold(0, |taken, plane| taken | plane[to]);
                            choose(step.reverse().code(), open, &mut own[0][to], &mut chosen, to);
                        }
                    }
                    *orders = 0;
                }
            }
        }
        std::mem::swap(&mut level, &mut next);
    }
}

/// Lets the `open` states of a block make this move, where none has been chosen or only one of larger code.
#[inline]
fn choose(code: u8, open: u32, reached: &mut u32, chosen: &mut [Vec<u32>; 2], block: usize) {
    let [low, high] = [chosen[0][block], chosen[1][block]];
    let larger = match code {
        0 => low | high,
        1 => high,
        2 => low & high,
        _ => 0,
    };
    let take = open & (!*reached | larger);
    for (bit, plane) in chosen.iter_mut().enumerate() {
        plane[block] = plane[block] & !take | if code >> bit & 1 == 1 { take } else { 0 };
    }
    *reached |= open;
}

/// Two planes of bits as entries of two bits.
fn interleaved(space: &Space, planes: &[Vec<u32>; 2]) -> Pairs {
    let orders = factorial(space.told());
    let mut moves = Pairs::new(space.states());
    for (block, (&low, &high)) in planes[0].iter().zip(&planes[1]).enumerate() {
        moves.fill(block * orders, low, high);
    }
    moves
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
            let layers = search(&space, &[Source { state: goal, rank: 0 }]).layers;
            assert_eq!(layers.states(), states);
            assert_eq!(layers.worst(), worst);
            assert_eq!(layers.counts()[worst], last);
        }
    }

    /// Random sources with random ranks, on patterns of one to four tiles.
    #[test]
    fn both_ways_find_the_same() {
        let mut random = crate::random::Stream::new(8, 0);
        for (rows, cols, told) in
            [(2, 2, 1), (2, 3, 2), (3, 2, 3), (3, 3, 4), (4, 3, 3), (3, 4, 2), (2, 5, 4)]
        {
            let space = Space::pattern(Grid::new(rows, cols), told);
            for _ in 0..4 {
                let mut cells: Vec<u8> = (0..(rows * cols) as u8).collect();
                let sources: Vec<Source> = (0..3)
                    .map(|_| {
                        for i in (1..cells.len()).rev() {
                            cells.swap(i, random.below(i as u32 + 1) as usize);
                        }
                        let state = space.locate(cells[0].into(), &cells[1..=told], &[]);
                        Source { state, rank: random.below(3) as usize }
                    })
                    .collect();
                let distinct =
                    sources.iter().enumerate().all(|(i, x)| sources[..i].iter().all(|y| x.state != y.state));
                if distinct {
                    assert_eq!(by_lists(&space, &sources), by_blocks(&space, &sources));
                }
            }
        }
    }
}
