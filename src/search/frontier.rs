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
                unvisited.any(|node| search(&view.wake(view.begin_to_wake::<K, false>(node))))
            }
        }
    }
}
