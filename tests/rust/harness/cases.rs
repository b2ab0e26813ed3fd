//! The boards that every solver gets, with their distances.

use crate::truth::{Ball, FullTable, State};
use puzzle15::bfs::Metric;
use puzzle15::generate::random::{Maker, Shuffling, Stream};
use puzzle15::puzzle::board::Board;
use puzzle15::puzzle::canonical::Canonical;
use puzzle15::puzzle::grid::{Grid, Move};
use puzzle15::puzzle::text;
use puzzle15::runtime::cancel::Cancel;
use puzzle15::solver::{Method, Options, Solver};
use puzzle15::tables::on_disk::{Entries, PackedTable};
use std::sync::{Arc, LazyLock};

/// A board with its distance from the goal.
pub(crate) struct Sample {
    pub(crate) board: Board,
    moves: u32,
    slides: Option<u32>,
}

impl Sample {
    /// The distance, if it is known in this metric.
    pub(crate) fn distance(&self, metric: Metric) -> Option<u32> {
        if metric == Metric::Single { Some(self.moves) } else { self.slides }
    }
}

/// A goal, and boards to solve.
pub(crate) struct Case {
    pub(crate) goal: Board,
    pub(crate) samples: Vec<Sample>,
    /// The distances of all boards in single moves, where the puzzle is small.
    pub(crate) table: Option<Arc<FullTable>>,
}

impl Case {
    /// At most so many of the boards, evenly spaced, the last one among them.
    pub(crate) fn some(&self, most: usize) -> impl Iterator<Item = &Sample> {
        let (all, count) = (self.samples.len(), self.samples.len().min(most));
        (1..=count).map(move |i| &self.samples[i * all / count - 1])
    }
}

/// All boards of 2×2 and 2×3, and fair ones of the other puzzles of up to ten cells, with distances from full
/// tables.
pub(crate) static SMALL: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let all = usize::MAX;
    let puzzles = [
        (2, 2, 3, all),
        (2, 2, 0, all),
        (2, 3, 5, all),
        (2, 3, 1, all),
        (3, 2, 2, all),
        (3, 3, 8, 100),
        (3, 3, 4, 100),
        (3, 3, 1, 100),
        (3, 3, 6, 100),
        (2, 4, 7, 100),
        (2, 4, 2, 100),
        (4, 2, 0, 100),
        (4, 2, 3, 100),
        (2, 5, 9, 50),
    ];
    let odd = [false, true].into_iter().cycle();
    puzzles
        .into_iter()
        .zip(odd)
        .map(|((rows, cols, home, count), odd)| small(rows, cols, home, odd, count))
        .collect()
});

/// Fair boards of 3×4, with distances from its table of moves, which is made in memory.
pub(crate) static TWELVE: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let goal = goal(Grid::new(3, 4), 5, true);
    let frame = Canonical::new(&goal);
    let table = PackedTable::make(Entries::Moves, frame.grid(), frame.home(), &Cancel::new()).unwrap();
    let distance = |board: &Board| table.solve(&frame.standard(&board.homes(&goal).unwrap())).len() as u32;
    let samples =
        fair(&goal, 30).into_iter().map(|board| Sample { moves: distance(&board), slides: None, board });
    vec![Case { samples: samples.collect(), goal: goal.clone(), table: None }]
});

/// 15-puzzles: Korf's easiest ones, with the distances that he published; and some with another home of the
/// blank, with distances that the solver claims to have proven.
pub(crate) static FIFTEEN: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let mut korf: Vec<(u64, Sample)> =
        include_str!("../../data/korf100.csv").lines().skip(1).map(korf_board).collect();
    korf.sort_by_key(|(nodes, _)| *nodes);
    korf.truncate(6);
    let samples = korf.into_iter().map(|(_, sample)| sample).collect();
    let first = Board::new(4, 4, (0..16).collect()).unwrap();
    vec![Case { goal: first, samples, table: None }, proven(goal(Grid::new(4, 4), 7, true), 3)]
});

/// Boards a few moves from the goal, of sizes without full tables, with distances from searches that meet
/// half-way.
pub(crate) static NEAR: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let mut cases: Vec<Case> = [
        (4, 4, 15, false),
        (4, 4, 9, true),
        (4, 4, 14, false),
        (3, 5, 14, true),
        (5, 3, 0, false),
        (2, 7, 13, true),
        (4, 5, 19, false),
        (6, 6, 20, true),
    ]
    .map(|(rows, cols, home, odd)| near(goal(Grid::new(rows, cols), home, odd), 10))
    .into();
    // One of them in slides as well: the tables of others would take seconds.
    let ball = Ball::new(&cases[0].goal, Metric::Multi, 6);
    let Case { goal, samples, .. } = &mut cases[0];
    for sample in samples {
        sample.slides = Some(ball.distance(State::of(&sample.board, goal)));
    }
    cases.push(proven(self::goal(Grid::new(3, 5), 14, false), 1));
    cases
});

