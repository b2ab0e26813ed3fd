//! Shortest solutions of boards of 25 cells: IDA\* that asks partitions in turn and keeps no boards.
//!
//! Where databases know much, a board costs less than a look into a table of boards that were met before. So this
//! search has none. Of sequences of moves that lead to the same board it tries the first
//! ([`crate::search::duplicates`]); whether a board is near enough, it asks one partition after another
//! ([`crate::pdb::in_turn`]).
//!
//! 1. Breadth-first search, until there are some thousand boards, the *roots*; of paths to the same board the
//!    first in lexicographic order is kept, as the automaton of duplicates expects.
//! 2. From each root depth first, within a bound that rises by two.
//! 3. Roots from which the search came nearest to the goal within the last bound are the first within the next: when
//!    a bound is reached that allows a solution, it is mostly found soon, and the rest of that bound is saved, which
//!    would be nine tenths of all work.
//!
//! # Threads
//! They take roots one after another.

use crate::pdb::heuristic::{Heuristic, MOST_STEPS};
use crate::pdb::in_turn::{InTurn, Position, Spare, Sums};
use crate::pdb::key::Key;
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::budget::Budget;
use crate::runtime::{allocate, threads};
use crate::search::astar::Ended;
use crate::search::duplicates::{Duplicates, State};
use crate::search::ida::IdaOptions;
use crate::search::ration::{Ration, Shared};
use crate::search::visited::Visited;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

/// From so many boards the search goes on depth first, if the budget allows: enough to tell good ones from bad.
const ROOTS: usize = 5000;
/// How many nodes of the budget there must be for each root.
const NODES_PER_ROOT: u64 = 50;
/// The longest path to a root: two bits a move.
const LONGEST_PATH: u32 = u64::BITS / 2;

/// A board to search on from.
struct Root {
    at: Position,
    /// By partition: how many moves it needs at least.
    sums: Sums,
    state: State,
    /// The moves that lead to it, two bits each, the last one lowest.
    path: u64,
    /// How many moves were left where the last search from it came nearest to the goal.
    nearest: u32,
}

/// At most how many bytes a search takes, with making the automaton.
pub(crate) fn most_bytes() -> u64 {
    // The roots, at most three times as many as there should be, and those that they come from.
    let roots = 2 * 4 * ROOTS * size_of::<Root>();
    roots as u64 + Visited::<u128>::most_bytes(3 * ROOTS) + Duplicates::MOST_BYTES
}

/// Searches for a shortest solution of a standard board, or proves what it can before it is out of budget or
/// cancelled. Also gives the nodes generated in all.
pub fn search(
    heuristic: &Heuristic,
    tiles: &[u8],
    options: &IdaOptions,
    budget: &Budget<'_>,
) -> Result<(Ended, u64)> {
    let in_turn = InTurn::new(heuristic);
    let at = in_turn.start(tiles)?;
    let sums = in_turn.sums(&at);
    let mut bound = options.bound.max(sums.iter().copied().max().unwrap_or(0).into());
    budget.cancel.report_bound(bound);
    let duplicates = Duplicates::of(heuristic.grid(), budget.cancel)?;
    let shared = Shared::new(budget, options.generated);
    let nodes = || shared.generated.load(Ordering::Relaxed);
    let searcher = |_| Searcher {
        in_turn: &in_turn,
        duplicates: &duplicates,
        shared: &shared,
        ration: Ration::new(&shared),
        nearest: 0,
        path: vec![],
    };
    let mut searchers: Vec<Searcher<'_>> = (0..options.threads.max(1)).map(searcher).collect();
    let blank = tiles.iter().position(|&tile| tile == 0).expect("a board has a blank");
    let start = Root { at, sums, state: duplicates.start(blank), path: 0, nearest: 0 };
    let (mut roots, depth) = match searchers[0].find_roots(start, wanted_roots(options, budget))? {
        Found::Roots(roots, depth) => (roots, depth),
        // Nobody has use for a solution of so many moves.
        Found::Solution(path) if path.len() as u32 >= options.enough => {
            return Ok((Ended::Bound(path.len() as u32), nodes()));
        }
        Found::Solution(path) => return Ok((Ended::Solved(path), nodes())),
        Found::Nothing => return Ok((Ended::Bound(bound), nodes())),
    };
    while bound < options.enough {
        if let Some(path) = search_within(bound, depth, &mut roots, &mut searchers) {
            return Ok((Ended::Solved(path), nodes()));
        }
        if shared.is_over.load(Ordering::Relaxed) {
            break;
        }
        bound += 2;
        budget.cancel.report_bound(bound);
        roots.sort_by_key(|root| root.nearest);
    }
    Ok((Ended::Bound(bound), nodes()))
}

