//! One level of the search: every row of a slice pulls what reaches it from the rows beside, above and below.
//!
//! A row pulls along *lines*, one for each move of the blank from its slot. For a set of places, a line names
//! the row at its other end, and says what to do with its bits on the way: nothing at all, most often, so that
//! up to four rows are ORed together, stripped of what has been seen and counted in one loop over their words
//! ([`bit_rows::settle`]). Only where a tile told apart jumps over another such are bits permuted, one by one, and
//! only those that are set.
//!
//! Two flags for each row save most of the rest: *live*, that a row has any bit of this level, and *full*, that
//! all its states have been seen. Early levels consist of rows that are not live, late ones of rows that are full.

use crate::bfs::search::{MAX_HOPS, MAX_LISTED, Metric, Search, row_bytes};
use crate::index::bit_rows;
use crate::index::space::{Place, Space, parity};
use crate::index::windows::{Shift, Window};
use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;
use std::sync::Mutex;

/// A way for states to come into a slot: from where, and the windows that rotate, as seen from the slot itself.
struct Line<'a> {
    code: u8,
    from: usize,
    hops: Vec<&'a Window>,
    /// By row of a slice, the row at the other end; only in searches for move tables.
    ends: Vec<u32>,
}

/// What a line is for one set of places.
#[derive(Clone, Copy, Default)]
struct Pull {
    /// The set at the other end.
    set: u32,
    acrosses: u8,
    withins: u8,
    /// Shifts that exchange rows.
    across: [Shift; MAX_HOPS],
    /// Shifts that permute the bits of a row.
    within: [Shift; MAX_HOPS],
}

impl Pull {
    /// The order of A at the other end.
    #[inline(always)]
    fn order(&self, space: &Space, a: usize) -> usize {
        let across = self.across[..self.acrosses.into()].iter();
        across.fold(a, |a, &shift| space.shifts_a()[shift as usize][a].into())
    }

    #[inline(always)]
    fn within(&self) -> &[Shift] {
        &self.within[..self.withins.into()]
    }
}

impl Line<'_> {
    /// The line for one set of places.
    #[inline(always)]
    fn pull(&self, space: &Space, set: usize) -> Pull {
        let mut pull = Pull { set: set as u32, ..Pull::default() };
        for window in &self.hops {
            let turn = window.turn(space.sets()[pull.set as usize]);
            pull.set = pull.set.wrapping_add_signed(turn.offset);
            let (across, within) = if space.is_whole() { (turn.a, turn.b) } else { (0, turn.a) };
            if across != 0 {
                pull.across[usize::from(pull.acrosses)] = across;
                pull.acrosses += 1;
            }
            if within != 0 {
                pull.within[usize::from(pull.withins)] = within;
                pull.withins += 1;
            }
        }
        pull
    }

    /// The row at the other end for a row of the slot.
    fn end(&self, space: &Space, row: usize) -> u32 {
        let per_set = space.rows_of_set();
        let pull = self.pull(space, row / per_set);
        pull.set * per_set as u32 + pull.order(space, row % per_set) as u32
    }
}

/// The states of a level, by slot: their bits, and which rows are live. The bits of other rows mean nothing. Where
/// sources have ranks, there is a row for each of them, side by side, and a bit for each says if it is live.
pub(crate) struct View<'a> {
    pub(crate) bits: Vec<&'a [u8]>,
    pub(crate) live: Vec<&'a [u8]>,
}

/// A part of a slice that pulls: some sets of places, with what the search keeps for them.
pub(crate) struct Chunk<'a> {
    pub(crate) slot: usize,
    pub(crate) first_set: usize,
    pub(crate) seen: &'a mut [u8],
    pub(crate) full: &'a mut [u8],
    pub(crate) live: &'a mut [u8],
    /// The bits of the next level; empty in a lean search.
    pub(crate) next: &'a mut [u8],
    /// The low and the high bit of the move that leads back; empty if nobody wants to know.
    pub(crate) moves: [&'a mut [u8]; 2],
}

/// Chunks of one row of the board, which share the rows they pull from.
pub(crate) type Task<'a> = Vec<Chunk<'a>>;

