//! Makes a pattern database: breadth-first search from the home of its tiles, a row of `k!` states at a time.
//!
//! As in [`crate::bfs`], a row of the next level *pulls* what its neighbours have in the level before. The
//! blank's moves among the other tiles are not steps of this search: its region is part of the state.
//! Every step of a pattern tile leads to a row of the other colour, so the levels are in the two halves of
//! the rows in turn, and one array holds both the level before and the next one.

use crate::index::bit_rows;
use crate::index::windows::{self, Shift};
use crate::pdb::regions::{Link, Links, Regions};
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::cancel::Cancel;
use crate::runtime::freeing::Large;
use crate::runtime::{allocate, memory, threads};
use std::sync::Mutex;

/// Bytes of rows that a thread takes at a time.
const CHUNK_BYTES: usize = 64 << 10;
/// Tables of fewer bytes are not worth a second thread.
const WORTH_THREADS: usize = 1 << 16;

/// A search in progress. The arrays have a row of bits, or a flag, for every row of the space.
pub(crate) struct PatternSearch<'a> {
    space: &'a Regions,
    links: Links,
    shifts: PaddedShifts,
    goal_row: usize,
    /// States visited so far.
    visited: Large<u8>,
    /// States of the last level in the rows of its colour, and of the one before it in the others.
    level: Large<u8>,
    /// The result: bit 1 of the distance of every state.
    bits: Large<u8>,
    /// Rows whose states are all visited.
    full: Vec<bool>,
    /// Rows with states in `level`.
    live: Vec<bool>,
    /// How many states there are at each distance.
    counts: Vec<u64>,
}

impl<'a> PatternSearch<'a> {
    /// Begins at the first state of a row: the tiles at home, in order.
    pub(crate) fn new(space: &'a Regions, goal_row: usize, cancel: &Cancel) -> Result<PatternSearch<'a>> {
        let (rows, len) = (space.rows(), space.row_bytes());
        let states = || allocate::zeros(rows * len, Purpose::Table).map(Large::from);
        let (mut visited, mut level, bits) = (states()?, states()?, states()?);
        let flags = || allocate::filled(false, rows, Purpose::Table);
        let (full, mut live) = (flags()?, flags()?);
        visited[goal_row * len] = 1;
        level[goal_row * len] = 1;
        live[goal_row] = true;
        let (links, shifts) = (space.links(cancel)?, PaddedShifts::new(space)?);
        Ok(PatternSearch {
            space,
            links,
            shifts,
            goal_row,
            visited,
            level,
            bits,
            full,
            live,
            counts: vec![1],
        })
    }

    /// Searches to the end. Gives the bits and how many states there are at each distance. `report` is called
    /// with the share that is done.
    pub(crate) fn run(
        mut self,
        threads: usize,
        cancel: &Cancel,
        report: impl Fn(f64),
    ) -> Result<(Large<u8>, Vec<u64>)> {
        let states = (self.space.rows() * self.space.orders()) as f64;
        loop {
            let fresh = self.search_level(threads, cancel)?;
            if fresh == 0 {
                return Ok((self.bits, self.counts));
            }
            self.counts.push(fresh);
            report(self.counts.iter().sum::<u64>() as f64 / states);
        }
    }

    /// Searches the next level, and gives the number of its states.
    fn search_level(&mut self, threads: usize, cancel: &Cancel) -> Result<u64> {
        let (middle, len) = (self.space.middle(), self.space.row_bytes());
        let distance = self.counts.len();
        let into_low = (self.goal_row < middle) == (distance % 2 == 0);
        let rows = if into_low { 0..middle } else { middle..self.space.rows() };
        let bytes = rows.start * len..rows.end * len;
        let (low, high) = self.level.split_at_mut(middle * len);
        let (low_live, high_live) = self.live.split_at_mut(middle);
        let (first_row, before, next, live, next_live) = match into_low {
            true => (middle, high, low, high_live, low_live),
            false => (0, low, high, low_live, high_live),
        };
        let (links, shifts) = (&self.links, &self.shifts);
        let before = LevelBefore { links, shifts, first_row, bits: before, live, len, distance };
        let all = RowChunk {
            first_row: rows.start,
            visited: &mut self.visited[bytes.clone()],
            next,
            bits: &mut self.bits[bytes],
            full: &mut self.full[rows],
            live: next_live,
        };
        let chunks = Mutex::new(all.split((CHUNK_BYTES / len).max(1), len));
        let work = || -> Result<u64> {
            let mut sum = vec![0u64; len.div_ceil(8)];
            let mut fresh = 0;
            loop {
                cancel.check()?;
                let chunk = chunks.lock().expect("nothing panics while it holds the lock").next();
                let Some(chunk) = chunk else { return Ok(fresh) };
                fresh += before.pull(chunk, &mut sum);
            }
        };
        let is_small = self.space.rows() * len < WORTH_THREADS;
        threads::run(if is_small { 1 } else { threads }, work).into_iter().sum()
    }
}

/// A run of rows that pull.
struct RowChunk<'a> {
    first_row: usize,
    visited: &'a mut [u8],
    next: &'a mut [u8],
    bits: &'a mut [u8],
    full: &'a mut [bool],
    live: &'a mut [bool],
}

