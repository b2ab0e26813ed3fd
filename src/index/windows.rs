//! Windows: what happens to the reading when the blank changes its row.
//!
//! One tile jumps over those between two slots, and the places between rotate by one. What that does to the set of
//! places that hold group A, and to the orders of the tiles, depends only on what the window holds and on how much of
//! A comes before it: a table of at most `(told + 1) · 2^places` entries for each window and direction.

use crate::index::rank::{factorial, rank_permutation, rank_set, unrank_permutation};

/// A change of the order of some tiles: one is taken out and put back elsewhere. 0 changes nothing.
pub(crate) type Shift = u8;

/// What a rotated window does to a set of places and to the orders.
#[derive(Clone, Copy, Default)]
pub(crate) struct Turn {
    /// What is added to the rank of the set.
    pub(crate) offset: i32,
    /// The shift of A's order.
    pub(crate) a: Shift,
    /// The shift of B's order.
    pub(crate) b: Shift,
}

/// The places between two slots, one above the other, and what happens to them when the blank goes from the one
/// to the other.
pub(crate) struct Window {
    low: u32,
    pub(crate) len: u32,
    turns: Vec<Turn>,
}

impl Window {
    /// The window's turn for a set of places.
    #[inline(always)]
    pub(crate) fn turn(&self, set: u64) -> Turn {
        let before = (set & ((1 << self.low) - 1)).count_ones();
        let inside = (set >> self.low) as u32 & ((1 << self.len) - 1);
        self.turns[(before << self.len | inside) as usize]
    }
}

/// The window between two slots, and all its turns when the blank goes from the one to the other.
pub(crate) fn window(places: usize, told: usize, others: usize, slot: usize, next: usize) -> Window {
    let (low, len) = (slot.min(next), slot.abs_diff(next));
    let turns = (0..(told + 1) << len).map(|i| {
        let (before, inside) = (i >> len, i & ((1 << len) - 1));
        let possible = before <= low && before + inside.count_ones() as usize <= told;
        let set = ((1 << before) - 1) | (inside as u64) << low;
        if possible && low + len <= places { turn(set, told, others, slot, next) } else { Turn::default() }
    });
    Window { low: low as u32, len: len as u32, turns: turns.collect() }
}

/// What the blank's way from one slot to another makes of a set of places. What comes after the window does not
/// matter, and what comes before only as a number.
fn turn(set: u64, told: usize, others: usize, slot: usize, next: usize) -> Turn {
    // The tile at place `from` jumps to place `to`; those between close up.
    let (from, to) = if next > slot { (next - 1, slot) } else { (next, slot - 1) };
    let jumper = set >> from & 1;
    let without = lower(set, from) | (set >> (from + 1)) << from;
    let turned = lower(without, to) | jumper << to | (without >> to) << (to + 1);
    let offset = rank_set(turned) as i32 - rank_set(set) as i32;
    // As which of its own group the tile comes, before and after.
    let own = if jumper == 1 { without } else { !without };
    let [before, after] = [from, to].map(|place| lower(own, place).count_ones() as usize);
    match jumper {
        1 => Turn { offset, a: shift_number(told, before, after), b: 0 },
        _ if others > 0 => Turn { offset, a: 0, b: shift_number(others, before, after) },
        _ => Turn { offset, a: 0, b: 0 },
    }
}

/// The bits below a place.
fn lower(set: u64, place: usize) -> u64 {
    set & ((1 << place) - 1)
}

/// The number of the shift of `n` tiles by which the one that comes as number `from` becomes number `to`.
pub(crate) fn shift_number(n: usize, from: usize, to: usize) -> Shift {
    if from == to { 0 } else { (from * n + to) as Shift }
}

/// By number of the shift of `n` tiles and rank of an order: its rank after the shift. Only for tiles that jump
/// within a window of this width.
pub(crate) fn shifts(n: usize, width: usize) -> Vec<Vec<u16>> {
    let orders: Vec<Vec<u8>> = (0..factorial(n)).map(|rank| unrank_permutation(rank, n)).collect();
    let shifted = |number: usize| {
        let (from, to) = (number / n.max(1), number % n.max(1));
        if number > 0 && (from == to || from.abs_diff(to) >= width) {
            return vec![];
        }
        let mut moved = vec![0; n];
        let after = orders.iter().map(|order| {
            moved.copy_from_slice(order);
            match from < to {
                true => moved[from..=to].rotate_left(1),
                false if from > to => moved[to..=from].rotate_right(1),
                false => {}
            }
            rank_permutation(&moved) as u16
        });
        after.collect()
    };
    (0..n.max(1).pow(2)).map(shifted).collect()
}
