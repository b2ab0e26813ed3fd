//! Depth tables: for every state of a space, its distance to the goal in slides, modulo 3, in two bits.
//!
//! A slide changes the distance by one or not at all. So where the distance of a state is known, two bits are
//! enough to know those of its neighbours. Where it is not known, one goes from neighbour to neighbour, each
//! time to one whose entry is one less, as far as the goal: the number of slides is the distance.

use crate::bfs::planes::TwoBitSlices;
use crate::bfs::{Metric, Search, Source};
use crate::index::space::{Space, State};
use crate::index::two_bit::TwoBitArray;
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::cancel::Cancel;
use crate::runtime::freeing;
use crate::runtime::threads;

/// Searches a space from one state and keeps all distances modulo 3, by the index of the space.
pub(crate) fn depths(space: &Space, goal: State, cancel: &Cancel) -> Result<TwoBitArray> {
    let sources = [Source::new(goal)];
    let search =
        Search { metric: Metric::Multi, threads: threads::available(), ..Search::new(space, &sources) };
    // Beside the search, two bits a state to write the depths to, and two for the packed table.
    let needed = search.memory() + space.states() / 2;
    freeing::require(needed, Purpose::Table, cancel)?;
    let mut entries = TwoBitSlices::new(space, cancel)?;
    search.run(cancel, |progress| progress.write_depths(&mut entries, cancel))?;
    entries.packed(space, cancel)
}

/// The states one slide away, each with the code of the direction and how many tiles slide.
pub(crate) fn slides(space: &Space, from: State) -> impl Iterator<Item = (State, u8, usize)> + '_ {
    (0..4).flat_map(move |code| {
        let steps = std::iter::successors(space.step(from, code), move |&at| space.step(at, code));
        steps.zip(1..).map(move |(at, tiles)| (at, code, tiles))
    })
}

/// A shortest path from a state to the goal: for each slide, the code of its direction and how many tiles
/// slide. Of equally short paths, the slide of the smallest code is taken, and then of the fewest tiles.
/// Nothing if the table is wrong.
pub(crate) fn path(
    space: &Space,
    entries: impl Fn(usize) -> u8,
    from: State,
    goal: State,
) -> Option<Vec<(u8, usize)>> {
    let entry = |at: State| entries(space.index(at) as usize);
    let mut path = vec![];
    let mut at = from;
    while at != goal && path.len() < MAX_SLIDES {
        let wanted = (entry(at) + 2) % 3;
        let (next, code, tiles) = slides(space, at).find(|&(next, ..)| entry(next) == wanted)?;
        path.push((code, tiles));
        at = next;
    }
    (at == goal).then_some(path)
}

/// No solution has more slides.
const MAX_SLIDES: usize = 100;
