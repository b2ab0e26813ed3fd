//! Breadth-first search of a [`Space`](crate::index::space::Space) at one bit per state, without ranking a
//! single state.
//!
//! # The idea
//! Karlemo and Östergård keep one bit per position for what has been visited and a list of positions per
//! level, and pay for ranking a permutation at every move. Here nothing is ranked and there are no lists. A
//! level is a set of bits, as long as that of the states visited, and all of its states move at once, a word
//! of 64 at a time:
//!
//! ```text
//!     next level(slot) = OR over the moves from that slot of ( level(neighbour), its rows rearranged )
//!                        AND NOT visited(slot)
//! ```
//!
//! 1. States are kept by slot of the blank and *row*, see [`crate::index::space`]. A move of the blank along
//!    a row of the board leaves the other tiles as they are: it is the OR of two slices, word by word.
//! 2. A move between rows of the board takes whole rows of bits to others, by offsets from small tables. In
//!    most of them the bits stay as they are; otherwise those that are set are permuted. See `routes.rs`.
//! 3. Slots pull. Each thread takes a part of a slice that no other thread writes to; what it reads does not
//!    change during the level. See `level.rs`.
//! 4. The board is two-coloured, so this level and the next lie in different slices of the same bits: two
//!    bits a state in all. See `planes.rs`.
//!
//! # Sources
//! A search may start from several states, each with a depth of its own: level `d` simply takes in the
//! sources whose offset is `d`. If what remains to be done from a source takes at most `offset` moves, the
//! search finds a bound for the whole. Sources also have a *rank*, for move tables: of equally short paths,
//! the one to the source of the smallest rank is taken, and among those the move of the smallest code. So the
//! move depends on the state alone, not on the order in which the search visits it.
//!
//! # Leaner still
//! A *lean* search keeps only what has been visited, one bit a state, and takes all visited states of one
//! colour as the level: those visited before lead to nothing new. It reads more, but rows that are full are
//! never looked at again. For the same reason a search can continue from these bits alone, so a checkpoint
//! holds no others.
//!
//! # Cost
//! Time O(states · moves / 64) a level where rows stay as they are, and a step for each state and move where
//! they do not. Memory as [`Search::memory`] says before anything is allocated: 1 bit a state (lean), 2
//! (sources of one colour) or 3, two bytes a row for flags, and 2 more bits a state where moves are wanted.

pub(crate) mod checkpoint;
pub mod explore;
pub mod layers;
pub(crate) mod level;
pub(crate) mod lists;
pub(crate) mod planes;
pub mod question;
pub(crate) mod reflected_orders;
pub mod reflection;
pub mod residual;
pub(crate) mod routes;
pub(crate) mod search;
pub(crate) mod size;
pub(crate) mod subset;

use crate::bfs::checkpoint::{Pace, Saved};
use crate::bfs::layers::{Layers, LevelSize};
use crate::bfs::level::{ChunkGroup, Expander, Fresh, LevelView};
use crate::bfs::planes::{Plane, SliceLayout, TwoBitSlices, VisitedStates, split_all, split_by_colour};
use crate::bfs::search::MAX_LISTED;
use crate::index::space::Slot;
use crate::index::two_bit::TwoBitArray;
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use crate::runtime::threads;
use std::sync::Mutex;
use std::time::Instant;

pub use crate::bfs::search::{MAX_OFFSET, Metric, Search, Source};

/// What a search finds.
pub struct Explored {
    /// How many states are at each depth.
    pub layers: Layers,
    /// The indices of the deepest states, in order; nothing if there are more than ten thousand.
    pub deepest: Option<Vec<u64>>,
    /// By index of the state, the code of the next move, 0 at a source; if moves were wanted.
    pub moves: Option<TwoBitArray>,
    /// By slot of the blank and rank of a source: how many states lead to such a source.
    pub by_rank: Vec<Vec<u64>>,
}

/// What is known after each level.
pub struct Progress<'a> {
    /// By depth and slot of the blank: how many states there are.
    pub by_slot: &'a [Vec<u64>],
    /// States visited so far.
    pub visited: u64,
    layout: SliceLayout,
    level: &'a Plane,
    full: &'a [Vec<u8>],
    in_level: &'a (dyn Fn(Slot) -> bool + Sync),
}

