//! Korf's own search of 1985: iterative deepening A* with the Manhattan distance and nothing else.
//!
//! The problem: find a shortest solution, and count the nodes exactly as Korf did, so that his table of a hundred
//! 15-puzzles comes out to the last digit. It is the yardstick for everything cleverer, so it stays plain: no
//! table of states met, no better estimate, no pruning but that a move is not undone at once.
//!
//! The algorithm: search depth first all ways of up to `threshold` moves, leaving a way as soon as moves made plus
//! Manhattan distance exceed the threshold. The first threshold is the distance of the start; if nothing is found
//! it grows by 2, as a solution has the parity of that distance. So what is found first is shortest.
//!
//! What is counted: the start, once and not again in every iteration; and in every iteration each board made by a
//! move that does not undo the last one, *before* it is asked whether it is within the threshold. The goal counts,
//! what would have come after it does not. Children come in a fixed order of the blank's moves: up, left, right, down
//! in the published figures. That matters only in the last iteration, which ends midway. So counted, 97 of the hundred
//! published figures come out; 22 and 89 are misprinted by a digit or two, and 88 has another number.
//!
//! The representation:
//!
//! ```text
//!   tiles   for every cell, row and column of its tile's home
//!   slack   how many tiles may still move *away* from home. Such a move adds 2 to the sum of moves made and distance,
//!           one towards home adds nothing; so this is all there is to compare, and the distance is never needed
//!   left    moves up to the threshold: at 0 the distance is 0, and that is the goal
//!   lists   for every cell of the blank and last move, the ways to go on, in order
//! ```
//!
//! A solution shorter than the threshold would have been found before, so the goal is met at `left == 0` only.
//!
//! Cost: some ten nanoseconds a node. Of memory, 400 bytes a cell and 12 bytes a move of depth: there is a
//! stack of our own, so that no depth is too much for it.

use crate::puzzle::board::Board;
use crate::puzzle::error::{Error, Job, Result, Sizes};
use crate::puzzle::grid::{Grid, Move};
use crate::puzzle::parity;
use crate::runtime::budget::Limits;
use crate::runtime::cancel::Cancel;
use std::time::Instant;

/// In which order the blank's moves are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order([Move; 4]);

impl Order {
    /// Up, left, right, down: gives the figures that Korf published.
    pub const PUBLISHED: Order = Order([Move::U, Move::L, Move::R, Move::D]);

    /// Reads the four letters, each once.
    pub fn parse(text: &str) -> Result<Order> {
        let moves: Option<Vec<Move>> = text.chars().map(Move::from_letter).collect();
        moves
            .and_then(|moves| <[Move; 4]>::try_from(moves).ok())
            .filter(|moves| Move::ALL.iter().all(|step| moves.contains(step)))
            .map(Order)
            .ok_or_else(|| Error::MoveOrder { got: text.to_string() })
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// A shortest solution, or nothing if a limit came first.
    pub moves: Option<Vec<Move>>,
    /// Nodes counted.
    pub nodes: u64,
    /// No solution is shorter: the threshold of the last iteration, so the length of a solution that was found.
    pub lower_bound: u64,
}

/// Boards with more cells are refused: lines of the board are kept in 16 bits.
pub const MAX_CELLS: usize = 1 << 16;

/// Searches for a shortest solution. Errors: a goal of another shape or other tiles, one that cannot be reached, and
/// cancellation.
pub fn search(board: &Board, goal: &Board, order: Order, limits: Limits, cancel: &Cancel) -> Result<Found> {
    check_size(board.grid())?;
    let homes = board.homes(goal)?;
    parity::check_solvable(board, goal, &homes)?;
    let start = board.manhattan_of(&homes);
    let ways = Ways::new(board.grid(), order);
    let mut walk = Walk::new(board, &homes, &ways, Meter::new(limits, cancel));
    for slack in 0.. {
        let lower_bound = start + 2 * u64::from(slack);
        let moves = match walk.iterate(lower_bound, slack)? {
            End::Nothing => continue,
            End::Limit => None,
            End::Goal => Some(walk.moves()),
        };
        if let Some(moves) = &moves {
            check(board, goal, moves)?;
        }
        return Ok(Found { moves, nodes: walk.meter.nodes, lower_bound });
    }
    unreachable!("a board that can be solved has a solution")
}

fn check_size(grid: Grid) -> Result<()> {
    if grid.cells() <= MAX_CELLS {
        return Ok(());
    }
    Err(Error::WrongSize { job: Job::PlainSearch, sizes: Sizes::Cells(MAX_CELLS), got: grid })
}

/// Replays a solution before it leaves.
fn check(board: &Board, goal: &Board, moves: &[Move]) -> Result<()> {
    if board.apply(moves.iter().copied())? == *goal {
        return Ok(());
    }
    Err(Error::WrongSolution { method: "manhattan", board: crate::puzzle::text::compact(board) })
}

/// A way for the blank to go on.
#[derive(Clone, Copy)]
struct Way {
    /// The cell it goes to, or [`END`].
    next: u32,
    /// Where the ways from there begin.
    list: u32,
    /// Which half of a home counts: 16 for its row, 0 for its column.
    shift: u8,
    /// Whether the tile comes nearer to homes *before* this line, not to those from it on.
    before: bool,
    /// The row or column that decides.
    line: u16,
}

/// Stands for "no more ways".
const END: u32 = u32::MAX;

/// Ways in each list: up to four, and the end.
const LIST: usize = 5;

/// Lists for each cell: one for each last move, and one for none.
const LISTS: usize = 5;

/// The last move of the start.
const NO_MOVE: usize = 4;

impl Way {
    const NONE: Way = Way { next: END, list: 0, shift: 0, before: false, line: 0 };

