//! How far a board is at least from its goal: the sum of pattern databases over all tiles, twice, and the larger of the
//! two. And the boards that searches keep, with all that is needed to go from one to the next.
//!
//! # Lookups
//! A *partition* cuts the tiles into patterns, each with its [`Database`]. The two *lookups* are two partitions. On a
//! square board the second is the first mirrored in the main diagonal: the board is mirrored instead, and most tables
//! serve both.
//!
//! # A move
//! A move slides one tile, so in each lookup one pattern changes: its cells, now and then its order, and its number by
//! one up or down, which is one bit of its table. So the number of a lookup, and therefore the larger of the two,
//! changes by one with every move, and moves made + moves expected stays as it is or grows by two.
//!
//! Bits are far apart in memory, so whoever has several boards in hand asks for all of their successors at once
//! ([`View::look`]): the processor then fetches them side by side.

use crate::pdb::database::{self, Database};
use crate::pdb::regions::{Edge, MAX_CELLS, Placed};
use crate::puzzle::grid::Grid;
use std::sync::Arc;

/// The tiles of a whole board in one number: exact, so that two boards are the same if their keys are.
pub trait Key: Copy + Eq + Default + std::fmt::Debug + Send + Sync + 'static {
    /// The most cells it has room for.
    const CELLS: usize;
    /// The key of a board.
    fn new(tiles: &[u8]) -> Self;
    /// The tile in a cell.
    fn tile(self, cell: u8) -> u8;
    /// After a tile has gone from a cell to the blank's.
    fn slide(self, tile: u8, from: u8, to: u8) -> Self;
    /// A number that looks random.
    fn hash(self) -> usize;
}

impl Key for u64 {
    const CELLS: usize = 16;

    fn new(tiles: &[u8]) -> u64 {
        tiles.iter().zip(0..).fold(0, |key, (&tile, cell)| key | u64::from(tile) << (4 * cell))
    }

    #[inline(always)]
    fn tile(self, cell: u8) -> u8 {
        (self >> ((4 * cell) & 63) & 15) as u8
    }

    #[inline(always)]
    fn slide(self, tile: u8, from: u8, to: u8) -> u64 {
        self ^ u64::from(tile) << ((4 * from) & 63) ^ u64::from(tile) << ((4 * to) & 63)
    }

    #[inline(always)]
    fn hash(self) -> usize {
        (self.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
    }
}

impl Key for u128 {
    const CELLS: usize = MAX_CELLS;

    fn new(tiles: &[u8]) -> u128 {
        tiles.iter().zip(0..).fold(0, |key, (&tile, cell)| key | u128::from(tile) << (5 * cell))
    }

    #[inline(always)]
    fn tile(self, cell: u8) -> u8 {
        (self >> ((5 * cell) & 127) & 31) as u8
    }

    #[inline(always)]
    fn slide(self, tile: u8, from: u8, to: u8) -> u128 {
        self ^ u128::from(tile) << ((5 * from) & 127) ^ u128::from(tile) << ((5 * to) & 127)
    }

