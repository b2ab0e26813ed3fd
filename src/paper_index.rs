//! The index of Karlemo and Östergård's main table, I = 3a + b: a number from 0 to n!/2 - 1 for every board of `n`
//! cells that can be solved.
//!
//! The tiles are read cell by cell, the blank as number `n`. The first `n - 3` of them have a rank `a` among the
//! n!/3! that there can be, by their Lehmer code. Of the last three only the place `b` of the largest is kept: the
//! order of the other two follows, since only one of the two orders can be solved. The searches of this crate use
//! another index, see [`crate::space`]; this one is here for comparison and for those who want the paper's numbers.
//!
//! O(n²) either way.

use crate::grid::Grid;
use crate::rank::factorial;

/// The largest board with an index: 20!/2 fits 64 bits.
pub const MAX_CELLS: usize = 20;

/// The index of a board that can be solved, given as its tiles `1..n` with `n` for the blank.
pub fn index(tiles: &[u8]) -> u64 {
    let (first, last) = tiles.split_at(tiles.len() - 3);
    let a = (0..first.len()).fold(0, |a, i| {
        let smaller = tiles[i + 1..].iter().filter(|&&later| later < tiles[i]).count();
        a * (tiles.len() - i) as u64 + smaller as u64
    });
    let largest = last.iter().max().expect("three of them");
    3 * a + last.iter().position(|tile| tile == largest).expect("one of them") as u64
}

/// The board with this index, with `n` for the blank.
pub fn tiles(index: u64, grid: Grid) -> Vec<u8> {
    let n = grid.cells();
    let (mut a, b) = (index / 3, (index % 3) as usize);
    let mut left: Vec<u8> = (1..=n as u8).collect();
    let mut tiles = vec![];
    for i in 0..n - 3 {
        let block = (factorial(n - 1 - i) / 6) as u64;
        tiles.push(left.remove((a / block) as usize));
        a %= block;
    }
    let largest = left.pop().expect("three of them");
    left.insert(b, largest);
    tiles.extend(left);
    if !is_solvable(&tiles, grid) {
        let others = [[1, 2], [0, 2], [0, 1]][b];
        tiles.swap(n - 3 + others[0], n - 3 + others[1]);
    }
    tiles
}

/// Every move exchanges the blank with a tile: as many exchanges as moves, odd or even like the blank's distance.
fn is_solvable(tiles: &[u8], grid: Grid) -> bool {
    let inversions: usize =
        (0..tiles.len()).map(|i| tiles[i + 1..].iter().filter(|&&later| later < tiles[i]).count()).sum();
    let blank = tiles.iter().position(|&tile| tile as usize == tiles.len()).expect("a blank");
    (inversions + grid.distance(blank, tiles.len() - 1)) % 2 == 0
}
