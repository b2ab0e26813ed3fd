//! Shortest solutions of boards that no full table covers, or the best that a budget buys: an anytime
//! search.
//!
//! Two numbers close in on the length of a shortest solution: that of the shortest solution found so far, and
//! a proven lower bound. The search ends when they meet; or, if a solution of `weight` times the shortest
//! length will do, when the first is at most that many times the second; or when the budget is spent. Both
//! numbers are returned.
//!
//! 1. With a weight or a budget, a narrow beam gives a first solution within a millisecond
//!    ([`crate::search::beam`]), if the budget has as many nodes. If not, the caller has to find one without a
//!    search.
//! 2. [`crate::search::astar`] raises the bound, layer by layer, and on up to 16 cells mostly finds the goal.
//! 3. If it runs out of room, and there is a weight or a budget: wider and wider beams, for half of what is
//!    left of the budget. (On larger boards this comes before step 2, which will hardly find the goal there.)
//! 4. [`crate::search::ida`] raises the bound further, on several threads if asked to.
//!
//! On 5×5, [`crate::search::ida_in_turn`] takes the place of steps 2 and 4.
//!
//! A search that is cancelled has its two numbers, too ([`best`]). If it was in no hurry, and so has no
//! solution in hand, it makes one with a narrow beam: for whoever stops it, and for whoever watches a search
//! that takes long. The search itself does not use it, so its answers and costs stay the same.

