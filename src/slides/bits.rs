//! How far every line of a pattern is from home: one bit a line, made by breadth-first search.
//!
//! # Representation
//! Neighbouring lines are one apart in their distance from home, and the axis tells odd distances from even
//! ones. So of a distance two bits count, modulo 4, and the axis knows the lower one: the higher one is what is
//! stored.
//!
//! # How lines are pulled
//! Lines are searched in rows of all orders of a set. Seen from a line of the other axis, with the blank in one
//! of its places, the tiles of the pattern stand in other places, so their ranks among these are permuted. Orders
//! that differ only in the last four tiles are 24 bits side by side, and a permutation takes all of them to
//! 24 bits side by side: one of 24 ways to permute these, by three look-ups of a byte.

use crate::index::rank::{factorial, rank_permutation, rank_set, unrank_permutation};
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::allocate;
use crate::runtime::cancel::Cancel;
use crate::runtime::freeing::{self, Large};
use crate::runtime::threads;
use crate::slides::lines::{LineSpace, Reading, before};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Orders of the last four tiles.
const GROUP: usize = 24;

/// Bytes of a group.
const BYTES: usize = GROUP / 8;

/// How many rows are one task.
const TASK: usize = 128;

/// The distances of all lines of a pattern from one line of axis 0, the last but one bit of each.
pub(crate) struct DistanceBits {
    /// By axis.
    halves: [Large<u8>; 2],
}

impl DistanceBits {
    /// Searches all lines from that of axis 0 through a cell, with this reading. There are at least four tiles in
    /// the pattern.
    pub(crate) fn new(space: &LineSpace, cell: u8, goal: Reading, cancel: &Cancel) -> Result<DistanceBits> {
        let turns = Turns::new(space)?;
        let bytes = |axis| space.lines(axis) * space.sets().len() * space.orders() / 8;
        freeing::require(3 * (bytes(0) + bytes(1)) as u64, Purpose::Table, cancel)?;
        let mut halves = [Half::new(space, 0)?, Half::new(space, 1)?];
        halves[0].mark(space.bit(0, 0, cell, goal), space.orders());
        let mut found = 1;
        for depth in 1usize.. {
            if found == 0 {
                break;
            }
            let [even, odd] = &mut halves;
            let (from, to) = if depth % 2 == 1 { (even, odd) } else { (odd, even) };
            found = turns.pull(from, to, depth, cancel)?;
        }
        Ok(DistanceBits { halves: halves.map(|half| half.bits) })
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.halves.iter().map(|half| half.len() as u64).sum()
    }

    /// The distance of a line modulo 4, by its axis and the number of its bit.
    #[inline(always)]
    pub(crate) fn modulo_4(&self, axis: usize, bit: usize) -> u8 {
        (self.halves[axis][bit / 8] >> (bit % 8) & 1) << 1 | axis as u8
    }
}

/// The lines of one axis in a search.
struct Half {
    visited: Large<u8>,
    /// Those found last, in rows that say so.
    fresh: Large<u8>,
    is_fresh: Vec<bool>,
    bits: Large<u8>,
}

impl Half {
    fn new(space: &LineSpace, axis: usize) -> Result<Half> {
        let rows = space.lines(axis) * space.sets().len();
        let bytes = || allocate::zeros(rows * space.orders() / 8, Purpose::Table).map(Large::from);
        let is_fresh = allocate::filled(false, rows, Purpose::Table)?;
        Ok(Half { visited: bytes()?, fresh: bytes()?, is_fresh, bits: bytes()? })
    }

    /// The line to start from.
    fn mark(&mut self, bit: usize, orders: usize) {
        self.visited[bit / 8] |= 1 << (bit % 8);
        self.fresh[bit / 8] |= 1 << (bit % 8);
        self.is_fresh[bit / orders] = true;
    }
}

/// How the rows of an axis look from the lines of the other.
struct Turns<'a> {
    space: &'a LineSpace,
    /// By axis, line, place of the blank along it and set: the row that it looks like from the line of the
    /// other axis, and the rank of the permutation that takes ranks to ranks there.
    rows: [Vec<(u32, u16)>; 2],
    /// By permutation and group: what becomes of the first order of the group. That says to which group it goes,
    /// and how it is permuted itself.
    groups: Vec<u16>,
    /// By permutation of four, byte of a group and its value: the bits that it came from.
    pulled: Vec<[[u32; 256]; BYTES]>,
}

