//! Shortest solutions of boards that no full table covers, and the best that a budget buys.
//!
//! Two numbers close in on the length of a shortest solution: the shortest solution found so far, and a bound that is
//! proven, up to which there is none. It ends when they meet; or, if someone is content with `weight` times the shortest,
//! when the one is at most that many times the other; or when the budget is used up. In the end both are told.
//!
//! 1. With a weight or a budget, a narrow beam gives a first solution within a millisecond ([`crate::search::beam`]).
//! 2. [`crate::search::astar`] raises the bound, layer by layer, and up to 16 cells mostly finds the goal.
//! 3. If it runs out of room: wider and wider beams if there is a weight or a budget, for half of it (on larger boards
//!    before step 2, which will hardly find the goal there);
//! 4. and [`crate::search::ida`] raises the bound further, on several threads if asked to.

use crate::pdb::heuristic::{Heuristic, Key, MOST, Node};
use crate::puzzle::error::Result;
use crate::runtime::budget::Limits;
use crate::runtime::cancel::Cancel;
use crate::search::astar::{self, Ended};
use crate::search::beam;
use crate::search::ida;
use std::time::Instant;

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// At most so many times the length of a shortest solution: 1 or more.
    pub weight: f64,
    /// Threads for a board that is hard.
    pub threads: usize,
    /// The width of the beam, for quick solutions; nothing for that of the size.
    pub width: Option<usize>,
    /// Quick solutions that have no fewer moves than this are of no use: another is known.
    pub fewer: Option<usize>,
}

