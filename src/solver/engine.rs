//! An algorithm with the tables that it needs.
//!
//! Choosing an [`Algorithm`] makes nothing; its [`Engine`] has the tables and serves any number of boards.
//! Engines are kept, so that solving for several goals in turn does not make their tables again each time.

use crate::anysize::peel::{self, Peeled};
use crate::anysize::routes::Routes;
use crate::bfs::Metric;
use crate::heuristics::Lines;
use crate::heuristics::walking::WalkingDistance;
use crate::improve;
use crate::pdb::heuristic::Heuristic;
use crate::pdb::partitions::Tier;
use crate::pdb::regions;
use crate::pdb::registry::{Loaded, TableChoice};
use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::{Error, Result};
use crate::puzzle::grid::Grid;
use crate::puzzle::path::Path;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::runtime::fork::briefly;
use crate::schofield::solving::TwistSolver;
use crate::search::anytime::{self, SearchOptions};
use crate::search::near_goal::NearGoal;
use crate::slides::{self, MultiAnswer, MultiPlan};
use crate::solver::algorithm::Algorithm;
use crate::solver::greedy;
use crate::solver::made_by::{MadeBy, TableKind, TablesUsed};
use crate::solver::method::Method;
use crate::solver::shortest::{ShortestPaths, heuristic_for};
use crate::solver::solution::Solution;
use crate::staged;
use crate::staged::any_goal::StagedPlan;
use crate::storage::note::Note;
use crate::tables::in_memory::{self, TableWalker};
use crate::tables::on_disk::{self, PackedTable};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much later than asked the first solution of a large board may be there: boards that the greedy algorithm
/// solves in a moment have one, however short the time.
const GRACE: Duration = Duration::from_millis(30);

/// An algorithm with its tables, for one goal.
pub(super) struct Engine {
    goal: Board,
    tables: Tables,
    made_by: MadeBy,
    /// What happened to table files, until it has been reported.
    notes: Mutex<Vec<Note>>,
}

enum Tables {
    Memory(TableWalker),
    Disk(Canonical, Arc<PackedTable>),
    Search(Canonical, Arc<Heuristic>),
    Straightest(Canonical, Arc<Heuristic>),
    Beam(BeamTables),
    Stages(StagedPlan),
    Peel,
    PeelAndImprove,
    Greedy(Routes),
    /// The engine solves boards on which the search for the fewest slides gives up.
    Slides(MultiPlan, Option<Arc<Engine>>),
    Twists(TwistSolver),
}

/// What a beam search needs.
struct BeamTables {
    frame: Canonical,
    heuristic: Arc<Heuristic>,
    /// Up to 16 cells: where the search ends.
    near: Option<Arc<NearGoal>>,
    /// On 4×4, the stages give a first solution.
    stages: Option<StagedPlan>,
}

impl BeamTables {
    /// How many bytes they take.
    fn bytes(&self) -> u64 {
        let near = self.near.as_ref().map_or(0, |_| NearGoal::BYTES);
        let stages = self.stages.as_ref().map_or(0, |_| StagedPlan::bytes());
        self.heuristic.bytes() + near + stages
    }
}

/// A board to be solved, and what may be spent on it.
pub(super) struct BoardTask<'a> {
    pub(super) board: &'a Board,
    /// The homes of its tiles in the goal.
    pub(super) homes: &'a [u32],
    pub(super) options: SearchOptions,
    pub(super) budget: Budget<'a>,
    /// The time that the budget had in the beginning, for an error to tell.
    pub(super) allowed: Option<Duration>,
}

