//! What a search would send from node to node if its bits lay on several machines.
//!
//! # The question
//! A row of a level is *pulled* by the rows that its states move to (see `bfs/level.rs`). On one machine a
//! pull reads memory. On a cluster it is a message if the two rows lie on different nodes. Which rows pull
//! from which never changes, so what is sent depends only on the partition, and on which rows are live.
//!
//! # What is counted
//! The search runs as always. After each level, each of its live rows is looked at: how many rows that are
//! not full pull it, and for each number of nodes, on how many other nodes they lie. If several rows of a
//! node pull a row, it is sent there once. A row of `n` bits of which `k` are set costs
//!
//! - raw: its bits, `n / 8` bytes;
//! - coded: two bytes that say how many positions follow, then the positions at two bytes each, or the bits
//!   if they are shorter;
//! - at the least: log₂ of the number of rows with `k` bits set; no code needs fewer bits on average.
//!
//! # Cost
//! One step for each live row, move and number of nodes, and one pass over the bits of live rows. The owners
//! of rows take two bytes for each row (of all slices, if slices are cut differently) and number of nodes.

use crate::bfs::layers::LevelSize;
use crate::bfs::question::Question;
use crate::bfs::{MOST_THREADS, Metric, Progress, Search};
use crate::cluster::crossings::{Cost, POSITION, TrafficCount, least_bits};
use crate::cluster::partition::{Cut, Direction, MOST_NODES, MOVES, Puller};
use crate::index::bit_rows;
use crate::index::space::{MAX_PLANNED_CELLS, Slot, SlotMove, Space};
use crate::index::windows::Rotation;
use crate::puzzle::error::{Error, Purpose, Quantity, Result, SearchDefect};
use crate::puzzle::grid::Move;
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use crate::runtime::threads;
use std::sync::atomic::{AtomicU32, Ordering};

pub use crate::cluster::crossings::{Crossing, LevelTraffic};
pub use crate::cluster::partition::RowPartition;

/// What a search sends.
pub struct Traffic {
    /// The levels.
    pub levels: Vec<LevelTraffic>,
    /// By number of nodes: the rows that are sent if every row is live and none is full. About half of them
    /// belong to one level.
    pub lanes: Vec<u64>,
    /// Rows of all slices.
    pub rows: u64,
    /// Bits of a row.
    pub row_bits: usize,
}

/// The most numbers of nodes that one search compares.
pub const MOST_CUTS: usize = 16;

/// What to count, and how to search.
#[derive(Clone, Debug)]
pub struct TrafficOptions {
    /// The numbers of nodes.
    pub nodes: Vec<usize>,
    /// Which node has which rows.
    pub partition: RowPartition,
    /// How many threads to use, at most [`MOST_THREADS`].
    pub threads: usize,
    /// How many bytes the search may take; by default, as many as are free.
    pub memory: Option<u64>,
}

/// Answers a question by a search and counts what it would send, for each number of nodes. Reports every
/// level.
pub fn measure(
    question: &Question,
    options: &TrafficOptions,
    cancel: &Cancel,
    report: impl FnMut(LevelSize) -> Result<()>,
) -> Result<Traffic> {
    let budget = question.budget(Metric::Single, options.memory, cancel)?;
    let space = question.space(Metric::Single, budget)?;
    let sources = question.sources(&space)?;
    let search = Search { threads: options.threads.min(MOST_THREADS), ..Search::new(&space, &sources) };
    search.check()?;
    memory::require_within(budget, search.memory(), Purpose::Search)?;
    measure_search(&search, &options.nodes, options.partition, cancel, report)
}

/// Runs a search and counts what it would send.
fn measure_search(
    search: &Search<'_>,
    nodes: &[usize],
    partition: RowPartition,
    cancel: &Cancel,
    mut report: impl FnMut(LevelSize) -> Result<()>,
) -> Result<Traffic> {
    assert!(!search.lean && search.ranks() == 1, "lean searches do not know their levels");
    let counter = Counter::new(search.space, nodes, partition, search.threads, cancel)?;
    let mut traffic = counter.plan()?;
    search.run(cancel, |progress| {
        traffic.levels.push(counter.level(progress)?);
        report(progress.size())
    })?;
    Ok(traffic)
}