impl Turns<'_> {
    fn new(space: &LineSpace) -> Result<Turns<'_>> {
        let mut rows = [vec![], vec![]];
        let mut wanted = allocate::filled(false, space.orders(), Purpose::Table)?;
        for (axis, rows) in rows.iter_mut().enumerate() {
            let (lines, along) = (space.lines(axis), space.line_cells(axis));
            allocate::reserve_exact(rows, lines * along * space.sets().len(), Purpose::Table)?;
            for (line, at) in (0..lines).flat_map(|line| (0..along).map(move |at| (line, at))) {
                let blank = space.cell(axis, line, at);
                // By place along this axis: the place along the other.
                let mut across = [0; 16];
                for tile in (0..space.grid().cells()).filter(|&cell| cell != blank) {
                    across[space.place(tile, blank, axis)] = space.place(tile, blank, axis ^ 1);
                }
                for &set in space.sets() {
                    let places = || (0..64).filter(|place| set >> place & 1 == 1).map(|place| across[place]);
                    let other = places().fold(0, |other, place| other | 1 << place);
                    let mut ranks = [0; 16];
                    places().zip(&mut ranks).for_each(|(place, rank)| *rank = before(other, place) as u8);
                    let turn = rank_permutation(&ranks[..space.tiles()]);
                    wanted[turn] = true;
                    rows.push(((at * space.sets().len() + rank_set(other)) as u32, turn as u16));
                }
            }
        }
        let mut groups = allocate::zeros(space.orders() * space.orders() / GROUP, Purpose::Table)?;
        for (turn, groups) in groups.chunks_exact_mut(space.orders() / GROUP).enumerate() {
            if !wanted[turn] {
                continue;
            }
            let turn = unrank_permutation(turn, space.tiles());
            for (group, after) in groups.iter_mut().enumerate() {
                let mut ranks = unrank_permutation(group * GROUP, space.tiles());
                ranks.iter_mut().for_each(|rank| *rank = turn[usize::from(*rank)]);
                *after = rank_permutation(&ranks) as u16;
            }
        }
        Ok(Turns { space, rows, groups, pulled: pulled()? })
    }

    /// Finds the lines of one axis next to those found last on the other, at this depth, and counts them.
    fn pull(&self, from: &Half, to: &mut Half, depth: usize, cancel: &Cancel) -> Result<u64> {
        let (sets, row_bytes) = (self.space.sets().len(), self.space.orders() / 8);
        let axis = depth % 2;
        let (lines, along) = (self.space.lines(axis), self.space.line_cells(axis));
        let has_bit = depth / 2 % 2 == 1;
        let (found, chunk) = (AtomicU64::new(0), TASK * row_bytes);
        let tasks = to.visited.chunks_mut(chunk).zip(to.fresh.chunks_mut(chunk));
        let tasks = tasks.zip(to.bits.chunks_mut(chunk)).zip(to.is_fresh.chunks_mut(TASK));
        let tasks = Mutex::new(tasks.enumerate());
        let work = || {
            while cancel.check().is_ok() {
                let Some((number, (((visited, fresh), bits), is_fresh))) =
                    tasks.lock().expect("no thread panics").next()
                else {
                    return;
                };
                let rows = visited.chunks_exact_mut(row_bytes).zip(fresh.chunks_exact_mut(row_bytes));
                let rows = rows.zip(bits.chunks_exact_mut(row_bytes)).zip(is_fresh);
                for (row, (((visited, fresh), bits), is_fresh)) in (number * TASK..).zip(rows) {
                    let (line, set) = (row / sets, row % sets);
                    debug_assert!(line < lines);
                    let ways = (0..along).map(|at| self.rows[axis][(line * along + at) * sets + set]);
                    *is_fresh = false;
                    for (source, turn) in ways.filter(|&(source, _)| from.is_fresh[source as usize]) {
                        if !*is_fresh {
                            fresh.fill(0);
                            *is_fresh = true;
                        }
                        let source = &from.fresh[source as usize * row_bytes..][..row_bytes];
                        self.pull_row(source, turn.into(), visited, fresh);
                    }
                    if *is_fresh {
                        let mut count = 0;
                        for ((fresh, visited), bits) in fresh.iter_mut().zip(visited).zip(bits) {
                            *fresh &= !*visited;
                            *visited |= *fresh;
                            *bits |= if has_bit { *fresh } else { 0 };
                            count += fresh.count_ones();
                        }
                        *is_fresh = count > 0;
                        found.fetch_add(count.into(), Ordering::Relaxed);
                    }
                }
            }
        };
        threads::run(threads::available(), work);
        cancel.check()?;
        Ok(found.into_inner())
    }

    /// Adds the bits of a row, as they look from the other axis, but for groups that have been visited.
    fn pull_row(&self, source: &[u8], turn: usize, visited: &[u8], row: &mut [u8]) {
        let groups = &self.groups[turn * (source.len() / BYTES)..];
        let rows = row.chunks_exact_mut(BYTES).zip(visited.chunks_exact(BYTES));
        for ((to, visited), &order) in rows.zip(groups) {
            if visited == [u8::MAX; BYTES] {
                continue;
            }
            let (group, way) = (usize::from(order) / GROUP, usize::from(order) % GROUP);
            let from = &source[group * BYTES..][..BYTES];
            if from != [0; BYTES] {
                let [a, b, c] = &self.pulled[way];
                let bits = a[usize::from(from[0])] | b[usize::from(from[1])] | c[usize::from(from[2])];
                to.iter_mut().zip(bits.to_le_bytes()).for_each(|(to, bits)| *to |= bits);
            }
        }
    }
}

/// For each permutation of four ranks, and each byte of a group after it: which orders before it become those.
fn pulled() -> Result<Vec<[[u32; 256]; BYTES]>> {
    let mut pulled = allocate::filled([[0; 256]; BYTES], GROUP, Purpose::Table)?;
    for (way, bytes) in pulled.iter_mut().enumerate() {
        let way = unrank_permutation(way, 4);
        for order in 0..factorial(4) {
            let after: Vec<u8> =
                unrank_permutation(order, 4).into_iter().map(|rank| way[usize::from(rank)]).collect();
            let after = rank_permutation(&after);
            for (value, bits) in bytes[after / 8].iter_mut().enumerate() {
                *bits |= ((value >> (after % 8) & 1) as u32) << order;
            }
        }
    }
    Ok(pulled)
}