/// How many roots there should be: fewer if there is little to spend.
fn wanted_roots(options: &IdaOptions, budget: &Budget<'_>) -> usize {
    let by_nodes = budget.nodes_left(options.generated) / NODES_PER_ROOT;
    let by_memory = budget.memory.map_or(u64::MAX, |bytes| bytes / (8 * size_of::<Root>()) as u64);
    (ROOTS as u64).min(by_nodes).min(by_memory) as usize
}

/// What breadth-first search finds.
enum Found {
    /// Boards so many moves away.
    Roots(Vec<Root>, u32),
    /// A shortest solution.
    Solution(Vec<u8>),
    /// Nothing, before the budget was spent.
    Nothing,
}

/// The codes of so many moves of a path.
fn codes(path: u64, length: u32) -> Vec<u8> {
    (0..length).rev().map(|i| (path >> (2 * i) & 3) as u8).collect()
}

/// Has the threads search from all roots within the bound.
fn search_within(
    bound: u32,
    depth: u32,
    roots: &mut [Root],
    searchers: &mut [Searcher<'_>],
) -> Option<Vec<u8>> {
    let (queue, found) = (Mutex::new(roots.iter_mut()), Mutex::new(None));
    let work = |searcher: &mut Searcher<'_>| {
        loop {
            let root = queue.lock().expect("nothing panics while it holds the lock").next();
            let Some(root) = root else { return searcher.ration.report() };
            if searcher.search_from(root, bound.saturating_sub(depth)) {
                let mut path = codes(root.path, depth);
                path.extend(searcher.path.drain(..).rev());
                *found.lock().expect("nothing panics while it holds the lock") = Some(path);
                searcher.shared.is_over.store(true, Ordering::Relaxed);
            }
            if searcher.shared.is_over.load(Ordering::Relaxed) {
                return searcher.ration.report();
            }
        }
    };
    threads::run_each(searchers, work);
    found.into_inner().expect("nothing panics while it holds the lock")
}

/// The search of one thread.
struct Searcher<'a> {
    in_turn: &'a InTurn<'a>,
    duplicates: &'a Duplicates,
    shared: &'a Shared<'a>,
    ration: Ration<'a>,
    /// The fewest moves that were left anywhere since a root was taken.
    nearest: u32,
    /// The moves of the solution, the last one first.
    path: Vec<u8>,
}