impl Progress<'_> {
    /// The depth of the level.
    pub fn depth(&self) -> usize {
        self.by_slot.len() - 1
    }

    /// The states of the level.
    pub fn states(&self) -> u64 {
        self.by_slot[self.depth()].iter().sum()
    }

    /// Its size, for whoever watches.
    pub fn size(&self) -> LevelSize {
        LevelSize { depth: self.depth(), states: self.states(), visited: self.visited }
    }

    /// Calls `call` with every slot and row that has states of this level. Not for lean searches, which do
    /// not keep levels apart.
    pub(crate) fn each_live_row(&self, mut call: impl FnMut(Slot, usize)) {
        let slices = (0..).map(Slot).zip(self.level.live.iter());
        for (slot, live) in slices.filter(|&(slot, _)| self.has(slot)) {
            for (row, _) in live.iter().enumerate().filter(|&(_, &live)| live != 0) {
                call(slot, row);
            }
        }
    }

    /// Whether a slot can have states of this level.
    pub(crate) fn has(&self, slot: Slot) -> bool {
        (self.in_level)(slot)
    }

    /// Whether a row has states of this level. Not for lean searches.
    pub(crate) fn is_live(&self, slot: Slot, row: usize) -> bool {
        self.level.live[slot.index()][row] != 0
    }

    /// Whether all states of a row are known to have been visited.
    pub(crate) fn is_full(&self, slot: Slot, row: usize) -> bool {
        self.full[slot.index()][row] != 0
    }

    /// The bits of a row that is live. Not for lean searches.
    pub(crate) fn row(&self, slot: Slot, row: usize) -> &[u8] {
        &self.level.bits[slot.index()][row * self.layout.row_bytes..][..self.layout.row_bytes]
    }

    /// Writes the depth modulo 3 of every state of this level. Only for multi-tile moves, whose levels do not
    /// share a plane.
    pub(crate) fn write_depths(&self, entries: &mut TwoBitSlices, cancel: &Cancel) -> Result<()> {
        self.level.write((self.depth() % 3) as u8, entries, self.layout, cancel)
    }
}

/// The most threads that a search uses.
pub const MOST_THREADS: usize = 256;

/// Below this number of states, threads cost more than they save.
const MIN_STATES_FOR_THREADS: u64 = 1 << 20;

impl Search<'_> {
    /// Works through the chunks of a level, on as many threads as are worth it.
    fn work(
        &self,
        expander: &Expander<'_>,
        view: &LevelView<'_>,
        mut groups: Vec<ChunkGroup<'_>>,
        cancel: &Cancel,
    ) -> Result<Fresh> {
        let few = self.space.states() < MIN_STATES_FOR_THREADS;
        let threads = if few { 1 } else { self.threads.clamp(1, MOST_THREADS) };
        let groups = Mutex::new(groups.iter_mut());
        let parts = threads::run(threads, || expander.work(view, &groups, cancel));
        let mut sum = Fresh { counts: vec![0; self.space.slots() * self.ranks()], listed: vec![] };
        for part in parts {
            let part = part?;
            sum.counts.iter_mut().zip(part.counts).for_each(|(sum, count)| *sum += count);
            sum.listed.extend(part.listed);
        }
        Ok(sum)
    }

    /// Searches everything that can be reached from the sources, and reports every level.
    pub fn run(
        &self,
        cancel: &Cancel,
        mut report: impl FnMut(&Progress<'_>) -> Result<()>,
    ) -> Result<Explored> {
        self.check()?;
        let expander = Expander::new(self)?;
        let mut run = SearchRun::new(self, cancel)?;
        let ended = loop {
            let level = run.complete_level(cancel, &mut report).and_then(|()| run.expand(&expander, cancel));
            if level.is_err() || run.is_over() {
                break level.and_then(|()| run.save(cancel));
            }
        };
        run.finish(ended, cancel)
    }
}

