//! Figures and moves of many boards at once, straight from arrays of numbers, without making a [`Board`] of
//! each.
//!
//! Boards come as rows of numbers of any whole type, one board after another, or as 64-bit *words* for 4×4:
//! the tile in cell `c` is `word >> 4 * c & 15`. A row is turned into homes, the cell of the goal for each
//! number, and must have every tile of the goal once. All figures follow from the homes in O(cells):
//!
//! - solvable: the parity of the permutation must be that of the blank's distance from home
//!   ([`crate::puzzle::parity`]);
//! - Manhattan distance, linear conflict and walking distance ([`crate::heuristics`]);
//! - what pattern databases say ([`crate::pdb::heuristic`]);
//! - rank: the index of [`crate::index::paper_index`], tiles numbered in the order of the goal;
//! - distance, and the moves that begin a shortest solution: [`crate::tables::distances`].
//!
//! Threads take chunks of rows; the results do not depend on their number.

use crate::heuristics::Lines;
use crate::heuristics::linear_conflict::linear_conflict;
use crate::heuristics::walking::WalkingDistance;
use crate::index::paper_index;
use crate::pdb::heuristic::Heuristic;
use crate::puzzle::board::{Board, TileCells};
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::{Defect, Error, Purpose, Result};
use crate::puzzle::grid::{Grid, Move};
use crate::puzzle::parity;
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::runtime::{allocate, threads};
use crate::solver::batch::{Number, read_board};
use crate::tables::distances::Distances;
use std::sync::{Arc, Mutex};

/// Boards in a chunk: some tens of microseconds, so that a request to stop is heard and threads share the
/// work.
const CHUNK: usize = 1024;

/// What to compute for every board.
pub enum Figure {
    /// 1 if the goal can be reached, else 0.
    Solvable,
    /// The sum of the tiles' steps to their homes.
    Manhattan,
    /// The same, and two for each tile that has to leave its line.
    LinearConflict,
    /// The walking distance, or what a search in so many bytes proves of it.
    Walking(WalkingDistance, Option<u64>),
    /// What pattern databases say: the larger of their two sums.
    Patterns(Canonical, Arc<Heuristic>),
    /// The index of the paper; an error if the goal cannot be reached.
    Rank,
    /// The length of a shortest solution; an error if there is none.
    Distance(Distances),
    /// The same in the lowest byte; the next has a bit for each code of a move that begins a shortest
    /// solution.
    Labels(Distances),
}

/// The figure of every board in `numbers`, row by row; `first` is the number of the first board, for errors.
pub fn figures<T: Number>(
    figure: &Figure,
    goal: &Board,
    numbers: &[T],
    first: usize,
    threads: usize,
    cancel: &Cancel,
) -> Result<Vec<u64>> {
    if matches!(figure, Figure::Rank) {
        paper_index::check_size(goal.grid())?;
    }
    let cells = goal.grid().cells();
    let reader = RowReader::new(goal)?;
    let mut out = allocate::zeros(numbers.len() / cells, Purpose::Boards)?;
    let chunks = numbers.chunks(CHUNK * cells).zip(out.chunks_mut(CHUNK));
    in_chunks(chunks, threads, cancel, |chunk, (numbers, out)| {
        let mut homes = allocate::zeros(cells, Purpose::Boards)?;
        for (row, (numbers, out)) in numbers.chunks_exact(cells).zip(out).enumerate() {
            let found = match reader.read(numbers, &mut homes)? {
                Some(blank) => reader.figure(figure, &mut homes, blank, cancel)?,
                None => None,
            };
            *out = found.ok_or_else(|| reader.explain(numbers, first + chunk * CHUNK + row))?;
        }
        Ok(())
    })?;
    Ok(out)
}

/// Rows of numbers turned into homes.
struct RowReader<'a> {
    goal: &'a Board,
    places: TileCells,
    /// Row and column of every cell.
    coordinates: Vec<(u32, u32)>,
}

