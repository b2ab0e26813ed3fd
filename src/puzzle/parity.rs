//! Which boards can be solved: the universal rule, for any size and any goal.
//!
//! An *inversion* is a pair of tiles of which the larger comes first, reading row by row and leaving out the
//! blank. A sideways move does not change this reading. A move up or down takes one tile past `cols - 1`
//! others, and so changes the number of inversions by an even number if `cols` is odd, and by an odd number
//! if it is even. So a board and its goal must agree in the parity of
//!
//! - the inversions, if the number of columns is odd;
//! - the inversions plus the row of the blank, if it is even.
//!
//! That this is also enough, on every board from 2×2 up, is a theorem of 1879; the tests confirm it for small
//! boards by search.

use crate::puzzle::board::Board;
use crate::puzzle::error::{Error, Result};
use crate::puzzle::grid::Move;
use crate::puzzle::grow;

pub use crate::puzzle::inversions::inversions;
pub use crate::puzzle::parities::Parities;

/// The numbers whose parities decide whether the goal can be reached.
pub fn parities(board: &Board, goal: &Board) -> Result<Parities> {
    let grid = board.grid();
    Ok(Parities {
        board: inversions(board.tiles())?,
        goal: inversions(goal.tiles())?,
        rows_apart: grid.row(board.blank()).abs_diff(grid.row(goal.blank())),
        cols: grid.cols,
    })
}

/// Whether the goal can be reached from the board.
pub fn is_solvable(board: &Board, goal: &Board) -> Result<bool> {
    board.homes(goal)?;
    Ok(parities(board, goal)?.fit())
}

/// Fails with an explanation if the goal cannot be reached from the board; `homes` are those of
/// [`Board::homes`].
pub fn check_solvable(board: &Board, goal: &Board, homes: &[u32]) -> Result<()> {
    if permutation_is_odd(homes)? == (board.grid().distance(board.blank(), goal.blank()) % 2 == 1) {
        return Ok(());
    }
    let (a, b) = best_swap(board, homes);
    let mut nearest = grow::copied(board.tiles())?;
    nearest.swap(a, b);
    Err(Error::Unsolvable {
        parities: parities(board, goal)?,
        swap: (board.tiles()[a], board.tiles()[b]),
        nearest,
        grid: board.grid(),
    })
}

/// Whether a permutation is odd: by its inversions if it fits a word of 64 bits, else by its cycles in O(n).
///
/// Every move swaps the blank with a tile and takes the blank one step. So a board is solvable if its
/// permutation, the blank included, has the parity of the blank's distance. This is the same rule as above,
/// and cheaper where nobody wants to see the number of inversions.
pub(crate) fn permutation_is_odd(homes: &[u32]) -> Result<bool> {
    if homes.len() <= 64 {
        // An inversion for every larger number that came before.
        let count = |(odd, before): (u32, u64), &home: &u32| {
            (odd ^ (before >> home).count_ones(), before | 1 << home)
        };
        return Ok(homes.iter().fold((0, 0), count).0 % 2 == 1);
    }
    let mut visited = grow::filled(false, homes.len())?;
    let mut odd = false;
    for start in 0..homes.len() {
        let mut at = start;
        while !visited[at] {
            visited[at] = true;
            at = homes[at] as usize;
            odd ^= at != start;
        }
    }
    Ok(odd)
}

/// The two neighbouring cells whose tiles come nearest to their homes by being exchanged.
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
        assert_eq!(inversions(&tiles).unwrap(), 52);
        assert_eq!(inversions(board(4, &tiles).apply([Move::U]).unwrap().tiles()).unwrap(), 53);
        let solvable = board(4, &[12, 13, 11, 2, 4, 5, 3, 14, 1, 9, 15, 6, 8, 7, 0, 10]);
        assert_eq!(inversions(solvable.tiles()).unwrap(), 52);
        assert!(is_solvable(&solvable, &solvable.natural_goal().unwrap()).unwrap());
        let missing_two = board(4, &[12, 8, 7, 15, 0, 6, 4, 1, 10, 9, 13, 11, 3, 16, 14, 5]);
        assert_eq!(inversions(missing_two.tiles()).unwrap(), 50);
        assert!(!is_solvable(&missing_two, &missing_two.natural_goal().unwrap()).unwrap());
    }

    #[test]
    fn the_nearest_solvable_board_undoes_the_swap() {
        let goal = Board::standard(Grid::new(4, 4));
        let mut tiles = goal.tiles().to_vec();
        tiles.swap(13, 14);
        let swapped = Board::new(4, 4, tiles).unwrap();
        match check_solvable(&swapped, &goal, &swapped.homes(&goal).unwrap()) {
            Err(Error::Unsolvable { nearest, swap, .. }) => {
                assert_eq!(nearest, goal.tiles());
                assert_eq!(swap, (15, 14));
            }
            other => panic!("{other:?}"),
        }
    }
}
