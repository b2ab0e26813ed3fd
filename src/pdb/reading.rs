//! How a lookup reads a board: which cells the tiles of each pattern take, and in which order they stand there.

use crate::pdb::database::Database;
use crate::pdb::key::Key;
use crate::pdb::node::LOOKUPS;
use std::sync::Arc;

/// Stands for the pattern of the blank.
const NO_PATTERN: u8 = u8::MAX;

/// How a lookup reads a board.
pub(super) struct Reading {
    /// By cell as the databases see it: the cell of the board.
    cells: Vec<u8>,
    /// By cell of the board: the cell as the databases see it.
    pub(super) seen: Vec<u8>,
    /// By tile: its pattern, among those of both lookups. The blank is in none.
    parts: [u8; 32],
    /// By tile: its number in the pattern.
    numbers: [u8; 32],
    /// Which patterns are its own.
    first: usize,
    end: usize,
    /// The first three, of 16 cells and tiles. What is not on the board reads as the blank.
    short: [[u8; 16]; 3],
}

impl Reading {
    /// That of a lookup which sees each cell of the board in one of `seen`, with these homes of the tiles, and whose
    /// patterns begin with number `first`.
    pub(super) fn new(seen: &[usize], homes: &[usize], first: usize, parts: &[Arc<Database>]) -> Reading {
        let mut reading = Reading {
            cells: vec![0; seen.len()],
            seen: seen.iter().map(|&cell| cell as u8).collect(),
            parts: [NO_PATTERN; 32],
            numbers: [0; 32],
            first,
            end: first + parts.len(),
            short: [[0; 16]; 3],
        };
        for (cell, &seen) in (0..).zip(seen) {
            reading.cells[seen] = cell;
        }
        for (part, table) in (first as u8..).zip(parts) {
            for (number, &home) in table.homes().iter().enumerate() {
                let tile = homes.iter().position(|&cell| seen[cell] == home);
                let tile = tile.expect("every home has a tile");
                (reading.parts[tile], reading.numbers[tile]) = (part, number as u8);
            }
        }
        const OFF_THE_BOARD: u8 = 0x80;
        let cells = |cell| reading.cells.get(cell).copied().unwrap_or(OFF_THE_BOARD);
        reading.short = [
            std::array::from_fn(cells),
            std::array::from_fn(|tile| reading.parts[tile]),
            std::array::from_fn(|tile| reading.numbers[tile]),
        ];
        reading
    }
}

/// By pattern: the cells that its tiles take, as bits, and the order in which they stand there.
pub(super) struct Arrangement<const P: usize> {
    pub(super) cells: [u32; P],
    pub(super) orders: [u32; P],
}

/// Reads a board; on a modern processor ([`crate::runtime::processor`]) all cells at once.
#[inline(always)]
pub(super) fn read<K: Key, const P: usize, const MODERN: bool>(
    key: K,
    readings: &[Reading; LOOKUPS],
) -> Arrangement<P> {
    let mut found = Arrangement { cells: [0; P], orders: [0; P] };
    #[cfg(target_arch = "x86_64")]
    if MODERN && let Some(nibbles) = key.nibbles() {
        for reading in readings {
            // SAFETY: the processor was asked, and has all that `modern` is compiled for.
            #[allow(unsafe_code)]
            unsafe {
                modern::read(nibbles, reading, &mut found)
            };
        }
        return found;
    }
    for reading in readings {
        read_one_by_one(key, reading, &mut found);
    }
    found
}

/// The same, cell by cell.
#[inline(always)]
fn read_one_by_one<K: Key, const P: usize>(key: K, reading: &Reading, found: &mut Arrangement<P>) {
    let mut places = [0; P];
    for (seen, &cell) in reading.cells.iter().enumerate() {
        let tile = usize::from(key.tile(cell)) % 32;
        // The blank is in no pattern.
        let part = usize::from(reading.parts[tile]);
        if let Some(place) = places.get_mut(part) {
            found.cells[part] |= 1 << seen;
            found.orders[part] |= u32::from(reading.numbers[tile]) << (*place % 32);
            *place += 3;
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod modern {
    use super::{Arrangement, Reading};
    use std::arch::x86_64::*;

    /// The first bit of each of 16 fields of three.
    const FIRST_OF_THREE: u64 = 0o1_111_111_111_111_111;

    /// A byte for each of 16 cells, tiles or numbers.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn bytes(all: &[u8; 16]) -> __m128i {
        let [low, high] = [0, 8].map(|at| i64::from_le_bytes(std::array::from_fn(|i| all[at + i])));
        _mm_set_epi64x(high, low)
    }

    /// Reads a board of up to 16 tiles, four bits each.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn read<const P: usize>(nibbles: u64, reading: &Reading, found: &mut Arrangement<P>) {
        const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let [cells, parts, numbers] = &reading.short;
        let [low, high] = [nibbles & 0xffff_ffff, nibbles >> 32].map(|half| _pdep_u64(half, NIBBLES) as i64);
        let tiles = _mm_shuffle_epi8(_mm_set_epi64x(high, low), bytes(cells));
        let parts = _mm_shuffle_epi8(bytes(parts), tiles);
        let numbers = _mm_shuffle_epi8(bytes(numbers), tiles);
        // Three bits a cell.
        let low = _pext_u64(_mm_cvtsi128_si64(numbers) as u64, 0x0707_0707_0707_0707);
        let high = _pext_u64(_mm_extract_epi64::<1>(numbers) as u64, 0x0707_0707_0707_0707);
        let numbers = low | high << 24;
        for part in reading.first..reading.end.min(P) {
            let cells = _mm_movemask_epi8(_mm_cmpeq_epi8(parts, _mm_set1_epi8(part as i8))) as u32;
            found.cells[part] = cells;
            found.orders[part] = _pext_u64(numbers, 7 * _pdep_u64(cells.into(), FIRST_OF_THREE)) as u32;
        }
    }
}
