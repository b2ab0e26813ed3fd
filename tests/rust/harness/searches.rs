//! Every search and every table, called directly rather than by the `Solver`: a line for each.

use crate::claim::Promise::{Attempt, Nodes, Shortest, Solution, Within};
use crate::claim::{Claim, Entrant, entrant};
use crate::sizes;
use puzzle15::anysize::greedy::Greedy;
use puzzle15::anysize::routes::Routes;
use puzzle15::improve;
use puzzle15::pdb::heuristic::Heuristic;
use puzzle15::pdb::key::Key;
use puzzle15::pdb::registry::{Loaded, TableChoice};
use puzzle15::puzzle::board::Board;
use puzzle15::puzzle::canonical::Canonical;
use puzzle15::puzzle::error::Result;
use puzzle15::puzzle::grid::Move;
use puzzle15::runtime::budget::Budget;
use puzzle15::runtime::cancel::Cancel;
use puzzle15::search::anytime::{self, AnytimeOutcome, LARGE_PATTERNS, SMALL_PATTERNS, SearchOptions};
use puzzle15::search::astar::{AStar, Ended};
use puzzle15::search::beam;
use puzzle15::search::ida::{self, IdaOptions, SearchFrom};
use puzzle15::search::ida_in_turn;
use puzzle15::search::korf::{self, MoveOrder};
use puzzle15::slides::MultiPlan;
use puzzle15::solver::improving::{self, Effort};
use puzzle15::solver::shortest::heuristic_for;
use puzzle15::tables::distances::Distances;
use puzzle15::tables::in_memory::{self, TableWalk, TableWalker};
use puzzle15::tables::on_disk::{Entries, PackedTable};
use std::sync::Arc;
use std::time::Duration;