impl RowReader<'_> {
    fn new(goal: &Board) -> Result<RowReader<'_>> {
        let grid = goal.grid();
        let mut coordinates = allocate::with_room(grid.cells(), Purpose::Boards)?;
        coordinates.extend((0..grid.cells()).map(|cell| (grid.row(cell) as u32, grid.col(cell) as u32)));
        Ok(RowReader { goal, places: TileCells::new(goal)?, coordinates })
    }

    /// The home of every cell's tile, and the blank's cell; nothing if these are not the tiles of the goal.
    #[inline]
    fn read<T: Number>(&self, numbers: &[T], homes: &mut [u32]) -> Result<Option<usize>> {
        for (home, &number) in homes.iter_mut().zip(numbers) {
            let tile = number.try_into().ok();
            let Some(cell) = tile.and_then(|tile| self.places.get(tile)) else { return Ok(None) };
            *home = cell;
        }
        if homes.len() <= 64 {
            let met = homes.iter().fold(0u64, |met, &home| met | 1 << home);
            if met.count_ones() as usize != homes.len() {
                return Ok(None);
            }
        } else {
            let mut met = allocate::filled(false, homes.len(), Purpose::Boards)?;
            homes.iter().for_each(|&home| met[home as usize] = true);
            if !met.iter().all(|&met| met) {
                return Ok(None);
            }
        }
        Ok(homes.iter().position(|&home| home as usize == self.goal.blank()))
    }

    /// The figure of a board; nothing if it has none because the goal cannot be reached.
    #[inline]
    fn figure(
        &self,
        figure: &Figure,
        homes: &mut [u32],
        blank: usize,
        cancel: &Cancel,
    ) -> Result<Option<u64>> {
        // These do not ask whether the goal can be reached.
        match figure {
            Figure::Manhattan => return Ok(Some(self.manhattan(homes, blank))),
            Figure::LinearConflict => {
                return Ok(Some(linear_conflict(self.goal.grid(), homes, blank).total()));
            }
            Figure::Walking(walking, memory) => {
                let budget = Budget { memory: *memory, ..Budget::unlimited(cancel) };
                let walks = walking.of(homes, blank, &budget)?;
                // A search that was cancelled is not to be taken for an answer.
                cancel.check()?;
                return Ok(Some(Lines::from(walks).total()));
            }
            _ => {}
        }
        let is_solvable = self.is_solvable(homes, blank)?;
        Ok(match figure {
            Figure::Solvable => Some(is_solvable.into()),
            _ if !is_solvable => None,
            Figure::Patterns(frame, heuristic) => {
                let sum = |values: &Vec<u8>| values.iter().map(|&value| u64::from(value)).sum();
                heuristic.values(&frame.standard(homes))?.iter().map(sum).max()
            }
            Figure::Rank => Some(self.rank(homes)),
            Figure::Distance(distances) => Some(distances.get(homes).into()),
            Figure::Labels(distances) => {
                let (distance, moves) = distances.label(homes, blank);
                Some(u64::from(distance) | u64::from(moves) << 8)
            }
            Figure::Manhattan | Figure::LinearConflict | Figure::Walking(..) => None,
        })
    }

    #[inline]
    fn manhattan(&self, homes: &[u32], blank: usize) -> u64 {
        let far = |((x, y), home): (&(u32, u32), &u32)| {
            let (row, col) = self.coordinates[*home as usize];
            u64::from(x.abs_diff(row) + y.abs_diff(col))
        };
        let all: u64 = self.coordinates.iter().zip(homes).map(far).sum();
        all - far((&self.coordinates[blank], &homes[blank]))
    }

    #[inline]
    fn is_solvable(&self, homes: &[u32], blank: usize) -> Result<bool> {
        let distance = self.goal.grid().distance(blank, self.goal.blank());
        Ok(parity::permutation_is_odd(homes)? == (distance % 2 == 1))
    }

    /// The paper's index, with the tiles numbered in the order of the goal and the blank as the largest.
    fn rank(&self, homes: &[u32]) -> u64 {
        let (blank, cells) = (self.goal.blank() as u32, homes.len() as u32);
        let mut tiles = [0; paper_index::MAX_INDEXED_CELLS];
        for (tile, &home) in tiles.iter_mut().zip(homes) {
            *tile = match home {
                home if home == blank => cells as u8,
                home => (home + u32::from(home < blank)) as u8,
            };
        }
        paper_index::index(&tiles[..homes.len()])
    }

    /// Why a row has no figure.
    fn explain<T: Number>(&self, numbers: &[T], row: usize) -> Error {
        let wrong = read_board(self.goal, numbers)
            .and_then(|board| parity::check_solvable(&board, self.goal, &board.homes(self.goal)?));
        wrong.expect_err("a board with a figure").in_row(row)
    }
}