    fn new(grid: Grid, blank: usize, step: Move, next: usize) -> Way {
        // The tile goes to the blank's cell: down or right if the blank goes up or left, and then nearer to all homes
        // from the blank's line on; up or left otherwise, and nearer to all homes before the line after it.
        let line = if step.is_vertical() { grid.row(blank) } else { grid.col(blank) };
        let before = matches!(step, Move::D | Move::R);
        Way {
            next: next as u32,
            list: list(next, step.code().into()) as u32,
            shift: if step.is_vertical() { 16 } else { 0 },
            before,
            line: (line + usize::from(before)) as u16,
        }
    }

    /// Whether this takes a tile with this home farther away from it: 1 if so, else 0.
    #[inline]
    fn cost(self, home: u32) -> u32 {
        let line = (home >> self.shift) as u16;
        u32::from((line < self.line) != self.before)
    }
}

/// Where the ways from a cell begin, after this move.
const fn list(cell: usize, last: usize) -> usize {
    (cell * LISTS + last) * LIST
}

/// All lists of ways.
struct Ways(Vec<Way>);

impl Ways {
    fn new(grid: Grid, order: Order) -> Ways {
        let mut ways = vec![Way::NONE; grid.cells() * LISTS * LIST];
        for cell in 0..grid.cells() {
            for last in 0..LISTS {
                let back = (last != NO_MOVE).then(|| Move::from_code(last as u8).reverse());
                let steps = order.0.into_iter().filter(|&step| Some(step) != back);
                let there = steps.filter_map(|step| Some((step, grid.neighbour(cell, step)?)));
                for (slot, (step, next)) in ways[list(cell, last)..].iter_mut().zip(there) {
                    *slot = Way::new(grid, cell, step, next);
                }
            }
        }
        Ways(ways)
    }
}

/// Counts nodes, and looks up now and then.
struct Meter<'a> {
    nodes: u64,
    /// Look up at this many nodes.
    pause: u64,
    limits: Limits,
    cancel: &'a Cancel,
}

/// So many nodes take less than a millisecond.
const PACE: u64 = 1 << 15;

impl<'a> Meter<'a> {
    /// One node, the start, is counted at once; before the next one there is a pause.
    fn new(limits: Limits, cancel: &'a Cancel) -> Meter<'a> {
        Meter { nodes: 1, pause: 1, limits, cancel }
    }

    /// Counts a node, unless there is to be none.
    #[inline]
    fn count(&mut self) -> Result<bool> {
        if self.nodes == self.pause && !self.go_on()? {
            return Ok(false);
        }
        self.nodes += 1;
        Ok(true)
    }

    /// Whether another node may be counted; if so, sets the next pause.
    #[cold]
    fn go_on(&mut self) -> Result<bool> {
        self.cancel.check()?;
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        self.pause = (self.nodes + PACE).min(most);
        Ok(self.nodes < most && self.limits.deadline.is_none_or(|deadline| Instant::now() < deadline))
    }
}

/// What stays behind when the walk goes a move deeper.
#[derive(Clone, Copy)]
struct Canonical {
    /// The next way to try.
    at: u32,
    slack: u32,
    blank: u32,
}

/// How an iteration ends.
enum End {
    Nothing,
    Limit,
    Goal,
}

/// A walk through the tree, with the board as it stands.
struct Walk<'a> {
    grid: Grid,
    ways: &'a [Way],
    tiles: Vec<u32>,
    blank: usize,
    path: Vec<Canonical>,
    meter: Meter<'a>,
}

