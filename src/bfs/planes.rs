//! What a search keeps in memory: one bit a state for what has been visited, one for the levels, and how both
//! are cut into pieces of work.
//!
//! The cells of a board are coloured like a chessboard, and every single-tile move takes the blank to the
//! other colour. So if all sources are of one colour, a level lies in the slices of one colour and the next
//! level in the others: one *plane* of bits holds both. Otherwise there are two planes.

use crate::bfs::level::{ChunkGroup, LevelView, SliceChunk};
use crate::bfs::search::{Search, row_bytes};
use crate::index::bit_rows;
use crate::index::space::{Address, Slot, Space};
use crate::index::two_bit::TwoBitArray;
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::allocate;
use crate::runtime::cancel::Cancel;
use crate::runtime::freeing::LargeParts;

/// The states of a level: by slot, their bits and which rows are live.
pub(crate) struct Plane {
    pub(crate) bits: LargeParts<u8>,
    pub(crate) live: LargeParts<u8>,
}

/// Everything that has been visited: by slot, the bits, which rows are full, and the moves that lead back.
pub(crate) struct VisitedStates {
    pub(crate) bits: LargeParts<u8>,
    pub(crate) full: LargeParts<u8>,
    pub(crate) moves: TwoBitSlices,
}

/// A number from 0 to 3 for every state: by slot, the low bits and the high bits.
pub(crate) struct TwoBitSlices([LargeParts<u8>; 2]);

/// How a slice is laid out.
#[derive(Clone, Copy)]
pub(crate) struct SliceLayout {
    /// Bytes of a row.
    pub(crate) row_bytes: usize,
    /// Rows of a set of places.
    per_set: usize,
    /// Rows of a slice.
    pub(crate) rows: usize,
    /// Sets of a chunk.
    chunk_sets: usize,
    /// Ranks of sources; in a level, each has its own rows.
    pub(crate) ranks: usize,
}

/// About how many bytes of a slice a thread takes at a time: few enough that the rows which its chunks share
/// stay in the cache.
const CHUNK: usize = 32 << 10;

/// How many bytes are cleared, written or read between two checks for cancellation: a few milliseconds'
/// worth.
pub(crate) const BYTES_PER_CHECK: usize = 1 << 20;

impl SliceLayout {
    pub(crate) fn new(space: &Space, ranks: usize) -> SliceLayout {
        let (row_bytes, per_set) = (row_bytes(space), space.rows_per_set());
        let chunk_sets = (CHUNK / (row_bytes * per_set)).max(1);
        SliceLayout { row_bytes, per_set, rows: space.slice_rows(), chunk_sets, ranks }
    }