/// Boards by their indices, as homes: for every cell, the cell of the goal whose tile is there. The goal has
/// at most 20 cells.
pub fn unrank(
    indices: &[u64],
    goal: &Board,
    first: usize,
    threads: usize,
    cancel: &Cancel,
) -> Result<Vec<u8>> {
    let grid = goal.grid();
    paper_index::check_size(grid)?;
    let (cells, states) = (grid.cells(), paper_index::states(grid));
    let class = paper_index::class(grid, goal.blank());
    let blank = goal.blank() as u8;
    let mut out = allocate::zeros(indices.len() * cells, Purpose::Boards)?;
    let chunks = indices.chunks(CHUNK).zip(out.chunks_mut(CHUNK * cells));
    in_chunks(chunks, threads, cancel, |chunk, (indices, out)| {
        for (row, (&index, homes)) in indices.iter().zip(out.chunks_exact_mut(cells)).enumerate() {
            if index >= states {
                return Err(paper_index::out_of_range(grid, index).in_row(first + chunk * CHUNK + row));
            }
            paper_index::fill(index, grid, class, homes);
            for home in homes {
                *home = match *home {
                    tile if tile as usize == cells => blank,
                    tile => tile - u8::from(tile <= blank),
                };
            }
        }
        Ok(())
    })?;
    Ok(out)
}

/// Stands for no move.
pub const PASS: u8 = 4;

/// Moves to make.
pub struct Moves<'a> {
    /// Codes: `count` of them for each board, or `count` that every board gets. [`PASS`] is no move.
    pub codes: &'a [u8],
    /// How many moves a board gets.
    pub count: usize,
    /// Whether the blank stays where it is at a move that would leave the board; otherwise that is an error.
    pub stay: bool,
}

impl Moves<'_> {
    /// The moves of a board.
    fn of(&self, row: usize) -> &[u8] {
        if self.codes.len() == self.count {
            self.codes
        } else {
            &self.codes[row * self.count..][..self.count]
        }
    }
}

/// Makes moves on the boards, in place. Only the blank is looked for: a row may hold anything else.
pub fn apply<T: Number + Default + PartialEq>(
    numbers: &mut [T],
    grid: Grid,
    moves: &Moves<'_>,
    first: usize,
    threads: usize,
    cancel: &Cancel,
) -> Result<()> {
    let cells = grid.cells();
    let neighbours = |cell| {
        let [left, right, up, down] = Move::ALL.map(|step| grid.neighbour(cell, step));
        [left, right, up, down, Some(cell)]
    };
    let neighbours: Vec<[Option<usize>; 5]> = (0..cells).map(neighbours).collect();
    let chunks = numbers.chunks_mut(CHUNK * cells).enumerate();
    in_chunks(chunks, threads, cancel, |_, (chunk, numbers)| {
        for (row, tiles) in numbers.chunks_exact_mut(cells).enumerate() {
            let row = chunk * CHUNK + row;
            let wrong = |error: Error| error.in_row(first + row);
            let mut blank = tiles
                .iter()
                .position(|tile| *tile == T::default())
                .ok_or_else(|| wrong(Error::InvalidBoard(Defect::NoBlank.into())))?;
            for (number, &code) in moves.of(row).iter().enumerate() {
                let to = neighbours[blank].get(usize::from(code));
                match to.ok_or_else(|| wrong(Error::NotACode { got: code.into() }))? {
                    Some(next) => {
                        tiles.swap(blank, *next);
                        blank = *next;
                    }
                    None if moves.stay => {}
                    None => {
                        let step = Move::from_code(code);
                        return Err(wrong(Error::OffBoard { number, step, cell: blank, grid }));
                    }
                }
            }
        }
        Ok(())
    })
}

