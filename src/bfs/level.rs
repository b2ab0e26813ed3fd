//! One level of the search: every row of a slice pulls what reaches it from the rows beside, above and below.
//!
//! A row pulls along [routes](crate::bfs::routes), one for each move of the blank from its slot. Most rows
//! come as they are, so that up to four of them are ORed together, stripped of what has been visited and
//! counted in one loop over their words ([`bit_rows::settle`]). Where bits are permuted, those that are set
//! are moved one by one.
//!
//! Two flags for each row save most of the rest of the work: a row is *live* if it has any bit of this level,
//! and *full* if all its states have been visited. In early levels most rows are not live, and in late ones
//! most are full.

mod reflected;
mod words;

use crate::bfs::reflection::Reflection;
use crate::bfs::routes::{Pull, Route, SixTables, bit_places, routes, six_tables};
use crate::bfs::search::{MAX_LISTED, Metric, Search, row_bytes, table_bytes};
use crate::index::bit_rows;
use crate::index::space::{Address, Slot, Space, parity};
use crate::index::windows::Shift;
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use std::sync::Mutex;

/// The states of a level, by slot: their bits, and which rows are live. The bits of other rows mean nothing.
/// Where sources have ranks, there is a row for each rank, side by side, and a bit for each says whether it
/// is live.
pub(crate) struct LevelView<'a> {
    pub(crate) bits: Vec<&'a [u8]>,
    pub(crate) live: Vec<&'a [u8]>,
}

/// The part of a slice that belongs to some sets of places, with everything the search keeps for it.
pub(crate) struct SliceChunk<'a> {
    pub(crate) slot: Slot,
    /// The number of its first set, among those of the slice that are stored.
    pub(crate) first_set: usize,
    pub(crate) visited: &'a mut [u8],
    pub(crate) full: &'a mut [u8],
    pub(crate) live: &'a mut [u8],
    /// The bits of the next level; empty in a lean search.
    pub(crate) next: &'a mut [u8],
    /// The low and the high bit of the move that leads back; empty if moves are not wanted.
    pub(crate) moves: [&'a mut [u8]; 2],
}

/// Chunks of one row of the board, which share the rows they pull from.
pub(crate) type ChunkGroup<'a> = Vec<SliceChunk<'a>>;

/// The states found by a level, or by a part of one.
pub(crate) struct Fresh {
    /// By slot, and by rank of the source they lead to: how many states are new.
    pub(crate) counts: Vec<u64>,
    /// The new states in a lean search, as long as they are no more than [`MAX_LISTED`].
    pub(crate) listed: Vec<u64>,
}

/// Everything that does not change from level to level.
pub(crate) struct Expander<'a> {
    space: &'a Space,
    /// By slot: the routes that end there.
    routes: Vec<Vec<Route<'a>>>,
    /// If one of two mirror images is stored.
    reflection: Option<&'a Reflection>,
    lean: bool,
    ranks: usize,
    /// Bytes of a row.
    row_bytes: usize,
    /// Rows of a set of places.
    per_set: usize,
    /// The bits of a word that stand for states: all of them, unless a row is less than a word.
    all: u64,
    zero: Vec<u8>,
    /// By shift, and by parity of B's order in a whole puzzle: where each bit of a row goes.
    places: Vec<[Vec<u16>; 2]>,
    /// Whether rows are single words, and all rows of a set are looked at together.
    words: bool,
    /// Look-up tables for them, where they have few bits.
    sixes: SixTables,
    /// By shift: the one that undoes it.
    inverses: Vec<Shift>,
    /// Summands of the parity of B's order, by slot, set and order of A.
    slot_parity: Vec<u8>,
    set_parity: Vec<u8>,
    a_parity: Vec<u8>,
}