    #[inline(always)]
    fn hash(self) -> usize {
        let mixed = (self as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ((self >> 64) as u64);
        (mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as usize
    }
}

/// A board that a search keeps: `P` is the most patterns of both lookups together.
#[derive(Clone, Copy, Debug)]
pub struct Node<K, const P: usize> {
    /// Its tiles.
    pub key: K,
    cells: [u32; P],
    orders: [u16; P],
    /// By pattern: the moves that it expects.
    values: [u8; P],
    /// By lookup: the sum of these.
    sums: [u16; LOOKUPS],
    /// Where the blank is.
    pub blank: u8,
    /// Code of the move that led here, or [`START`].
    pub last: u8,
    /// Whatever the search wants to remember: where it comes from.
    pub parent: u32,
}

/// How many lookups there are.
pub const LOOKUPS: usize = 2;
/// The most patterns that both lookups can have together.
pub const MOST: usize = 10;
/// Stands for the last move where there was none.
pub const START: u8 = 4;

impl<K: Key, const P: usize> Node<K, P> {
    /// How many moves are still to be made at least; none only at the goal.
    #[inline(always)]
    pub fn expected(&self) -> u16 {
        self.sums[0].max(self.sums[1])
    }

    /// What both lookups expect together: of boards with the same larger number, that with the smaller is nearer.
    #[inline(always)]
    pub fn both(&self) -> u16 {
        self.sums[0] + self.sums[1]
    }
}

/// For each lookup, whether the number rises with a move: bit by bit.
pub type Rise = u8;

impl<K: Key, const P: usize> Node<K, P> {
    /// What [`Node::expected`] and [`Node::both`] will be after a move with this rise.
    #[inline(always)]
    pub fn after(&self, rise: Rise) -> (u16, u16) {
        let rise = u16::from(rise);
        let [a, b] = [self.sums[0] + 2 * (rise & 1) - 1, self.sums[1] + (rise & 2) - 1];
        (a.max(b), a + b)
    }
}

/// One of the moves from a cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Step {
    /// Where the blank goes.
    to: u8,
    /// The code of the move.
    pub code: u8,
    /// By lookup: the step of the tile.
    edges: [Edge; LOOKUPS],
}

/// The moves from a cell, at most four.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steps {
    list: [Step; 4],
    count: usize,
}

/// A partition of the tiles with its databases, on the board as it is or mirrored.
struct Lookup {
    /// Where its patterns begin among those of both lookups.
    first: usize,
    /// By cell of the board: the cell on the board that the tables know.
    cells: Vec<usize>,
    /// By cell on that board: the tile at home there.
    tiles: Vec<u8>,
}

/// The databases of a board and how they are used. See the head of this file.
pub struct Heuristic {
    grid: Grid,
    /// By pattern of the first lookup, then of the second.
    tables: Vec<Arc<Database>>,
    lookups: [Lookup; LOOKUPS],
    /// By tile and lookup: its pattern.
    patterns: [[u8; LOOKUPS]; 32],
    /// By cell of the blank and last move, the moves that do not undo it.
    steps: Vec<Steps>,
    /// By tile: its home.
    homes: Vec<usize>,
}

impl Heuristic {
    /// Estimates for standard boards (see [`crate::puzzle::canonical`]) with these two partitions; the second is of the mirrored
    /// board if `mirrored`.
    pub fn new(grid: Grid, home: usize, parts: [Vec<Arc<Database>>; LOOKUPS], mirrored: bool) -> Heuristic {
        let plain: Vec<usize> = (0..grid.cells()).collect();
        let turned = |cell: usize| grid.col(cell) * grid.rows + grid.row(cell);
        let other = if mirrored { plain.iter().map(|&cell| turned(cell)).collect() } else { plain.clone() };
        // The blank, tile 0, has a home of its own; tiles are named in the order of theirs.
        let homes: Vec<usize> =
            std::iter::once(home).chain((0..grid.cells()).filter(|&cell| cell != home)).collect();
        let lookup = |first: usize, cells: Vec<usize>| {
            let mut tiles = vec![0; cells.len()];
            for (tile, &home) in (0..).zip(&homes) {
                tiles[cells[home]] = tile;
            }
            Lookup { first, cells, tiles }
        };
        let lookups = [lookup(0, plain), lookup(parts[0].len(), other)];
        let mut patterns = [[0; LOOKUPS]; 32];
        for (tile, &cell) in homes.iter().enumerate().skip(1) {
            for (l, lookup) in lookups.iter().enumerate() {
                let has = |table: &Arc<Database>| table.homes().contains(&lookup.cells[cell]);
                let part = parts[l].iter().position(has).expect("every tile is in a pattern");
                patterns[tile][l] = (lookup.first + part) as u8;
            }
        }
        let mut steps = vec![];
        for cell in 0..grid.cells() {
            for last in 0..=START {
                let moves = grid.moves(cell).filter(|step| step.reverse().code() != last);
                let step = moves.map(|step| {
                    let to = grid.neighbour(cell, step).expect("a legal move");
                    let edges = [0, 1].map(|l| Edge::new(lookups[l].cells[to], lookups[l].cells[cell]));
                    Step { to: to as u8, code: step.code(), edges }
                });
                let mut steps_here = Steps::default();
                for step in step {
                    steps_here.list[steps_here.count] = step;
                    steps_here.count += 1;
                }
                steps.push(steps_here);
            }
        }
        let tables = parts.into_iter().flatten().collect();
        Heuristic { grid, tables, lookups, patterns, steps, homes }
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

    /// Whether the second lookup is of the mirrored board.
    pub fn is_mirrored(&self) -> bool {
        self.lookups[0].cells != self.lookups[1].cells
    }

    /// The databases of a lookup.
    pub fn lookup(&self, number: usize) -> &[Arc<Database>] {
        let middle = self.lookups[1].first;
        if number == 0 { &self.tables[..middle] } else { &self.tables[middle..] }
    }

    /// How many bytes the databases take, each counted once.
    pub fn bytes(&self) -> u64 {
        let first = |(i, table): &(usize, &Arc<Database>)| {
            self.tables.iter().position(|other| Arc::ptr_eq(other, table)) == Some(*i)
        };
        let distinct = self.tables.iter().enumerate().filter(first);
        distinct.map(|(_, table)| table.bytes().len() as u64).sum()
    }

    /// The databases, some of them several times.
    pub fn tables(&self) -> &[Arc<Database>] {
        &self.tables
    }

    /// A standard board to start from.
    pub fn start<K: Key, const P: usize>(&self, tiles: &[u8]) -> Node<K, P> {
        let mut places = vec![0; tiles.len()];
        for (cell, &tile) in tiles.iter().enumerate() {
            places[tile as usize] = cell;
        }
        let mut node = Node {
            key: K::new(tiles),
            cells: [0; P],
            orders: [0; P],
            values: [0; P],
            sums: [0; LOOKUPS],
            blank: places[0] as u8,
            last: START,
            parent: u32::MAX,
        };
        for (l, lookup) in self.lookups.iter().enumerate() {
            let end = if l == 0 { self.lookups[1].first } else { self.tables.len() };
            for part in lookup.first..end {
                let table = &self.tables[part];
                let cell_of = |&home: &usize| lookup.cells[places[usize::from(lookup.tiles[home])]];
                let cells: Vec<usize> = table.homes().iter().map(cell_of).collect();
                let (at, value) = table.distance(&cells, lookup.cells[places[0]]);
                (node.cells[part], node.orders[part], node.values[part]) = (at.cells, at.order as u16, value);
                node.sums[l] += u16::from(value);
            }
        }
        node
    }

    /// By lookup and pattern: the moves that a standard board needs at least.
    pub fn numbers(&self, tiles: &[u8]) -> [Vec<u8>; LOOKUPS] {
        let node: Node<u128, MOST> = self.start(tiles);
        let numbers = &node.values[..self.tables.len()];
        let (a, b) = numbers.split_at(self.lookups[1].first);
        [a.to_vec(), b.to_vec()]
    }

    /// Everything at hand, for searches.
    pub fn view<const P: usize>(&self) -> View<'_, P> {
        // What is beyond the patterns is never looked at.
        let table = |part: usize| self.tables[part.min(self.tables.len() - 1)].view();
        View { tables: std::array::from_fn(table), patterns: &self.patterns, steps: &self.steps }
    }
}

/// The estimate at hand: slices side by side, for loops that cannot afford to look for them.
#[derive(Clone, Copy)]
pub struct View<'e, const P: usize> {
    tables: [database::View<'e>; P],
    patterns: &'e [[u8; LOOKUPS]; 32],
    steps: &'e [Steps],
}

/// A pattern after a move: what it will be, where its bit is, and the moves that it expected before.
#[derive(Clone, Copy, Debug)]
struct Spot {
    index: u32,
    cells: u32,
    order: u16,
    part: u8,
    value: u8,
}

/// What moves lead to: for each of them a spot in both lookups, and the rise. Kept from one call to the next.
#[derive(Default)]
pub struct Ahead {
    spots: Vec<[Spot; LOOKUPS]>,
    rises: Vec<Rise>,
}

impl Ahead {
    /// The rises, in the order of boards and steps.
    #[inline(always)]
    pub fn rises(&self) -> &[Rise] {
        &self.rises
    }
}

impl<const P: usize> View<'_, P> {
    /// The moves from a board that do not undo the last.
    #[inline(always)]
    pub fn steps<K: Key>(&self, node: &Node<K, P>) -> &[Step] {
        let steps = &self.steps[usize::from(node.blank) * 5 + usize::from(node.last)];
        &steps.list[..steps.count]
    }

