//! Shortest solutions, best nodes first: A\* in layers of equal f.
//!
//! f = g + h never falls along a path, and grows by 0 or 2 a move ([`crate::pdb::heuristic`]). So nodes come
//! in layers of equal f, and the first layer that contains the goal says how long a shortest solution is:
//!
//! 1. The open nodes of the layer are on a stack; they are taken from it and expanded sixteen at a time.
//! 2. A successor of the same f goes onto the stack, unless it was visited before. Every path to it within
//!    the layer is equally long, since f is the same; and a board with a smaller f was visited in its own
//!    layer.
//! 3. A successor of a larger f waits for the next layer.
//! 4. When the stack is empty, the layer is proven not to contain the goal: no solution is that short. The
//!    next layer starts with what has waited, nodes nearest to the goal first (they wait in a list for each h): in
//!    the last layer, they lead to the goal soonest.
//!
//! # Cost
//! Each node is expanded once, which on the 15-puzzle means half the nodes of the best published search. Of one
//! that has been expanded only the board is kept, in the table of those visited, with the move that led to it:
//! the path of the goal is read from there. Nodes that wait are their board and their values. That makes about 50
//! bytes for each node expanded, so there is a limit ([`AStar::room`]): beyond it the caller goes on with
//! [`crate::search::ida`], which keeps none.
//!
//! Whatever is far away in memory is asked for side by side, for a whole group: first all bits of the databases,
//! then all places in the table of boards.

use crate::pdb::heuristic::{Heuristic, HeuristicView, Lookahead, MOST_STEPS, NO_LAST_MOVE, Node};
use crate::pdb::key::Key;
use crate::pdb::waiting::Waiting;
use crate::puzzle::error::{Error, Purpose, Result};
use crate::puzzle::grid::{Grid, Move};
use crate::runtime::allocate;
use crate::runtime::budget::{Budget, CHECK_INTERVAL};
use crate::runtime::freeing::Large;
use crate::runtime::memory;
use crate::search::visited::{ButMarks, Visited};

/// How many nodes are expanded together, so that their lookups overlap. A limit on nodes is overrun by their
/// successors at most.
const GROUP: usize = 16;

/// For how many nodes a list has room at first.
const FEW: usize = 64;

/// How many nodes a group may add: itself, if it has waited, and its successors.
const MOST_ADDED: usize = GROUP + GROUP * MOST_STEPS;

/// More nodes than the stack ever has. The successors of a group lie on what is left of the nodes that the group was
/// taken from, and the largest h among them is smaller: so there are no more such layers than values of h.
const MOST_OPEN: usize = 1 << 15;

/// How many nodes are generated between two looks at whether there is room for more. It decides how many nodes
/// a search generates, so another number would be another version of the answers.
const ROOM_INTERVAL: u64 = 1 << 14;

/// A successor of the same f, which may have been visited before.
#[derive(Clone, Copy)]
struct Successor<K> {
    key: K,
    parent: u8,
    step: u8,
    /// Its number in the lookahead.
    number: u8,
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

/// Nodes that wait, by h. There are not many values of it, since h changes by one with every move.
struct ByHeuristic<K: Key, const P: usize> {
    lists: Vec<Large<Waiting<K, P>>>,
    /// No list before this one has any.
    first: usize,
    /// For how many nodes there is room.
    room: usize,
}

impl<K: Key, const P: usize> ByHeuristic<K, P> {
    fn new() -> ByHeuristic<K, P> {
        ByHeuristic { lists: vec![], first: 0, room: 0 }
    }

    /// Adds a node.
    #[inline(always)]
    fn push(&mut self, h: u16, waiting: Waiting<K, P>) -> Result<()> {
        let h = usize::from(h);
        if h >= self.lists.len() || self.lists[h].len() == self.lists[h].capacity() {
            self.grow(h)?;
        }
        self.lists[h].push(waiting);
        Ok(())
    }

    #[cold]
    fn grow(&mut self, h: usize) -> Result<()> {
        if h >= self.lists.len() {
            self.lists.resize_with(h + 1, Large::default);
        }
        self.room -= self.lists[h].capacity();
        let reserved = allocate::reserve(&mut self.lists[h], FEW, Purpose::Nodes);
        self.room += self.lists[h].capacity();
        reserved
    }