impl<'a> Expander<'a> {
    /// For a search that has been checked.
    pub(crate) fn new(search: &Search<'a>) -> Result<Expander<'a>> {
        let _room = memory::room(2 * table_bytes(search), Purpose::Search)?;
        let Search { space, metric, lean, moves, .. } = *search;
        let like = search.sources[0].state;
        let (bits, row_bytes) = (space.row_bits(), row_bytes(space));
        let base = space.parity_b(Slot(0), 0, 0);
        let odd = space.parity_b(like.blank, like.set as usize, like.a as usize)
            + parity(like.b as usize, space.tiles_b());
        let words = space.is_whole() && row_bytes == 8 && !lean && metric == Metric::Single;
        let places = bit_places(space, row_bytes.div_ceil(8) * 64);
        Ok(Expander {
            space,
            routes: space.all_slots().map(|slot| routes(space, slot, metric, moves)).collect(),
            reflection: search.reflection,
            lean,
            ranks: search.ranks(),
            row_bytes,
            per_set: space.rows_per_set(),
            all: if bits < 64 { (1 << bits) - 1 } else { !0 },
            zero: vec![0; row_bytes],
            words,
            sixes: if words { six_tables(bits, &places) } else { vec![] },
            places,
            inverses: (0..=Shift::MAX).map(|shift| space.inverse_shift(shift)).collect(),
            slot_parity: space
                .all_slots()
                .map(|slot| ((space.parity_b(slot, 0, 0) + odd) % 2) as u8)
                .collect(),
            set_parity: (0..space.sets().len())
                .map(|set| (space.parity_b(Slot(0), set, 0) ^ base) as u8)
                .collect(),
            a_parity: (0..space.rows_per_set())
                .map(|a| (space.parity_b(Slot(0), 0, a) ^ base) as u8)
                .collect(),
        })
    }

    /// Works through groups of chunks until none is left.
    pub(crate) fn work(
        &self,
        view: &LevelView<'_>,
        groups: &Mutex<std::slice::IterMut<'_, ChunkGroup<'_>>>,
        cancel: &Cancel,
    ) -> Result<Fresh> {
        let words = vec![0; self.row_bytes.div_ceil(8)];
        let mut worker = Worker {
            tables: self,
            view,
            pulls: vec![],
            sum: words.clone(),
            permuted: [words.clone(), words],
            scratch: vec![0; self.row_bytes],
            sums: vec![],
            fresh: Fresh { counts: vec![0; self.space.slots() * self.ranks], listed: vec![] },
        };
        loop {
            cancel.check()?;
            let next = groups.lock().expect("nothing panics while it holds the lock").next();
            let Some(group) = next else { return Ok(worker.fresh) };
            for chunk in group {
                match self.reflection {
                    Some(reflection) => worker.expand_reflected(chunk, reflection),
                    None if self.words && chunk.moves[0].is_empty() => worker.expand_words(chunk),
                    None if chunk.moves[0].is_empty() => worker.expand(chunk),
                    None => worker.expand_with_moves(chunk),
                }
            }
        }
    }

    /// Where each bit goes in the shift that undoes this one.
    #[inline(always)]
    fn places_back(&self, shift: Shift, odd: usize) -> &[u16] {
        &self.places[self.inverses[shift as usize] as usize][odd]
    }

    /// 1 if B's order is odd in the states of a row of a whole puzzle, otherwise 0.
    #[inline(always)]
    fn odd(&self, slot: Slot, set: usize, a: usize) -> usize {
        let odd = self.slot_parity[slot.index()] ^ self.set_parity[set] ^ self.a_parity[a];
        if self.space.is_whole() { odd.into() } else { 0 }
    }
}

/// A thread at work.
struct Worker<'w> {
    tables: &'w Expander<'w>,
    view: &'w LevelView<'w>,
    /// The routes for the set of places in hand.
    pulls: Vec<Pull>,
    /// The sum of the rows that do not come as they are; zero between rows.
    sum: Vec<u64>,
    permuted: [Vec<u64>; 2],
    scratch: Vec<u8>,
    /// The same for every row of a set, where rows are words.
    sums: Vec<u64>,
    fresh: Fresh,
}

/// What reaches a row: up to four rows as they are, and perhaps more in the worker's sum.
struct Reached<'w> {
    plain: [&'w [u8]; 4],
    plains: usize,
    in_sum: bool,
}

impl<'w> Reached<'w> {
    #[inline(always)]
    fn new(tables: &'w Expander<'w>) -> Reached<'w> {
        Reached { plain: [&tables.zero; 4], plains: 0, in_sum: false }
    }

    /// Nothing if nothing has reached the row.
    #[inline(always)]
    fn if_any(self) -> Option<Reached<'w>> {
        (self.plains > 0 || self.in_sum).then_some(self)
    }
}