impl Engine {
    /// Makes the tables, if they are not there yet.
    fn new(algorithm: Algorithm, goal: &Board, choice: TableChoice, cancel: &Cancel) -> Result<Engine> {
        let mut notes = vec![];
        let mut used: Option<TablesUsed> = None;
        let mut heuristic = || {
            let (frame, loaded, about_files) = heuristic_for(goal, choice, cancel)?;
            let Loaded { heuristic, tier, checksum } = loaded;
            notes.extend(about_files);
            let kind = match tier {
                Tier::Small => TableKind::SmallPatterns,
                Tier::Large => TableKind::LargePatterns,
            };
            used = Some(TablesUsed { kind, checksum });
            Ok::<_, Error>((frame, heuristic))
        };
        let tables = match algorithm {
            Algorithm::Table => {
                in_memory::prepare(goal, cancel)?;
                Tables::Memory(TableWalker::new(goal)?)
            }
            Algorithm::DiskTable => {
                let frame = Canonical::new(goal);
                let (table, about_files) = on_disk::table(frame.grid(), frame.home(), cancel)?;
                notes.extend(about_files);
                used = Some(TablesUsed { kind: TableKind::Moves, checksum: table.checksum() });
                Tables::Disk(frame, table)
            }
            Algorithm::Search => {
                let (frame, heuristic) = heuristic()?;
                anytime::prepare(frame.grid(), cancel)?;
                Tables::Search(frame, heuristic)
            }
            Algorithm::Straightest => {
                heuristic().map(|(frame, heuristic)| Tables::Straightest(frame, heuristic))?
            }
            Algorithm::Beam => {
                let (frame, heuristic) = heuristic()?;
                let has_stages = goal.grid() == Grid::new(4, 4);
                if has_stages {
                    staged::prepare(cancel)?;
                } else {
                    peel::prepare(goal.grid(), goal.blank(), cancel)?;
                }
                let stages = has_stages.then(|| StagedPlan::new(goal)).transpose()?;
                let near = NearGoal::get(frame.grid(), frame.home(), cancel)?;
                Tables::Beam(BeamTables { frame, heuristic, near, stages })
            }
            Algorithm::Stages => {
                staged::prepare(cancel)?;
                Tables::Stages(StagedPlan::new(goal)?)
            }
            Algorithm::Peel => Tables::Peel,
            Algorithm::PeelAndImprove => {
                peel::prepare(goal.grid(), goal.blank(), cancel)?;
                Tables::PeelAndImprove
            }
            Algorithm::Greedy(routes) => Tables::Greedy(routes),
            Algorithm::Slides { may_give_up } => {
                let plan = MultiPlan::new(goal, cancel)?;
                notes.extend_from_slice(plan.notes());
                let small = || Engine::get(Algorithm::Search, goal, TableChoice::Small, cancel);
                let other = may_give_up.then(small).transpose()?;
                let of_slides = |checksum| TablesUsed { kind: TableKind::Slides, checksum };
                let patterns = other.as_ref().and_then(|engine| engine.made_by.tables);
                used = plan.checksum().map(of_slides).or(patterns);
                notes.extend(other.iter().flat_map(|engine| engine.take_notes()));
                if other.is_none() && !slides::has_table(goal.grid()) {
                    // A search that is stopped gives what is known without it, and must not make tables first.
                    peel::prepare(goal.grid(), goal.blank(), cancel)?;
                }
                Tables::Slides(plan, other)
            }
            Algorithm::Twists => {
                in_memory::prepare(goal, cancel)?;
                Tables::Twists(TwistSolver::new(goal)?)
            }
        };
        let made_by = MadeBy { algorithm: algorithm.name(), tables: used };
        Ok(Engine { goal: goal.clone(), tables, made_by, notes: Mutex::new(notes) })
    }

    /// Whether it looks into a table that was read from a file.
    pub(super) fn reads_files(&self) -> bool {
        self.uses(TableKind::LargePatterns) || matches!(self.tables, Tables::Disk(..))
    }

    /// Whether it looks into tables of this kind.
    fn uses(&self, kind: TableKind) -> bool {
        self.made_by.tables.is_some_and(|tables| tables.kind == kind)
    }

    /// What its solutions are made by.
    pub(super) fn made_by(&self) -> MadeBy {
        self.made_by
    }

