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

use crate::pdb::heuristic::{Heuristic, HeuristicView, Lookahead, MOST_STEPS, Node, Rise};
use crate::pdb::key::Key;
use crate::puzzle::error::{Error, Purpose, Result};
use crate::runtime::allocate;
use crate::runtime::budget::{Budget, CHECK_INTERVAL};
use crate::runtime::freeing::Large;
use crate::runtime::memory;
use crate::search::visited::Visited;

/// How many nodes are expanded together, so that their lookups overlap. A limit on nodes is overrun by their
/// successors at most.
const GROUP: usize = 16;

/// How many nodes a group may add: itself, if it was noted before, and its successors.
const MOST_ADDED: usize = GROUP + GROUP * MOST_STEPS;

/// How many nodes are generated between two looks at whether there is room for more. It decides how many nodes
/// a search generates, so another number would be another version of the answers.
const ROOM_INTERVAL: u64 = 1 << 14;

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
    /// No solution is shorter than this. The search had no more room, spent its budget, was cancelled, or
    /// proved enough.
    Bound(u32),
}

/// A search in progress.
pub struct AStar<'e, K: Key, const P: usize> {
    view: HeuristicView<'e, P>,
    nodes: Large<Node<K, P>>,
    visited: Visited<K>,
    stack: Vec<u32>,
    later: Large<Later>,
    group: Vec<u32>,
    ahead: Lookahead,
    /// How many nodes it may keep.
    pub room: usize,
    /// Nodes generated so far, kept or not.
    pub generated: u64,
}

impl<'e, K: Key, const P: usize> AStar<'e, K, P> {
    /// A search that may keep so many nodes.
    pub fn new(heuristic: &'e Heuristic, room: usize) -> Result<AStar<'e, K, P>> {
        Ok(AStar {
            view: heuristic.view(),
            nodes: Large::default(),
            visited: Visited::new(1 << 12)?,
            stack: vec![],
            later: Large::default(),
            group: vec![],
            ahead: Lookahead::default(),
            room,
            generated: 0,
        })
    }

    /// Finds a shortest solution, or proves what it can. It also ends once no solution can be shorter than
    /// `enough`.
    pub fn run(&mut self, start: Node<K, P>, enough: u32, budget: &Budget<'_>) -> Result<Ended> {
        let mut bound = u32::from(start.h());
        self.visited.insert(start.key);
        self.nodes.push(start);
        self.stack.push(0);
        let mut layer: Large<Later> = Large::default();
        while bound < enough {
            loop {
                if !self.make_room(&layer, budget)? {
                    // Whoever goes on needs memory, too.
                    self.give_back();
                    layer.give_back();
                    return Ok(Ended::Bound(bound));
                }
                self.refill(&mut layer);
                if self.stack.is_empty() {
                    break;
                }
                self.take_group();
                let is_goal = |&&at: &&u32| self.nodes[at as usize].h() == 0;
                if let Some(&goal) = self.group.iter().find(is_goal) {
                    return Ok(Ended::Solved(self.path_to(goal)));
                }
                let before = self.generated;
                self.expand();
                let has_passed = |interval| before / interval != self.generated / interval;
                let is_full = has_passed(ROOM_INTERVAL) && self.nodes.len() > self.room;
                if is_full || has_passed(CHECK_INTERVAL) && budget.is_over(self.generated) {
                    return Ok(Ended::Bound(bound));
                }
                if budget.nodes_left(self.generated) == 0 {
                    return Ok(Ended::Bound(bound));
                }
            }
            bound += 2;
            budget.cancel.report_bound(bound);
            layer = std::mem::take(&mut self.later);
            if layer.is_empty() {
                // Every board was visited, and none had h = 0.
                return Err(Error::WrongTable);
            }
            layer.sort_unstable_by_key(|later| std::cmp::Reverse(later.h));
        }
        Ok(Ended::Bound(bound))
    }

    /// At most how many bytes a search writes to that may keep so many nodes: each is on the stack at most once,
    /// and has at most three successors that are noted for a later layer.
    pub fn most_bytes(room: usize) -> u64 {
        let nodes = room + ROOM_INTERVAL as usize + MOST_ADDED;
        let each = size_of::<Node<K, P>>() + size_of::<u32>() + (MOST_STEPS - 1) * size_of::<Later>();
        (nodes * each) as u64 + Visited::<K>::most_bytes(nodes)
    }

    /// How many bytes it takes once a group has been added, with what is left of the layer.
    fn bytes(&self, layer: &Vec<Later>) -> usize {
        allocate::bytes_with(layer, 0)
            + allocate::bytes_with(&self.nodes, MOST_ADDED)
            + allocate::bytes_with(&self.stack, MOST_ADDED)
            + allocate::bytes_with(&self.later, MOST_ADDED)
            + self.visited.bytes_with(MOST_ADDED)
    }

    /// Makes room for what a group may add. False if that takes more than half of the memory that the budget has,
    /// or more than the system gives: the other half is for the transposition table of IDA\*, which may come next.
    #[inline(always)]
    fn make_room(&mut self, layer: &Vec<Later>, budget: &Budget<'_>) -> Result<bool> {
        if budget.memory.is_some() && !budget.has_memory(2 * self.bytes(layer)) {
            return Ok(false);
        }
        memory::is_granted(self.ask_for_room(MOST_ADDED))
    }

    #[inline(always)]
    fn ask_for_room(&mut self, most: usize) -> Result<()> {
        allocate::reserve(&mut self.nodes, most, Purpose::Nodes)?;
        allocate::reserve(&mut self.stack, most, Purpose::Nodes)?;
        allocate::reserve(&mut self.later, most, Purpose::Nodes)?;
        self.visited.make_room(most)
    }

    /// Forgets all nodes.
    fn give_back(&mut self) {
        self.nodes.give_back();
        self.later.give_back();
        self.visited.give_back();
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

    /// Expands the group.
    fn expand(&mut self) {
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
        self.generated += number as u64;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::registry::{TableChoice, heuristic};
    use crate::puzzle::grid::Grid;
    use crate::runtime::cancel::Cancel;

    #[test]
    fn what_is_left_of_a_layer_counts() {
        let (known, _) = heuristic(Grid::new(4, 4), 15, TableChoice::Small, &Cancel::new()).unwrap();
        let search = AStar::<u64, 6>::new(&known.heuristic, 100).unwrap();
        let layer: Vec<Later> = Vec::with_capacity(1000);
        assert!(search.bytes(&layer) >= search.bytes(&vec![]) + 1000 * size_of::<Later>());
    }
}
