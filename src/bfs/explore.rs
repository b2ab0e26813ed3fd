//! Answers a question: makes the space and its sources, checks the memory, runs the search and shows its
//! results as tiles.

use crate::bfs::layers::{Layers, LevelSize};
use crate::bfs::lists;
use crate::bfs::question::{Question, choose_lean};
use crate::bfs::residual::ResidualRecorder;
use crate::bfs::{MOST_THREADS, Metric, Search};
use crate::index::space::Space;
use crate::puzzle::error::{Error, ListsMisfit, Purpose, Result, SearchDefect};
use crate::runtime::cancel::Cancel;
use crate::runtime::{freeing, memory};
use std::path::PathBuf;
use std::time::Duration;

/// How states are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Levels as sets of bits, moved row by row: see [`crate::bfs`].
    Bits,
    /// Levels as lists of boards, as Karlemo and Östergård searched: see `lists.rs`.
    Lists,
}

impl Algorithm {
    /// Both of them.
    pub const ALL: [Algorithm; 2] = [Algorithm::Bits, Algorithm::Lists];

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Bits => "bits",
            Algorithm::Lists => "lists",
        }
    }

    /// The algorithm of this name.
    pub fn parse(name: &str) -> Option<Algorithm> {
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }
}

/// How to search.
#[derive(Clone, Debug)]
pub struct ExploreOptions {
    /// How states are kept.
    pub algorithm: Algorithm,
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
    mut report: impl FnMut(LevelSize) -> Result<()>,
) -> Result<Exploration> {
    let budget = question.budget(options.metric, options.memory, cancel)?;
    if options.algorithm == Algorithm::Lists {
        return explore_by_lists(question, options, budget, cancel, report);
    }
    let space = question.space(options.metric, budget)?;
    let sources = question.sources(&space)?;
    let mut reflection = question.reflection(&space, options.metric, cancel)?;
    let mut search = Search {
        metric: options.metric,
        threads: options.threads.min(MOST_THREADS),
        checkpoint: options.checkpoint.as_deref(),
        every: options.every,
        ..Search::new(&space, &sources)
    };
    search.check()?;
    // Residuals need every level, so such a search is not lean unless someone insists, which is an error.
    let wanted = options.lean.or(question.kept.as_ref().map(|_| false));
    let as_asked = Search { reflection: reflection.as_ref(), ..search };
    search.lean = choose_lean(&as_asked, wanted, question.kept.is_none(), budget)?;
    // Only now that there is room for them.
    if let Some(reflection) = &mut reflection {
        reflection.make_tables(&space, cancel)?;
    }
    search.reflection = reflection.as_ref();
    let mut recorder = recorder(question, &space, &search)?;
    let mut has_begun = false;
    let mut run = |search: &Search<'_>, has_begun: &mut bool| {
        search.run(cancel, |level| {
            *has_begun = true;
            recorder.as_mut().map_or(Ok(()), |recorder| recorder.record(level))?;
            report(level.size())
        })
    };
    let mut found = run(&search, &mut has_begun);
    // Where the address space is limited, threads take of it what seemed to be free.
    let can_be_lean = question.kept.is_none() && !search.lean && search.is_two_coloured();
    if can_be_lean && matches!(found, Err(Error::NoMemory { .. })) {
        freeing::wait(cancel)?;
        if wanted.is_none() && !has_begun {
            search.lean = true;
            found = run(&search, &mut has_begun);
        } else {
            found = found.map_err(|error| or_lean(error, &search, budget));
        }
    }
    let found = found?;
    let tiles = |index: u64| space.tiles(space.state(index, sources[0].state));
    let deepest = found.deepest.map(|states| states.into_iter().map(tiles).collect());
    Ok(Exploration {
        layers: found.layers,
        deepest: if reflection.is_some() && space.is_whole() {
            deepest.map(|states| renumbered(states, question, &space))
        } else {
            deepest
        },
        lean: search.lean,
        bytes: search.memory(),
        threads: search.threads,
        residual: recorder.map(ResidualRecorder::finish).transpose()?,
    })
}

/// The error of a search that is not lean and was refused memory. If a lean one would fit what is free now, it
/// says so.
fn or_lean(error: Error, search: &Search<'_>, budget: Option<u64>) -> Error {
    let lean = Search { lean: true, ..*search }.memory();
    let free = [memory::free(), budget].into_iter().flatten().min();
    match error {
        Error::NoMemory { needed, free: at_refusal, .. } if free.is_none_or(|free| lean <= free) => {
            Error::NoMemory { needed, free: at_refusal, purpose: Purpose::FullSearch }
        }
        _ => error,
    }
}

/// Answers a question as Karlemo and Östergård would.
fn explore_by_lists(
    question: &Question,
    options: &ExploreOptions,
    budget: Option<u64>,
    cancel: &Cancel,
    report: impl FnMut(LevelSize) -> Result<()>,
) -> Result<Exploration> {
    check_for_lists(question, options)?;
    let space = question.space(Metric::Single, None)?;
    let home = question.sources[0].0;
    let found = lists::search(question.grid, home, budget, cancel, report)?;
    Ok(Exploration {
        layers: found.layers,
        deepest: found.deepest.map(|boards| in_order(boards, &space)),
        lean: false,
        bytes: found.bytes,
        threads: 1,
        residual: None,
    })
}

