//! The heuristic: how many moves a board needs at least. The values of pattern databases that cover all tiles
//! are added up, for two partitions of the tiles, and the larger sum is taken. Here are also the nodes that
//! searches keep, with all that is needed to go from one to the next.
//!
//! # Lookups
//! A *partition* cuts the tiles into patterns, each with its [`Database`]. The two *lookups* are two
//! partitions. On a square board the second lookup is the first one *reflected* in the main diagonal: the
//! board is reflected instead, and most databases serve both.
//!
//! # A move
//! A move slides one tile, so in each lookup one pattern changes: its cells, now and then its order, and its
//! value by one up or down, which is one bit of its database. So the sum of a lookup, and therefore the
//! larger of the two, h, changes by one with every move, and f = g + h stays as it is or grows by two.
//!
//! Bits are far apart in memory, so a search with several nodes in hand asks for all of their successors at
//! once ([`HeuristicView::look_ahead`]): the processor then fetches the bits side by side.

use crate::pdb::database::{Database, DatabaseView};
use crate::pdb::key::Key;
use crate::pdb::reading::Reading;
use crate::pdb::regions::{Placed, TileStep};
use crate::pdb::seen::{SeenBoard, places};
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::allocate;
use std::sync::Arc;

/// A node of a search: a board, and where it stands in every database. `P` is the most patterns of both
/// lookups together.
#[derive(Clone, Copy, Debug)]
pub struct Node<K, const P: usize> {
    /// Its tiles.
    pub key: K,
    pub(super) cells: [u32; P],
    pub(super) orders: [u32; P],
    /// By pattern: the moves of its tiles that are still needed.
    pub(super) values: [u8; P],
    /// By lookup: the sum of its values.
    pub(super) sums: [u16; LOOKUPS],
    /// Where the blank is.
    pub blank: u8,
    /// Code of the move that led here, or [`NO_LAST_MOVE`].
    pub last: u8,
    /// For the search to remember the node's parent, in whatever numbering it has.
    pub parent: u32,
}

/// How many lookups there are.
pub const LOOKUPS: usize = 2;
/// The most patterns that both lookups can have together.
pub const MAX_PATTERNS: usize = 10;
/// Stands for the last move of a node that no move led to.
pub const NO_LAST_MOVE: u8 = 4;
/// How many last moves there are, none included.
const LAST_MOVES: usize = NO_LAST_MOVE as usize + 1;

impl<K: Key, const P: usize> Node<K, P> {
    /// The heuristic: how many moves are needed at least. It is 0 only at the goal.
    #[inline(always)]
    pub fn h(&self) -> u16 {
        self.sums[0].max(self.sums[1])
    }

    /// The lookup that is asked first about a move, and whether it alone decides what becomes of h.
    #[inline(always)]
    pub fn leading(&self) -> (usize, bool) {
        (usize::from(self.sums[1] > self.sums[0]), self.sums[0] != self.sums[1])
    }

    /// Both lookups together: of two nodes with equal h, the one with the smaller sum is usually nearer to
    /// the goal.
    #[inline(always)]
    pub fn h_sum(&self) -> u16 {
        self.sums[0].wrapping_add(self.sums[1])
    }
}

/// A sum that rises by one if `change` is 2, and falls by one if it is 0. Only a wrong table, whose file was
/// forged, makes a sum of 0 fall; then it wraps, and the solution does not pass its check.
#[inline(always)]
fn changed(sum: u16, change: u16) -> u16 {
    sum.wrapping_add(change).wrapping_sub(1)
}

/// Which lookups rise with a move, while the others fall: bit 0 for the first lookup, bit 1 for the second.
pub type Rise = u8;

impl<K: Key, const P: usize> Node<K, P> {
    /// [`Node::h`] and [`Node::h_sum`] after a move with this rise.
    #[inline(always)]
    pub fn h_after(&self, rise: Rise) -> (u16, u16) {
        let rise = u16::from(rise);
        let [a, b] = [changed(self.sums[0], 2 * (rise & 1)), changed(self.sums[1], rise & 2)];
        (a.max(b), a.wrapping_add(b))
    }
}

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

/// The moves from a cell, at most four.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepList {
    list: [Step; 4],
    count: usize,
}

/// A partition of the tiles with its databases, on the board as it is or reflected.
struct Lookup {
    /// Where its patterns begin among those of both lookups.
    first: usize,
    seen: SeenBoard,
}

