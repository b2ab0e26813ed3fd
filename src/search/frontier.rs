//! What A\* has found when it has no more room, for IDA\* to go on from.
//!
//! It was stopped in a layer of some f. Its boards are of three kinds:
//!
//! - *expanded*: a shortest path to each is known, since h changes by one with every move;
//! - *open*: visited, with a shortest path, and not expanded;
//! - *waiting*: successors of expanded boards, some of them visited meanwhile, with the f of this layer or of the next.
//!
//! # Why it is enough to search from the nodes that are open or wait
//! On a shortest solution, take the last board that A\* visited. If it is open, the search from it finds the rest. If it
//! was expanded, the next board waits, and the search from there does. In either case no board of the rest was visited.
//! So a search within a bound begins at every node that is open or waits, with what the bound leaves, and prunes all
//! visited boards that it comes to.

use crate::pdb::heuristic::{HeuristicView, Node};
use crate::pdb::key::Key;
use crate::pdb::waiting::Waiting;
use crate::puzzle::grid::Grid;
use crate::runtime::freeing::Large;
use crate::search::visited::{ButMarks, Visited};

/// How many roots are handed out together.
const CHUNK: usize = 64;

/// The boards that A\* has visited, and the nodes that come next.
pub struct Frontier<K: Key, const P: usize> {
    /// The f of the layer in which it was stopped. No solution is shorter.
    pub bound: u32,
    pub(crate) grid: Grid,
    pub(crate) visited: Visited<K, ButMarks>,
    /// Nodes that were visited and not expanded.
    pub(crate) open: Vec<Node<K, P>>,
    /// By h: nodes of this layer that wait, then those of the next.
    pub(crate) waiting: [Vec<Large<Waiting<K, P>>>; 2],
}

