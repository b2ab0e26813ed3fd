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

use crate::pdb::heuristic::{Heuristic, HeuristicView, LOOKUPS, MOST_STEPS, Node, Probe, Step};
use crate::pdb::key::Key;
use crate::pdb::waiting::{Waiting, Waking};
use crate::puzzle::error::{Error, Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::allocate;
use crate::runtime::budget::{Budget, CHECK_INTERVAL};
use crate::runtime::freeing::Large;
use crate::runtime::memory;
use crate::runtime::processor::{self, Modern};
use crate::search::frontier::Frontier;
use crate::search::visited::{ButMarks, Visited};

/// How many nodes are expanded together, so that their lookups overlap. A limit on nodes is overrun by their
/// successors at most.
const GROUP: usize = 16;

/// For how many nodes a list has room at first.
const FEW: usize = 64;

/// At most how many successors a group has.
const MOST_SUCCESSORS: usize = GROUP * MOST_STEPS;

/// How many nodes a group may add: itself, if it has waited, and its successors.
const MOST_ADDED: usize = GROUP + MOST_SUCCESSORS;

/// More nodes than the stack ever has. The successors of a group lie on what is left of the nodes that the group was
/// taken from, and the largest h among them is smaller: so there are no more such layers than values of h.
const MOST_OPEN: usize = 1 << 15;

/// How many nodes are generated between two looks at whether there is room for more. It decides how many nodes
/// a search generates, so another number would be another version of the answers.
const ROOM_INTERVAL: u64 = 1 << 14;

/// A successor of which one lookup has been asked.
struct Asked {
    parent: u8,
    /// Its number among the steps of the parent.
    step: u8,
    probe: Probe,
}

/// A successor which may have the same f, so that both lookups have been asked.
struct Successor<K> {
    parent: u8,
    step: u8,
    probes: [Probe; LOOKUPS],
    key: K,
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
    asked: Vec<Asked>,
    successors: Vec<Successor<K>>,
    waking: Vec<Waking<K, P>>,
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
            asked: vec![],
            successors: vec![],
            waking: vec![],
            room,
            generated: 0,
        })
    }

    /// Finds a shortest solution, or proves what it can. It also ends once no solution can be shorter than
    /// `enough`.
    pub fn run(&mut self, start: Node<K, P>, enough: u32, budget: &Budget<'_>) -> Result<Ended> {
        match processor::modern() {
            // SAFETY: a modern processor has all that the function is compiled for.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Some(modern) => unsafe { self.run_modern(start, enough, budget, modern) },
            _ => self.run_compiled(start, enough, budget, None),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn run_modern(
        &mut self,
        start: Node<K, P>,
        enough: u32,
        budget: &Budget<'_>,
        modern: Modern,
    ) -> Result<Ended> {
        self.run_compiled(start, enough, budget, Some(modern))
    }

    // What is called here is always inlined, so that it is compiled for the same processor.
    #[inline(always)]
    fn run_compiled(
        &mut self,
        start: Node<K, P>,
        enough: u32,
        budget: &Budget<'_>,
        modern: Option<Modern>,
    ) -> Result<Ended> {
        let mut bound = u32::from(start.h());
        self.layer.push(start.h(), Waiting::start(&start))?;
        while bound < enough {
            loop {
                if !self.make_room(budget)? {
                    // Whoever goes on needs memory, too.
                    self.give_back();
                    return Ok(Ended::Bound(bound));
                }
                self.refill(modern);
                if self.stack.is_empty() {
                    break;
                }
                self.take_group();
                if let Some(goal) = self.group.iter().find(|node| node.h() == 0) {
                    let path = self.visited.path_to(self.grid, goal.key, goal.blank, goal.last);
                    return Ok(Ended::Solved(path));
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
    fn refill(&mut self, modern: Option<Modern>) {
        while self.stack.len() < GROUP {
            let Some(list) = self.layer.nearest() else { return };
            let first = list.len().saturating_sub(GROUP - self.stack.len());
            for waiting in &list[first..] {
                self.visited.prefetch(waiting.key);
            }
            self.waking.clear();
            for waiting in list.drain(first..).rev() {
                if self.visited.insert(waiting.key.marked(waiting.last())) {
                    self.waking.push(self.view.begin_to_wake(&waiting, modern));
                }
            }
            debug_assert!(self.stack.len() + self.waking.len() <= MOST_OPEN);
            let view = &self.view;
            self.stack.extend(self.waking.drain(..).map(|waking| view.wake(waking)));
        }
    }

    /// Takes the nodes that came last from the stack.
    #[inline(always)]
    fn take_group(&mut self) {
        self.group.clear();
        let first = self.stack.len().saturating_sub(GROUP);
        self.group.extend_from_slice(&self.stack[first..]);
        self.stack.truncate(first);
    }

    /// Expands the group. The lookup with the larger sum is asked first: if it rises, so does h, and the other lookup
    /// can wait as long as the node does.
    #[inline(always)]
    fn expand(&mut self) -> Result<()> {
        self.asked.clear();
        for (parent, node) in (0..).zip(&self.group) {
            let (lookup, _) = node.leading();
            for (number, step) in (0..).zip(self.view.steps(node)) {
                let probe = self.view.probe_one(node, step, lookup);
                self.asked.push(Asked { parent, step: number, probe });
            }
        }
        self.generated += self.asked.len() as u64;
        // No branch: nobody could guess which way it goes.
        let (mut nearer, mut farther) = ([0_u8; MOST_SUCCESSORS], [0_u8; MOST_SUCCESSORS]);
        let (mut falls, mut rises) = (0, 0);
        for (at, asked) in (0..).zip(&self.asked) {
            let rise = usize::from(self.view.rises(&asked.probe));
            (nearer[falls % MOST_SUCCESSORS], farther[rises % MOST_SUCCESSORS]) = (at, at);
            (falls, rises) = (falls + 1 - rise, rises + rise);
        }
        self.successors.clear();
        for &at in &nearer[..falls] {
            let Asked { parent, step: number, probe } = self.asked[usize::from(at)];
            let (node, step) = step_of(&self.view, &self.group, parent, number);
            let key = self.view.key_after(node, step);
            self.visited.prefetch(key);
            let (lookup, _) = node.leading();
            let other = self.view.probe_one(node, step, 1 - lookup);
            let probes = if lookup == 0 { [probe, other] } else { [other, probe] };
            self.successors.push(Successor { parent, step: number, probes, key });
        }
        for &at in &farther[..rises] {
            let Asked { parent, step: number, probe } = self.asked[usize::from(at)];
            let (node, step) = step_of(&self.view, &self.group, parent, number);
            let key = self.view.key_after(node, step);
            let (lookup, _) = node.leading();
            self.later.push(node.h() + 1, Waiting::half_asked(node, step, key, &probe, lookup))?;
        }
        for &Successor { parent, step, ref probes, key } in &self.successors {
            let (node, step) = step_of(&self.view, &self.group, parent, step);
            let (lookup, decides) = node.leading();
            let other = self.view.rises(&probes[1 - lookup]);
            let rise = other << (1 - lookup);
            if !decides && other == 1 {
                self.later.push(node.h() + 1, Waiting::new(node, step, key, probes, rise))?;
            } else if self.visited.insert(key.marked(step.code)) {
                self.stack.push(self.view.child_asked(node, step, key, probes, rise));
            }
        }
        Ok(())
    }

    /// What it leaves to a search that goes on from here, after it has ended without a solution. Nothing, if it had to
    /// give its memory back.
    pub fn into_frontier(self, bound: u32) -> Option<Frontier<K, P>> {
        let AStar { grid, visited, stack, layer, later, .. } = self;
        let waiting = [layer.lists, later.lists];
        (!visited.is_given_back()).then_some(Frontier { bound, grid, visited, open: stack, waiting })
    }
}

/// A node of a group, and one of the steps from it.
#[inline(always)]
fn step_of<'a, K: Key, const P: usize>(
    view: &HeuristicView<'a, P>,
    group: &'a [Node<K, P>],
    parent: u8,
    number: u8,
) -> (&'a Node<K, P>, &'a Step) {
    let node = &group[usize::from(parent)];
    (node, &view.steps(node)[usize::from(number)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::Stream;
    use crate::pdb::registry::{TableChoice, heuristic};
    use crate::puzzle::grid::Grid;
    use crate::runtime::cancel::Cancel;

    /// Whatever the processor is, a search finds and generates the same.
    #[test]
    fn searches_are_the_same_on_every_processor() {
        let cancel = Cancel::new();
        let mut stream = Stream::new(1, 0);
        for (rows, cols) in [(3, 3), (3, 5), (4, 4)] {
            let grid = Grid::new(rows, cols);
            let mut tiles: Vec<u8> = (0..grid.cells() as u8).collect();
            let (known, _) = heuristic(grid, grid.cells() - 1, TableChoice::Small, &cancel).unwrap();
            for nodes in [1, 300, 3000, 30_000] {
                for place in 0..tiles.len() {
                    tiles.swap(place, stream.below(place as u32 + 1) as usize);
                }
                let start = known.heuristic.start(&tiles).unwrap();
                let budget = Budget::of_nodes(nodes, &cancel);
                let search = || AStar::<u64, 6>::new(&known.heuristic, usize::MAX).unwrap();
                let (mut here, mut anywhere) = (search(), search());
                let ended = here.run(start, u32::MAX, &budget).unwrap();
                assert_eq!(ended, anywhere.run_compiled(start, u32::MAX, &budget, None).unwrap());
                assert_eq!(here.generated, anywhere.generated);
                assert_eq!(here.visited.len(), anywhere.visited.len());
            }
        }
    }

    #[test]
    fn what_is_left_of_a_layer_counts() {
        let (known, _) = heuristic(Grid::new(4, 4), 15, TableChoice::Small, &Cancel::new()).unwrap();
        let mut search = AStar::<u64, 6>::new(&known.heuristic, 100).unwrap();
        let before = search.bytes();
        let start = known.heuristic.start(&[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14]).unwrap();
        for _ in 0..1000 {
            search.layer.push(9, Waiting::start(&start)).unwrap();
        }
        assert!(search.bytes() >= before + 1000 * size_of::<Waiting<u64, 6>>());
        while let Some(list) = search.layer.nearest() {
            list.clear();
        }
        assert_eq!(search.bytes(), before);
    }
}
