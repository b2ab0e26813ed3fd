//! Distances in slides for every state of a space, two bits each: the distance modulo 3.
//!
//! Whatever slide is made, the distance grows by one, shrinks by one or stays. So where the distance of a state is
//! known, those of its neighbours follow from two bits; and where it is not, one goes from neighbour to neighbour whose
//! entry is one less, until the goal is reached, and counts.

use crate::bfs::planes::Notes;
use crate::bfs::{Metric, Search, Source};
use crate::index::space::{Space, State};
use crate::index::two_bit::Pairs;
use crate::puzzle::error::{Error, MemoryNeed, Purpose, Result};
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use crate::runtime::threads;

/// Searches a space from one state and keeps all distances modulo 3, by the index of the space.
pub(crate) fn depths(space: &Space, goal: State, cancel: &Cancel) -> Result<Pairs> {
    let sources = [Source::new(goal)];
    let search =
        Search { metric: Metric::Multi, threads: threads::available(), ..Search::new(space, &sources) };
    // Two bits a state to note depths in, and two packed.
    let needed = search.memory() + space.states() / 2;
    if let Some(budget) = memory::free().filter(|&free| free < needed) {
        return Err(Error::Memory(MemoryNeed { needed, lean: None, budget, purpose: Purpose::Table }));
    }
    let mut notes = Notes::new(space, cancel)?;
    search.run(cancel, |progress| progress.note_depths(&mut notes, cancel))?;
    Ok(notes.packed(space))
}

/// A distance, from that of a state a slide away and the entry of this one.
#[inline(always)]
pub(crate) fn near(distance: u8, entry: u8) -> u8 {
    // One more, one less, or the same.
    match (entry + 3 - distance % 3) % 3 {
        0 => distance,
        1 => distance + 1,
        _ => distance - 1,
    }
}

/// The states one slide away, each with the code of the way and how many tiles slide.
pub(crate) fn slides(space: &Space, from: State) -> impl Iterator<Item = (State, u8, usize)> + '_ {
    (0..4).flat_map(move |code| {
        let steps = std::iter::successors(space.step(from, code), move |&at| space.step(at, code));
        steps.zip(1..).map(move |(at, tiles)| (at, code, tiles))
    })
}

/// A shortest way from a state to the goal: codes of ways and how many tiles slide. Among equals, the smallest code and
/// then the fewest tiles. Nothing if the table is not sound.
pub(crate) fn way(
    space: &Space,
    entries: impl Fn(usize) -> u8,
    from: State,
    goal: State,
) -> Option<Vec<(u8, usize)>> {
    let entry = |at: State| entries(space.index(at) as usize);
    let mut way = vec![];
    let mut at = from;
    while at != goal && way.len() < LONGEST {
        let wanted = (entry(at) + 2) % 3;
        let (next, code, tiles) = slides(space, at).find(|&(next, ..)| entry(next) == wanted)?;
        way.push((code, tiles));
        at = next;
    }
    (at == goal).then_some(way)
}

/// More slides than any solution has.
const LONGEST: usize = 100;
