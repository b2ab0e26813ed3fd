//! What a search keeps in memory: one bit a state for what has been seen, one for the levels, and how both are cut
//! into pieces of work.
//!
//! The cells of a board are coloured like a chessboard, and every single-tile move takes the blank to the other
//! colour. So if all sources are of one colour, a level lies in the slices of one colour and the next level in
//! the others: one *plane* of bits holds both. Otherwise there are two planes.

use crate::bfs::level::{Chunk, Task, View};
use crate::bfs::search::row_bytes;
use crate::index::bit_rows;
use crate::index::space::{Place, Space};
use crate::index::two_bit::Pairs;
use crate::puzzle::error::{Error, Result};
use crate::runtime::cancel::Cancel;

/// The states of a level: by slot, their bits and which rows are live.
pub(crate) struct Plane {
    pub(crate) bits: Vec<Vec<u8>>,
    pub(crate) live: Vec<Vec<u8>>,
}

/// Everything that has been seen: by slot, the bits, which rows are full, and the moves that lead back.
pub(crate) struct Seen {
    pub(crate) bits: Vec<Vec<u8>>,
    pub(crate) full: Vec<Vec<u8>>,
    pub(crate) moves: Notes,
}

/// A number from 0 to 3 for every state: by slot, the low bits and the high bits.
pub(crate) struct Notes([Vec<Vec<u8>>; 2]);

/// How a slice is laid out.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// Bytes of a row.
    pub(crate) row: usize,
    /// Rows of a set of places.
    per_set: usize,
    /// Rows of a slice.
    pub(crate) rows: usize,
    /// Sets in a chunk.
    sets: usize,
    /// Ranks of sources, each with rows of its own in a level.
    pub(crate) ranks: usize,
}

/// About how many bytes of a slice a thread takes at a time: so that the rows that a task shares stay in its cache.
const CHUNK: usize = 32 << 10;

/// How many bytes are cleared, written or read before looking whether to stop: a few milliseconds' worth.
pub(crate) const PIECE: usize = 1 << 20;

impl Layout {
    pub(crate) fn new(space: &Space, ranks: usize) -> Layout {
        let (row, per_set) = (row_bytes(space), space.rows_of_set());
        let sets = (CHUNK / (row * per_set)).max(1);
        Layout { row, per_set, rows: space.sets().len() * per_set, sets, ranks }
    }
}

impl Plane {
    /// Nothing in it. Without bits, it only says which rows are live.
    pub(crate) fn new(slots: usize, layout: Layout, with_bits: bool, cancel: &Cancel) -> Result<Plane> {
        let len = if with_bits { layout.rows * layout.ranks * layout.row } else { 0 };
        Ok(Plane { bits: zeros(slots, len, cancel)?, live: zeros(slots, layout.rows, cancel)? })
    }

    /// Adds a state.
    pub(crate) fn insert(&mut self, (slot, row, bit): Place, rank: usize, layout: Layout) {
        let live = &mut self.live[slot][row];
        if !self.bits[slot].is_empty() {
            let bits = &mut self.bits[slot][(row * layout.ranks + rank) * layout.row..][..layout.row];
            if *live >> rank & 1 == 0 {
                bits.fill(0);
            }
            bits[bit / 8] |= 1 << (bit % 8);
        }
        *live |= 1 << rank;
    }

    /// Takes everything seen for the level: what was seen before leads to nothing new.
    pub(crate) fn fill_from(&mut self, seen: &Seen, layout: Layout, cancel: &Cancel) -> Result<()> {
        for (slot, slice) in seen.bits.iter().enumerate() {
            cancel.check()?;
            if !self.bits[slot].is_empty() {
                self.bits[slot].copy_from_slice(slice);
            }
            for (live, row) in self.live[slot].iter_mut().zip(slice.chunks_exact(layout.row)) {
                *live = row.iter().any(|&byte| byte != 0).into();
            }
        }
        Ok(())
    }

