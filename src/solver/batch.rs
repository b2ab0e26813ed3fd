//! Many boards at once, on several threads.
//!
//! The boards are cut into chunks; threads take the next chunk until none is left, and the results are put
//! together in order, so that they do not depend on the number of threads. Threads live only as long as the
//! call: nothing is left running that a forked child would miss.
//!
//! Moves are one byte each, board after board without gaps; the lengths give where each board's begin.

use crate::generate::packed::{LANES, PackedShuffle};
use crate::generate::random::{BLOCK, Maker, Stream};
use crate::puzzle::board::{Board, TileCells};
use crate::puzzle::draft::Draft;
use crate::puzzle::error::{Defect, Error, Place, Purpose, Result};
use crate::puzzle::grid::Move;
use crate::puzzle::parity;
use crate::puzzle::text;
use crate::runtime::cancel::Cancel;
use crate::runtime::{allocate, memory, threads};
use crate::solver::engine::Engine;
use crate::solver::solution::Solution;
use crate::solver::solve::Solver;
use crate::staged::any_goal::StagedPlan;
use crate::staged::{self, CELLS, Staged};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Boards in a chunk: a millisecond or two of work, so that a request to stop is heard soon. Solvers that
/// take longer also listen for it themselves.
pub(crate) fn chunk(solver: &Solver) -> usize {
    match solver.goal().grid().cells() {
        _ if solver.is_slow() || solver.options().width.is_some_and(|width| width > 100) => 1,
        0..=16 if !solver.takes_more_than_microseconds() => 1024,
        cells => (1024 / cells).max(1),
    }
}

/// A whole number type that boards may come in.
pub trait Number: Copy + Send + Sync + TryInto<u32> + std::fmt::Display {}
impl<T: Copy + Send + Sync + TryInto<u32> + std::fmt::Display> Number for T {}

/// The solutions of some consecutive boards.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// Moves of each board, or -1 where it could not be solved.
    pub lengths: Vec<i32>,
    /// Where each stage of a combined solution ends, and 1 if the column came first; else all 0.
    pub stages: Vec<[u8; 4]>,
    /// Codes of all moves, one board after another.
    pub moves: Vec<u8>,
    /// For each board a lower bound on the length of any solution. Not for combined solutions: only the
    /// Manhattan distance is known, which is left to whoever needs it.
    pub lower_bounds: Vec<u64>,
    /// Nodes that a search generated for each board; not for combined solutions.
    pub nodes: Vec<u64>,
    /// Whether each solution is proven to be optimal; not for combined solutions.
    pub optimal: Vec<bool>,
    /// The first board that could not be solved, by number, and why: of the others only the lengths tell. What
    /// ends the whole job, as a lack of memory, comes before everything else.
    pub first_error: Option<(usize, Error)>,
}

impl Batch {
    /// Makes room for so many boards, and for so many moves each.
    fn make_room(&mut self, boards: usize, moves: usize) -> Result<()> {
        allocate::reserve(&mut self.lengths, boards, Purpose::Boards)?;
        allocate::reserve(&mut self.stages, boards, Purpose::Boards)?;
        allocate::reserve(&mut self.moves, boards * moves, Purpose::Boards)
    }

    fn push_staged(&mut self, length: usize, stages: [u8; 4]) {
        self.lengths.push(length as i32);
        self.stages.push(stages);
    }

    fn push(&mut self, solution: &Solution) {
        self.moves.extend_from_slice(&solution.moves);
        self.push_staged(solution.moves.len(), [0; 4]);
        self.lower_bounds.push(solution.lower_bound);
        self.nodes.push(solution.nodes);
        self.optimal.push(solution.optimal);
    }

    fn push_staged_error(&mut self, row: usize, error: Error) {
        self.lengths.push(-1);
        self.stages.push([0; 4]);
        let is_first = match &self.first_error {
            Some((_, known)) => error.is_stop() && !known.is_stop(),
            None => true,
        };
        if is_first {
            self.first_error = Some((row, error));
        }
    }

    fn push_error(&mut self, row: usize, error: Error) {
        self.push_staged_error(row, error);
        self.lower_bounds.push(0);
        self.nodes.push(0);
        self.optimal.push(false);
    }
}

