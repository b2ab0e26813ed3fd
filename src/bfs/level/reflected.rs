//! The same for searches that store one of two mirror images, see `bfs/reflection.rs`: rows that are not stored are
//! read from their images.

use super::{Expander, Reached, SliceChunk, Target, Worker};
use crate::bfs::reflection::Reflection;
use crate::index::bit_rows;

impl<'w> Worker<'w> {
    /// Pulls everything new into a chunk, set by set.
    pub(super) fn expand_reflected(&mut self, chunk: &mut SliceChunk<'_>, reflection: &Reflection) {
        let Expander { space, per_set, lean, .. } = *self.tables;
        let (slot, routes) = (chunk.slot, &self.tables.routes[chunk.slot.index()]);
        for (i, set) in (0..chunk.full.len() / per_set).zip(reflection.sets(slot, chunk.first_set)) {
            let rows = i * per_set..(i + 1) * per_set;
            if !lean {
                chunk.live[rows.clone()].fill(0);
            }
            if chunk.full[rows].iter().all(|&full| full != 0) {
                continue;
            }
            self.pulls.clear();
            self.pulls.extend(routes.iter().map(|route| route.pull(space, set)));
            for a in 0..per_set {
                let target = Target { number: i * per_set + a, set, a };
                if chunk.full[target.number] == 0
                    && let Some(reached) = self.reach_reflected(chunk, target, reflection)
                {
                    let fresh = self.settle(chunk, target, &reached);
                    reflection.count(slot, set, fresh, &mut self.fresh.counts);
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
            let Some(stored) = reflection.number(route.from, pull.set as usize) else {
                reached.in_sum |= self.add_image(chunk, target, number, reflection);
                continue;
            };
            let end = stored * per_set + from_a;
            if view.live[route.from.index()][end] != 0 {
                let row = &view.bits[route.from.index()][end * len..][..len];
                self.take(&mut reached, row, route.from, &pull, from_a, chunk, target);
            }
        }
        reached.if_any()
    }

    /// Adds what reaches a row along a route from states whose images are stored, and says whether that is anything.
    /// Bits are permuted from whichever end has fewer of them to look at.
    fn add_image(
        &mut self,
        chunk: &SliceChunk<'_>,
        target: Target,
        number: usize,
        reflection: &Reflection,
    ) -> bool {
        let (tables, view) = (self.tables, self.view);
        let Expander { space, per_set, row_bytes: len, lean, all, .. } = *tables;
        let (pull, from) = (self.pulls[number], tables.routes[chunk.slot.index()][number].from);
        let image = reflection.stored_image(from, pull.set as usize);
        let way = match space.grid().row(from.index()) == space.grid().row(chunk.slot.index()) {
            true => reflection.way_along(from, pull.set as usize),
            false => reflection.way_across(chunk.slot, &image),
        };
        let a = way.order(target.a);
        let end = image.number * per_set + a;
        if view.live[image.slot.index()][end] == 0 {
            return false;
        }
        let row = &view.bits[image.slot.index()][end * len..][..len];
        let visited = &chunk.visited[target.number * len..][..len];
        let is_sparse = || bit_rows::count(row) + bit_rows::count(visited) <= 8 * len as u64;
        if !lean || space.is_whole() || is_sparse() {
            way.scatter(row, tables.odd(image.slot, image.set, a), &mut self.sum);
        } else {
            way.gather(visited, all, row, &mut self.sum);
        }
        true
    }
}