/// Nodes to search from.
pub(crate) enum Roots<'a, K, const P: usize> {
    /// They have been visited.
    Open(&'a [Node<K, P>]),
    /// They may have been visited on another path, as short as this one.
    Waiting(&'a [Waiting<K, P>]),
}

impl<K: Key, const P: usize> Frontier<K, P> {
    /// Where to search within a bound, nodes near the goal first, with what the bound leaves beyond their h.
    pub(crate) fn roots(&self, bound: u32) -> impl Iterator<Item = (Roots<'_, K, P>, u32)> {
        let spare = bound.saturating_sub(self.bound);
        let open = self.open.chunks(CHUNK).map(move |nodes| (Roots::Open(nodes), spare));
        let farthest = self.waiting.iter().map(Vec::len).max().unwrap_or(0);
        let waiting = (0..farthest).flat_map(move |h| {
            let layers = self.waiting.iter().zip([Some(spare), spare.checked_sub(2)]);
            let lists = layers.filter_map(move |(lists, spare)| Some((lists.get(h)?, spare?)));
            lists
                .flat_map(|(list, spare)| list.chunks(CHUNK).map(move |nodes| (Roots::Waiting(nodes), spare)))
        });
        open.chain(waiting)
    }

    /// The moves that led to a node.
    pub(crate) fn path_to(&self, node: &Node<K, P>) -> Vec<u8> {
        self.visited.path_to(self.grid, node.key, node.blank, node.last)
    }
}

impl<K: Key, const P: usize> Roots<'_, K, P> {
    /// Calls `search` with each node that has to be searched from, until it is done.
    #[inline(always)]
    pub(crate) fn each(
        &self,
        view: &HeuristicView<'_, P>,
        visited: &Visited<K, ButMarks>,
        mut search: impl FnMut(&Node<K, P>) -> bool,
    ) -> bool {
        match self {
            Roots::Open(nodes) => nodes.iter().any(search),
            Roots::Waiting(nodes) => {
                nodes.iter().for_each(|node| visited.prefetch(node.key));
                let mut unvisited = nodes.iter().filter(|node| visited.get(node.key).is_none());
                unvisited.any(|node| search(&view.wake(view.begin_to_wake(node, None))))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::{Maker, Shuffling, Stream};
    use crate::pdb::heuristic::Heuristic;
    use crate::pdb::registry::{TableChoice, heuristic};
    use crate::puzzle::board::Board;
    use crate::puzzle::grid::Move;
    use crate::runtime::budget::Budget;
    use crate::runtime::cancel::Cancel;
    use crate::search::astar::{AStar, Ended};
    use crate::search::ida::{self, IdaOptions, SearchFrom};
    use std::collections::hash_map::Entry;
    use std::collections::{HashMap, HashSet, VecDeque};
    use std::sync::Arc;

    const SHAPES: [(usize, usize); 3] = [(3, 3), (3, 5), (4, 4)];

    /// A random board for each number, with the heuristic.
    fn boards(rows: usize, cols: usize, count: usize) -> (Arc<Heuristic>, Vec<Vec<u8>>) {
        let cells = rows * cols;
        let (known, _) =
            heuristic(Grid::new(rows, cols), cells - 1, TableChoice::Small, &Cancel::new()).unwrap();
        let goal = Board::new(rows, cols, (1..cells as u32).chain([0]).collect()).unwrap();
        let (maker, mut stream) = (Maker::new(goal, Shuffling::Shuffle), Stream::new(5, 0));
        let mut board = || {
            let mut tiles = vec![0; cells];
            maker.fill(&mut stream, &mut tiles, &Cancel::new()).unwrap();
            tiles.into_iter().map(|tile| tile as u8).collect()
        };
        (known.heuristic, (0..count).map(|_| board()).collect())
    }

    /// A\* that may generate so many nodes, and how it ended.
    fn run<'a>(heuristic: &'a Heuristic, tiles: &[u8], nodes: u64) -> (AStar<'a, u64, 6>, Ended) {
        let mut search = AStar::new(heuristic, usize::MAX).unwrap();
        let start = heuristic.start(tiles).unwrap();
        let ended = search.run(start, u32::MAX, &Budget::of_nodes(nodes, &Cancel::new())).unwrap();
        (search, ended)
    }

    /// What it leaves, unless it has found a solution.
    fn stopped(heuristic: &Heuristic, tiles: &[u8], nodes: u64) -> Option<Frontier<u64, 6>> {
        match run(heuristic, tiles, nodes) {
            (search, Ended::Bound(bound)) => Some(search.into_frontier(bound).unwrap()),
            (_, Ended::Solved(_)) => None,
        }
    }

    /// The board after some moves, and the cell of the blank.
    fn after(grid: Grid, tiles: &[u8], path: &[u8]) -> (Vec<u8>, usize) {
        let mut tiles = tiles.to_vec();
        let mut blank = tiles.iter().position(|&tile| tile == 0).unwrap();
        for &code in path {
            let to = grid.neighbour(blank, Move::from_code(code)).unwrap();
            tiles.swap(blank, to);
            blank = to;
        }
        (tiles, blank)
    }

    /// What the head of this file says: whoever leaves the boards that were visited, by whatever move of a board that is
    /// not open, comes to one that waits, in as few moves as that takes.
    #[test]
    fn all_that_is_next_to_what_was_expanded_was_visited_or_waits() {
        for (rows, cols) in SHAPES {
            let grid = Grid::new(rows, cols);
            let (heuristic, boards) = boards(rows, cols, 5);
            for (tiles, nodes) in boards.iter().zip([1, 20, 300, 2000, 5000]) {
                let Some(frontier) = stopped(&heuristic, tiles, nodes) else { continue };
                let (view, bound) = (heuristic.view(), frontier.bound + 2);
                let (mut open, mut waiting) = (HashSet::new(), HashMap::new());
                for (roots, spare) in frontier.roots(bound) {
                    roots.each(&view, &frontier.visited, |node| {
                        let path = frontier.path_to(node);
                        let (tiles, blank) = after(grid, tiles, &path);
                        assert_eq!((node.key, usize::from(node.blank)), (u64::new(&tiles), blank));
                        assert_eq!(node.h(), heuristic.start::<u64, 6>(&tiles).unwrap().h());
                        assert_eq!(path.len() as u32 + u32::from(node.h()) + spare, bound);
                        let is_open = matches!(roots, Roots::Open(_));
                        assert_eq!(frontier.visited.get(node.key).is_some(), is_open);
                        if is_open {
                            open.insert(node.key);
                        } else {
                            let least = waiting.entry(node.key).or_insert(path.len());
                            *least = path.len().min(*least);
                        }
                        false
                    });
                }
                // Breadth first through what was expanded.
                let start = u64::new(tiles);
                let mut lengths = HashMap::from([(start, 0)]);
                let mut queue = VecDeque::from([tiles.clone()]);
                while let Some(tiles) = queue.pop_front() {
                    let key = u64::new(&tiles);
                    if open.contains(&key) {
                        continue;
                    }
                    let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
                    for step in grid.moves(blank) {
                        let (next, _) = after(grid, &tiles, &[step.code()]);
                        let (there, length) = (u64::new(&next), lengths[&key] + 1);
                        if frontier.visited.get(there).is_none() {
                            assert!(waiting.get(&there).is_some_and(|&least| least <= length), "{next:?}");
                        } else if let Entry::Vacant(new) = lengths.entry(there) {
                            new.insert(length);
                            queue.push_back(next);
                        }
                    }
                }
                assert_eq!(lengths.len(), frontier.visited.len(), "every board visited was come to");
            }
        }
    }

    #[test]
    fn within_the_bound_of_its_layer_no_node_of_the_next_is_a_root() {
        let (heuristic, boards) = boards(4, 4, 1);
        let frontier = stopped(&heuristic, &boards[0], 5000).unwrap();
        assert!(frontier.roots(frontier.bound).all(|(_, spare)| spare == 0));
        let count = |bound| frontier.roots(bound).count();
        assert!(count(frontier.bound) < count(frontier.bound + 2));
        assert_eq!(count(frontier.bound + 2), count(frontier.bound + 10));
    }

    /// Wherever A\* is stopped, IDA\* goes on to a solution as short as A\* would have found, and proves no more than
    /// is true.
    #[test]
    fn going_on_is_as_good_as_never_to_have_stopped() {
        let cancel = Cancel::new();
        for (rows, cols) in SHAPES {
            let grid = Grid::new(rows, cols);
            let (heuristic, boards) = boards(rows, cols, 6);
            for tiles in &boards {
                let (_, Ended::Solved(known)) = run(&heuristic, tiles, u64::MAX) else { panic!("no limit") };
                let known = known.len();
                for nodes in [1, 50, 500, 4000, 20_000] {
                    let Some(frontier) = stopped(&heuristic, tiles, nodes) else { continue };
                    assert!(frontier.bound as usize <= known);
                    for (bound, threads) in [(0, 1), (0, 3), (known as u32, 1)] {
                        let options = IdaOptions { bound, enough: u32::MAX, threads, generated: nodes };
                        let search = |options: &IdaOptions| {
                            let (from, budget) =
                                (SearchFrom::Frontier(&frontier), Budget::unlimited(&cancel));
                            ida::search(&heuristic, from, 16, options, &budget).unwrap().0
                        };
                        let Ended::Solved(path) = search(&options) else { panic!("no limit") };
                        assert_eq!(path.len(), known, "{tiles:?} after {nodes} nodes");
                        let (solved, _) = after(grid, tiles, &path);
                        assert!(solved.into_iter().eq((1..grid.cells() as u8).chain([0])));
                        let enough = IdaOptions { enough: known as u32, ..options };
                        assert_eq!(search(&enough), Ended::Bound(known as u32));
                    }
                }
            }
        }
    }
}