/// What came of a level, or of a part of one.
pub(crate) struct Outcome {
    /// By slot and rank of the source they lead to: how many states are new.
    pub(crate) fresh: Vec<u64>,
    /// The new states as (slot, row, bit), in a lean search and only as many as [`MAX_LISTED`].
    pub(crate) listed: Vec<Place>,
}

/// Everything about a space that does not change from level to level.
pub(crate) struct Expander<'a> {
    space: &'a Space,
    lines: Vec<Vec<Line<'a>>>,
    lean: bool,
    ranks: usize,
    /// Bytes of a row.
    row: usize,
    /// Rows of a set of places.
    per_set: usize,
    /// The bits of a word that there are. Only rows of less than a word do not have them all.
    all: u64,
    zero: Vec<u8>,
    /// By shift, and by parity of B's order in a whole puzzle: where each bit of a row goes.
    places: Vec<[Vec<u16>; 2]>,
    /// By shift: the one that undoes it.
    undone: Vec<Shift>,
    /// Summands of the parity of B's order.
    set_parity: Vec<u8>,
    a_parity: Vec<u8>,
    slot_parity: Vec<u8>,
}

impl<'a> Expander<'a> {
    /// For a search that makes sense.
    pub(crate) fn new(search: &Search<'a>) -> Expander<'a> {
        let Search { space, metric, lean, moves, .. } = *search;
        let like = search.sources[0].state;
        let bits = space.row_bits();
        let row = row_bytes(space);
        let base = space.parity_b(0, 0, 0);
        let odd = space.parity_b(like.cell as usize, like.set as usize, like.a as usize)
            + parity(like.b as usize, space.others());
        Expander {
            space,
            lines: (0..space.slots()).map(|slot| lines(space, slot, metric, moves)).collect(),
            lean,
            ranks: search.ranks(),
            row,
            per_set: space.rows_of_set(),
            all: if bits < 64 { (1 << bits) - 1 } else { !0 },
            zero: vec![0; row],
            places: places(space, row.div_ceil(8) * 64),
            undone: (0..=Shift::MAX).map(|shift| space.undone(shift)).collect(),
            set_parity: (0..space.sets().len()).map(|set| (space.parity_b(0, set, 0) ^ base) as u8).collect(),
            a_parity: (0..space.rows_of_set()).map(|a| (space.parity_b(0, 0, a) ^ base) as u8).collect(),
            slot_parity: (0..space.slots())
                .map(|slot| ((space.parity_b(slot, 0, 0) + odd) % 2) as u8)
                .collect(),
        }
    }

    /// Works through tasks until none is left.
    pub(crate) fn work(
        &self,
        view: &View<'_>,
        tasks: &Mutex<std::slice::IterMut<'_, Task<'_>>>,
        cancel: &Cancel,
    ) -> Result<Outcome> {
        let words = vec![0; self.row.div_ceil(8)];
        let mut worker = Worker {
            tables: self,
            view,
            pulls: vec![],
            sum: words.clone(),
            turned: [words.clone(), words],
            scratch: vec![0; self.row],
            outcome: Outcome { fresh: vec![0; self.space.slots() * self.ranks], listed: vec![] },
        };
        loop {
            cancel.check()?;
            let next = tasks.lock().expect("nothing panics while it holds the lock").next();
            let Some(task) = next else { return Ok(worker.outcome) };
            for chunk in task {
                if chunk.moves[0].is_empty() {
                    worker.expand(chunk);
                } else {
                    worker.expand_with_moves(chunk);
                }
            }
        }
    }

    /// Where each bit goes in the shift that undoes this one.
    #[inline(always)]
    fn places_back(&self, shift: Shift, odd: usize) -> &[u16] {
        &self.places[self.undone[shift as usize] as usize][odd]
    }

    /// Whether B's order is odd in a whole puzzle.
    #[inline(always)]
    fn odd(&self, slot: usize, set: usize, a: usize) -> usize {
        let odd = self.slot_parity[slot] ^ self.set_parity[set] ^ self.a_parity[a];
        if self.space.is_whole() { odd.into() } else { 0 }
    }
}

/// A thread at work.
struct Worker<'w> {
    tables: &'w Expander<'w>,
    view: &'w View<'w>,
    /// The lines of the set of places in hand.
    pulls: Vec<Pull>,
    /// The sum of rows that do not come as they are; zero between rows.
    sum: Vec<u64>,
    turned: [Vec<u64>; 2],
    scratch: Vec<u8>,
    outcome: Outcome,
}

