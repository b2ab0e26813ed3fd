//! How boards are to be solved: all options, documented once.

use crate::anysize::routes::Routes;
use crate::bfs::Metric;
use crate::pdb::registry::TableChoice;
use crate::puzzle::error::{Error, OptionClash, Part, Result};
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::search::anytime::SearchOptions;
use crate::solver::method::{Method, Prefer};
use std::time::{Duration, Instant};

/// What is asked of a [`crate::solver::Solver`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// How a board is solved.
    pub method: Method,
    /// What counts as one move: with [`Metric::Multi`], a solution of the fewest slides.
    pub metric: Metric,
    /// Which of all shortest solutions is wanted; by default the first found.
    pub prefer: Option<Prefer>,
    /// How long to search for each board, once the tables are there.
    pub timeout: Option<Duration>,
    /// How many nodes to generate for each board.
    pub max_nodes: Option<u64>,
    /// How many bytes a search may take for each board, beside the tables. With fewer it takes longer.
    pub memory: Option<u64>,
    /// A solution is good enough if it is proven to be at most so many times as long as a shortest one. At
    /// least 1.
    pub weight: Option<f64>,
    /// Threads for a single hard board.
    pub threads: usize,
    /// The width of the beam of [`Method::Quick`]; by default it depends on the size.
    pub width: Option<usize>,
    /// Which pattern databases a search looks into.
    pub tables: TableChoice,
    /// The choices of [`Method::Greedy`].
    pub routes: Routes,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            method: Method::Auto,
            metric: Metric::Single,
            prefer: None,
            timeout: None,
            max_nodes: None,
            memory: None,
            weight: None,
            threads: 1,
            width: None,
            tables: TableChoice::Small,
            routes: Routes::default(),
        }
    }
}

/// The options that only a search for one solution can heed.
const SEARCH_OPTIONS: &[&str] = &["timeout", "max_nodes", "memory", "weight", "threads", "width"];

impl Options {
    /// The options of a method and nothing else.
    pub fn of(method: Method) -> Options {
        Options { method, ..Options::default() }
    }

    /// Whether a search may run out of time or nodes.
    pub(super) fn has_budget(&self) -> bool {
        self.timeout.is_some() || self.max_nodes.is_some()
    }

    /// Whether only a search can do what is asked.
    pub(super) fn ask_for_search(&self) -> bool {
        self.has_budget() || self.has_tuning() || self.prefer.is_some() || self.metric == Metric::Multi
    }

    /// Whether a search is to be tuned, other than by a budget.
    fn has_tuning(&self) -> bool {
        self.weight.is_some() || self.threads != 1 || self.width.is_some() || self.memory.is_some()
    }

    /// Whether only a search can do what is asked, even without a limit on memory: that alone would turn a moment
    /// into hours.
    fn needs_search(&self) -> bool {
        Options { memory: None, ..*self }.ask_for_search()
    }

    /// An error if options contradict each other, whatever the board.
    pub fn check(&self) -> Result<()> {
        self.check_routes()?;
        if self.ask_for_search() { self.search_method().map(drop) } else { Ok(()) }
    }

    /// An error if routes are chosen for a method that has none.
    pub(super) fn check_routes(&self) -> Result<()> {
        if self.routes == Routes::Of1995 || self.method == Method::Greedy {
            return Ok(());
        }
        let (options, methods, got) = (&["routes"], &["greedy"], self.method.name());
        Err(Error::Options(OptionClash::OtherMethod { options, methods, got }))
    }

    /// The method that is meant, where only a search can do what is asked. An error if options contradict
    /// each other: none is ignored.
    pub(super) fn search_method(&self) -> Result<Method> {
        let refuse = |clash: OptionClash| Err(Error::Options(clash));
        let is_plain = self.prefer.is_none() && self.metric == Metric::Single;
        let method = match self.method {
            Method::Auto if self.width.is_some() && self.weight.is_none() && is_plain => Method::Quick,
            Method::Auto => Method::Optimal,
            method => method,
        };
        if self.method == Method::Auto && self.memory.is_some() && !self.needs_search() {
            let (options, methods) = (&["memory"], &["optimal", "quick"]);
            return refuse(OptionClash::OtherMethod { options, methods, got: self.method.name() });
        }
        let got = method.name();
        if method != Method::Optimal && !is_plain {
            let (options, methods) = (&["metric", "prefer"], &["optimal"]);
            return refuse(OptionClash::OtherMethod { options, methods, got });
        }
        if !matches!(method, Method::Optimal | Method::Quick) {
            let (options, methods) = (SEARCH_OPTIONS, &["optimal", "quick"]);
            return refuse(OptionClash::OtherMethod { options, methods, got });
        }
        if method == Method::Quick && self.weight.is_some() {
            let (options, methods) = (&["weight"], &["optimal"]);
            return refuse(OptionClash::OtherMethod { options, methods, got });
        }
        if self.prefer.is_some() && (self.has_budget() || self.has_tuning()) {
            let option = Part::Option("prefer");
            return refuse(OptionClash::NotBeside { option, others: SEARCH_OPTIONS });
        }
        if self.metric == Metric::Multi && (self.has_tuning() || self.prefer.is_some()) {
            let (option, others) =
                (Part::Choice("metric", "multi"), &["weight", "threads", "width", "memory", "prefer"]);
            return refuse(OptionClash::NotBeside { option, others });
        }
        Ok(method)
    }

    /// The budget of one board, whose time, if it is limited, began at a given moment. If no clock can count that
    /// far, it is not.
    pub(super) fn budget<'a>(&self, begun: Option<Instant>, cancel: &'a Cancel) -> Budget<'a> {
        let deadline = begun.zip(self.timeout).and_then(|(begun, time)| begun.checked_add(time));
        Budget { deadline, max_nodes: self.max_nodes, memory: self.memory, cancel }
    }

    /// The options of a search.
    pub(super) fn for_search(&self) -> SearchOptions {
        SearchOptions {
            weight: self.weight.unwrap_or(1.0),
            threads: self.threads,
            width: self.width,
            fewer: None,
        }
    }
}
