//! The rules of an [`crate::arena`]: what a move is worth, and what comes after an episode.
//!
//! With a base reward `r`, a discount γ and a height h, a step from s to s' is worth `r + h(s) - γ·h(s')`:
//! shaping by the potential -h, which does not change which policies are best (Ng, Harada and Russell 1999).

use crate::tables::distances::Distances;
use std::sync::Arc;

/// What a move is worth before shaping.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// Minus one for every move.
    Step,
    /// One for reaching the goal, nothing for other moves.
    Goal,
}

/// How the height of a board is measured.
#[derive(Clone)]
pub enum Height {
    /// It is always 0: no shaping.
    Flat,
    /// The sum of the steps of all tiles to their homes.
    Manhattan,
    /// The moves of a shortest solution.
    Exact(Arc<Distances>),
}

/// What happens to a board whose episode is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Renewal {
    /// The next step begins a new episode, whatever the action.
    NextStep,
    /// The same step does; the board that ended the episode is kept in [`crate::arena::Arena::finals`].
    SameStep,
    /// Nothing: the caller resets it.
    Never,
}

/// How an arena plays.
#[derive(Clone)]
pub struct Rules {
    /// What a move is worth.
    pub base: Base,
    /// What shapes it.
    pub height: Height,
    /// The discount γ of shaping.
    pub discount: f64,
    /// The most moves of an episode.
    pub max_steps: u32,
    /// What comes after an episode.
    pub renewal: Renewal,
}

impl Rules {
    /// The reward of a step between boards of these heights.
    #[inline(always)]
    pub(crate) fn worth(&self, solved: bool, before: u32, after: u32) -> f64 {
        let base = match self.base {
            Base::Step => -1.0,
            Base::Goal => f64::from(u8::from(solved)),
        };
        base + f64::from(before) - self.discount * f64::from(after)
    }
}