    /// The notes that have not been reported yet.
    pub(super) fn take_notes(&self) -> Vec<Note> {
        briefly(|| std::mem::take(&mut *self.notes.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// The stages, if boards are solved by them: a batch solves many boards side by side.
    pub(super) fn stages(&self) -> Option<&StagedPlan> {
        match &self.tables {
            Tables::Stages(plan) => Some(plan),
            _ => None,
        }
    }

    /// How many bytes its tables take.
    pub(super) fn memory(&self) -> u64 {
        match &self.tables {
            Tables::Memory(walker) => walker.bytes(),
            Tables::Twists(twists) => twists.bytes(),
            Tables::Disk(_, table) => table.bytes(),
            Tables::Search(_, heuristic) | Tables::Straightest(_, heuristic) => heuristic.bytes(),
            Tables::Beam(tables) => tables.bytes(),
            Tables::Stages(_) => StagedPlan::bytes(),
            Tables::Slides(plan, other) => plan.bytes() + other.as_ref().map_or(0, |engine| engine.memory()),
            Tables::Peel | Tables::PeelAndImprove | Tables::Greedy(_) => 0,
        }
    }

    /// Solves a solvable board, without replaying the moves. A search that is cancelled gives the best that it
    /// has found by then; it is an error if there is nothing.
    pub(super) fn best(&self, task: &BoardTask<'_>) -> Result<Solution> {
        let homes = task.homes;
        match &self.tables {
            Tables::Memory(walker) => Ok(Solution::optimal(walker.solve(homes))),
            Tables::Disk(frame, table) => {
                let mut moves = table.solve(&frame.standard(homes));
                frame.restore(&mut moves);
                Ok(Solution::optimal(moves))
            }
            Tables::Search(frame, heuristic) => self.search(frame, heuristic, task),
            Tables::Straightest(frame, heuristic) => {
                let paths = ShortestPaths::new(frame.clone(), heuristic.clone(), homes, task.budget.cancel)?;
                Ok(Solution::optimal(paths.straightest(task.budget.cancel)?))
            }
            Tables::Beam(tables) => self.beam(tables, task),
            Tables::Stages(plan) => Ok(Solution::new(Method::Combined, plan.solve(homes))),
            Tables::Peel => self.peel(task),
            Tables::PeelAndImprove => self.peel_and_improve(task),
            Tables::Greedy(routes) => self.greedy(*routes, task, None),
            Tables::Slides(plan, other) => self.slide(plan, other.as_deref(), task),
            Tables::Twists(twists) => {
                Ok(Solution { optimal: true, ..Solution::new(Method::Twists, twists.solve(task.board)) })
            }
        }
    }

    /// A search for a shortest solution, or the best that the budget buys.
    fn search(&self, frame: &Canonical, heuristic: &Heuristic, task: &BoardTask<'_>) -> Result<Solution> {
        let tiles = frame.standard(task.homes);
        // A beam that keeps to a few nodes may find less than what is known without any.
        let known = task.budget.max_nodes.map(|_| self.peel(task)).transpose()?;
        let fewer = known.as_ref().map(|solution| solution.moves.len());
        let options = SearchOptions { fewer, ..task.options };
        let walked = self.walking_distance(task)?;
        let found = anytime::best(heuristic, &tiles, &options, &task.budget)?;
        let lower_bound = walked.max(found.bound.into());
        let solution = match found.path {
            Some(mut moves) => {
                frame.restore(&mut moves);
                let stage = if moves.len() as u64 == lower_bound { "optimal" } else { "search" };
                Solution::new(Method::Optimal, Path::in_one_stage(stage, moves))
            }
            None => known.map_or_else(|| self.peel(task), Ok)?,
        };
        Ok(Solution { method: Method::Optimal, lower_bound, nodes: found.nodes, ..solution })
    }

    /// The walking distance of a board, as far as it is known after a tenth of the time: on some hard boards it
    /// is more than a search would prove. A search without a deadline ends with a proof, and needs none.
    fn walking_distance(&self, task: &BoardTask<'_>) -> Result<u64> {
        let Some(deadline) = task.budget.deadline else { return Ok(0) };
        let now = Instant::now();
        let tenth = now + deadline.saturating_duration_since(now) / 10;
        let budget = Budget { deadline: Some(tenth), max_nodes: None, ..task.budget };
        let walking = WalkingDistance::new(self.goal.grid(), self.goal.blank(), &Cancel::new())?;
        Ok(Lines::from(walking.of(task.homes, task.board.blank(), &budget)?).total())
    }

    /// A beam search, or what is known without it: now and then a narrow beam misses what even the stages
    /// find.
    fn beam(&self, tables: &BeamTables, task: &BoardTask<'_>) -> Result<Solution> {
        let BeamTables { frame, heuristic, near, stages } = tables;
        let known = match stages {
            Some(plan) => Solution::new(Method::Combined, plan.solve(task.homes)),
            None => self.peel(task)?,
        };
        let tiles = frame.standard(task.homes);
        task.budget.cancel.report_best(known.moves.len());
        let options = SearchOptions { fewer: Some(known.moves.len()), ..task.options };
        let path = frame.standard_moves(&known.moves);
        let found = anytime::quick(heuristic, near.as_deref(), &tiles, &path, &options, &task.budget)?;
        let solution = match found.path {
            Some(mut moves) => {
                frame.restore(&mut moves);
                Solution::new(Method::Quick, Path::in_one_stage("quick", moves))
            }
            None => known,
        };
        Ok(Solution {
            method: Method::Quick,
            lower_bound: found.bound.into(),
            nodes: found.nodes,
            ..solution
        })
    }

    /// Line by line, or by the greedy algorithm if that fails.
    fn peel(&self, task: &BoardTask<'_>) -> Result<Solution> {
        let peeled = self.peel_within(task, &Budget::unlimited(task.budget.cancel))?;
        peeled.map_or_else(|| self.greedy(Routes::Of1995, task, None), Ok)
    }

    /// Line by line; nothing if that fails, or if the budget is spent before all lines are done.
    fn peel_within(&self, task: &BoardTask<'_>, budget: &Budget<'_>) -> Result<Option<Solution>> {
        let peeled = peel::solve(self.goal.grid(), task.homes, task.board.blank(), budget)?;
        Ok(peeled.map(|Peeled { path, optimal }| Solution { optimal, ..Solution::new(Method::Peel, path) }))
    }

    /// Line by line, then made shorter in the time that is left. The greedy algorithm comes first: it takes a
    /// small part of the time that peeling takes, and when the time is up there must be something to return.
    /// A third of its time is kept for what comes after it: replaying its moves and handing them over.
    fn peel_and_improve(&self, task: &BoardTask<'_>) -> Result<Solution> {
        let begun = Instant::now();
        let left = task.budget.deadline.map(|deadline| deadline.saturating_duration_since(begun));
        let known = self.greedy(Routes::Of1995, task, left.map(|left| begun + (left + GRACE) * 2 / 3))?;
        let after = begun.elapsed() / 2;
        let deadline = task.budget.deadline.map(|deadline| deadline.checked_sub(after).unwrap_or(begun));
        let budget = Budget { deadline, ..task.budget };
        budget.cancel.report_best(known.moves.len());
        let solution = match self.peel_within(task, &budget) {
            Ok(peeled) => peeled.unwrap_or(known),
            Err(Error::Cancelled) => known,
            Err(error) => return Err(error),
        };
        if budget.is_over(0) {
            return Ok(solution);
        }
        budget.cancel.report_best(solution.moves.len());
        let improved = improve::best(task.board, solution.moves.clone(), None, &budget)?;
        if improved.moves.len() == solution.moves.len() {
            return Ok(Solution { optimal: improved.optimal, ..solution });
        }
        let path = Path::in_one_stage("improved", improved.moves);
        Ok(Solution { optimal: improved.optimal, improved: true, ..Solution::new(solution.method, path) })
    }

    /// The greedy algorithm. It is an error if it has not ended by a deadline.
    fn greedy(&self, routes: Routes, task: &BoardTask<'_>, deadline: Option<Instant>) -> Result<Solution> {
        let budget = &Budget { deadline, ..Budget::unlimited(task.budget.cancel) };
        let path = greedy::path(self.goal.grid(), task.homes, task.board.blank(), routes, budget)?;
        let allowed = task.allowed.unwrap_or_default();
        path.map(|path| Solution::new(Method::Greedy, path)).ok_or(Error::NoTime { allowed })
    }

    /// The fewest slides. If the search ends before it finds them: what a beam of the other engine finds at
    /// once, or what is known without one, and what has been proven.
    fn slide(&self, plan: &MultiPlan, other: Option<&Engine>, task: &BoardTask<'_>) -> Result<Solution> {
        let MultiAnswer { moves, lower_bound, mut nodes } = plan.solve(task.board, task.budget)?;
        let moves = match moves {
            Some(moves) => moves,
            None => {
                // Time is up as soon as there is a solution; and one is wanted even if the search was cancelled.
                let calm = Cancel::new();
                let budget =
                    Budget { deadline: Some(Instant::now()), cancel: &calm, ..task.budget.after(nodes) };
                let task = BoardTask { budget, ..*task };
                let found = other.map_or_else(|| self.peel(&task), |other| other.best(&task))?;
                nodes += found.nodes;
                found.moves
            }
        };
        let optimal = slides::count_slides(&moves) == lower_bound;
        Ok(Solution {
            metric: Metric::Multi,
            optimal,
            lower_bound: lower_bound as u64,
            nodes,
            ..Solution::new(Method::Optimal, Path::in_one_stage("optimal", moves))
        })
    }
}

/// Engines used recently, the last one at the end.
static ENGINES: Mutex<Vec<Kept>> = Mutex::new(vec![]);

/// An engine, and what it was asked for.
type Kept = (Algorithm, TableChoice, Arc<Engine>);

fn with_engines<T>(job: impl FnOnce(&mut Vec<Kept>) -> T) -> T {
    briefly(|| job(&mut ENGINES.lock().unwrap_or_else(PoisonError::into_inner)))
}

/// How many of them are kept. They share their tables, which are kept for good, so each takes a few
/// kilobytes.
const KEPT: usize = 32;

/// Goals of more cells have engines without tables, which cost nothing to make again.
const MAX_KEPT_CELLS: usize = regions::MAX_PDB_CELLS;

impl Engine {
    /// The engine of a goal: one that was used before, or a new one.
    pub(super) fn get(
        algorithm: Algorithm,
        goal: &Board,
        tables: TableChoice,
        cancel: &Cancel,
    ) -> Result<Arc<Engine>> {
        if let Some(engine) = Engine::find(algorithm, goal, tables) {
            return Ok(engine);
        }
        let engine = Arc::new(Engine::new(algorithm, goal, tables, cancel)?);
        // There may be large tables later.
        let may_change = tables == TableChoice::Auto && engine.uses(TableKind::SmallPatterns);
        if goal.grid().cells() <= MAX_KEPT_CELLS && !may_change {
            let old = with_engines(|engines| {
                engines.push((algorithm, tables, engine.clone()));
                (engines.len() > KEPT).then(|| engines.remove(0))
            });
            drop(old);
        }
        Ok(engine)
    }

    /// The engine of a goal, if it has been kept.
    pub(super) fn find(algorithm: Algorithm, goal: &Board, tables: TableChoice) -> Option<Arc<Engine>> {
        if goal.grid().cells() > MAX_KEPT_CELLS {
            return None;
        }
        with_engines(|engines| {
            let place = engines.iter().rposition(|(other, choice, engine)| {
                (*other, *choice) == (algorithm, tables) && engine.goal == *goal
            })?;
            engines[place..].rotate_left(1);
            engines.last().map(|(_, _, engine)| engine.clone())
        })
    }

    /// Forgets all engines: there may be better tables now.
    pub(super) fn forget_all() {
        drop(with_engines(std::mem::take));
    }
}
