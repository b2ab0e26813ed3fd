//! The combined solver of [`crate::staged`] for any goal, wherever the blank is at home.

use crate::puzzle::board::Board;
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::Result;
use crate::puzzle::path::{Path, Stage};
use crate::staged;

/// The combined solver for any goal. The stages need the blank's home in a corner. If it is elsewhere, the
/// board is solved with the blank in the nearest corner, and then `detour` takes the blank home.
pub(crate) struct StagedPlan {
    frame: Canonical,
    /// Codes of the moves of the blank from the corner to its home.
    detour: Vec<u8>,
    /// By cell of the goal: the standard tile at home there.
    tiles: [u8; staged::CELLS],
    is_plain: bool,
}

impl StagedPlan {
    /// For a goal of 4×4. Makes the tables if they are not there yet.
    pub(crate) fn new(goal: &Board) -> Result<StagedPlan> {
        staged::tables()?;
        let grid = goal.grid();
        let last = grid.cells() - 1;
        let corners = [last, last + 1 - grid.cols, grid.cols - 1, 0];
        let nearest = corners.into_iter().min_by_key(|&corner| grid.distance(corner, goal.blank()));
        let corner = nearest.expect("a board has corners");
        let corner_goal = goal.apply(grid.path(goal.blank(), corner)).expect("a path on the board");
        let back = grid.path(goal.blank(), corner).rev();
        let detour = back.map(|step| step.reverse().code()).collect();
        let frame = Canonical::new(&corner_goal);
        let homes = goal.homes(&corner_goal).expect("the same tiles");
        let tiles = std::array::from_fn(|cell| frame.tile_of(homes[cell] as usize));
        Ok(StagedPlan { frame, detour, tiles, is_plain: goal.blank() == last })
    }

    /// How many bytes the tables of the stages take.
    pub(crate) fn bytes() -> u64 {
        staged::TABLE_BYTES
    }

    /// Whether moves of the standard board are moves of the original, with nothing to add.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// The cell and the number that the tile in `cell` with this home has on the standard board.
    #[inline]
    pub(crate) fn standard(&self, cell: usize, home: usize) -> (usize, u8) {
        (self.frame.cell(cell), self.tiles[home])
    }

    /// Solves a solvable board with these homes in the goal.
    pub(crate) fn solve(&self, homes: &[u32]) -> Path {
        let mut path = Path::default();
        if (0..).zip(homes).all(|(cell, &home)| cell == home) {
            return path;
        }
        let mut tiles = [0; staged::CELLS];
        for (cell, &home) in homes.iter().enumerate() {
            let (place, tile) = self.standard(cell, home as usize);
            tiles[place] = tile;
        }
        // If there is no solution the path stays empty, and the caller's replay fails.
        if let Some(staged) = staged::solve(&tiles) {
            let kept = self.finish(staged.moves(), &mut path.moves);
            let [one, two, three, _] = staged.stages(kept).map(usize::from);
            let lengths = [one, two - one, three - two];
            let stages = stage_names(staged.column_first).into_iter().zip(lengths);
            path.stages = stages.map(|(name, moves)| Stage { name, moves }).collect();
            if path.moves.len() > kept {
                path.stages.push(Stage { name: "detour", moves: path.moves.len() - kept });
            }
        }
        path
    }

    /// Writes the moves of the original board: those of the stages, translated back, then the detour, without
    /// the moves that the one makes and the other undoes. Returns how many of the stages' moves are kept.
    pub(crate) fn finish(&self, staged: &[u8], out: &mut Vec<u8>) -> usize {
        let undone = staged
            .iter()
            .rev()
            .zip(&self.detour)
            .take_while(|&(&last, &first)| {
                let mut code = [last];
                self.frame.restore(&mut code);
                code[0] ^ 1 == first
            })
            .count();
        let kept = staged.len() - undone;
        let begin = out.len();
        out.extend_from_slice(&staged[..kept]);
        self.frame.restore(&mut out[begin..]);
        out.extend_from_slice(&self.detour[undone..]);
        kept
    }
}

/// What the stages are called.
fn stage_names(column_first: bool) -> [&'static str; 3] {
    if column_first { ["column", "row", "3x3"] } else { ["row", "column", "3x3"] }
}
