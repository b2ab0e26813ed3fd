//! Shortest solutions without keeping nodes: iterative deepening, IDA\* (Korf 1985).
//!
//! A depth-first search that prunes nodes whose f = g + h exceeds a bound; if it finds nothing, the bound is
//! raised by two. It takes over where [`crate::search::astar`] has no more room.
//!
//! Many paths lead to the same board. A *transposition table* of boards that are known to have no solution in
//! so many moves prunes most of these duplicates: exact keys, one entry for each hash, and the last one
//! stays. It is as sound as the search itself, since every entry has been searched.
//!
//! # Threads
//! Each bound begins with a few levels of breadth-first search, until there are some hundred nodes for every
//! thread; threads take these one after another. Each thread has its own transposition table, which lasts
//! from bound to bound.

use crate::pdb::heuristic::{Heuristic, HeuristicView, Lookahead, MOST_STEPS, Node};
use crate::pdb::key::Key;
use crate::puzzle::error::{Error, Purpose, Result};
use crate::runtime::budget::Budget;
use crate::runtime::freeing::Large;
use crate::runtime::{allocate, processor, threads};
use crate::search::astar::Ended;
use crate::search::frontier::Frontier;
use crate::search::ration::{Ration, Shared};
use crate::search::visited::{ButMarks, Visited};
use std::sync::Mutex;
use std::sync::atomic::Ordering;

/// Boards with the number of moves in which they have no solution. The entries are pairs, not structs: the
/// standard library gets a vector of zero pairs from the system, which does not write to it, and a timeout
/// does not have to wait for a hundred megabytes.
pub(crate) struct TranspositionTable<K: Key>(Large<(K, u8)>);

impl<K: Key> TranspositionTable<K> {
    /// A table of `1 << bits` entries, or of fewer if the system does not give so much memory.
    pub(crate) fn new(bits: u32) -> Result<TranspositionTable<K>> {
        match allocate::zeros(1 << bits, Purpose::Nodes) {
            Err(Error::NoMemory { .. }) if bits > FEWEST_BITS => TranspositionTable::new(bits - 1),
            entries => entries.map(|entries| TranspositionTable(entries.into())),
        }
    }

    /// Whether a board is known to have no solution in so many moves.
    #[inline(always)]
    pub(crate) fn is_dead(&self, key: K, left: u32) -> bool {
        let (dead, moves) = self.0[key.hash() & (self.0.len() - 1)];
        dead == key && u32::from(moves) >= left
    }

    /// Asks for the entry of a board.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: K) {
        processor::prefetch(&self.0, key.hash() & (self.0.len() - 1));
    }

    /// Notes that a board has none.
    #[inline(always)]
    pub(crate) fn note(&mut self, key: K, left: u32) {
        let at = key.hash() & (self.0.len() - 1);
        self.0[at] = (key, left as u8);
    }
}

/// Entries of the smallest tables, for searches with little memory.
const LEAST_BITS: u32 = 12;

/// Entries of a table without which there is no point in going on.
const FEWEST_BITS: u32 = 4;

/// How many entries all tables together may have, as a power of two, if they have so many bytes each.
fn table_bits(entry: usize, most_bits: u32, budget: &Budget<'_>) -> u32 {
    // The other half is for A*, whose memory the allocator may keep after it was given back.
    let most = budget.memory.map_or(u64::MAX, |bytes| bytes / 2 / entry as u64);
    most.max(1).ilog2().clamp(LEAST_BITS, most_bits)
}

/// At most how many bytes all tables take together, with `1 << bits` entries.
pub fn most_bytes<K: Key>(bits: u32) -> u64 {
    (size_of::<(K, u8)>() as u64) << bits
}

/// How many entries the table of one of so many threads may have, as a power of two: all together have no more
/// than `bits` says, unless each has only a few.
fn bits_of_one(bits: u32, threads: usize) -> u32 {
    bits.saturating_sub(threads.next_power_of_two().ilog2()).max(FEWEST_BITS)
}

/// Roots for each thread to search from.
const ROOTS: usize = 200;

/// What is known before the search, and how it is done.
pub struct IdaOptions {
    /// No solution is shorter than this.
    pub bound: u32,
    /// A solution of so many moves or more is of no use.
    pub enough: u32,
    /// How many threads may search.
    pub threads: usize,
    /// Nodes generated before, which count against the budget.
    pub generated: u64,
}

/// Where a search begins.
pub enum SearchFrom<'a, K: Key, const P: usize> {
    /// With a board.
    Start(Node<K, P>),
    /// With all that A\* has left.
    Frontier(&'a Frontier<K, P>),
}