use crate::pdb::heuristic::{Heuristic, MAX_PATTERNS, Node};
use crate::pdb::key::Key;
use crate::puzzle::error::{Error, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::runtime::freeing::FreeingHere;
use crate::search::astar::{AStar, Ended};
use crate::search::beam;
use crate::search::duplicates::Duplicates;
use crate::search::frontier::Frontier;
use crate::search::ida::{self, IdaOptions, SearchFrom};
use crate::search::ida_in_turn;

/// What kind of solution is wanted, and how to search for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchOptions {
    /// A solution is good enough if it is at most so many times as long as a shortest one. At least 1.
    pub weight: f64,
    /// Threads for a board that turns out to be hard.
    pub threads: usize,
    /// The width of the beam, for quick solutions; by default it depends on the size.
    pub width: Option<usize>,
    /// Only solutions of fewer moves are of use, since one of so many is known.
    pub fewer: Option<usize>,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions { weight: 1.0, threads: 1, width: None, fewer: None }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnytimeOutcome {
    /// Codes of the moves of the shortest solution found, if any.
    pub path: Option<Vec<u8>>,
    /// No solution is shorter.
    pub bound: u32,
    /// Nodes generated.
    pub nodes: u64,
}

/// Boards of up to 16 cells have nodes of 72 bytes, larger ones of 128.
pub const SMALL: usize = 16;
/// The most patterns of both lookups on small boards.
pub const SMALL_PATTERNS: usize = 6;
/// The most patterns of both lookups on larger boards.
pub const LARGE_PATTERNS: usize = MAX_PATTERNS;
/// Boards whose solutions are too long for A\*, and for remembering boards. (On narrow boards there are far more ways
/// to the same board.)
const DEEP: Grid = Grid::new(5, 5);
/// From so many bytes of databases on, a search may take as much again.
const LARGE_TABLES: u64 = 100 << 20;
/// How many nodes A\* may keep for small boards: 20 MB with small tables, 250 MB with large ones, which is enough for
/// the boards that take 80 moves. Its table of boards would be twice as large for a few more.
const SMALL_ROOM: [usize; 2] = [500_000, 4_000_000];
/// The same for larger boards: 100 MB.
const LARGE_ROOM: usize = 3 << 19;
/// Entries of the transposition tables of IDA\*, as a power of two.
const TABLE_BITS: [u32; 2] = [18, 22];
/// Longer than any solution of a board of up to 25 cells that is worth having.
const LONGEST: usize = 1000;
/// If a quick solution of a board of up to 16 cells is longer, wider beams search again.
const LONG: usize = 76;
/// The width of the first beam.
const NARROW: usize = 32;
/// Wider beams take more than a few milliseconds.
pub const WIDE: usize = 1000;
/// The widest beam: some hundred megabytes.
const WIDEST: usize = 1 << 15;

/// Makes what a search needs beside a heuristic, so that no clock runs while it is made.
pub fn prepare(grid: Grid, cancel: &Cancel) -> Result<()> {
    if grid == DEEP { Duplicates::of(grid, cancel).map(drop) } else { Ok(()) }
}

/// Searches for a shortest solution of a solvable standard board, or for as short a one as options and budget
/// allow.
pub fn solve(
    heuristic: &Heuristic,
    tiles: &[u8],
    options: &SearchOptions,
    budget: &Budget<'_>,
) -> Result<AnytimeOutcome> {
    let found = best(heuristic, tiles, options, budget)?;
    budget.check()?;
    Ok(found)
}

/// The same; a search that is cancelled gives what it has found and proven by then.
pub fn best(
    heuristic: &Heuristic,
    tiles: &[u8],
    options: &SearchOptions,
    budget: &Budget<'_>,
) -> Result<AnytimeOutcome> {
    let _here = budget.memory.map(|_| FreeingHere::new());
    if heuristic.grid().cells() <= SMALL {
        AnytimeSearch::<u64, SMALL_PATTERNS>::new(heuristic, tiles, options, budget)?.run()
    } else {
        AnytimeSearch::<u128, LARGE_PATTERNS>::new(heuristic, tiles, options, budget)?.run()
    }
}

/// A short solution by one beam, or by wider and wider ones if there is a budget. One that is cancelled gives
/// what it has found by then.
pub fn quick(
    heuristic: &Heuristic,
    tiles: &[u8],
    options: &SearchOptions,
    budget: &Budget<'_>,
) -> Result<AnytimeOutcome> {
    let _here = budget.memory.map(|_| FreeingHere::new());
    if heuristic.grid().cells() <= SMALL {
        AnytimeSearch::<u64, SMALL_PATTERNS>::new(heuristic, tiles, options, budget)?.quick()
    } else {
        AnytimeSearch::<u128, LARGE_PATTERNS>::new(heuristic, tiles, options, budget)?.quick()
    }
}

/// At most how many bytes [`best`] takes without a limit on memory, for boards of so many cells and databases of so
/// many bytes; `in_a_hurry` with a weight or a budget. A\* may still be giving its memory back while IDA\* fills its
/// table.
pub fn most_bytes(cells: usize, table_bytes: u64, in_a_hurry: bool) -> u64 {
    let Room { nodes, table_bits } = Room::new(cells, table_bytes);
    let (astar, ida) = if cells == DEEP.cells() {
        (0, ida_in_turn::most_bytes())
    } else if cells <= SMALL {
        (AStar::<u64, SMALL_PATTERNS>::most_bytes(nodes), ida::most_bytes::<u64>(table_bits))
    } else {
        (AStar::<u128, LARGE_PATTERNS>::most_bytes(nodes), ida::most_bytes::<u128>(table_bits))
    };
    astar + ida + if in_a_hurry { beam_bytes(cells, WIDEST) } else { 0 }
}

/// At most how many bytes [`quick`] takes without a limit on memory.
pub fn most_bytes_quick(cells: usize, width: Option<usize>, is_limited: bool) -> u64 {
    beam_bytes(cells, if is_limited { WIDEST } else { width.unwrap_or(WIDE) })
}

fn beam_bytes(cells: usize, width: usize) -> u64 {
    if cells <= SMALL {
        beam::most_bytes::<u64, SMALL_PATTERNS>(width, LONGEST)
    } else {
        beam::most_bytes::<u128, LARGE_PATTERNS>(width, LONGEST)
    }
}

/// How much a search may keep. It follows from the tables, so that the same call gives the same answer on every
/// machine.
#[derive(Clone, Copy)]
struct Room {
    /// Nodes of A\*.
    nodes: usize,
    /// Entries of the transposition tables of IDA\*, as a power of two.
    table_bits: u32,
}

impl Room {
    fn new(cells: usize, table_bytes: u64) -> Room {
        let has_large = usize::from(table_bytes >= LARGE_TABLES);
        match cells <= SMALL {
            true => Room { nodes: SMALL_ROOM[has_large], table_bits: TABLE_BITS[has_large] },
            false => Room { nodes: LARGE_ROOM, table_bits: TABLE_BITS[1] },
        }
    }
}

/// Proves a bound: the same searches for a shortest solution, and no time is spent on other solutions. No solution
/// is shorter than `floor`, a number of the parity of all solutions that is known from elsewhere. The search ends
/// once the bound is `enough`. One that is cancelled gives what it has proven by then.
pub fn raise_bound(
    heuristic: &Heuristic,
    tiles: &[u8],
    floor: u32,
    enough: Option<u32>,
    threads: usize,
    budget: &Budget<'_>,
) -> Result<AnytimeOutcome> {
    // Longer solutions are of no use, as if one of that length were known.
    let fewer = enough.map(|bound| bound as usize);
    let options = SearchOptions { threads, fewer, ..SearchOptions::default() };
    if heuristic.grid().cells() <= SMALL {
        AnytimeSearch::<u64, SMALL_PATTERNS>::new(heuristic, tiles, &options, budget)?.raise_bound(floor)
    } else {
        AnytimeSearch::<u128, LARGE_PATTERNS>::new(heuristic, tiles, &options, budget)?.raise_bound(floor)
    }
}

/// The width of a beam that gives short solutions quickly.
fn usual_width(heuristic: &Heuristic) -> usize {
    if heuristic.grid().cells() <= SMALL { 10 } else { 200 }
}

/// A board being solved.
struct AnytimeSearch<'a, K: Key, const P: usize> {
    heuristic: &'a Heuristic,
    start: Node<K, P>,
    room: Room,
    options: &'a SearchOptions,
    budget: &'a Budget<'a>,
    found: AnytimeOutcome,
    /// What A\* has left.
    frontier: Option<Frontier<K, P>>,
    /// A solution that the search does not use: it is there for people who watch or stop it.
    shown: Option<Vec<u8>>,
    /// Whether a beam took more memory than there is.
    is_too_wide: bool,
}

