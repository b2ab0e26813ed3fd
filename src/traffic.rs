//! What a search would send from node to node if its bits lay on several machines.
//!
//! # The question
//! A row of a level is *pulled* by the rows that its states move to (see `level.rs`). On one machine a pull reads
//! memory. On a cluster it is a message if the two rows lie on different nodes. Which rows pull from which never
//! changes, so what is sent is decided by the partition, and by which rows are live.
//!
//! # What is counted
//! The search runs as always. After each level its live rows are looked at, one by one: by how many rows they are
//! pulled that are not full, and for each number of nodes to how many other nodes that is. A node that pulls a row
//! twice is sent it once. A row of `n` bits of which `k` are set costs
//!
//! - raw: its bits, `n / 8` bytes;
//! - coded: two bytes that say how many positions follow, then these, at two bytes each, or the bits if they are shorter;
//! - at the least: log₂ of the number of rows with `k` bits set, below which no code comes on average.
//!
//! # Cost
//! A step for each live row, move and number of nodes, and a pass over the bits of live rows. The owners of rows take
//! two bytes for each row (of all slices, if slices lie on different nodes) and number of nodes.

use crate::bfs::{Progress, Search};
use crate::control::Cancel;
use crate::error::{Error, Result};
use crate::rows;
use crate::space::{Edge, Space};
use crate::windows::Turn;

/// In which order rows are counted off when they are dealt out to the nodes, in equal runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Partition {
    /// By slot, set and order of A: every node has a run of the index.
    Index,
    /// By set and order of A, alike in all slices.
    Sets,
    /// By order of A and set, alike in all slices. For whole puzzles, where orders of A are rows.
    Orders,
}

/// What goes from node to node at one level, for one number of nodes.
#[derive(Clone, Default, Debug)]
pub struct Crossing {
    /// Pulls from another node: of the blank's moves along a row of the board, and between two.
    pub pulls: [u64; 2],
    /// Rows sent.
    pub rows: u64,
    /// States in them.
    pub states: u64,
    /// Bytes, coded.
    pub coded: u64,
    /// Bits that no code undercuts.
    pub least: f64,
    /// Coded bytes that the busiest node sends or receives.
    pub busiest: u64,
}

/// One level.
#[derive(Clone, Default, Debug)]
pub struct LevelTraffic {
    /// Its states.
    pub states: u64,
    /// The rows that have any of them.
    pub rows: u64,
    /// Moves from its states.
    pub moves: u64,
    /// Pulls by rows that are not full: along a row of the board, and between two.
    pub pulls: [u64; 2],
    /// By number of nodes.
    pub crossings: Vec<Crossing>,
}

/// What was counted.
pub struct Traffic {
    /// The levels.
    pub levels: Vec<LevelTraffic>,
    /// By number of nodes: rows that are sent if every row is live and none is full. A level has about half of them.
    pub lanes: Vec<u64>,
    /// Rows of all slices.
    pub rows: u64,
    /// Bits of a row.
    pub row_bits: usize,
}

/// More nodes than this have no number of two bytes.
pub const MOST_NODES: usize = 1 << 16;

/// More numbers of nodes than this are not looked at in one search.
pub const MOST_CUTS: usize = 16;

/// Bytes of a position in a coded row, and of their number.
const POSITION: u64 = 2;