impl Worker<'_> {
    /// Pulls everything new into a chunk.
    fn expand(&mut self, chunk: &mut Chunk<'_>) {
        let Expander { space, per_set, row: len, lean, .. } = *self.tables;
        let lines = &self.tables.lines[chunk.slot];
        for i in 0..chunk.full.len() / per_set {
            let set = chunk.first_set + i;
            let rows = i * per_set..(i + 1) * per_set;
            if !lean {
                chunk.live[rows.clone()].fill(0);
            }
            if chunk.full[rows].iter().all(|&full| full != 0) {
                continue;
            }
            self.pulls.clear();
            self.pulls.extend(lines.iter().map(|line| line.pull(space, set)));
            for a in 0..per_set {
                let at = i * per_set + a;
                if chunk.full[at] != 0 {
                    continue;
                }
                let seen = &mut chunk.seen[at * len..][..len];
                // Up to four rows as they are, and the sum of all the others.
                let mut plain: [&[u8]; 4] = [&self.tables.zero; 4];
                let (mut plains, mut others) = (0, false);
                for (number, line) in lines.iter().enumerate() {
                    let pull = self.pulls[number];
                    let from_a = pull.order(space, a);
                    let end = pull.set as usize * per_set + from_a;
                    if self.view.live[line.from][end] == 0 {
                        continue;
                    }
                    let row = &self.view.bits[line.from][end * len..][..len];
                    if pull.withins == 0 && plains < plain.len() {
                        plain[plains] = row;
                        plains += 1;
                        continue;
                    }
                    others = true;
                    match *pull.within() {
                        [] => bit_rows::add(row, &mut self.sum),
                        [shift] if lean && bit_rows::count(row) > 8 * len as u64 - bit_rows::count(seen) => {
                            let odd = self.tables.odd(chunk.slot, set, a);
                            let places = &self.tables.places[shift as usize][odd];
                            bit_rows::gather(seen, self.tables.all, row, places, &mut self.sum);
                        }
                        _ => self.turn(line.from, &pull, row, from_a),
                    }
                }
                if plains == 0 && !others {
                    continue;
                }
                let next = if lean { &mut self.scratch[..] } else { &mut chunk.next[at * len..][..len] };
                let settled = bit_rows::settle(plain, &self.sum, self.tables.all, seen, next);
                if others {
                    self.sum.fill(0);
                }
                chunk.full[at] = settled.full.into();
                if settled.fresh == 0 {
                    continue;
                }
                chunk.live[at] = 1;
                self.outcome.fresh[chunk.slot] += settled.fresh;
                let listed = &mut self.outcome.listed;
                if lean && listed.len() + settled.fresh as usize <= MAX_LISTED {
                    bit_rows::each_bit(next, |bit| listed.push((chunk.slot, set * per_set + a, bit)));
                }
            }
        }
    }

    /// The same, line by line, noting for each new state the move that leads back: to the source of the smallest
    /// rank, and then the first in the order of the codes. For move tables, and not for lean searches.
    fn expand_with_moves(&mut self, chunk: &mut Chunk<'_>) {
        chunk.live.fill(0);
        let lines = &self.tables.lines[chunk.slot];
        let first_row = chunk.first_set * self.tables.per_set;
        for at in 0..chunk.full.len() {
            let live = |line: &Line<'_>| self.view.live[line.from][line.ends[first_row + at] as usize];
            // Most rows are reached from nowhere: this is as quick as it can be.
            let mut ranks = lines.iter().fold(0, |ranks, line| ranks | live(line));
            while ranks != 0 && chunk.full[at] == 0 {
                let rank = ranks.trailing_zeros() as usize;
                for line in lines {
                    let end = line.ends[first_row + at] as usize;
                    if self.view.live[line.from][end] >> rank & 1 == 1 {
                        self.expand_row(chunk, at, rank, line);
                    }
                }
                ranks &= ranks - 1;
            }
        }
    }

    /// Pulls what is new into one row along one line.
    fn expand_row(&mut self, chunk: &mut Chunk<'_>, at: usize, rank: usize, line: &Line<'_>) {
        let Expander { space, per_set, row: len, ranks, .. } = *self.tables;
        let (set, a) = (chunk.first_set + at / per_set, at % per_set);
        let pull = line.pull(space, set);
        let from_a = pull.order(space, a);
        let end = (pull.set as usize * per_set + from_a) * ranks + rank;
        let row = &self.view.bits[line.from][end * len..][..len];
        let mut plain: [&[u8]; 4] = [&self.tables.zero; 4];
        if pull.withins == 0 {
            plain[0] = row;
        } else {
            self.turn(line.from, &pull, row, from_a);
        }
        let bytes = at * len..(at + 1) * len;
        let seen = &mut chunk.seen[bytes.clone()];
        let settled = bit_rows::settle(plain, &self.sum, self.tables.all, seen, &mut self.scratch);
        self.sum.fill(0);
        chunk.full[at] = settled.full.into();
        if settled.fresh == 0 {
            return;
        }
        self.outcome.fresh[chunk.slot * ranks + rank] += settled.fresh;
        let next = &mut chunk.next[(at * ranks + rank) * len..][..len];
        if chunk.live[at] >> rank & 1 == 0 {
            next.fill(0);
        }
        chunk.live[at] |= 1 << rank;
        bit_rows::join(&self.scratch, next);
        for (bit, plane) in chunk.moves.iter_mut().enumerate() {
            if line.code >> bit & 1 == 1 {
                bit_rows::join(&self.scratch, &mut plane[bytes.clone()]);
            }
        }
    }

    /// Adds a row to the sum with its bits permuted, by every shift of the line from its far end to here.
    #[inline(always)]
    fn turn(&mut self, from: usize, pull: &Pull, row: &[u8], a: usize) {
        let mut odd = self.tables.odd(from, pull.set as usize, a);
        if let &[shift] = pull.within() {
            return bit_rows::scatter(
                bit_rows::words(row),
                self.tables.places_back(shift, odd),
                &mut self.sum,
            );
        }
        let [now, next] = &mut self.turned;
        now.fill(0);
        bit_rows::add(row, now);
        for &shift in pull.within().iter().rev() {
            next.fill(0);
            bit_rows::scatter(now.iter().copied(), self.tables.places_back(shift, odd), next);
            std::mem::swap(now, next);
            if self.tables.space.is_whole() {
                odd ^= self.tables.space.turns_parity(shift);
            }
        }
        for (sum, word) in self.sum.iter_mut().zip(now) {
            *sum |= *word;
        }
    }
}