impl Default for Wish {
    fn default() -> Wish {
        Wish { weight: 1.0, threads: 1, width: None, fewer: None }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Codes of the moves of the shortest solution found, if one was.
    pub way: Option<Vec<u8>>,
    /// No solution is shorter.
    pub bound: u32,
    /// Nodes made on the way.
    pub nodes: u64,
}

/// Boards of up to 16 cells are kept in 64 bytes, larger ones in 96.
pub const SMALL: usize = 16;
/// The most patterns of both lookups, on small boards and on larger ones.
pub const SMALL_PATTERNS: usize = 6;
/// See [`SMALL_PATTERNS`].
pub const LARGE_PATTERNS: usize = MOST;
/// How many boards [`best_first`] may keep: about 200 MB.
const ROOM: usize = 2 << 20;
/// Longer than any solution of a board of up to 25 cells that is worth having.
const LONGEST: usize = 1000;
/// Solutions of 16 cells that are longer are looked at again.
const LONG: usize = 76;
/// The width of the first beam.
const NARROW: usize = 32;
/// Wider beams keep to the budget from the first one on.
const WIDE: usize = 1000;
/// The widest beam: some hundred megabytes.
const WIDEST: usize = 1 << 15;

/// Solves a standard board that has a solution.
pub fn solve(
    estimate: &Heuristic,
    tiles: &[u8],
    wish: &Wish,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Found> {
    if estimate.grid().cells() <= SMALL {
        Job::<u64, SMALL_PATTERNS>::new(estimate, tiles, wish, limits, cancel).run()
    } else {
        Job::<u128, LARGE_PATTERNS>::new(estimate, tiles, wish, limits, cancel).run()
    }
}

/// A short solution by a beam, or by wider and wider ones if there is a budget.
pub fn quick(
    estimate: &Heuristic,
    tiles: &[u8],
    wish: &Wish,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Found> {
    if estimate.grid().cells() <= SMALL {
        Job::<u64, SMALL_PATTERNS>::new(estimate, tiles, wish, limits, cancel).quick()
    } else {
        Job::<u128, LARGE_PATTERNS>::new(estimate, tiles, wish, limits, cancel).quick()
    }
}

/// A beam of the width that gives short solutions quickly.
fn usual_width(estimate: &Heuristic) -> usize {
    if estimate.grid().cells() <= SMALL { 10 } else { 200 }
}

/// A board being solved.
struct Job<'a, K, const P: usize> {
    estimate: &'a Heuristic,
    start: Node<K, P>,
    wish: &'a Wish,
    limits: &'a Limits,
    cancel: &'a Cancel,
    found: Found,
}

impl<'a, K: Key, const P: usize> Job<'a, K, P> {
    fn new(
        estimate: &'a Heuristic,
        tiles: &[u8],
        wish: &'a Wish,
        limits: &'a Limits,
        cancel: &'a Cancel,
    ) -> Self {
        assert!(estimate.patterns() <= P, "there is room for every pattern");
        let start: Node<K, P> = estimate.start(tiles);
        let found = Found { way: None, bound: start.expected().into(), nodes: 0 };
        Job { estimate, start, wish, limits, cancel, found }
    }

    fn run(mut self) -> Result<Found> {
        let in_a_hurry = self.wish.weight > 1.0 || self.limits.exist();
        if in_a_hurry {
            self.beam(self.first_width(), &Limits::default())?;
        }
        // Larger boards are seldom solved outright.
        let unlikely = self.estimate.grid().cells() > SMALL;
        if in_a_hurry && unlikely && !self.is_done() {
            self.widen(&self.half())?;
        }
        if self.is_done() {
            return Ok(self.found);
        }
        let mut search = astar::Search::new(self.estimate, ROOM * 64 / size_of::<Node<K, P>>());
        let limits = self.limits.less(self.found.nodes);
        let ended = search.run(self.start, self.enough(), &limits, self.cancel)?;
        self.found.nodes += search.made;
        drop(search);
        self.ended(ended);
        if in_a_hurry && !unlikely && !self.is_done() {
            self.widen(&self.half())?;
        }
        if !self.is_done() {
            let aim = ida::Aim {
                bound: self.found.bound,
                enough: self.enough(),
                threads: self.wish.threads,
                limits: self.limits,
                made: self.found.nodes,
            };
            let (ended, nodes) = ida::search(self.estimate, self.start, &aim, self.cancel)?;
            self.found.nodes = nodes;
            self.ended(ended);
        }
        Ok(self.found)
    }

    fn quick(mut self) -> Result<Found> {
        let width = self.wish.width.unwrap_or_else(|| usual_width(self.estimate));
        // A narrow beam is over before anyone could look at a clock.
        let limits = if width > WIDE { *self.limits } else { Limits::default() };
        self.beam(width, &limits)?;
        if self.wish.width.is_none() {
            self.mend(4 * width)?;
        }
        if self.limits.exist() {
            self.widen(&self.limits.clone())?;
        }
        Ok(self.found)
    }

    /// Looks again, with wider beams, if the solution is longer than nearly all are: a narrow beam loses its way on the
    /// hardest boards.
    fn mend(&mut self, mut width: usize) -> Result<()> {
        let length = |job: &Job<'a, K, P>| job.found.way.as_ref().map(Vec::len).or(job.wish.fewer);
        while self.estimate.grid().cells() <= SMALL && width < WIDE && length(self) > Some(LONG) {
            self.beam(width, &Limits::default())?;
            width *= 4;
        }
        Ok(())
    }

    /// Takes in what a search found: a solution that is as short as any, or a bound.
    fn ended(&mut self, ended: Ended) {
        match ended {
            Ended::Solved(way) => {
                self.found.bound = way.len() as u32;
                self.found.way = Some(way);
            }
            Ended::Bound(bound) => self.found.bound = bound,
        }
    }

    /// The bound from which on the solution in hand is good enough.
    fn enough(&self) -> u32 {
        match &self.found.way {
            // A bound that is a little too large does no harm: it is compared in `is_done`, exactly.
            Some(way) => (way.len() as f64 / self.wish.weight).ceil() as u32,
            None => u32::MAX,
        }
    }

    /// Whether the solution in hand is as good as was wished, or the budget is used up.
    fn is_done(&self) -> bool {
        let good = |way: &Vec<u8>| way.len() as f64 <= self.wish.weight * f64::from(self.found.bound);
        self.found.way.as_ref().is_some_and(good) || self.limits.are_up(self.found.nodes)
    }

    /// Looks for a shorter solution with a beam.
    fn beam(&mut self, width: usize, limits: &Limits) -> Result<()> {
        let most = self.found.way.as_ref().map_or(self.wish.fewer.unwrap_or(LONGEST), Vec::len);
        let limits = limits.less(self.found.nodes);
        let found = beam::beam(self.estimate, self.start, width, most, &limits, self.cancel)?;
        self.found.nodes += found.made;
        if found.way.is_some() {
            self.found.way = found.way;
        }
        Ok(())
    }

    /// Looks for shorter solutions with wider and wider beams.
    fn widen(&mut self, limits: &Limits) -> Result<()> {
        let mut width = 2 * self.first_width();
        while width <= WIDEST && !self.is_done() && !limits.are_up(self.found.nodes) {
            self.beam(width, limits)?;
            width *= 2;
        }
        Ok(())
    }

    /// How wide the first beam is.
    fn first_width(&self) -> usize {
        self.wish.width.map_or(usual_width(self.estimate).max(NARROW), |width| width.min(WIDE))
    }

    /// Half of the budget that is left.
    fn half(&self) -> Limits {
        let now = Instant::now();
        Limits {
            deadline: self.limits.deadline.map(|deadline| now + deadline.saturating_duration_since(now) / 2),
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_add(self.found.nodes) / 2),
        }
    }
}