/// Runs a search and counts what it would send, for each number of nodes. Tells of every level.
pub fn measure(
    search: &Search<'_>,
    nodes: &[usize],
    partition: Partition,
    cancel: &Cancel,
    mut tell: impl FnMut(&Progress<'_>) -> Result<()>,
) -> Result<Traffic> {
    let space = search.space;
    check(search, nodes, partition)?;
    let mut counter = Counter::new(space, nodes, partition);
    let lanes = counter.lanes(cancel)?;
    let mut levels = vec![];
    search.run(cancel, |progress| {
        levels.push(counter.level(progress, cancel)?);
        tell(progress)
    })?;
    let rows = (space.slots() * counter.rows) as u64;
    Ok(Traffic { levels, lanes, rows, row_bits: space.row_bits() })
}

fn check(search: &Search<'_>, nodes: &[usize], partition: Partition) -> Result<()> {
    let refuse = |text: String| Err(Error::Unsupported(text));
    if nodes.is_empty() || nodes.len() > MOST_CUTS {
        return refuse(format!("name 1 to {MOST_CUTS} numbers of nodes, got {}", nodes.len()));
    }
    if let Some(wrong) = nodes.iter().find(|&&count| !(1..=MOST_NODES).contains(&count)) {
        return refuse(format!("a number of nodes is 1 to {MOST_NODES}, got {wrong}"));
    }
    if partition == Partition::Orders && !search.space.is_whole() {
        return refuse(
            "partition 'orders' is for puzzles with every tile told apart: with tiles=, a row holds all orders; \
             choose 'sets'"
                .into(),
        );
    }
    assert!(!search.lean && search.ranks() == 1, "lean searches do not know their levels");
    Ok(())
}

/// Rows dealt out to a number of nodes.
struct Cut {
    /// By row, or by slot and row: the node.
    owners: Vec<u16>,
    /// Rows from slot to slot: none if all slices are cut alike.
    stride: usize,
    /// By node: bytes sent and received at this level.
    sent: Vec<u64>,
    received: Vec<u64>,
}

impl Cut {
    fn new(space: &Space, nodes: usize, partition: Partition) -> Cut {
        let (sets, per_set) = (space.sets().len(), space.rows_of_set());
        let rows = sets * per_set;
        let slots = if partition == Partition::Index { space.slots() } else { 1 };
        let place = |row: usize| match partition {
            Partition::Orders => row % per_set * sets + row / per_set,
            _ => row,
        };
        let owner = |row: usize| (place(row) as u64 * nodes as u64 / (slots * rows) as u64) as u16;
        Cut {
            owners: (0..slots * rows).map(owner).collect(),
            stride: if slots > 1 { rows } else { 0 },
            sent: vec![0; nodes],
            received: vec![0; nodes],
        }
    }

    #[inline(always)]
    fn owner(&self, slot: usize, row: usize) -> u16 {
        self.owners[slot * self.stride + row]
    }

    /// The most that one node has sent or received, and begins again.
    fn busiest(&mut self) -> u64 {
        let most = self.sent.iter().chain(&self.received).max().copied().unwrap_or(0);
        self.sent.fill(0);
        self.received.fill(0);
        most
    }
}

/// What a row costs.
struct Cost {
    states: u64,
    coded: u64,
    least: f64,
}

/// A row that pulls: its slot, its number, and whether the move is between rows of the board.
type Puller = (usize, usize, usize);

/// The most rows that pull one row: a blank has so many moves.
const MOVES: usize = 4;

struct Counter<'a> {
    space: &'a Space,
    cuts: Vec<Cut>,
    /// Rows of a slice.
    rows: usize,
    /// Bytes of a row, sent as it is.
    raw: u64,
    /// By number of bits set in a row: log₂ of how many such rows there are.
    least: Vec<f64>,
}

