//! What a reflection does to the orders of a group of tiles, by small tables.

use crate::index::rank::{factorial, rank_permutation, unrank_permutation};
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
    /// All orders, by rank.
    all: Vec<[u8; MOST]>,
    tiles: usize,
    /// Orders of the second half.
    low_orders: usize,
    /// 2³² divided by these: multiplying takes less time than dividing.
    reciprocal: u64,
    /// By tile: its image.
    tile_images: Vec<u8>,
    /// By permutation of the first half and `hi`: what becomes of it, times the orders of the second half.
    first: Vec<Vec<u16>>,
    /// By permutation of the second half and `lo`: what becomes of it.
    second: Vec<Vec<u16>>,
    /// By the way in which both halves are merged, and rank of an order: its rank after that. Empty where it is not
    /// needed.
    merge: Vec<Vec<u16>>,
}

impl Orders {
    pub(crate) fn new(images: &[usize]) -> Result<Orders> {
        let (tiles, half) = (images.len(), images.len() / 2);
        let mut all = allocate::with_room(factorial(tiles), Purpose::Search)?;
        for rank in 0..factorial(tiles) {
            let mut order = [0; MOST];
            order[..tiles].copy_from_slice(&unrank_permutation(rank, tiles));
            all.push(order);
        }
        let mut orders = Orders {
            all,
            tiles,
            low_orders: factorial(tiles - half),
            reciprocal: (1u64 << 32).div_ceil(factorial(tiles - half) as u64),
            tile_images: images.iter().map(|&tile| tile as u8).collect(),
            first: vec![],
            second: vec![],
            merge: (0..1 << tiles).map(|_| vec![]).collect(),
        };
        // The first half is permuted where the second is in order, and the other way round.
        let (hi_ranks, lo_ranks) = ((0..orders.all.len()).step_by(orders.low_orders), 0..orders.low_orders);
        let permuted = |begin: usize, from: &[u8], order: &[u8], after: &mut [u8]| {
            after.copy_from_slice(order);
            for (after, &from) in after[begin..].iter_mut().zip(from) {
                *after = order[begin + usize::from(from)];
            }
        };
        let all_of = |n: usize| (0..factorial(n)).map(move |rank| unrank_permutation(rank, n));
        let first =
            |from: Vec<u8>| orders.table(hi_ranks.clone(), |order, after| permuted(0, &from, order, after));
        let second = |from: Vec<u8>| {
            orders.table(lo_ranks.clone(), |order, after| permuted(half, &from, order, after))
        };
        let first: Result<Vec<Vec<u16>>> = all_of(half).map(first).collect();
        let second: Result<Vec<Vec<u16>>> = all_of(tiles - half).map(second).collect();
        (orders.first, orders.second) = (first?, second?);
        Ok(orders)
    }

    /// The permutation after which position `i` has the image of what was at position `from[i]`.
    pub(crate) fn permutation(&mut self, from: &[u8]) -> Result<Permutation> {
        let half = self.tiles / 2;
        let (mut halves, mut counts, mut merge) = ([[0; MOST]; 2], [0; 2], 0);
        for (i, &from) in from.iter().enumerate() {
            let second = usize::from(usize::from(from) >= half);
            halves[second][counts[second]] = from;
            counts[second] += 1;
            merge |= second << i;
        }
        if self.merge[merge].is_empty() {
            self.merge[merge] = self.table(0..self.all.len(), |order, after| {
                let mut next = [0, half];
                for (i, after) in after.iter_mut().enumerate() {
                    let next = &mut next[merge >> i & 1];
                    *after = self.tile_images[usize::from(order[*next])];
                    *next += 1;
                }
            })?;
        }
        let [first, second] = [0, 1].map(|i| rank_permutation(&halves[i][..counts[i]]) as u8);
        Ok(Permutation { first, second, merge: merge as u8 })
    }

    /// By rank, for some orders: the rank of the order after a change.
    fn table(
        &self,
        ranks: impl ExactSizeIterator<Item = usize>,
        change: impl Fn(&[u8], &mut [u8]),
    ) -> Result<Vec<u16>> {
        let mut table = allocate::with_room(ranks.len(), Purpose::Search)?;
        let mut after = [0; MOST];
        for rank in ranks {
            change(&self.all[rank][..self.tiles], &mut after[..self.tiles]);
            table.push(rank_permutation(&after[..self.tiles]) as u16);
        }
        Ok(table)
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

    pub(crate) fn bytes(&self) -> usize {
        let tables = self.first.iter().chain(&self.second).chain(&self.merge);
        size_of_val(self.all.as_slice()) + tables.map(|table| size_of_val(table.as_slice())).sum::<usize>()
    }
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