impl<'a, K: Key, const P: usize> AnytimeSearch<'a, K, P> {
    fn new(
        heuristic: &'a Heuristic,
        tiles: &[u8],
        options: &'a SearchOptions,
        budget: &'a Budget<'a>,
    ) -> Result<Self> {
        assert!(heuristic.patterns() <= P, "there is room for every pattern");
        let start: Node<K, P> = heuristic.start(tiles)?;
        let found = AnytimeOutcome { path: None, bound: start.h().into(), nodes: 0 };
        budget.cancel.report_bound(found.bound);
        let room = Room::new(heuristic.grid().cells(), heuristic.bytes());
        Ok(AnytimeSearch {
            heuristic,
            start,
            room,
            options,
            budget,
            found,
            frontier: None,
            shown: None,
            is_too_wide: false,
        })
    }

    /// The steps of the head of this file. If they are cancelled, what there is by then.
    fn run(mut self) -> Result<AnytimeOutcome> {
        match self.take_steps() {
            Err(Error::Cancelled) => self.have_a_solution()?,
            // With a limit, what is found depends on what there is anyway.
            Err(Error::NoMemory { .. }) if self.budget.is_limited() && self.found.path.is_some() => {}
            ended => ended?,
        }
        let AnytimeSearch { mut found, shown, .. } = self;
        found.path = found.path.or(shown);
        Ok(found)
    }

    fn take_steps(&mut self) -> Result<()> {
        let in_a_hurry = self.options.weight > 1.0 || self.budget.is_limited();
        if in_a_hurry {
            self.beam(self.affordable(self.first_width()), self.budget)?;
        }
        // Larger boards are seldom solved outright.
        let is_large = self.heuristic.grid().cells() > SMALL;
        if in_a_hurry && is_large && !self.is_done() {
            self.widen(&self.half())?;
        }
        if self.is_done() {
            return Ok(());
        }
        if !self.is_deep() {
            self.astar()?;
        }
        if in_a_hurry && !is_large && !self.is_done() {
            self.widen(&self.half())?;
        }
        if !self.is_done() {
            self.have_a_solution()?;
            self.ida()?;
        }
        Ok(())
    }

