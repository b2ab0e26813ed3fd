//! Makes long solutions shorter, on boards of any size: an anytime algorithm.
//!
//! The problem: a solution made in stages is longer than need be, by 25 % on a 4×4 board and more on larger
//! ones, since each stage ignores the next. Finding a shortest one is out of the question beyond 4×4. But a
//! part of it can be replaced by a shorter path between the same two boards, and then another part.
//!
//! # Representation
//! A path is a sequence of codes, and the cell of the blank where it begins; whether a stretch has a shortcut
//! does not depend on which tiles are there. A pass copies the path within one array, from what is still to
//! do to what is done.
//!
//! # Steps
//! A pass goes over the path stretch by stretch, each reaching half-way into the next, and applies every
//! shortcut that a beam finds ([`crate::improve::shortcut`]). The first pass has a narrow beam and short
//! stretches; with every pass the beam is twice as wide and the stretches are longer, as far as the beam can
//! go without losing its way. Every other pass goes backwards, from the end of the path to its beginning: a
//! beam is weakest near its end, so each direction finds what the other does not.
//!
//! It ends when the budget is spent, after a given number of passes, when the path is known to be a shortest
//! one (one stretch, nothing left out), or when the widest beam gains nothing in either direction. The result
//! is replayed: it must lead to the same board.
//!
//! # Cost
//! About a microsecond a move for the first pass, and two or three times as much for each that follows, up to
//! some 50 ms a move with the widest beam, which takes up to 300 MB. Apart from that, memory is needed only
//! for the moves.

pub mod patch;
pub mod shortcut;

use crate::improve::patch::Patch;
use crate::improve::shortcut::ShortcutSearch;
use crate::puzzle::board::Board;
use crate::puzzle::error::{Error, Result};
use crate::puzzle::grid::{Grid, Move};
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::runtime::replay::replay;

/// The first beam, and the widest.
const WIDTHS: (usize, usize) = (16, 1 << 18);
/// Boards of up to so many cells are searched in long stretches from the first pass on: there a beam loses
/// its way less easily.
const SMALL_CELLS: usize = 25;
/// How long those stretches are: nearly all solutions of 4×4 boards as a whole.
const LONG_STRETCH: usize = 120;

/// The result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShorterPath {
    /// Codes of the moves: as many as were given, or fewer.
    pub moves: Vec<u8>,
    /// Whether it is known that no path is shorter.
    pub optimal: bool,
}

/// Replaces moves by fewer that lead from the same board to the same board, in at most so many passes and
/// until the budget's deadline. The budget's limit on nodes is ignored: they would not mean much here.
pub fn improve(
    start: &Board,
    moves: Vec<u8>,
    passes: Option<u64>,
    budget: &Budget<'_>,
) -> Result<ShorterPath> {
    let improved = best(start, moves, passes, budget)?;
    budget.check()?;
    Ok(improved)
}

/// The same; if it is cancelled, the moves as short as they are by then. It is an error before the first pass.
pub fn best(start: &Board, moves: Vec<u8>, passes: Option<u64>, budget: &Budget<'_>) -> Result<ShorterPath> {
    let budget = &Budget { max_nodes: None, ..*budget };
    let end = replay(start, &moves, budget.cancel)?;
    let distance = start.manhattan(&end)?;
    let mut path = EditedPath { grid: start.grid(), blank: start.blank(), codes: moves, is_shortest: false };
    path.is_shortest = path.codes.len() as u64 == distance;
    path.run(passes.unwrap_or(u64::MAX), end.blank(), budget)?;
    // What was found is replayed, even if the search was cancelled.
    let calm = Cancel::new();
    let cancel = match budget.check() {
        Err(Error::Cancelled) => &calm,
        checked => checked.map(|()| budget.cancel)?,
    };
    match replay(start, &path.codes, cancel) {
        Ok(again) if again == end => {
            let optimal = path.is_shortest || path.codes.len() as u64 == distance;
            Ok(ShorterPath { moves: path.codes, optimal })
        }
        Err(error) if error.is_stop() => Err(error),
        _ => Err(Error::WrongSolution {
            method: "improved",
            board: crate::puzzle::text::beginning(start).into(),
        }),
    }
}

