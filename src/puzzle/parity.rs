//! Which boards can be solved: the universal rule, for any size and any goal.
//!
//! An *inversion* is a pair of tiles of which the larger comes first, read row by row, the blank left out. A
//! sideways move keeps the reading. A move up or down takes one tile over `cols - 1` others, and changes the
//! number of inversions by an even number if `cols` is odd, by an odd one if it is even. So a board and its
//! goal must agree in the parity of
//!
//! - the inversions, if the number of columns is odd;
//! - the inversions plus the row of the blank, if it is even.
//!
//! That this is enough for every board from 2×2 up is a theorem of 1879; the tests show it for the small ones
//! by search. Inversions are counted by merge sort, O(n log n).

use crate::puzzle::board::Board;
use crate::puzzle::error::{Error, Result, counted};
use crate::puzzle::grid::Move;
use std::fmt;

/// Number of inversions, the blank left out.
pub fn inversions(tiles: &[u32]) -> u64 {
    let mut reading: Vec<u32> = tiles.iter().copied().filter(|&tile| tile != 0).collect();
    let mut spare = reading.clone();
    sort_counting(&mut reading, &mut spare)
}

/// Below this many, comparing all pairs beats merging.
const FEW: usize = 24;

/// Sorts, and counts the pairs that were the wrong way round.
fn sort_counting(items: &mut [u32], spare: &mut [u32]) -> u64 {
    let n = items.len();
    if n <= FEW {
        let count =
            (0..n).map(|i| items[i + 1..].iter().filter(|&&later| later < items[i]).count() as u64).sum();
        items.sort_unstable();
        return count;
    }
    let middle = n / 2;
    let (left, right) = items.split_at_mut(middle);
    let mut count = sort_counting(left, &mut spare[..middle]) + sort_counting(right, &mut spare[middle..]);
    let (mut i, mut j) = (0, 0);
    for slot in spare.iter_mut() {
        if j == right.len() || i < left.len() && left[i] <= right[j] {
            *slot = left[i];
            i += 1;
        } else {
            // Everything left in the first half is larger and comes before.
            count += (left.len() - i) as u64;
            *slot = right[j];
            j += 1;
        }
    }
    items.copy_from_slice(spare);
    count
}

/// The numbers whose parities decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parities {
    /// Inversions of the board.
    pub board: u64,
    /// Inversions of the goal.
    pub goal: u64,
    /// Rows between the blank of the board and that of the goal.
    pub rows_apart: usize,
    /// Number of columns.
    pub cols: usize,
}

impl Parities {
    /// Counts them.
    pub fn new(board: &Board, goal: &Board) -> Parities {
        let grid = board.grid();
        Parities {
            board: inversions(board.tiles()),
            goal: inversions(goal.tiles()),
            rows_apart: grid.row(board.blank()).abs_diff(grid.row(goal.blank())),
            cols: grid.cols,
        }
    }

    /// Whether they fit.
    pub fn fit(&self) -> bool {
        let rows = if self.cols % 2 == 0 { self.rows_apart as u64 } else { 0 };
        (self.board + self.goal + rows) % 2 == 0
    }
}

impl fmt::Display for Parities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inversions = |n: u64| {
            let parity = if n % 2 == 0 { "even" } else { "odd" };
            format!("{} ({parity})", counted(n, "inversion"))
        };
        write!(f, "the board has {}, the goal {}", inversions(self.board), inversions(self.goal))?;
        if self.cols % 2 == 1 {
            return write!(f, ", and on {} columns these parities must be the same", self.cols);
        }
        let rows = counted(self.rows_apart as u64, "row");
        let relation = if self.rows_apart % 2 == 0 { "the same" } else { "different" };
        write!(
            f,
            ", and as their blanks are {rows} apart, on {} columns these parities must be {relation}",
            self.cols
        )
    }
}

/// Whether the goal can be reached from the board.
pub fn is_solvable(board: &Board, goal: &Board) -> Result<bool> {
    board.homes(goal)?;
    Ok(Parities::new(board, goal).fit())
}