/// What can be said without a search, even if there are too many states for one: everything but the levels.
pub fn plan(
    question: &Question,
    nodes: &[usize],
    partition: RowPartition,
    threads: usize,
    cancel: &Cancel,
) -> Result<Traffic> {
    let space = match &question.homes {
        Some(_) => question.space(Metric::Single, None)?,
        None => Space::whole_up_to(question.grid, &question.removed, MAX_PLANNED_CELLS)?,
    };
    Counter::new(&space, nodes, partition, threads, cancel)?.plan()
}

fn check(space: &Space, nodes: &[usize], partition: RowPartition) -> Result<()> {
    let refuse = |quantity, most: usize, got: usize| {
        Err(Error::OutOfRange { quantity, least: 1, most: Some(most as u64), got: got.to_string().into() })
    };
    if nodes.is_empty() || nodes.len() > MOST_CUTS {
        return refuse(Quantity::NodeCounts, MOST_CUTS, nodes.len());
    }
    if let Some(&wrong) = nodes.iter().find(|&&count| !(1..=MOST_NODES).contains(&count)) {
        return refuse(Quantity::Nodes, MOST_NODES, wrong);
    }
    if partition == RowPartition::Orders && !space.is_whole() {
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
        partition: RowPartition,
        threads: usize,
        cancel: &'a Cancel,
    ) -> Result<Counter<'a>> {
        check(space, nodes, partition)?;
        Ok(Counter {
            space,
            cuts: nodes.iter().map(|&count| Cut::new(space, count, partition)).collect::<Result<_>>()?,
            raw: space.row_bits().div_ceil(8) as u64,
            least: least_bits(space.row_bits()),
            threads,
            cancel,
        })
    }

    /// What is known without a search.
    fn plan(&self) -> Result<Traffic> {
        let alike = self.cuts.iter().all(|cut| cut.stride == 0);
        let all = self.count(|count, slot| {
            let moves = self.space.moves_from(slot).iter();
            // Where all slices are cut alike, nothing is sent along a row of the board.
            let moves: Vec<&SlotMove> =
                moves.filter(|step| !alike || direction(step) == Direction::Between).collect();
            let mut send = |row: usize, pullers: &[Puller]| {
                for (cut, crossing) in self.cuts.iter().zip(&mut count.level.crossings) {
                    crossing.rows += cut.others(slot, row, pullers);
                }
            };
            self.each_puller(&moves, |_| true, &mut send)
        })?;
        let rows = self.space.slots() * self.space.slice_rows();
        let lanes = all.crossings.iter().map(|crossing| crossing.rows).collect();
        Ok(Traffic { levels: vec![], lanes, rows: rows as u64, row_bits: self.space.row_bits() })
    }

    /// Counts a level.
    fn level(&self, progress: &Progress<'_>) -> Result<LevelTraffic> {
        self.count(|count, slot| {
            if !progress.has(slot) {
                return Ok(());
            }
            let moves: Vec<&SlotMove> = self.space.moves_from(slot).iter().collect();
            self.each_puller(
                &moves,
                |row| progress.is_live(slot, row),
                |row, pullers| {
                    let states = bit_rows::count(progress.row(slot, row));
                    count.level.rows += 1;
                    count.level.states += states;
                    count.level.moves += moves.len() as u64 * states;
                    let mut open = [Puller::default(); MOVES];
                    let mut n = 0;
                    for &puller in pullers.iter().filter(|puller| !progress.is_full(puller.slot, puller.row))
                    {
                        count.level.pulls[puller.direction as usize] += 1;
                        open[n] = puller;
                        n += 1;
                    }
                    count.send(&self.cuts, (slot, row), &self.cost(states), &open[..n]);
                },
            )
        })
    }

    /// Counts slot by slot, each thread on its own, and adds it all up in the order of the slots.
    fn count(&self, one: impl Fn(&mut TrafficCount, Slot) -> Result<()> + Sync) -> Result<LevelTraffic> {
        let next = AtomicU32::new(0);
        let work = || {
            let mut done = vec![];
            loop {
                let slot = Slot(next.fetch_add(1, Ordering::Relaxed));
                if slot.index() >= self.space.slots() {
                    return Ok(done);
                }
                let mut count = TrafficCount::new(&self.cuts);
                one(&mut count, slot)?;
                done.push((slot, count));
            }
        };
        let parts = threads::run(self.threads, work);
        let mut parts: Vec<_> =
            parts.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
        // Sums of floating-point numbers depend on their order.
        parts.sort_by_key(|&(slot, _)| slot.0);
        let mut sum = TrafficCount::new(&self.cuts);
        parts.iter().for_each(|(_, count)| sum.merge(count));
        Ok(sum.finish())
    }

    fn cost(&self, states: u64) -> Cost {
        let coded = POSITION + self.raw.min(POSITION * states);
        Cost { states, coded, least: self.least[states as usize] }
    }

    /// Calls `call` with every wanted row of a slice and the rows that pull it, by the moves from that slot.
    fn each_puller(
        &self,
        moves: &[&SlotMove],
        wanted: impl Fn(usize) -> bool,
        mut call: impl FnMut(usize, &[Puller]),
    ) -> Result<()> {
        let (space, per_set) = (self.space, self.space.rows_per_set());
        let mut rotations = [Rotation::default(); MOVES];
        let mut pullers = [Puller::default(); MOVES];
        for set in 0..space.sets().len() {
            if set % 64 == 0 {
                self.cancel.check()?;
            }
            for (rotation, step) in rotations.iter_mut().zip(moves) {
                *rotation = rotation_of(space, step, set);
            }
            for a in (0..per_set).filter(|a| wanted(set * per_set + a)) {
                for ((puller, step), rotation) in pullers.iter_mut().zip(moves).zip(&rotations) {
                    let row = end(space, set, a, rotation);
                    *puller = Puller { slot: step.to, row, direction: direction(step) };
                }
                call(set * per_set + a, &pullers[..moves.len()]);
            }
        }
        Ok(())
    }
}

