//! Every solver and every search on the same boards, against full tables of distances.
//!
//! - `truth.rs` finds distances by plain breadth-first searches.
//! - `cases.rs` has the boards, with their distances.
//! - `claim.rs` has what a solver may claim about a board, and checks it.
//! - `solvers.rs` and `searches.rs` list the solvers: a name, which goals it is for (`sizes.rs`), what it
//!   promises, and a closure from a board and its goal to a claim. To add one, add a line there.
//! - `breadth_first.rs` lists the breadth-first searches, whose layers are compared with those of plain ones.

mod breadth_first;
mod cases;
mod claim;
mod searches;
mod sizes;
mod solvers;
mod truth;

use crate::cases::{Case, Sample};
use crate::claim::{Entrant, is_solution, run};
use crate::searches::Start;
use crate::truth::State;
use puzzle15::bfs::Metric;
use puzzle15::runtime::cancel::Cancel;
use puzzle15::slides::count_slides;
use puzzle15::solver::shortest::ShortestPaths;
use puzzle15::tables::distances::Distances;
use std::collections::HashSet;

fn entrants() -> Vec<Entrant> {
    solvers::entrants().into_iter().chain(searches::entrants()).collect()
}

#[test]
fn claims_about_small_boards_are_true() {
    run(&entrants(), &cases::SMALL);
}

#[test]
fn claims_about_boards_of_twelve_cells_are_true() {
    run(&entrants(), &cases::TWELVE);
}

#[test]
fn claims_about_15_puzzles_are_true() {
    run(&entrants(), &cases::FIFTEEN);
}

#[test]
fn claims_about_boards_near_the_goal_are_true() {
    run(&entrants(), &cases::NEAR);
}

/// An entrant without boards would pass unnoticed.
#[test]
fn every_entrant_has_boards() {
    let has_board = |entrant: &Entrant, case: &Case| {
        (entrant.fits)(&case.goal)
            && case.samples.iter().any(|sample| sample.distance(entrant.metric).is_some())
    };
    for entrant in entrants() {
        assert!(cases::all().any(|case| has_board(&entrant, case)), "{}", entrant.name);
    }
}

#[test]
fn a_batch_gives_what_single_calls_give() {
    let rows = solvers::rows();
    for case in cases::all() {
        rows.iter().for_each(|row| solvers::compare_batch(row, case));
    }
}

#[test]
fn no_heuristic_is_above_the_distance_or_of_the_other_parity() {
    for case in cases::all().filter(|case| case.goal.grid().cells() <= 25) {
        for sample in &case.samples {
            let Start { heuristic, tiles, .. } = Start::new(&sample.board, &case.goal).unwrap();
            let distance = sample.distance(Metric::Single).unwrap();
            for values in heuristic.values(&tiles).unwrap() {
                let h: u32 = values.into_iter().map(u32::from).sum();
                assert!(h <= distance && h % 2 == distance % 2, "{h}, {distance} from {:?}", sample.board);
            }
        }
    }
}

#[test]
fn labels_are_the_moves_of_the_full_table() {
    for case in &*cases::SMALL {
        let table = case.table.as_ref().expect("small boards have tables");
        let distances = Distances::new(&case.goal, &Cancel::new()).unwrap();
        for sample in &case.samples {
            let state = State::of(&sample.board, &case.goal);
            let label = distances.label(&mut sample.board.homes(&case.goal).unwrap(), sample.board.blank());
            assert_eq!(
                (label.0.into(), label.1),
                (table.distance(state), table.best_moves(state)),
                "{:?}",
                sample.board
            );
        }
    }
}

#[test]
fn all_shortest_solutions_are_listed_and_counted() {
    // Of the larger boards, those of 4×5: their nodes have long keys.
    let larger = cases::NEAR.iter().filter(|case| case.goal.grid().cells() == 20);
    for case in cases::SMALL.iter().chain(larger) {
        case.some(3).for_each(|sample| compare_shortest(case, sample));
    }
}

/// Every shortest solution is listed once, they are as many as the full table has, and none is straighter
/// than the straightest.
fn compare_shortest(case: &Case, sample: &Sample) {
    let (board, goal, cancel) = (&sample.board, &case.goal, Cancel::new());
    let (paths, _) = ShortestPaths::find(board, goal, &cancel).unwrap();
    let (length, count) = (paths.length(), paths.count(&cancel).unwrap());
    assert_eq!(Some(length), sample.distance(Metric::Single), "{board:?}");
    if let Some(table) = &case.table {
        assert_eq!(count, table.count_shortest(State::of(board, goal)), "{board:?}");
    }
    let straightest = paths.straightest(&cancel).unwrap();
    let listed = paths.list().unwrap().take(usize::MAX, &cancel).unwrap();
    for moves in listed.iter().chain([&straightest]) {
        assert!(moves.len() == length as usize && is_solution(moves, board, goal), "{board:?}: {moves:?}");
    }
    let distinct: HashSet<&Vec<u8>> = listed.iter().collect();
    assert_eq!((listed.len() as u128, distinct.len() as u128), (count, count), "{board:?}");
    let fewest = listed.iter().map(|moves| count_slides(moves)).min();
    assert_eq!(Some(count_slides(&straightest)), fewest, "{board:?}: {straightest:?}");
}
