//! The same for searches that store one of two mirror images, see `bfs/reflection.rs`: rows that are not stored are
//! read from their images.

use super::{Expander, Reached, SliceChunk, Target, Worker};
use crate::bfs::reflection::{Reflection, Stored};

impl<'w> Worker<'w> {
    /// Pulls everything new into a chunk, set by set.
    pub(super) fn expand_reflected(&mut self, chunk: &mut SliceChunk<'_>, reflection: &Reflection) {
        let Expander { space, per_set, lean, .. } = *self.tables;
        let (slot, routes) = (chunk.slot, &self.tables.routes[chunk.slot.index()]);
        let mut ends: Vec<Stored<'_>> = vec![];
        for (i, set) in reflection.sets(slot, chunk.first_set).take(chunk.full.len() / per_set).enumerate() {
            let rows = i * per_set..(i + 1) * per_set;
            if !lean {
                chunk.live[rows.clone()].fill(0);
            }
            if chunk.full[rows].iter().all(|&full| full != 0) {
                continue;
            }
            self.pulls.clear();
            self.pulls.extend(routes.iter().map(|route| route.pull(space, set)));
            ends.clear();
            let pulls = routes.iter().zip(&self.pulls);
            ends.extend(pulls.map(|(route, pull)| reflection.stored(route.from, pull.set as usize)));
            for a in 0..per_set {
                let target = Target { number: i * per_set + a, set, a };
                if chunk.full[target.number] == 0
                    && let Some(reached) = self.reach_reflected(chunk, target, &ends)
                {
                    let fresh = self.settle(chunk, target, &reached);
                    reflection.count(slot, set, fresh, &mut self.fresh.counts);
                }
            }
        }
    }

    /// Collects what reaches a row along all routes, whose other ends are stored here; `None` if nothing does.
    #[inline(always)]
    fn reach_reflected(
        &mut self,
        chunk: &SliceChunk<'_>,
        target: Target,
        ends: &[Stored<'_>],
    ) -> Option<Reached<'w>> {
        let (tables, view) = (self.tables, self.view);
        let Expander { space, per_set, row_bytes: len, .. } = *tables;
        let mut reached = Reached::new(tables);
        let routes = tables.routes[chunk.slot.index()].iter().zip(ends);
        for (number, (route, stored)) in routes.enumerate() {
            let pull = self.pulls[number];
            let from_a = pull.order(space, target.a);
            let a = stored.way.as_ref().map_or(from_a, |way| way.order(from_a));
            let end = stored.number * per_set + a;
            if view.live[stored.slot.index()][end] == 0 {
                continue;
            }
            let row = &view.bits[stored.slot.index()][end * len..][..len];
            let Some(way) = &stored.way else {
                self.take(&mut reached, row, route.from, &pull, from_a, chunk, target);
                continue;
            };
            let odd = tables.odd(stored.slot, stored.set, a);
            let mut reflected = std::mem::take(&mut self.scratch);
            way.write(row, odd, &mut reflected);
            self.add(&reflected, route.from, &pull, from_a, chunk, target);
            self.scratch = reflected;
            reached.in_sum = true;
        }
        reached.if_any()
    }
}
