//! Additive pattern databases at one bit a state.
//!
//! A database knows, for every way in which some tiles can stand and every region in which the blank can be, how many
//! moves *of these tiles* it takes at least to bring them home. Moves of the other tiles cost nothing, so the numbers
//! of several databases with different tiles can be added up and are still no more than the true distance.
//!
//! # One bit
//! A move of one of its tiles changes the number by exactly one, up or down: never by nothing, since a move takes a
//! tile to a cell of the other colour. A move of another tile does not change it at all, since the blank's region is
//! known. So whoever walks from board to board and knows the number before a move has two choices for the number
//! after it, `v - 1` and `v + 1`, and needs one bit to tell them apart:
//!
//! ```text
//!     bit = (v >> 1) & 1        0 0 1 1 0 0 1 1 ...   for v = 0 1 2 3 4 5 6 7 ...
//! ```
//!
//! The number to begin with is found by walking down to 0, where the tiles are home. Eight tiles on 4×4, with the
//! blank's region, take 178 MB; stored as bytes without the region, as is usual, 519 MB, and they know less.
//!
//! # Making one
//! Breadth-first search, a row of `k!` states at a time as in [`crate::bfs`], from the home of the tiles. Wandering
//! of the blank costs nothing and needs no steps at all: it is the region.

use crate::index::bit_rows;
use crate::pdb::regions::{Links, Placed, Regions, RegionsView};
use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;
use crate::runtime::threads;
use crate::storage::mapped::Bytes;
use std::sync::{Arc, Mutex};

/// A pattern database.
pub struct Database {
    space: Arc<Regions>,
    bits: Bytes,
    /// Bits from the states of one order to those of the next.
    columns: usize,
    /// The cells of the tiles at home, in the order of their names.
    homes: Vec<usize>,
    goal: Placed,
    goal_row: usize,
    /// How many states there are at each distance.
    counts: Vec<u64>,
}

/// Rows that a thread takes at a time, in bytes.
const CHUNK: usize = 64 << 10;

/// A run of rows that pulls.
struct Chunk<'a> {
    first: usize,
    seen: &'a mut [u8],
    next: &'a mut [u8],
    bits: &'a mut [u8],
    full: &'a mut [bool],
    live: &'a mut [bool],
}

impl Database {
    /// Searches for the database of the tiles with these homes, the blank at home in cell `blank`. Tells `tell` now
    /// and then which share is done.
    pub fn make(
        space: &Arc<Regions>,
        homes: &[usize],
        blank: usize,
        threads: usize,
        cancel: &Cancel,
        tell: impl Fn(f64),
    ) -> Result<Database> {
        let mut homes = homes.to_vec();
        homes.sort_unstable();
        let goal = space.locate(&homes);
        let goal_row = space.row(goal.cells, blank);
        let (rows, len) = (space.rows(), space.row_bytes());
        let links = space.links(cancel)?;
        let [mut seen, mut level, mut bits] = [0; 3].map(|_| vec![0u8; rows * len]);
        let (mut full, mut live) = (vec![false; rows], vec![false; rows]);
        seen[goal_row * len] = 1;
        level[goal_row * len] = 1;
        live[goal_row] = true;
        let mut counts = vec![1];
        let middle = space.middle();
        let places = Places::new(space);
        loop {
            // The colour of the rows that the next level is in.
            let into = usize::from(goal_row < middle) ^ usize::from(counts.len() % 2 == 0);
            let (low, high) = level.split_at_mut(middle * len);
            let (low_live, high_live) = live.split_at_mut(middle);
            let (range, from, next, from_live, next_live) = match into {
                0 => (0..middle, (middle, &*high), low, &*high_live, low_live),
                _ => (middle..rows, (0, &*low), high, &*low_live, high_live),
            };
            let value = counts.len();
            let per = (CHUNK / len).max(1);
            let bytes = range.start * len..range.end * len;
            let chunks = seen[bytes.clone()]
                .chunks_mut(per * len)
                .zip(next.chunks_mut(per * len))
                .zip(bits[bytes].chunks_mut(per * len))
                .zip(full[range.clone()].chunks_mut(per).zip(next_live.chunks_mut(per)))
                .enumerate()
                .map(|(i, (((seen, next), bits), (full, live)))| Chunk {
                    first: range.start + i * per,
                    seen,
                    next,
                    bits,
                    full,
                    live,
                });
            let chunks = Mutex::new(chunks);
            let (base, bits) = from;
            let level = Level { places: &places, links: &links, base, bits, live: from_live, len, value };
            let work = || -> Result<u64> {
                let mut sum = vec![0u64; len.div_ceil(8)];
                let mut fresh = 0;
                loop {
                    cancel.check()?;
                    let chunk = chunks.lock().expect("nothing panics while it holds the lock").next();
                    let Some(chunk) = chunk else { return Ok(fresh) };
                    fresh += level.pull(chunk, &mut sum);
                }
            };
            let parts = threads::run(if rows * len < 1 << 16 { 1 } else { threads }, work);
            let fresh = parts.into_iter().sum::<Result<u64>>()?;
            if fresh == 0 {
                break;
            }
            counts.push(fresh);
            tell(counts.iter().sum::<u64>() as f64 / (rows * space.orders()) as f64);
        }
        drop((seen, level));
        let columns = columns(space);
        let bits = Bytes::Owned(transposed(&bits, len, rows, space.orders(), columns, cancel)?);
        Ok(Database { space: space.clone(), bits, columns, homes, goal, goal_row, counts })
    }

