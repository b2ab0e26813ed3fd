//! Every shortest solution of a board: one by one, counted, or the one with the fewest turns.
//!
//! Once the length of a shortest solution is known, all of them are found by a depth-first search that turns back where
//! the estimate says that the moves left are too few. Boards that turned out to lead nowhere are remembered, so that no
//! dead end is explored twice.

use crate::pdb::heuristic::{Ahead, Heuristic, Key, Node, Rise, View};
use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;
use crate::search::ida::Memory;
use std::collections::HashMap;
use std::sync::Arc;

/// Places for dead ends: 2 to this power.
const MEMORY: u32 = 20;
/// Nodes between two looks at a request to stop.
const PIECE: u64 = 1 << 14;

/// A board on the way, and what is left to try from it.
struct Canonical<K, const P: usize> {
    node: Node<K, P>,
    rises: [Rise; 4],
    next: usize,
    /// Whether it has led to a solution.
    fruitful: bool,
}

/// Goes through all solutions of so many moves.
pub struct Ways<K, const P: usize> {
    estimate: Arc<Heuristic>,
    length: u32,
    frames: Vec<Canonical<K, P>>,
    dead: Memory<K>,
    ahead: Ahead,
    made: u64,
    /// A board that is solved has one solution, without moves.
    solved: bool,
}

impl<K: Key, const P: usize> Ways<K, P> {
    /// All solutions of a standard board whose shortest have so many moves.
    pub fn new(estimate: Arc<Heuristic>, tiles: &[u8], length: u32) -> Ways<K, P> {
        let start = estimate.start(tiles);
        let mut ways = Ways {
            estimate: estimate.clone(),
            length,
            frames: vec![],
            dead: Memory::new(MEMORY),
            ahead: Ahead::default(),
            made: 0,
            solved: length == 0,
        };
        if length > 0 {
            ways.enter(&estimate.view(), start);
        }
        ways
    }

    /// The next solution, or nothing if there are no more.
    pub fn next(&mut self, cancel: &Cancel) -> Result<Option<Vec<u8>>> {
        if std::mem::take(&mut self.solved) {
            return Ok(Some(vec![]));
        }
        let estimate = self.estimate.clone();
        let view = estimate.view::<P>();
        loop {
            let depth = self.frames.len() as u32;
            let Some(frame) = self.frames.last_mut() else { return Ok(None) };
            let left = self.length + 1 - depth;
            let Some(step) = view.steps(&frame.node).get(frame.next) else {
                self.leave(left);
                continue;
            };
            let rise = frame.rises[frame.next];
            frame.next += 1;
            if u32::from(frame.node.after(rise).0) >= left {
                continue;
            }
            let child = view.child(&frame.node, step, rise);
            if child.expected() == 0 {
                let last = [step.code];
                self.frames.iter_mut().for_each(|frame| frame.fruitful = true);
                let way = self.frames.iter().skip(1).map(|frame| frame.node.last).chain(last);
                return Ok(Some(way.collect()));
            }
            if !self.dead.knows(child.key, left - 1) {
                self.enter(&view, child);
                if self.made % PIECE == 0 {
                    cancel.check()?;
                }
            }
        }
    }

    fn enter(&mut self, view: &View<'_, P>, node: Node<K, P>) {
        view.look(std::iter::once(&node), &mut self.ahead);
        let mut rises = [0; 4];
        rises[..self.ahead.rises().len()].copy_from_slice(self.ahead.rises());
        self.made += 1;
        self.frames.push(Canonical { node, rises, next: 0, fruitful: false });
    }

    /// Goes back from a board from which everything has been tried.
    fn leave(&mut self, left: u32) {
        let frame = self.frames.pop().expect("there is a board");
        if !frame.fruitful {
            self.dead.note(frame.node.key, left);
        }
    }
}

