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

use crate::bfs::question::Question;
use crate::bfs::{Metric, Progress, Search};
use crate::cluster::crossings::{ALONG, BETWEEN, Cost, POSITION, Tally, least_bits};
use crate::cluster::partition::{Cut, MOST_NODES, MOVES, Puller};
use crate::index::bit_rows;
use crate::index::space::{Edge, MAX_PLANNED, Space};
use crate::index::windows::Turn;
use crate::puzzle::error::{Error, Quantity, Result, SearchDefect};
use crate::puzzle::grid::Move;
use crate::runtime::cancel::Cancel;
use crate::runtime::threads;
use std::sync::atomic::{AtomicUsize, Ordering};

pub use crate::cluster::crossings::{Crossing, LevelTraffic};
pub use crate::cluster::partition::Partition;

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

/// More numbers of nodes than this are not looked at in one search.
pub const MOST_CUTS: usize = 16;

/// Runs a search and counts what it would send, for each number of nodes. Tells of every level.
pub fn measure(
    search: &Search<'_>,
    nodes: &[usize],
    partition: Partition,
    cancel: &Cancel,
    mut tell: impl FnMut(&Progress<'_>) -> Result<()>,
) -> Result<Traffic> {
    assert!(!search.lean && search.ranks() == 1, "lean searches do not know their levels");
    let counter = Counter::new(search.space, nodes, partition, search.threads, cancel)?;
    let mut traffic = counter.plan()?;
    search.run(cancel, |progress| {
        traffic.levels.push(counter.level(progress)?);
        tell(progress)
    })?;
    Ok(traffic)
}

/// What can be said without a search: everything but the levels.
pub fn plan(
    space: &Space,
    nodes: &[usize],
    partition: Partition,
    threads: usize,
    cancel: &Cancel,
) -> Result<Traffic> {
    Counter::new(space, nodes, partition, threads, cancel)?.plan()
}

/// The space of a question, also if it is too large to search.
pub fn space_to_plan(question: &Question) -> Result<Space> {
    match &question.homes {
        Some(_) => question.space(Metric::Single, None),
        None => Space::whole_up_to(question.grid, &question.removed, MAX_PLANNED),
    }
}

fn check(space: &Space, nodes: &[usize], partition: Partition) -> Result<()> {
    let refuse = |quantity, most: usize, got: usize| {
        Err(Error::OutOfRange { quantity, least: 1, most: Some(most as u64), got: got.to_string() })
    };
    if nodes.is_empty() || nodes.len() > MOST_CUTS {
        return refuse(Quantity::NodeCounts, MOST_CUTS, nodes.len());
    }
    if let Some(&wrong) = nodes.iter().find(|&&count| !(1..=MOST_NODES).contains(&count)) {
        return refuse(Quantity::Nodes, MOST_NODES, wrong);
    }
    if partition == Partition::Orders && !space.is_whole() {
        return Err(SearchDefect::OrdersOfPattern.into());
    }
    Ok(())
}

struct Counter<'a> {
    space: &'a Space,
    cuts: Vec<Cut>,
    /// Bytes of a row, sent as it is.
    raw: u64,
    /// By number of bits set in a row: log₂ of how many such rows there are.
    least: Vec<f64>,
    threads: usize,
    cancel: &'a Cancel,
}

