//! Shortest solutions without keeping boards: iterative deepening, IDA*.
//!
//! A depth-first search that turns back where moves made + moves expected exceed a bound; if it finds nothing the
//! bound is raised by two. It is what is left where [`crate::search::astar`] has no more room, and what finds *every*
//! shortest solution ([`crate::search::all_shortest`]).
//!
//! The same board is met again and again on different ways. A *memory* of boards that are known to have no solution in
//! so many moves prunes most of that: exact keys, one place for each hash, the last one stays. It is as sound as the
//! search itself: what is in it has been searched.
//!
//! # Threads
//! Each bound begins with a breadth-first look around, until there are some hundred boards for every thread; threads
//! take these one after another, each with a memory of its own that lasts from bound to bound.

use crate::pdb::heuristic::{Ahead, Heuristic, Key, Node, View};
use crate::puzzle::error::Result;
use crate::runtime::budget::Limits;
use crate::runtime::cancel::Cancel;
use crate::runtime::threads;
use crate::search::astar::Ended;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A board that has no solution in `left` moves.
#[derive(Clone, Copy, Default)]
struct Dead<K> {
    key: K,
    left: u8,
}

/// Boards with no solution in so many moves.
pub(crate) struct Memory<K>(Vec<Dead<K>>);

impl<K: Key> Memory<K> {
    /// With `1 << bits` places.
    pub(crate) fn new(bits: u32) -> Memory<K> {
        Memory(vec![Dead::default(); 1 << bits])
    }

    /// Whether a board is known to have no solution in so many moves.
    #[inline(always)]
    pub(crate) fn knows(&self, key: K, left: u32) -> bool {
        let dead = &self.0[key.hash() & (self.0.len() - 1)];
        dead.key == key && u32::from(dead.left) >= left
    }

    /// Notes that a board has none.
    #[inline(always)]
    pub(crate) fn note(&mut self, key: K, left: u32) {
        let at = key.hash() & (self.0.len() - 1);
        self.0[at] = Dead { key, left: left as u8 };
    }
}

/// Places of all threads' memories together: 2 to this power, 16 or 32 bytes each.
const MEMORY: u32 = 22;
/// Boards for each thread to take.
const SHARE: usize = 200;
/// Nodes between two looks at the budget.
const PIECE: u64 = 1 << 14;

/// What the threads of a search share.
struct Shared<'a> {
    cancel: &'a Cancel,
    limits: &'a Limits,
    made: AtomicU64,
    /// Set once there is a solution, or no more budget.
    over: AtomicBool,
}

/// What is to be searched.
pub struct Aim<'a> {
    /// A shortest solution has at least so many moves.
    pub bound: u32,
    /// One of so many moves or more is of no use.
    pub enough: u32,
    /// How many threads may search.
    pub threads: usize,
    /// What it may cost.
    pub limits: &'a Limits,
    /// Nodes that were made before.
    pub made: u64,
}

/// Searches for a shortest solution. Gives the nodes made in all as well.
pub fn search<K: Key, const P: usize>(
    estimate: &Heuristic,
    start: Node<K, P>,
    aim: &Aim<'_>,
    cancel: &Cancel,
) -> Result<(Ended, u64)> {
    let made = AtomicU64::new(aim.made);
    let shared = Shared { cancel, limits: aim.limits, made, over: AtomicBool::new(false) };
    let threads = aim.threads.max(1);
    let bits = MEMORY - threads.ilog2().min(8);
    let walker = |_| Walker::new(estimate, &shared, bits);
    let mut walkers: Vec<Walker<'_, K, P>> = (0..threads).map(walker).collect();
    let mut bound = aim.bound.max(start.expected().into());
    while bound < aim.enough {
        let (roots, found) = spread(estimate, start, bound, SHARE * threads, &shared.made);
        let found = found.map_or_else(|| share_out(&mut walkers, roots, bound), Some);
        cancel.check()?;
        if let Some(way) = found {
            return Ok((Ended::Solved(way), shared.made.load(Ordering::Relaxed)));
        }
        if shared.over.load(Ordering::Relaxed) {
            break;
        }
        bound += 2;
    }
    Ok((Ended::Bound(bound), shared.made.load(Ordering::Relaxed)))
}

/// A board to search on from, and the way to it.
type Root<K, const P: usize> = (Node<K, P>, Vec<u8>);

