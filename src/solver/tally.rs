//! Experiments: random boards are made and solved, and only a histogram of the lengths is kept.
//!
//! A run is a goal, options and a seed; its boards have numbers, and board `i` depends only on the seed and
//! on `i` ([`crate::generate::random`]). A [`Tally`] of any range of numbers can be made anywhere, and
//! tallies of ranges that do not overlap add up to that of the whole, in any order: ties between extreme
//! boards go to the smallest number.
//!
//! Threads take the next chunk of numbers until none is left or time is up. Every solution is replayed: by
//! the stages, by [`Solver::solve`], by [`Greedy`], which moves its own tiles, or during the walk along a
//! small table.

use crate::anysize::greedy::Greedy;
use crate::anysize::lines::Lines;
use crate::anysize::routes::Routes;
use crate::generate::random::{BLOCK, Maker, Shuffling, Stream};
use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::{Error, Purpose, Result};
use crate::runtime::cancel::Cancel;
use crate::runtime::replay::PIECE;
use crate::runtime::{allocate, threads};
use crate::solver::algorithm::Algorithm;
use crate::solver::batch;
use crate::solver::options::Options;
use crate::solver::solve::Solver;
use crate::tables::in_memory::{self, MAX_IN_MEMORY_CELLS as MAX_CELLS};
use crate::tables::move_table::MoveTable;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// What is kept of some boards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// By length below [`NEAR`]: how many boards.
    near: Vec<u64>,
    /// The same for all others.
    far: BTreeMap<u64, u64>,
    /// The first board with the fewest moves.
    pub shortest: Option<Extreme>,
    /// The first board with the most.
    pub longest: Option<Extreme>,
}

/// A board with the fewest or the most moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// The length of its solution.
    pub length: u64,
    /// Its number in the run.
    pub number: u64,
}

/// Lengths below this are counted in an array.
const NEAR: u64 = 1 << 12;

impl Tally {
    fn add(&mut self, length: u64, number: u64) {
        if length < NEAR {
            if self.near.len() <= length as usize {
                self.near.resize(length as usize + 1, 0);
            }
            self.near[length as usize] += 1;
        } else {
            *self.far.entry(length).or_default() += 1;
        }
        let board = Some(Extreme { length, number });
        self.keep(board, board);
    }

    /// Keeps what is more extreme; of equals, the one with the smaller number.
    fn keep(&mut self, shortest: Option<Extreme>, longest: Option<Extreme>) {
        let least = |board: &Extreme| (board.length, board.number);
        self.shortest = [self.shortest, shortest].into_iter().flatten().min_by_key(least);
        let most = |board: &Extreme| (board.length, u64::MAX - board.number);
        self.longest = [self.longest, longest].into_iter().flatten().max_by_key(most);
    }

    /// Adds the tally of other boards.
    pub fn merge(&mut self, other: &Tally) {
        if self.near.len() < other.near.len() {
            self.near.resize(other.near.len(), 0);
        }
        self.near.iter_mut().zip(&other.near).for_each(|(count, more)| *count += more);
        for (&length, count) in &other.far {
            *self.far.entry(length).or_default() += count;
        }
        self.keep(other.shortest, other.longest);
    }

    /// Each length with the number of boards that took so many moves, in increasing order.
    pub fn counts(&self) -> Vec<(u64, u64)> {
        let near = (0..).zip(&self.near).filter(|&(_, &count)| count > 0);
        near.chain(self.far.iter().map(|(&length, count)| (length, count)))
            .map(|(length, &count)| (length, count))
            .collect()
    }
}

/// A run of random boards and how they are solved.
pub struct Run {
    solver: Solver,
    maker: Maker,
    seed: u64,
    lengths: Lengths,
}

/// Where the lengths of solutions come from.
enum Lengths {
    /// A walk along a table in memory.
    Table(Box<SmallTable>),
    /// The greedy algorithm down to a core of this size; its moves are counted and forgotten.
    Greedy(Routes, usize),
    /// The solver, as for any batch of boards.
    Solver,
}

