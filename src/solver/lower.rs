//! How many moves one board needs at least, proven by whatever proves most in the time that there is.
//!
//! Bounds that need only the board come first ([`crate::heuristics`]), then the pattern databases for up to 25
//! cells, then searches that raise the bound for as long as they may: with pattern databases, or on larger boards
//! with the Manhattan distance alone ([`crate::search::korf`]). A search that finds a solution has proven that
//! none is shorter, and the bound is the distance.

use crate::bfs::Metric;
use crate::heuristics::Lines;
use crate::heuristics::linear_conflict::{linear_conflict, manhattan};
use crate::heuristics::walking::WalkingDistance;
use crate::pdb::partitions;
use crate::pdb::registry::TableChoice;
use crate::puzzle::board::Board;
use crate::puzzle::error::{Error, Result};
use crate::puzzle::parity;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::search::anytime;
use crate::search::korf::{self, MAX_KORF_CELLS, MoveOrder};
use crate::slides::{self, MultiPlan};
use crate::solver::shortest::heuristic_for;
use crate::storage::note::Note;
use std::time::{Duration, Instant};

/// What proved a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// It was known before.
    Known,
    /// Every tile goes straight home.
    Manhattan,
    /// Tiles of one line leave it.
    LinearConflict,
    /// All tiles, by lines.
    WalkingDistance,
    /// Linear conflict in one direction, walking distance in the other.
    Both,
    /// Pattern databases.
    Patterns,
    /// A search.
    Search,
}

impl Proof {
    /// Words for it.
    pub const fn name(self) -> &'static str {
        match self {
            Proof::Known => "known",
            Proof::Manhattan => "manhattan",
            Proof::LinearConflict => "linear conflict",
            Proof::WalkingDistance => "walking distance",
            Proof::Both => "linear conflict and walking distance",
            Proof::Patterns => "pattern databases",
            Proof::Search => "search",
        }
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct LowerOptions {
    /// What counts as one move.
    pub metric: Metric,
    /// Which pattern databases are used.
    pub tables: TableChoice,
    /// How many threads may search.
    pub threads: usize,
    /// A bound that is known already, of the parity of all solutions.
    pub known: u64,
    /// A bound that is enough: once it is proven, no search goes on.
    pub enough: Option<u64>,
    /// How long to search, once the tables are there.
    pub timeout: Option<Duration>,
    /// How many bytes searches may take.
    pub memory: Option<u64>,
}

/// What was proven.
#[derive(Clone, Debug)]
pub struct LowerBound {
    /// No solution is shorter.
    pub bound: u64,
    /// Why.
    pub proof: Proof,
    /// Each bound that was looked at, in order, with its number: none of them needs a search of boards. A walking
    /// distance that was not found in time is not there; what was proven of it counts all the same.
    pub heuristics: Vec<(Proof, u64)>,
    /// Codes of the moves of a shortest solution, if one was found: then the bound is the distance.
    pub moves: Option<Vec<u8>>,
    /// Nodes that searches generated.
    pub nodes: u64,
    /// What happened to table files.
    pub notes: Vec<Note>,
}

impl LowerBound {
    /// Takes note of a bound.
    fn raise(&mut self, bound: u64, proof: Proof, budget: &Budget<'_>) {
        if bound > self.bound {
            (self.bound, self.proof) = (bound, proof);
        }
        budget.cancel.report_bound(u32::try_from(self.bound).unwrap_or(u32::MAX));
    }

    /// The same for one that needs no search.
    fn look(&mut self, bound: u64, proof: Proof, budget: &Budget<'_>) {
        self.heuristics.push((proof, bound));
        self.raise(bound, proof, budget);
    }
}

/// The best bound that the budget buys. A job that is cancelled gives what it has proven by then; so does one with a
/// time limit for which the system has no memory left.
pub fn lower(board: &Board, goal: &Board, options: &LowerOptions, cancel: &Cancel) -> Result<LowerBound> {
    let homes = board.homes(goal)?;
    parity::check_solvable(board, goal, &homes)?;
    let mut found = LowerBound {
        bound: options.known,
        proof: Proof::Known,
        heuristics: vec![],
        moves: None,
        nodes: 0,
        notes: vec![],
    };
    let task = Task { board, goal, homes, options, cancel };
    match task.run(&mut found) {
        Err(Error::Cancelled) => Ok(found),
        Err(Error::NoMemory { .. }) if options.timeout.is_some() && !found.heuristics.is_empty() => Ok(found),
        Err(Error::Memory(_))
            if options.timeout.is_some() && options.memory.is_none() && !found.heuristics.is_empty() =>
        {
            Ok(found)
        }
        ended => ended.map(|()| found),
    }
}

struct Task<'a> {
    board: &'a Board,
    goal: &'a Board,
    homes: Vec<u32>,
    options: &'a LowerOptions,
    cancel: &'a Cancel,
}

