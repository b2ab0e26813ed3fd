//! Boards of a scramble one after another, for sets of boards with answers.

use crate::generate::random::{BLOCK, Stream};
use crate::generate::scramble::Scrambler;
use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;
use crate::solver::batch::on_threads;
use std::sync::Mutex;

/// Bytes of a tile that is handed over.
pub const TILE: usize = size_of::<u32>();

/// Scrambled boards one after another, from the beginning of block `first` on, as many as there is room for; four
/// bytes a tile. Board `i` is number `i % BLOCK` of the stream of block `i / BLOCK`, as in [`crate::generate::random`].
pub fn fill(
    scrambler: &Scrambler,
    seed: u64,
    first: u64,
    out: &mut [u8],
    threads: usize,
    cancel: &Cancel,
) -> Result<()> {
    let cells = scrambler.cells();
    let piece = BLOCK * cells * TILE;
    let threads = threads.min(out.len().div_ceil(piece));
    let blocks = Mutex::new(out.chunks_mut(piece).enumerate());
    let work = || {
        let mut tiles = vec![0; cells];
        loop {
            let block = blocks.lock().expect("no thread panics").next();
            let Some((number, boards)) = block else { return };
            let mut stream = Stream::new(seed, first.wrapping_add(number as u64));
            for board in boards.chunks_exact_mut(cells * TILE) {
                // It fails only where someone asked to stop.
                if scrambler.fill(&mut stream, &mut tiles, cancel).is_err() {
                    return;
                }
                write(&tiles, board);
            }
        }
    };
    on_threads(threads, work);
    cancel.check()
}

/// Writes tiles as bytes.
pub fn write(tiles: &[u32], out: &mut [u8]) {
    for (bytes, tile) in out.as_chunks_mut().0.iter_mut().zip(tiles) {
        *bytes = tile.to_ne_bytes();
    }
}
