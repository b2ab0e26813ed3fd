//! Replays moves on a board, a piece at a time, so that a replay can be cancelled: the solution of a large
//! board may have a gigabyte of moves.

use crate::puzzle::board::Board;
use crate::puzzle::error::Result;
use crate::puzzle::grid::Move;
use crate::runtime::cancel::Cancel;

/// How many moves are made or replayed between two checks for cancellation: a few milliseconds' worth.
pub(crate) const PIECE: usize = 1 << 18;

/// The board to which these moves, given by their codes, lead.
pub fn replay(start: &Board, codes: &[u8], cancel: &Cancel) -> Result<Board> {
    let mut board = start.clone();
    for piece in codes.chunks(PIECE) {
        cancel.check()?;
        board.make(piece.iter().map(|&code| Move::from_code(code)))?;
    }
    Ok(board)
}