/// A path that becomes shorter: its moves, and where the blank is before the first of them.
struct EditedPath {
    grid: Grid,
    blank: usize,
    codes: Vec<u8>,
    is_shortest: bool,
}

impl EditedPath {
    /// Makes passes with wider and wider beams, forwards and backwards.
    fn run(&mut self, passes: u64, end: usize, budget: &Budget<'_>) -> Result<()> {
        let mut search = ShortcutSearch::default();
        // How many passes of the widest beam in a row have gained nothing.
        let (start, mut width, mut vain) = (self.blank, WIDTHS.0, 0);
        for pass in 0..passes {
            let before = self.codes.len();
            if self.is_shortest || vain == 2 || budget.is_over(0) {
                break;
            }
            let backwards = pass % 2 == 1;
            if backwards {
                self.turn(end);
            }
            self.pass(&mut search, width, budget)?;
            if backwards {
                self.turn(start);
            }
            budget.cancel.report_best(self.codes.len());
            let is_widest = width == WIDTHS.1;
            vain = if is_widest && self.codes.len() == before { vain + 1 } else { 0 };
            width = WIDTHS.1.min(2 * width);
        }
        Ok(())
    }

    /// The same path from its other end, where the blank is in this cell.
    fn turn(&mut self, blank: usize) {
        self.blank = blank;
        self.codes.reverse();
        self.codes.iter_mut().for_each(|code| *code ^= 1);
    }

    /// Goes over the path once, and applies the shortcuts.
    fn pass(&mut self, search: &mut ShortcutSearch, width: usize, budget: &Budget<'_>) -> Result<()> {
        // Moves before `done` are those of the new path, those from `rest` on are still to do.
        let (mut done, mut rest, mut blank) = (0, 0, self.blank);
        while rest < self.codes.len() && !budget.is_over(0) {
            let most = (self.codes.len() - rest).min(longest(self.grid, width));
            let (patch, length) = Patch::around(self.grid, blank, &self.codes[rest..rest + most]);
            let stretch = &self.codes[rest..rest + length];
            let is_all = done == 0 && length == self.codes.len() - rest;
            let found = search.find(self.grid, &patch, blank, stretch, width, budget)?;
            let mut left = length;
            if let Some(path) = found.path {
                left = path.len();
                rest += length - left;
                self.codes[rest..rest + left].copy_from_slice(&path);
            } else if found.is_complete && is_all {
                self.is_shortest = patch.is_exact(self.grid);
            }
            let is_last = rest + left == self.codes.len();
            let step = if is_last { left } else { left.div_ceil(2) };
            blank = after(self.grid, blank, &self.codes[rest..rest + step]);
            self.codes.copy_within(rest..rest + step, done);
            (done, rest) = (done + step, rest + step);
        }
        self.codes.drain(done..rest);
        Ok(())
    }
}

/// How many moves are searched at a time: ten more for every doubling of the width did best on 10×10 boards.
fn longest(grid: Grid, width: usize) -> usize {
    let long = 10 * width.ilog2() as usize - 20;
    if grid.cells() <= SMALL_CELLS { long.max(LONG_STRETCH) } else { long }
}