/// A search under way.
struct SearchRun<'a> {
    search: &'a Search<'a>,
    layout: SliceLayout,
    visited: VisitedStates,
    /// The last level, and the one before it if they share a plane.
    level: Plane,
    /// Where the next level goes if they do not.
    spare: Option<Plane>,
    /// By slot and rank: how many states the level has.
    fresh: Vec<u64>,
    by_slot: Vec<Vec<u64>>,
    by_rank: Vec<Vec<u64>>,
    /// The states of the level, if they are few and have been listed.
    listed: Option<Vec<u64>>,
    /// Whether they are few and have not been listed: only those of the last level are wanted in the end.
    unlisted: bool,
    pace: Pace,
    /// How many levels the checkpoint has.
    saved: usize,
}

impl<'a> SearchRun<'a> {
    fn new(search: &'a Search<'a>, cancel: &Cancel) -> Result<SearchRun<'a>> {
        let (slots, ranks) = (search.space.slots(), search.ranks());
        let rows: Vec<usize> = search.space.all_slots().map(|slot| search.stored_rows(slot)).collect();
        let layout = SliceLayout::new(search.space, ranks);
        let plane = || Plane::new(&rows, layout, !search.lean, cancel);
        // Before the first source there is nothing to search.
        let first = search.sources.iter().map(|source| source.offset).min().unwrap_or(0);
        let mut run = SearchRun {
            search,
            layout,
            visited: VisitedStates::new(&rows, layout, search.moves, cancel)?,
            level: plane()?,
            spare: (!search.is_two_coloured()).then(plane).transpose()?,
            fresh: vec![0; slots * ranks],
            by_slot: vec![vec![0; slots]; first],
            by_rank: vec![vec![0; ranks]; slots],
            listed: Some(vec![]),
            unlisted: false,
            pace: Pace::new(search.every, rows.iter().sum::<usize>() * layout.row_bytes),
            saved: 0,
        };
        let saved = search
            .checkpoint
            .map(|path| checkpoint::load(path, search, &mut run.visited, cancel))
            .transpose()?
            .flatten();
        if let Some(saved) = saved {
            (run.by_slot, run.listed) = (saved.by_slot, saved.listed);
            run.saved = run.by_slot.len();
            run.fresh = run.by_slot.pop().unwrap_or_default();
            run.level.fill_from(&run.visited, layout, cancel)?;
        }
        Ok(run)
    }

    /// Takes in the sources of the level, counts it, saves it now and then, and reports it.
    fn complete_level(
        &mut self,
        cancel: &Cancel,
        report: &mut impl FnMut(&Progress<'_>) -> Result<()>,
    ) -> Result<()> {
        self.take_in_sources();
        self.count();
        if self.pace.is_due() {
            if self.search.checkpoint.is_some() {
                self.list();
            }
            self.save(cancel)?;
        }
        let visited = self.by_slot.iter().flatten().sum();
        let in_level = |slot: Slot| self.is_in_level(slot, self.by_slot.len() - 1);
        let SearchRun { by_slot, layout, level, visited: VisitedStates { full, .. }, .. } = &*self;
        report(&Progress { by_slot, visited, layout: *layout, level, full, in_level: &in_level })
    }

    /// Writes the checkpoint, unless there is none or it has this level.
    fn save(&mut self, cancel: &Cancel) -> Result<()> {
        let Some(path) = self.search.checkpoint.filter(|_| self.saved < self.by_slot.len()) else {
            return Ok(());
        };
        let begun = Instant::now();
        let saved = Saved { by_slot: &self.by_slot, listed: self.listed.as_deref() };
        checkpoint::save(path, self.search, saved, &self.visited, cancel)?;
        self.saved = self.by_slot.len();
        self.pace.saved_since(begun);
        Ok(())
    }

    /// The colour of the slots that have the states of a depth, where levels and colours alternate.
    fn colour_at(&self, depth: usize) -> usize {
        let first = self.search.sources[0];
        (self.search.space.colour(first.state.blank) + first.offset + depth) % 2
    }

    /// Whether a slot can have states of a depth.
    fn is_in_level(&self, slot: Slot, depth: usize) -> bool {
        self.spare.is_some() || self.search.space.colour(slot) == self.colour_at(depth)
    }

    /// Adds the sources whose turn it is.
    fn take_in_sources(&mut self) {
        let (space, depth) = (self.search.space, self.by_slot.len());
        for source in self.search.sources.iter().filter(|source| source.offset == depth) {
            let at = self.search.address(source.state);
            if self.visited.insert(at, self.layout) {
                self.level.insert(at, source.rank, self.layout);
                if let Some(listed) = &mut self.listed {
                    listed.push(space.index(source.state));
                }
                match self.search.reflection {
                    Some(reflection) => {
                        let set = reflection.row(space, at.slot, at.row) / space.rows_per_set();
                        reflection.count(at.slot, set, 1, &mut self.fresh);
                    }
                    None => self.fresh[at.slot.index() * self.layout.ranks + source.rank] += 1,
                }
            }
        }
        self.list_images();
    }

    /// Lists the images of the states that are listed, where they are not stored.
    fn list_images(&mut self) {
        let Search { space, sources, reflection, .. } = *self.search;
        if let (Some(reflection), Some(listed)) = (reflection, &mut self.listed) {
            *listed = reflection.with_images(space, std::mem::take(listed), sources[0].state);
        }
    }

    /// Counts the states of the level.
    fn count(&mut self) {
        let fresh = self.fresh.chunks(self.layout.ranks);
        for (sums, fresh) in self.by_rank.iter_mut().zip(fresh.clone()) {
            sums.iter_mut().zip(fresh).for_each(|(sum, count)| *sum += count);
        }
        self.by_slot.push(fresh.map(|counts| counts.iter().sum()).collect());
    }

    /// Finds the next level.
    fn expand(&mut self, expander: &Expander<'_>, cancel: &Cancel) -> Result<()> {
        let (space, layout, depth) = (self.search.space, self.layout, self.by_slot.len());
        let room = memory::room(2 * layout.list_bytes(space), Purpose::Search)?;
        let into = self.colour_at(depth);
        let found = if let Some(next) = &mut self.spare {
            let groups = split_all(space, layout, next, &mut self.visited);
            drop(room);
            let found = self.search.work(expander, &self.level.view(), groups, cancel)?;
            std::mem::swap(&mut self.level, next);
            found
        } else {
            let (view, groups) = split_by_colour(space, layout, into, &mut self.level, &mut self.visited);
            drop(room);
            self.search.work(expander, &view, groups, cancel)?
        };
        self.fresh = found.counts;
        let count: u64 = self.fresh.iter().sum();
        if self.is_over() {
            // The states of the level before are the deepest.
            if let Some(before) = &mut self.spare {
                std::mem::swap(&mut self.level, before);
            }
            self.list();
        } else {
            let few = count <= MAX_LISTED as u64;
            self.unlisted = few && !self.search.lean;
            self.listed = (few && self.search.lean).then_some(found.listed);
        }
        Ok(())
    }

    /// Lists the states of the last level that has been counted, if they are few.
    fn list(&mut self) {
        if std::mem::take(&mut self.unlisted) {
            let in_level = |slot: Slot| self.is_in_level(slot, self.by_slot.len() - 1);
            self.listed = Some(self.level.list(self.search, in_level, self.layout));
            self.list_images();
        }
    }

    /// Whether nothing new was found and no source is left.
    fn is_over(&self) -> bool {
        let waiting =
            |source: &Source| !self.visited.contains(self.search.address(source.state), self.layout);
        self.fresh.iter().all(|&count| count == 0) && !self.search.sources.iter().any(waiting)
    }

    /// What was found, if the search ended well.
    fn finish(self, ended: Result<()>, cancel: &Cancel) -> Result<Explored> {
        ended?;
        let SearchRun { search, visited, by_slot, by_rank, mut listed, .. } = self;
        let moves = search.moves.then(|| visited.moves.packed(search.space, cancel)).transpose()?;
        if let Some(states) = &mut listed {
            states.sort_unstable();
        }
        Ok(Explored { layers: Layers::new(by_slot), deepest: listed, moves, by_rank })
    }
}