/// Solves boards given one after another in `numbers`, row by row, and returns the results in order, in
/// parts. With `go_on`, those that cannot be solved have no length; otherwise the error of the first of them is
/// returned. `first` is the number of the first board.
pub fn solve_many<T: Number>(
    solver: &Solver,
    numbers: &[T],
    first: usize,
    threads: usize,
    go_on: bool,
    cancel: &Cancel,
) -> Result<Vec<Batch>> {
    let cells = solver.goal().grid().cells();
    if numbers.len() % cells != 0 {
        return Err(Error::InvalidBoard(Defect::NotBoards { numbers: numbers.len(), cells }.into()));
    }
    let engine = solver.engine(cancel)?;
    let chunk = chunk(solver);
    let chunk_len = chunk * cells;
    let homes = TileCells::new(solver.goal())?;
    let chunks = numbers.len().div_ceil(chunk_len);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let is_bad = AtomicBool::new(false);
    let mut results = allocate::with_room(chunks, Purpose::Boards)?;
    results.resize_with(chunks, || None);
    let results: Mutex<Vec<Option<Batch>>> = Mutex::new(results);
    let work = || {
        loop {
            if cancel.check().is_err() || is_bad.load(Ordering::Relaxed) {
                return;
            }
            // A chunk that has been taken will be done, so nothing is missing before a bad one.
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= chunks {
                return;
            }
            let numbers = &numbers[i * chunk_len..numbers.len().min((i + 1) * chunk_len)];
            let batch = solve_chunk(solver, engine, &homes, numbers, first + i * chunk, cancel);
            cancel.report((done.fetch_add(1, Ordering::Relaxed) + 1) as f64 / chunks as f64);
            if batch.first_error.as_ref().is_some_and(|(_, error)| !go_on || error.is_stop()) {
                is_bad.store(true, Ordering::Relaxed);
            }
            results.lock().expect("no thread panics")[i] = Some(batch);
        }
    };
    threads::run(threads.min(chunks), work);
    cancel.check()?;
    let mut parts: Vec<Batch> = allocate::with_room(chunks, Purpose::Boards)?;
    parts.extend(results.into_inner().expect("no thread panics").into_iter().flatten());
    let mut errors = parts.iter().filter_map(|part| part.first_error.as_ref());
    match errors.find(|(_, error)| !go_on || error.is_stop()) {
        Some((_, error)) if error.is_stop() => Err(error.clone()),
        Some((row, error)) => Err(error.clone().in_row(*row)),
        None => Ok(parts),
    }
}

/// Boards of the run with this seed, `n` of them from the beginning of block `first` on, every number written
/// by `write`.
pub fn random_boards<const SIZE: usize>(
    maker: &Maker,
    seed: u64,
    first: u64,
    n: usize,
    threads: usize,
    cancel: &Cancel,
    write: impl Fn(u32) -> [u8; SIZE] + Sync,
) -> Result<Vec<u8>> {
    let cells = maker.cells();
    let _room = memory::room_for_cells(cells)?;
    let mut out = allocate::zeros(n.saturating_mul(cells * SIZE), Purpose::Boards)?;
    let packed = PackedShuffle::new(maker);
    let at_once = if packed.is_some() { LANES } else { 1 };
    let numbers = out.as_chunks_mut::<SIZE>().0;
    let pieces = Mutex::new(numbers.chunks_mut(at_once * BLOCK * cells).zip((first..).step_by(at_once)));
    let work = || {
        let mut tiles = vec![0; cells];
        while cancel.check().is_ok() {
            let piece = pieces.lock().expect("no thread panics").next();
            let Some((boards, block)) = piece else { return };
            if let Some(packed) = &packed {
                packed.fill(seed, block, boards, &write);
                continue;
            }
            let mut stream = Stream::new(seed, block);
            for board in boards.chunks_exact_mut(cells) {
                if maker.fill(&mut stream, &mut tiles, cancel).is_err() {
                    return;
                }
                board.iter_mut().zip(&tiles).for_each(|(number, &tile)| *number = write(tile));
            }
        }
    };
    threads::run(threads.min(n.div_ceil(at_once * BLOCK)), work);
    cancel.check().map(|()| out)
}

/// The tiles of one board of such a run, by its number.
pub fn random_board(maker: &Maker, seed: u64, number: u64, cancel: &Cancel) -> Result<Vec<u32>> {
    let _room = memory::room_for_cells(maker.cells())?;
    let mut tiles = allocate::zeros(maker.cells(), Purpose::Board)?;
    let mut stream = Stream::new(seed, number / BLOCK as u64);
    for _ in 0..=number % BLOCK as u64 {
        maker.fill(&mut stream, &mut tiles, cancel)?;
    }
    Ok(tiles)
}

/// The number of moves of each board, or the first error.
pub(crate) fn lengths(solver: &Solver, boards: &[u32], cancel: &Cancel) -> Result<Vec<i32>> {
    let places = TileCells::new(solver.goal())?;
    let batch = solve_chunk(solver, solver.engine(cancel)?, &places, boards, 0, cancel);
    batch.first_error.map_or(Ok(batch.lengths), |(_, error)| Err(error))
}

