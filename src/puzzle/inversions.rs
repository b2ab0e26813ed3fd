//! Inversions, counted by merge sort, O(n log n).
//!
//! An *inversion* is a pair of tiles of which the larger comes first, read row by row, the blank left out.

use crate::puzzle::error::Result;
use crate::puzzle::grow;

/// Number of inversions, the blank left out.
pub fn inversions(tiles: &[u32]) -> Result<u64> {
    let mut reading = grow::collected(tiles.len(), tiles.iter().copied().filter(|&tile| tile != 0))?;
    let mut spare = grow::copied(&reading)?;
    Ok(sort_counting(&mut reading, &mut spare))
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
            assert_eq!(inversions(&tiles).unwrap(), slow);
        }
    }
}