/// Whether a move is along a row of the board or between two.
fn direction(step: &SlotMove) -> Direction {
    if Move::from_code(step.code).is_vertical() { Direction::Between } else { Direction::Along }
}

/// What a move does to the rows of a set.
fn rotation_of(space: &Space, step: &SlotMove, set: usize) -> Rotation {
    step.window.as_ref().map_or(Rotation::default(), |window| window.rotation(space.sets()[set]))
}

/// The row to which a move takes a row.
#[inline(always)]
fn end(space: &Space, set: usize, a: usize, rotation: &Rotation) -> usize {
    let set = set.wrapping_add_signed(rotation.offset as isize);
    if space.is_whole() {
        set * space.rows_per_set() + usize::from(space.shifts_a()[rotation.a as usize][a])
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
        for partition in [RowPartition::Index, RowPartition::Sets, RowPartition::Orders] {
            let nodes = [1, 2, 9, 1000];
            let traffic = measure_search(&search, &nodes, partition, &Cancel::new(), |_| Ok(())).unwrap();
            assert_eq!(traffic.levels.iter().map(|level| level.states).sum::<u64>(), space.states());
            assert_eq!(traffic.lanes[0], 0);
            for level in &traffic.levels {
                assert_eq!(level.crossings[0].rows + level.crossings[0].busiest, 0);
                for crossing in &level.crossings {
                    assert!(crossing.rows <= crossing.pulls.iter().sum());
                    assert!(partition == RowPartition::Index || crossing.pulls[0] == 0);
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
            let traffic = measure_search(&search, nodes, partition, &Cancel::new(), |_| Ok(()));
            traffic.err().expect("it is refused")
        };
        let orders = Error::from(SearchDefect::OrdersOfPattern).to_string();
        assert_eq!(error(&[4], RowPartition::Orders).to_string(), orders);
        let quantity = |error| match error {
            Error::OutOfRange { quantity, got, .. } => (quantity, got),
            other => panic!("{other}"),
        };
        assert_eq!(quantity(error(&[4, 0], RowPartition::Sets)), (Quantity::Nodes, "0".into()));
        assert_eq!(quantity(error(&[], RowPartition::Sets)), (Quantity::NodeCounts, "0".into()));
    }
}