    /// How many bytes the lists of all chunks take.
    pub(crate) fn list_bytes(self, space: &Space) -> u64 {
        let chunks = self.rows.div_ceil(self.chunk_sets * self.per_set);
        let groups = space.grid().rows * size_of::<ChunkGroup<'_>>();
        (chunks * (groups + space.slots() * size_of::<SliceChunk<'_>>())) as u64
    }
}

impl Plane {
    /// An empty plane, with so many rows by slot. Without bits, it only says which rows are live.
    pub(crate) fn new(
        rows: &[usize],
        layout: SliceLayout,
        with_bits: bool,
        cancel: &Cancel,
    ) -> Result<Plane> {
        let row = if with_bits { layout.ranks * layout.row_bytes } else { 0 };
        Ok(Plane { bits: zeros(rows, row, cancel)?, live: zeros(rows, 1, cancel)? })
    }

    /// Adds a state.
    pub(crate) fn insert(&mut self, at: Address, rank: usize, layout: SliceLayout) {
        let Address { slot, row, bit } = at;
        let live = &mut self.live[slot.index()][row];
        if !self.bits[slot.index()].is_empty() {
            let begin = (row * layout.ranks + rank) * layout.row_bytes;
            let bits = &mut self.bits[slot.index()][begin..][..layout.row_bytes];
            if *live >> rank & 1 == 0 {
                bits.fill(0);
            }
            bits[bit / 8] |= 1 << (bit % 8);
        }
        *live |= 1 << rank;
    }

    /// Takes everything visited as the level: what was visited before leads to nothing new.
    pub(crate) fn fill_from(
        &mut self,
        visited: &VisitedStates,
        layout: SliceLayout,
        cancel: &Cancel,
    ) -> Result<()> {
        for (slot, slice) in visited.bits.iter().enumerate() {
            cancel.check()?;
            if !self.bits[slot].is_empty() {
                self.bits[slot].copy_from_slice(slice);
            }
            for (live, row) in self.live[slot].iter_mut().zip(slice.chunks_exact(layout.row_bytes)) {
                *live = row.iter().any(|&byte| byte != 0).into();
            }
        }
        Ok(())
    }

    /// The indices of the states in some of its slots.
    pub(crate) fn list(
        &self,
        search: &Search<'_>,
        wanted: impl Fn(Slot) -> bool,
        layout: SliceLayout,
    ) -> Vec<u64> {
        let Search { space, reflection, .. } = *search;
        let mut states = vec![];
        for (slot, slice) in (0..).map(Slot).zip(self.bits.iter()).filter(|&(slot, _)| wanted(slot)) {
            for (i, bits) in slice.chunks_exact(layout.row_bytes).enumerate() {
                let (row, rank) = (i / layout.ranks, i % layout.ranks);
                if self.live[slot.index()][row] >> rank & 1 == 1 {
                    let row = reflection.map_or(row, |reflection| reflection.row(space, slot, row));
                    bit_rows::each_bit(bits, |bit| states.push(space.index_at(Address { slot, row, bit })));
                }
            }
        }
        states
    }

    /// Writes a number from 0 to 3 for every state in it, where there is none yet.
    pub(crate) fn write(
        &self,
        value: u8,
        entries: &mut TwoBitSlices,
        layout: SliceLayout,
        cancel: &Cancel,
    ) -> Result<()> {
        for (_, plane) in entries.0.iter_mut().enumerate().filter(|(bit, _)| value >> bit & 1 == 1) {
            for ((bits, live), entries) in self.bits.iter().zip(self.live.iter()).zip(plane.iter_mut()) {
                cancel.check()?;
                let rows =
                    bits.chunks_exact(layout.row_bytes).zip(entries.chunks_exact_mut(layout.row_bytes));
                for ((bits, entries), _) in rows.zip(live).filter(|&(_, &live)| live != 0) {
                    bit_rows::join(bits, entries);
                }
            }
        }
        Ok(())
    }

    /// All of it, as the level that is expanded.
    pub(crate) fn view(&self) -> LevelView<'_> {
        LevelView {
            bits: self.bits.iter().map(Vec::as_slice).collect(),
            live: self.live.iter().map(Vec::as_slice).collect(),
        }
    }
}

impl VisitedStates {
    /// Nothing has been visited of so many rows by slot.
    pub(crate) fn new(
        rows: &[usize],
        layout: SliceLayout,
        with_moves: bool,
        cancel: &Cancel,
    ) -> Result<VisitedStates> {
        let row = layout.row_bytes;
        let moves = if with_moves { row } else { 0 };
        Ok(VisitedStates {
            bits: zeros(rows, row, cancel)?,
            full: zeros(rows, 1, cancel)?,
            moves: TwoBitSlices([zeros(rows, moves, cancel)?, zeros(rows, moves, cancel)?]),
        })
    }

    /// Adds a state, and says whether it is new.
    pub(crate) fn insert(&mut self, Address { slot, row, bit }: Address, layout: SliceLayout) -> bool {
        let byte = &mut self.bits[slot.index()][row * layout.row_bytes + bit / 8];
        let new = *byte >> (bit % 8) & 1 == 0;
        *byte |= 1 << (bit % 8);
        new
    }

    /// Whether a state has been visited.
    pub(crate) fn contains(&self, Address { slot, row, bit }: Address, layout: SliceLayout) -> bool {
        self.bits[slot.index()][row * layout.row_bytes + bit / 8] >> (bit % 8) & 1 == 1
    }
}

impl TwoBitSlices {
    /// Zero for every state.
    pub(crate) fn new(space: &Space, cancel: &Cancel) -> Result<TwoBitSlices> {
        let rows = vec![space.slice_rows(); space.slots()];
        let plane = || zeros(&rows, row_bytes(space), cancel);
        Ok(TwoBitSlices([plane()?, plane()?]))
    }

    /// Packed by the index of the space.
    pub(crate) fn packed(&self, space: &Space, cancel: &Cancel) -> Result<TwoBitArray> {
        let (row, bits) = (row_bytes(space), space.row_bits());
        let mut entries = TwoBitArray::new(space.states() as usize)?;
        let (mut begin, mut bytes) = (0, 0);
        for (low, high) in self.0[0].iter().zip(self.0[1].iter()) {
            for (low, high) in low.chunks_exact(row).zip(high.chunks_exact(row)) {
                if bytes >= BYTES_PER_CHECK {
                    cancel.check()?;
                    bytes = 0;
                }
                fill_row(&mut entries, begin, [low, high], bits);
                begin += bits;
                bytes += row;
            }
        }
        Ok(entries)
    }
}

/// Writes the entries of a row of `bits` states, from entry `begin` on: their low bits and their high bits.
fn fill_row(entries: &mut TwoBitArray, begin: usize, [low, high]: [&[u8]; 2], bits: usize) {
    for (i, (low, high)) in low.chunks(4).zip(high.chunks(4)).enumerate() {
        let [low, high] =
            [low, high].map(|bytes| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u32::from(byte)));
        if 32 * i < bits {
            entries.fill(begin + 32 * i, low, high);
        }
    }
}