impl<'a> Walk<'a> {
    fn new(board: &Board, homes: &[u32], ways: &'a Ways, meter: Meter<'a>) -> Walk<'a> {
        let grid = board.grid();
        let home = |&cell: &u32| (grid.row(cell as usize) << 16 | grid.col(cell as usize)) as u32;
        let tiles = homes.iter().map(home).collect();
        Walk { grid, ways: &ways.0, tiles, blank: board.blank(), path: Vec::new(), meter }
    }

    /// One iteration; if it finds nothing, the board is as before.
    fn iterate(&mut self, threshold: u64, mut slack: u32) -> Result<End> {
        let mut left = threshold;
        let mut at = list(self.blank, NO_MOVE);
        while left > 0 {
            let way = self.ways[at];
            if way.next == END {
                let Some(frame) = self.path.pop() else { return Ok(End::Nothing) };
                self.go(frame.blank as usize);
                (at, slack, left) = (frame.at as usize, frame.slack, left + 1);
                continue;
            }
            at += 1;
            if !self.meter.count()? {
                return Ok(End::Limit);
            }
            let cost = way.cost(self.tiles[way.next as usize]);
            if cost <= slack {
                self.path.push(Canonical { at: at as u32, slack, blank: self.blank as u32 });
                self.go(way.next as usize);
                (at, slack, left) = (way.list as usize, slack - cost, left - 1);
            }
        }
        Ok(End::Goal)
    }

    /// Takes the blank to a neighbouring cell, and the tile from there to where it was.
    #[inline]
    fn go(&mut self, next: usize) {
        self.tiles[self.blank] = self.tiles[next];
        self.blank = next;
    }

    /// The moves from the start to where the walk is.
    fn moves(&self) -> Vec<Move> {
        let cells = self.path.iter().map(|frame| frame.blank as usize);
        let after = cells.clone().skip(1).chain([self.blank]);
        cells.zip(after).map(|(cell, next)| self.step(cell, next)).collect()
    }

    fn step(&self, cell: usize, next: usize) -> Move {
        let mut steps = self.grid.moves(cell);
        steps
            .find(|&step| self.grid.neighbour(cell, step) == Some(next))
            .expect("the path goes from cell to cell")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number, board and figures of some of Korf's puzzles.
    const KORF: [(u32, [u32; 16], u64, u64); 2] = [
        (79, [0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15], 42, 540_860),
        (12, [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15], 45, 546_344),
    ];

    fn korf(tiles: &[u32], limits: Limits) -> Found {
        let board = Board::new(4, 4, tiles.to_vec()).unwrap();
        let goal = Board::new(4, 4, (0..16).collect()).unwrap();
        search(&board, &goal, Order::PUBLISHED, limits, &Cancel::new()).unwrap()
    }

    #[test]
    fn published_counts_come_out() {
        for (number, tiles, length, nodes) in KORF {
            let found = korf(&tiles, Limits::default());
            let moves = found.moves.unwrap();
            assert_eq!(
                (moves.len() as u64, found.lower_bound, found.nodes),
                (length, length, nodes),
                "{number}"
            );
        }
    }

    #[test]
    fn limits_are_kept_to_the_node() {
        for most in [1, 2, 100, 100_000, 540_859] {
            let found = korf(&KORF[0].1, Limits { nodes: Some(most), deadline: None });
            assert_eq!((found.moves, found.nodes), (None, most));
            assert!((28..=42).contains(&found.lower_bound) && found.lower_bound % 2 == 0);
        }
        assert!(korf(&KORF[0].1, Limits { nodes: Some(540_860), deadline: None }).moves.is_some());
        let late = korf(&KORF[0].1, Limits { nodes: None, deadline: Some(Instant::now()) });
        assert_eq!((late.moves, late.nodes, late.lower_bound), (None, 1, 28));
    }

    #[test]
    fn a_solved_board_is_one_node() {
        let goal: Vec<u32> = (0..16).collect();
        let found = korf(&goal, Limits { nodes: Some(1), deadline: Some(Instant::now()) });
        assert_eq!(found, Found { moves: Some(vec![]), nodes: 1, lower_bound: 0 });
    }

    #[test]
    fn a_cancelled_search_ends_with_an_error() {
        let cancel = Cancel::new();
        cancel.cancel();
        let board = Board::new(2, 2, vec![1, 2, 0, 3]).unwrap();
        let found = search(&board, &board.natural_goal(), Order::PUBLISHED, Limits::default(), &cancel);
        assert_eq!(found, Err(Error::Cancelled));
    }

    #[test]
    fn long_and_narrow_boards_have_room_for_their_coordinates() {
        for (rows, cols) in [(2, 32_768), (32_768, 2), (256, 256)] {
            let goal = Board::standard(Grid::new(rows, cols));
            let board = goal.apply([Move::U, Move::L, Move::D]).unwrap();
            let found = search(&board, &goal, Order::PUBLISHED, Limits::default(), &Cancel::new()).unwrap();
            assert_eq!(found.moves, Some(vec![Move::U, Move::R, Move::D]));
        }
        let goal = Board::standard(Grid::new(2, 32_769));
        assert!(search(&goal, &goal, Order::PUBLISHED, Limits::default(), &Cancel::new()).is_err());
    }

    #[test]
    fn an_order_has_each_letter_once() {
        assert_eq!(Order::parse("ULRD"), Ok(Order::PUBLISHED));
        for text in ["", "ULR", "ULRR", "ULRDU", "ULRX"] {
            assert!(Order::parse(text).unwrap_err().to_string().contains(text));
        }
    }
}