/// All searches and tables.
pub(crate) fn entrants() -> Vec<Entrant> {
    [
        anytime_entrants(),
        astar_entrants(),
        ida_entrants(),
        ida_in_turn_entrants(),
        korf_entrants(),
        beam_entrants(),
        table_entrants(),
        slide_entrants(),
        improve_entrants(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A board made standard, with the heuristic of its goal.
pub(crate) struct Start {
    frame: Canonical,
    pub(crate) heuristic: Arc<Heuristic>,
    pub(crate) tiles: Vec<u8>,
}

impl Start {
    pub(crate) fn new(board: &Board, goal: &Board) -> Result<Start> {
        let (frame, Loaded { heuristic, .. }, _) = heuristic_for(goal, TableChoice::Small, &Cancel::new())?;
        let tiles = frame.standard(&board.homes(goal)?);
        Ok(Start { frame, heuristic, tiles })
    }

    /// What a search claims about the board, with its moves turned back into those of the original.
    fn claim(&self, mut path: Option<Vec<u8>>, bound: u32, nodes: u64) -> Claim {
        if let Some(path) = &mut path {
            self.frame.restore(path);
        }
        Claim { nodes: Some(nodes), ..Claim::bounded(path, bound.into()) }
    }

    fn ended(&self, ended: Ended, nodes: u64) -> Claim {
        match ended {
            Ended::Solved(path) => {
                let length = path.len() as u32;
                self.claim(Some(path), length, nodes)
            }
            Ended::Bound(bound) => self.claim(None, bound, nodes),
        }
    }
}

fn budget(max_nodes: Option<u64>, cancel: &Cancel) -> Budget<'_> {
    Budget { max_nodes, ..Budget::unlimited(cancel) }
}

type Anytime = fn(&Heuristic, &[u8], &SearchOptions, &Budget<'_>) -> Result<AnytimeOutcome>;

fn anytime(
    search: Anytime,
    options: SearchOptions,
    max_nodes: Option<u64>,
) -> impl Fn(&Board, &Board) -> Result<Claim> {
    move |board, goal| {
        let start = Start::new(board, goal)?;
        let cancel = Cancel::new();
        let found = search(&start.heuristic, &start.tiles, &options, &budget(max_nodes, &cancel))?;
        Ok(start.claim(found.path, found.bound, found.nodes))
    }
}

fn anytime_entrants() -> Vec<Entrant> {
    let plain = SearchOptions::default();
    let solve = |options, nodes| anytime(anytime::solve, options, nodes);
    let quick = |options, nodes| anytime(anytime::quick, options, nodes);
    let weight = |weight| SearchOptions { weight, ..plain };
    let width = |width| SearchOptions { width: Some(width), ..plain };
    vec![
        entrant("anytime::solve", sizes::searched, Shortest, solve(plain, None)),
        entrant(
            "anytime::solve, 2 threads",
            sizes::searched,
            Shortest,
            solve(SearchOptions { threads: 2, ..plain }, None),
        ),
        entrant("anytime::solve, weight 1.05", sizes::searched, Within(1.05), solve(weight(1.05), None)),
        entrant("anytime::solve, weight 2", sizes::searched, Within(2.0), solve(weight(2.0), None)),
        entrant("anytime::solve, 0 nodes", sizes::searched, Attempt, solve(plain, Some(0))),
        entrant("anytime::solve, 300 nodes", sizes::searched, Attempt, solve(plain, Some(300))),
        entrant("anytime::solve, 20000 nodes", sizes::searched, Attempt, solve(plain, Some(20_000))),
        entrant("anytime::quick", sizes::searched, Solution, quick(plain, None)),
        entrant("anytime::quick, width 1", sizes::searched, Attempt, quick(width(1), None)),
        entrant("anytime::quick, width 1000", sizes::searched, Solution, quick(width(1000), None)).on(5),
        entrant("anytime::quick, 5000 nodes", sizes::searched, Attempt, quick(plain, Some(5000))),
        entrant(
            "anytime::quick, fewer than 20 moves",
            sizes::searched,
            Attempt,
            quick(SearchOptions { fewer: Some(20), ..plain }, None),
        ),
    ]
}

/// What an exact search may keep or spend, and when it may stop.
#[derive(Clone, Copy)]
struct Limits {
    /// Nodes that A\* may keep.
    room: usize,
    max_nodes: Option<u64>,
    enough: u32,
    threads: usize,
}

impl Limits {
    const NONE: Limits = Limits { room: usize::MAX, max_nodes: None, enough: u32::MAX, threads: 1 };
}

/// A\* within the limits, and how it ended.
fn run_astar<K: Key, const P: usize>(start: &Start, limits: Limits) -> Result<(AStar<'_, K, P>, Ended)> {
    let cancel = Cancel::new();
    let mut search = AStar::new(&start.heuristic, limits.room)?;
    let node = start.heuristic.start(&start.tiles)?;
    let ended = search.run(node, limits.enough, &budget(limits.max_nodes, &cancel))?;
    Ok((search, ended))
}

fn astar<K: Key, const P: usize>(limits: Limits) -> impl Fn(&Board, &Board) -> Result<Claim> {
    move |board, goal| {
        let start = Start::new(board, goal)?;
        let (search, ended) = run_astar::<K, P>(&start, limits)?;
        Ok(start.ended(ended, search.generated))
    }
}

fn ida<K: Key, const P: usize>(limits: Limits) -> impl Fn(&Board, &Board) -> Result<Claim> {
    move |board, goal| {
        let start = Start::new(board, goal)?;
        let cancel = Cancel::new();
        let options = IdaOptions { bound: 0, enough: limits.enough, threads: limits.threads, generated: 0 };
        let node = start.heuristic.start::<K, P>(&start.tiles)?;
        let (from, budget) = (SearchFrom::Start(node), budget(limits.max_nodes, &cancel));
        let (ended, nodes) = ida::search(&start.heuristic, from, 16, &options, &budget)?;
        Ok(start.ended(ended, nodes))
    }
}

/// A\* within the limits, and IDA\* without, from what A\* leaves.
fn astar_and_ida<K: Key, const P: usize>(limits: Limits) -> impl Fn(&Board, &Board) -> Result<Claim> {
    move |board, goal| {
        let start = Start::new(board, goal)?;
        let (search, ended) = run_astar::<K, P>(&start, limits)?;
        let generated = search.generated;
        let Ended::Bound(bound) = ended else { return Ok(start.ended(ended, generated)) };
        let frontier = search.into_frontier(bound).expect("memory has no limit");
        let options = IdaOptions { bound, enough: u32::MAX, threads: limits.threads, generated };
        let (from, cancel) = (SearchFrom::Frontier(&frontier), Cancel::new());
        let budget = Budget::unlimited(&cancel);
        let (ended, nodes) = ida::search(&start.heuristic, from, 16, &options, &budget)?;
        Ok(start.ended(ended, nodes))
    }
}

fn ida_in_turn(limits: Limits) -> impl Fn(&Board, &Board) -> Result<Claim> {
    move |board, goal| {
        let start = Start::new(board, goal)?;
        let cancel = Cancel::new();
        let options = IdaOptions { bound: 0, enough: limits.enough, threads: limits.threads, generated: 0 };
        let budget = budget(limits.max_nodes, &cancel);
        let (ended, nodes) = ida_in_turn::search(&start.heuristic, &start.tiles, &options, &budget)?;
        Ok(start.ended(ended, nodes))
    }
}

fn korf(order: &'static str, max_nodes: Option<u64>) -> impl Fn(&Board, &Board) -> Result<Claim> {
    move |board, goal| {
        let cancel = Cancel::new();
        let found = korf::search(board, goal, MoveOrder::parse(order)?, budget(max_nodes, &cancel))?;
        let moves = found.moves.map(|moves| moves.into_iter().map(Move::code).collect());
        Ok(Claim { nodes: Some(found.nodes), ..Claim::bounded(moves, found.lower_bound) })
    }
}

fn astar_entrants() -> Vec<Entrant> {
    let none = Limits::NONE;
    let few = Limits { max_nodes: Some(500), ..none };
    vec![
        entrant("A*", sizes::short_keys, Shortest, astar::<u64, SMALL_PATTERNS>(none)),
        entrant("A*, long keys", sizes::searched, Shortest, astar::<u128, LARGE_PATTERNS>(none)),
        entrant(
            "A*, room for 100 nodes",
            sizes::short_keys,
            Attempt,
            astar::<u64, SMALL_PATTERNS>(Limits { room: 100, ..none }),
        ),
        entrant("A*, 500 nodes", sizes::short_keys, Nodes(500), astar::<u64, SMALL_PATTERNS>(few)),
        entrant(
            "A*, a bound of 15 is enough",
            sizes::short_keys,
            Attempt,
            astar::<u64, SMALL_PATTERNS>(Limits { enough: 15, ..none }),
        ),
    ]
}

fn ida_entrants() -> Vec<Entrant> {
    let none = Limits::NONE;
    let nodes = |nodes| Limits { max_nodes: Some(nodes), ..none };
    vec![
        entrant("IDA*", sizes::nine_to_16, Shortest, ida::<u64, SMALL_PATTERNS>(none)).on(1),
        entrant(
            "IDA*, 2 threads",
            sizes::fifteen,
            Shortest,
            ida::<u64, SMALL_PATTERNS>(Limits { threads: 2, ..none }),
        )
        .on(1),
        entrant(
            "IDA* after A*",
            sizes::nine_to_16,
            Shortest,
            astar_and_ida::<u64, SMALL_PATTERNS>(nodes(500)),
        )
        .on(3),
        entrant(
            "IDA* after A*, long keys, 2 threads",
            sizes::long_keys,
            Shortest,
            astar_and_ida::<u128, LARGE_PATTERNS>(Limits { threads: 2, ..nodes(100) }),
        )
        .on(1),
        entrant("IDA*, long keys", sizes::long_keys, Shortest, ida::<u128, LARGE_PATTERNS>(none)).on(1),
        entrant(
            "IDA*, long keys, 2 threads",
            sizes::long_keys,
            Shortest,
            ida::<u128, LARGE_PATTERNS>(Limits { threads: 2, ..none }),
        )
        .on(1),
        entrant("IDA*, 3000 nodes", sizes::fifteen, Nodes(3000), ida::<u64, SMALL_PATTERNS>(nodes(3000)))
            .on(1),
        entrant(
            "IDA*, 2 threads, 30000 nodes",
            sizes::fifteen,
            Nodes(30_000),
            ida::<u64, SMALL_PATTERNS>(Limits { threads: 2, ..nodes(30_000) }),
        )
        .on(1),
        entrant(
            "IDA*, a bound of 15 is enough",
            sizes::fifteen,
            Attempt,
            ida::<u64, SMALL_PATTERNS>(Limits { enough: 15, ..none }),
        )
        .on(1),
    ]
}

fn ida_in_turn_entrants() -> Vec<Entrant> {
    let none = Limits::NONE;
    let two = Limits { threads: 2, ..none };
    let entry = |name, sizes, promise, limits| entrant(name, sizes, promise, ida_in_turn(limits)).on(1);
    vec![
        entry("IDA* in turn", sizes::nine_to_16, Shortest, none),
        entry("IDA* in turn, 2 threads", sizes::nine_to_16, Shortest, two),
        entry("IDA* in turn, long keys", sizes::long_keys, Shortest, none),
        entry("IDA* in turn, 0 nodes", sizes::fifteen, Nodes(0), Limits { max_nodes: Some(0), ..none }),
        entry(
            "IDA* in turn, 3000 nodes",
            sizes::fifteen,
            Nodes(3000),
            Limits { max_nodes: Some(3000), ..none },
        ),
        entry(
            "IDA* in turn, 2 threads, 300000 nodes",
            sizes::fifteen,
            Nodes(300_000),
            Limits { max_nodes: Some(300_000), ..two },
        ),
        entry(
            "IDA* in turn, a bound of 15 is enough",
            sizes::fifteen,
            Attempt,
            Limits { enough: 15, ..none },
        ),
    ]
}

fn korf_entrants() -> Vec<Entrant> {
    vec![
        entrant("Korf's search", sizes::up_to_nine, Shortest, korf("ULRD", None)).on(60),
        entrant("Korf's search, other order", sizes::up_to_nine, Shortest, korf("DRLU", None)).on(60),
        entrant("Korf's search, 5000 nodes", sizes::any, Nodes(5000), korf("ULRD", Some(5000))),
    ]
}

fn beam_entrants() -> Vec<Entrant> {
    fn beam<K: Key, const P: usize>(width: usize) -> impl Fn(&Board, &Board) -> Result<Claim> {
        move |board, goal| {
            let start = Start::new(board, goal)?;
            let node = start.heuristic.start::<K, P>(&start.tiles)?;
            let found = beam::beam(&start.heuristic, node, width, 1000, &Budget::unlimited(&Cancel::new()))?;
            Ok(start.claim(found.path, node.h().into(), found.generated))
        }
    }
    vec![
        entrant("beam, width 1", sizes::short_keys, Attempt, beam::<u64, SMALL_PATTERNS>(1)),
        entrant("beam, width 10", sizes::searched, Attempt, beam::<u128, LARGE_PATTERNS>(10)),
        entrant("beam, width 400", sizes::short_keys, Solution, beam::<u64, SMALL_PATTERNS>(400)).on(10),
    ]
}

fn table_entrants() -> Vec<Entrant> {
    let walker =
        |board: &Board, goal: &Board| Ok(Claim::shortest(TableWalker::new(goal)?.solve(&board.homes(goal)?)));
    let walk = |board: &Board, goal: &Board| {
        let moves = TableWalk::new(goal, &board.homes(goal)?)?.map(Move::code);
        Ok(Claim::shortest(moves.collect()))
    };
    let standard = |board: &Board, goal: &Board| {
        let frame = Canonical::new(goal);
        let table = in_memory::table(frame.grid(), frame.home())?;
        let mut moves = in_memory::solve(table, &frame.standard(&board.homes(goal)?));
        frame.restore(&mut moves);
        Ok(Claim::shortest(moves))
    };
    let packed = |board: &Board, goal: &Board| {
        let frame = Canonical::new(goal);
        let table = PackedTable::make(Entries::Moves, frame.grid(), frame.home(), &Cancel::new())?;
        let mut moves = table.solve(&frame.standard(&board.homes(goal)?));
        frame.restore(&mut moves);
        Ok(Claim::shortest(moves))
    };
    vec![
        entrant("a table in memory", sizes::small, Shortest, walker),
        entrant("a table in memory, move by move", sizes::small, Shortest, walk),
        entrant("a table in memory, standard boards", sizes::small, Shortest, standard),
        entrant("a packed table", sizes::small, Shortest, packed).on(1),
        entrant("a table of distances", sizes::small, Shortest, down_the_distances),
    ]
}

/// Moves that lead nearer to the goal, by a table of distances.
fn down_the_distances(board: &Board, goal: &Board) -> Result<Claim> {
    let distances = Distances::new(goal, &Cancel::new())?;
    let (mut homes, mut blank) = (board.homes(goal)?, board.blank());
    let length = distances.get(&homes);
    let mut moves = vec![];
    while moves.len() < length.into() {
        let (_, best) = distances.label(&mut homes, blank);
        let step = Move::from_code(best.trailing_zeros() as u8);
        let Some(to) = goal.grid().neighbour(blank, step) else { break };
        homes.swap(blank, to);
        blank = to;
        moves.push(step.code());
    }
    Ok(Claim::bounded(Some(moves), length.into()))
}

fn slide_entrants() -> Vec<Entrant> {
    let solve = |max_nodes: Option<u64>| {
        move |board: &Board, goal: &Board| {
            let cancel = Cancel::new();
            let found = MultiPlan::new(goal, &cancel)?.solve(board, budget(max_nodes, &cancel))?;
            let optimal = found.moves.is_some();
            let (stages, nodes) = (None, Some(found.nodes).filter(|&nodes| nodes > 0));
            Ok(Claim { moves: found.moves, optimal, lower_bound: found.lower_bound as u64, stages, nodes })
        }
    };
    vec![
        entrant("fewest slides", sizes::slid, Shortest, solve(None)).in_slides(),
        entrant("fewest slides, 200 nodes", sizes::fifteen, Nodes(200), solve(Some(200))).in_slides(),
    ]
}

/// A solution with a detour: back and forth between two cells, then tile by tile.
fn long_solution(board: &Board, goal: &Board) -> Result<Vec<u8>> {
    let step = board.legal_moves().next().expect("every board has a move");
    let detour = [step.code(), step.reverse().code()].repeat(10);
    let greedy = Greedy::new(board, goal, Routes::Of1995, 2)?.map(Move::code);
    Ok(detour.into_iter().chain(greedy).collect())
}

fn improve_entrants() -> Vec<Entrant> {
    let greedy = |board: &Board, goal: &Board| {
        let moves = Greedy::new(board, goal, Routes::Of1995, 2)?.map(Move::code).collect();
        Ok(Claim::bounded(Some(moves), board.manhattan(goal)?))
    };
    let passes = |board: &Board, goal: &Board| {
        let long = long_solution(board, goal)?;
        let improved = improve::improve(board, long, Some(3), &Budget::unlimited(&Cancel::new()))?;
        let lower_bound = if improved.optimal { improved.moves.len() as u64 } else { 0 };
        Ok(Claim { optimal: improved.optimal, ..Claim::bounded(Some(improved.moves), lower_bound) })
    };
    let improving = |effort: Effort| {
        move |board: &Board, goal: &Board| {
            let found = improving::best(board, goal, long_solution(board, goal)?, effort, &Cancel::new())?;
            let known = if found.optimal { found.moves.len() as u64 } else { 0 };
            let lower_bound = found.lower_bound.unwrap_or(known);
            Ok(Claim { optimal: found.optimal, ..Claim::bounded(Some(found.moves), lower_bound) })
        }
    };
    vec![
        entrant("greedy, core of 2", sizes::any, Solution, greedy),
        entrant("improved in 3 passes", sizes::any, Solution, passes).on(20),
        entrant(
            "improved at will, 3 passes",
            sizes::any,
            Solution,
            improving(Effort { passes: Some(3), timeout: None }),
        )
        .on(5),
        entrant("improved at will", sizes::optimal_to_16, Shortest, improving(Effort::default())),
        entrant(
            "improved at will, no time",
            sizes::optimal,
            Solution,
            improving(Effort { timeout: Some(Duration::ZERO), passes: None }),
        ),
    ]
}