impl Run {
    /// The boards of a seed for a goal. `core` is the side of the greedy algorithm's core; `blanks` are the
    /// cells of which the blank of every board is in one, or none if it may be in any.
    pub fn new(
        goal: &Board,
        options: Options,
        core: Option<usize>,
        seed: u64,
        blanks: Vec<usize>,
    ) -> Result<Run> {
        let goal = ranked(goal);
        let core = core.unwrap_or(options.routes.core());
        let frame = Canonical::new(&goal);
        let solver = Solver::new(goal.clone(), options)?;
        let has_lines = Lines::new(goal.grid(), goal.blank(), core, core).next().is_some();
        let has_table = in_memory::has_table(frame.grid());
        let lengths = match solver.algorithm() {
            Algorithm::Greedy(routes) if has_lines => Lengths::Greedy(routes, core),
            Algorithm::Table | Algorithm::Greedy(_) if has_table => {
                Lengths::Table(Box::new(SmallTable::new(&goal, &frame)?))
            }
            _ => Lengths::Solver,
        };
        let maker = Maker::new(goal, Shuffling::Shuffle).with_blank_in(blanks);
        Ok(Run { solver, maker, seed, lengths })
    }

    /// The solver, with its method and its notes.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Solves `count` boards from number `first` on, or as many of them as are begun before the deadline, but
    /// at least one. Gives how many, and their tally.
    pub fn tally(
        &self,
        first: u64,
        count: u64,
        threads: usize,
        deadline: Option<Instant>,
        cancel: &Cancel,
    ) -> Result<(u64, Tally)> {
        let chunk = self.chunk(count, threads);
        let end = first + count;
        // Chunks begin at multiples of their size, so that one as large as a block of random numbers is one.
        let next = AtomicU64::new(first / chunk);
        let (reached, total) = (AtomicU64::new(first), Mutex::new(Tally::default()));
        let failed: Mutex<Option<Error>> = Mutex::new(None);
        let stop = Cancel::new();
        let work = || {
            let mut cursor = Cursor::new(&self.maker, self.seed);
            let mut tally = Tally::default();
            loop {
                let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                if stop.check().is_err() || late && reached.load(Ordering::Relaxed) > first {
                    break;
                }
                let number = next.fetch_add(1, Ordering::Relaxed);
                let range = first.max(number * chunk)..end.min((number + 1) * chunk);
                if range.is_empty() {
                    break;
                }
                // A range that has been taken will be done, so there are no gaps before `reached`.
                reached.fetch_max(range.end, Ordering::Relaxed);
                cancel.report((range.start - first) as f64 / count as f64);
                if let Err(error) = self.solve(range, &mut cursor, &mut tally, cancel) {
                    failed.lock().expect("no thread panics").get_or_insert(error);
                    stop.cancel();
                }
            }
            total.lock().expect("no thread panics").merge(&tally);
        };
        threads::run(threads.min(usize::try_from(count.div_ceil(chunk)).unwrap_or(usize::MAX)), work);
        cancel.check()?;
        match failed.into_inner().expect("no thread panics") {
            Some(error) => Err(error),
            None => Ok((reached.into_inner() - first, total.into_inner().expect("no thread panics"))),
        }
    }

    /// Boards in a chunk, a power of two: some milliseconds of work, and enough chunks for all threads. Whole
    /// blocks of random numbers where boards are solved as quickly as they are made.
    fn chunk(&self, count: u64, threads: usize) -> u64 {
        let cells = self.solver.goal().grid().cells() as f64;
        let most = match batch::chunk(&self.solver) {
            _ if matches!(self.lengths, Lengths::Greedy(..)) => {
                ((BLOCK * 64) as f64 / cells.powf(1.5)) as u64
            }
            most => most as u64,
        };
        let is_table = matches!(self.lengths, Lengths::Table(_));
        let most = if is_table { BLOCK as u64 } else { most.min(BLOCK as u64) };
        let fair = count / (4 * threads as u64).max(1);
        1 << most.min(fair).max(1).ilog2()
    }

