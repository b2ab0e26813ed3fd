//! Every shortest solution of a board: one by one, counted, or the one with the fewest turns.
//!
//! Once the length of a shortest solution is known, all of them are found by a depth-first search that prunes
//! where the heuristic exceeds the moves left. Boards that turn out to be dead ends go into a transposition
//! table, so that few of them are searched twice.

use crate::pdb::heuristic::{Heuristic, HeuristicView, Lookahead, Node, Rise};
use crate::pdb::key::Key;
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::allocate;
use crate::runtime::budget::CHECK_INTERVAL;
use crate::runtime::cancel::Cancel;
use crate::search::ida::TranspositionTable;
use std::collections::HashMap;
use std::sync::Arc;

/// Entries of the transposition table: 2 to this power.
const TABLE_BITS: u32 = 20;

/// A node on the path, and what is left to try from it.
struct OpenNode<K: Key, const P: usize> {
    node: Node<K, P>,
    rises: [Rise; 4],
    /// The step to try next.
    next: usize,
    /// Whether a path through it has reached the goal.
    is_fruitful: bool,
}

/// Enumerates all solutions of a length.
pub struct PathEnumerator<K: Key, const P: usize> {
    heuristic: Arc<Heuristic>,
    length: u32,
    stack: Vec<OpenNode<K, P>>,
    table: TranspositionTable<K>,
    ahead: Lookahead,
    /// Nodes expanded so far.
    expanded: u64,
    /// Whether the board is the goal, and its only solution, without moves, has not been given yet.
    is_solved: bool,
}

impl<K: Key, const P: usize> PathEnumerator<K, P> {
    /// All solutions of a standard board whose shortest have so many moves.
    pub fn new(heuristic: Arc<Heuristic>, tiles: &[u8], length: u32) -> Result<PathEnumerator<K, P>> {
        let start = heuristic.start(tiles)?;
        let mut paths = PathEnumerator {
            heuristic: heuristic.clone(),
            length,
            stack: vec![],
            table: TranspositionTable::new(TABLE_BITS)?,
            ahead: Lookahead::default(),
            expanded: 0,
            is_solved: length == 0,
        };
        if length > 0 {
            paths.enter(&heuristic.view(), start);
        }
        Ok(paths)
    }

    /// The codes of the next solution, or nothing if there are no more.
    pub fn next(&mut self, cancel: &Cancel) -> Result<Option<Vec<u8>>> {
        if std::mem::take(&mut self.is_solved) {
            return Ok(Some(vec![]));
        }
        let heuristic = self.heuristic.clone();
        let view = heuristic.view::<P>();
        loop {
            let depth = self.stack.len() as u32;
            let Some(open) = self.stack.last_mut() else { return Ok(None) };
            let left = self.length + 1 - depth;
            let Some(step) = view.steps(&open.node).get(open.next) else {
                self.leave(left);
                continue;
            };
            let rise = open.rises[open.next];
            open.next += 1;
            if u32::from(open.node.h_after(rise).0) >= left {
                continue;
            }
            let child = view.child(&open.node, step, rise);
            if child.h() == 0 {
                return Ok(Some(self.path_ending(step.code)));
            }
            if !self.table.is_dead(child.key, left - 1) {
                self.enter(&view, child);
                if self.expanded % CHECK_INTERVAL == 0 {
                    cancel.check()?;
                }
            }
        }
    }

    /// The moves up to the node on top of the stack, and one more to the goal.
    fn path_ending(&mut self, last: u8) -> Vec<u8> {
        self.stack.iter_mut().for_each(|open| open.is_fruitful = true);
        self.stack.iter().skip(1).map(|open| open.node.last).chain([last]).collect()
    }

    fn enter(&mut self, view: &HeuristicView<'_, P>, node: Node<K, P>) {
        let rises = view.rises_of(&node, &mut self.ahead);
        self.expanded += 1;
        self.stack.push(OpenNode { node, rises, next: 0, is_fruitful: false });
    }

    /// Goes back from the node on top of the stack, from which everything has been tried.
    fn leave(&mut self, left: u32) {
        if let Some(open) = self.stack.pop().filter(|open| !open.is_fruitful) {
            self.table.note(open.node.key, left);
        }
    }
}

/// Computes a value for a board from those of its successors: what all its solutions amount to. Each board is
/// computed once.
struct Folder<'a, K: Key, const P: usize, V> {
    view: HeuristicView<'a, P>,
    /// By board that has solutions, and by last move if that matters: its distance, and the result. With
    /// fewer moves left than its distance it has none.
    known: HashMap<(K, u8), (u32, V)>,
    /// Boards that have none, as many as there is room for.
    table: TranspositionTable<K>,
    ahead: Lookahead,
    expanded: u64,
    cancel: &'a Cancel,
}