impl StepList {
    /// The moves of the blank from a cell that do not undo the last one.
    fn new(grid: Grid, cell: usize, last: u8, lookups: &[Lookup; LOOKUPS]) -> StepList {
        let mut steps = StepList::default();
        for step in grid.moves(cell).filter(|step| step.reverse().code() != last) {
            let to = grid.neighbour(cell, step).expect("a legal move");
            let seen = [0, 1].map(|l: usize| &lookups[l].seen.cells);
            let tile_steps = seen.map(|cells| TileStep::new(cells[to], cells[cell]));
            steps.list[steps.count] = Step { to: to as u8, code: step.code(), tile_steps };
            steps.count += 1;
        }
        steps
    }
}

impl Lookup {
    fn new(first: usize, cells: Vec<usize>, homes: &[usize]) -> Lookup {
        Lookup { first, seen: SeenBoard::new(cells, homes) }
    }

    /// The pattern, among those of both lookups, of the tile at home in a cell of the board.
    fn pattern_of(&self, home: usize, parts: &[Arc<Database>]) -> u8 {
        let has = |table: &Arc<Database>| table.homes().contains(&self.seen.cells[home]);
        let part = parts.iter().position(has).expect("every tile is in a pattern");
        (self.first + part) as u8
    }
}

/// A partition that is in neither lookup, for searches that ask several in turn ([`crate::pdb::in_turn`]).
pub struct Further {
    /// Its databases.
    pub tables: Vec<Arc<Database>>,
    /// Whether it sees the board reflected.
    pub reflected: bool,
}

/// The databases of a shape and home of the blank, and how they are combined. See the head of this file.
pub struct Heuristic {
    grid: Grid,
    /// By pattern of the first lookup, then of the second.
    tables: Vec<Arc<Database>>,
    lookups: [Lookup; LOOKUPS],
    further: Vec<Further>,
    /// By tile and lookup: its pattern.
    patterns: [[u8; LOOKUPS]; 32],
    /// By cell of the blank and last move: the moves that do not undo it.
    steps: Vec<StepList>,
    /// By tile: its home.
    homes: Vec<usize>,
    /// By lookup: where its patterns begin, and after the last one where they end.
    ends: [usize; LOOKUPS + 1],
    /// By lookup: how it reads a board.
    readings: [Reading; LOOKUPS],
    /// By move: what takes the blank's cell back, modulo 256.
    back: [u8; 4],
}

impl Heuristic {
    /// The heuristic of standard boards (see [`crate::puzzle::canonical`]) with these databases for the two
    /// lookups; the second lookup sees the board reflected if `reflected`.
    pub fn new(
        grid: Grid,
        home: usize,
        parts: [Vec<Arc<Database>>; LOOKUPS],
        reflected: bool,
        further: Vec<Further>,
    ) -> Heuristic {
        let plain: Vec<usize> = (0..grid.cells()).collect();
        let reflect = |&cell: &usize| grid.reflected(cell);
        let other = if reflected { plain.iter().map(reflect).collect() } else { plain.clone() };
        // The blank is tile 0; the others are named in the order of their homes.
        let homes: Vec<usize> =
            std::iter::once(home).chain((0..grid.cells()).filter(|&cell| cell != home)).collect();
        let lookups = [Lookup::new(0, plain, &homes), Lookup::new(parts[0].len(), other, &homes)];
        let mut patterns = [[0; LOOKUPS]; 32];
        for (tile, &cell) in homes.iter().enumerate().skip(1) {
            patterns[tile] = [0, 1].map(|l| lookups[l].pattern_of(cell, &parts[l]));
        }
        let steps = (0..grid.cells())
            .flat_map(|cell| (0..=NO_LAST_MOVE).map(move |last| (cell, last)))
            .map(|(cell, last)| StepList::new(grid, cell, last, &lookups))
            .collect();
        let readings =
            [0, 1].map(|l| Reading::new(&lookups[l].seen.cells, &homes, lookups[l].first, &parts[l]));
        let ends = [0, parts[0].len(), parts[0].len() + parts[1].len()];
        let tables = parts.into_iter().flatten().collect();
        // Left, right, up, down.
        let cols = grid.cols as u8;
        let back = [1, 1_u8.wrapping_neg(), cols, cols.wrapping_neg()];
        Heuristic { grid, tables, lookups, further, patterns, steps, homes, ends, readings, back }
    }

    /// The grid.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// How many patterns both lookups have together.
    pub fn patterns(&self) -> usize {
        self.tables.len()
    }

    /// The cell in which the blank is at home.
    pub fn home(&self) -> usize {
        self.homes[0]
    }

    /// Whether the second lookup sees the board reflected.
    pub fn is_reflected(&self) -> bool {
        self.lookups[0].seen.cells != self.lookups[1].seen.cells
    }

