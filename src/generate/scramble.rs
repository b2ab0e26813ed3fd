//! Scrambled boards: fair, at the end of a random walk, or at an exact distance.
//!
//! - [`Scramble::Fair`]: every solvable board but the goal is equally likely. The first board of a stream is
//!   that of [`crate::generate::random`].
//! - [`Scramble::Walk`]: a given number of single moves of the blank, starting at the goal. A move never
//!   takes back the one before, so that short walks go as far as their moves can; each of the other moves is
//!   equally likely. A walk that ends at the goal goes on for one more move.
//! - [`Scramble::Depth`]: every board at that distance is equally likely, for puzzles that are searched as a
//!   whole.
//!
//! Walks and depths are given as a range, from which a number is drawn first, each equally likely.

use crate::generate::by_distance::ByDistance;
use crate::generate::random::{BLOCK, Maker, Shuffling, Stream};
use crate::puzzle::board::Board;
use crate::puzzle::error::{Error, Result};
use crate::puzzle::grid::Move;
use crate::runtime::cancel::Cancel;
use crate::runtime::threads;
use std::sync::Mutex;

/// How boards are scrambled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scramble {
    /// Every solvable board but the goal is equally likely.
    Fair,
    /// A walk of the blank, of at least and at most so many moves.
    Walk(u32, u32),
    /// A board whose distance is at least and at most so many moves.
    Depth(u32, u32),
}

/// Makes scrambled boards for one goal, and never the goal itself.
pub struct Scrambler {
    goal: Board,
    scramble: Scramble,
    maker: Maker,
    /// By cell, the moves that do not leave the board.
    moves: Vec<Vec<Move>>,
    /// All boards by distance, if distances are wanted.
    all: Option<ByDistance>,
}

impl Scrambler {
    /// A scrambler for a goal. The first one for distances searches the puzzle.
    pub fn new(goal: &Board, scramble: Scramble, cancel: &Cancel) -> Result<Scrambler> {
        let all = match scramble {
            Scramble::Depth(..) => Some(ByDistance::new(goal, cancel)?),
            _ => None,
        };
        if let Scramble::Walk(low, high) | Scramble::Depth(low, high) = scramble {
            check(low, high, all.as_ref())?;
        }
        let moves = (0..goal.grid().cells()).map(|cell| goal.grid().moves(cell).collect());
        let maker = Maker::new(goal.clone(), Shuffling::Shuffle);
        Ok(Scrambler { goal: goal.clone(), scramble, maker, moves: moves.collect(), all })
    }

    /// Number of cells of a board.
    pub fn cells(&self) -> usize {
        self.maker.cells()
    }

    /// About how many steps it takes to make a board.
    pub fn work(&self) -> usize {
        match self.scramble {
            Scramble::Fair | Scramble::Depth(..) => self.maker.cells(),
            Scramble::Walk(_, high) => self.maker.cells() + high as usize,
        }
    }

    /// The next board of the stream, row by row.
    pub fn fill(&self, stream: &mut Stream, out: &mut [u32], cancel: &Cancel) -> Result<()> {
        match self.scramble {
            Scramble::Fair => {
                self.maker.fill(stream, out, cancel)?;
                while out == self.goal.tiles() {
                    self.maker.fill(stream, out, cancel)?;
                }
                Ok(())
            }
            Scramble::Walk(low, high) => {
                let moves = drawn(stream, low, high);
                self.walk(stream, out, moves, cancel)
            }
            Scramble::Depth(low, high) => {
                cancel.check()?;
                let all = self.all.as_ref().expect("made for depths");
                let range = all.range(drawn(stream, low, high) as usize);
                all.fill(range.start + stream.below(range.len() as u32) as usize, out);
                Ok(())
            }
        }
    }

    fn walk(&self, stream: &mut Stream, out: &mut [u32], moves: u32, cancel: &Cancel) -> Result<()> {
        out.copy_from_slice(self.goal.tiles());
        let (mut blank, mut last) = (self.goal.blank(), None);
        let mut made = 0;
        while made < moves || out == self.goal.tiles() {
            if made % 4096 == 4095 {
                cancel.check()?;
            }
            let step = self.onward(stream, blank, last);
            let next = self.goal.grid().neighbour(blank, step).expect("a move that stays on the board");
            out.swap(blank, next);
            (blank, last) = (next, Some(step));
            made = made.saturating_add(1);
        }
        Ok(())
    }

    /// A move from this cell that does not take back the last.
    fn onward(&self, stream: &mut Stream, blank: usize, last: Option<Move>) -> Move {
        let moves = &self.moves[blank];
        let Some(back) = last.map(Move::reverse) else {
            return moves[stream.below(moves.len() as u32) as usize];
        };
        let pick = stream.below(moves.len() as u32 - 1) as usize;
        // Skip the move that goes back: it and those after it are one place further.
        let at = moves.iter().position(|&step| step == back).expect("a move can be taken back");
        moves[pick + usize::from(pick >= at)]
    }
}

