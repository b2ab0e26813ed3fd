//! What to search: a space, where to start, what counts as a move, and how much to keep in memory.

use crate::bfs::reflection::Reflection;
use crate::index::space::{Address, Slot, Space, State};
use crate::puzzle::error::{Error, Quantity, Result, SearchDefect};
use std::path::Path;
use std::time::Duration;

/// What counts as one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// One tile slid by one cell.
    Single,
    /// Any number of tiles slid along a straight line.
    Multi,
}

impl Metric {
    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Single => "single",
            Metric::Multi => "multi",
        }
    }

    /// The metric of this name.
    pub fn parse(name: &str) -> Option<Metric> {
        [Metric::Single, Metric::Multi].into_iter().find(|metric| metric.name() == name)
    }
}

/// The most windows that the blank can cross on a straight line.
pub(crate) const MAX_HOPS: usize = 8;

/// The most states of a level that a lean search lists. If there are no more and no level follows, they are
/// the deepest states.
pub(crate) const MAX_LISTED: usize = 10_000;

/// Where a search starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// The state.
    pub state: State,
    /// Its depth.
    pub offset: usize,
    /// Among sources that are equally near, the one of the smallest rank is preferred. Below 8, and only for
    /// searches for moves.
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
    /// If the search is its own mirror image: store one of two states.
    pub reflection: Option<&'a Reflection>,
    /// Keep one bit a state instead of two.
    pub lean: bool,
    /// Find the move that leads back from every state. Single-tile moves only.
    pub moves: bool,
    /// How many threads to use.
    pub threads: usize,
    /// A file to continue from if it exists, and to update after levels.
    pub checkpoint: Option<&'a Path>,
    /// How much time passes before the file is updated again; by default, ten times what that takes.
    pub every: Option<Duration>,
}

/// The largest offset of a source.
pub const MAX_OFFSET: usize = 10_000;

impl<'a> Search<'a> {
    /// A search from some sources: single-tile moves, one thread, two bits a state.
    pub fn new(space: &'a Space, sources: &'a [Source]) -> Search<'a> {
        Search {
            space,
            sources,
            metric: Metric::Single,
            reflection: None,
            lean: false,
            moves: false,
            threads: 1,
            checkpoint: None,
            every: None,
        }
    }

    /// Whether the blank of all states of a level stands on cells of one colour.
    pub fn is_two_coloured(&self) -> bool {
        let colour = |source: &Source| (self.space.colour(source.state.blank) + source.offset) % 2;
        let first = self.sources.first().map(colour);
        self.metric == Metric::Single && self.sources.iter().all(|source| Some(colour(source)) == first)
    }

    /// How many ranks the sources have.
    pub(crate) fn ranks(&self) -> usize {
        self.sources.iter().map(|source| source.rank + 1).max().unwrap_or(1)
    }

    /// How many rows of a slice are stored.
    pub(crate) fn stored_rows(&self, slot: Slot) -> usize {
        let sets = match self.reflection {
            Some(reflection) => reflection.stored_sets(slot),
            None => self.space.sets().len(),
        };
        sets * self.space.rows_per_set()
    }

    /// Where the bit of a state is: the number of its row is that among the stored ones.
    pub(crate) fn address(&self, at: State) -> Address {
        match self.reflection {
            Some(reflection) => reflection.address(self.space, at),
            None => self.space.address(at),
        }
    }

    /// Refuses a search that makes no sense.
    pub fn check(&self) -> Result<()> {
        let Some(first) = self.sources.first() else { return Err(SearchDefect::NoSource.into()) };
        if self.sources.iter().any(|source| !self.space.same_parity(source.state, first.state)) {
            return Err(SearchDefect::SourcesApart.into());
        }
        if let Some(source) = self.sources.iter().find(|source| source.offset > MAX_OFFSET) {
            let (quantity, most) = (Quantity::SourceDepth, Some(MAX_OFFSET as u64));
            return Err(Error::OutOfRange {
                quantity,
                least: 0,
                most,
                got: source.offset.to_string().into(),
            });
        }
        if self.metric == Metric::Multi && self.space.grid().rows > MAX_HOPS + 1 {
            return Err(SearchDefect::Rows { most: MAX_HOPS + 1, got: self.space.grid() }.into());
        }
        if self.lean && !self.is_two_coloured() {
            return Err(SearchDefect::NotTwoColoured.into());
        }
        assert!(!self.moves || !self.lean && self.metric == Metric::Single && self.checkpoint.is_none());
        assert!(self.reflection.is_none() || !self.moves);
        assert!(self.ranks() == 1 || self.moves && self.ranks() <= 8);
        Ok(())
    }
}

/// About how many bytes the tables of a space, and those made to expand its levels, take.
pub(crate) fn table_bytes(search: &Search<'_>) -> u64 {
    let space = search.space;
    let shifts = space.shifts_a().len() + 3 * space.shifts_b().len();
    let rotations = (space.tiles_a() + 1) << space.widest_window();
    let tables = 9 * space.sets().len() + 2 * shifts * space.row_bits() + 4 * space.slots() * 8 * rotations;
    let far_rows = if search.moves { 4 * 4 * space.slots() * space.slice_rows() } else { 0 };
    (tables + far_rows) as u64
}

/// Bytes of a row: at least a word.
pub(crate) fn row_bytes(space: &Space) -> usize {
    space.row_bits().div_ceil(8).max(8)
}
