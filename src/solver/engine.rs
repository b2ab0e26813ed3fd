//! Which algorithm solves the boards of a goal, with the tables that it needs.
//!
//! This is the one place where size, method and options decide. An [`Algorithm`] is chosen without making anything; its
//! [`Engine`] has the tables and serves any number of boards. Engines are kept, so that several goals in turn do not make
//! each other's tables again.

use crate::anysize::greedy::Greedy;
use crate::anysize::peel::{self, LONGEST_SIDE, Peeled};
use crate::bfs::Metric;
use crate::improve;
use crate::pdb::heuristic::Heuristic;
use crate::pdb::partitions;
use crate::pdb::regions;
use crate::pdb::registry;
use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::{Error, Job, Result, Sizes};
use crate::puzzle::grid::Grid;
use crate::puzzle::path::{Path, Stage};
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::runtime::replay::PIECE;
use crate::schofield::solving::{TwistSolver, is_centred};
use crate::search::anytime::{self, SearchOptions};
use crate::slides::{self, MultiAnswer, MultiPlan};
use crate::solver::method::Method;
use crate::solver::options::Options;
use crate::solver::shortest::{ShortestPaths, check_searched, heuristic_for};
use crate::solver::solution::Solution;
use crate::staged::any_goal::StagedPlan;
use crate::storage::note::Note;
use crate::tables::in_memory::{self, TableWalker};
use crate::tables::on_disk::{self, PackedTable};
use std::sync::{Arc, Mutex, PoisonError};

/// An algorithm, without its tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Algorithm {
    /// The next move from a table in memory, up to ten cells.
    Table,
    /// The next move from a table on disk, twelve cells.
    DiskTable,
    /// A search for a shortest solution, up to 25 cells.
    Search,
    /// All shortest solutions, of which the straightest is taken.
    Straightest,
    /// A beam search, up to 25 cells.
    Beam,
    /// Three stages: 4×4.
    Stages,
    /// Line by line.
    Peel,
    /// Line by line, and made shorter for as long as there is time.
    PeelAndImprove,
    /// One tile at a time.
    Greedy,
    /// The fewest slides: from tables up to twelve cells, by search for 4×4.
    Slides,
    /// Corner twists: 3×3.
    Twists,
}

impl Algorithm {
    /// The algorithm for a goal and options, or why there is none.
    pub(super) fn choose(goal: &Board, options: &Options) -> Result<Algorithm> {
        let large = goal.grid().cells() > regions::MAX_PDB_CELLS;
        let only_time = Options { timeout: None, ..*options };
        if options.method == Method::Auto && options.timeout.is_some() && large && !only_time.ask_for_search()
        {
            return Algorithm::of_method(goal, Method::Auto).map(|kind| match kind {
                Algorithm::Peel => Algorithm::PeelAndImprove,
                kind => kind,
            });
        }
        if !options.ask_for_search() {
            return Algorithm::of_method(goal, options.method);
        }
        let method = options.search_method()?;
        if options.metric == Metric::Multi {
            slides::check_size(goal.grid())?;
            return Ok(Algorithm::Slides);
        }
        if options.prefer.is_some() {
            check_searched(goal.grid())?;
            return Ok(Algorithm::Straightest);
        }
        Algorithm::of_method(goal, method)
    }

    /// The algorithm of a method, without other options.
    fn of_method(goal: &Board, method: Method) -> Result<Algorithm> {
        let grid = goal.grid();
        let staged = grid == Grid::new(4, 4);
        let peeled = grid.rows.max(grid.cols) <= LONGEST_SIDE;
        let standard = Grid { rows: grid.rows.min(grid.cols), cols: grid.rows.max(grid.cols) };
        let searched = partitions::has_tables(standard);
        let refuse = |sizes| Err(Error::WrongSize { job: Job::Method(method.name()), sizes, got: grid });
        match method {
            Method::Greedy => Ok(Algorithm::Greedy),
            Method::Peel if peeled => Ok(Algorithm::Peel),
            Method::Peel => refuse(Sizes::Sides(LONGEST_SIDE)),
            Method::Combined | Method::Auto if staged => Ok(Algorithm::Stages),
            Method::Combined => refuse(Sizes::Only(Grid::new(4, 4))),
            Method::Twists if is_centred(goal) => Ok(Algorithm::Twists),
            Method::Twists => Err(Error::NotCentred { goal: grid.line_of(goal.tiles()) }),
            Method::Auto | Method::Optimal | Method::Quick if in_memory::has_table(standard) => {
                Ok(Algorithm::Table)
            }
            Method::Quick if searched => Ok(Algorithm::Beam),
            Method::Auto | Method::Optimal if on_disk::has_table(standard) => Ok(Algorithm::DiskTable),
            Method::Optimal if searched => Ok(Algorithm::Search),
            Method::Auto if peeled => Ok(Algorithm::Peel),
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
            | Algorithm::Slides => Method::Optimal,
            Algorithm::Beam => Method::Quick,
            Algorithm::Stages => Method::Combined,
            Algorithm::Peel | Algorithm::PeelAndImprove => Method::Peel,
            Algorithm::Greedy => Method::Greedy,
            Algorithm::Twists => Method::Twists,
        }
    }

