//! The combined solver of [`crate::staged`] for any goal, wherever the blank is at home.

use crate::puzzle::board::{Board, TileCells};
use crate::puzzle::canonical::Canonical;
use crate::puzzle::error::Result;
use crate::puzzle::path::{Path, Stage};
use crate::staged::{self, Staged};

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

    /// Itself, if moves of the standard board are moves of the original, with nothing to add.
    pub(crate) fn plain(&self) -> Option<&StagedPlan> {
        self.is_plain.then_some(self)
    }

    /// The cell and the number that the tile in `cell` with this home has on the standard board.
    #[inline]
    pub(crate) fn standard(&self, cell: usize, home: usize) -> (usize, u8) {
        (self.frame.cell(cell), self.tiles[home])
    }

    /// The standard board of these tiles, if every tile of the goal is there once; `places` has those.
    #[inline]
    pub(crate) fn standard_board(
        &self,
        places: &TileCells,
        tiles: impl Iterator<Item = u32>,
    ) -> Option<[u8; staged::CELLS]> {
        let mut standard = [0; staged::CELLS];
        let mut met = 0u32;
        for (cell, tile) in tiles.enumerate().take(staged::CELLS) {
            let home = places.get(tile)?;
            met |= 1 << home;
            let (place, tile) = self.standard(cell, home as usize);
            standard[place] = tile;
        }
        (met == 0xffff).then_some(standard)
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
            path.stages = staged.named_stages(kept).to_vec();
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

impl Staged {
    /// The three stages by name, if only the first `kept` moves are used.
    pub(crate) fn named_stages(&self, kept: usize) -> [Stage; 3] {
        let [one, two, three, _] = self.stages(kept).map(usize::from);
        let [first, second] = if self.column_first { ["column", "row"] } else { ["row", "column"] };
        [(first, one), (second, two - one), ("3x3", three - two)].map(|(name, moves)| Stage { name, moves })
    }
}
