//! In which order the tiles of a pattern stand, and the rank of an order.
//!
//! # Representation
//! An order is the numbers of the tiles in reading order, three bits each, the first one lowest:
//!
//! ```text
//!     1 . 2 .      tiles 0, 1, 2, 3 at home in this order
//!     3 . . 4      order  0 + 1 << 3 + 2 << 6 + 3 << 9
//! ```
//!
//! A tile that jumps over others turns the bits of a *window*, its own and theirs, by one place; that takes a few
//! shifts and no table. What an order needs a table for is its lexicographic rank: what its first four tiles give to
//! it depends only on these, and what the others give only on the others.

use crate::index::rank::{factorial, rank_permutation};

/// The most tiles that an order has room for.
pub(crate) const MOST_TILES: usize = 8;

/// How many tiles each half of an order has room for.
const HALF: usize = MOST_TILES / 2;

/// How many ways there are to write half an order.
const HALVES: usize = 1 << (3 * HALF);

/// The order of tiles with these numbers.
pub(crate) fn order(tiles: impl IntoIterator<Item = u8>) -> u32 {
    (0..).zip(tiles).fold(0, |order, (place, tile)| order | u32::from(tile) << (3 * place))
}

/// An order after one of its tiles has jumped over so many others, up to later places or down to earlier ones;
/// `before` is how many tiles stand before all of these.
#[inline(always)]
pub(crate) fn jump(order: u32, before: u32, over: u32, up: bool) -> u32 {
    let (first, len) = (3 * before, 3 * over);
    let window = (8 << len) - 1;
    let old = order >> first & window;
    let by = if up { len } else { 3 };
    let new = (old << by | old >> (len + 3 - by)) & window;
    order ^ (old ^ new) << first
}

/// The ranks of all orders of so many tiles.
pub(crate) struct Ranks {
    first: [u16; HALVES],
    rest: [u8; HALVES],
}

impl Ranks {
    /// Those of so many tiles, [`MOST_TILES`] at most.
    pub(crate) fn new(tiles: usize) -> Box<Ranks> {
        let mut ranks = Box::new(Ranks { first: [0; HALVES], rest: [0; HALVES] });
        for half in 0..HALVES {
            let all: [u8; HALF] = std::array::from_fn(|place| (half >> (3 * place) & 7) as u8);
            let first = &all[..tiles.min(HALF)];
            let rest = &all[..tiles.saturating_sub(HALF)];
            // Digit by digit: of the tiles that are smaller, those that have come before are not to come.
            for (place, &tile) in first.iter().enumerate() {
                let come = first[..place].iter().filter(|&&other| other < tile).count();
                let digit = usize::from(tile).saturating_sub(come);
                ranks.first[half] += (digit * factorial(tiles - 1 - place)) as u16;
            }
            ranks.rest[half] = rank_permutation(rest) as u8;
        }
        ranks
    }

    /// The lexicographic rank of an order.
    #[inline(always)]
    pub(crate) fn of(&self, order: u32) -> usize {
        let order = order as usize;
        usize::from(self.first[order % HALVES]) + usize::from(self.rest[order / HALVES % HALVES])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::rank::unrank_permutation;

    #[test]
    fn ranks_are_lexicographic() {
        for tiles in 1..=MOST_TILES {
            let ranks = Ranks::new(tiles);
            for rank in 0..factorial(tiles) {
                assert_eq!(ranks.of(order(unrank_permutation(rank, tiles))), rank);
            }
        }
    }

    #[test]
    fn a_jump_takes_a_tile_out_and_puts_it_back() {
        for tiles in 1..=MOST_TILES {
            for rank in (0..factorial(tiles)).step_by(1 + factorial(tiles) / 50) {
                let known = unrank_permutation(rank, tiles);
                for from in 0..tiles {
                    for to in 0..tiles {
                        let mut moved = known.clone();
                        let tile = moved.remove(from);
                        moved.insert(to, tile);
                        let (before, over) = (from.min(to) as u32, from.abs_diff(to) as u32);
                        assert_eq!(jump(order(known.clone()), before, over, from < to), order(moved));
                    }
                }
            }
        }
    }
}