    /// About how many bytes its tables take, made or not.
    pub(super) fn size(self, goal: &Board) -> u64 {
        let frame = Canonical::new(goal);
        let all_states = || (1..=goal.grid().cells() as u64).product::<u64>() / 2;
        match self {
            Algorithm::Table | Algorithm::DiskTable | Algorithm::Twists => all_states().div_ceil(4),
            Algorithm::Search | Algorithm::Straightest | Algorithm::Beam => {
                registry::size(frame.grid(), frame.home())
            }
            Algorithm::Stages => StagedPlan::bytes(),
            Algorithm::Slides => slides::size(goal),
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
                | Algorithm::Slides
        )
    }
}

/// An algorithm with its tables, for one goal.
pub(super) struct Engine {
    goal: Board,
    solver: Tables,
    /// What the caller should know about files of tables, until somebody was told.
    notes: Mutex<Vec<Note>>,
}

enum Tables {
    Memory(TableWalker),
    Disk(Canonical, Arc<PackedTable>),
    Search(Canonical, Arc<Heuristic>),
    Straightest(Canonical, Arc<Heuristic>),
    /// The stages give a first solution of 4×4 boards.
    Beam(Canonical, Arc<Heuristic>, Option<StagedPlan>),
    Stages(StagedPlan),
    Peel,
    PeelAndImprove,
    Greedy,
    Slides(MultiPlan),
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
    fn new(kind: Algorithm, goal: &Board, cancel: &Cancel) -> Result<Engine> {
        let mut notes = vec![];
        let mut heuristic = || {
            let (frame, heuristic, happened) = heuristic_for(goal, cancel)?;
            notes.extend(happened);
            Ok::<_, Error>((frame, heuristic))
        };
        let solver = match kind {
            Algorithm::Table => Tables::Memory(TableWalker::new(goal)),
            Algorithm::DiskTable => {
                let frame = Canonical::new(goal);
                let (table, happened) = on_disk::table(frame.grid(), frame.home(), cancel)?;
                notes.extend(happened);
                Tables::Disk(frame, table)
            }
            Algorithm::Search => heuristic().map(|(frame, heuristic)| Tables::Search(frame, heuristic))?,
            Algorithm::Straightest => {
                heuristic().map(|(frame, heuristic)| Tables::Straightest(frame, heuristic))?
            }
            Algorithm::Beam => {
                let (frame, heuristic) = heuristic()?;
                let staged = goal.grid() == Grid::new(4, 4);
                Tables::Beam(frame, heuristic, staged.then(|| StagedPlan::new(goal)))
            }
            Algorithm::Stages => Tables::Stages(StagedPlan::new(goal)),
            Algorithm::Peel => Tables::Peel,
            Algorithm::PeelAndImprove => Tables::PeelAndImprove,
            Algorithm::Greedy => Tables::Greedy,
            Algorithm::Slides => {
                let plan = MultiPlan::new(goal, cancel)?;
                notes.extend_from_slice(plan.notes());
                Tables::Slides(plan)
            }
            Algorithm::Twists => Tables::Twists(TwistSolver::new(goal)),
        };
        Ok(Engine { goal: goal.clone(), solver, notes: Mutex::new(notes) })
    }