/// Solves one chunk; `first` is the number of its first board.
fn solve_chunk<T: Number>(
    solver: &Solver,
    engine: &Engine,
    homes: &TileCells,
    numbers: &[T],
    first: usize,
    cancel: &Cancel,
) -> Batch {
    let mut batch = Batch::default();
    let rows = numbers.chunks_exact(solver.goal().grid().cells());
    if let Err(error) = batch.make_room(rows.len(), if engine.stages().is_some() { 70 } else { 24 }) {
        batch.push_error(first, error);
        return batch;
    }
    if let Some(staged) = engine.stages() {
        let mut group = Group::new(solver.goal(), staged, homes);
        for (row, numbers) in (first..).zip(rows) {
            group.add(row, numbers, &mut batch);
        }
        group.flush(&mut batch);
        return batch;
    }
    for (row, numbers) in (first..).zip(rows) {
        let board = read_board(solver.goal(), numbers);
        match board.and_then(|board| solver.solve(&board, cancel)) {
            Ok(solution) if i32::try_from(solution.moves.len()).is_err() => {
                batch.push_error(row, Error::TooManyMoves { got: solution.moves.len() });
            }
            Ok(solution) => {
                if let Err(error) = allocate::reserve(&mut batch.moves, solution.moves.len(), Purpose::Boards)
                {
                    batch.push_error(row, error);
                    break;
                }
                batch.push(&solution);
            }
            Err(error) => batch.push_error(row, error),
        }
    }
    batch
}

/// Boards of the 15-puzzle, collected until there are enough to solve side by side.
struct Group<'a, T> {
    goal: &'a Board,
    staged: &'a StagedPlan,
    homes: &'a TileCells,
    rows: Vec<(usize, &'a [T])>,
    boards: Vec<[u8; CELLS]>,
    solved: Vec<Option<Staged>>,
}

impl<'a, T: Number> Group<'a, T> {
    fn new(goal: &'a Board, staged: &'a StagedPlan, homes: &'a TileCells) -> Group<'a, T> {
        let room = staged::GROUP;
        Group {
            goal,
            staged,
            homes,
            rows: Vec::with_capacity(room),
            boards: Vec::with_capacity(room),
            solved: Vec::with_capacity(room),
        }
    }

    fn add(&mut self, row: usize, numbers: &'a [T], batch: &mut Batch) {
        let tiles = numbers.iter().map_while(|&number| number.try_into().ok());
        match self.staged.standard_board(self.homes, tiles) {
            Some(tiles) => {
                self.rows.push((row, numbers));
                self.boards.push(tiles);
                if self.rows.len() == staged::GROUP {
                    self.flush(batch);
                }
            }
            None => {
                self.flush(batch);
                let board = read_board(self.goal, numbers);
                let error = board.and_then(|board| board.homes(self.goal).map(|_| board));
                batch.push_staged_error(row, error.expect_err("it has no standard form"));
            }
        }
    }

    fn flush(&mut self, batch: &mut Batch) {
        self.solved.clear();
        staged::solve_group(&self.boards, &mut self.solved);
        for (&(row, numbers), solved) in self.rows.iter().zip(&self.solved) {
            match self.finish(numbers, solved.as_ref(), &mut batch.moves) {
                Ok((length, stages)) => batch.push_staged(length, stages),
                Err(error) => batch.push_staged_error(row, error),
            }
        }
        self.rows.clear();
        self.boards.clear();
    }

    /// Appends the moves of one board, and gives their number and where the stages end.
    fn finish(
        &self,
        numbers: &[T],
        solved: Option<&Staged>,
        moves: &mut Vec<u8>,
    ) -> Result<(usize, [u8; 4])> {
        let goal = self.goal;
        let begin = moves.len();
        let Some(solved) = solved else {
            let board = read_board(goal, numbers)?;
            parity::check_solvable(&board, goal, &board.homes(goal)?)?;
            return Err(Error::WrongSolution { method: "combined", board: text::beginning(&board).into() });
        };
        if self.staged.plain().is_some() {
            // The stages have replayed these very moves.
            moves.extend_from_slice(solved.moves());
            return Ok((solved.moves().len(), solved.stages(solved.moves().len())));
        }
        let board = read_board(goal, numbers)?;
        if board == *goal {
            return Ok((0, [0; 4]));
        }
        let kept = self.staged.finish(solved.moves(), moves);
        let replayed = board.apply(moves[begin..].iter().map(|&code| Move::from_code(code)));
        if replayed.as_ref() != Ok(goal) {
            moves.truncate(begin);
            return Err(Error::WrongSolution { method: "combined", board: text::beginning(&board).into() });
        }
        Ok((moves.len() - begin, solved.stages(kept)))
    }
}

/// A board of the goal's shape from numbers of any type.
pub(crate) fn read_board<T: Number>(goal: &Board, numbers: &[T]) -> Result<Board> {
    let grid = goal.grid();
    let mut draft = Draft::default();
    for (cell, &number) in numbers.iter().enumerate() {
        match number.try_into() {
            Ok(tile) => draft.push(tile),
            Err(_) => draft.push_unread(|| Defect::unreadable(&number.to_string(), Place::Cell(cell))),
        }?;
    }
    draft.folded(Some(grid.rows), Some(grid.cols))
}