/// Boards of a whole puzzle in the order of a space, so that every search lists them alike.
fn in_order(mut boards: Vec<Vec<usize>>, space: &Space) -> Vec<Vec<Option<usize>>> {
    boards.sort_unstable_by_key(|tiles| {
        let mut cells: Vec<usize> = (0..tiles.len()).collect();
        cells.sort_unstable_by_key(|&cell| tiles[cell]);
        space.index(space.locate(cells[0], &cells[1..]))
    });
    boards.into_iter().map(|tiles| tiles.into_iter().map(Some).collect()).collect()
}

/// States of a whole puzzle with their tiles numbered in the order of their homes, as everywhere else: a symmetric
/// search numbers them so that each group is its own image.
fn renumbered(
    states: Vec<Vec<Option<usize>>>,
    question: &Question,
    space: &Space,
) -> Vec<Vec<Option<usize>>> {
    let homes = question.numbered_homes(space, question.sources[0].0);
    let number = |home: &usize| 1 + homes.iter().filter(|other| *other < home).count();
    let numbers: Vec<usize> = std::iter::once(0).chain(homes.iter().map(number)).collect();
    let tiles = |state: Vec<Option<usize>>| state.into_iter().flatten().map(|tile| numbers[tile]).collect();
    in_order(states.into_iter().map(tiles).collect(), space)
}

/// Refuses what the search by lists does not do.
fn check_for_lists(question: &Question, options: &ExploreOptions) -> Result<()> {
    let misfits = [
        (question.homes.is_some() || !question.after.is_empty(), ListsMisfit::TilesAlike),
        (!question.removed.is_empty(), ListsMisfit::Removed),
        (question.kept.is_some(), ListsMisfit::Kept),
        (question.symmetric, ListsMisfit::Symmetric),
        (question.sources.len() != 1 || question.sources[0].1 != 0, ListsMisfit::Sources),
        (options.metric != Metric::Single, ListsMisfit::Multi),
        (options.lean == Some(true), ListsMisfit::Lean),
        (options.checkpoint.is_some(), ListsMisfit::Checkpoint),
    ];
    match misfits.into_iter().find(|&(found, _)| found) {
        Some((_, misfit)) => Err(SearchDefect::NotForLists(misfit).into()),
        None => Ok(()),
    }
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
    /// What the process has beside the search, if that begins now: what it holds, and what comes in addition.
    /// Nothing if the system does not tell what a process holds.
    pub beside: Option<u64>,
}

impl SearchSize {
    /// The most bytes that the whole process holds during a search of so many bytes that begins now.
    pub fn peak(&self, bytes: u64) -> Option<u64> {
        self.beside.map(|beside| beside.saturating_add(bytes))
    }
}

/// What the first search of a process takes beside its states: the code for it, which is read only now, the stacks
/// of threads, and the counts that are handed over. Most of it is code, so later searches take less.
const ADDED: u64 = 1 << 19;

/// For searches of more bytes than this, only the bits are counted, not the tables.
const MOST_BUILT: u64 = 1 << 36;

/// What a search would take, without running it.
pub fn size(question: &Question, metric: Metric) -> Result<SearchSize> {
    // Before the tables of the search are made here, which are counted with it.
    freeing::wait(&Cancel::new())?;
    let beside = memory::held().map(|held| held + ADDED);
    let space = match question.space(metric, Some(MOST_BUILT)) {
        // Too large to build even the tables of the search, which are small beside its bits.
        Err(Error::Memory(_)) => {
            let (bytes, lean_bytes) = question.least_memory(metric);
            return Ok(SearchSize { states: question.states(), bytes, lean_bytes, beside });
        }
        space => space?,
    };
    let sources = question.sources(&space)?;
    let reflection = question.reflection(&space, metric, &Cancel::new())?;
    let search = Search { metric, reflection: reflection.as_ref(), ..Search::new(&space, &sources) };
    search.check()?;
    let lean_bytes = search.is_two_coloured().then(|| Search { lean: true, ..search }.memory());
    Ok(SearchSize { states: space.states().into(), bytes: search.memory(), lean_bytes, beside })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bfs::Source;
    use crate::puzzle::error::Remedy;
    use crate::puzzle::grid::Grid;

    #[test]
    fn a_search_that_would_fit_if_it_were_lean_says_so() {
        let space = Space::whole(Grid::new(3, 3), &[]).unwrap();
        let sources = [Source::new(space.in_order(8))];
        let search = Search::new(&space, &sources);
        let lean = Search { lean: true, ..search }.memory();
        let refused = Error::NoMemory { needed: 5, free: Some(4), purpose: Purpose::Search };
        assert_eq!(or_lean(refused.clone(), &search, Some(lean)).remedies(), [Remedy::Lean]);
        assert_eq!(or_lean(refused.clone(), &search, Some(lean)).to_string(), refused.to_string());
        assert_eq!(or_lean(refused.clone(), &search, Some(lean - 1)), refused);
        assert_eq!(or_lean(Error::Cancelled, &search, Some(lean)), Error::Cancelled);
    }
}
