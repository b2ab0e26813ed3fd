//! From a board and a goal to a checked solution: the methods by name.
//!
//! Whatever the method, the steps are the same: check that board and goal fit and that the parity allows a
//! solution, make the goal standard ([`crate::puzzle::canonical`]), solve, mirror the moves back, and replay them on the
//! board that was given. What does not end at the goal is never returned.

use crate::anysize::greedy::Greedy;
use crate::anysize::peel::{self, LONGEST_SIDE, Peeled};
use crate::pdb::heuristic::Heuristic;
use crate::pdb::partitions;
use crate::pdb::regions;
use crate::pdb::registry;
use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::{Error, MemoryNeed, Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::puzzle::parity;
use crate::puzzle::path::{Path, Stage};
use crate::runtime::budget::Limits;
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use crate::runtime::replay::{PIECE, replay};
use crate::search::anytime::{self, Wish};
use crate::staged::any_goal::StagedPlan;
use crate::tables::in_memory::{self, TableWalker};
use crate::tables::on_disk::{self, PackedTable};
use std::sync::{Arc, Mutex, PoisonError};

/// What was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The best that is there for the size.
    Auto,
    /// Three stages in a row: 4×4.
    Combined,
    /// A shortest solution: from a full table up to twelve cells, by search up to 25.
    Optimal,
    /// A short solution, by a beam search up to 25 cells: shorter than combined, quicker than optimal.
    Quick,
    /// Line by line, then the core: every size.
    Peel,
    /// Parberry's real-time algorithm: every size.
    Greedy,
}

impl Method {
    /// The method of this name.
    pub fn parse(name: &str) -> Result<Method> {
        match name {
            "auto" => Ok(Method::Auto),
            "combined" => Ok(Method::Combined),
            "optimal" => Ok(Method::Optimal),
            "quick" => Ok(Method::Quick),
            "peel" => Ok(Method::Peel),
            "greedy" => Ok(Method::Greedy),
            "twists" => Err(Error::Unsupported(
                "method 'twists' is for solve(), a board at a time; 'optimal' is as short".into(),
            )),
            _ => Err(Error::Unsupported(format!(
                "there is no method '{name}'; choose 'auto', 'combined' (4×4), 'optimal' or 'quick' (up to {} cells), \
                 'peel' or 'greedy' (every size), or in solve() 'twists' (3×3)",
                regions::MAX_CELLS
            ))),
        }
    }
}

/// A solution that has been replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Codes of the moves.
    pub moves: Vec<u8>,
    /// The parts it was made in, in order; their lengths add up.
    pub stages: Vec<Stage>,
    /// `combined`, `optimal`, `quick`, `peel` or `greedy`.
    pub method: &'static str,
    /// Whether it is known to be as short as any.
    pub optimal: bool,
    /// No solution is shorter than this.
    pub bound: u64,
    /// Nodes that a search made for it.
    pub nodes: u64,
}

impl Answer {
    /// A solution of which nothing more is known.
    fn plain(method: &'static str, path: Path) -> Answer {
        let Path { moves, stages } = path;
        Answer { moves, stages, method, optimal: false, bound: 0, nodes: 0 }
    }

    /// A shortest solution.
    fn shortest(moves: Vec<u8>) -> Answer {
        Answer { optimal: true, ..Answer::plain("optimal", Path::in_one_stage("optimal", moves)) }
    }
}

/// A goal with the solver that will be used for it; one plan serves any number of boards.
pub struct Plan {
    goal: Board,
    solver: Solver,
    notes: Vec<String>,
}

enum Solver {
    Table(TableWalker),
    Large(Canonical, Arc<PackedTable>),
    Search(Canonical, Arc<Heuristic>),
    /// The stages give a first solution of 4×4 boards.
    Beam(Canonical, Arc<Heuristic>, Option<StagedPlan>),
    Stages(StagedPlan),
    Peel,
    Greedy,
}

