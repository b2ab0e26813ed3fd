//! What a reflection does to the orders of a group of tiles, by small tables.

use crate::index::rank::{binomial, factorial, rank_permutation, unrank_permutation};
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::allocate;

/// The most tiles that have an order.
pub(crate) const MOST: usize = 8;

/// One of the permutations of an order, as its three steps.
#[derive(Clone, Copy, Default)]
pub(crate) struct Permutation {
    first: u8,
    second: u8,
    merge: u8,
}

/// What reflections do to the orders of a group of tiles: permutations of the positions, and each tile becomes its
/// image.
///
/// The rank of an order is `hi · low orders + lo`: which tiles stand in its first half and in which order, and in
/// which order those of its second half stand. So each half is permuted by a small table of its own.
pub(crate) struct Orders {
    tiles: usize,
    /// Orders of the second half.
    low_orders: usize,
    /// 2³² divided by these: multiplying takes less time than dividing.
    reciprocal: u64,
    /// By permutation of the first half and `hi`: what becomes of it, times the orders of the second half.
    first: Vec<Vec<u16>>,
    /// By permutation of the second half and `lo`: what becomes of it.
    second: Vec<Vec<u16>>,
    /// By the way in which both halves are merged, and rank of an order: its rank after that. Empty for what is not
    /// a way to merge them.
    merge: Vec<Vec<u16>>,
}

impl Orders {
    /// For tiles with these images.
    pub(crate) fn new(images: &[usize]) -> Result<Orders> {
        let (tiles, half) = (images.len(), images.len() / 2);
        let mut all = allocate::with_room(factorial(tiles), Purpose::Search)?;
        for rank in 0..factorial(tiles) {
            let mut order = [0; MOST];
            order[..tiles].copy_from_slice(&unrank_permutation(rank, tiles));
            all.push(order);
        }
        let low_orders = factorial(tiles - half);
        // The first half is permuted where the second is in order, and the other way round.
        let first = |from: Vec<u8>| {
            table(tiles, all.iter().step_by(low_orders), |order, after| permute(0, &from, order, after))
        };
        let second = |from: Vec<u8>| {
            table(tiles, all[..low_orders].iter(), |order, after| permute(half, &from, order, after))
        };
        let merge = |merge: usize| {
            let is_one = merge.count_ones() as usize == tiles - half;
            table(tiles, all[..if is_one { all.len() } else { 0 }].iter(), |order, after| {
                let mut next = [0, half];
                for (i, after) in after.iter_mut().enumerate() {
                    let next = &mut next[merge >> i & 1];
                    *after = images[usize::from(order[*next])] as u8;
                    *next += 1;
                }
            })
        };
        let all_of = |n: usize| (0..factorial(n)).map(move |rank| unrank_permutation(rank, n));
        Ok(Orders {
            tiles,
            low_orders,
            reciprocal: (1u64 << 32).div_ceil(low_orders as u64),
            first: all_of(half).map(first).collect::<Result<_>>()?,
            second: all_of(tiles - half).map(second).collect::<Result<_>>()?,
            merge: (0..1 << tiles).map(merge).collect::<Result<_>>()?,
        })
    }

    /// The permutation after which position `i` has the image of what was at position `from[i]`.
    pub(crate) fn permutation(&self, from: &[u8]) -> Permutation {
        let half = self.tiles / 2;
        let (mut halves, mut counts, mut merge) = ([[0; MOST]; 2], [0; 2], 0);
        for (i, &from) in from.iter().enumerate() {
            let second = usize::from(usize::from(from) >= half);
            halves[second][counts[second]] = from;
            counts[second] += 1;
            merge |= second << i;
        }
        let [first, second] = [0, 1].map(|i| rank_permutation(&halves[i][..counts[i]]) as u8);
        Permutation { first, second, merge: merge as u8 }
    }

    #[inline(always)]
    pub(crate) fn steps(&self, Permutation { first, second, merge }: Permutation) -> Steps<'_> {
        Steps {
            low_orders: self.low_orders as u64,
            reciprocal: self.reciprocal,
            first: &self.first[usize::from(first)],
            second: &self.second[usize::from(second)],
            merge: &self.merge[usize::from(merge)],
        }
    }

    /// How many bytes the tables of so many tiles take.
    pub(crate) fn bytes(tiles: usize) -> usize {
        let (half, rest) = (tiles / 2, tiles - tiles / 2);
        let first = factorial(half) * (factorial(tiles) / factorial(rest));
        let second = factorial(rest) * factorial(rest);
        let merge = binomial(tiles, half) * factorial(tiles);
        (first + second + merge) * size_of::<u16>()
    }
}

/// What stands from position `begin` on comes from positions further on by `from`.
fn permute(begin: usize, from: &[u8], order: &[u8], after: &mut [u8]) {
    after.copy_from_slice(order);
    for (after, &from) in after[begin..].iter_mut().zip(from) {
        *after = order[begin + usize::from(from)];
    }
}

/// For some orders of so many tiles: the rank of each after a change.
fn table<'a>(
    tiles: usize,
    orders: impl ExactSizeIterator<Item = &'a [u8; MOST]>,
    change: impl Fn(&[u8], &mut [u8]),
) -> Result<Vec<u16>> {
    let mut table = allocate::with_room(orders.len(), Purpose::Search)?;
    let mut after = [0; MOST];
    for order in orders {
        change(&order[..tiles], &mut after[..tiles]);
        table.push(rank_permutation(&after[..tiles]) as u16);
    }
    Ok(table)
}

/// The tables of one permutation.
#[derive(Clone, Copy)]
pub(crate) struct Steps<'a> {
    low_orders: u64,
    reciprocal: u64,
    first: &'a [u16],
    second: &'a [u16],
    merge: &'a [u16],
}

impl Steps<'_> {
    /// The rank of an order after the permutation.
    #[inline(always)]
    pub(crate) fn apply(&self, rank: usize) -> usize {
        let hi = (rank as u64 * self.reciprocal) >> 32;
        let lo = rank as u64 - hi * self.low_orders;
        let within = self.first[hi as usize] + self.second[lo as usize];
        self.merge[usize::from(within)].into()
    }
}