    /// Finds out, for every board and each of its [`View::steps`] in order, in which lookups the number rises.
    #[inline(always)]
    pub fn look<'n, K: Key>(&self, nodes: impl Iterator<Item = &'n Node<K, P>>, ahead: &mut Ahead) {
        ahead.spots.clear();
        for node in nodes {
            for step in self.steps(node) {
                let patterns = self.patterns[usize::from(node.key.tile(step.to)) % 32];
                ahead.spots.push([0, 1].map(|l| self.spot(node, patterns[l], &step.edges[l])));
            }
        }
        // Nothing but loads that do not wait for each other.
        ahead.rises.clear();
        ahead.rises.extend(ahead.spots.iter().map(|[a, b]| self.rises(a) | self.rises(b) << 1));
    }

    /// What a step makes of a pattern.
    #[inline(always)]
    fn spot<K: Key>(&self, node: &Node<K, P>, part: u8, edge: &Edge) -> Spot {
        let table = &self.tables[usize::from(part)];
        let at = table.space.step(node.placed(part.into()), edge);
        let index = table.index(at, table.space.row(at.cells, edge.from.into()));
        let value = node.values[usize::from(part)];
        Spot { index: index as u32, cells: at.cells, order: at.order as u16, part, value }
    }

    /// 1 if the number of a pattern rises: of value - 1 and value + 1, the one with the bit that is there.
    #[inline(always)]
    fn rises(&self, spot: &Spot) -> u8 {
        let bit = self.tables[usize::from(spot.part)].bit(spot.index as usize);
        ((spot.value + 1) >> 1 ^ bit ^ 1) & 1
    }

    /// The key of the board after a move.
    #[inline(always)]
    pub fn key_after<K: Key>(&self, node: &Node<K, P>, step: &Step) -> K {
        node.key.slide(node.key.tile(step.to), step.to, node.blank)
    }

    /// The board after a move whose rise is known.
    #[inline(always)]
    pub fn child<K: Key>(&self, node: &Node<K, P>, step: &Step, rise: Rise) -> Node<K, P> {
        let patterns = self.patterns[usize::from(node.key.tile(step.to)) % 32];
        let at = [0, 1].map(|l| {
            let part = usize::from(patterns[l]);
            let at = self.tables[part].space.step(node.placed(part), &step.edges[l]);
            (part, at.cells, at.order as u16)
        });
        self.moved(node, step, self.key_after(node, step), at, rise)
    }

    /// The same for a move that has just been looked at, as number `i` of all; its key is known, too.
    #[inline(always)]
    pub fn child_ahead<K: Key>(
        &self,
        node: &Node<K, P>,
        step: &Step,
        key: K,
        ahead: &Ahead,
        i: usize,
    ) -> Node<K, P> {
        let at = ahead.spots[i].map(|spot| (usize::from(spot.part), spot.cells, spot.order));
        self.moved(node, step, key, at, ahead.rises[i])
    }

    #[inline(always)]
    fn moved<K: Key>(
        &self,
        node: &Node<K, P>,
        step: &Step,
        key: K,
        at: [(usize, u32, u16); LOOKUPS],
        rise: Rise,
    ) -> Node<K, P> {
        let mut child = Node { key, blank: step.to, last: step.code, ..*node };
        for (l, (part, cells, order)) in at.into_iter().enumerate() {
            let change = 2 * (rise >> l & 1);
            child.cells[part] = cells;
            child.orders[part] = order;
            child.values[part] = node.values[part] + change - 1;
            child.sums[l] = node.sums[l] + u16::from(change) - 1;
        }
        child
    }
}

impl<K: Key, const P: usize> Node<K, P> {
    #[inline(always)]
    fn placed(&self, part: usize) -> Placed {
        Placed { cells: self.cells[part], order: self.orders[part].into() }
    }
}