    /// How many partitions there are: those of both lookups, and the further ones.
    pub fn partitions(&self) -> usize {
        LOOKUPS + self.further.len()
    }

    /// The databases of a partition; those of the lookups come first.
    pub fn partition(&self, number: usize) -> &[Arc<Database>] {
        let middle = self.lookups[1].first;
        match number {
            0 => &self.tables[..middle],
            1 => &self.tables[middle..],
            _ => &self.further[number - LOOKUPS].tables,
        }
    }

    /// Whether a partition sees the board reflected.
    pub fn sees_reflected(&self, number: usize) -> bool {
        match number {
            0 => false,
            1 => self.is_reflected(),
            _ => self.further[number - LOOKUPS].reflected,
        }
    }

    /// The board as the databases of a partition see it.
    pub(crate) fn seen_by(&self, number: usize) -> &SeenBoard {
        &self.lookups[usize::from(self.sees_reflected(number))].seen
    }

    /// How many bytes the databases take, each counted once.
    pub fn bytes(&self) -> u64 {
        let mut tables: Vec<&Arc<Database>> =
            (0..self.partitions()).flat_map(|number| self.partition(number)).collect();
        tables.sort_by_key(|table| Arc::as_ptr(table));
        tables.dedup_by_key(|table| Arc::as_ptr(table));
        tables.iter().map(|table| table.bytes().len() as u64).sum()
    }

    /// The node of a standard board to start from; an error if a table is wrong.
    pub fn start<K: Key, const P: usize>(&self, tiles: &[u8]) -> Result<Node<K, P>> {
        let places = places(tiles);
        let mut node = Node {
            key: K::new(tiles),
            cells: [0; P],
            orders: [0; P],
            values: [0; P],
            sums: [0; LOOKUPS],
            blank: places[0] as u8,
            last: NO_LAST_MOVE,
            parent: u32::MAX,
        };
        for (l, lookup) in self.lookups.iter().enumerate() {
            let end = if l == 0 { self.lookups[1].first } else { self.tables.len() };
            for part in lookup.first..end {
                let (at, value) = lookup.seen.locate(&self.tables[part], &places)?;
                (node.cells[part], node.orders[part], node.values[part]) = (at.cells, at.order, value);
                node.sums[l] += u16::from(value);
            }
        }
        Ok(node)
    }

    /// By partition and pattern: the value for a standard board.
    pub fn values(&self, tiles: &[u8]) -> Result<Vec<Vec<u8>>> {
        let places = places(tiles);
        let value_of = |number, table: &Arc<Database>| Ok(self.seen_by(number).locate(table, &places)?.1);
        let values_of = |number| self.partition(number).iter().map(|table| value_of(number, table)).collect();
        (0..self.partitions()).map(values_of).collect()
    }

    /// The databases side by side, for searches.
    pub fn view<const P: usize>(&self) -> HeuristicView<'_, P> {
        // Entries beyond the last pattern are never used.
        let table = |part: usize| self.tables[part.min(self.tables.len() - 1)].view();
        HeuristicView {
            tables: std::array::from_fn(table),
            patterns: &self.patterns,
            steps: &self.steps,
            ends: self.ends,
            readings: &self.readings,
            back: self.back,
        }
    }
}

/// The heuristic as slices side by side, for loops that cannot afford to follow pointers.
#[derive(Clone, Copy)]
pub struct HeuristicView<'e, const P: usize> {
    pub(super) tables: [DatabaseView<'e>; P],
    patterns: &'e [[u8; LOOKUPS]; 32],
    steps: &'e [StepList],
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
                let patterns = self.patterns[usize::from(node.key.tile(step.to)) % 32];
                let [a, b] = &step.tile_steps;
                ahead.probes.push([self.probe(node, patterns[0], a), self.probe(node, patterns[1], b)]);
            }
        }
        // This loop does nothing but loads, none of which waits for another.
        let new = &ahead.probes[ahead.rises.len()..];
        ahead.rises.extend(new.iter().map(|[a, b]| self.rises(a) | self.rises(b) << 1));
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
        for (l, (part, cells, order)) in at.into_iter().enumerate() {
            let change = 2 * (rise >> l & 1);
            child.cells[part] = cells;
            child.orders[part] = order;
            child.values[part] = node.values[part].wrapping_add(change).wrapping_sub(1);
            child.sums[l] = changed(node.sums[l], change.into());
        }
        child
    }
}

impl<K: Key, const P: usize> Node<K, P> {
    #[inline(always)]
    fn placed(&self, part: usize) -> Placed {
        Placed { cells: self.cells[part], order: self.orders[part] }
    }
}