    fn raise_bound(mut self, floor: u32) -> Result<AnytimeOutcome> {
        self.found.bound = self.found.bound.max(floor);
        match self.take_steps_from(floor) {
            Err(Error::Cancelled) => {}
            Err(Error::NoMemory { .. }) if self.budget.is_limited() => {}
            ended => ended?,
        }
        Ok(self.found)
    }

    fn take_steps_from(&mut self, floor: u32) -> Result<()> {
        // A* has no use for a bound that it has not proven itself, and hardly solves larger boards.
        if self.heuristic.grid().cells() <= SMALL {
            let ended = self.astar();
            self.found.bound = self.found.bound.max(floor);
            ended?;
        }
        if !self.is_done() {
            self.ida()?;
        }
        Ok(())
    }

    fn quick(mut self) -> Result<AnytimeOutcome> {
        match self.take_quick_steps() {
            Err(Error::Cancelled) => {}
            ended => ended?,
        }
        Ok(self.found)
    }

    fn take_quick_steps(&mut self) -> Result<()> {
        let width = self.options.width.unwrap_or_else(|| self.affordable(usual_width(self.heuristic)));
        self.beam(width, self.budget)?;
        if self.options.width.is_none() {
            self.retry_long(4 * width)?;
        }
        if self.budget.is_limited() {
            self.widen(self.budget)?;
        }
        Ok(())
    }

    /// Makes a solution for people to see, if there is none: by a narrow beam, in a few milliseconds.
    fn have_a_solution(&mut self) -> Result<()> {
        if self.length().is_none() && self.shown.is_none() {
            let calm = Cancel::new();
            let budget = Budget { memory: self.budget.memory, ..Budget::unlimited(&calm) };
            // Not as wide as somebody may have asked for: nobody could stop it.
            let width = usual_width(self.heuristic).max(NARROW);
            self.shown = beam::beam(self.heuristic, self.start, width, LONGEST, &budget)?.path;
            self.shown.iter().for_each(|path| self.budget.cancel.report_best(path.len()));
        }
        Ok(())
    }

    /// Searches again, with wider beams, if the solution is unusually long: a narrow beam loses its way on
    /// the hardest boards.
    fn retry_long(&mut self, mut width: usize) -> Result<()> {
        while self.heuristic.grid().cells() <= SMALL && width < WIDE && self.length() > Some(LONG) {
            self.beam(width, self.budget)?;
            width *= 4;
        }
        Ok(())
    }

    /// Searches for a shortest solution by A\*.
    fn astar(&mut self) -> Result<()> {
        let mut search = AStar::new(self.heuristic, self.room.nodes)?;
        let ended = search.run(self.start, self.enough(), &self.budget.after(self.found.nodes))?;
        self.found.nodes += search.generated;
        // A limit on memory leaves nothing to keep it in.
        if let (Ended::Bound(bound), None) = (&ended, self.budget.memory) {
            self.frontier = search.into_frontier(*bound);
        }
        self.record(ended);
        self.budget.check()
    }

    /// Searches for a shortest solution by IDA\*.
    fn ida(&mut self) -> Result<()> {
        let options = IdaOptions {
            bound: self.found.bound,
            enough: self.enough(),
            threads: self.options.threads,
            generated: self.found.nodes,
        };
        let (ended, nodes) = if self.is_deep() {
            let cells = self.heuristic.grid().cells() as u8;
            let tiles: Vec<u8> = (0..cells).map(|cell| self.start.key.tile(cell)).collect();
            ida_in_turn::search(self.heuristic, &tiles, &options, self.budget)?
        } else {
            let from = self.frontier.as_ref().map_or(SearchFrom::Start(self.start), SearchFrom::Frontier);
            ida::search(self.heuristic, from, self.room.table_bits, &options, self.budget)?
        };
        self.found.nodes = nodes;
        self.record(ended);
        self.budget.check()
    }

