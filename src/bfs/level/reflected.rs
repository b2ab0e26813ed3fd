//! The same for searches that store one of two mirror images, see `bfs/reflection.rs`: rows that are not stored are
//! read from their images.

use super::{Expander, Reached, SliceChunk, Target, Worker};
use crate::bfs::reflection::Reflection;

impl<'w> Worker<'w> {
    /// Pulls everything new into a chunk, set by set.
    pub(super) fn expand_reflected(&mut self, chunk: &mut SliceChunk<'_>, reflection: &Reflection) {
        let Expander { space, per_set, lean, .. } = *self.tables;
        let (slot, routes) = (chunk.slot, &self.tables.routes[chunk.slot.index()]);
        for i in 0..chunk.full.len() / per_set {
            let (number, rows) = (chunk.first_set + i, i * per_set..(i + 1) * per_set);
            if !lean {
                chunk.live[rows.clone()].fill(0);
            }
            if chunk.full[rows].iter().all(|&full| full != 0) {
                continue;
            }
            let set = reflection.set(slot, number);
            self.pulls.clear();
            self.pulls.extend(routes.iter().map(|route| route.pull(space, set)));
            for a in 0..per_set {
                let target = Target { number: i * per_set + a, set, a };
                if chunk.full[target.number] == 0
                    && let Some(reached) = self.reach_reflected(chunk, target, reflection)
                {
                    let fresh = self.settle(chunk, target, &reached);
                    reflection.count(slot, number, fresh, &mut self.fresh.counts);
                }
            }
        }
    }

    /// Collects what reaches a row along all routes; `None` if nothing does.
    #[inline(always)]
    fn reach_reflected(
        &mut self,
        chunk: &SliceChunk<'_>,
        target: Target,
        reflection: &Reflection,
    ) -> Option<Reached<'w>> {
        let (tables, view) = (self.tables, self.view);
        let Expander { space, per_set, row_bytes: len, .. } = *tables;
        let mut reached = Reached::new(tables);
        for (number, route) in tables.routes[chunk.slot.index()].iter().enumerate() {
            let pull = self.pulls[number];
            let from_a = pull.order(space, target.a);
            let stored = reflection.stored(route.from, pull.set as usize);
            let way = reflection.way_here(&stored, route.from, pull.set as usize);
            let a = way.as_ref().map_or(from_a, |way| way.order(from_a));
            let end = stored.number * per_set + a;
            if view.live[stored.slot.index()][end] == 0 {
                continue;
            }
            let row = &view.bits[stored.slot.index()][end * len..][..len];
            let Some(way) = way else {
                self.take(&mut reached, row, route.from, &pull, from_a, chunk, target);
                continue;
            };
            let odd = tables.odd(stored.slot, reflection.set(stored.slot, stored.number), a);
            let mut reflected = std::mem::take(&mut self.scratch);
            way.write(row, odd, &mut reflected);
            self.add(&reflected, route.from, &pull, from_a, chunk, target);
            self.scratch = reflected;
            reached.in_sum = true;
        }
        reached.if_any()
    }
}
