//! Breadth-first search of a [`Space`] at one bit per state, without ranking a single state.
//!
//! # The idea
//! Karlemo and Östergård keep one bit per position for what has been seen and a list of positions per level, and
//! pay for ranking a permutation at every move. Here nothing is ranked and there are no lists. A level is a set of
//! bits, as long as that of the states seen, and all states of it move at once, a word of 64 at a time:
//!
//! ```text
//!     next level(slot) = OR over the moves from that slot of ( level(neighbour), its rows rearranged )
//!                        AND NOT seen(slot)
//! ```
//!
//! 1. States are kept by slot of the blank and *row*, see [`crate::index::space`]. A move of the blank along a row of
//!    the board leaves the other tiles as they are: it is the OR of two slices, word by word.
//! 2. A move between rows takes whole rows of bits to others, by offsets from small tables. In most of them the
//!    bits stay as they are; else those that are set are permuted.
//! 3. Slots pull. Each thread takes a part of a slice that nobody else writes to; what it reads does not change
//!    during the level. See `level.rs`.
//! 4. The board is two-coloured, so this level and the next lie in different slices of the same bits: two bits a
//!    state in all. See `planes.rs`.
//!
//! # Sources
//! A search may start from several states, each with a depth of its own: level `d` simply takes in the sources whose
//! offset is `d`. If what remains after a source takes at most `offset` moves, the search finds a bound for the
//! whole. Sources also have a *rank*, for move tables: of equally short ways, the one to the source of the
//! smallest rank is taken, and among those the move of the smallest code. That is a property of the state, not of
//! the order in which the search comes by.
//!
//! # Leaner still
//! A *lean* search keeps only what has been seen, one bit a state, and takes all states of one colour for the
//! level: those seen before lead to nothing new. It reads more, but rows that are full are never looked at again.
//! For the same reason a search can go on from the bits seen alone, so these are all that a checkpoint holds.
//!
//! # Cost
//! Time O(states · moves / 64) a level where rows stay as they are, and a step for each state and move where they
//! do not. Memory by [`Search::memory`], which is asked before anything is allocated: 1 bit a state (lean), 2 (one
//! colour) or 3, two bytes a row for flags, and 2 more bits a state where moves are wanted.

pub mod checkpoint;
pub mod layers;
pub(crate) mod level;
pub(crate) mod planes;
pub mod question;
pub mod residual;

use crate::bfs::checkpoint::Checkpoint;
use crate::bfs::layers::Layers;
use crate::bfs::level::{Expander, MAX_HOPS, MAX_LISTED, Outcome, Task, View, row_bytes, table_bytes};
use crate::bfs::planes::{Layout, Notes, Plane, Seen, split_all, split_by_colour};
use crate::index::space::{Space, State};
use crate::index::two_bit::Pairs;
use crate::puzzle::error::{Error, Result};
use crate::runtime::cancel::{Cancel, drop_elsewhere};
use std::sync::Mutex;

pub use crate::bfs::level::Metric;

/// Where a search starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// The state.
    pub state: State,
    /// Its depth.
    pub offset: usize,
    /// How welcome it is to end there: smaller is better, below 8. Only in searches for moves.
    pub rank: usize,
}

impl Source {
    /// A source at depth 0.
    pub fn new(state: State) -> Source {
        Source { state, offset: 0, rank: 0 }
    }
}

/// What to search, and how.
pub struct Search<'a> {
    /// The space.
    pub space: &'a Space,
    /// Where to start: at least one state, all in one component of a whole puzzle.
    pub sources: &'a [Source],
    /// What counts as one move.
    pub metric: Metric,
    /// Keep one bit a state instead of two.
    pub lean: bool,
    /// Find the move that leads back from every state. Single-tile moves only.
    pub moves: bool,
    /// How many threads to use.
    pub threads: usize,
    /// A file to go on from and to keep up to date after every level.
    pub checkpoint: Option<&'a Checkpoint>,
}

/// What a search finds.
pub struct Found {
    /// How many states are at each depth.
    pub layers: Layers,
    /// The deepest states, by index and in its order; nothing if there are more than ten thousand.
    pub deepest: Option<Vec<u64>>,
    /// By index of the state, the code of the next move, 0 at a source; if it was asked for.
    pub moves: Option<Pairs>,
    /// By slot of the blank: how many states lead to a source of each rank.
    pub ends: Vec<Vec<u64>>,
}

