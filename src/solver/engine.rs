//! Which algorithm solves the boards of a goal, with the tables that it needs.
//!
//! This is the one place where the algorithm is chosen, by size, method and options. Choosing an
//! [`Algorithm`] makes nothing; its [`Engine`] has the tables and serves any number of boards. Engines are
//! kept, so that solving for several goals in turn does not make their tables again each time.

use crate::anysize::greedy::Greedy;
use crate::anysize::peel::{self, LONGEST_SIDE, Peeled};
use crate::bfs::Metric;
use crate::improve;
use crate::pdb::heuristic::Heuristic;
use crate::pdb::registry::{self, Loaded, TableChoice, TablesUsed};
use crate::pdb::{partitions, regions};
use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::{Error, Job, Result, Sizes};
use crate::puzzle::grid::Grid;
use crate::puzzle::path::{Path, Stage};
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::runtime::fork::briefly;
use crate::runtime::replay::PIECE;
use crate::schofield::solving::{TwistSolver, is_centred};
use crate::search::anytime::{self, SearchOptions};
use crate::slides::{self, MultiAnswer, MultiPlan};
use crate::solver::made_by::MadeBy;
use crate::solver::method::Method;
use crate::solver::options::Options;
use crate::solver::shortest::{ShortestPaths, check_searched, heuristic_for};
use crate::solver::solution::Solution;
use crate::staged::any_goal::StagedPlan;
use crate::storage::note::Note;
use crate::tables::in_memory::{self, TableWalker};
use crate::tables::on_disk::{self, PackedTable};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// An algorithm, without its tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Algorithm {
    /// The next move from a table in memory, up to ten cells.
    Table,
    /// The next move from a table on disk, twelve cells.
    DiskTable,
    /// A search for a shortest solution, up to 25 cells.
    Search,
    /// A search among all shortest solutions for the straightest.
    Straightest,
    /// A beam search, up to 25 cells.
    Beam,
    /// Three stages: 4×4.
    Stages,
    /// Line by line.
    Peel,
    /// Line by line, then made shorter for as long as there is time.
    PeelAndImprove,
    /// One tile at a time.
    Greedy,
    /// The fewest slides: from tables up to twelve cells, by search for 4×4. A search that may give up needs
    /// the tables of [`Algorithm::Search`] as well, for a solution in its place.
    Slides { may_give_up: bool },
    /// Corner twists: 3×3.
    Twists,
}

impl Algorithm {
    /// Whether its tables may come from a file.
    pub(super) fn reads_files(&self) -> bool {
        use Algorithm::{Beam, DiskTable, Search, Slides, Straightest};
        matches!(self, DiskTable | Search | Straightest | Beam | Slides { .. })
    }

    /// The algorithm for a goal and options, or why there is none.
    pub(super) fn choose(goal: &Board, options: &Options) -> Result<Algorithm> {
        let algorithm = Algorithm::by_size(goal, options)?;
        if options.tables == TableChoice::Large && !algorithm.uses_patterns() {
            return Err(Error::NoLargeTables { method: algorithm.method().name(), grid: goal.grid() });
        }
        Ok(algorithm)
    }

    /// The same, whatever tables are asked for.
    fn by_size(goal: &Board, options: &Options) -> Result<Algorithm> {
        let is_large = goal.grid().cells() > regions::MAX_PDB_CELLS;
        let has_only_time =
            options.timeout.is_some() && !Options { timeout: None, ..*options }.ask_for_search();
        if options.method == Method::Auto && is_large && has_only_time {
            return Algorithm::of_method(goal, Method::Auto).map(|algorithm| match algorithm {
                Algorithm::Peel => Algorithm::PeelAndImprove,
                other => other,
            });
        }
        if !options.ask_for_search() {
            return Algorithm::of_method(goal, options.method);
        }
        let method = options.search_method()?;
        if options.metric == Metric::Multi {
            slides::check_size(goal.grid())?;
            let may_give_up = options.has_budget() && !slides::has_table(goal.grid());
            return Ok(Algorithm::Slides { may_give_up });
        }
        if options.prefer.is_some() {
            check_searched(goal.grid())?;
            return Ok(Algorithm::Straightest);
        }
        if options.method == Method::Auto && is_large {
            let sizes = Sizes::Cells(regions::MAX_PDB_CELLS);
            return Err(Error::WrongSize { job: Job::Search, sizes, got: goal.grid() });
        }
        Algorithm::of_method(goal, method)
    }