    /// Solves the boards with these numbers.
    fn solve(
        &self,
        range: Range<u64>,
        cursor: &mut Cursor<'_>,
        tally: &mut Tally,
        cancel: &Cancel,
    ) -> Result<()> {
        if let Lengths::Solver = self.lengths {
            let numbers = (range.end - range.start) as usize * self.maker.cells();
            let mut boards = allocate::with_room(numbers, Purpose::Boards)?;
            for number in range.clone() {
                boards.extend_from_slice(cursor.board(number, cancel)?);
            }
            let lengths = batch::lengths(&self.solver, &boards, cancel)?;
            range.zip(lengths).for_each(|(number, length)| tally.add(length as u64, number));
            return Ok(());
        }
        for number in range {
            let tiles = cursor.board(number, cancel)?;
            let length = match &self.lengths {
                Lengths::Table(table) => table.length(tiles),
                Lengths::Greedy(routes, core) => greedy(self.solver.goal(), tiles, *routes, *core, cancel)?,
                Lengths::Solver => unreachable!("done above"),
            };
            tally.add(length.ok_or_else(|| self.wrong(tiles))?, number);
        }
        Ok(())
    }

    fn wrong(&self, tiles: &[u32]) -> Error {
        let board = Board::trusted(self.solver.goal().grid(), tiles.to_vec());
        self.solver.wrong(&board)
    }
}

/// The goal with its tiles renumbered 1, 2, 3, ... in the order of their numbers: random boards and solutions
/// are the same but for the names.
fn ranked(goal: &Board) -> Board {
    let mut labels = goal.tiles().to_vec();
    labels.sort_unstable();
    let rank = |tile: &u32| labels.binary_search(tile).expect("a tile of the goal") as u32;
    Board::trusted(goal.grid(), goal.tiles().iter().map(rank).collect())
}

/// Moves of the greedy algorithm, or nothing if they do not lead to the goal.
fn greedy(goal: &Board, tiles: &[u32], routes: Routes, core: usize, cancel: &Cancel) -> Result<Option<u64>> {
    let mut greedy = Greedy::new(&Board::trusted(goal.grid(), tiles.to_vec()), goal, routes, core)?;
    while greedy.by_ref().take(PIECE).count() == PIECE {
        cancel.check()?;
    }
    let home = (0..).zip(greedy.homes()).all(|(cell, &home)| cell == home);
    Ok(home.then_some(greedy.length()))
}

/// The boards of a run, one after another; going back makes a block of boards again from its beginning.
struct Cursor<'a> {
    maker: &'a Maker,
    seed: u64,
    stream: Stream,
    /// The number of the board that the stream gives next.
    next: u64,
    tiles: Vec<u32>,
}

impl<'a> Cursor<'a> {
    fn new(maker: &'a Maker, seed: u64) -> Cursor<'a> {
        Cursor { maker, seed, stream: Stream::new(seed, 0), next: 0, tiles: vec![0; maker.cells()] }
    }

    /// The board with this number.
    fn board(&mut self, number: u64, cancel: &Cancel) -> Result<&[u32]> {
        let block = number / BLOCK as u64;
        let begin = block * BLOCK as u64;
        if self.next <= begin || self.next > number {
            self.stream = Stream::new(self.seed, block);
            self.next = begin;
        }
        while self.next <= number {
            self.maker.fill(&mut self.stream, &mut self.tiles, cancel)?;
            self.next += 1;
        }
        Ok(&self.tiles)
    }
}

/// A table in memory, and what it takes to walk along it with a board whose tiles are [`ranked`].
struct SmallTable {
    table: &'static MoveTable,
    /// By cell of the board: the place on the standard board.
    places: [u8; MAX_CELLS],
    /// By tile of the board: the standard tile.
    tiles: [u8; MAX_CELLS],
    /// By place and code of a move: the place it leads to.
    steps: [[u8; 4]; MAX_CELLS],
    /// The standard goal.
    goal: [u8; MAX_CELLS],
}

impl SmallTable {
    fn new(goal: &Board, frame: &Canonical) -> Result<SmallTable> {
        let table = in_memory::table(frame.grid(), frame.home())?;
        let mut small = SmallTable {
            table,
            places: [0; MAX_CELLS],
            tiles: [0; MAX_CELLS],
            steps: [[0; 4]; MAX_CELLS],
            goal: [0; MAX_CELLS],
        };
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            let place = frame.cell(cell);
            small.places[cell] = place as u8;
            small.tiles[tile as usize] = frame.tile_of(cell);
            small.goal[place] = frame.tile_of(cell);
            for step in frame.grid().moves(place) {
                let to = frame.grid().neighbour(place, step).expect("a move on the board");
                small.steps[place][usize::from(step.code())] = to as u8;
            }
        }
        Ok(small)
    }