/// Refuses a range of moves that no board can have, or whose bounds are in the wrong order.
fn check(low: u32, high: u32, all: Option<&ByDistance>) -> Result<()> {
    let (what, most) = match all {
        Some(all) => ("a depth", all.worst() as u32),
        None => ("a walk", u32::MAX),
    };
    if 1 <= low && low <= high && high <= most {
        return Ok(());
    }
    Err(Error::MoveRange { what, most, low, high })
}

/// A number within these bounds, each equally likely.
fn drawn(stream: &mut Stream, low: u32, high: u32) -> u32 {
    // `high - low + 1` does not overflow: `low` is at least 1.
    low + stream.below(high - low + 1)
}

/// Bytes of a tile in an array.
pub const TILE: usize = size_of::<u32>();

/// Scrambled boards one after another, from the beginning of block `first` on, as many as there is room for;
/// four bytes a tile. Board `i` is number `i % BLOCK` of the stream of block `i / BLOCK`, as in
/// [`crate::generate::random`].
pub fn fill_many(
    scrambler: &Scrambler,
    seed: u64,
    first: u64,
    out: &mut [u8],
    threads: usize,
    cancel: &Cancel,
) -> Result<()> {
    let cells = scrambler.cells();
    let piece = BLOCK * cells * TILE;
    let threads = threads.min(out.len().div_ceil(piece));
    let blocks = Mutex::new(out.chunks_mut(piece).enumerate());
    let work = || {
        let mut tiles = vec![0; cells];
        loop {
            let block = blocks.lock().expect("no thread panics").next();
            let Some((number, boards)) = block else { return };
            let mut stream = Stream::new(seed, first.wrapping_add(number as u64));
            for board in boards.chunks_exact_mut(cells * TILE) {
                // This fails only if the job is cancelled.
                if scrambler.fill(&mut stream, &mut tiles, cancel).is_err() {
                    return;
                }
                write_tiles(&tiles, board);
            }
        }
    };
    threads::run(threads, work);
    cancel.check()
}

/// Writes tiles as bytes.
pub fn write_tiles(tiles: &[u32], out: &mut [u8]) {
    for (bytes, tile) in out.as_chunks_mut().0.iter_mut().zip(tiles) {
        *bytes = tile.to_ne_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::grid::Grid;

    fn boards(rows: usize, cols: usize, scramble: Scramble, n: usize) -> (Board, Vec<Board>) {
        let goal = Board::standard(Grid::new(rows, cols));
        let scrambler = Scrambler::new(&goal, scramble, &Cancel::new()).unwrap();
        let (mut stream, mut tiles) = (Stream::new(1, 0), vec![0; rows * cols]);
        let made = (0..n).map(|_| {
            scrambler.fill(&mut stream, &mut tiles, &Cancel::new()).unwrap();
            Board::new(rows, cols, tiles.clone()).unwrap()
        });
        let made = made.collect();
        (goal, made)
    }

    #[test]
    fn the_goal_is_never_drawn() {
        // On 2×2 a walk that never turns back goes round in a circle, and is at the goal again after twelve
        // moves.
        for scramble in [Scramble::Fair, Scramble::Walk(12, 12), Scramble::Walk(24, 24)] {
            let (goal, made) = boards(2, 2, scramble, 200);
            assert!(made.iter().all(|board| *board != goal));
            assert!(made.iter().any(|board| board != &made[0]));
        }
    }

    #[test]
    fn short_walks_go_as_far_as_they_can() {
        let (goal, made) = boards(4, 4, Scramble::Walk(2, 2), 300);
        let mut visited: Vec<&[u32]> = made.iter().map(Board::tiles).collect();
        visited.sort_unstable();
        visited.dedup();
        assert_eq!(visited.len(), 4, "two moves from a corner");
        assert!(made.iter().all(|board| board.manhattan(&goal).unwrap() == 2));
    }

    #[test]
    fn depths_are_exact_and_all_boards_come() {
        let (goal, made) = boards(2, 3, Scramble::Depth(20, 21), 400);
        let all = ByDistance::new(&goal, &Cancel::new()).unwrap();
        let far = all.range(20).len() + all.range(21).len();
        let visited: std::collections::HashSet<&Board> = made.iter().collect();
        assert_eq!(visited.len(), far);
    }

    #[test]
    fn bounds_are_checked() {
        let goal = Board::standard(Grid::new(3, 3));
        for (low, high) in [(0, 3), (4, 3)] {
            assert!(Scrambler::new(&goal, Scramble::Walk(low, high), &Cancel::new()).is_err());
        }
        assert!(Scrambler::new(&goal, Scramble::Walk(1, u32::MAX), &Cancel::new()).is_ok());
        for (low, high) in [(0, 3), (4, 3), (31, 32)] {
            assert!(Scrambler::new(&goal, Scramble::Depth(low, high), &Cancel::new()).is_err());
        }
    }
}
