//! What solvers claim about a board, and whether it is true.

use crate::cases::Case;
use puzzle15::bfs::Metric;
use puzzle15::puzzle::board::Board;
use puzzle15::puzzle::error::Result;
use puzzle15::puzzle::grid::Move;
use puzzle15::puzzle::text;
use puzzle15::slides;

/// What a solver claims about a board.
#[derive(Debug)]
pub(crate) struct Claim {
    /// Codes of the moves of a solution, if there is one.
    pub(crate) moves: Option<Vec<u8>>,
    /// Whether no solution is shorter.
    pub(crate) optimal: bool,
    /// No solution is shorter than this.
    pub(crate) lower_bound: u64,
    /// How many moves each stage has, if it was solved in stages.
    pub(crate) stages: Option<Vec<usize>>,
    /// Nodes generated, where a search says so.
    pub(crate) nodes: Option<u64>,
}

impl Claim {
    /// A solution, if there is one, and a bound.
    pub(crate) fn bounded(moves: Option<Vec<u8>>, lower_bound: u64) -> Claim {
        let optimal = moves.as_ref().is_some_and(|moves| moves.len() as u64 == lower_bound);
        Claim { moves, optimal, lower_bound, stages: None, nodes: None }
    }

    /// A shortest solution.
    pub(crate) fn shortest(moves: Vec<u8>) -> Claim {
        let length = moves.len() as u64;
        Claim::bounded(Some(moves), length)
    }
}

/// What a solver promises for every board. Besides, whatever it claims must be true.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Promise {
    /// A shortest solution, and it claims that it is one.
    Shortest,
    /// A solution at most so many times as long as a shortest one, and a bound that proves it.
    Within(f64),
    /// A solution.
    Solution,
    /// A shortest solution, unless it has generated so many nodes without finding one.
    Nodes(u64),
    /// Nothing.
    Attempt,
}

/// From a board and its goal to a claim.
pub(crate) type Solve = dyn Fn(&Board, &Board) -> Result<Claim>;

/// A solver or a search.
pub(crate) struct Entrant {
    pub(crate) name: &'static str,
    /// Whether it is for a goal.
    pub(crate) fits: fn(&Board) -> bool,
    /// What it promises for such goals.
    pub(crate) promise: Promise,
    /// What it counts.
    pub(crate) metric: Metric,
    /// How many boards of a case it is given, at most.
    pub(crate) most: usize,
    pub(crate) solve: Box<Solve>,
}

/// An entrant that counts single moves and is given every board.
pub(crate) fn entrant(
    name: &'static str,
    fits: fn(&Board) -> bool,
    promise: Promise,
    solve: impl Fn(&Board, &Board) -> Result<Claim> + 'static,
) -> Entrant {
    Entrant { name, fits, promise, metric: Metric::Single, most: usize::MAX, solve: Box::new(solve) }
}

impl Entrant {
    /// The same, given at most so many boards of a case.
    pub(crate) fn on(self, most: usize) -> Entrant {
        Entrant { most, ..self }
    }

    /// The same, counting slides.
    pub(crate) fn in_slides(self) -> Entrant {
        Entrant { metric: Metric::Multi, ..self }
    }
}

/// A board for an entrant, and what is true about it.
struct Exam<'a> {
    board: &'a Board,
    goal: &'a Board,
    distance: u64,
    metric: Metric,
    promise: Promise,
}

/// Runs every entrant on the boards that are for it, and fails at the first claim that is not true.
pub(crate) fn run(entrants: &[Entrant], cases: &[Case]) {
    for case in cases {
        for entrant in entrants.iter().filter(|entrant| (entrant.fits)(&case.goal)) {
            for sample in case.some(entrant.most) {
                let Some(distance) = sample.distance(entrant.metric) else { continue };
                let (board, goal, distance) = (&sample.board, &case.goal, distance.into());
                Exam { board, goal, distance, metric: entrant.metric, promise: entrant.promise }
                    .examine(entrant);
            }
        }
    }
}

impl Exam<'_> {
    fn examine(&self, entrant: &Entrant) {
        let claim = (entrant.solve)(self.board, self.goal);
        let fault = match &claim {
            Ok(claim) => self.fault(claim),
            Err(_) => Some("it gives an error"),
        };
        if let Some(fault) = fault {
            let [board, goal] = [self.board, self.goal].map(|board| text::compact(board).unwrap());
            let Exam { distance, promise, .. } = self;
            let about = format!("board {board}\ngoal {goal}\ndistance {distance}\npromise {promise:?}");
            panic!("{}: {fault}\n{about}\n{claim:?}", entrant.name);
        }
    }

    /// What is wrong with a claim, if anything.
    fn fault(&self, claim: &Claim) -> Option<&'static str> {
        if claim.lower_bound > self.distance {
            return Some("its lower bound is above the distance");
        }
        let Some(moves) = &claim.moves else { return self.fault_of_silence(claim) };
        if !is_solution(moves, self.board, self.goal) {
            return Some("its moves do not lead to the goal");
        }
        let length = self.length(moves);
        let stages = claim.stages.as_ref().map(|stages| stages.iter().sum());
        let faults = [
            (length < self.distance, "its solution is shorter than the distance"),
            (claim.optimal && length != self.distance, "its solution is not optimal, as it claims"),
            (claim.optimal != (length == claim.lower_bound), "its lower bound contradicts what it claims"),
            (!self.is_kept(claim, length), "its solution is longer than it promises"),
            (claim.nodes.is_some_and(|nodes| nodes < length), "it counts fewer nodes than moves"),
            (stages.is_some_and(|sum: usize| sum != moves.len()), "its stages do not add up"),
        ];
        faults.into_iter().find_map(|(is_wrong, fault)| is_wrong.then_some(fault))
    }

    /// The same where there is no solution.
    fn fault_of_silence(&self, claim: &Claim) -> Option<&'static str> {
        match self.promise {
            Promise::Attempt => None,
            Promise::Nodes(most) if claim.nodes.is_some_and(|nodes| nodes >= most) => None,
            _ => Some("it finds no solution"),
        }
    }

    /// Whether a solution of this length keeps the promise.
    fn is_kept(&self, claim: &Claim, length: u64) -> bool {
        match self.promise {
            Promise::Shortest | Promise::Nodes(_) => claim.optimal,
            Promise::Within(weight) => length as f64 <= weight * claim.lower_bound as f64,
            Promise::Solution | Promise::Attempt => true,
        }
    }

    /// How many moves or slides a solution has.
    fn length(&self, moves: &[u8]) -> u64 {
        match self.metric {
            Metric::Single => moves.len() as u64,
            Metric::Multi => slides::count_slides(moves) as u64,
        }
    }
}

/// Whether moves lead from a board to the goal.
pub(crate) fn is_solution(moves: &[u8], board: &Board, goal: &Board) -> bool {
    board.apply(moves.iter().map(|&code| Move::from_code(code))).as_ref() == Ok(goal)
}