/// Searches for a shortest solution, or proves what it can before it is out of budget or cancelled. Also gives
/// the nodes generated in all. All threads' transposition tables together have at most 2 to the power of `most_bits`
/// entries, of 16 or 32 bytes each.
pub fn search<K: Key, const P: usize>(
    heuristic: &Heuristic,
    from: SearchFrom<'_, K, P>,
    most_bits: u32,
    options: &IdaOptions,
    budget: &Budget<'_>,
) -> Result<(Ended, u64)> {
    let shared = Shared::new(budget, options.generated);
    let threads = options.threads.max(1);
    let bits = bits_of_one(table_bits(size_of::<(K, u8)>(), most_bits, budget), threads);
    let (least, visited) = match &from {
        SearchFrom::Start(start) => (start.h().into(), None),
        SearchFrom::Frontier(frontier) => (frontier.bound, Some(&frontier.visited)),
    };
    let searcher = |_| Searcher::new(heuristic, &shared, visited, bits);
    let mut searchers: Vec<Searcher<'_, K, P>> = (0..threads).map(searcher).collect::<Result<_>>()?;
    let mut bound = options.bound.max(least);
    while bound < options.enough {
        let found = match &from {
            SearchFrom::Start(start) => {
                let (roots, found) = find_roots(heuristic, *start, bound, ROOTS * threads, &shared)?;
                found.map_or_else(|| search_from_roots(&mut searchers, roots, bound), Some)
            }
            SearchFrom::Frontier(frontier) => search_from_frontier(&mut searchers, frontier, bound),
        };
        if let Some(path) = found {
            return Ok((Ended::Solved(path), shared.generated.load(Ordering::Relaxed)));
        }
        if shared.is_over.load(Ordering::Relaxed) {
            break;
        }
        bound += 2;
        budget.cancel.report_bound(bound);
    }
    Ok((Ended::Bound(bound), shared.generated.load(Ordering::Relaxed)))
}

/// A node to search on from, and the path to it.
type Root<K, const P: usize> = (Node<K, P>, Vec<u8>);
/// Some of them.
type Roots<K, const P: usize> = Vec<Root<K, P>>;

/// Nodes a few moves away that may lead to a solution within the bound, at least `wanted` if there are so
/// many; or the solution itself, if it is as near.
fn find_roots<K: Key, const P: usize>(
    heuristic: &Heuristic,
    start: Node<K, P>,
    bound: u32,
    wanted: usize,
    shared: &Shared<'_>,
) -> Result<(Roots<K, P>, Option<Vec<u8>>)> {
    let view = heuristic.view();
    let mut ahead = Lookahead::default();
    let mut roots = vec![(start, vec![])];
    if start.h() == 0 {
        return Ok((vec![], Some(vec![])));
    }
    while roots.len() < wanted && !roots.is_empty() {
        let mut next: Roots<K, P> = vec![];
        for (node, path) in &roots {
            if shared.budget.check().is_err() {
                shared.is_over.store(true, Ordering::Relaxed);
                return Ok((vec![], None));
            }
            allocate::reserve(&mut next, MOST_STEPS, Purpose::Nodes)?;
            view.look_ahead(std::iter::once(node), &mut ahead);
            let count = ahead.rises().len() as u64;
            shared.generated.fetch_add(count, Ordering::Relaxed);
            if shared.budget.nodes_left(shared.handed_out.fetch_add(count, Ordering::Relaxed)) == 0 {
                shared.is_over.store(true, Ordering::Relaxed);
                return Ok((vec![], None));
            }
            for (step, &rise) in view.steps(node).iter().zip(ahead.rises()) {
                let child = view.child(node, step, rise);
                if path.len() as u32 + 1 + u32::from(child.h()) <= bound {
                    let path: Vec<u8> = path.iter().copied().chain([step.code]).collect();
                    if child.h() == 0 {
                        return Ok((vec![], Some(path)));
                    }
                    next.push((child, path));
                }
            }
        }
        // One path to each board is enough: all are equally long.
        next.sort_by_key(|(node, _)| node.key.hash());
        next.dedup_by_key(|(node, _)| node.key);
        roots = next;
    }
    roots.sort_by_key(|(node, _)| node.h());
    Ok((roots, None))
}