/// What is known after each level.
pub struct Progress<'a> {
    /// By depth and slot of the blank: how many states there are.
    pub by_cell: &'a [Vec<u64>],
    /// States seen so far.
    pub seen: u64,
    layout: Layout,
    level: &'a Plane,
    full: &'a [Vec<u8>],
    in_level: &'a (dyn Fn(usize) -> bool + Sync),
}

impl Progress<'_> {
    /// Calls with every slot and row that has states of this level. Not for lean searches, which do not know.
    pub(crate) fn each_live_row(&self, mut call: impl FnMut(usize, usize)) {
        for (slot, live) in self.level.live.iter().enumerate().filter(|&(slot, _)| self.has(slot)) {
            for (row, _) in live.iter().enumerate().filter(|&(_, &live)| live != 0) {
                call(slot, row);
            }
        }
    }

    /// Whether a slot can have states of this level.
    pub(crate) fn has(&self, slot: usize) -> bool {
        (self.in_level)(slot)
    }

    /// Whether a row has states of this level. Not for lean searches.
    pub(crate) fn is_live(&self, slot: usize, row: usize) -> bool {
        self.level.live[slot][row] != 0
    }

    /// Whether all states of a row are known to have been seen.
    pub(crate) fn is_full(&self, slot: usize, row: usize) -> bool {
        self.full[slot][row] != 0
    }

    /// The bits of a row that is live. Not for lean searches.
    pub(crate) fn row(&self, slot: usize, row: usize) -> &[u8] {
        &self.level.bits[slot][row * self.layout.row..][..self.layout.row]
    }

    /// Notes the depth modulo 3 of every state of this level. Only for multi-tile moves, whose levels do not share a
    /// plane.
    pub(crate) fn note_depths(&self, notes: &mut Notes, cancel: &Cancel) -> Result<()> {
        let depth = self.by_cell.len() - 1;
        self.level.note((depth % 3) as u8, notes, self.layout, cancel)
    }
}

/// The largest offset of a source.
pub const MAX_OFFSET: usize = 10_000;

/// More bytes than this take a while to give back.
const LARGE: u64 = 100_000_000;

/// More threads than this help nobody.
pub const MOST_THREADS: usize = 256;

/// Below this number of states, threads cost more than they save.
const SMALL: u64 = 1 << 20;