/// Cells of a board that fits a word.
pub const PACKED: usize = 16;

/// Boards of 16 numbers, each below 16, as words.
pub fn pack<T: Number>(numbers: &[T], first: usize, threads: usize, cancel: &Cancel) -> Result<Vec<u64>> {
    let mut out = allocate::zeros(numbers.len() / PACKED, Purpose::Boards)?;
    let chunks = numbers.chunks(CHUNK * PACKED).zip(out.chunks_mut(CHUNK));
    in_chunks(chunks, threads, cancel, |chunk, (numbers, out)| {
        for (row, (tiles, out)) in numbers.chunks_exact(PACKED).zip(out).enumerate() {
            *out = word(tiles).map_err(|error| error.in_row(first + chunk * CHUNK + row))?;
        }
        Ok(())
    })?;
    Ok(out)
}

fn word<T: Number>(tiles: &[T]) -> Result<u64> {
    tiles.iter().enumerate().try_fold(0, |word, (cell, &number)| {
        let tile = number.try_into().ok().filter(|&tile| tile < 16);
        let tile = tile.ok_or_else(|| Error::NotPacked { got: number.to_string().into(), cell })?;
        Ok(word | u64::from(tile) << (4 * cell))
    })
}

/// The tiles of words.
pub fn unpack(words: &[u64], threads: usize, cancel: &Cancel) -> Result<Vec<u8>> {
    let mut out = allocate::zeros(words.len() * PACKED, Purpose::Boards)?;
    let chunks = words.chunks(CHUNK).zip(out.chunks_mut(CHUNK * PACKED));
    in_chunks(chunks, threads, cancel, |_, (words, out)| {
        for (tiles, &word) in out.chunks_exact_mut(PACKED).zip(words) {
            for (cell, tile) in tiles.iter_mut().enumerate() {
                *tile = (word >> (4 * cell) & 15) as u8;
            }
        }
        Ok(())
    })?;
    Ok(out)
}

/// Hands the chunks to threads, each with its number. Of several errors, the one of the first chunk counts.
fn in_chunks<C: Send>(
    chunks: impl Iterator<Item = C> + Send,
    threads: usize,
    cancel: &Cancel,
    work: impl Fn(usize, C) -> Result<()> + Sync,
) -> Result<()> {
    let threads = threads.min(chunks.size_hint().0);
    let chunks = Mutex::new(chunks.enumerate());
    let failed: Mutex<Option<(usize, Error)>> = Mutex::new(None);
    threads::run(threads, || {
        while cancel.check().is_ok() && failed.lock().expect("no thread panics").is_none() {
            // A chunk that has been taken will be done, so nothing is missing before a bad one.
            let taken = chunks.lock().expect("no thread panics").next();
            let Some((number, chunk)) = taken else { return };
            if let Err(error) = work(number, chunk) {
                let mut failed = failed.lock().expect("no thread panics");
                if failed.as_ref().is_none_or(|(other, _)| number < *other) {
                    *failed = Some((number, error));
                }
            }
        }
    });
    cancel.check()?;
    failed.into_inner().expect("no thread panics").map_or(Ok(()), |(_, error)| Err(error))
}