impl<'a> RowChunk<'a> {
    /// Chunks of so many rows of `len` bytes each.
    fn split(self, rows: usize, len: usize) -> impl Iterator<Item = RowChunk<'a>> {
        let states = self.visited.chunks_mut(rows * len).zip(self.next.chunks_mut(rows * len));
        let states = states.zip(self.bits.chunks_mut(rows * len));
        let flags = self.full.chunks_mut(rows).zip(self.live.chunks_mut(rows));
        let first_rows = (self.first_row..).step_by(rows);
        first_rows.zip(states.zip(flags)).map(|(first_row, (((visited, next), bits), (full, live)))| {
            RowChunk { first_row, visited, next, bits, full, live }
        })
    }
}

/// Where the bits of a row go in each shift, filled up to whole words; nothing for shifts that never happen.
struct PaddedShifts {
    orders: usize,
    places: Vec<Vec<u16>>,
}

impl PaddedShifts {
    fn new(space: &Regions) -> Result<PaddedShifts> {
        let (tiles, orders) = (space.tiles(), space.orders());
        // The shifts twice, and the orders that they are made from.
        let _room = memory::room((orders * (4 * tiles.pow(2) + 64)) as u64, Purpose::Table)?;
        let mut places = windows::shifts(tiles, space.grid().cols);
        for places in places.iter_mut().filter(|places| !places.is_empty()) {
            places.resize(space.row_bytes().div_ceil(8) * 64, 0);
        }
        Ok(PaddedShifts { orders, places })
    }

    fn get(&self, shift: Shift) -> &[u16] {
        &self.places[usize::from(shift)]
    }
}

/// The level from which the rows of the next one pull.
struct LevelBefore<'a> {
    links: &'a Links,
    shifts: &'a PaddedShifts,
    /// The first row of its colour, the bits of these rows, and which of them have any.
    first_row: usize,
    bits: &'a [u8],
    live: &'a [bool],
    /// Bytes of a row.
    len: usize,
    /// The distance of the states of the next level.
    distance: usize,
}

/// What a row pulls: up to four rows as they are, and the others, shifted, in a sum.
struct Pulled<'a> {
    plain: [&'a [u8]; 4],
    plain_count: usize,
    has_sum: bool,
}

impl LevelBefore<'_> {
    /// Pulls the new states of a chunk, and counts them. `sum` is zero before and after.
    fn pull(&self, chunk: RowChunk<'_>, sum: &mut [u64]) -> u64 {
        let (len, orders) = (self.len, self.shifts.orders);
        let all = if orders < 64 { (1 << orders) - 1 } else { !0 };
        let zero = vec![0; len];
        let mut fresh = 0;
        for i in 0..chunk.full.len() {
            chunk.live[i] = false;
            if chunk.full[i] {
                continue;
            }
            let Some(pulled) = self.gather(chunk.first_row + i, &zero, sum) else { continue };
            let bytes = i * len..(i + 1) * len;
            let next = &mut chunk.next[bytes.clone()];
            let settled = bit_rows::settle(pulled.plain, sum, all, &mut chunk.visited[bytes.clone()], next);
            if pulled.has_sum {
                sum.fill(0);
            }
            chunk.full[i] = settled.full;
            if settled.fresh > 0 {
                chunk.live[i] = true;
                fresh += settled.fresh;
                if self.distance >> 1 & 1 == 1 {
                    bit_rows::join(next, &mut chunk.bits[bytes]);
                }
            }
        }
        fresh
    }

    /// What a row pulls from its live neighbours, or nothing if it has none.
    #[inline(always)]
    fn gather<'b>(&'b self, row: usize, zero: &'b [u8], sum: &mut [u64]) -> Option<Pulled<'b>> {
        let mut pulled = Pulled { plain: [zero; 4], plain_count: 0, has_sum: false };
        for &Link { row, shift } in self.links.of(row) {
            let row = row as usize - self.first_row;
            if !self.live[row] {
                continue;
            }
            let bits = &self.bits[row * self.len..][..self.len];
            if shift != 0 {
                bit_rows::scatter(bit_rows::words(bits), self.shifts.get(shift), sum);
                pulled.has_sum = true;
            } else if pulled.plain_count < pulled.plain.len() {
                pulled.plain[pulled.plain_count] = bits;
                pulled.plain_count += 1;
            } else {
                bit_rows::add(bits, sum);
                pulled.has_sum = true;
            }
        }
        (pulled.plain_count > 0 || pulled.has_sum).then_some(pulled)
    }
}