    /// Whether solutions are so long that boards that were met before are not worth remembering.
    fn is_deep(&self) -> bool {
        self.heuristic.grid() == DEEP
    }

    /// Records what a search found: a shortest solution, or a bound.
    fn record(&mut self, ended: Ended) {
        match ended {
            Ended::Solved(path) => {
                self.found.bound = path.len() as u32;
                self.found.path = Some(path);
            }
            Ended::Bound(bound) => self.found.bound = bound,
        }
    }

    /// The length of the shortest solution in hand, found here or known before.
    fn length(&self) -> Option<usize> {
        self.found.path.as_ref().map(Vec::len).or(self.options.fewer)
    }

    /// Once the bound is at least this, the solution in hand is good enough.
    fn enough(&self) -> u32 {
        // If rounding makes it a little too large, that does no harm: `is_done` compares exactly.
        self.length().map_or(u32::MAX, |length| (length as f64 / self.options.weight).ceil() as u32)
    }

    /// Whether the solution in hand is good enough, or the budget is spent.
    fn is_done(&self) -> bool {
        let is_good = |length| length as f64 <= self.options.weight * f64::from(self.found.bound);
        self.length().is_some_and(is_good) || self.budget.is_spent(self.found.nodes)
    }

    /// Searches for a shorter solution with a beam.
    fn beam(&mut self, width: usize, budget: &Budget<'_>) -> Result<()> {
        let most = self.length().unwrap_or(LONGEST);
        let found = beam::beam(self.heuristic, self.start, width, most, &budget.after(self.found.nodes))?;
        self.found.nodes += found.generated;
        self.is_too_wide |= found.is_too_wide;
        if let Some(path) = found.path {
            self.budget.cancel.report_best(path.len());
            self.found.path = Some(path);
        }
        Ok(())
    }

    /// Searches for shorter solutions with wider and wider beams.
    fn widen(&mut self, budget: &Budget<'_>) -> Result<()> {
        let mut width = 2 * self.first_width();
        while width <= WIDEST && !self.is_too_wide && !self.is_done() && !budget.is_spent(self.found.nodes) {
            self.beam(width, budget)?;
            width *= 2;
        }
        Ok(())
    }

    /// How wide the first beam is.
    fn first_width(&self) -> usize {
        self.options.width.map_or(usual_width(self.heuristic).max(NARROW), |width| width.min(WIDE))
    }

    /// This width, or a smaller one for which the budget has enough nodes: a beam of width 1 generates about
    /// three nodes a move, and needs up to half as many moves again as the heuristic says.
    fn affordable(&self, width: usize) -> usize {
        let nodes = 5 * u64::from(self.start.h()).max(1);
        let most = self.budget.nodes_left(self.found.nodes) / nodes;
        width.min(most.max(1) as usize)
    }

    /// Half of the budget that is left.
    fn half(&self) -> Budget<'a> {
        self.budget.half(self.found.nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdb::registry::{self, TableChoice};
    use crate::puzzle::grid::Grid;

    /// Even the solution that is made for whoever stops a search has to fit.
    #[test]
    fn a_limit_on_memory_holds_for_what_is_shown() {
        let (calm, cancel) = (Cancel::new(), Cancel::new());
        let (known, _) = registry::heuristic(Grid::new(4, 4), 15, TableChoice::Small, &calm).unwrap();
        let tiles = [15, 14, 8, 12, 2, 11, 9, 13, 10, 6, 5, 1, 3, 7, 4, 0];
        cancel.cancel();
        for (memory, is_shown) in [(1 << 20, true), (1, false)] {
            let budget = Budget { memory: Some(memory), ..Budget::unlimited(&cancel) };
            let options = SearchOptions { width: Some(1 << 16), ..SearchOptions::default() };
            let found = best(&known.heuristic, &tiles, &options, &budget).unwrap();
            assert_eq!(found.path.is_some(), is_shown, "{memory} bytes");
        }
    }
}