/// Slices of zeros, of so many rows by slot and so many bytes a row, written byte by byte. Memory that is read before it is written to costs two page faults,
/// and the second one stops all threads for a moment: a quarter of the time of a search on two threads.
fn zeros(rows: &[usize], row: usize, cancel: &Cancel) -> Result<LargeParts<u8>> {
    let mut slices = LargeParts::from(vec![vec![]; rows.len()]);
    for (slice, rows) in slices.iter_mut().zip(rows) {
        let len = rows * row;
        *slice = allocate::with_room(len, Purpose::Search)?;
        while slice.len() < len {
            cancel.check()?;
            slice.resize(len.min(slice.len() + BYTES_PER_CHECK), 0);
        }
    }
    Ok(slices)
}

/// One slice of everything that a search keeps, to be written to.
struct SliceMut<'a> {
    slot: Slot,
    visited: &'a mut Vec<u8>,
    full: &'a mut Vec<u8>,
    live: &'a mut Vec<u8>,
    next: &'a mut Vec<u8>,
    moves: [&'a mut Vec<u8>; 2],
}

/// All slices of a plane and of what has been visited.
fn slices_mut<'a>(
    plane: &'a mut Plane,
    visited: &'a mut VisitedStates,
) -> impl Iterator<Item = SliceMut<'a>> {
    let (mut full, mut live, mut next) =
        (visited.full.iter_mut(), plane.live.iter_mut(), plane.bits.iter_mut());
    let [mut low, mut high] = visited.moves.0.each_mut().map(|slices| slices.iter_mut());
    (0..).map(Slot).zip(visited.bits.iter_mut()).filter_map(move |(slot, visited)| {
        Some(SliceMut {
            slot,
            visited,
            full: full.next()?,
            live: live.next()?,
            next: next.next()?,
            moves: [low.next()?, high.next()?],
        })
    })
}

/// A level and the work to do for the next, where one plane holds both: the slices of colour `into` are the
/// next. In a lean search the plane has no bits, and everything visited is the level.
pub(crate) fn split_by_colour<'a>(
    space: &Space,
    layout: SliceLayout,
    into: usize,
    plane: &'a mut Plane,
    visited: &'a mut VisitedStates,
) -> (LevelView<'a>, Vec<ChunkGroup<'a>>) {
    let mut view = LevelView { bits: vec![], live: vec![] };
    let mut groups = ChunkGroups::new(space, layout);
    for slice in slices_mut(plane, visited) {
        if space.colour(slice.slot) == into {
            groups.add(slice);
            view.bits.push(&[]);
            view.live.push(&[]);
        } else {
            view.bits.push(if slice.next.is_empty() { slice.visited } else { slice.next });
            view.live.push(slice.live);
        }
    }
    (view, groups.list())
}

/// The work to do for the next level in a plane of its own.
pub(crate) fn split_all<'a>(
    space: &Space,
    layout: SliceLayout,
    next: &'a mut Plane,
    visited: &'a mut VisitedStates,
) -> Vec<ChunkGroup<'a>> {
    let mut groups = ChunkGroups::new(space, layout);
    slices_mut(next, visited).for_each(|slice| groups.add(slice));
    groups.list()
}

/// Slices cut into chunks. Those of one row of the board that hold the same sets form a group.
struct ChunkGroups<'s, 'a> {
    space: &'s Space,
    layout: SliceLayout,
    /// By row of the board and number of the chunk.
    rows: Vec<Vec<ChunkGroup<'a>>>,
}

impl<'s, 'a> ChunkGroups<'s, 'a> {
    fn new(space: &'s Space, layout: SliceLayout) -> ChunkGroups<'s, 'a> {
        ChunkGroups { space, layout, rows: (0..space.grid().rows).map(|_| vec![]).collect() }
    }

    fn add(&mut self, slice: SliceMut<'a>) {
        let SliceLayout { row_bytes, per_set, chunk_sets, ranks, .. } = self.layout;
        let groups = &mut self.rows[self.space.grid().row(self.space.cell(slice.slot))];
        let rows = chunk_sets * per_set;
        let mut visited = slice.visited.chunks_mut(rows * row_bytes);
        let mut live = slice.live.chunks_mut(rows);
        let mut next = slice.next.chunks_mut(rows * row_bytes * ranks);
        let mut moves = slice.moves.map(|plane| plane.chunks_mut(rows * row_bytes));
        for (i, full) in slice.full.chunks_mut(rows).enumerate() {
            if groups.len() <= i {
                groups.push(vec![]);
            }
            // What the search does not keep has no chunks: no moves, or no bits of a level.
            groups[i].push(SliceChunk {
                slot: slice.slot,
                first_set: i * chunk_sets,
                visited: visited.next().unwrap_or_default(),
                full,
                live: live.next().unwrap_or_default(),
                next: next.next().unwrap_or_default(),
                moves: moves.each_mut().map(|chunks| chunks.next().unwrap_or_default()),
            });
        }
    }

    fn list(self) -> Vec<ChunkGroup<'a>> {
        self.rows.into_iter().flatten().collect()
    }
}