    /// The notes that nobody was told yet.
    pub(super) fn take_notes(&self) -> Vec<Note> {
        std::mem::take(&mut *self.notes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The stages, if boards are solved by them: many at once are solved side by side.
    pub(super) fn stages(&self) -> Option<&StagedPlan> {
        match &self.solver {
            Tables::Stages(plan) => Some(plan),
            _ => None,
        }
    }

    /// How many bytes its tables take.
    pub(super) fn memory(&self) -> u64 {
        match &self.solver {
            Tables::Memory(walker) => walker.bytes(),
            Tables::Twists(twists) => twists.bytes(),
            Tables::Disk(_, table) => table.bytes(),
            Tables::Search(_, heuristic) | Tables::Straightest(_, heuristic) => heuristic.bytes(),
            Tables::Beam(_, heuristic, None) => heuristic.bytes(),
            Tables::Beam(_, heuristic, Some(_)) => heuristic.bytes() + StagedPlan::bytes(),
            Tables::Stages(_) => StagedPlan::bytes(),
            Tables::Slides(plan) => plan.bytes(),
            Tables::Peel | Tables::PeelAndImprove | Tables::Greedy => 0,
        }
    }

    /// Solves a solvable board, without replaying the moves.
    pub(super) fn solve(&self, task: &BoardTask<'_>) -> Result<Solution> {
        let homes = task.homes;
        match &self.solver {
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
            Tables::Slides(plan) => self.slide(plan, task),
            Tables::Twists(twists) => {
                Ok(Solution { optimal: true, ..Solution::new(Method::Twists, twists.solve(task.board)) })
            }
        }
    }

    /// A search for a shortest solution, or the best that the budget buys.
    fn search(&self, frame: &Canonical, heuristic: &Heuristic, task: &BoardTask<'_>) -> Result<Solution> {
        let tiles = frame.standard(task.homes);
        let found = anytime::solve(heuristic, &tiles, &task.options, &task.budget)?;
        let lower_bound = found.bound.into();
        let solution = match found.path {
            Some(mut moves) => {
                frame.restore(&mut moves);
                let stage = if moves.len() as u64 == lower_bound { "optimal" } else { "search" };
                Solution::new(Method::Optimal, Path::in_one_stage(stage, moves))
            }
            None => self.peel(task)?,
        };
        Ok(Solution { method: Method::Optimal, lower_bound, nodes: found.nodes, ..solution })
    }

    /// A beam search, and what is known without it: a narrow beam now and then misses what even the stages find.
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

    /// Line by line, or by the greedy algorithm where that cannot be.
    fn peel(&self, task: &BoardTask<'_>) -> Result<Solution> {
        match peel::solve(self.goal.grid(), task.homes, task.board.blank(), task.budget.cancel)? {
            Some(Peeled { path, optimal }) => Ok(Solution { optimal, ..Solution::new(Method::Peel, path) }),
            None => self.greedy(task),
        }
    }

    /// The same, and made shorter in the time that is left.
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

    /// The fewest slides. If the budget runs out: what a beam finds at once, and what has been proven.
    fn slide(&self, plan: &MultiPlan, task: &BoardTask<'_>) -> Result<Solution> {
        let MultiAnswer { moves, lower_bound, nodes } = plan.solve(task.board, task.budget)?;
        let moves = match moves {
            Some(moves) => moves,
            None => {
                let cancel = task.budget.cancel;
                let beam = Engine::get(Algorithm::Search, &self.goal, cancel)?;
                beam.solve(&BoardTask { budget: Budget::of_nodes(0, cancel), ..*task })?.moves
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

/// Engines that were used of late, the last one at the end.
static ENGINES: Mutex<Vec<(Algorithm, Arc<Engine>)>> = Mutex::new(vec![]);

/// How many of them are kept. They share their tables, which are kept for good, so that each takes a few kilobytes.
const KEPT: usize = 32;

/// Goals of more cells have engines without tables, which are made in no time.
const MAX_KEPT_CELLS: usize = regions::MAX_PDB_CELLS;

impl Engine {
    /// The engine of a goal: one that was used before, or a new one.
    pub(super) fn get(kind: Algorithm, goal: &Board, cancel: &Cancel) -> Result<Arc<Engine>> {
        if let Some(engine) = Engine::find(kind, goal) {
            return Ok(engine);
        }
        let engine = Arc::new(Engine::new(kind, goal, cancel)?);
        if goal.grid().cells() <= MAX_KEPT_CELLS {
            let mut engines = ENGINES.lock().unwrap_or_else(PoisonError::into_inner);
            engines.push((kind, engine.clone()));
            if engines.len() > KEPT {
                engines.remove(0);
            }
        }
        Ok(engine)
    }

    /// The engine of a goal, if it is there.
    pub(super) fn find(kind: Algorithm, goal: &Board) -> Option<Arc<Engine>> {
        if goal.grid().cells() > MAX_KEPT_CELLS {
            return None;
        }
        let mut engines = ENGINES.lock().unwrap_or_else(PoisonError::into_inner);
        let place = engines.iter().rposition(|(other, engine)| *other == kind && engine.goal == *goal)?;
        if place + 1 < engines.len() {
            let engine = engines.remove(place);
            engines.push(engine);
        }
        engines.last().map(|(_, engine)| engine.clone())
    }

    /// Forgets all engines: there may be better tables now.
    pub(super) fn forget_all() {
        ENGINES.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