    /// The algorithm of a method, without other options.
    fn of_method(goal: &Board, method: Method) -> Result<Algorithm> {
        let grid = goal.grid();
        let has_stages = grid == Grid::new(4, 4);
        let can_peel = grid.rows.max(grid.cols) <= LONGEST_SIDE;
        let standard = grid.standard();
        let can_search = partitions::has_tables(standard);
        let refuse = |sizes| Err(Error::WrongSize { job: Job::Method(method.name()), sizes, got: grid });
        match method {
            Method::Greedy => Ok(Algorithm::Greedy),
            Method::Peel if can_peel => Ok(Algorithm::Peel),
            Method::Peel => refuse(Sizes::Sides(LONGEST_SIDE)),
            Method::Combined | Method::Auto if has_stages => Ok(Algorithm::Stages),
            Method::Combined => refuse(Sizes::Only(Grid::new(4, 4))),
            Method::Twists if is_centred(goal) => Ok(Algorithm::Twists),
            Method::Twists => Err(Error::NotCentred { goal: grid.line_of(goal.tiles()) }),
            Method::Auto | Method::Optimal | Method::Quick if in_memory::has_table(standard) => {
                Ok(Algorithm::Table)
            }
            Method::Quick if can_search => Ok(Algorithm::Beam),
            Method::Auto | Method::Optimal if on_disk::has_table(standard) => Ok(Algorithm::DiskTable),
            Method::Optimal if can_search => Ok(Algorithm::Search),
            Method::Auto if can_peel => Ok(Algorithm::Peel),
            Method::Auto => Ok(Algorithm::Greedy),
            Method::Optimal | Method::Quick => refuse(Sizes::Cells(regions::MAX_PDB_CELLS)),
        }
    }

    /// The method that it belongs to.
    pub(super) fn method(self) -> Method {
        match self {
            Algorithm::Table
            | Algorithm::DiskTable
            | Algorithm::Search
            | Algorithm::Straightest
            | Algorithm::Slides { .. } => Method::Optimal,
            Algorithm::Beam => Method::Quick,
            Algorithm::Stages => Method::Combined,
            Algorithm::Peel | Algorithm::PeelAndImprove => Method::Peel,
            Algorithm::Greedy => Method::Greedy,
            Algorithm::Twists => Method::Twists,
        }
    }

    /// Its name, in what is said about solutions.
    fn name(self) -> &'static str {
        match self {
            Algorithm::Table | Algorithm::DiskTable => "table",
            Algorithm::Search => "search",
            Algorithm::Straightest => "straightest",
            Algorithm::Beam => "beam",
            Algorithm::Stages => "stages",
            Algorithm::Peel => "peel",
            Algorithm::PeelAndImprove => "peel and improve",
            Algorithm::Greedy => "greedy",
            Algorithm::Slides { .. } => "slides",
            Algorithm::Twists => "twists",
        }
    }

    /// Whether it searches with pattern databases, of which there are small and large ones.
    pub(super) fn uses_patterns(self) -> bool {
        matches!(self, Algorithm::Search | Algorithm::Straightest | Algorithm::Beam)
    }

    /// About how many bytes its tables take, made or not.
    pub(super) fn size(self, goal: &Board, tables: TableChoice) -> u64 {
        let frame = Canonical::new(goal);
        let all_states = || (1..=goal.grid().cells() as u64).product::<u64>() / 2;
        match self {
            Algorithm::Table | Algorithm::DiskTable | Algorithm::Twists => all_states().div_ceil(4),
            Algorithm::Search | Algorithm::Straightest | Algorithm::Beam => {
                registry::size(frame.grid(), frame.home(), tables)
            }
            Algorithm::Stages => StagedPlan::bytes(),
            Algorithm::Slides { may_give_up: true } => {
                slides::size(goal) + Algorithm::Search.size(goal, TableChoice::Small)
            }
            Algorithm::Slides { may_give_up: false } => slides::size(goal),
            Algorithm::Peel | Algorithm::PeelAndImprove | Algorithm::Greedy => 0,
        }
    }

    /// Whether its tables may take more than a moment to make.
    pub(super) fn has_large_tables(self) -> bool {
        matches!(
            self,
            Algorithm::DiskTable
                | Algorithm::Search
                | Algorithm::Straightest
                | Algorithm::Beam
                | Algorithm::Slides { .. }
        )
    }
}

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
    /// On 4×4, the stages give a first solution.
    Beam(Canonical, Arc<Heuristic>, Option<StagedPlan>),
    Stages(StagedPlan),
    Peel,
    PeelAndImprove,
    Greedy,
    /// The engine solves boards on which the search for the fewest slides gives up.
    Slides(MultiPlan, Option<Arc<Engine>>),
    Twists(TwistSolver),
}