impl<'a> Search<'a> {
    /// A search from some sources: single-tile moves, one thread, two bits a state.
    pub fn new(space: &'a Space, sources: &'a [Source]) -> Search<'a> {
        Search {
            space,
            sources,
            metric: Metric::Single,
            lean: false,
            moves: false,
            threads: 1,
            checkpoint: None,
        }
    }

    /// Whether levels take turns with the two colours of the board.
    pub fn is_two_coloured(&self) -> bool {
        let colour = |source: &Source| (self.space.colour(source.state.cell as usize) + source.offset) % 2;
        let first = self.sources.first().map(colour);
        self.metric == Metric::Single && self.sources.iter().all(|source| Some(colour(source)) == first)
    }

    /// How many bytes the search needs.
    pub fn memory(&self) -> u64 {
        let space = self.space;
        let rows = (space.slots() * space.sets().len() * space.rows_of_set()) as u64;
        let bits = rows * row_bytes(space) as u64;
        let planes = 1 + u64::from(!self.is_two_coloured());
        let level_bits = if self.lean { 0 } else { planes * self.ranks() as u64 * bits };
        let moves = if self.moves { 2 * bits + space.states().div_ceil(4) } else { 0 };
        bits + level_bits + rows * (1 + planes) + moves + table_bytes(self)
    }

    /// How many ranks the sources have.
    pub(crate) fn ranks(&self) -> usize {
        self.sources.iter().map(|source| source.rank + 1).max().unwrap_or(1)
    }

    /// Works through the tasks of a level, on as many threads as are worth it.
    fn work(
        &self,
        expander: &Expander<'_>,
        view: &View<'_>,
        mut tasks: Vec<Task<'_>>,
        cancel: &Cancel,
    ) -> Result<Outcome> {
        let threads = if self.space.states() < SMALL { 1 } else { self.threads.clamp(1, MOST_THREADS) };
        let tasks = Mutex::new(tasks.iter_mut());
        let parts: Vec<Result<Outcome>> = std::thread::scope(|scope| {
            let work = || expander.work(view, &tasks, cancel);
            // Threads that the system refuses are not missed: the others take their tasks.
            let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..threads).filter_map(start).collect();
            let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            std::iter::once(work()).chain(others.into_iter().map(join)).collect()
        });
        let mut sum = Outcome { fresh: vec![0; self.space.slots() * self.ranks()], listed: vec![] };
        for part in parts {
            let part = part?;
            sum.fresh.iter_mut().zip(part.fresh).for_each(|(sum, count)| *sum += count);
            sum.listed.extend(part.listed);
        }
        Ok(sum)
    }

    /// Whether it makes sense.
    pub fn check(&self) -> Result<()> {
        let refuse = |text: &str| Err(Error::Unsupported(text.into()));
        let Some(first) = self.sources.first() else { return refuse("a search needs at least one source") };
        if self.sources.iter().any(|source| !self.space.same_parity(source.state, first.state)) {
            return refuse("the sources cannot be reached from one another: their parities differ");
        }
        if self.sources.iter().any(|source| source.offset > MAX_OFFSET) {
            return Err(Error::Unsupported(format!("offsets are at most {MAX_OFFSET}")));
        }
        if self.metric == Metric::Multi && self.space.grid().rows > MAX_HOPS + 1 {
            return refuse("multi-tile moves are for boards of at most 9 rows: turn the board round");
        }
        if self.lean && !self.is_two_coloured() {
            return refuse(
                "a lean search needs single-tile moves, and sources for which row + column of the blank + depth are \
                 all even or all odd: leave out lean=True, or some sources",
            );
        }
        assert!(!self.moves || !self.lean && self.metric == Metric::Single && self.checkpoint.is_none());
        assert!(self.ranks() == 1 || self.moves && self.ranks() <= 8);
        Ok(())
    }

    /// Searches everything that can be reached from the sources, and tells of every level.
    pub fn run(&self, cancel: &Cancel, mut tell: impl FnMut(&Progress<'_>) -> Result<()>) -> Result<Found> {
        self.check()?;
        let expander = Expander::new(self);
        let mut run = Run::new(self, cancel)?;
        let ended = loop {
            let level = run.complete_level(cancel, &mut tell).and_then(|()| run.expand(&expander, cancel));
            if level.is_err() || run.is_over() {
                break level;
            }
        };
        let (found, rest) = run.finish(ended.is_ok());
        if self.memory() > LARGE {
            drop_elsewhere(rest);
        }
        ended.map(|()| found)
    }
}

/// A search under way.
struct Run<'a> {
    search: &'a Search<'a>,
    layout: Layout,
    seen: Seen,
    /// The level that is reached, with the one before if they share a plane.
    level: Plane,
    /// Where the next level goes if they do not.
    spare: Option<Plane>,
    /// By slot and rank: how many states the level has.
    fresh: Vec<u64>,
    by_cell: Vec<Vec<u64>>,
    ends: Vec<Vec<u64>>,
    /// The states of the level, if they are few.
    listed: Option<Vec<u64>>,
}

