//! Shortest solutions, best nodes first: A\* in layers of equal f.
//!
//! f = g + h never falls along a path, and grows by 0 or 2 a move ([`crate::pdb::heuristic`]). So nodes come
//! in layers of equal f, and the first layer that contains the goal says how long a shortest solution is:
//!
//! 1. The open nodes of the layer are on a stack; they are taken from it and expanded sixteen at a time.
//! 2. A successor of the same f goes onto the stack, unless it was visited before. Every path to it within
//!    the layer is equally long, since f is the same; and a board with a smaller f was visited in its own
//!    layer.
//! 3. A successor of a larger f is noted for the next layer: its parent, and the move.
//! 4. When the stack is empty, the layer is proven not to contain the goal: no solution is that short. The
//!    next layer starts with what was noted, nodes nearest to the goal first: in the last layer, they lead to
//!    the goal soonest.
//!
//! # Cost
//! Each node is expanded once, which on the 15-puzzle means half the nodes of the best published search. But
//! all are kept, at 64 bytes each and some more for the tables, so there is a limit ([`AStar::room`]): beyond
//! it the caller goes on with [`crate::search::ida`], which keeps none.

use crate::pdb::heuristic::{Heuristic, HeuristicView, Lookahead, Node, Rise};
use crate::pdb::key::Key;
use crate::puzzle::error::{Error, Result};
use crate::runtime::budget::{Budget, CHECK_INTERVAL};
use crate::search::visited::Visited;

/// How many nodes are expanded together, so that their lookups overlap. A limit on nodes is overrun by their
/// successors at most.
const GROUP: usize = 16;

/// A successor noted for the next layer.
#[derive(Clone, Copy)]
struct Later {
    parent: u32,
    step: u8,
    rise: Rise,
    h: u16,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// With a shortest solution: the codes of its moves.
    Solved(Vec<u8>),
    /// No solution is shorter than this. The search had no more room, spent its budget, or proved enough.
    Bound(u32),
}

/// A search in progress.
pub struct AStar<'e, K, const P: usize> {
    view: HeuristicView<'e, P>,
    nodes: Vec<Node<K, P>>,
    visited: Visited<K>,
    stack: Vec<u32>,
    later: Vec<Later>,
    group: Vec<u32>,
    ahead: Lookahead,
    /// How many nodes it may keep.
    pub room: usize,
    /// Nodes generated so far, kept or not.
    pub generated: u64,
}

impl<'e, K: Key, const P: usize> AStar<'e, K, P> {
    /// A search that may keep so many nodes.
    pub fn new(heuristic: &'e Heuristic, room: usize) -> AStar<'e, K, P> {
        AStar {
            view: heuristic.view(),
            nodes: vec![],
            visited: Visited::new(1 << 12),
            stack: vec![],
            later: vec![],
            group: vec![],
            ahead: Lookahead::default(),
            room,
            generated: 0,
        }
    }

    /// Finds a shortest solution, or proves what it can. It also ends once no solution can be shorter than
    /// `enough`.
    pub fn run(&mut self, start: Node<K, P>, enough: u32, budget: &Budget<'_>) -> Result<Ended> {
        let mut bound = u32::from(start.h());
        self.visited.insert(start.key);
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
                let is_goal = |&&at: &&u32| self.nodes[at as usize].h() == 0;
                if let Some(&goal) = self.group.iter().find(is_goal) {
                    return Ok(Ended::Solved(self.path_to(goal)));
                }
                let is_time_to_check = self.expand();
                if is_time_to_check {
                    budget.check()?;
                    if self.nodes.len() > self.room || budget.is_spent(self.generated) {
                        return Ok(Ended::Bound(bound));
                    }
                }
                if budget.nodes_left(self.generated) == 0 {
                    return Ok(Ended::Bound(bound));
                }
            }
            bound += 2;
            layer = std::mem::take(&mut self.later);
            if layer.is_empty() {
                // Every board was visited, and none had h = 0.
                return Err(Error::WrongTable);
            }
            layer.sort_unstable_by_key(|later| std::cmp::Reverse(later.h));
        }
        Ok(Ended::Bound(bound))
    }

    /// Generates nodes that were noted for the layer, until there are enough for a group.
    fn refill(&mut self, layer: &mut Vec<Later>) {
        while self.stack.len() < GROUP {
            let Some(Later { parent, step, rise, .. }) = layer.pop() else { return };
            let node = &self.nodes[parent as usize];
            let step = &self.view.steps(node)[usize::from(step)];
            if self.visited.insert(self.view.key_after(node, step)) {
                let child = self.view.child(node, step, rise);
                self.push(child, parent);
            }
        }
    }

    /// Takes the nodes that came last from the stack.
    fn take_group(&mut self) {
        self.group.clear();
        self.group.extend(self.stack.drain(self.stack.len().saturating_sub(GROUP)..));
    }

    /// Keeps a node and puts it onto the stack.
    #[inline(always)]
    fn push(&mut self, mut node: Node<K, P>, parent: u32) {
        node.parent = parent;
        self.stack.push(self.nodes.len() as u32);
        self.nodes.push(node);
    }

    /// Expands the group. Whether it is time to check the budget.
    fn expand(&mut self) -> bool {
        self.view.look_ahead(self.group.iter().map(|&at| &self.nodes[at as usize]), &mut self.ahead);
        let mut number = 0;
        for i in 0..self.group.len() {
            let parent = self.group[i];
            let node = self.nodes[parent as usize];
            for step in 0..self.view.steps(&node).len() {
                let rise = self.ahead.rises()[number];
                let (h, _) = node.h_after(rise);
                if h > node.h() {
                    self.later.push(Later { parent, step: step as u8, rise, h });
                } else {
                    let step = &self.view.steps(&node)[step];
                    let key = self.view.key_after(&node, step);
                    if self.visited.insert(key) {
                        let child = self.view.child_ahead(&node, step, key, &self.ahead, number);
                        self.push(child, parent);
                    }
                }
                number += 1;
            }
        }
        let before = self.generated;
        self.generated += number as u64;
        before / CHECK_INTERVAL != self.generated / CHECK_INTERVAL
    }

    /// The moves that led to a node.
    fn path_to(&self, mut at: u32) -> Vec<u8> {
        let mut path = vec![];
        while self.nodes[at as usize].parent != u32::MAX {
            path.push(self.nodes[at as usize].last);
            at = self.nodes[at as usize].parent;
        }
        path.reverse();
        path
    }
}
