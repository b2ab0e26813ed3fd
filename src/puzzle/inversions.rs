//! Inversions, and what their parities say about a board and its goal.
//!
//! An *inversion* is a pair of tiles of which the larger comes first, read row by row, the blank left out.
//! They are counted by merge sort, O(n log n).

use std::fmt;

/// Number of inversions, the blank left out.
pub fn inversions(tiles: &[u32]) -> u64 {
    let mut reading: Vec<u32> = tiles.iter().copied().filter(|&tile| tile != 0).collect();
    let mut spare = reading.clone();
    sort_counting(&mut reading, &mut spare)
}

/// Up to this many, comparing all pairs is faster than merging.
const FEW: usize = 24;

/// Sorts, and counts the pairs that were in the wrong order.
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

/// The numbers whose parities decide whether a board can be solved.
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
    /// Whether they allow a solution.
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
        let rows = counted(self.rows_apart, "row");
        let relation = if self.rows_apart % 2 == 0 { "the same" } else { "different" };
        write!(
            f,
            ", and as their blanks are {rows} apart, on {} columns these parities must be {relation}",
            self.cols
        )
    }
}

/// A number with its noun, in the plural unless there is one.
pub(crate) fn counted<N: fmt::Display>(n: N, noun: &str) -> String {
    let n = n.to_string();
    let ending = if n == "1" { "" } else { "s" };
    format!("{n} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