impl<'a> Counter<'a> {
    fn new(space: &'a Space, nodes: &[usize], partition: Partition) -> Counter<'a> {
        Counter {
            space,
            cuts: nodes.iter().map(|&count| Cut::new(space, count, partition)).collect(),
            rows: space.sets().len() * space.rows_of_set(),
            raw: space.row_bits().div_ceil(8) as u64,
            least: least_bits(space.row_bits()),
        }
    }

    /// By number of nodes: the rows that are sent if all are live and none is full.
    fn lanes(&mut self, cancel: &Cancel) -> Result<Vec<u64>> {
        let mut level = self.empty_level();
        for slot in 0..self.space.slots() {
            self.each_puller(
                slot,
                cancel,
                |_| true,
                |counter, row, pullers| {
                    let cost = Cost { states: 0, coded: 0, least: 0.0 };
                    counter.send(slot, row, pullers, &cost, &mut level.crossings);
                },
            )?;
        }
        Ok(level.crossings.iter().map(|crossing| crossing.rows).collect())
    }

    /// Counts a level.
    fn level(&mut self, progress: &Progress<'_>, cancel: &Cancel) -> Result<LevelTraffic> {
        let mut level = self.empty_level();
        for slot in (0..self.space.slots()).filter(|&slot| progress.has(slot)) {
            let moves = self.space.edges(slot).len() as u64;
            self.each_puller(
                slot,
                cancel,
                |row| progress.is_live(slot, row),
                |counter, row, pullers| {
                    let states = rows::count(progress.row(slot, row));
                    level.rows += 1;
                    level.states += states;
                    level.moves += moves * states;
                    let mut open = [(0, 0, 0); MOVES];
                    let mut count = 0;
                    for &(to, end, kind) in pullers.iter().filter(|&&(to, end, _)| !progress.is_full(to, end))
                    {
                        level.pulls[kind] += 1;
                        open[count] = (to, end, kind);
                        count += 1;
                    }
                    let cost = counter.cost(states);
                    counter.send(slot, row, &open[..count], &cost, &mut level.crossings);
                },
            )?;
        }
        for (cut, crossing) in self.cuts.iter_mut().zip(&mut level.crossings) {
            crossing.busiest = cut.busiest();
        }
        Ok(level)
    }

    fn empty_level(&self) -> LevelTraffic {
        LevelTraffic { crossings: vec![Crossing::default(); self.cuts.len()], ..LevelTraffic::default() }
    }

    fn cost(&self, states: u64) -> Cost {
        let coded = POSITION + self.raw.min(POSITION * states);
        Cost { states, coded, least: self.least[states as usize] }
    }

    /// Calls with every wanted row of a slice and the rows that pull it.
    fn each_puller(
        &mut self,
        slot: usize,
        cancel: &Cancel,
        wanted: impl Fn(usize) -> bool,
        mut call: impl FnMut(&mut Self, usize, &[Puller]),
    ) -> Result<()> {
        let (space, per_set) = (self.space, self.space.rows_of_set());
        let edges = space.edges(slot);
        let mut turns = [Turn::default(); MOVES];
        let mut pullers = [(0, 0, 0); MOVES];
        for set in 0..space.sets().len() {
            if set % 64 == 0 {
                cancel.check()?;
            }
            for (turn, edge) in turns.iter_mut().zip(edges) {
                *turn = turn_of(space, edge, set);
            }
            for a in (0..per_set).filter(|a| wanted(set * per_set + a)) {
                for ((puller, edge), turn) in pullers.iter_mut().zip(edges).zip(&turns) {
                    *puller = (edge.to, end(space, set, a, turn), edge.window.is_some().into());
                }
                call(self, set * per_set + a, &pullers[..edges.len()]);
            }
        }
        Ok(())
    }

    /// Sends a row to the nodes of those that pull it.
    fn send(&mut self, slot: usize, row: usize, pullers: &[Puller], cost: &Cost, to: &mut [Crossing]) {
        for (cut, crossing) in self.cuts.iter_mut().zip(to) {
            let from = cut.owner(slot, row);
            let mut reached = [from; MOVES];
            for (i, &(slot, end, kind)) in pullers.iter().enumerate() {
                let node = cut.owner(slot, end);
                if node == from {
                    continue;
                }
                crossing.pulls[kind] += 1;
                if reached[..i].contains(&node) {
                    continue;
                }
                reached[i] = node;
                crossing.rows += 1;
                crossing.states += cost.states;
                crossing.coded += cost.coded;
                crossing.least += cost.least;
                cut.sent[usize::from(from)] += cost.coded;
                cut.received[usize::from(node)] += cost.coded;
            }
        }
    }
}

/// What a move does to the rows of a set.
fn turn_of(space: &Space, edge: &Edge, set: usize) -> Turn {
    edge.window.as_ref().map_or(Turn::default(), |window| window.turn(space.sets()[set]))
}

/// The row to which a move takes a row.
#[inline(always)]
fn end(space: &Space, set: usize, a: usize, turn: &Turn) -> usize {
    let set = set.wrapping_add_signed(turn.offset as isize);
    if space.is_whole() {
        set * space.rows_of_set() + usize::from(space.shifts_a()[turn.a as usize][a])
    } else {
        set
    }
}

/// By `k` from 0 to `n`: log₂ of n over k.
fn least_bits(n: usize) -> Vec<f64> {
    let mut bits = vec![0.0; n + 1];
    for k in 0..n {
        bits[k + 1] = bits[k] + ((n - k) as f64 / (k + 1) as f64).log2();
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bfs::Source;
    use crate::grid::Grid;

    /// Counts that hold whatever the partition: the rest is compared with plain Python, state by state.
    #[test]
    fn everything_is_counted_once() {
        let space = Space::whole(Grid::new(3, 3), &[]).unwrap();
        let sources = [Source::new(space.locate(8, &[0, 1, 2, 3, 4, 5, 6, 7]))];
        let search = Search::new(&space, &sources);
        for partition in [Partition::Index, Partition::Sets, Partition::Orders] {
            let nodes = [1, 2, 9, 1000];
            let traffic = measure(&search, &nodes, partition, &Cancel::new(), |_| Ok(())).unwrap();
            assert_eq!(traffic.levels.iter().map(|level| level.states).sum::<u64>(), space.states());
            assert_eq!(traffic.lanes[0], 0);
            for level in &traffic.levels {
                assert_eq!(level.crossings[0].rows + level.crossings[0].busiest, 0);
                for crossing in &level.crossings {
                    assert!(crossing.rows <= crossing.pulls.iter().sum());
                    assert!(partition == Partition::Index || crossing.pulls[0] == 0);
                    assert!(crossing.least / 8.0 < crossing.coded as f64 + 1e-9);
                    assert!(crossing.busiest <= crossing.coded);
                    assert!((0..2).all(|kind| crossing.pulls[kind] <= level.pulls[kind]));
                }
            }
        }
    }

    #[test]
    fn a_search_that_makes_no_sense_is_refused() {
        let space = Space::pattern(Grid::new(3, 3), &[], 3).unwrap();
        let sources = [Source::new(space.locate(8, &[0, 1, 2]))];
        let search = Search::new(&space, &sources);
        let error = |nodes: &[usize], partition| {
            let traffic = measure(&search, nodes, partition, &Cancel::new(), |_| Ok(()));
            traffic.err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(error(&[4], Partition::Orders).contains("choose 'sets'"));
        assert!(error(&[4, 0], Partition::Sets).contains("1 to 65536, got 0"));
        assert!(error(&[], Partition::Sets).contains("got 0"));
    }

    #[test]
    fn few_bits_need_few() {
        let bits = least_bits(8);
        let rounded: Vec<u32> = bits.iter().map(|bits| bits.exp2().round() as u32).collect();
        assert_eq!(rounded, [1, 8, 28, 56, 70, 56, 28, 8, 1]);
    }
}