/// The lines that end in a slot: where the blank can go from there in one move.
fn lines(space: &Space, slot: usize, metric: Metric, with_ends: bool) -> Vec<Line<'_>> {
    let mut lines = vec![];
    for edge in space.edges(slot) {
        let mut hops = vec![];
        let mut next = Some(edge);
        while let Some(edge) = next {
            hops.extend(edge.window.as_ref());
            let mut line = Line { code: edge.code, from: edge.to, hops: hops.clone(), ends: vec![] };
            let rows = space.sets().len() * space.rows_of_set();
            if with_ends {
                line.ends = (0..rows).map(|row| line.end(space, row)).collect();
            }
            lines.push(line);
            let onward = space.edges(edge.to).iter().find(|onward| onward.code == edge.code);
            next = onward.filter(|_| metric == Metric::Multi);
        }
    }
    lines
}

/// By shift, and by parity of B's order in a whole puzzle: where each bit of a row goes. Filled up to `width`.
fn places(space: &Space, width: usize) -> Vec<[Vec<u16>; 2]> {
    let full_rank = |bit: usize, odd: usize| 2 * bit + usize::from(parity(2 * bit, space.others()) != odd);
    let place = |shift: &[u16], bit: usize, odd: usize| match space.is_whole() {
        true => shift[full_rank(bit, odd) % shift.len()] / 2,
        false => shift[bit],
    };
    let row = |shift: &[u16], odd: usize| {
        let bits = if shift.is_empty() || odd > 0 && !space.is_whole() { 0 } else { space.row_bits() };
        let mut places: Vec<u16> = (0..bits).map(|bit| place(shift, bit, odd)).collect();
        places.resize(if bits == 0 { 0 } else { width }, 0);
        places
    };
    let shifts = if space.is_whole() { space.shifts_b() } else { space.shifts_a() };
    shifts.iter().map(|shift| [0, 1].map(|odd| row(shift, odd))).collect()
}
