//! Replays moves on a board, a piece at a time: a large board has a gigabyte of them, and nobody waits for that to stop.

use crate::puzzle::board::Board;
use crate::puzzle::error::Result;
use crate::puzzle::grid::Move;
use crate::runtime::cancel::Cancel;

/// Moves made or replayed between two looks at a request to stop: a few milliseconds.
pub(crate) const PIECE: usize = 1 << 18;

/// The board that moves, given by their codes, lead to.
pub fn replay(start: &Board, codes: &[u8], cancel: &Cancel) -> Result<Board> {
    let mut board = start.clone();
    for piece in codes.chunks(PIECE) {
        cancel.check()?;
        board.make(piece.iter().map(|&code| Move::from_code(code)))?;
    }
    Ok(board)
}