/// A row in hand: its number in the chunk, and its set of places and order of A.
#[derive(Clone, Copy)]
struct Target {
    number: usize,
    set: usize,
    a: usize,
}

impl<'w> Worker<'w> {
    /// Pulls everything new into a chunk, set by set.
    fn expand(&mut self, chunk: &mut SliceChunk<'_>) {
        let Expander { space, per_set, lean, .. } = *self.tables;
        let routes = &self.tables.routes[chunk.slot.index()];
        for i in 0..chunk.full.len() / per_set {
            let (set, rows) = (chunk.first_set + i, i * per_set..(i + 1) * per_set);
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
                    && let Some(reached) = self.reach(chunk, target)
                {
                    let fresh = self.settle(chunk, target, &reached);
                    self.fresh.counts[chunk.slot.index()] += fresh;
                }
            }
        }
    }

    /// Collects what reaches a row along all routes; `None` if nothing does.
    #[inline(always)]
    fn reach(&mut self, chunk: &SliceChunk<'_>, target: Target) -> Option<Reached<'w>> {
        let (tables, view) = (self.tables, self.view);
        let Expander { space, per_set, row_bytes: len, .. } = *tables;
        let mut reached = Reached::new(tables);
        for (number, route) in tables.routes[chunk.slot.index()].iter().enumerate() {
            let pull = self.pulls[number];
            let from_a = pull.order(space, target.a);
            let end = pull.set as usize * per_set + from_a;
            if view.live[route.from.index()][end] == 0 {
                continue;
            }
            let row = &view.bits[route.from.index()][end * len..][..len];
            self.take(&mut reached, row, route.from, &pull, from_a, chunk, target);
        }
        reached.if_any()
    }

    /// Adds a row to what has reached another.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn take(
        &mut self,
        reached: &mut Reached<'w>,
        row: &'w [u8],
        from: Slot,
        pull: &Pull,
        from_a: usize,
        chunk: &SliceChunk<'_>,
        target: Target,
    ) {
        if pull.is_plain() && reached.plains < reached.plain.len() {
            reached.plain[reached.plains] = row;
            reached.plains += 1;
        } else {
            reached.in_sum = true;
            self.add(row, from, pull, from_a, chunk, target);
        }
    }

    /// Adds a row to the sum: as it is, or permuted from whichever end has fewer bits to look at.
    #[inline(always)]
    fn add(
        &mut self,
        row: &[u8],
        from: Slot,
        pull: &Pull,
        from_a: usize,
        chunk: &SliceChunk<'_>,
        target: Target,
    ) {
        let Expander { row_bytes: len, lean, all, .. } = *self.tables;
        let visited = &chunk.visited[target.number * len..][..len];
        match *pull.bit_shifts() {
            [] => bit_rows::add(row, &mut self.sum),
            [shift] if lean && bit_rows::count(row) > 8 * len as u64 - bit_rows::count(visited) => {
                let odd = self.tables.odd(chunk.slot, target.set, target.a);
                let places = &self.tables.places[shift as usize][odd];
                bit_rows::gather(visited, all, row, places, &mut self.sum);
            }
            _ => self.add_permuted(from, pull, row, from_a),
        }
    }

    /// Takes what has reached a row and not been visited into the next level, and says how much that is.
    #[inline(always)]
    fn settle(&mut self, chunk: &mut SliceChunk<'_>, target: Target, reached: &Reached<'_>) -> u64 {
        let Expander { per_set, row_bytes: len, lean, all, .. } = *self.tables;
        let Target { number, set, a } = target;
        let visited = &mut chunk.visited[number * len..][..len];
        let next = if lean { &mut self.scratch[..] } else { &mut chunk.next[number * len..][..len] };
        let settled = bit_rows::settle(reached.plain, &self.sum, all, visited, next);
        if reached.in_sum {
            self.sum.fill(0);
        }
        chunk.full[number] = settled.full.into();
        if settled.fresh == 0 {
            return 0;
        }
        chunk.live[number] = 1;
        let listed = &mut self.fresh.listed;
        if lean && listed.len() + settled.fresh as usize <= MAX_LISTED {
            let (slot, row) = (chunk.slot, set * per_set + a);
            let space = self.tables.space;
            bit_rows::each_bit(next, |bit| listed.push(space.index_at(Address { slot, row, bit })));
        }
        settled.fresh
    }

    /// The same as [`Worker::expand`], route by route, noting for each new state the move that leads back: to
    /// the source of the smallest rank, and then the first in the order of the codes. For move tables, not
    /// for lean searches.
    fn expand_with_moves(&mut self, chunk: &mut SliceChunk<'_>) {
        chunk.live.fill(0);
        let routes = &self.tables.routes[chunk.slot.index()];
        let first_row = chunk.first_set * self.tables.per_set;
        for number in 0..chunk.full.len() {
            let live = |route: &Route<'_>| {
                self.view.live[route.from.index()][route.far_rows[first_row + number] as usize]
            };
            // Most rows are reached from nowhere, and this finds out at once.
            let mut ranks = routes.iter().fold(0, |ranks, route| ranks | live(route));
            while ranks != 0 && chunk.full[number] == 0 {
                let rank = ranks.trailing_zeros() as usize;
                for route in routes {
                    let end = route.far_rows[first_row + number] as usize;
                    if self.view.live[route.from.index()][end] >> rank & 1 == 1 {
                        self.expand_row_with_moves(chunk, number, rank, route);
                    }
                }
                ranks &= ranks - 1;
            }
        }
    }

    /// Pulls what is new into one row along one route.
    fn expand_row_with_moves(
        &mut self,
        chunk: &mut SliceChunk<'_>,
        number: usize,
        rank: usize,
        route: &Route<'_>,
    ) {
        let Expander { space, per_set, row_bytes: len, ranks, all, .. } = *self.tables;
        let (set, a) = (chunk.first_set + number / per_set, number % per_set);
        let pull = route.pull(space, set);
        let from_a = pull.order(space, a);
        let end = (pull.set as usize * per_set + from_a) * ranks + rank;
        let row = &self.view.bits[route.from.index()][end * len..][..len];
        let mut plain: [&[u8]; 4] = [&self.tables.zero; 4];
        if pull.is_plain() {
            plain[0] = row;
        } else {
            self.add_permuted(route.from, &pull, row, from_a);
        }
        let bytes = number * len..(number + 1) * len;
        let visited = &mut chunk.visited[bytes.clone()];
        let settled = bit_rows::settle(plain, &self.sum, all, visited, &mut self.scratch);
        self.sum.fill(0);
        chunk.full[number] = settled.full.into();
        if settled.fresh == 0 {
            return;
        }
        self.fresh.counts[chunk.slot.index() * ranks + rank] += settled.fresh;
        let next = &mut chunk.next[(number * ranks + rank) * len..][..len];
        if chunk.live[number] >> rank & 1 == 0 {
            next.fill(0);
        }
        chunk.live[number] |= 1 << rank;
        bit_rows::join(&self.scratch, next);
        for (bit, plane) in chunk.moves.iter_mut().enumerate() {
            if route.code >> bit & 1 == 1 {
                bit_rows::join(&self.scratch, &mut plane[bytes.clone()]);
            }
        }
    }

    /// Adds a row to the sum with its bits permuted, by every shift of the route from its far end to here.
    #[inline(always)]
    fn add_permuted(&mut self, from: Slot, pull: &Pull, row: &[u8], a: usize) {
        let tables = self.tables;
        let mut odd = tables.odd(from, pull.set as usize, a);
        if let &[shift] = pull.bit_shifts() {
            return bit_rows::scatter(bit_rows::words(row), tables.places_back(shift, odd), &mut self.sum);
        }
        let [now, next] = &mut self.permuted;
        now.fill(0);
        bit_rows::add(row, now);
        for &shift in pull.bit_shifts().iter().rev() {
            next.fill(0);
            bit_rows::scatter(now.iter().copied(), tables.places_back(shift, odd), next);
            std::mem::swap(now, next);
            if tables.space.is_whole() {
                odd ^= tables.space.shift_parity(shift);
            }
        }
        for (sum, word) in self.sum.iter_mut().zip(now) {
            *sum |= *word;
        }
    }
}
