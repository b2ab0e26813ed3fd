//! From one node to the next: the moves from a cell, and what a move does to the lookups.
//!
//! A move slides one tile, so in each lookup one pattern changes. Where its tiles will be, and where the bit is that says
//! whether its value rises, is a *probe*; the bit is asked for at once, and read when it is needed.

use crate::pdb::database::DatabaseView;
use crate::pdb::key::Key;
use crate::pdb::node::{LAST_MOVES, LOOKUPS, Node, Rise};
use crate::pdb::reading::Reading;
use crate::pdb::regions::{Placed, TileStep};
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::allocate;

/// One of the moves from a cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Step {
    /// Where the blank goes.
    pub(super) to: u8,
    /// The code of the move.
    pub code: u8,
    /// By lookup: the step of the tile that makes room for it.
    tile_steps: [TileStep; LOOKUPS],
}

impl Step {
    /// Where the blank goes.
    #[inline(always)]
    pub fn to(&self) -> u8 {
        self.to
    }
}

/// The moves from a cell, at most four.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StepList {
    list: [Step; 4],
    count: usize,
}

impl StepList {
    /// The moves of the blank from a cell that do not undo the last one.
    pub(super) fn new(grid: Grid, cell: usize, last: u8, seen: [&[usize]; LOOKUPS]) -> StepList {
        let mut steps = StepList::default();
        for step in grid.moves(cell).filter(|step| step.reverse().code() != last) {
            let to = grid.neighbour(cell, step).expect("a legal move");
            let tile_steps = seen.map(|cells| TileStep::new(cells[to], cells[cell]));
            steps.list[steps.count] = Step { to: to as u8, code: step.code(), tile_steps };
            steps.count += 1;
        }
        steps
    }
}

/// The heuristic as slices side by side, for loops that cannot afford to follow pointers.
#[derive(Clone, Copy)]
pub struct HeuristicView<'e, const P: usize> {
    pub(super) tables: [DatabaseView<'e>; P],
    pub(super) patterns: &'e [[u8; LOOKUPS]; 32],
    pub(super) steps: &'e [StepList],
    pub(super) ends: [usize; LOOKUPS + 1],
    pub(super) readings: &'e [Reading; LOOKUPS],
    pub(super) back: [u8; 4],
}

/// One pattern after a move: where its tiles will be, where its bit is, and its value before the move.
#[derive(Clone, Copy, Debug)]
pub struct Probe {
    index: u32,
    cells: u32,
    order: u32,
    pub(super) part: u8,
    value: u8,
}

impl Probe {
    /// The value after the move, which rises by one or falls.
    #[inline(always)]
    pub(super) fn value_after(&self, rises: u8) -> u8 {
        self.value.wrapping_add(2 * rises).wrapping_sub(1)
    }
}

/// The successors of some nodes before they are generated: a probe in both lookups for each, and the rise.
/// Its memory is kept from one call to the next.
#[derive(Default)]
pub struct Lookahead {
    pub(super) probes: Vec<[Probe; LOOKUPS]>,
    pub(super) rises: Vec<Rise>,
}

/// At most how many moves there are from a node.
pub const MOST_STEPS: usize = 4;

impl Lookahead {
    /// Forgets what was found.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.probes.clear();
        self.rises.clear();
    }

    /// How many bytes it takes with room for the successors of so many nodes.
    pub(crate) fn bytes_with(&self, nodes: usize) -> usize {
        let more = |len: usize| (MOST_STEPS * nodes).saturating_sub(len);
        allocate::bytes_with(&self.probes, more(self.probes.len()))
            + allocate::bytes_with(&self.rises, more(self.rises.len()))
    }

    /// Makes room for the successors of so many nodes.
    #[inline(always)]
    pub(crate) fn make_room(&mut self, nodes: usize) -> Result<()> {
        self.clear();
        allocate::reserve(&mut self.probes, MOST_STEPS * nodes, Purpose::Nodes)?;
        allocate::reserve(&mut self.rises, MOST_STEPS * nodes, Purpose::Nodes)
    }

    /// The rises, in the order of nodes and steps.
    #[inline(always)]
    pub fn rises(&self) -> &[Rise] {
        &self.rises
    }
}

