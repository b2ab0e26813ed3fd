//! Windows: what happens to the reading when the blank changes its row.
//!
//! One tile jumps over those between two slots, and the places between rotate by one. What that does to the
//! set of places that hold group A, and to the orders of the tiles, depends only on what the window holds and
//! on how much of A comes before it: a table of at most `(|A| + 1) · 2^places` entries for each window and
//! direction.

use crate::index::rank::{factorial, rank_permutation, rank_set, unrank_permutation};
use crate::index::slot::Slot;

/// A change of the order of some tiles: one is taken out and put back elsewhere. 0 changes nothing.
pub(crate) type Shift = u8;

/// What the rotation of a window does to a set of places and to the orders.
#[derive(Clone, Copy, Default)]
pub(crate) struct Rotation {
    /// What is added to the rank of the set.
    pub(crate) offset: i32,
    /// The shift of A's order.
    pub(crate) a: Shift,
    /// The shift of B's order.
    pub(crate) b: Shift,
}

/// The places between two slots, one above the other, and what happens to them when the blank goes from one
/// to the other.
pub(crate) struct Window {
    low: u32,
    pub(crate) len: u32,
    rotations: Vec<Rotation>,
}

impl Window {
    /// How the window rotates for a set of places.
    #[inline(always)]
    pub(crate) fn rotation(&self, set: u64) -> Rotation {
        let before = (set & ((1 << self.low) - 1)).count_ones();
        let inside = (set >> self.low) as u32 & ((1 << self.len) - 1);
        self.rotations[(before << self.len | inside) as usize]
    }
}

/// The window between two slots, and all its rotations when the blank goes from one to the other. `groups`
/// has the number of distinguished tiles in A and in B.
pub(crate) fn window(places: usize, groups: [usize; 2], from: Slot, to: Slot) -> Window {
    let (low, len) = (from.index().min(to.index()), from.index().abs_diff(to.index()));
    let rotations = (0..(groups[0] + 1) << len).map(|i| {
        let (before, inside) = (i >> len, i & ((1 << len) - 1));
        let possible = before <= low && before + inside.count_ones() as usize <= groups[0];
        let set = ((1 << before) - 1) | (inside as u64) << low;
        if possible && low + len <= places { rotation(set, groups, from, to) } else { Rotation::default() }
    });
    Window { low: low as u32, len: len as u32, rotations: rotations.collect() }
}

/// What happens to a set of places when the blank goes from one slot to another. What comes after the window
/// does not matter, and of what comes before only the number of tiles.
fn rotation(set: u64, [tiles_a, tiles_b]: [usize; 2], from: Slot, to: Slot) -> Rotation {
    // The tile at place `from` jumps to place `to`; those between close up.
    let (left, entered) = (from.index(), to.index());
    let (from, to) = if entered > left { (entered - 1, left) } else { (entered, left - 1) };
    let jumper = set >> from & 1;
    let without = lower(set, from) | (set >> (from + 1)) << from;
    let rotated = lower(without, to) | jumper << to | (without >> to) << (to + 1);
    let offset = rank_set(rotated) as i32 - rank_set(set) as i32;
    // How many of its own group come before the tile, before the move and after it.
    let own = if jumper == 1 { without } else { !without };
    let [before, after] = [from, to].map(|place| lower(own, place).count_ones() as usize);
    match jumper {
        1 => Rotation { offset, a: shift_number(tiles_a, before, after), b: 0 },
        _ if tiles_b > 0 => Rotation { offset, a: 0, b: shift_number(tiles_b, before, after) },
        _ => Rotation { offset, a: 0, b: 0 },
    }
}

/// The bits below a place.
fn lower(set: u64, place: usize) -> u64 {
    set & ((1 << place) - 1)
}

/// The number of the shift of `n` tiles that takes the tile at position `from` of the order to position `to`.
pub(crate) fn shift_number(n: usize, from: usize, to: usize) -> Shift {
    if from == to { 0 } else { (from * n + to) as Shift }
}

/// By number of a shift of `n` tiles and rank of an order: its rank after the shift. Only for tiles that jump
/// within a window of this width.
pub(crate) fn shifts(n: usize, width: usize) -> Vec<Vec<u16>> {
    // A shift is one swap of neighbours after another, so only these are ranked.
    let orders: Vec<Vec<u8>> = (0..factorial(n)).map(|rank| unrank_permutation(rank, n)).collect();
    let swapped = |at: usize| -> Vec<u16> {
        let mut moved = vec![0; n];
        let after = orders.iter().map(|order| {
            moved.copy_from_slice(order);
            moved.swap(at, at + 1);
            rank_permutation(&moved) as u16
        });
        after.collect()
    };
    let swaps: Vec<Vec<u16>> = (1..n).map(|at| swapped(at - 1)).collect();
    let shifted = |number: usize| {
        let (from, to) = (number / n.max(1), number % n.max(1));
        if number > 0 && (from == to || from.abs_diff(to) >= width) {
            return vec![];
        }
        let mut ranks: Vec<u16> = (0..orders.len()).map(|rank| rank as u16).collect();
        let mut swap = |at: usize| ranks.iter_mut().for_each(|rank| *rank = swaps[at][usize::from(*rank)]);
        if from < to {
            (from..to).for_each(&mut swap)
        } else {
            (to..from).rev().for_each(&mut swap)
        }
        ranks
    };
    (0..n.max(1).pow(2)).map(shifted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_takes_one_tile_out_and_puts_it_back() {
        for (n, width) in [(0, 2), (1, 2), (2, 2), (4, 3), (5, 5), (6, 4)] {
            for (number, ranks) in shifts(n, width).into_iter().enumerate() {
                let (from, to) = (number / n.max(1), number % n.max(1));
                if number > 0 && (from == to || from.abs_diff(to) >= width) {
                    assert!(ranks.is_empty());
                    continue;
                }
                assert_eq!(ranks.len(), factorial(n));
                for (rank, after) in ranks.into_iter().enumerate() {
                    let mut order = unrank_permutation(rank, n);
                    if n > 0 {
                        let tile = order.remove(from);
                        order.insert(to, tile);
                    }
                    assert_eq!(rank_permutation(&order), usize::from(after), "{n}, {from} to {to}");
                }
            }
        }
    }
}
