//! Boards with answers, to learn from: how far each is from the goal, and which moves begin a shortest solution.
//!
//! Answers come from [`crate::distances`], a look-up for the board and one for each neighbour: a fraction of a microsecond up
//! to ten cells, some microseconds for twelve. Boards are cut into as many parts as there are threads.

use crate::board::Board;
use crate::control::Cancel;
use crate::distances::Distances;
use crate::error::{Error, Result};
use crate::parity::check_solvable;
use crate::random::{BLOCK, Stream};
use crate::scramble::Scrambler;

/// Boards between two looks at whether to go on.
const PIECE: usize = 256;

/// The distance of each board, and its first moves: a bit for each code.
pub fn labels(
    goal: &Board,
    distances: &Distances,
    boards: &[u32],
    threads: usize,
    cancel: &Cancel,
) -> Result<Vec<[u8; 2]>> {
    let cells = goal.grid().cells();
    let n = boards.len() / cells;
    let part = n.div_ceil(threads).max(PIECE);
    let mut found = vec![[0; 2]; n];
    let results: Vec<Result<()>> = std::thread::scope(|scope| {
        let parts = found.chunks_mut(part).zip(boards.chunks(part * cells)).enumerate();
        let work = parts.map(|(number, (found, boards))| {
            scope.spawn(move || fill(goal, distances, boards, number * part, found, cancel))
        });
        let work: Vec<_> = work.collect();
        let joined = work.into_iter().map(|job| job.join());
        joined.map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    results.into_iter().collect::<Result<()>>()?;
    Ok(found)
}

/// One part; `first` is the number of its first board.
fn fill(
    goal: &Board,
    distances: &Distances,
    boards: &[u32],
    first: usize,
    found: &mut [[u8; 2]],
    cancel: &Cancel,
) -> Result<()> {
    let grid = goal.grid();
    for (i, (tiles, label)) in boards.chunks(grid.cells()).zip(found).enumerate() {
        if i % PIECE == 0 {
            cancel.check()?;
        }
        let mut answer = || {
            let board = Board::new(grid.rows, grid.cols, tiles.to_vec())?;
            let mut homes = board.homes(goal)?;
            check_solvable(&board, goal, &homes)?;
            *label = distances.label(&mut homes, board.blank()).into();
            Ok(())
        };
        answer().map_err(|error| Error::Row { row: first + i, error: Box::new(error) })?;
    }
    Ok(())
}

/// Scrambled boards one after another, `n` of them from block `first` on: board `i` is number `i % BLOCK` of the
/// stream of block `i / BLOCK`, as in [`crate::random`].
pub fn scrambled(
    scrambler: &Scrambler,
    seed: u64,
    first: u64,
    n: usize,
    cells: usize,
    cancel: &Cancel,
) -> Result<Vec<u32>> {
    let mut boards = vec![0; n * cells];
    for (block, part) in boards.chunks_mut(BLOCK * cells).enumerate() {
        let mut stream = Stream::new(seed, first + block as u64);
        for tiles in part.chunks_mut(cells) {
            scrambler.fill(&mut stream, tiles, cancel)?;
        }
    }
    Ok(boards)
}