impl<'e, const P: usize> HeuristicView<'e, P> {
    /// The moves from a node that do not undo the last.
    #[inline(always)]
    pub fn steps<K: Key>(&self, node: &Node<K, P>) -> &'e [Step] {
        let steps = &self.steps[usize::from(node.blank) * LAST_MOVES + usize::from(node.last)];
        &steps.list[..steps.count]
    }

    /// Finds out, for every node and each of its [`HeuristicView::steps`] in order, which lookups rise.
    #[inline(always)]
    pub fn look_ahead<'n, K: Key>(&self, nodes: impl Iterator<Item = &'n Node<K, P>>, ahead: &mut Lookahead) {
        ahead.clear();
        self.look_ahead_from_more(nodes, ahead);
    }

    /// The same for more nodes, after those that were looked ahead from before.
    #[inline(always)]
    pub fn look_ahead_from_more<'n, K: Key>(
        &self,
        nodes: impl Iterator<Item = &'n Node<K, P>>,
        ahead: &mut Lookahead,
    ) {
        for node in nodes {
            for step in self.steps(node) {
                self.look_along(node, step, ahead);
            }
        }
        self.read_ahead(ahead);
    }

    /// Asks for the bits of one more step. Its rise is read later.
    #[inline(always)]
    pub fn look_along<K: Key>(&self, node: &Node<K, P>, step: &Step, ahead: &mut Lookahead) {
        let patterns = self.patterns[usize::from(node.key.tile(step.to)) % 32];
        let [a, b] = &step.tile_steps;
        ahead.probes.push([self.probe(node, patterns[0], a), self.probe(node, patterns[1], b)]);
    }

    /// Reads the rises of all steps that have been looked along.
    #[inline(always)]
    pub fn read_ahead(&self, ahead: &mut Lookahead) {
        // This loop does nothing but loads, none of which waits for another.
        for at in ahead.rises.len()..ahead.probes.len() {
            let [a, b] = &ahead.probes[at];
            ahead.rises.push(self.rises(a) | self.rises(b) << 1);
        }
    }

    /// The rises of the steps of one node, in order; those beyond its last step mean nothing.
    #[inline(always)]
    pub fn rises_of<K: Key>(&self, node: &Node<K, P>, ahead: &mut Lookahead) -> [Rise; 4] {
        self.look_ahead(std::iter::once(node), ahead);
        let mut rises = [0; 4];
        rises[..ahead.rises.len()].copy_from_slice(&ahead.rises);
        rises
    }

    /// The pattern of a tile in a lookup, among those of both.
    #[inline(always)]
    pub(super) fn pattern(&self, tile: u8, lookup: usize) -> u8 {
        self.patterns[usize::from(tile) % 32][lookup]
    }

    /// What a step of the blank does to one lookup.
    #[inline(always)]
    pub fn probe_one<K: Key>(&self, node: &Node<K, P>, step: &Step, lookup: usize) -> Probe {
        self.probe(node, self.pattern(node.key.tile(step.to), lookup), &step.tile_steps[lookup])
    }

    /// The pattern of a tile after a step of it.
    #[inline(always)]
    fn probe<K: Key>(&self, node: &Node<K, P>, part: u8, step: &TileStep) -> Probe {
        let at = self.tables[usize::from(part)].space.step(node.placed(part.into()), step);
        self.ask(part, at, step.from, node.values[usize::from(part)])
    }

    /// Asks for the bit of a pattern whose tiles are there, with the blank in a cell as the lookup sees it. Before, it
    /// had this value.
    #[inline(always)]
    pub(super) fn ask(&self, part: u8, at: Placed, blank: u8, value: u8) -> Probe {
        let table = &self.tables[usize::from(part)];
        let index = table.index(at, table.space.row(at.cells, blank.into()));
        table.prefetch(index);
        Probe { index: index as u32, cells: at.cells, order: at.order, part, value }
    }

    /// 1 if the value of a pattern rises: of value - 1 and value + 1, the stored bit says which it is.
    #[inline(always)]
    pub fn rises(&self, probe: &Probe) -> u8 {
        let bit = self.tables[usize::from(probe.part)].bit(probe.index as usize);
        (probe.value.wrapping_add(1) >> 1 ^ bit ^ 1) & 1
    }

    /// The key after a move.
    #[inline(always)]
    pub fn key_after<K: Key>(&self, node: &Node<K, P>, step: &Step) -> K {
        node.key.slide(node.key.tile(step.to), step.to, node.blank)
    }

    /// The node after a move whose rise is known.
    #[inline(always)]
    pub fn child<K: Key>(&self, node: &Node<K, P>, step: &Step, rise: Rise) -> Node<K, P> {
        let patterns = self.patterns[usize::from(node.key.tile(step.to)) % 32];
        let at = |l: usize| {
            let part = usize::from(patterns[l]);
            let at = self.tables[part].space.step(node.placed(part), &step.tile_steps[l]);
            (part, at.cells, at.order)
        };
        self.moved(node, step, self.key_after(node, step), [at(0), at(1)], rise)
    }

    /// Takes a node itself over one of its steps, after which it knows of no last move.
    #[inline(always)]
    pub(super) fn go<K: Key>(&self, node: &mut Node<K, P>, step: &Step) {
        let probes = [0, 1].map(|lookup| self.probe_one(node, step, lookup));
        let rise = self.rises(&probes[0]) | self.rises(&probes[1]) << 1;
        node.key = self.key_after(node, step);
        node.blank = step.to;
        node.change(probes.map(|probe| (usize::from(probe.part), probe.cells, probe.order)), rise);
    }

    /// Takes a copy of a node over the step of successor `i` of a lookahead; its key after that is known.
    #[inline(always)]
    pub fn go_ahead<K: Key>(&self, node: &mut Node<K, P>, step: &Step, key: K, ahead: &Lookahead, i: usize) {
        (node.key, node.blank, node.last) = (key, step.to, step.code);
        let at = |probe: &Probe| (usize::from(probe.part), probe.cells, probe.order);
        let [a, b] = &ahead.probes[i];
        node.change([at(a), at(b)], ahead.rises[i]);
    }

    /// The same for successor `i` of a lookahead, with its key.
    #[inline(always)]
    pub fn child_ahead<K: Key>(
        &self,
        node: &Node<K, P>,
        step: &Step,
        key: K,
        ahead: &Lookahead,
        i: usize,
    ) -> Node<K, P> {
        self.child_asked(node, step, key, &ahead.probes[i], ahead.rises[i])
    }

    /// The same with both lookups asked.
    #[inline(always)]
    pub fn child_asked<K: Key>(
        &self,
        node: &Node<K, P>,
        step: &Step,
        key: K,
        probes: &[Probe; LOOKUPS],
        rise: Rise,
    ) -> Node<K, P> {
        let [a, b] = probes;
        let at = |probe: &Probe| (usize::from(probe.part), probe.cells, probe.order);
        self.moved(node, step, key, [at(a), at(b)], rise)
    }

    #[inline(always)]
    fn moved<K: Key>(
        &self,
        node: &Node<K, P>,
        step: &Step,
        key: K,
        at: [(usize, u32, u32); LOOKUPS],
        rise: Rise,
    ) -> Node<K, P> {
        let mut child = Node { key, blank: step.to, last: step.code, ..*node };
        child.change(at, rise);
        child
    }
}