/// What is known of a board and so many moves left: the sum, or the best, of its solutions.
struct Folder<'a, K, const P: usize, V> {
    view: View<'a, P>,
    /// By board with solutions, and by last move if that matters: what came of it. The moves left are the board's
    /// distance: with fewer there are none.
    known: HashMap<(K, u8), (u32, V)>,
    /// Boards without, as many as there is room for.
    dead: Memory<K>,
    ahead: Ahead,
    made: u64,
    cancel: &'a Cancel,
}

/// How the solutions of a board follow from those of its successors.
trait Fold: Copy + PartialEq {
    /// For a board without solutions.
    const NONE: Self;
    /// For the goal.
    const GOAL: Self;
    /// Whether it depends on the move that led to the board.
    const BY_MOVE: bool;
    /// With the solutions that begin with this move, which makes a turn or not.
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

impl<K: Key + std::hash::Hash, const P: usize, V: Fold> Folder<'_, K, P, V> {
    fn fold(&mut self, node: &Node<K, P>, left: u32) -> Result<V> {
        if node.expected() == 0 {
            return Ok(V::GOAL);
        }
        let place = (node.key, if V::BY_MOVE { node.last } else { 0 });
        if let Some(&(distance, value)) = self.known.get(&place) {
            return Ok(if distance == left { value } else { V::NONE });
        }
        if self.dead.knows(node.key, left) {
            return Ok(V::NONE);
        }
        self.made += 1;
        if self.made % PIECE == 0 {
            self.cancel.check()?;
        }
        let view = self.view;
        view.look(std::iter::once(node), &mut self.ahead);
        let mut rises = [0; 4];
        rises[..self.ahead.rises().len()].copy_from_slice(self.ahead.rises());
        let mut sum = V::NONE;
        for (step, &rise) in view.steps(node).iter().zip(&rises) {
            if u32::from(node.after(rise).0) < left {
                let child = view.child(node, step, rise);
                let value = self.fold(&child, left - 1)?;
                sum = sum.with(value, step.code != node.last);
            }
        }
        if sum == V::NONE {
            self.dead.note(node.key, left);
        } else {
            self.known.insert(place, (left, sum));
        }
        Ok(sum)
    }
}

fn folder<'a, K: Key, const P: usize, V>(estimate: &'a Heuristic, cancel: &'a Cancel) -> Folder<'a, K, P, V> {
    let dead = Memory::new(MEMORY);
    Folder { view: estimate.view(), known: HashMap::new(), dead, ahead: Ahead::default(), made: 0, cancel }
}

/// How many solutions of so many moves, the fewest that there are, a standard board has.
pub fn count<K: Key + std::hash::Hash, const P: usize>(
    estimate: &Heuristic,
    tiles: &[u8],
    length: u32,
    cancel: &Cancel,
) -> Result<u128> {
    let start = estimate.start(tiles);
    folder::<K, P, u128>(estimate, cancel).fold(&start, length)
}

/// Of all solutions of so many moves, the fewest that there are, one with the fewest turns: so also with the fewest
/// straight slides.
pub fn straightest<K: Key + std::hash::Hash, const P: usize>(
    estimate: &Heuristic,
    tiles: &[u8],
    length: u32,
    cancel: &Cancel,
) -> Result<Vec<u8>> {
    let mut folder = folder::<K, P, Option<u32>>(estimate, cancel);
    let mut node: Node<K, P> = estimate.start(tiles);
    let mut way = vec![];
    let mut turns = folder.fold(&node, length)?;
    while node.expected() > 0 {
        let left = length - way.len() as u32;
        let (view, mut ahead) = (folder.view, Ahead::default());
        view.look(std::iter::once(&node), &mut ahead);
        let mut next = None;
        for (step, &rise) in view.steps(&node).iter().zip(ahead.rises()) {
            if u32::from(node.after(rise).0) < left && next.is_none() {
                let child = view.child(&node, step, rise);
                let value = folder.fold(&child, left - 1)?;
                if value.is_some() && Option::NONE.with(value, step.code != node.last) == turns {
                    next = Some((child, value));
                }
            }
        }
        let Some((child, value)) = next else { break };
        way.push(child.last);
        (node, turns) = (child, value);
    }
    Ok(way)
}