/// How the result of a board follows from those of its successors.
trait Fold: Copy + PartialEq {
    /// The result for a board without solutions.
    const NONE: Self;
    /// The result for the goal.
    const GOAL: Self;
    /// Whether it depends on the move that led to the board.
    const BY_MOVE: bool;
    /// Adds the solutions that begin with one more move; `turns` if that move makes a turn.
    fn with(self, other: Self, turns: bool) -> Self;
}

/// How many solutions there are.
impl Fold for u128 {
    const NONE: u128 = 0;
    const GOAL: u128 = 1;
    const BY_MOVE: bool = false;

    fn with(self, other: u128, _: bool) -> u128 {
        self + other
    }
}

/// The fewest turns of a solution.
impl Fold for Option<u32> {
    const NONE: Option<u32> = None;
    const GOAL: Option<u32> = Some(0);
    const BY_MOVE: bool = true;

    fn with(self, other: Option<u32>, turns: bool) -> Option<u32> {
        let other = other.map(|count| count + u32::from(turns));
        match (self, other) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }
}

impl<'a, K: Key + std::hash::Hash, const P: usize, V: Fold> Folder<'a, K, P, V> {
    fn new(heuristic: &'a Heuristic, cancel: &'a Cancel) -> Result<Folder<'a, K, P, V>> {
        Ok(Folder {
            view: heuristic.view(),
            known: HashMap::new(),
            table: TranspositionTable::new(TABLE_BITS)?,
            ahead: Lookahead::default(),
            expanded: 0,
            cancel,
        })
    }

    /// The result of all solutions of a node with so many moves left.
    fn fold(&mut self, node: &Node<K, P>, left: u32) -> Result<V> {
        if node.h() == 0 {
            return Ok(V::GOAL);
        }
        let entry = (node.key, if V::BY_MOVE { node.last } else { 0 });
        if let Some(&(distance, value)) = self.known.get(&entry) {
            return Ok(if distance == left { value } else { V::NONE });
        }
        if self.table.is_dead(node.key, left) {
            return Ok(V::NONE);
        }
        self.expanded += 1;
        if self.expanded % CHECK_INTERVAL == 0 {
            self.cancel.check()?;
        }
        let view = self.view;
        let rises = view.rises_of(node, &mut self.ahead);
        let mut sum = V::NONE;
        for (step, &rise) in view.steps(node).iter().zip(&rises) {
            if u32::from(node.h_after(rise).0) < left {
                let child = view.child(node, step, rise);
                let value = self.fold(&child, left - 1)?;
                sum = sum.with(value, step.code != node.last);
            }
        }
        if sum == V::NONE {
            self.table.note(node.key, left);
        } else {
            allocate::reserve_in_map(&mut self.known, 1, Purpose::Nodes)?;
            self.known.insert(entry, (left, sum));
        }
        Ok(sum)
    }
}

/// How many shortest solutions a standard board has; they have `length` moves.
pub fn count<K: Key + std::hash::Hash, const P: usize>(
    heuristic: &Heuristic,
    tiles: &[u8],
    length: u32,
    cancel: &Cancel,
) -> Result<u128> {
    let start = heuristic.start(tiles)?;
    Folder::<K, P, u128>::new(heuristic, cancel)?.fold(&start, length)
}

/// Of all shortest solutions, which have `length` moves, one with the fewest turns, and so with the fewest
/// straight slides.
pub fn straightest<K: Key + std::hash::Hash, const P: usize>(
    heuristic: &Heuristic,
    tiles: &[u8],
    length: u32,
    cancel: &Cancel,
) -> Result<Vec<u8>> {
    let mut folder = Folder::<K, P, Option<u32>>::new(heuristic, cancel)?;
    let mut node: Node<K, P> = heuristic.start(tiles)?;
    let mut path = vec![];
    let mut turns = folder.fold(&node, length)?;
    while node.h() > 0 {
        let left = length - path.len() as u32;
        let Some((child, value)) = straight_on(&mut folder, &node, left, turns)? else { break };
        path.push(child.last);
        (node, turns) = (child, value);
    }
    Ok(path)
}

/// The first successor of a node from which so many moves and turns, counted from the node, lead to the goal.
fn straight_on<K: Key + std::hash::Hash, const P: usize>(
    folder: &mut Folder<'_, K, P, Option<u32>>,
    node: &Node<K, P>,
    left: u32,
    turns: Option<u32>,
) -> Result<Option<(Node<K, P>, Option<u32>)>> {
    let view = folder.view;
    let rises = view.rises_of(node, &mut Lookahead::default());
    for (step, &rise) in view.steps(node).iter().zip(&rises) {
        if u32::from(node.h_after(rise).0) < left {
            let child = view.child(node, step, rise);
            let value = folder.fold(&child, left - 1)?;
            if value.is_some() && Option::NONE.with(value, step.code != node.last) == turns {
                return Ok(Some((child, value)));
            }
        }
    }
    Ok(None)
}
