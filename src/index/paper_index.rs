//! The index of Karlemo and Östergård's main table, I = 3a + b: a number from 0 to n!/2 - 1 for every board
//! of `n` cells that can be solved.
//!
//! The tiles are read cell by cell, the blank as number `n`. The first `n - 3` of them have a rank `a` among
//! the n!/3! that there can be, by their Lehmer code. Of the last three only the place `b` of the largest is
//! kept: the order of the other two follows, since only one of the two orders can be solved. The searches of
//! this crate use another index, see [`crate::index::space`]; this one is here for comparison, and for
//! readers of the paper.
//!
//! O(n²) either way.

use crate::puzzle::error::{Error, Job, Quantity, Result, Sizes};
use crate::puzzle::grid::Grid;

/// The largest board with an index: 20!/2 fits 64 bits.
pub const MAX_INDEXED_CELLS: usize = 20;

/// The index of a board that can be solved, given as its tiles `1..n` with `n` for the blank.
pub fn index(tiles: &[u8]) -> u64 {
    let (first, last) = tiles.split_at(tiles.len() - 3);
    let mut seen = 0u32;
    let a = (0..first.len()).fold(0, |a, i| {
        // The smaller tiles that come later: those that have not come before.
        let smaller = u32::from(tiles[i]) - 1 - (seen & ((1 << tiles[i]) - 1)).count_ones();
        seen |= 1 << tiles[i];
        a * (tiles.len() - i) as u64 + u64::from(smaller)
    });
    let largest = last.iter().max().expect("three of them");
    3 * a + last.iter().position(|tile| tile == largest).expect("one of them") as u64
}

/// Refuses boards without an index.
pub(crate) fn check_size(grid: Grid) -> Result<()> {
    if grid.rows < 2 || grid.cols < 2 || grid.rows.saturating_mul(grid.cols) > MAX_INDEXED_CELLS {
        let sizes = Sizes::Cells(MAX_INDEXED_CELLS);
        return Err(Error::WrongSize { job: Job::PaperIndex, sizes, got: grid });
    }
    Ok(())
}

/// The error of an index that no board has.
pub(crate) fn out_of_range(grid: Grid, index: u64) -> Error {
    let (quantity, most) = (Quantity::PaperIndex(grid), Some(states(grid) - 1));
    Error::OutOfRange { quantity, least: 0, most, got: index.to_string().into() }
}

/// How many boards have an index.
pub fn states(grid: Grid) -> u64 {
    (2..=grid.cells() as u64).product::<u64>() / 2
}

/// The board with this index, with `n` for the blank.
pub fn tiles(index: u64, grid: Grid) -> Vec<u8> {
    let mut tiles = vec![0; grid.cells()];
    fill(index, grid, 0, &mut tiles);
    tiles
}

/// The same, written to `tiles`, for boards of a [`class`].
pub(crate) fn fill(index: u64, grid: Grid, class: usize, tiles: &mut [u8]) {
    let n = tiles.len();
    let (mut a, b) = (index / 3, (index % 3) as usize);
    let mut left: [u8; MAX_INDEXED_CELLS] = std::array::from_fn(|i| i as u8 + 1);
    for (i, tile) in tiles[..n - 3].iter_mut().enumerate() {
        let block = BLOCKS[n - 1 - i];
        let digit = (a / block) as usize;
        a %= block;
        *tile = left[digit];
        left.copy_within(digit + 1..n - i, digit);
    }
    let others = [[1, 2], [0, 2], [0, 1]][b].map(|place| n - 3 + place);
    tiles[n - 3 + b] = left[2];
    tiles[others[0]] = left[0];
    tiles[others[1]] = left[1];
    if parity(tiles, grid) != class {
        tiles.swap(others[0], others[1]);
    }
}

/// By number of cells that are left: how many arrangements fill all but three of them.
const BLOCKS: [u64; MAX_INDEXED_CELLS] = {
    let mut blocks = [1; MAX_INDEXED_CELLS];
    let mut n = 4;
    while n < MAX_INDEXED_CELLS {
        blocks[n] = blocks[n - 1] * n as u64;
        n += 1;
    }
    blocks
};

/// Which half of all arrangements can reach the goal with the tiles in order and the blank in this cell: 0 if
/// it is the half of the goal with the blank last, otherwise 1.
pub(crate) fn class(grid: Grid, blank: usize) -> usize {
    let last = grid.cells() - 1;
    (last - blank + grid.distance(blank, last)) % 2
}

/// The parity that decides whether a board can be solved. Every move exchanges the blank with a tile, so
/// there are as many exchanges as moves, and their number is odd or even as the blank's distance from its
/// home is.
fn parity(tiles: &[u8], grid: Grid) -> usize {
    let mut seen = 0u32;
    let mut inversions = 0;
    for &tile in tiles {
        inversions += (seen >> tile).count_ones() as usize;
        seen |= 1 << tile;
    }
    let blank = tiles.iter().position(|&tile| tile as usize == tiles.len()).expect("a blank");
    (inversions + grid.distance(blank, tiles.len() - 1)) % 2
}