/// All groups of cases.
pub(crate) fn all() -> impl Iterator<Item = &'static Case> {
    SMALL.iter().chain(&*TWELVE).chain(&*FIFTEEN).chain(&*NEAR)
}

/// A goal with the blank in this cell. The tiles are numbered from 1 on; or oddly, with gaps and in no order.
pub(crate) fn goal(grid: Grid, home: usize, odd: bool) -> Board {
    let tile = |cell: usize| if odd { (7 * cell + 3) % 37 * 5 + 2 } else { cell + 1 };
    let tiles = (0..grid.cells()).map(|cell| if cell == home { 0 } else { tile(cell) as u32 });
    Board::new(grid.rows, grid.cols, tiles.collect()).unwrap()
}

/// So many boards, each solvable one equally likely.
fn fair(goal: &Board, count: usize) -> Vec<Board> {
    let (grid, maker) = (goal.grid(), Maker::new(goal.clone(), Shuffling::Shuffle));
    let mut stream = Stream::new(18, goal.blank() as u64);
    let mut tiles = vec![0; grid.cells()];
    let mut board = || {
        maker.fill(&mut stream, &mut tiles, &Cancel::new()).unwrap();
        Board::new(grid.rows, grid.cols, tiles.clone()).unwrap()
    };
    (0..count).map(|_| board()).collect()
}

/// All boards of a puzzle, or so many fair ones, with distances from full tables.
fn small(rows: usize, cols: usize, home: usize, odd: bool, count: usize) -> Case {
    let goal = goal(Grid::new(rows, cols), home, odd);
    let [moves, slides] = [Metric::Single, Metric::Multi].map(|metric| FullTable::of_goal(&goal, metric));
    let boards = if count == usize::MAX {
        Ball::new(&goal, Metric::Single, u32::from(u8::MAX))
            .states()
            .iter()
            .map(|state| state.board(&goal))
            .collect()
    } else {
        fair(&goal, count)
    };
    let sample = |board: Board| {
        let state = State::of(&board, &goal);
        Sample { board, moves: moves.distance(state), slides: Some(slides.distance(state)) }
    };
    Case { samples: boards.into_iter().map(sample).collect(), goal, table: Some(moves) }
}

/// Nodes and board of a line of Korf's table.
fn korf_board(line: &str) -> (u64, Sample) {
    let mut fields = line.split(',').skip(1);
    let board = text::parse(fields.next().unwrap(), Some(4), Some(4)).unwrap();
    let mut numbers = fields.skip(1).map(|field| field.parse::<u64>().unwrap());
    let (moves, nodes) = (numbers.next().unwrap() as u32, numbers.next().unwrap());
    (nodes, Sample { board, moves, slides: None })
}

/// Fair boards with distances that a solver claims to have proven.
fn proven(goal: Board, count: usize) -> Case {
    let solver = Solver::new(goal.clone(), Options::of(Method::Optimal)).unwrap();
    let sample = |board: Board| {
        let solution = solver.solve(&board, &Cancel::new()).unwrap();
        assert!(solution.optimal);
        Sample { board, moves: solution.moves.len() as u32, slides: None }
    };
    Case { samples: fair(&goal, count).into_iter().map(sample).collect(), goal, table: None }
}

/// Boards 20 random moves away.
fn near(goal: Board, count: usize) -> Case {
    let ball = Ball::new(&goal, Metric::Single, 10);
    let mut stream = Stream::new(18, goal.grid().cells() as u64);
    let mut sample = || {
        let board = wander(&goal, 20, stream.next_u64());
        Sample { moves: ball.distance(State::of(&board, &goal)), slides: None, board }
    };
    Case { samples: (0..count).map(|_| sample()).collect(), goal, table: None }
}

/// So many random moves from a board, none of which undoes the one before.
pub(crate) fn wander(from: &Board, moves: usize, seed: u64) -> Board {
    let (mut board, mut last, mut stream) = (from.clone(), None, Stream::new(seed, 0));
    for _ in 0..moves {
        let steps: Vec<Move> = board.legal_moves().filter(|step| Some(step.reverse()) != last).collect();
        let step = steps[stream.below(steps.len() as u32) as usize];
        board = board.apply([step]).unwrap();
        last = Some(step);
    }
    board
}
