//! Shortest solutions, best boards first: A* in layers.
//!
//! Moves made + moves expected, `f`, never falls on the way to the goal and grows by 0 or 2 a move ([`crate::pdb::heuristic`]).
//! So boards come in layers of equal `f`, and the first layer that contains the goal says how long a shortest solution
//! is:
//!
//! 1. Boards of the layer are on a stack; those taken from it are expanded, sixteen at a time.
//! 2. A successor of the same `f` goes onto the stack, unless it has been met before. Whatever the way to it, it took
//!    equally many moves, since `f` is the same; and in an earlier layer it would have been met earlier.
//! 3. A successor of a larger `f` is noted for the next layer: who made it, and by which move.
//! 4. When the stack is empty the layer is proven to have no goal: no solution is that short. The next layer starts
//!    with what was noted, boards nearest to the goal first, for that is where the last layer ends.
//!
//! # Cost
//! Each board is expanded once, which on the 15-puzzle means half the nodes of the best that has been printed. But
//! all are kept, 64 bytes each and some more for the rest, so there is a limit ([`Search::room`]): beyond it, the caller
//! goes on with [`crate::search::ida`], which keeps none.

use crate::pdb::heuristic::{Ahead, Heuristic, Key, Node, Rise, View};
use crate::puzzle::error::Result;
use crate::runtime::budget::Limits;
use crate::runtime::cancel::Cancel;
use crate::search::visited::Met;

/// How many boards are expanded together: their look-ups overlap.
const GROUP: usize = 16;

/// A successor for the next layer.
#[derive(Clone, Copy)]
struct Later {
    parent: u32,
    step: u8,
    rise: Rise,
    expected: u16,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With a shortest solution: the codes of its moves.
    Solved(Vec<u8>),
    /// No solution is shorter than this. There is no more room, or the budget is used up.
    Bound(u32),
}

/// A search under way.
pub struct Search<'e, K, const P: usize> {
    view: View<'e, P>,
    nodes: Vec<Node<K, P>>,
    met: Met<K>,
    stack: Vec<u32>,
    later: Vec<Later>,
    group: Vec<u32>,
    ahead: Ahead,
    /// How many boards it may keep.
    pub room: usize,
    /// Boards made so far, kept or not.
    pub made: u64,
}

impl<'e, K: Key, const P: usize> Search<'e, K, P> {
    /// A search that may keep so many boards.
    pub fn new(estimate: &'e Heuristic, room: usize) -> Search<'e, K, P> {
        Search {
            view: estimate.view(),
            nodes: vec![],
            met: Met::new(1 << 12),
            stack: vec![],
            later: vec![],
            group: vec![],
            ahead: Ahead::default(),
            room,
            made: 0,
        }
    }

    /// Finds a shortest solution, or proves what it can. It also ends once no solution can be shorter than `enough`.
    pub fn run(&mut self, start: Node<K, P>, enough: u32, limits: &Limits, cancel: &Cancel) -> Result<Ended> {
        let mut bound = u32::from(start.expected());
        self.met.insert(start.key);
        self.nodes.push(start);
        self.stack.push(0);
        let mut layer = vec![];
        while bound < enough {
            loop {
                self.refill(&mut layer);
                if self.stack.is_empty() {
                    break;
                }
                self.take_group();
                let home = |&&at: &&u32| self.nodes[at as usize].expected() == 0;
                if let Some(&goal) = self.group.iter().find(home) {
                    return Ok(Ended::Solved(self.way(goal)));
                }
                if self.expand() {
                    cancel.check()?;
                    if self.nodes.len() > self.room || limits.are_up(self.made) {
                        return Ok(Ended::Bound(bound));
                    }
                }
            }
            bound += 2;
            layer = std::mem::take(&mut self.later);
            layer.sort_unstable_by_key(|later| std::cmp::Reverse(later.expected));
        }
        Ok(Ended::Bound(bound))
    }

    /// Makes boards of the layer that are still waiting, until there are enough for a group.
    fn refill(&mut self, layer: &mut Vec<Later>) {
        while self.stack.len() < GROUP {
            let Some(Later { parent, step, rise, .. }) = layer.pop() else { return };
            let node = &self.nodes[parent as usize];
            let step = &self.view.steps(node)[usize::from(step)];
            if self.met.insert(self.view.key_after(node, step)) {
                let child = self.view.child(node, step, rise);
                self.push(child, parent);
            }
        }
    }

    /// Takes the boards that came last from the stack.
    fn take_group(&mut self) {
        self.group.clear();
        self.group.extend(self.stack.drain(self.stack.len().saturating_sub(GROUP)..));
    }

    /// Keeps a board and puts it onto the stack.
    #[inline(always)]
    fn push(&mut self, mut node: Node<K, P>, parent: u32) {
        node.parent = parent;
        self.stack.push(self.nodes.len() as u32);
        self.nodes.push(node);
    }

    /// Expands the group. Says, now and then, that it is time to look at the budget.
    fn expand(&mut self) -> bool {
        self.view.look(self.group.iter().map(|&at| &self.nodes[at as usize]), &mut self.ahead);
        let mut number = 0;
        for i in 0..self.group.len() {
            let parent = self.group[i];
            let node = self.nodes[parent as usize];
            for step in 0..self.view.steps(&node).len() {
                let rise = self.ahead.rises()[number];
                let (after, _) = node.after(rise);
                if after > node.expected() {
                    self.later.push(Later { parent, step: step as u8, rise, expected: after });
                } else {
                    let step = &self.view.steps(&node)[step];
                    let key = self.view.key_after(&node, step);
                    if self.met.insert(key) {
                        let child = self.view.child_ahead(&node, step, key, &self.ahead, number);
                        self.push(child, parent);
                    }
                }
                number += 1;
            }
        }
        let before = self.made;
        self.made += number as u64;
        before >> 14 != self.made >> 14
    }

    /// The moves that led to a board.
    fn way(&self, mut at: u32) -> Vec<u8> {
        let mut way = vec![];
        while self.nodes[at as usize].parent != u32::MAX {
            way.push(self.nodes[at as usize].last);
            at = self.nodes[at as usize].parent;
        }
        way.reverse();
        way
    }
}
