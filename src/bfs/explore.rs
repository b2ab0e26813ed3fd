//! Answers a question: makes the space and its sources, checks the memory, runs the search and shows its
//! results as tiles.

use crate::bfs::layers::Layers;
use crate::bfs::question::{Question, choose_lean};
use crate::bfs::residual::ResidualRecorder;
use crate::bfs::{MOST_THREADS, Metric, Progress, Search};
use crate::index::space::Space;
use crate::puzzle::error::{Error, Result, SearchDefect};
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use std::path::PathBuf;
use std::time::Duration;

/// How to search.
#[derive(Clone, Debug)]
pub struct ExploreOptions {
    /// What counts as one move.
    pub metric: Metric,
    /// Whether to keep one bit a state instead of two; by default, only where nothing else fits.
    pub lean: Option<bool>,
    /// How many threads to use, at most [`MOST_THREADS`].
    pub threads: usize,
    /// How many bytes the search may take; by default, as many as are free.
    pub memory: Option<u64>,
    /// A file to continue from if it exists, and to update after levels and at the end.
    pub checkpoint: Option<PathBuf>,
    /// How much time passes before the file is updated again; by default, ten times what that takes.
    pub every: Option<Duration>,
}

/// The answer to a question.
pub struct Exploration {
    /// How many states are at each depth.
    pub layers: Layers,
    /// The deepest states, unless there are many: what stands in each slot, 0 for the blank, nothing for
    /// tiles that are alike.
    pub deepest: Option<Vec<Vec<Option<usize>>>>,
    /// Whether the search was lean.
    pub lean: bool,
    /// The bytes it took.
    pub bytes: u64,
    /// The threads it used.
    pub threads: usize,
    /// The depths of a [`crate::bfs::residual::Residual`], if the question asks for one.
    pub residual: Option<Vec<u8>>,
}

/// Answers a question, and reports every level.
pub fn explore(
    question: &Question,
    options: &ExploreOptions,
    cancel: &Cancel,
    mut report: impl FnMut(&Progress<'_>) -> Result<()>,
) -> Result<Exploration> {
    let budget = options.memory.or_else(memory::free);
    let space = question.space(options.metric, budget)?;
    let sources = question.sources(&space)?;
    let mut search = Search {
        metric: options.metric,
        threads: options.threads.min(MOST_THREADS),
        checkpoint: options.checkpoint.as_deref(),
        every: options.every,
        ..Search::new(&space, &sources)
    };
    search.check()?;
    search.lean = choose_lean(&search, options.lean, budget)?;
    let mut recorder = recorder(question, &space, &search)?;
    let found = search.run(cancel, |level| {
        recorder.as_mut().map_or(Ok(()), |recorder| recorder.record(level))?;
        report(level)
    })?;
    let tiles = |index: u64| space.tiles(space.state(index, sources[0].state));
    Ok(Exploration {
        layers: found.layers,
        deepest: found.deepest.map(|states| states.into_iter().map(tiles).collect()),
        lean: search.lean,
        bytes: search.memory(),
        threads: search.threads,
        residual: recorder.map(ResidualRecorder::finish),
    })
}

/// Makes the residual of a search, if the question asks for one.
fn recorder<'a>(
    question: &Question,
    space: &'a Space,
    search: &Search<'_>,
) -> Result<Option<ResidualRecorder<'a>>> {
    let Some(kept) = &question.kept else { return Ok(None) };
    let recorder = ResidualRecorder::new(space, &question.removed, kept.len())?;
    if search.lean || search.checkpoint.is_some() {
        return Err(SearchDefect::KeptNeedsLevels.into());
    }
    Ok(Some(recorder))
}

/// What a search would take.
pub struct SearchSize {
    /// How many states it has at most.
    pub states: u128,
    /// The bytes it needs.
    pub bytes: u64,
    /// The bytes it needs if it is lean, where it can be.
    pub lean_bytes: Option<u64>,
}

/// For searches of more bytes than this, only the bits are counted, not the tables.
const MOST_BUILT: u64 = 1 << 36;

/// What a search would take, without running it.
pub fn size(question: &Question, metric: Metric) -> Result<SearchSize> {
    let space = match question.space(metric, Some(MOST_BUILT)) {
        // Too large to build even the tables of the search, which are small beside its bits.
        Err(Error::Memory(_)) => {
            let (bytes, lean_bytes) = question.least_memory(metric);
            return Ok(SearchSize { states: question.states(), bytes, lean_bytes });
        }
        space => space?,
    };
    let sources = question.sources(&space)?;
    let search = Search { metric, ..Search::new(&space, &sources) };
    search.check()?;
    let lean_bytes = search.is_two_coloured().then(|| Search { lean: true, ..search }.memory());
    Ok(SearchSize { states: space.states().into(), bytes: search.memory(), lean_bytes })
}