    /// A database whose bits are known already.
    pub(crate) fn from_bytes(
        space: Arc<Regions>,
        homes: Vec<usize>,
        goal_row: usize,
        counts: Vec<u64>,
        bits: Bytes,
    ) -> Database {
        let (goal, columns) = (space.locate(&homes), columns(&space));
        Database { space, bits, columns, homes, goal, goal_row, counts }
    }

    /// How many bytes a database of these states has.
    pub fn size(space: &Regions) -> usize {
        space.orders() * columns(space) / 8
    }

    /// Its bits.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bits
    }

    /// The row of the goal.
    pub(crate) fn goal_row(&self) -> usize {
        self.goal_row
    }

    /// How many states there are at each distance.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The cells of its tiles at home.
    pub fn homes(&self) -> &[usize] {
        &self.homes
    }

    /// Its states.
    pub fn space(&self) -> &Arc<Regions> {
        &self.space
    }

    /// The table and its space, at hand.
    pub(crate) fn view(&self) -> DatabaseView<'_> {
        DatabaseView { space: self.space.view(), bits: &self.bits, columns: self.columns }
    }

    /// How the tiles stand if they are in these cells, in the order of their homes, and how many moves they need.
    pub fn distance(&self, cells: &[usize], blank: usize) -> (Placed, u8) {
        let view = self.view();
        let start = self.space.locate(cells);
        let (mut at, mut row, mut value) = (start, self.space.row(start.cells, blank), 0);
        while at != self.goal || row != self.goal_row {
            // The number is not known, only its two lowest bits: nearer to the goal they are one less.
            let wanted = self.two_bits(&view, at, row).wrapping_sub(1) & 3;
            let mut found = None;
            for edge in self.space.edges_of(at.cells, row) {
                let next = view.space.step(at, edge);
                let there = view.space.row(next.cells, edge.from.into());
                if self.two_bits(&view, next, there) == wanted {
                    found = Some((next, there));
                    break;
                }
            }
            (at, row) = found.expect("a state that is not home has a better one beside it");
            value += 1;
        }
        (start, value)
    }

    /// The distance modulo four: the bit, and what the colour of the row says.
    #[inline(always)]
    fn two_bits(&self, view: &DatabaseView<'_>, at: Placed, row: usize) -> u8 {
        let middle = self.space.middle();
        let odd = u8::from((row < middle) != (self.goal_row < middle));
        view.bit(view.index(at, row)) << 1 | odd
    }
}

/// A table and its space, at hand.
#[derive(Clone, Copy)]
pub(crate) struct DatabaseView<'a> {
    pub(crate) space: RegionsView<'a>,
    bits: &'a [u8],
    columns: usize,
}

impl DatabaseView<'_> {
    /// Where the bit of a state is.
    #[inline(always)]
    pub(crate) fn index(&self, at: Placed, row: usize) -> usize {
        at.order as usize * self.columns + row
    }

    /// A bit.
    #[inline(always)]
    pub(crate) fn bit(&self, index: usize) -> u8 {
        self.bits[index >> 3] >> (index & 7) & 1
    }
}

/// Bits from one order to the next: a row of the finished table.
fn columns(space: &Regions) -> usize {
    space.rows().next_multiple_of(64)
}

