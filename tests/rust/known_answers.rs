//! Published figures that the core must reproduce. No Python needed: `cargo test`.

use puzzle15::batch;
use puzzle15::bfs::{self, Source};
use puzzle15::board::Board;
use puzzle15::control::Cancel;
use puzzle15::grid::Grid;
use puzzle15::random::{Maker, Method as Making};
use puzzle15::solve::{Method, Plan};
use puzzle15::space::{Space, State};
use puzzle15::staged;

/// Column 3×3 of Table I of Karlemo and Östergård.
#[test]
fn depths_of_all_8_puzzles() {
    let space = Space::whole(Grid::new(3, 3));
    let state = State { cell: 8, set: 0, a: 0, b: 0 };
    let layers = bfs::search(&space, &[Source { state, rank: 0 }]).layers;
    let expected = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
        16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(layers.counts(), expected);
}

/// Figure 3 of Parberry (2014): the worst case by first cell of the blank.
#[test]
fn maxima_by_cell_of_the_blank() {
    let [_, _, eight] = staged::tables();
    let worst = |cell: usize| eight.layers().by_cell().iter().rposition(|cells| cells[cell] > 0).unwrap();
    assert_eq!((0..9).map(worst).collect::<Vec<_>>(), [30, 29, 30, 29, 30, 31, 30, 31, 30]);
}

/// Section IV of the same: the 8-puzzle with the blank in its first row or column.
#[test]
fn the_8_puzzles_that_remain() {
    let [_, _, eight] = staged::tables();
    let cells = [0, 1, 2, 3, 6];
    let total: u64 = cells.iter().map(|&cell| eight.layers().total(cell)).sum();
    let mean = total as f64 / (5.0 * 20_160.0);
    assert_eq!((mean * 100.0).round(), 2204.0);
    let worst =
        eight.layers().by_cell().iter().rposition(|counts| cells.iter().any(|&cell| counts[cell] > 0));
    assert_eq!(worst, Some(30));
}

/// Table III: a mean of 65.21 over a million boards; ties broken well give a little less, on any seed.
#[test]
fn a_hundred_thousand_random_boards() {
    let goal = Board::standard(Grid::new(4, 4));
    let maker = Maker::new(goal.clone(), Making::Shuffle);
    let tiles = batch::random_boards(&maker, 1, 0, 100_000, 2, &Cancel::new(), |tile| [tile as u8]);
    let plan = Plan::new(goal, Method::Combined).unwrap();
    let parts = batch::solve_many(&plan, &tiles, 0, 2, false, &Cancel::new()).unwrap();
    let lengths: Vec<i32> = parts.iter().flat_map(|part| part.lengths.clone()).collect();
    let mean = lengths.iter().map(|&length| f64::from(length)).sum::<f64>() / lengths.len() as f64;
    assert!((64.9..65.25).contains(&mean), "{mean}");
    assert!(lengths.iter().all(|&length| length <= 108));
}