impl Searcher<'_> {
    /// All boards so many moves away that there are at least `wanted`, in lexicographic order of their first paths.
    fn find_roots(&mut self, start: Root, wanted: usize) -> Result<Found> {
        if start.sums[0] == 0 {
            return Ok(Found::Solution(vec![]));
        }
        let mut visited: Visited<u128> = Visited::new(4 * wanted)?;
        visited.make_room(1)?;
        visited.insert(u128::new(start.at.tiles()));
        let (mut roots, mut depth) = (vec![start], 0);
        while roots.len() < wanted && depth < LONGEST_PATH {
            let mut next: Vec<Root> = vec![];
            depth += 1;
            for root in &roots {
                self.ration.refill_if_used();
                if self.shared.is_over.load(Ordering::Relaxed) {
                    self.ration.report();
                    return Ok(Found::Nothing);
                }
                visited.make_room(MOST_STEPS)?;
                allocate::reserve(&mut next, MOST_STEPS, Purpose::Nodes)?;
                for code in 0..MOST_STEPS {
                    let Some(state) = self.duplicates.follow(root.state, code) else { continue };
                    self.ration.generated += 1;
                    let mut at = root.at;
                    let slid = self.in_turn.slide(&mut at, state.blank(), root.state.blank(), Spare::PLENTY);
                    slid.expect("there is plenty to spare");
                    let (sums, path) = (self.in_turn.sums(&at), root.path << 2 | code as u64);
                    if sums[0] == 0 {
                        self.ration.report();
                        return Ok(Found::Solution(codes(path, depth)));
                    }
                    if visited.insert(u128::new(at.tiles())) {
                        next.push(Root { at, sums, state, path, nearest: 0 });
                    }
                }
            }
            roots = next;
        }
        self.ration.report();
        Ok(Found::Roots(roots, depth))
    }

    /// Whether there is a solution of at most so many moves from a root; notes how near the search came.
    fn search_from(&mut self, root: &mut Root, left: u32) -> bool {
        root.nearest = u32::MAX;
        let Some(spare) = Spare::new(left, &root.sums) else { return false };
        self.nearest = left;
        let mut at = root.at;
        let is_found = self.descend(&mut at, root.state, spare, left);
        root.nearest = self.nearest;
        is_found
    }

    /// Whether there is a solution of exactly so many moves. There is none of fewer, as they would be fewer by
    /// two, and within the bound before.
    fn descend(&mut self, at: &mut Position, state: State, spare: Spare, left: u32) -> bool {
        self.nearest = self.nearest.min(left);
        if left == 0 {
            // No partition needs more than 0 moves.
            return true;
        }
        self.ration.refill_if_used();
        if self.shared.is_over.load(Ordering::Relaxed) {
            return false;
        }
        let (duplicates, in_turn) = (self.duplicates, self.in_turn);
        for code in 0..MOST_STEPS {
            let Some(next) = duplicates.follow(state, code) else { continue };
            self.ration.generated += 1;
            let (from, to) = (next.blank(), state.blank());
            let Some((changed, spare)) = in_turn.slide(at, from, to, spare) else { continue };
            if self.descend(at, next, spare, left - 1) {
                self.path.push(code as u8);
                return true;
            }
            in_turn.take_back(at, from, to, changed);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::Stream;
    use crate::pdb::build::make;
    use crate::pdb::partitions::Tier;
    use crate::puzzle::grid::Grid;
    use crate::puzzle::grid::Move;
    use crate::runtime::cancel::Cancel;
    use crate::search::anytime::SMALL_PATTERNS;
    use crate::search::astar::AStar;

    /// It finds solutions as long as A* does, with any number of threads, and they solve the board.
    #[test]
    fn solutions_are_shortest() {
        let (grid, cancel) = (Grid::new(4, 4), Cancel::new());
        let heuristic = make(grid, 15, Tier::Small, 1, &cancel).unwrap();
        let mut stream = Stream::new(3, 1);
        for walk in [0, 1, 2, 5, 12, 30, 60, 90, 120, 150] {
            let mut tiles: Vec<u8> = (1..16).chain([0]).collect();
            let mut blank = 15;
            for _ in 0..walk {
                let steps: Vec<_> = grid.moves(blank).collect();
                let to = grid.neighbour(blank, steps[stream.below(steps.len() as u32) as usize]).unwrap();
                tiles.swap(blank, to);
                blank = to;
            }
            let budget = Budget::unlimited(&cancel);
            let mut astar: AStar<'_, u64, SMALL_PATTERNS> = AStar::new(&heuristic, 1 << 21).unwrap();
            let start = heuristic.start(&tiles).unwrap();
            let Ended::Solved(known) = astar.run(start, u32::MAX, &budget).unwrap() else {
                panic!("no room")
            };
            for threads in [1, 3] {
                let options = IdaOptions { bound: 0, enough: u32::MAX, threads, generated: 0 };
                let (ended, _) = search(&heuristic, &tiles, &options, &budget).unwrap();
                let Ended::Solved(path) = ended else { panic!("{walk} moves: {ended:?}") };
                assert_eq!(path.len(), known.len(), "{walk} moves");
                let (mut board, mut blank) = (tiles.clone(), blank);
                for code in path {
                    let to = grid.neighbour(blank, Move::from_code(code)).unwrap();
                    board.swap(blank, to);
                    blank = to;
                }
                assert!(board[..15].iter().copied().eq(1..16), "{walk} moves");
            }
        }
    }
}