    /// The nodes of the smallest h, if there are any.
    #[inline(always)]
    fn nearest(&mut self) -> Option<&mut Vec<Waiting<K, P>>> {
        while self.lists.get(self.first)?.is_empty() {
            self.room -= self.lists[self.first].capacity();
            self.lists[self.first] = Large::default();
            self.first += 1;
        }
        Some(&mut self.lists[self.first])
    }

    /// Forgets all nodes, and gives their memory back here and now.
    fn give_back(&mut self) {
        self.lists.iter_mut().for_each(Large::give_back);
        self.room = 0;
    }

    /// How many bytes it takes, if no list has to grow.
    fn bytes(&self) -> usize {
        self.room * size_of::<Waiting<K, P>>()
    }
}

/// A search in progress.
pub struct AStar<'e, K: Key, const P: usize> {
    view: HeuristicView<'e, P>,
    grid: Grid,
    /// The boards of all nodes that were ever on the stack, each marked with the move that led to it.
    visited: Visited<K, ButMarks>,
    stack: Vec<Node<K, P>>,
    /// By h: what is left of the nodes that the layer begins with.
    layer: ByHeuristic<K, P>,
    /// By h: nodes of the next layer.
    later: ByHeuristic<K, P>,
    /// The nodes that are expanded together, and their successors.
    group: Vec<Node<K, P>>,
    successors: Vec<Successor<K>>,
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
            grid: heuristic.grid(),
            visited: Visited::new(1 << 12)?,
            stack: vec![],
            layer: ByHeuristic::new(),
            later: ByHeuristic::new(),
            group: vec![],
            successors: vec![],
            ahead: Lookahead::default(),
            room,
            generated: 0,
        })
    }

    /// Finds a shortest solution, or proves what it can. It also ends once no solution can be shorter than
    /// `enough`.
    pub fn run(&mut self, start: Node<K, P>, enough: u32, budget: &Budget<'_>) -> Result<Ended> {
        let mut bound = u32::from(start.h());
        self.layer.push(start.h(), self.view.start_waiting(&start))?;
        while bound < enough {
            loop {
                if !self.make_room(budget)? {
                    // Whoever goes on needs memory, too.
                    self.give_back();
                    return Ok(Ended::Bound(bound));
                }
                self.refill();
                if self.stack.is_empty() {
                    break;
                }
                self.take_group();
                if let Some(goal) = self.group.iter().find(|node| node.h() == 0) {
                    return Ok(Ended::Solved(self.path_to(goal)));
                }
                let before = self.generated;
                if !memory::is_granted(self.expand())? {
                    self.give_back();
                    return Ok(Ended::Bound(bound));
                }
                let has_passed = |interval| before / interval != self.generated / interval;
                let is_full = has_passed(ROOM_INTERVAL) && self.visited.len() > self.room;
                if is_full || has_passed(CHECK_INTERVAL) && budget.is_over(self.generated) {
                    return Ok(Ended::Bound(bound));
                }
                if budget.nodes_left(self.generated) == 0 {
                    return Ok(Ended::Bound(bound));
                }
            }
            bound += 2;
            budget.cancel.report_bound(bound);
            self.layer = std::mem::replace(&mut self.later, ByHeuristic::new());
            if self.layer.nearest().is_none() {
                // Every board was visited, and none had h = 0.
                return Err(Error::WrongTable);
            }
        }
        Ok(Ended::Bound(bound))
    }

    /// At most how many bytes a search writes to that may keep so many nodes: each has at most three successors that
    /// wait for a later layer.
    pub fn most_bytes(room: usize) -> u64 {
        let nodes = room + ROOM_INTERVAL as usize + MOST_ADDED;
        let waiting = nodes * (MOST_STEPS - 1) * size_of::<Waiting<K, P>>();
        let open = nodes.min(MOST_OPEN) * size_of::<Node<K, P>>();
        (waiting + open) as u64 + Visited::<K, ButMarks>::most_bytes(nodes)
    }

    /// How many bytes it takes once a group has been added.
    fn bytes(&self) -> usize {
        // At most one list of those that wait grows, and doubles; it may be the only one.
        self.layer.bytes()
            + allocate::bytes_with(&self.stack, MOST_ADDED)
            + 2 * self.later.bytes()
            + MOST_ADDED * size_of::<Waiting<K, P>>()
            + self.visited.bytes_with(MOST_ADDED)
    }

    /// Makes room for what a group may add. False if that takes more than half of the memory that the budget has,
    /// or more than the system gives: the other half is for the transposition table of IDA\*, which may come next.
    #[inline(always)]
    fn make_room(&mut self, budget: &Budget<'_>) -> Result<bool> {
        if budget.memory.is_some() && !budget.has_memory(2 * self.bytes()) {
            return Ok(false);
        }
        memory::is_granted(self.ask_for_room(MOST_ADDED))
    }

    #[inline(always)]
    fn ask_for_room(&mut self, most: usize) -> Result<()> {
        allocate::reserve(&mut self.stack, most, Purpose::Nodes)?;
        self.visited.make_room(most)
    }

    /// Forgets all nodes.
    fn give_back(&mut self) {
        self.layer.give_back();
        self.later.give_back();
        self.visited.give_back();
    }

    /// Wakes nodes of the layer until there are enough for a group.
    #[inline(always)]
    fn refill(&mut self) {
        while self.stack.len() < GROUP {
            let Some(list) = self.layer.nearest() else { return };
            let first = list.len().saturating_sub(GROUP - self.stack.len());
            for waiting in &list[first..] {
                self.visited.touch(waiting.key);
            }
            for waiting in list.drain(first..).rev() {
                if self.visited.insert(waiting.key.marked(waiting.last)) {
                    self.stack.push(self.view.wake(&waiting));
                }
            }
        }
    }

    /// Takes the nodes that came last from the stack.
    #[inline(always)]
    fn take_group(&mut self) {
        self.group.clear();
        self.group.extend(self.stack.drain(self.stack.len().saturating_sub(GROUP)..));
    }

    /// Expands the group.
    #[inline(always)]
    fn expand(&mut self) -> Result<()> {
        self.view.look_ahead(self.group.iter(), &mut self.ahead);
        self.successors.clear();
        let mut number = 0;
        for (parent, node) in self.group.iter().enumerate() {
            for (at, step) in self.view.steps(node).iter().enumerate() {
                let rise = self.ahead.rises()[number];
                let (h, _) = node.h_after(rise);
                if h > node.h() {
                    self.later.push(h, self.view.waiting(node, step, &self.ahead, number))?;
                } else {
                    let key = self.view.key_after(node, step);
                    self.visited.touch(key);
                    let (parent, step, number) = (parent as u8, at as u8, number as u8);
                    self.successors.push(Successor { key, parent, step, number });
                }
                number += 1;
            }
        }
        for &Successor { key, parent, step, number } in &self.successors {
            let node = &self.group[usize::from(parent)];
            let step = &self.view.steps(node)[usize::from(step)];
            if self.visited.insert(key.marked(step.code)) {
                self.stack.push(self.view.child_ahead(node, step, key, &self.ahead, number.into()));
            }
        }
        self.generated += number as u64;
        Ok(())
    }

    /// The moves that led to a node.
    fn path_to(&self, node: &Node<K, P>) -> Vec<u8> {
        let (mut key, mut blank) = (node.key, usize::from(node.blank));
        let mut path = vec![];
        while let Some(last) = self.visited.get(key).map(K::mark).filter(|&last| last != NO_LAST_MOVE) {
            path.push(last);
            let Some(from) = self.grid.neighbour(blank, Move::from_code(last).reverse()) else { break };
            key = key.slide(key.tile(from as u8), from as u8, blank as u8);
            blank = from;
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
        let mut search = AStar::<u64, 6>::new(&known.heuristic, 100).unwrap();
        let before = search.bytes();
        let start = known.heuristic.start(&[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14]).unwrap();
        for _ in 0..1000 {
            search.layer.push(9, search.view.start_waiting(&start)).unwrap();
        }
        assert!(search.bytes() >= before + 1000 * size_of::<Waiting<u64, 6>>());
        while let Some(list) = search.layer.nearest() {
            list.clear();
        }
        assert_eq!(search.bytes(), before);
    }
}
