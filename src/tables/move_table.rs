//! Move tables: for every state of a space, the next move on a shortest path to a goal, in two bits.
//!
//! They are made by one breadth-first search from the goals outwards: a state found by a move is left by its
//! reverse. Following the table takes one look-up and one step on the index for each move, O(1).
//!
//! Where several moves begin a shortest path, there is still a choice. Every goal has a *value*: what is
//! expected to follow if the path ends there. The move chosen leads to the goal of the smallest value, and
//! among such moves it is the one with the smallest code; so the table is the same however it is made.

use crate::bfs::layers::Layers;
use crate::bfs::{Search, Source};
use crate::index::space::{Slot, Space, State};
use crate::index::steps::{MAX_STEP_CELLS, Steps};
use crate::index::two_bit::TwoBitArray;
use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;

/// In place of an index: no goal has the blank in this cell.
const NONE: u32 = u32::MAX;

/// A state to reach, and what is expected to follow from there.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The state.
    pub state: State,
    /// What is expected to follow, in any unit.
    pub value: u64,
}

/// A space with its move table.
pub struct MoveTable {
    steps: Steps,
    moves: TwoBitArray,
    layers: Layers,
    goal: State,
    /// By cell of the blank: the index of the state at which to stop.
    stops: [u32; MAX_STEP_CELLS],
    /// By cell of the blank: the sum of the values of the goals that its states lead to.
    values: Vec<u64>,
}

impl MoveTable {
    /// Searches the space from the goals.
    pub fn new(space: &Space, goals: &[Goal], cancel: &Cancel) -> Result<MoveTable> {
        let mut values: Vec<u64> = goals.iter().map(|goal| goal.value).collect();
        values.sort_unstable();
        values.dedup();
        let rank = |goal: &Goal| values.binary_search(&goal.value).expect("listed above");
        let sources: Vec<Source> =
            goals.iter().map(|goal| Source { rank: rank(goal), ..Source::new(goal.state) }).collect();
        let mut stops = [NONE; MAX_STEP_CELLS];
        for goal in goals {
            let stop = &mut stops[goal.state.blank.index()];
            assert_eq!(*stop, NONE, "one goal at most for each cell of the blank");
            *stop = space.index(goal.state) as u32;
        }
        let search = Search { moves: true, ..Search::new(space, &sources) };
        let found = search.run(cancel, |_| Ok(()))?;
        let sum = |counts: &Vec<u64>| counts.iter().zip(&values).map(|(count, value)| count * value).sum();
        let values = found.by_rank.iter().map(sum).collect();
        let moves = found.moves.expect("asked for");
        Ok(MoveTable {
            steps: Steps::new(space)?,
            moves,
            layers: found.layers,
            goal: goals[0].state,
            stops,
            values,
        })
    }

    /// Makes paths end at this state as well, though the search did not start there.
    pub(crate) fn stop_at(&mut self, state: State) {
        self.stops[state.blank.index()] = self.steps.index(state) as u32;
    }

    /// The moves on its index.
    pub fn steps(&self) -> &Steps {
        &self.steps
    }

    /// The first of the goals.
    pub fn goal(&self) -> State {
        self.goal
    }

    /// The packed moves, two bits a state by the index of the space.
    pub fn to_bytes(&self, cancel: &Cancel) -> Result<Vec<u8>> {
        self.moves.to_bytes(cancel)
    }

    /// How many bytes the packed moves take.
    pub fn bytes(&self) -> u64 {
        self.moves.size()
    }

    /// How many states are at each distance.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// What is expected of a random state with the blank in this cell, as a sum over all such states:
    /// `weight` times the distance, plus the value of the goal that the table leads to.
    pub fn expected(&self, cell: usize, weight: u64) -> u64 {
        weight * self.layers.total(Slot(cell as u32)) + self.values[cell]
    }

    /// Code of the next move from this state, or nothing at a goal.
    #[inline]
    pub fn next(&self, at: State) -> Option<u8> {
        self.next_at(at, self.steps.index(at))
    }

    /// [`MoveTable::next`] for a state whose index is known.
    #[inline(always)]
    pub(crate) fn next_at(&self, at: State, index: usize) -> Option<u8> {
        (index as u32 != self.stops[at.blank.index() % MAX_STEP_CELLS]).then(|| self.moves.get(index))
    }

    /// Codes of the moves from this state to a goal.
    pub fn path(&self, at: State) -> Vec<u8> {
        if self.steps.is_whole() { self.path_in::<true>(at) } else { self.path_in::<false>(at) }
    }

    /// The same where it is known beforehand whether the space is whole.
    fn path_in<const WHOLE: bool>(&self, mut at: State) -> Vec<u8> {
        let mut path = Vec::new();
        loop {
            let ahead = self.steps.look_ahead(at);
            let Some(code) = self.next_at(at, self.steps.index_in::<WHOLE>(at)) else { return path };
            path.push(code);
            at = self.steps.step_after::<WHOLE>(at, code, ahead);
        }
    }
}