impl<'a> Counter<'a> {
    fn new(
        space: &'a Space,
        nodes: &[usize],
        partition: Partition,
        threads: usize,
        cancel: &'a Cancel,
    ) -> Result<Counter<'a>> {
        check(space, nodes, partition)?;
        Ok(Counter {
            space,
            cuts: nodes.iter().map(|&count| Cut::new(space, count, partition)).collect(),
            raw: space.row_bits().div_ceil(8) as u64,
            least: least_bits(space.row_bits()),
            threads,
            cancel,
        })
    }

    /// What is known without a search.
    fn plan(&self) -> Result<Traffic> {
        let alike = self.cuts.iter().all(|cut| cut.stride == 0);
        let all = self.count(|tally, slot| {
            let edges = self.space.edges(slot).iter();
            // Where all slices are cut alike, nothing is sent along a row of the board.
            let edges: Vec<&Edge> = edges.filter(|edge| !alike || kind(edge) == BETWEEN).collect();
            let mut count = |row: usize, pullers: &[Puller]| {
                for (cut, crossing) in self.cuts.iter().zip(&mut tally.level.crossings) {
                    crossing.rows += cut.others(slot, row, pullers);
                }
            };
            self.each_puller(&edges, |_| true, &mut count)
        })?;
        let rows = self.space.slots() * self.space.sets().len() * self.space.rows_of_set();
        let lanes = all.crossings.iter().map(|crossing| crossing.rows).collect();
        Ok(Traffic { levels: vec![], lanes, rows: rows as u64, row_bits: self.space.row_bits() })
    }

    /// Counts a level.
    fn level(&self, progress: &Progress<'_>) -> Result<LevelTraffic> {
        self.count(|tally, slot| {
            if !progress.has(slot) {
                return Ok(());
            }
            let edges: Vec<&Edge> = self.space.edges(slot).iter().collect();
            self.each_puller(
                &edges,
                |row| progress.is_live(slot, row),
                |row, pullers| {
                    let states = bit_rows::count(progress.row(slot, row));
                    tally.level.rows += 1;
                    tally.level.states += states;
                    tally.level.moves += edges.len() as u64 * states;
                    let mut open = [(0, 0, 0); MOVES];
                    let mut count = 0;
                    for &puller in pullers.iter().filter(|&&(to, end, _)| !progress.is_full(to, end)) {
                        tally.level.pulls[puller.2] += 1;
                        open[count] = puller;
                        count += 1;
                    }
                    tally.send(&self.cuts, (slot, row), &self.cost(states), &open[..count]);
                },
            )
        })
    }

    /// Counts slot by slot, each thread for itself, and adds it all up in the order of the slots.
    fn count(&self, one: impl Fn(&mut Tally, usize) -> Result<()> + Sync) -> Result<LevelTraffic> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = vec![];
            loop {
                let slot = next.fetch_add(1, Ordering::Relaxed);
                if slot >= self.space.slots() {
                    return Ok(done);
                }
                let mut tally = Tally::new(&self.cuts);
                one(&mut tally, slot)?;
                done.push((slot, tally));
            }
        };
        let parts = threads::run(self.threads, work);
        let mut parts: Vec<_> =
            parts.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
        // Sums of floating-point numbers depend on their order.
        parts.sort_by_key(|&(slot, _)| slot);
        let mut sum = Tally::new(&self.cuts);
        parts.iter().for_each(|(_, tally)| sum.merge(tally));
        Ok(sum.finish())
    }

    fn cost(&self, states: u64) -> Cost {
        let coded = POSITION + self.raw.min(POSITION * states);
        Cost { states, coded, least: self.least[states as usize] }
    }

    /// Calls with every wanted row of a slice and the rows that pull it, by the moves from that slot.
    fn each_puller(
        &self,
        edges: &[&Edge],
        wanted: impl Fn(usize) -> bool,
        mut call: impl FnMut(usize, &[Puller]),
    ) -> Result<()> {
        let (space, per_set) = (self.space, self.space.rows_of_set());
        let mut turns = [Turn::default(); MOVES];
        let mut pullers = [(0, 0, 0); MOVES];
        for set in 0..space.sets().len() {
            if set % 64 == 0 {
                self.cancel.check()?;
            }
            for (turn, edge) in turns.iter_mut().zip(edges) {
                *turn = turn_of(space, edge, set);
            }
            for a in (0..per_set).filter(|a| wanted(set * per_set + a)) {
                for ((puller, edge), turn) in pullers.iter_mut().zip(edges).zip(&turns) {
                    *puller = (edge.to, end(space, set, a, turn), kind(edge));
                }
                call(set * per_set + a, &pullers[..edges.len()]);
            }
        }
        Ok(())
    }
}

/// Whether a move is along a row of the board or between two.
fn kind(edge: &Edge) -> usize {
    if edge.code < Move::U.code() { ALONG } else { BETWEEN }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bfs::Source;
    use crate::puzzle::grid::Grid;

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
}
