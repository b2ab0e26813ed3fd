//! Every method of the `Solver`, with options: a line for each.

use crate::cases::Case;
use crate::claim::Promise::{Shortest, Solution, Within};
use crate::claim::{Claim, Entrant, Promise, entrant};
use crate::sizes;
use puzzle15::anysize::routes::Routes;
use puzzle15::bfs::Metric;
use puzzle15::puzzle::board::Board;
use puzzle15::runtime::cancel::Cancel;
use puzzle15::schofield::solving::is_centred;
use puzzle15::solver::batch::{self, Batch};
use puzzle15::solver::{Method, Options, Prefer, Solver};
use std::time::Duration;

/// A method with options, which goals it is for, and what it promises.
pub(crate) struct Row {
    name: &'static str,
    options: Options,
    fits: fn(&Board) -> bool,
    promise: Promise,
}

/// All of them.
pub(crate) fn rows() -> Vec<Row> {
    let row = |name, options, fits, promise| Row { name, options, fits, promise };
    let [optimal, quick] = [Method::Optimal, Method::Quick].map(Options::of);
    let auto = Options::default();
    let slides = Options { metric: Metric::Multi, ..auto };
    let now = Some(Duration::ZERO);
    vec![
        row("auto", auto, sizes::small, Shortest),
        row("auto, larger boards", auto, sizes::larger, Solution),
        row("auto, no time", Options { timeout: now, ..auto }, sizes::larger, Solution),
        row("auto, width 5", Options { width: Some(5), ..auto }, sizes::searched, Solution),
        row("combined", Options::of(Method::Combined), sizes::fifteen, Solution),
        row("optimal", optimal, sizes::optimal, Shortest),
        row("optimal, 2 threads", Options { threads: 2, ..optimal }, sizes::optimal, Shortest),
        row("optimal, weight 1", Options { weight: Some(1.0), ..optimal }, sizes::optimal, Shortest),
        row("optimal, weight 1.02", Options { weight: Some(1.02), ..optimal }, sizes::optimal, Within(1.02)),
        row("optimal, weight 1.1", Options { weight: Some(1.1), ..optimal }, sizes::optimal, Within(1.1)),
        row("optimal, weight 1.3", Options { weight: Some(1.3), ..optimal }, sizes::optimal, Within(1.3)),
        row("optimal, weight 3", Options { weight: Some(3.0), ..optimal }, sizes::optimal, Within(3.0)),
        row("optimal, 0 nodes", Options { max_nodes: Some(0), ..optimal }, sizes::optimal, Solution),
        row("optimal, 1000 nodes", Options { max_nodes: Some(1000), ..optimal }, sizes::optimal, Solution),
        row("optimal, no time", Options { timeout: now, ..optimal }, sizes::optimal, Solution),
        row("quick", quick, sizes::searched, Solution),
        row("quick, width 1", Options { width: Some(1), ..quick }, sizes::searched, Solution),
        row("quick, width 300", Options { width: Some(300), ..quick }, sizes::searched, Solution),
        row("quick, 9000 nodes", Options { max_nodes: Some(9000), ..quick }, sizes::searched, Solution),
        row("quick, no time", Options { timeout: now, ..quick }, sizes::searched, Solution),
        row("fewest turns", Options { prefer: Some(Prefer::Turns), ..auto }, sizes::searched, Shortest),
        row("slides", slides, sizes::slid, Shortest),
        row("slides, 100 nodes", Options { max_nodes: Some(100), ..slides }, sizes::slid, Solution),
        row("slides, no time", Options { timeout: now, ..slides }, sizes::slid, Solution),
        row("peel", Options::of(Method::Peel), sizes::any, Solution),
        row("greedy", Options::of(Method::Greedy), sizes::any, Solution),
        row(
            "greedy of 2014",
            Options { routes: Routes::Of2014, ..Options::of(Method::Greedy) },
            sizes::any,
            Solution,
        ),
        row("twists", Options::of(Method::Twists), is_centred, Shortest),
    ]
}

/// The rows as entrants.
pub(crate) fn entrants() -> Vec<Entrant> {
    let to_entrant = |Row { name, options, fits, promise }: Row| {
        let solve = move |board: &Board, goal: &Board| {
            let solution = Solver::new(goal.clone(), options)?.solve(board, &Cancel::new())?;
            Ok(Claim {
                moves: Some(solution.moves),
                optimal: solution.optimal,
                lower_bound: solution.lower_bound,
                stages: Some(solution.stages.iter().map(|stage| stage.moves).collect()),
                nodes: None,
            })
        };
        // All shortest solutions need a table of 16 MB for every board.
        let most = if options.prefer.is_some() { 2 } else { usize::MAX };
        Entrant { metric: options.metric, ..entrant(name, fits, promise, solve) }.on(most)
    };
    rows().into_iter().map(to_entrant).collect()
}

/// Solves boards one by one and all at once, an unsolvable one among them, and compares the results.
pub(crate) fn compare_batch(row: &Row, case: &Case) {
    // Where distances in slides are not known, their tables would be made for this test alone.
    if !(row.fits)(&case.goal) || case.samples[0].distance(row.options.metric).is_none() {
        return;
    }
    let mut boards: Vec<Board> = case.some(3).map(|sample| sample.board.clone()).collect();
    boards.insert(boards.len() / 2, unsolvable(&case.goal));
    let solver = Solver::new(case.goal.clone(), row.options).unwrap();
    let tiles: Vec<u32> = boards.iter().flat_map(|board| board.tiles().to_vec()).collect();
    let together = joined(batch::solve_many(&solver, &tiles, 0, 2, true, &Cancel::new()).unwrap());
    assert_eq!(together, one_by_one(&solver, &boards), "{}, goal {:?}", row.name, case.goal);
}

/// The goal with two tiles exchanged.
fn unsolvable(goal: &Board) -> Board {
    let mut tiles = goal.tiles().to_vec();
    let [a, b] = if goal.blank() > 1 { [0, 1] } else { [2, 3] };
    tiles.swap(a, b);
    Board::new(goal.grid().rows, goal.grid().cols, tiles).unwrap()
}

/// The parts of a batch as one.
fn joined(parts: Vec<Batch>) -> Batch {
    let mut all = Batch::default();
    for part in parts {
        all.lengths.extend(part.lengths);
        all.moves.extend(part.moves);
        all.lower_bounds.extend(part.lower_bounds);
        all.nodes.extend(part.nodes);
        all.optimal.extend(part.optimal);
        all.first_error = all.first_error.or(part.first_error);
    }
    all
}

/// What a batch should be, except for where stages end.
fn one_by_one(solver: &Solver, boards: &[Board]) -> Batch {
    let mut all = Batch::default();
    for (row, board) in boards.iter().enumerate() {
        let solved = solver.solve(board, &Cancel::new());
        let (length, known) = match &solved {
            Ok(solution) => {
                let known = (solution.lower_bound, solution.nodes, solution.optimal);
                (solution.moves.len() as i32, known)
            }
            Err(_) => (-1, (0, 0, false)),
        };
        all.lengths.push(length);
        // A batch has nothing but the moves of combined solutions.
        if solver.method() != Method::Combined {
            all.lower_bounds.push(known.0);
            all.nodes.push(known.1);
            all.optimal.push(known.2);
        }
        match solved {
            Ok(solution) => all.moves.extend(solution.moves),
            Err(error) => _ = all.first_error.get_or_insert((row, error)),
        }
    }
    all
}