/// An error that explains, if the goal cannot be reached from the board; `homes` are those of [`Board::homes`].
pub fn check_solvable(board: &Board, goal: &Board, homes: &[u32]) -> Result<()> {
    if permutation_is_odd(homes) == (board.grid().distance(board.blank(), goal.blank()) % 2 == 1) {
        return Ok(());
    }
    let (a, b) = best_swap(board, homes);
    Err(Error::Unsolvable {
        parities: Parities::new(board, goal),
        swap: (board.tiles()[a], board.tiles()[b]),
        nearest: Box::new(board.swapped(a, b)),
    })
}

/// The parity of a permutation, from its cycles in O(n), or quicker where its inversions can be counted by bits. Every move is one swap of the blank and one step of
/// it, so with the blank counted in, a board is solvable if the parity is that of the blank's distance: the
/// same rule, cheaper where no inversions are to be shown.
pub(crate) fn permutation_is_odd(homes: &[u32]) -> bool {
    if homes.len() <= 64 {
        // Those met before that are larger are the inversions.
        let count = |(odd, met): (u32, u64), &home: &u32| (odd ^ (met >> home).count_ones(), met | 1 << home);
        return homes.iter().fold((0, 0), count).0 % 2 == 1;
    }
    let mut seen = vec![false; homes.len()];
    let mut odd = false;
    for start in 0..homes.len() {
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            at = homes[at] as usize;
            odd ^= at != start;
        }
    }
    odd
}

/// Two neighbouring cells whose tiles, exchanged, come nearest to their homes.
fn best_swap(board: &Board, homes: &[u32]) -> (usize, usize) {
    let grid = board.grid();
    let far = |cell: usize, tile_of: usize| grid.distance(cell, homes[tile_of] as usize) as i64;
    let pairs = (0..grid.cells()).flat_map(|cell| {
        [Move::R, Move::D].into_iter().filter_map(move |step| Some((cell, grid.neighbour(cell, step)?)))
    });
    pairs
        .filter(|&(a, b)| a != board.blank() && b != board.blank())
        .min_by_key(|&(a, b)| far(a, b) + far(b, a) - far(a, a) - far(b, b))
        .expect("every board has two tiles side by side")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::grid::Grid;

    fn board(cols: usize, tiles: &[u32]) -> Board {
        Board::new(tiles.len() / cols, cols, tiles.to_vec()).unwrap()
    }

    #[test]
    fn the_worked_boards_of_the_document() {
        let tiles = [8, 4, 12, 3, 14, 0, 9, 15, 7, 2, 5, 1, 10, 11, 13, 6];
        assert_eq!(inversions(&tiles), 52);
        assert_eq!(inversions(board(4, &tiles).apply([Move::U]).unwrap().tiles()), 53);
        let solvable = board(4, &[12, 13, 11, 2, 4, 5, 3, 14, 1, 9, 15, 6, 8, 7, 0, 10]);
        assert_eq!(inversions(solvable.tiles()), 52);
        assert!(is_solvable(&solvable, &solvable.natural_goal()).unwrap());
        let missing_two = board(4, &[12, 8, 7, 15, 0, 6, 4, 1, 10, 9, 13, 11, 3, 16, 14, 5]);
        assert_eq!(inversions(missing_two.tiles()), 50);
        assert!(!is_solvable(&missing_two, &missing_two.natural_goal()).unwrap());
    }

    #[test]
    fn merging_counts_what_comparing_counts() {
        let mut stream = crate::generate::random::Stream::new(3, 0);
        for n in [0, 1, 2, 24, 25, 49, 100, 777] {
            let tiles: Vec<u32> = (0..n).map(|_| stream.below(1000) + 1).collect();
            let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
            let slow = pairs.filter(|&(i, j)| tiles[i] > tiles[j]).count() as u64;
            assert_eq!(inversions(&tiles), slow);
        }
    }

    #[test]
    fn the_nearest_solvable_board_undoes_the_swap() {
        let goal = Board::standard(Grid::new(4, 4));
        let swapped = goal.swapped(13, 14);
        match check_solvable(&swapped, &goal, &swapped.homes(&goal).unwrap()) {
            Err(Error::Unsolvable { nearest, swap, .. }) => {
                assert_eq!(*nearest, goal);
                assert_eq!(swap, (15, 14));
            }
            other => panic!("{other:?}"),
        }
    }
}