impl<'a> Task<'a> {
    /// The budget, whose time begins now.
    fn budget(&self) -> Budget<'a> {
        let deadline = self.options.timeout.and_then(|time| Instant::now().checked_add(time));
        Budget { deadline, memory: self.options.memory, ..Budget::unlimited(self.cancel) }
    }

    fn enough(&self) -> u64 {
        self.options.enough.unwrap_or(u64::MAX)
    }

    /// Whether no search is needed any more.
    fn has_enough(&self, found: &LowerBound) -> bool {
        found.bound >= self.enough()
    }

    fn run(&self, found: &mut LowerBound) -> Result<()> {
        let (grid, homes, blank) = (self.board.grid(), &self.homes[..], self.board.blank());
        let budget = self.budget();
        let count = |lines: Lines| match self.options.metric {
            Metric::Single => lines.total(),
            Metric::Multi => lines.slides(grid),
        };
        found.look(count(manhattan(grid, homes, blank)), Proof::Manhattan, &budget);
        let conflict = linear_conflict(grid, homes, blank);
        found.look(count(conflict), Proof::LinearConflict, &budget);
        let walks = WalkingDistance::new(grid, self.goal.blank(), self.cancel)?.of(homes, blank, &budget)?;
        found.nodes += walks.iter().map(|walk| walk.nodes).sum::<u64>();
        let note = if walks.iter().all(|walk| walk.is_exact) { LowerBound::look } else { LowerBound::raise };
        let walked = Lines::from(walks);
        note(found, count(walked), Proof::WalkingDistance, &budget);
        note(found, count(walked.max(conflict)), Proof::Both, &budget);
        self.cancel.check()?;
        match self.options.metric {
            Metric::Multi if slides::check_size(grid).is_ok() => self.slide(found),
            Metric::Multi => Ok(()),
            Metric::Single if partitions::has_tables(grid.standard()) => self.search(found, &budget),
            Metric::Single if grid.cells() <= MAX_KORF_CELLS => self.search_plainly(found, &budget),
            Metric::Single => Ok(()),
        }
    }

    /// With pattern databases. The clock stands still while they are made.
    fn search(&self, found: &mut LowerBound, budget: &Budget<'_>) -> Result<()> {
        let begun = Instant::now();
        let (frame, loaded, notes) = heuristic_for(self.goal, self.options.tables, self.cancel)?;
        anytime::prepare(frame.grid(), self.cancel)?;
        let deadline = budget.deadline.map(|deadline| deadline + begun.elapsed());
        let budget = Budget { deadline, ..*budget };
        found.notes = notes;
        let tiles = frame.standard(&self.homes);
        let sum = |values: Vec<u8>| values.into_iter().map(u64::from).sum();
        let sums = loaded.heuristic.values(&tiles)?.into_iter().map(sum);
        found.look(sums.max().unwrap_or(0), Proof::Patterns, &budget);
        if self.has_enough(found) {
            return Ok(());
        }
        let floor = found.bound as u32;
        let enough = self.options.enough.map(|bound| u32::try_from(bound).unwrap_or(u32::MAX));
        let threads = self.options.threads;
        let ended = anytime::raise_bound(&loaded.heuristic, &tiles, floor, enough, threads, &budget)?;
        found.nodes += ended.nodes;
        found.raise(ended.bound.into(), Proof::Search, &budget);
        if let Some(mut moves) = ended.path {
            frame.restore(&mut moves);
            found.moves = Some(moves);
        }
        Ok(())
    }

    /// With the Manhattan distance alone.
    fn search_plainly(&self, found: &mut LowerBound, budget: &Budget<'_>) -> Result<()> {
        if self.has_enough(found) {
            return Ok(());
        }
        match korf::search_up_to(self.board, self.goal, MoveOrder::PUBLISHED, self.enough(), *budget) {
            Ok(ended) => {
                found.nodes += ended.nodes;
                found.raise(ended.lower_bound, Proof::Search, budget);
                found.moves = ended.moves.map(|moves| moves.into_iter().map(|step| step.code()).collect());
                Ok(())
            }
            Err(error) => {
                // It has reported what it had proven.
                let bound = self.cancel.news().bound.unwrap_or(0);
                found.raise(bound, Proof::Search, budget);
                Err(error)
            }
        }
    }

    /// The fewest slides, from a table or by a search.
    fn slide(&self, found: &mut LowerBound) -> Result<()> {
        if self.has_enough(found) {
            return Ok(());
        }
        let plan = MultiPlan::new(self.goal, self.cancel)?;
        found.notes.extend_from_slice(plan.notes());
        let budget = self.budget();
        let ended = plan.solve_up_to(self.board, self.enough(), budget)?;
        found.nodes += ended.nodes;
        found.raise(ended.lower_bound as u64, Proof::Search, &budget);
        found.moves = ended.moves;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::grid::Grid;

    const NOW: LowerOptions = LowerOptions {
        metric: Metric::Single,
        tables: TableChoice::Small,
        threads: 1,
        known: 0,
        enough: None,
        timeout: Some(Duration::ZERO),
        memory: None,
    };

    fn turned(side: usize) -> (Board, Board) {
        let grid = Grid::new(side, side);
        let tiles = (0..grid.cells() as u32).map(|cell| (grid.cells() as u32 - cell) % grid.cells() as u32);
        (Board::trusted(grid, tiles.collect()), Board::standard(grid))
    }

    #[test]
    fn the_24_puzzle_turned_upside_down_takes_140_moves() {
        let (board, goal) = turned(5);
        assert_eq!(board.manhattan(&goal), Ok(112));
        let homes = board.homes(&goal).unwrap();
        let cancel = Cancel::new();
        let walking = WalkingDistance::new(goal.grid(), goal.blank(), &cancel).unwrap();
        let walks = walking.of(&homes, board.blank(), &Budget::unlimited(&cancel)).unwrap();
        assert!(walks.iter().all(|walk| walk.is_exact && walk.moves == 70));
    }

    #[test]
    fn a_job_without_time_or_cancelled_has_a_bound() {
        let (board, goal) = turned(4);
        let cancel = Cancel::new();
        let at_once = lower(&board, &goal, &NOW, &cancel).unwrap();
        assert_eq!((at_once.bound, at_once.proof), (70, Proof::WalkingDistance));
        cancel.cancel();
        let stopped = lower(&board, &goal, &NOW, &cancel);
        assert!(stopped.unwrap().bound >= 58);
    }

    #[test]
    fn a_walking_distance_is_shown_if_it_is_finished() {
        let cancel = Cancel::new();
        let names = |side, timeout| {
            let (board, goal) = turned(side);
            let options = LowerOptions { timeout, enough: Some(0), ..NOW };
            let found = lower(&board, &goal, &options, &cancel).unwrap();
            found.heuristics.into_iter().map(|(proof, _)| proof).collect::<Vec<_>>()
        };
        assert!(!names(6, NOW.timeout).contains(&Proof::WalkingDistance));
        assert!(names(4, NOW.timeout).contains(&Proof::WalkingDistance), "it is looked up");
        assert!(names(5, None).contains(&Proof::WalkingDistance));
        // States of 20 by 20 do not fit, whatever the time.
        assert_eq!(names(20, None), [Proof::Manhattan, Proof::LinearConflict]);
    }

    #[test]
    fn enough_is_enough() {
        let (board, goal) = turned(4);
        let cancel = Cancel::new();
        for (metric, enough) in [(Metric::Single, 72), (Metric::Multi, 29)] {
            let options = LowerOptions { metric, enough: Some(enough), timeout: None, ..NOW };
            let found = lower(&board, &goal, &options, &cancel).unwrap();
            assert_eq!((found.bound, found.moves), (enough, None));
        }
        let (large, goal) = turned(6);
        let options = LowerOptions { enough: Some(232), timeout: Some(Duration::ZERO), ..NOW };
        assert!(lower(&large, &goal, &options, &cancel).unwrap().bound < 232);
    }
}
