//! The heuristic: how many moves a board needs at least. The values of pattern databases that cover all tiles
//! are added up, for two partitions of the tiles, and the larger sum is taken.
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

use crate::pdb::database::Database;
use crate::pdb::key::Key;
use crate::pdb::reading::Reading;
use crate::pdb::seen::{SeenBoard, places};
use crate::pdb::view::StepList;
use crate::puzzle::error::Result;
use crate::puzzle::grid::Grid;
use std::sync::Arc;

pub use crate::pdb::node::{LOOKUPS, MAX_PATTERNS, NO_LAST_MOVE, Node, Rise};
pub use crate::pdb::view::{HeuristicView, Lookahead, MOST_STEPS, Probe, Step};

/// A partition of the tiles with its databases, on the board as it is or reflected.
struct Lookup {
    /// Where its patterns begin among those of both lookups.
    first: usize,
    seen: SeenBoard,
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
            .map(|(cell, last)| {
                StepList::new(grid, cell, last, [&lookups[0].seen.cells, &lookups[1].seen.cells])
            })
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

    /// The same for a board of which a path to the goal is known, given by the codes of its moves: one step after
    /// another back from the goal, where all values are 0. That takes a fraction of the time.
    pub fn start_along<K: Key, const P: usize>(&self, tiles: &[u8], path: &[u8]) -> Result<Node<K, P>> {
        let mut goal: Vec<u8> = (1..tiles.len() as u8).collect();
        goal.insert(self.home(), 0);
        let (mut node, view) = (self.start(&goal)?, self.view::<P>());
        for &code in path.iter().rev() {
            let Some(step) = view.steps(&node).iter().find(|step| step.code == code ^ 1) else { break };
            view.go(&mut node, step);
        }
        // Whoever gives a path that begins elsewhere gets what a path would have given.
        if node.key == K::new(tiles) { Ok(node) } else { self.start(tiles) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::Stream;
    use crate::pdb::registry::{self, TableChoice};
    use crate::runtime::cancel::Cancel;

    /// Along any path, a search starts from the same node as without one.
    #[test]
    fn a_path_leads_to_the_node_that_is_found_without() {
        let mut stream = Stream::new(1, 0);
        for (rows, cols, home) in [(3, 4, 10), (3, 5, 7), (4, 4, 15), (5, 5, 24)] {
            let grid = Grid::new(rows, cols);
            let (known, _) = registry::heuristic(grid, home, TableChoice::Small, &Cancel::new()).unwrap();
            let mut tiles: Vec<u8> = (1..grid.cells() as u8).collect();
            tiles.insert(home, 0);
            let (mut blank, mut back) = (home, vec![]);
            for _ in 0..100 {
                let steps: Vec<_> = grid.moves(blank).collect();
                let step = steps[stream.below(steps.len() as u32) as usize];
                let to = grid.neighbour(blank, step).unwrap();
                tiles.swap(blank, to);
                blank = to;
                back.insert(0, step.reverse().code());
                let slow = format!("{:?}", known.heuristic.start::<u128, MAX_PATTERNS>(&tiles).unwrap());
                for path in [&back[..], &back[1..], &[]] {
                    let node = known.heuristic.start_along::<u128, MAX_PATTERNS>(&tiles, path).unwrap();
                    assert_eq!(format!("{node:?}"), slow);
                }
            }
        }
    }
}