impl Plan {
    /// Chooses the solver, and makes its tables if they are not there yet.
    pub fn new(goal: Board, method: Method, cancel: &Cancel) -> Result<Plan> {
        let grid = goal.grid();
        let mut notes = vec![];
        let staged = grid == Grid::new(4, 4);
        let longest = grid.rows.max(grid.cols);
        let solver = match method {
            Method::Peel if longest > LONGEST_SIDE => {
                return Err(Error::Unsupported(format!(
                    "method 'peel' is for boards with sides of up to {LONGEST_SIDE}, this one is {grid}: use method \
                     'greedy'"
                )));
            }
            Method::Peel => Solver::Peel,
            Method::Greedy => Solver::Greedy,
            Method::Auto | Method::Combined if staged => Solver::Stages(StagedPlan::new(&goal)),
            Method::Combined => {
                return Err(Error::Unsupported(format!(
                    "method 'combined' is for 4×4 boards, this one is {grid}: use method 'auto'"
                )));
            }
            Method::Auto | Method::Optimal | Method::Quick => {
                let frame = Canonical::new(&goal);
                let search = method != Method::Auto && partitions::has_tables(frame.grid());
                if in_memory::has_table(frame.grid()) {
                    Solver::Table(TableWalker::new(&goal))
                } else if method == Method::Quick && search {
                    let (estimate, what_happened) = registry::heuristic(frame.grid(), frame.home(), cancel)?;
                    notes = what_happened;
                    Solver::Beam(frame, estimate, staged.then(|| StagedPlan::new(&goal)))
                } else if on_disk::has_table(frame.grid()) {
                    let (table, what_happened) = on_disk::table(frame.grid(), frame.home(), cancel)?;
                    notes = what_happened;
                    Solver::Large(frame, table)
                } else if search {
                    let (estimate, what_happened) = registry::heuristic(frame.grid(), frame.home(), cancel)?;
                    notes = what_happened;
                    Solver::Search(frame, estimate)
                } else if method != Method::Auto {
                    let name = if method == Method::Quick { "quick" } else { "optimal" };
                    return Err(Error::Unsupported(format!(
                        "method '{name}' is for boards of up to {} cells, this one is {grid}: use method 'auto', and \
                         improve() to make its solution shorter",
                        regions::MAX_CELLS
                    )));
                } else if longest > LONGEST_SIDE {
                    Solver::Greedy
                } else {
                    Solver::Peel
                }
            }
        };
        Ok(Plan { goal, solver, notes })
    }

    /// The plan that was used last if it fits, else a new one: people mostly solve for one goal.
    pub fn cached(goal: Board, method: Method, cancel: &Cancel) -> Result<Arc<Plan>> {
        if let Some(plan) = last_plan(&goal, method) {
            return Ok(plan);
        }
        let plan = Arc::new(Plan::new(goal, method, cancel)?);
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some((method, plan.clone()));
        Ok(plan)
    }