    /// The states in some of its slots, as slot, row and bit.
    pub(crate) fn list(&self, wanted: impl Fn(usize) -> bool, layout: Layout) -> Vec<Place> {
        let mut states = vec![];
        for slot in (0..self.bits.len()).filter(|&slot| wanted(slot)) {
            for (i, bits) in self.bits[slot].chunks_exact(layout.row).enumerate() {
                let (row, rank) = (i / layout.ranks, i % layout.ranks);
                if self.live[slot][row] >> rank & 1 == 1 {
                    bit_rows::each_bit(bits, |bit| states.push((slot, row, bit)));
                }
            }
        }
        states
    }

    /// Notes a number from 0 to 3 for every state in it, where there is none yet.
    pub(crate) fn note(&self, value: u8, notes: &mut Notes, layout: Layout, cancel: &Cancel) -> Result<()> {
        for (_, plane) in notes.0.iter_mut().enumerate().filter(|(bit, _)| value >> bit & 1 == 1) {
            for ((bits, live), notes) in self.bits.iter().zip(&self.live).zip(plane) {
                cancel.check()?;
                let rows = bits.chunks_exact(layout.row).zip(notes.chunks_exact_mut(layout.row));
                for ((bits, notes), _) in rows.zip(live).filter(|&(_, &live)| live != 0) {
                    bit_rows::join(bits, notes);
                }
            }
        }
        Ok(())
    }

    /// All of it, for a level whose states come from it.
    pub(crate) fn view(&self) -> View<'_> {
        View {
            bits: self.bits.iter().map(Vec::as_slice).collect(),
            live: self.live.iter().map(Vec::as_slice).collect(),
        }
    }
}

impl Seen {
    /// Nothing has been seen.
    pub(crate) fn new(slots: usize, layout: Layout, with_moves: bool, cancel: &Cancel) -> Result<Seen> {
        let bytes = layout.rows * layout.row;
        let moves = if with_moves { bytes } else { 0 };
        Ok(Seen {
            bits: zeros(slots, bytes, cancel)?,
            full: zeros(slots, layout.rows, cancel)?,
            moves: Notes([zeros(slots, moves, cancel)?, zeros(slots, moves, cancel)?]),
        })
    }

    /// Adds a state, and says whether it is new.
    pub(crate) fn insert(&mut self, (slot, row, bit): Place, layout: Layout) -> bool {
        let byte = &mut self.bits[slot][row * layout.row + bit / 8];
        let new = *byte >> (bit % 8) & 1 == 0;
        *byte |= 1 << (bit % 8);
        new
    }

    /// Whether a state has been seen.
    pub(crate) fn contains(&self, (slot, row, bit): Place, layout: Layout) -> bool {
        self.bits[slot][row * layout.row + bit / 8] >> (bit % 8) & 1 == 1
    }
}

impl Notes {
    /// Zero for every state.
    pub(crate) fn new(space: &Space, cancel: &Cancel) -> Result<Notes> {
        let layout = Layout::new(space, 1);
        let plane = || zeros(space.slots(), layout.rows * layout.row, cancel);
        Ok(Notes([plane()?, plane()?]))
    }

    /// Packed by the index of the space.
    pub(crate) fn packed(&self, space: &Space) -> Pairs {
        let (row, bits) = (row_bytes(space), space.row_bits());
        let mut entries = Pairs::new(space.states() as usize);
        let mut begin = 0;
        for (low, high) in self.0[0].iter().zip(&self.0[1]) {
            for (low, high) in low.chunks_exact(row).zip(high.chunks_exact(row)) {
                fill_row(&mut entries, begin, [low, high], bits);
                begin += bits;
            }
        }
        entries
    }
}

/// Writes the entries of a row of `bits` states, the first of them number `begin`: their low bits and their high bits.
fn fill_row(entries: &mut Pairs, begin: usize, [low, high]: [&[u8]; 2], bits: usize) {
    for (i, (low, high)) in low.chunks(4).zip(high.chunks(4)).enumerate() {
        let [low, high] =
            [low, high].map(|bytes| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte)));
        if 32 * i < bits {
            entries.fill(begin + 32 * i, low, high);
        }
    }
}