/// Has the threads search from all roots within the bound, those nearest to the goal first.
fn search_from_roots<K: Key, const P: usize>(
    searchers: &mut [Searcher<'_, K, P>],
    roots: Roots<K, P>,
    bound: u32,
) -> Option<Vec<u8>> {
    share_out(searchers, roots.into_iter(), |searcher, (node, path)| {
        let left = bound - path.len() as u32;
        searcher.solution_from(&node, left, || path)
    })
}

/// The same from a frontier.
fn search_from_frontier<K: Key, const P: usize>(
    searchers: &mut [Searcher<'_, K, P>],
    frontier: &Frontier<K, P>,
    bound: u32,
) -> Option<Vec<u8>> {
    share_out(searchers, frontier.roots(bound), |searcher, (roots, spare)| {
        let mut found = None;
        let view = searcher.view;
        roots.each(&view, &frontier.visited, |node| {
            let left = u32::from(node.h()) + spare;
            found = searcher.solution_from(node, left, || frontier.path_to(node));
            found.is_some() || searcher.shared.is_over.load(Ordering::Relaxed)
        });
        found
    })
}

/// Has the threads do all tasks, until one of them finds a solution or the search is over.
fn share_out<'a, K: Key, const P: usize, T>(
    searchers: &mut [Searcher<'a, K, P>],
    tasks: impl Iterator<Item = T> + Send,
    task: impl Fn(&mut Searcher<'a, K, P>, T) -> Option<Vec<u8>> + Sync,
) -> Option<Vec<u8>> {
    let (queue, found) = (Mutex::new(tasks), Mutex::new(None));
    let work = |searcher: &mut Searcher<'a, K, P>| {
        loop {
            let next = queue.lock().expect("nothing panics while it holds the lock").next();
            let Some(next) = next else { return };
            if let Some(path) = task(searcher, next) {
                *found.lock().expect("nothing panics while it holds the lock") = Some(path);
                searcher.shared.is_over.store(true, Ordering::Relaxed);
            }
            searcher.ration.report();
            if searcher.shared.is_over.load(Ordering::Relaxed) {
                return;
            }
        }
    };
    threads::run_each(searchers, work);
    found.into_inner().expect("nothing panics while it holds the lock")
}

/// The depth-first search of one thread.
struct Searcher<'a, K: Key, const P: usize> {
    view: HeuristicView<'a, P>,
    shared: &'a Shared<'a>,
    table: TranspositionTable<K>,
    /// Boards that need not be searched again.
    visited: Option<&'a Visited<K, ButMarks>>,
    ahead: Lookahead,
    ration: Ration<'a>,
    /// The moves of the solution, the last one first.
    path: Vec<u8>,
}

impl<'a, K: Key, const P: usize> Searcher<'a, K, P> {
    fn new(
        heuristic: &'a Heuristic,
        shared: &'a Shared<'a>,
        visited: Option<&'a Visited<K, ButMarks>>,
        bits: u32,
    ) -> Result<Searcher<'a, K, P>> {
        Ok(Searcher {
            view: heuristic.view(),
            shared,
            table: TranspositionTable::new(bits)?,
            visited,
            ahead: Lookahead::default(),
            ration: Ration::new(shared),
            path: vec![],
        })
    }

    /// A solution through a node, if there is one with at most so many moves from there.
    fn solution_from(
        &mut self,
        node: &Node<K, P>,
        left: u32,
        path_to: impl FnOnce() -> Vec<u8>,
    ) -> Option<Vec<u8>> {
        self.path.clear();
        self.descend(node, left).then(|| {
            let mut path = path_to();
            path.extend(self.path.iter().rev());
            path
        })
    }

    /// Whether there is a solution of at most so many moves.
    fn descend(&mut self, node: &Node<K, P>, left: u32) -> bool {
        if node.h() == 0 {
            return true;
        }
        if self.table.is_dead(node.key, left) {
            return false;
        }
        // Noted before it is searched: a path that comes back here has wasted moves.
        self.table.note(node.key, left);
        self.ration.refill_if_used();
        if self.shared.is_over.load(Ordering::Relaxed) {
            return false;
        }
        let view = self.view;
        let rises = view.rises_of(node, &mut self.ahead);
        self.ration.generated += self.ahead.rises().len() as u64;
        // Moves towards the goal come first.
        let (mut next, mut count) = ([(K::default(), 0, 0); MOST_STEPS], 0);
        for is_worse in [false, true] {
            for (number, (step, &rise)) in view.steps(node).iter().zip(&rises).enumerate() {
                let (h, _) = node.h_after(rise);
                if (h > node.h()) == is_worse && u32::from(h) < left {
                    let key = view.key_after(node, step);
                    self.prefetch(key);
                    next[count] = (key, number, rise);
                    count += 1;
                }
            }
        }
        for &(key, number, rise) in &next[..count] {
            if self.visited.is_some_and(|visited| visited.get(key).is_some()) {
                continue;
            }
            let step = &view.steps(node)[number];
            if self.descend(&view.child(node, step, rise), left - 1) {
                self.path.push(step.code);
                return true;
            }
        }
        false
    }

    /// Asks for what is known of a board.
    #[inline(always)]
    fn prefetch(&self, key: K) {
        self.table.prefetch(key);
        self.visited.iter().for_each(|visited| visited.prefetch(key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::cancel::Cancel;

    #[test]
    fn the_tables_of_all_threads_together_fit() {
        let cancel = Cancel::new();
        let entry = size_of::<(u64, u8)>();
        for (memory, most_bits) in [(None, 18), (None, 22), (Some(1 << 20), 22), (Some(50_000_000), 22)] {
            let budget = Budget { memory, ..Budget::unlimited(&cancel) };
            let bits = table_bits(entry, most_bits, &budget);
            let most = memory.unwrap_or(u64::MAX).min(most_bytes::<u64>(most_bits));
            for threads in 1..=256 {
                let all = (threads * entry) << bits_of_one(bits, threads);
                assert!(all as u64 <= most, "{threads} threads, {all} of {most} bytes");
            }
        }
    }
}