    /// Whether this plan is the one that was used last.
    pub fn is_cached(goal: &Board, method: Method) -> bool {
        last_plan(goal, method).is_some()
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// What the caller should know about the tables that were made or read for this plan.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The plan that was used last is not used again: there may be better tables now.
    pub fn forget() {
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Whether making the plan for a goal may take long: tables of eleven cells or more.
    pub fn is_long(goal: &Board, method: Method) -> bool {
        let Grid { rows, cols } = goal.grid();
        let grid = Grid { rows: rows.min(cols), cols: rows.max(cols) };
        let searched = partitions::has_tables(grid) && !in_memory::has_table(grid);
        match method {
            Method::Auto => on_disk::has_table(grid),
            Method::Optimal | Method::Quick => on_disk::has_table(grid) || searched,
            Method::Combined | Method::Peel | Method::Greedy => false,
        }
    }

    /// Whether solving one board may take longer than microseconds.
    pub fn is_slow(&self) -> bool {
        matches!(self.solver, Solver::Peel | Solver::Greedy | Solver::Search(..) | Solver::Beam(..))
    }

    /// Whether solving one board may take more than a few milliseconds.
    pub fn is_hard(&self) -> bool {
        match &self.solver {
            Solver::Search(..) => true,
            Solver::Beam(_, estimate, _) => estimate.grid().cells() > anytime::SMALL,
            _ => false,
        }
    }

    /// The estimate and the frame that a search for this goal uses, or would use.
    pub fn searched(goal: &Board, cancel: &Cancel) -> Result<(Canonical, Arc<Heuristic>, Vec<String>)> {
        let frame = Canonical::new(goal);
        if !partitions::has_tables(frame.grid()) {
            return Err(Error::Unsupported(format!(
                "all shortest solutions are for boards of up to {} cells, this one is {}",
                regions::MAX_CELLS,
                goal.grid()
            )));
        }
        let (estimate, notes) = registry::heuristic(frame.grid(), frame.home(), cancel)?;
        Ok((frame, estimate, notes))
    }

    /// The name of the method.
    pub fn method(&self) -> &'static str {
        match self.solver {
            Solver::Stages(_) => "combined",
            Solver::Table(..) | Solver::Large(..) | Solver::Search(..) => "optimal",
            Solver::Beam(..) => "quick",
            Solver::Peel => "peel",
            Solver::Greedy => "greedy",
        }
    }

    /// The stages, if this plan uses them.
    pub(crate) fn staged(&self) -> Option<&StagedPlan> {
        match &self.solver {
            Solver::Stages(plan) => Some(plan),
            _ => None,
        }
    }

    /// Solves one board.
    pub fn solve(&self, board: &Board, cancel: &Cancel) -> Result<Answer> {
        self.solve_within(board, &Wish::default(), &Limits::default(), cancel)
    }

    /// Solves one board within a budget, which only searches heed: the others are quick, or cannot stop halfway.
    pub fn solve_within(
        &self,
        board: &Board,
        wish: &Wish,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Result<Answer> {
        if *board != self.goal {
            self.check_memory()?;
        }
        let homes = board.homes(&self.goal)?;
        parity::check_solvable(board, &self.goal, &homes)?;
        let mut answer = self.solve_homes_within(&homes, board.blank(), wish, limits, cancel)?;
        // No solution is shorter than the tiles' distance.
        let length = answer.moves.len() as u64;
        answer.bound = if answer.optimal { length } else { answer.bound.max(board.manhattan_of(&homes)) };
        answer.optimal |= length == answer.bound;
        match replay(board, &answer.moves, cancel) {
            Ok(end) if end == self.goal => Ok(answer),
            Err(Error::Cancelled) => Err(Error::Cancelled),
            _ => Err(wrong(&answer, board)),
        }
    }

    fn solve_homes_within(
        &self,
        homes: &[u32],
        blank: usize,
        wish: &Wish,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Result<Answer> {
        let grid = self.goal.grid();
        let from_table = |frame: &Canonical, solve: &dyn Fn(&[u8]) -> Vec<u8>| {
            let mut moves = solve(&frame.standard(homes));
            frame.restore(&mut moves);
            Answer::shortest(moves)
        };
        let searched = |frame: &Canonical, found: anytime::Found, method: &'static str| {
            let bound = found.bound.into();
            let answer = match found.way {
                Some(mut moves) => {
                    frame.restore(&mut moves);
                    let proven = moves.len() as u64 == bound;
                    let stage = if method == "optimal" && !proven { "search" } else { method };
                    Answer::plain(method, Path::in_one_stage(stage, moves))
                }
                None => peel_or_greedy(grid, homes, blank, cancel)?,
            };
            Ok(Answer { method, bound, nodes: found.nodes, ..answer })
        };
        match &self.solver {
            Solver::Table(walker) => Ok(Answer::shortest(walker.solve(homes))),
            Solver::Large(frame, table) => Ok(from_table(frame, &|tiles| table.solve(tiles))),
            Solver::Search(frame, estimate) => {
                let tiles = frame.standard(homes);
                searched(frame, anytime::solve(estimate, &tiles, wish, limits, cancel)?, "optimal")
            }
            Solver::Beam(frame, estimate, plan) => {
                let tiles = frame.standard(homes);
                // A narrow beam now and then misses what even the stages find.
                let known = match plan {
                    Some(plan) => Answer::plain("combined", plan.solve(homes)),
                    None => peel_or_greedy(grid, homes, blank, cancel)?,
                };
                let wish = Wish { fewer: Some(known.moves.len()), ..*wish };
                let found = anytime::quick(estimate, &tiles, &wish, limits, cancel)?;
                match found.way {
                    None => {
                        Ok(Answer { method: "quick", bound: found.bound.into(), nodes: found.nodes, ..known })
                    }
                    Some(_) => searched(frame, found, "quick"),
                }
            }
            Solver::Stages(plan) => Ok(Answer::plain("combined", plan.solve(homes))),
            Solver::Peel => peel_or_greedy(grid, homes, blank, cancel),
            Solver::Greedy => greedy(grid, homes, blank, cancel),
        }
    }

    /// Refuses a board whose solution has no room in memory: as codes, and as letters for the caller.
    fn check_memory(&self) -> Result<()> {
        let Grid { rows, cols } = self.goal.grid();
        let needed = (2.0 * MOVES_PER_STEP * (rows * cols) as f64 * (rows + cols) as f64) as u64;
        let free = if needed > MUCH { memory::free() } else { None };
        match free {
            Some(budget) if needed > budget => {
                Err(Error::Memory(MemoryNeed { needed, lean: None, budget, purpose: Purpose::Moves }))
            }
            _ => Ok(()),
        }
    }
}

fn wrong(answer: &Answer, board: &Board) -> Error {
    Error::WrongSolution { method: answer.method, board: crate::puzzle::text::compact(board) }
}

/// The greedy algorithm makes about 2.7 n³ moves on an n×n board, 3 n² on 2×n and 4.5 n² on 3×n: about so many times
/// cells · (rows + columns), or less.
const MOVES_PER_STEP: f64 = 1.6;
/// Solutions of fewer bytes are made without asking how much memory is free.
const MUCH: u64 = 1 << 27;

/// The solution line by line, or by the greedy algorithm where that cannot be.
fn peel_or_greedy(grid: Grid, homes: &[u32], blank: usize, cancel: &Cancel) -> Result<Answer> {
    match peel::solve(grid, homes, blank, cancel)? {
        Some(Peeled { path, optimal }) => Ok(Answer { optimal, ..Answer::plain("peel", path) }),
        None => greedy(grid, homes, blank, cancel),
    }
}

/// The solution of the greedy algorithm.
fn greedy(grid: Grid, homes: &[u32], blank: usize, cancel: &Cancel) -> Result<Answer> {
    let mut greedy = Greedy::from_homes(grid, homes.to_vec(), blank, 3);
    let mut moves = vec![];
    let mut stages: Vec<Stage> = vec![];
    let mut begun = (0, "");
    loop {
        if greedy.stage() != begun {
            begun = greedy.stage();
            cancel.tell(greedy.share());
            stages.push(Stage { name: begun.1, moves: 0 });
        }
        if moves.len() % PIECE == 0 {
            cancel.check()?;
        }
        let Some(step) = greedy.next() else { break };
        moves.push(step.code());
        stages.last_mut().expect("one was pushed").moves += 1;
    }
    stages.retain(|stage| stage.moves > 0);
    Ok(Answer::plain("greedy", Path { moves, stages }))
}

/// The plan that was used last.
static LAST: Mutex<Option<(Method, Arc<Plan>)>> = Mutex::new(None);

/// The plan that was used last, if it is for this goal and method.
fn last_plan(goal: &Board, method: Method) -> Option<Arc<Plan>> {
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    last.as_ref().filter(|(used, plan)| *used == method && plan.goal == *goal).map(|(_, plan)| plan.clone())
}