/// The cell of the blank after these moves.
fn after(grid: Grid, blank: usize, codes: &[u8]) -> usize {
    let ahead = |cell, &code: &u8| grid.neighbour(cell, Move::from_code(code)).expect("moves of a path");
    codes.iter().fold(blank, ahead)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::Stream;
    use crate::puzzle::board::parse_moves;
    use crate::solver::{Method, Options, Solver};
    use std::time::Instant;

    fn codes(text: &str) -> Vec<u8> {
        parse_moves(text).unwrap().map(Move::code).collect()
    }

    fn improved(board: &Board, moves: Vec<u8>, passes: u64) -> ShorterPath {
        improve(board, moves, Some(passes), &Budget::unlimited(&Cancel::new())).unwrap()
    }

    /// A walk of the blank that does not turn back at once.
    fn walk(grid: Grid, mut blank: usize, length: usize, stream: &mut Stream) -> Vec<u8> {
        let mut walk: Vec<u8> = vec![];
        while walk.len() < length {
            let code = stream.below(4) as u8;
            let back = walk.last().is_some_and(|last| last ^ 1 == code);
            if let (false, Some(next)) = (back, grid.neighbour(blank, Move::from_code(code))) {
                walk.push(code);
                blank = next;
            }
        }
        walk
    }

    #[test]
    fn loops_vanish() {
        let board = Board::standard(Grid::new(9, 9));
        assert_eq!(improved(&board, codes("LRLRUD"), 1), ShorterPath { moves: vec![], optimal: true });
        // Three times round a square of four cells brings everything back.
        assert_eq!(improved(&board, codes("LURDLURDLURDL"), 1).moves, codes("L"));
        assert_eq!(improved(&board, vec![], 1), ShorterPath { moves: vec![], optimal: true });
    }

    #[test]
    fn small_boards_come_out_optimal() {
        let cancel = Cancel::new();
        let mut stream = Stream::new(1, 0);
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4)] {
            let goal = Board::standard(Grid::new(rows, cols));
            let solver = Solver::new(goal.clone(), Options::of(Method::Optimal)).unwrap();
            for _ in 0..10 {
                let there = walk(goal.grid(), goal.blank(), 60, &mut stream);
                let start = goal.apply(there.iter().map(|&code| Move::from_code(code))).unwrap();
                let back: Vec<u8> = there.iter().rev().map(|code| code ^ 1).collect();
                let better = improve(&start, back, None, &Budget::unlimited(&cancel)).unwrap();
                assert!(better.optimal);
                assert_eq!(better.moves.len(), solver.solve(&start, &cancel).unwrap().moves.len());
            }
        }
    }

    #[test]
    fn every_shape_is_improved_and_keeps_its_end() {
        let mut stream = Stream::new(2, 0);
        for (rows, cols) in [(2, 40), (40, 2), (3, 7), (5, 5), (8, 8), (9, 12), (300, 300)] {
            let board = Board::standard(Grid::new(rows, cols));
            let moves = walk(board.grid(), board.blank(), 600, &mut stream);
            let better = improved(&board, moves.clone(), 4);
            assert!(better.moves.len() < moves.len());
            let end = |codes: &[u8]| replay(&board, codes, &Cancel::new()).unwrap();
            assert_eq!(end(&better.moves), end(&moves));
            assert_eq!(improved(&board, moves.clone(), 0).moves, moves);
            assert_eq!(improved(&board, moves, 4), better);
        }
    }

    #[test]
    fn it_stops_on_request_and_in_time() {
        let board = Board::standard(Grid::new(6, 6));
        let moves = walk(board.grid(), board.blank(), 500, &mut Stream::new(3, 0));
        let cancel = Cancel::new();
        let late = Budget { deadline: Some(Instant::now()), ..Budget::unlimited(&cancel) };
        assert_eq!(improve(&board, moves.clone(), None, &late).unwrap().moves, moves);
        cancel.cancel();
        assert_eq!(improve(&board, moves, None, &Budget::unlimited(&cancel)), Err(Error::Cancelled));
    }

    #[test]
    fn moves_off_the_board_are_refused() {
        let board = Board::standard(Grid::new(3, 3));
        assert!(improve(&board, codes("D"), None, &Budget::unlimited(&Cancel::new())).is_err());
    }
}