    /// The length of a shortest solution, whose moves are made one by one; nothing if they do not lead to the
    /// goal.
    fn length(&self, tiles: &[u32]) -> Option<u64> {
        let (mut board, mut cells) = ([0; MAX_CELLS], [0; MAX_CELLS]);
        for (&tile, &place) in tiles.iter().zip(&self.places) {
            let tile = self.tiles[tile as usize];
            board[place as usize] = tile;
            cells[tile as usize] = place;
        }
        let (mut blank, others) = (cells[0], &cells[1..tiles.len()]);
        let (a, b) = others.split_at(others.len() / 2);
        let mut at = self.table.steps().locate(blank.into(), a, b);
        let mut length = 0;
        while let Some(code) = self.table.next(at) {
            at = self.table.steps().step(at, code);
            let to = self.steps[blank as usize][code as usize];
            board.swap(blank.into(), to.into());
            blank = to;
            length += 1;
        }
        (board == self.goal).then_some(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::grid::Grid;
    use crate::solver::method::Method;

    fn run(rows: usize, cols: usize, method: Method, core: Option<usize>) -> Run {
        let goal = Board::standard(Grid::new(rows, cols));
        Run::new(&goal, Options::of(method), core, 7, vec![]).unwrap()
    }

    /// However the numbers are cut, and in whatever order the parts are added, the sum is the tally of the
    /// whole.
    #[test]
    fn parts_add_up() {
        for (run, n) in [
            (run(3, 3, Method::Greedy, None), 5000),
            (run(4, 4, Method::Greedy, Some(2)), 3000),
            (run(4, 4, Method::Combined, None), 3000),
        ] {
            let (done, whole) = run.tally(0, n, 2, None, &Cancel::new()).unwrap();
            assert_eq!(done, n);
            assert_eq!(whole.counts().iter().map(|&(_, count)| count).sum::<u64>(), n);
            let mut sum = Tally::default();
            for (first, end) in [(1025, n), (0, 1), (1, 700), (700, 1025)] {
                sum.merge(&run.tally(first, end - first, 3, None, &Cancel::new()).unwrap().1);
            }
            assert_eq!(sum, whole);
        }
    }

    /// When time is up, the boards that were begun are the first ones, all of them.
    #[test]
    fn a_deadline_ends_it_without_gaps() {
        let run = run(4, 4, Method::Combined, None);
        let (done, part) = run.tally(500, 1 << 40, 2, Some(Instant::now()), &Cancel::new()).unwrap();
        assert!((1..1 << 20).contains(&done), "{done}");
        assert_eq!(part, run.tally(500, done, 1, None, &Cancel::new()).unwrap().1);
    }

    #[test]
    fn long_and_short_lengths_are_counted_alike() {
        let mut tally = Tally::default();
        for (length, number) in [(NEAR, 5), (3, 9), (NEAR, 2), (NEAR - 1, 1), (3, 4)] {
            tally.add(length, number);
        }
        assert_eq!(tally.counts(), [(3, 2), (NEAR - 1, 1), (NEAR, 2)]);
        let extreme = |length, number| Some(Extreme { length, number });
        assert_eq!((tally.shortest, tally.longest), (extreme(3, 4), extreme(NEAR, 2)));
    }
}
