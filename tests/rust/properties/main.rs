//! What holds for every board, goal, text, file and array, tested on random ones.
//!
//! The cases are the same in every run, and `PROPTEST_CASES` makes more of them than the usual 256.

// The bindings have an allocator of their own, and these tests have one that watches.
#![cfg(not(feature = "python"))]

mod allocations;
mod arrays;
mod boards;
mod files;
mod index;
mod text;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use puzzle15::puzzle::board::Board;
use std::ops::Range;

/// How properties are tested: with a seed of their own, and without writing down what failed.
fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(15), ..ProptestConfig::default() }
}

/// The numbers from 0 up, in any order.
fn permutation(cells: usize) -> impl Strategy<Value = Vec<u32>> {
    Just((0..cells as u32).collect::<Vec<_>>()).prop_shuffle()
}

/// Any board of a small shape.
fn any_board() -> impl Strategy<Value = Board> {
    board_of(2..6, 2..6)
}

/// Any board of a shape with so many rows and columns.
fn board_of(rows: Range<usize>, cols: Range<usize>) -> impl Strategy<Value = Board> {
    (rows, cols).prop_flat_map(|(rows, cols)| {
        permutation(rows * cols).prop_map(move |tiles| Board::new(rows, cols, tiles).unwrap())
    })
}