/// A board to be solved, and what may be spent on it.
pub(super) struct BoardTask<'a> {
    pub(super) board: &'a Board,
    /// The homes of its tiles in the goal.
    pub(super) homes: &'a [u32],
    pub(super) options: SearchOptions,
    pub(super) budget: Budget<'a>,
}

impl Engine {
    /// Makes the tables, if they are not there yet.
    fn new(algorithm: Algorithm, goal: &Board, choice: TableChoice, cancel: &Cancel) -> Result<Engine> {
        let mut notes = vec![];
        let mut patterns: Option<TablesUsed> = None;
        let mut heuristic = || {
            let (frame, Loaded { heuristic, tables }, about_files) = heuristic_for(goal, choice, cancel)?;
            notes.extend(about_files);
            patterns = Some(tables);
            Ok::<_, Error>((frame, heuristic))
        };
        let tables = match algorithm {
            Algorithm::Table => Tables::Memory(TableWalker::new(goal)),
            Algorithm::DiskTable => {
                let frame = Canonical::new(goal);
                let (table, about_files) = on_disk::table(frame.grid(), frame.home(), cancel)?;
                notes.extend(about_files);
                Tables::Disk(frame, table)
            }
            Algorithm::Search => heuristic().map(|(frame, heuristic)| Tables::Search(frame, heuristic))?,
            Algorithm::Straightest => {
                heuristic().map(|(frame, heuristic)| Tables::Straightest(frame, heuristic))?
            }
            Algorithm::Beam => {
                let (frame, heuristic) = heuristic()?;
                let has_stages = goal.grid() == Grid::new(4, 4);
                if !has_stages {
                    // Peeling the goal itself makes the tables of peeling, before any clock starts.
                    peel::solve(goal.grid(), &goal.homes(goal)?, goal.blank(), &Cancel::new())?;
                }
                Tables::Beam(frame, heuristic, has_stages.then(|| StagedPlan::new(goal)))
            }
            Algorithm::Stages => Tables::Stages(StagedPlan::new(goal)),
            Algorithm::Peel => Tables::Peel,
            Algorithm::PeelAndImprove => Tables::PeelAndImprove,
            Algorithm::Greedy => Tables::Greedy,
            Algorithm::Slides { may_give_up } => {
                let plan = MultiPlan::new(goal, cancel)?;
                notes.extend_from_slice(plan.notes());
                let small = || Engine::get(Algorithm::Search, goal, TableChoice::Small, cancel);
                let other = may_give_up.then(small).transpose()?;
                patterns = other.as_ref().and_then(|engine| engine.made_by.tables);
                notes.extend(other.iter().flat_map(|engine| engine.take_notes()));
                Tables::Slides(plan, other)
            }
            Algorithm::Twists => Tables::Twists(TwistSolver::new(goal)),
        };
        let made_by = MadeBy { algorithm: algorithm.name(), tables: patterns };
        Ok(Engine { goal: goal.clone(), tables, made_by, notes: Mutex::new(notes) })
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
            Tables::Beam(_, heuristic, None) => heuristic.bytes(),
            Tables::Beam(_, heuristic, Some(_)) => heuristic.bytes() + StagedPlan::bytes(),
            Tables::Stages(_) => StagedPlan::bytes(),
            Tables::Slides(plan, other) => plan.bytes() + other.as_ref().map_or(0, |engine| engine.memory()),
            Tables::Peel | Tables::PeelAndImprove | Tables::Greedy => 0,
        }
    }

    /// Solves a solvable board, without replaying the moves.
    pub(super) fn solve(&self, task: &BoardTask<'_>) -> Result<Solution> {
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
            Tables::Beam(frame, heuristic, stages) => self.beam(frame, heuristic, stages.as_ref(), task),
            Tables::Stages(plan) => Ok(Solution::new(Method::Combined, plan.solve(homes))),
            Tables::Peel => self.peel(task),
            Tables::PeelAndImprove => self.peel_and_improve(task),
            Tables::Greedy => self.greedy(task),
            Tables::Slides(plan, other) => slide(plan, other.as_deref(), task),
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
        let found = anytime::solve(heuristic, &tiles, &options, &task.budget)?;
        let lower_bound = found.bound.into();
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

    /// A beam search, or what is known without it: now and then a narrow beam misses what even the stages
    /// find.
    fn beam(
        &self,
        frame: &Canonical,
        heuristic: &Heuristic,
        stages: Option<&StagedPlan>,
        task: &BoardTask<'_>,
    ) -> Result<Solution> {
        let known = match stages {
            Some(plan) => Solution::new(Method::Combined, plan.solve(task.homes)),
            None => self.peel(task)?,
        };
        let tiles = frame.standard(task.homes);
        let options = SearchOptions { fewer: Some(known.moves.len()), ..task.options };
        let found = anytime::quick(heuristic, &tiles, &options, &task.budget)?;
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
        match peel::solve(self.goal.grid(), task.homes, task.board.blank(), task.budget.cancel)? {
            Some(Peeled { path, optimal }) => Ok(Solution { optimal, ..Solution::new(Method::Peel, path) }),
            None => self.greedy(task),
        }
    }

    /// The same, then made shorter in the time that is left.
    fn peel_and_improve(&self, task: &BoardTask<'_>) -> Result<Solution> {
        let solution = self.peel(task)?;
        let improved = improve::improve(task.board, solution.moves.clone(), None, &task.budget)?;
        if improved.moves.len() == solution.moves.len() {
            return Ok(Solution { optimal: improved.optimal, ..solution });
        }
        let path = Path::in_one_stage("improved", improved.moves);
        Ok(Solution { optimal: improved.optimal, improved: true, ..Solution::new(solution.method, path) })
    }

    /// The greedy algorithm.
    fn greedy(&self, task: &BoardTask<'_>) -> Result<Solution> {
        let cancel = task.budget.cancel;
        let mut greedy = Greedy::from_homes(self.goal.grid(), task.homes.to_vec(), task.board.blank(), 3);
        let mut path = Path::default();
        let mut begun = (0, "");
        loop {
            if greedy.stage() != begun {
                begun = greedy.stage();
                cancel.report(greedy.share());
                path.stages.push(Stage { name: begun.1, moves: 0 });
            }
            if path.moves.len() % PIECE == 0 {
                cancel.check()?;
            }
            let Some(step) = greedy.next() else { break };
            path.moves.push(step.code());
            path.stages.last_mut().expect("one was pushed").moves += 1;
        }
        path.stages.retain(|stage| stage.moves > 0);
        Ok(Solution::new(Method::Greedy, path))
    }
}

/// The fewest slides. If the budget runs out: what a beam of the other engine finds at once, and what has
/// been proven.
fn slide(plan: &MultiPlan, other: Option<&Engine>, task: &BoardTask<'_>) -> Result<Solution> {
    let MultiAnswer { moves, lower_bound, mut nodes } = plan.solve(task.board, task.budget)?;
    let moves = match moves {
        Some(moves) => moves,
        None => {
            let other = other.expect("only a search with a budget gives up");
            // Time is up as soon as there is a solution.
            let budget = Budget { deadline: Some(Instant::now()), ..task.budget.after(nodes) };
            let found = other.solve(&BoardTask { budget, ..*task })?;
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
        let may_change = tables == TableChoice::Auto && engine.made_by.tables == Some(TablesUsed::Small);
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
