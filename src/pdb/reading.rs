//! How a lookup reads a board: which cells the tiles of each pattern take, and in which order they stand there.

use crate::pdb::database::Database;
use crate::pdb::key::Key;
use crate::runtime::processor::Modern;
use std::sync::Arc;

/// Stands for the pattern of the blank.
const NO_PATTERN: u8 = u8::MAX;

/// How a lookup reads a board.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "all cells at once are for x86-64"))]
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

    /// Reads a board, as far as it concerns this lookup; on a modern processor all cells at once.
    #[inline(always)]
    pub(super) fn read<K: Key, const P: usize>(
        &self,
        key: K,
        modern: Option<Modern>,
        found: &mut Arrangement<P>,
    ) {
        match modern.and_then(|_| key.nibbles()) {
            // SAFETY: a modern processor has all that the function is compiled for.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Some(nibbles) => unsafe { at_once::read(nibbles, self, found) },
            _ => self.read_one_by_one(key, found),
        }
    }

    /// The same, cell by cell.
    #[inline(always)]
    fn read_one_by_one<K: Key, const P: usize>(&self, key: K, found: &mut Arrangement<P>) {
        let mut places = [0; P];
        for (seen, &cell) in self.cells.iter().enumerate() {
            let tile = usize::from(key.tile(cell)) % 32;
            // The blank is in no pattern.
            let part = usize::from(self.parts[tile]);
            if let Some(place) = places.get_mut(part) {
                found.cells[part] |= 1 << seen;
                found.orders[part] |= u32::from(self.numbers[tile]) << (*place % 32);
                *place += 3;
            }
        }
    }
}

/// By pattern: the cells that its tiles take, as bits, and the order in which they stand there.
pub(super) struct Arrangement<const P: usize> {
    pub(super) cells: [u32; P],
    pub(super) orders: [u32; P],
}

impl<const P: usize> Arrangement<P> {
    /// Of patterns that have not been read yet.
    pub(super) const NONE: Arrangement<P> = Arrangement { cells: [0; P], orders: [0; P] };
}

#[cfg(target_arch = "x86_64")]
mod at_once {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::Stream;
    use crate::pdb::heuristic::Heuristic;
    use crate::pdb::registry::{TableChoice, heuristic};
    use crate::puzzle::grid::Grid;
    use crate::runtime::cancel::Cancel;
    use crate::runtime::processor;

    /// Random boards are read as a search does that begins with them, which asks where each tile is.
    fn check<K: Key, const P: usize>(heuristic: &Heuristic, stream: &mut Stream) {
        let view = heuristic.view::<P>();
        let mut tiles: Vec<u8> = (0..heuristic.grid().cells() as u8).collect();
        for _ in 0..300 {
            for place in 0..tiles.len() {
                tiles.swap(place, stream.below(place as u32 + 1) as usize);
            }
            let known = heuristic.start::<K, P>(&tiles).unwrap();
            for modern in [None, processor::modern()] {
                let mut found = Arrangement::<P>::NONE;
                view.readings.iter().for_each(|reading| reading.read(known.key, modern, &mut found));
                assert_eq!((found.cells, found.orders), (known.cells, known.orders), "{tiles:?}, {modern:?}");
            }
        }
    }

    #[test]
    fn a_board_is_read_alike_cell_by_cell_at_once_and_tile_by_tile() {
        let mut stream = Stream::new(2, 0);
        for (rows, cols) in [(3, 3), (5, 3), (4, 4), (2, 8)] {
            let grid = Grid::new(rows, cols);
            for home in [0, grid.cells() - 1] {
                let (known, _) = heuristic(grid, home, TableChoice::Small, &Cancel::new()).unwrap();
                check::<u64, 6>(&known.heuristic, &mut stream);
                check::<u128, 10>(&known.heuristic, &mut stream);
            }
        }
    }
}
