//! Published figures that the core must reproduce. No Python needed: `cargo test`.

use puzzle15::bfs::layers::Layers;
use puzzle15::bfs::{Metric, Search, Source};
use puzzle15::generate::random::{Maker, Shuffling};
use puzzle15::index::space::{Slot, Space};
use puzzle15::puzzle::board::Board;
use puzzle15::puzzle::grid::Grid;
use puzzle15::runtime::cancel::Cancel;
use puzzle15::solver::batch;
use puzzle15::solver::{Method, Options, Solver};
use puzzle15::staged;

/// The layers of a whole puzzle, from the goal with the blank in this cell.
fn explore(rows: usize, cols: usize, blank: usize, metric: Metric) -> Layers {
    let space = Space::whole(Grid::new(rows, cols), &[]).unwrap();
    let tiles: Vec<usize> = (0..rows * cols).filter(|&cell| cell != blank).collect();
    let sources = [Source::new(space.locate(blank, &tiles))];
    let search = Search { metric, threads: 2, ..Search::new(&space, &sources) };
    search.run(&Cancel::new(), |_| Ok(())).unwrap().layers
}

/// Column 3×3 of Table I of Karlemo and Östergård.
#[test]
fn depths_of_all_8_puzzles() {
    let expected = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
        16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(explore(3, 3, 8, Metric::Single).counts(), expected);
}

/// The other diameters of the same table, and those of 2×5 and of multi-tile moves.
#[test]
fn known_diameters() {
    for (rows, cols, metric, states, worst, last) in [
        (2, 2, Metric::Single, 12, 6, 1),
        (2, 3, Metric::Single, 360, 21, 1),
        (2, 4, Metric::Single, 20_160, 36, 1),
        (2, 5, Metric::Single, 1_814_400, 55, 2),
        (3, 4, Metric::Single, 239_500_800, 53, 18),
        (2, 4, Metric::Multi, 20_160, 25, 8),
        (3, 3, Metric::Multi, 181_440, 24, 1),
        (2, 5, Metric::Multi, 1_814_400, 36, 1),
    ] {
        let layers = explore(rows, cols, rows * cols - 1, metric);
        assert_eq!((layers.states(), layers.worst(), layers.counts()[worst]), (states, worst, last));
    }
}

/// Figure 3 of Parberry (2014): the worst case by first cell of the blank.
#[test]
fn maxima_by_cell_of_the_blank() {
    let [_, _, eight] = staged::tables().unwrap();
    let worst = |cell: usize| eight.layers().by_slot().iter().rposition(|cells| cells[cell] > 0).unwrap();
    assert_eq!((0..9).map(worst).collect::<Vec<_>>(), [30, 29, 30, 29, 30, 31, 30, 31, 30]);
}

/// Section IV of the same: the 8-puzzle with the blank in its first row or column.
#[test]
fn the_8_puzzles_that_remain() {
    let [_, _, eight] = staged::tables().unwrap();
    let cells = [0, 1, 2, 3, 6];
    let total: u64 = cells.iter().map(|&cell| eight.layers().total(Slot(cell))).sum();
    let mean = total as f64 / (5.0 * 20_160.0);
    assert_eq!((mean * 100.0).round(), 2204.0);
    let worst = eight
        .layers()
        .by_slot()
        .iter()
        .rposition(|counts| cells.iter().any(|&cell| counts[cell as usize] > 0));
    assert_eq!(worst, Some(30));
}

/// Table III: a mean of 65.21 over a million boards; ties broken well give a little less, on any seed.
#[test]
fn a_hundred_thousand_random_boards() {
    let goal = Board::standard(Grid::new(4, 4));
    let maker = Maker::new(goal.clone(), Shuffling::Shuffle);
    let tiles = batch::random_boards(&maker, 1, 0, 100_000, 2, &Cancel::new(), |tile| [tile as u8]).unwrap();
    let solver = Solver::new(goal, Options::of(Method::Combined)).unwrap();
    let parts = batch::solve_many(&solver, &tiles, 0, 2, false, &Cancel::new()).unwrap();
    let lengths: Vec<i32> = parts.iter().flat_map(|part| part.lengths.clone()).collect();
    let mean = lengths.iter().map(|&length| f64::from(length)).sum::<f64>() / lengths.len() as f64;
    assert!((64.9..65.25).contains(&mean), "{mean}");
    assert!(lengths.iter().all(|&length| length <= 108));
}

/// The table of Schofield's paper of 1967, and the lookup that it works through.
#[test]
fn schofields_table() {
    let tables = puzzle15::schofield::tabulation::tabulation().unwrap();
    let rows: Vec<String> = tables
        .rows()
        .iter()
        .map(|row| format!("{},{},{},{}", row.moves, row.positions, row.classes, row.extended))
        .collect();
    let expected: Vec<&str> = include_str!("../data/schofield.csv").lines().skip(1).collect();
    assert_eq!(rows, expected);
    let worked = puzzle15::schofield::twists::number(&[1, 0, 2, 5, 3, 6, 4, 7]);
    let path: String = tables.specimen(worked).iter().map(|twist| twist.letter()).collect();
    assert_eq!((tables.moves(worked), path.as_str()), (20, "WXYZADY"));
}