impl<'a> Run<'a> {
    fn new(search: &'a Search<'a>, cancel: &Cancel) -> Result<Run<'a>> {
        let (slots, ranks) = (search.space.slots(), search.ranks());
        let layout = Layout::new(search.space, ranks);
        let plane = || Plane::new(slots, layout, !search.lean, cancel);
        // Before the first source there is nothing to search.
        let first = search.sources.iter().map(|source| source.offset).min().unwrap_or(0);
        let mut run = Run {
            search,
            layout,
            seen: Seen::new(slots, layout, search.moves, cancel)?,
            level: plane()?,
            spare: (!search.is_two_coloured()).then(plane).transpose()?,
            fresh: vec![0; slots * ranks],
            by_cell: vec![vec![0; slots]; first],
            ends: vec![vec![0; ranks]; slots],
            listed: Some(vec![]),
        };
        let saved =
            search.checkpoint.map(|file| file.load(search, &mut run.seen, cancel)).transpose()?.flatten();
        if let Some(saved) = saved {
            (run.by_cell, run.listed) = (saved.by_cell, saved.listed);
            run.fresh = run.by_cell.pop().unwrap_or_default();
            run.level.fill_from(&run.seen, layout, cancel)?;
        }
        Ok(run)
    }

    /// Takes in the sources of the level, counts it, keeps it and tells of it.
    fn complete_level(
        &mut self,
        cancel: &Cancel,
        tell: &mut impl FnMut(&Progress<'_>) -> Result<()>,
    ) -> Result<()> {
        self.take_in_sources();
        self.record();
        if let Some(file) = self.search.checkpoint {
            file.save(self.search, &self.by_cell, self.listed.as_deref(), &self.seen, cancel)?;
        }
        let seen = self.by_cell.iter().flatten().sum();
        let in_level = |slot: usize| self.is_in_level(slot, self.by_cell.len() - 1);
        let Run { by_cell, layout, level, seen: Seen { full, .. }, .. } = &*self;
        tell(&Progress { by_cell, seen, layout: *layout, level, full, in_level: &in_level })
    }

    /// The colour of the slots that have the states of a depth, where the levels take turns.
    fn colour_at(&self, depth: usize) -> usize {
        let first = self.search.sources[0];
        (self.search.space.colour(first.state.cell as usize) + first.offset + depth) % 2
    }

    /// Whether a slot can have states of a depth.
    fn is_in_level(&self, slot: usize, depth: usize) -> bool {
        self.spare.is_some() || self.search.space.colour(slot) == self.colour_at(depth)
    }

    /// Adds the sources whose turn it is.
    fn take_in_sources(&mut self) {
        let (space, depth) = (self.search.space, self.by_cell.len());
        for source in self.search.sources.iter().filter(|source| source.offset == depth) {
            let place = space.place(source.state);
            if self.seen.insert(place, self.layout) {
                self.level.insert(place, source.rank, self.layout);
                self.fresh[place.0 * self.layout.ranks + source.rank] += 1;
                if let Some(listed) = &mut self.listed {
                    listed.push(space.index(source.state));
                }
            }
        }
    }

    /// Counts the level.
    fn record(&mut self) {
        let by_slot = self.fresh.chunks(self.layout.ranks);
        for (ends, fresh) in self.ends.iter_mut().zip(by_slot.clone()) {
            ends.iter_mut().zip(fresh).for_each(|(sum, count)| *sum += count);
        }
        self.by_cell.push(by_slot.map(|counts| counts.iter().sum()).collect());
    }

    /// Finds the next level.
    fn expand(&mut self, expander: &Expander<'_>, cancel: &Cancel) -> Result<()> {
        let (space, layout, depth) = (self.search.space, self.layout, self.by_cell.len());
        let into = self.colour_at(depth);
        let outcome = if let Some(next) = &mut self.spare {
            let tasks = split_all(space, layout, next, &mut self.seen);
            let outcome = self.search.work(expander, &self.level.view(), tasks, cancel)?;
            std::mem::swap(&mut self.level, next);
            outcome
        } else {
            let (view, tasks) = split_by_colour(space, layout, into, &mut self.level, &mut self.seen);
            self.search.work(expander, &view, tasks, cancel)?
        };
        self.fresh = outcome.fresh;
        let count: u64 = self.fresh.iter().sum();
        // At the end, the states of the last level stay listed.
        if !self.is_over() {
            let in_level = |slot: usize| self.is_in_level(slot, depth);
            self.listed = (count <= MAX_LISTED as u64).then(|| {
                let lean = self.search.lean;
                let places = if lean { outcome.listed } else { self.level.list(in_level, layout) };
                places.into_iter().map(|place| space.index_at(place)).collect()
            });
        }
        Ok(())
    }

    /// Whether nothing new was found and no source is left.
    fn is_over(&self) -> bool {
        let waiting =
            |source: &Source| !self.seen.contains(self.search.space.place(source.state), self.layout);
        self.fresh.iter().all(|&count| count == 0) && !self.search.sources.iter().any(waiting)
    }

    /// What was found, and the memory that is no longer needed.
    fn finish(self, complete: bool) -> (Found, impl Send + 'static) {
        let Run { search, seen, level, spare, by_cell, ends, mut listed, .. } = self;
        let wanted = search.moves && complete;
        let moves = wanted.then(|| seen.moves.packed(search.space));
        if let Some(states) = &mut listed {
            states.sort_unstable();
        }
        (Found { layers: Layers::new(by_cell), deepest: listed, moves, ends }, (seen, level, spare))
    }
}
