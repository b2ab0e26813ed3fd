//! What a reflection does to the orders of a group of tiles, by small tables.

use crate::index::bit_rows;
use crate::index::rank::{binomial, factorial, rank_permutation, unrank_permutation};
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::allocate;

/// The most tiles that have an order.
pub(crate) const MOST: usize = 8;

/// One of the permutations of an order, as its three steps.
#[derive(Clone, Copy, Default)]
pub(crate) struct Permutation {
    head: u8,
    tail: u8,
    merge: u8,
}

/// What reflections do to the orders of a group of tiles: permutations of the positions, and each tile becomes its
/// image.
///
/// An order has a tail, its last four positions, and a head, those before. Its rank is `hi · 4! + lo`: which tiles
/// stand in its head and in which order, and in which order those of its tail stand. So head and tail are permuted by
/// small tables of their own, and a row of bits, one for each rank, is cut into blocks of 4! bits, each with one `hi`.
pub(crate) struct Orders {
    tiles: usize,
    /// By permutation of the head and `hi`: what becomes of it, times the orders of the tail.
    heads: Vec<Vec<u16>>,
    /// By permutation of the tail and `lo`: what becomes of it.
    tails: Vec<[u16; 32]>,
    /// By the way in which both are merged, and rank of an order: its rank after that. Empty for what is not a way to
    /// merge them.
    merge: Vec<Vec<u16>>,
}

/// How many positions the tail of an order has, if it has so many tiles.
fn tail_of(tiles: usize) -> usize {
    tiles.min(4)
}

impl Orders {
    /// For tiles with these images.
    pub(crate) fn new(images: &[usize]) -> Result<Orders> {
        let tiles = images.len();
        let (tail, head) = (tail_of(tiles), tiles - tail_of(tiles));
        let mut all = allocate::with_room(factorial(tiles), Purpose::Search)?;
        for rank in 0..factorial(tiles) {
            let mut order = [0; MOST];
            order[..tiles].copy_from_slice(&unrank_permutation(rank, tiles));
            all.push(order);
        }
        // The head is permuted where the tail is in order, and the other way round.
        let heads = |from: Vec<u8>| {
            let orders = all.iter().step_by(factorial(tail));
            table(tiles, orders, |order, after| permute(0, &from, order, after))
        };
        let tails = |from: Vec<u8>| {
            let orders = all[..factorial(tail)].iter();
            let found = table(tiles, orders, |order, after| permute(head, &from, order, after))?;
            let mut row = [0; 32];
            row[..found.len()].copy_from_slice(&found);
            Ok(row)
        };
        let merge = |merge: usize| {
            let is_one = merge.count_ones() as usize == tail;
            table(tiles, all[..if is_one { all.len() } else { 0 }].iter(), |order, after| {
                let mut next = [0, head];
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
            heads: all_of(head).map(heads).collect::<Result<_>>()?,
            tails: all_of(tail).map(tails).collect::<Result<_>>()?,
            merge: (0..1 << tiles).map(merge).collect::<Result<_>>()?,
        })
    }

    /// The permutation after which position `i` has the image of what was at position `from[i]`.
    pub(crate) fn permutation(&self, from: &[u8]) -> Permutation {
        let head = self.tiles - tail_of(self.tiles);
        let (mut parts, mut counts, mut merge) = ([[0; MOST]; 2], [0; 2], 0);
        for (i, &from) in from.iter().enumerate() {
            let in_tail = usize::from(usize::from(from) >= head);
            parts[in_tail][counts[in_tail]] = from;
            counts[in_tail] += 1;
            merge |= in_tail << i;
        }
        let [head, tail] = [0, 1].map(|i| rank_permutation(&parts[i][..counts[i]]) as u8);
        Permutation { head, tail, merge: merge as u8 }
    }

    #[inline(always)]
    pub(crate) fn steps(&self, Permutation { head, tail, merge }: Permutation) -> Steps<'_> {
        Steps {
            heads: &self.heads[usize::from(head)],
            tails: &self.tails[usize::from(tail)],
            merge: &self.merge[usize::from(merge)],
        }
    }

    /// How many bytes the tables of so many tiles take.
    pub(crate) fn bytes(tiles: usize) -> usize {
        let (tail, head) = (tail_of(tiles), tiles - tail_of(tiles));
        let heads = factorial(head) * (factorial(tiles) / factorial(tail));
        let merge = binomial(tiles, tail) * factorial(tiles);
        (heads + merge) * size_of::<u16>() + factorial(tail) * size_of::<[u16; 32]>()
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
    heads: &'a [u16],
    tails: &'a [u16; 32],
    merge: &'a [u16],
}

impl Steps<'_> {
    /// The rank of an order after the permutation.
    pub(crate) fn apply(&self, rank: usize) -> usize {
        let tails = self.merge.len() / self.heads.len();
        self.in_block(self.heads[rank / tails], (rank % tails) as u32)
    }

    /// The same, in the block of this head.
    #[inline(always)]
    fn in_block(&self, head: u16, lo: u32) -> usize {
        self.merge[usize::from(head + self.tails[lo as usize & 31])].into()
    }

    /// Adds a row to a sum, with its bits permuted. One step for each that is set.
    #[inline(always)]
    pub(crate) fn scatter(&self, row: &[u8], to: &mut [u64]) {
        bit_rows::each_bit(row, |bit| {
            let place = self.place(bit);
            to[place >> 6] |= 1 << (place & 63);
        });
    }

    /// Adds to a sum what a row brings to orders that have not been visited: each comes from where the permutation
    /// takes it. One step for each of them; `all` has the bits of a word that stand for orders.
    #[inline(always)]
    pub(crate) fn gather(&self, visited: &[u8], all: u64, row: &[u8], to: &mut [u64]) {
        for (i, (sum, visited)) in to.iter_mut().zip(bit_rows::words(visited)).enumerate() {
            let left = 8 * row.len() - 64 * i;
            let mut open = all & !visited & (!0 >> (64 - left.min(64)));
            while open != 0 {
                let bit = open.trailing_zeros();
                let place = self.place(64 * i + bit as usize);
                *sum |= u64::from(row[place >> 3] >> (place & 7) & 1) << bit;
                open &= open - 1;
            }
        }
    }

    /// Where a bit of a row goes.
    #[inline(always)]
    fn place(&self, bit: usize) -> usize {
        let hi = (bit as u32 * RECIPROCAL) >> 21;
        self.in_block(self.heads[hi as usize], bit as u32 - hi * BLOCK)
    }
}

/// The orders of a tail of four: the bits of a row come in blocks of so many.
const BLOCK: u32 = 24;

/// 2²¹ divided by that: multiplying takes less time than dividing.
const RECIPROCAL: u32 = (1u32 << 21).div_ceil(BLOCK);