/// Slices of zeros that have been written to. Memory that is read before it is written to costs two page faults, and
/// the second one stops all threads for a moment: a quarter of the time of a search on two threads.
fn zeros(slots: usize, len: usize, cancel: &Cancel) -> Result<Vec<Vec<u8>>> {
    let slice = || {
        let mut slice = Vec::new();
        slice.try_reserve_exact(len).map_err(|_| Error::NoMemory { bytes: len, parts: slots })?;
        while slice.len() < len {
            cancel.check()?;
            slice.resize(len.min(slice.len() + PIECE), 0);
        }
        Ok(slice)
    };
    (0..slots).map(|_| slice()).collect()
}

/// A level and the work to do for the next, where one plane holds both: the slices of colour `into` are the next.
/// In a lean search the plane has no bits, and everything seen is the level.
pub(crate) fn split_by_colour<'a>(
    space: &Space,
    layout: Layout,
    into: usize,
    plane: &'a mut Plane,
    seen: &'a mut Seen,
) -> (View<'a>, Vec<Task<'a>>) {
    let mut view = View { bits: vec![], live: vec![] };
    let mut tasks = Tasks::new(space, layout);
    let [low, high] = &mut seen.moves.0;
    let slices = seen.bits.iter_mut().zip(&mut seen.full).zip(low.iter_mut().zip(high));
    for (slot, (((seen, full), (low, high)), (next, live))) in
        slices.zip(plane.bits.iter_mut().zip(&mut plane.live)).enumerate()
    {
        if space.colour(slot) == into {
            tasks.add(slot, [seen, full, live, next, low, high]);
            view.bits.push(&[]);
            view.live.push(&[]);
        } else {
            view.bits.push(if next.is_empty() { seen } else { next });
            view.live.push(live);
        }
    }
    (view, tasks.list())
}

/// The work to do for the next level in a plane of its own.
pub(crate) fn split_all<'a>(
    space: &Space,
    layout: Layout,
    next: &'a mut Plane,
    seen: &'a mut Seen,
) -> Vec<Task<'a>> {
    let mut tasks = Tasks::new(space, layout);
    let [low, high] = &mut seen.moves.0;
    let slices = seen.bits.iter_mut().zip(&mut seen.full).zip(low.iter_mut().zip(high));
    for (slot, (((seen, full), (low, high)), (next, live))) in
        slices.zip(next.bits.iter_mut().zip(&mut next.live)).enumerate()
    {
        tasks.add(slot, [seen, full, live, next, low, high]);
    }
    tasks.list()
}

/// Slices cut into chunks. Those of one row of the board that hold the same sets go together.
struct Tasks<'s, 'a> {
    space: &'s Space,
    layout: Layout,
    rows: Vec<Vec<Task<'a>>>,
}

impl<'s, 'a> Tasks<'s, 'a> {
    fn new(space: &'s Space, layout: Layout) -> Tasks<'s, 'a> {
        Tasks { space, layout, rows: (0..space.grid().rows).map(|_| vec![]).collect() }
    }

    fn add(&mut self, slot: usize, slice: [&'a mut Vec<u8>; 6]) {
        let Layout { row, per_set, sets, ranks, .. } = self.layout;
        let tasks = &mut self.rows[self.space.grid().row(self.space.cells()[slot])];
        let [seen, full, live, next, low, high] = slice;
        let flags = sets * per_set;
        let mut next = next.chunks_mut(flags * row * ranks);
        let mut bytes = [seen, low, high].map(|slice| slice.chunks_mut(flags * row));
        for (i, (full, live)) in full.chunks_mut(flags).zip(live.chunks_mut(flags)).enumerate() {
            let [seen, low, high] = bytes.each_mut().map(|chunks| chunks.next().unwrap_or_default());
            let next = next.next().unwrap_or_default();
            if tasks.len() <= i {
                tasks.push(vec![]);
            }
            tasks[i].push(Chunk { slot, first_set: i * sets, seen, full, live, next, moves: [low, high] });
        }
    }

    fn list(self) -> Vec<Task<'a>> {
        self.rows.into_iter().flatten().collect()
    }
}
