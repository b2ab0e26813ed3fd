//! Which algorithm solves a board: the one place that chooses, by goal, method and options.

use crate::anysize::peel::LONGEST_SIDE;
use crate::anysize::routes::Routes;
use crate::bfs::Metric;
use crate::pdb::registry::{self, TableChoice};
use crate::pdb::{partitions, regions};
use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::{Error, Job, Result, Sizes};
use crate::puzzle::grid::Grid;
use crate::puzzle::text;
use crate::schofield::solving::{TwistSolver, is_centred};
use crate::search::near_goal::NearGoal;
use crate::slides;
use crate::solver::method::Method;
use crate::solver::options::Options;
use crate::solver::shortest::check_searched;
use crate::staged::any_goal::StagedPlan;
use crate::tables::{in_memory, on_disk};

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
    Greedy(Routes),
    /// The fewest slides: from tables up to twelve cells, by search for 4×4. A search that may give up needs
    /// the tables of [`Algorithm::Search`] as well, for a solution in its place.
    Slides { may_give_up: bool },
    /// Corner twists: 3×3.
    Twists,
}

impl Algorithm {
    /// The algorithm for a goal and options, or why there is none.
    pub(super) fn choose(goal: &Board, options: &Options) -> Result<Algorithm> {
        options.check_routes()?;
        let algorithm = match Algorithm::by_size(goal, options)? {
            Algorithm::Greedy(_) => Algorithm::Greedy(options.routes),
            other => other,
        };
        if options.tables == TableChoice::Large && !algorithm.uses_patterns() {
            let slides = options.metric == Metric::Multi;
            return Err(Error::NoLargeTables {
                method: algorithm.method().name(),
                grid: goal.grid(),
                slides,
            });
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
            Method::Greedy => Ok(Algorithm::Greedy(Routes::Of1995)),
            Method::Peel if can_peel => Ok(Algorithm::Peel),
            Method::Peel => refuse(Sizes::Sides(LONGEST_SIDE)),
            Method::Combined | Method::Auto if has_stages => Ok(Algorithm::Stages),
            Method::Combined => refuse(Sizes::Only(Grid::new(4, 4))),
            Method::Twists if is_centred(goal) => Ok(Algorithm::Twists),
            Method::Twists => Err(Error::NotCentred { goal: text::beginning(goal).into() }),
            Method::Auto | Method::Optimal | Method::Quick if in_memory::has_table(standard) => {
                Ok(Algorithm::Table)
            }
            Method::Quick if can_search => Ok(Algorithm::Beam),
            Method::Auto | Method::Optimal if on_disk::has_table(standard) => Ok(Algorithm::DiskTable),
            Method::Optimal if can_search => Ok(Algorithm::Search),
            Method::Auto if can_peel => Ok(Algorithm::Peel),
            Method::Auto => Ok(Algorithm::Greedy(Routes::Of1995)),
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
            Algorithm::Greedy(_) => Method::Greedy,
            Algorithm::Twists => Method::Twists,
        }
    }

    /// Its name, in what is said about solutions.
    pub(super) fn name(self) -> &'static str {
        match self {
            Algorithm::Table | Algorithm::DiskTable => "table",
            Algorithm::Search => "search",
            Algorithm::Straightest => "straightest",
            Algorithm::Beam => "beam",
            Algorithm::Stages => "stages",
            Algorithm::Peel => "peel",
            Algorithm::PeelAndImprove => "peel and improve",
            Algorithm::Greedy(Routes::Of1995) => "greedy",
            Algorithm::Greedy(Routes::Of2014) => "greedy of 2014",
            Algorithm::Slides { .. } => "slides",
            Algorithm::Twists => "twists",
        }
    }

    /// Whether it searches with pattern databases, of which there are small and large ones.
    pub(super) fn uses_patterns(self) -> bool {
        matches!(self, Algorithm::Search | Algorithm::Straightest | Algorithm::Beam)
    }

    /// How many bytes its tables take, made or not.
    pub(super) fn size(self, goal: &Board, tables: TableChoice) -> u64 {
        let frame = Canonical::new(goal);
        let all_states = || (1..=goal.grid().cells() as u64).product::<u64>() / 2;
        match self {
            Algorithm::Table | Algorithm::DiskTable => all_states().div_ceil(4),
            Algorithm::Twists => all_states().div_ceil(4) + TwistSolver::TWIST_BYTES,
            Algorithm::Search | Algorithm::Straightest => registry::size(frame.grid(), frame.home(), tables),
            Algorithm::Beam => {
                let has_stages = goal.grid() == Grid::new(4, 4);
                let stages = if has_stages { StagedPlan::bytes() } else { 0 };
                let near = if NearGoal::has_table(frame.grid()) { NearGoal::BYTES } else { 0 };
                registry::size(frame.grid(), frame.home(), tables) + near + stages
            }
            Algorithm::Stages => StagedPlan::bytes(),
            Algorithm::Slides { may_give_up: true } => {
                slides::size(goal) + Algorithm::Search.size(goal, TableChoice::Small)
            }
            Algorithm::Slides { may_give_up: false } => slides::size(goal),
            Algorithm::Peel | Algorithm::PeelAndImprove | Algorithm::Greedy(_) => 0,
        }
    }

    /// Whether its tables may take more than a moment to make.
    pub(super) fn has_slow_tables(self) -> bool {
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