/// Where the bits of a row go in a shift, filled up to whole words.
struct Places {
    orders: usize,
    padded: Vec<Vec<u16>>,
}

impl Places {
    fn new(space: &Regions) -> Places {
        let orders = space.orders();
        let padded = (0..space.told().pow(2)).map(|shift| {
            let mut places = space.places((shift * orders) as u32).to_vec();
            places.resize(space.row_bytes().div_ceil(8) * 64, 0);
            places
        });
        Places { orders, padded: padded.collect() }
    }

    fn get(&self, shift: u32) -> &[u16] {
        &self.padded[shift as usize / self.orders]
    }
}

/// A level of the search, from which rows pull.
struct Level<'a> {
    places: &'a Places,
    links: &'a Links,
    /// The first of its rows, their bits, and which of them have any.
    base: usize,
    bits: &'a [u8],
    live: &'a [bool],
    /// Bytes of a row.
    len: usize,
    /// The distance of the states that come next.
    value: usize,
}

impl Level<'_> {
    /// Pulls what is new into a chunk, and counts it. `sum` is zero before and after.
    fn pull(&self, chunk: Chunk<'_>, sum: &mut [u64]) -> u64 {
        let Level { places, len, .. } = *self;
        let all = if places.orders < 64 { (1 << places.orders) - 1 } else { !0 };
        let zero = vec![0; len];
        let mut fresh = 0;
        for i in 0..chunk.full.len() {
            chunk.live[i] = false;
            if chunk.full[i] {
                continue;
            }
            let mut plain: [&[u8]; 4] = [&zero; 4];
            let (mut plains, mut others) = (0, false);
            for &(row, shift) in self.links.of(chunk.first + i) {
                let row = row as usize - self.base;
                if !self.live[row] {
                    continue;
                }
                let bits = &self.bits[row * len..][..len];
                if shift != 0 {
                    bit_rows::scatter(bit_rows::words(bits), places.get(shift), sum);
                    others = true;
                } else if plains < plain.len() {
                    plain[plains] = bits;
                    plains += 1;
                } else {
                    bit_rows::add(bits, sum);
                    others = true;
                }
            }
            if plains == 0 && !others {
                continue;
            }
            let bytes = i * len..(i + 1) * len;
            let next = &mut chunk.next[bytes.clone()];
            let settled = bit_rows::settle(plain, sum, all, &mut chunk.seen[bytes.clone()], next);
            if others {
                sum.fill(0);
            }
            chunk.full[i] = settled.full;
            if settled.fresh > 0 {
                chunk.live[i] = true;
                fresh += settled.fresh;
                if self.value >> 1 & 1 == 1 {
                    bit_rows::join(next, &mut chunk.bits[bytes]);
                }
            }
        }
        fresh
    }
}

/// Rows of bits as columns: bit `j` of row `i`, of `len` bytes, becomes bit `i` of row `j`, of `columns` bits.
fn transposed(
    bits: &[u8],
    len: usize,
    rows: usize,
    orders: usize,
    columns: usize,
    cancel: &Cancel,
) -> Result<Vec<u8>> {
    let mut out = vec![0; orders * columns / 8];
    let mut block = [0u64; 64];
    for row in (0..rows).step_by(64) {
        cancel.check()?;
        for order in (0..orders).step_by(64) {
            for (i, word) in block.iter_mut().enumerate() {
                *word = match row + i < rows {
                    true => {
                        let from = &bits[(row + i) * len..][..len];
                        let mut bytes = [0; 8];
                        let part = &from[order / 8..len.min(order / 8 + 8)];
                        bytes[..part.len()].copy_from_slice(part);
                        u64::from_le_bytes(bytes)
                    }
                    false => 0,
                };
            }
            transpose(&mut block);
            for (j, word) in block.iter().enumerate().take(orders - order) {
                let at = ((order + j) * columns + row) / 8;
                out[at..at + 8].copy_from_slice(&word.to_le_bytes());
            }
        }
    }
    Ok(out)
}

/// 64 words of 64 bits: bit `j` of word `i` becomes bit `i` of word `j`.
fn transpose(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width != 0 {
        for i in (0..64).filter(|i| i & width == 0) {
            let swap = (block[i] >> width ^ block[i + width]) & mask;
            block[i] ^= swap << width;
            block[i + width] ^= swap;
        }
        width /= 2;
        mask ^= mask << width;
    }
}
