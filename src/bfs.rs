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

pub(crate) mod checkpoint;
pub mod layers;
pub(crate) mod level;
pub(crate) mod planes;
pub mod question;
pub mod residual;
pub(crate) mod search;

use crate::bfs::checkpoint::Saved;
use crate::bfs::layers::Layers;
use crate::bfs::level::{Expander, Outcome, Task, View};
use crate::bfs::planes::{Layout, Notes, Plane, Seen, split_all, split_by_colour};
use crate::bfs::search::MAX_LISTED;

use crate::index::two_bit::Pairs;
use crate::puzzle::error::Result;
use crate::runtime::cancel::{Cancel, drop_elsewhere};
use crate::runtime::threads;
use std::sync::Mutex;

pub use crate::bfs::search::{MAX_OFFSET, Metric, Search, Source};

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

/// More bytes than this take a while to give back.
const LARGE: u64 = 100_000_000;

/// More threads than this help nobody.
pub const MOST_THREADS: usize = 256;

/// Below this number of states, threads cost more than they save.
const SMALL: u64 = 1 << 20;

impl Search<'_> {
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
        let parts = threads::run(threads, || expander.work(view, &tasks, cancel));
        let mut sum = Outcome { fresh: vec![0; self.space.slots() * self.ranks()], listed: vec![] };
        for part in parts {
            let part = part?;
            sum.fresh.iter_mut().zip(part.fresh).for_each(|(sum, count)| *sum += count);
            sum.listed.extend(part.listed);
        }
        Ok(sum)
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
        let saved = search
            .checkpoint
            .map(|path| checkpoint::load(path, search, &mut run.seen, cancel))
            .transpose()?
            .flatten();
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
        if let Some(path) = self.search.checkpoint {
            let saved = Saved { by_cell: &self.by_cell, listed: self.listed.as_deref() };
            checkpoint::save(path, self.search, saved, &self.seen, cancel)?;
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