/// Boards a few moves away that may lead to a solution within the bound, at least so many if there are; or the
/// solution itself.
fn spread<K: Key, const P: usize>(
    estimate: &Heuristic,
    start: Node<K, P>,
    bound: u32,
    wanted: usize,
    made: &AtomicU64,
) -> (Vec<Root<K, P>>, Option<Vec<u8>>) {
    let view = estimate.view();
    let mut ahead = Ahead::default();
    let mut roots = vec![(start, vec![])];
    if start.expected() == 0 {
        return (vec![], Some(vec![]));
    }
    while roots.len() < wanted && !roots.is_empty() {
        let mut next: Vec<Root<K, P>> = vec![];
        for (node, way) in &roots {
            view.look(std::iter::once(node), &mut ahead);
            made.fetch_add(ahead.rises().len() as u64, Ordering::Relaxed);
            for (step, &rise) in view.steps(node).iter().zip(ahead.rises()) {
                let child = view.child(node, step, rise);
                if way.len() as u32 + 1 + u32::from(child.expected()) <= bound {
                    let way: Vec<u8> = way.iter().copied().chain([step.code]).collect();
                    if child.expected() == 0 {
                        return (vec![], Some(way));
                    }
                    next.push((child, way));
                }
            }
        }
        // One way to each board is enough: all are equally long.
        next.sort_by_key(|(node, _)| node.key.hash());
        next.dedup_by_key(|(node, _)| node.key);
        roots = next;
    }
    // The last is taken first: those nearest to the goal.
    roots.sort_by_key(|(node, _)| std::cmp::Reverse(node.expected()));
    (roots, None)
}

/// Has the threads search all the boards within the bound.
fn share_out<K: Key, const P: usize>(
    walkers: &mut [Walker<'_, K, P>],
    roots: Vec<Root<K, P>>,
    bound: u32,
) -> Option<Vec<u8>> {
    let (queue, found) = (Mutex::new(roots), Mutex::new(None));
    let work = |walker: &mut Walker<'_, K, P>| {
        loop {
            let root = queue.lock().expect("nothing panics while it holds the lock").pop();
            let Some((node, mut way)) = root else { return };
            walker.way.clear();
            if walker.descend(&node, bound - way.len() as u32) {
                walker.way.reverse();
                way.append(&mut walker.way);
                *found.lock().expect("nothing panics while it holds the lock") = Some(way);
                walker.shared.over.store(true, Ordering::Relaxed);
            }
            walker.report();
            if walker.shared.over.load(Ordering::Relaxed) {
                return;
            }
        }
    };
    threads::run_each(walkers, work);
    found.into_inner().expect("nothing panics while it holds the lock")
}

/// A thread that searches.
struct Walker<'a, K, const P: usize> {
    view: View<'a, P>,
    shared: &'a Shared<'a>,
    memory: Memory<K>,
    ahead: Ahead,
    /// Nodes made since the last report.
    made: u64,
    /// The moves of the solution, the last one first.
    way: Vec<u8>,
}

impl<'a, K: Key, const P: usize> Walker<'a, K, P> {
    fn new(estimate: &'a Heuristic, shared: &'a Shared<'a>, bits: u32) -> Walker<'a, K, P> {
        Walker {
            view: estimate.view(),
            shared,
            memory: Memory::new(bits),
            ahead: Ahead::default(),
            made: 0,
            way: vec![],
        }
    }

    /// Tells how many nodes were made, and looks whether it is time to stop.
    fn report(&mut self) {
        let made = self.shared.made.fetch_add(self.made, Ordering::Relaxed) + self.made;
        self.made = 0;
        if self.shared.limits.are_up(made) || self.shared.cancel.check().is_err() {
            self.shared.over.store(true, Ordering::Relaxed);
        }
    }

    /// Whether there is a solution of so many moves.
    fn descend(&mut self, node: &Node<K, P>, left: u32) -> bool {
        if node.expected() == 0 {
            return true;
        }
        if self.memory.knows(node.key, left) {
            return false;
        }
        // In the course of the search already: whoever comes back here on the way has lost moves.
        self.memory.note(node.key, left);
        if self.made > PIECE {
            self.report();
        }
        if self.shared.over.load(Ordering::Relaxed) {
            return false;
        }
        self.view.look(std::iter::once(node), &mut self.ahead);
        let mut rises = [0; 4];
        let count = self.ahead.rises().len();
        rises[..count].copy_from_slice(self.ahead.rises());
        self.made += count as u64;
        let view = self.view;
        // Moves that lose nothing come first.
        for worse in [false, true] {
            for (step, &rise) in view.steps(node).iter().zip(&rises) {
                let (expected, _) = node.after(rise);
                if (expected > node.expected()) != worse || u32::from(expected) >= left {
                    continue;
                }
                if self.descend(&view.child(node, step, rise), left - 1) {
                    self.way.push(step.code);
                    return true;
                }
            }
        }
        false
    }
}
