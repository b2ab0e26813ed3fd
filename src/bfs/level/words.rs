//! The same for small whole puzzles, whose rows are single words: set by set, every row of a set together.
//!
//! There a row has so few states that finding out whether it is worth looking at takes longer than looking. So a
//! set as a whole is left out if nothing in it is live; otherwise all of its rows are pulled, and a row that is
//! not live counts as empty. Bits are permuted six at a time, from tables, if there are no more than twelve.

use super::{Expander, SliceChunk, Worker};
use crate::bfs::routes::{Route, SIX};
use crate::index::windows::Shift;

impl Worker<'_> {
    /// Pulls everything new into a chunk, set by set.
    pub(super) fn expand_words(&mut self, chunk: &mut SliceChunk<'_>) {
        let per_set = self.tables.per_set;
        let mut sums = std::mem::take(&mut self.sums);
        sums.resize(per_set, 0);
        for i in 0..chunk.full.len() / per_set {
            let (set, rows) = (chunk.first_set + i, i * per_set..(i + 1) * per_set);
            chunk.live[rows.clone()].fill(0);
            if chunk.full[rows.clone()].iter().all(|&full| full != 0) {
                continue;
            }
            sums.fill(0);
            let mut reached = false;
            for route in &self.tables.routes[chunk.slot.index()] {
                reached |= self.pull_set(route, set, &mut sums);
            }
            if reached {
                let fresh = self.settle_set(chunk, rows.start, &mut sums);
                self.fresh.counts[chunk.slot.index()] += fresh;
            }
        }
        self.sums = sums;
    }

    /// Adds to the sums what comes into the rows of a set along a route; false if that is nothing.
    #[inline(always)]
    fn pull_set(&self, route: &Route<'_>, set: usize, sums: &mut [u64]) -> bool {
        let Expander { space, per_set, .. } = *self.tables;
        let pull = route.pull(space, set);
        let (from, begin) = (route.from.index(), pull.set as usize * per_set);
        let live = &self.view.live[from][begin..begin + per_set];
        if live.iter().all(|&live| live == 0) {
            return false;
        }
        let rows = &self.view.bits[from].as_chunks::<8>().0[begin..begin + per_set];
        let order = &space.shifts_a()[usize::from(pull.row_shift())];
        let word = |a: usize| u64::from_le_bytes(rows[a]) & u64::from(live[a]).wrapping_neg();
        let pulled = sums.iter_mut().zip(order).map(|(sum, &a)| (sum, usize::from(a)));
        match *pull.bit_shifts() {
            [shift, ..] => {
                pulled.for_each(|(sum, a)| {
                    let odd = self.tables.odd(route.from, pull.set as usize, a);
                    self.add_word(word(a), shift, odd, sum);
                });
            }
            [] if pull.row_shift() == 0 => {
                sums.iter_mut().zip(rows).zip(live).for_each(|((sum, row), &live)| {
                    *sum |= u64::from_le_bytes(*row) & u64::from(live).wrapping_neg();
                });
            }
            [] => pulled.for_each(|(sum, a)| *sum |= word(a)),
        }
        true
    }

    /// Adds a word to a sum with its bits permuted.
    #[inline(always)]
    fn add_word(&self, word: u64, shift: Shift, odd: usize, sum: &mut u64) {
        let tables = self.tables;
        if let Some(sixes) = tables.sixes.get(usize::from(tables.inverses[usize::from(shift)])) {
            let (low, high) = sixes[odd].split_at(1 << SIX);
            let six = word as usize % (1 << SIX);
            *sum |= u64::from(low[six] | high[(word >> SIX) as usize % (1 << SIX)]);
            return;
        }
        let (places, mut word) = (tables.places_back(shift, odd), word);
        while word != 0 {
            *sum |= 1 << (places[word.trailing_zeros() as usize & 63] & 63);
            word &= word - 1;
        }
    }

    /// Takes what has reached the rows of a set and not been visited into the next level, and says how much that
    /// is. The rows begin with this one.
    #[inline(always)]
    fn settle_set(&self, chunk: &mut SliceChunk<'_>, first: usize, sums: &mut [u64]) -> u64 {
        let (all, rows) = (self.tables.all, first..first + sums.len());
        let visited = &mut chunk.visited.as_chunks_mut::<8>().0[rows.clone()];
        let next = &mut chunk.next.as_chunks_mut::<8>().0[rows.clone()];
        let flags = chunk.live[rows.clone()].iter_mut().zip(&mut chunk.full[rows]);
        for (((sum, visited), next), (live, full)) in sums.iter_mut().zip(visited).zip(next).zip(flags) {
            let old = u64::from_le_bytes(*visited);
            *sum &= !old;
            *visited = (old | *sum).to_le_bytes();
            *next = sum.to_le_bytes();
            *live = (*sum != 0).into();
            *full = (old | *sum == all).into();
        }
        sums.iter().map(|fresh| u64::from(fresh.count_ones())).sum()
    }
}
