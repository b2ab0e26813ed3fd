//! The search of Karlemo and Östergård as their paper describes it, to stand beside ours.
//!
//! # Representation
//! - The *main table* has one bit for each of the n!/2 boards, at the index I = 3a + b of
//!   [`crate::index::paper_index`]: whether the board has been visited.
//! - Two lists hold the boards of this level and of the next. Each is written once and read once, from front to
//!   back, so they consist of blocks, and a block is used again as soon as it has been read.
//! - With each board its list has the move that led to it. The inverse of that move leads back to the level before,
//!   and is not tried.
//!
//! # Cost
//! O(n) for the index of a board, at most 3n!/2 times, and a random access to the main table each time. Memory is
//! n!/16 bytes for the main table and eight bytes a board for the lists. How many boards a level has is known only
//! when it is there; so a search is refused beforehand if the main table alone is too large, and otherwise as
//! soon as its lists need more than it may use.

use crate::bfs::layers::{Layers, LevelSize};
use crate::bfs::search::MAX_LISTED;
use crate::index::paper_index;
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::{Grid, Move};
use crate::runtime::allocate;
use crate::runtime::cancel::Cancel;
use crate::runtime::freeing::{Large, drop_elsewhere};
use crate::runtime::memory::require_within;
use std::collections::VecDeque;

/// The largest board: four bits a cell, the blank's cell and the last move fit 64 bits.
pub(crate) const MAX_CELLS: usize = 14;

/// Boards of a block: half a megabyte, and a few milliseconds' work.
const BLOCK: usize = 1 << 16;

/// What the search finds.
pub(crate) struct Listed {
    /// How many boards are at each depth.
    pub(crate) layers: Layers,
    /// The tiles of the deepest boards, 0 for the blank; nothing if there are more than ten thousand.
    pub(crate) deepest: Option<Vec<Vec<usize>>>,
    /// The bytes of the main table and of the lists at their longest.
    pub(crate) bytes: u64,
}

/// A board with the move that led to it: four bits a cell from the lowest on, then four for the blank's cell and
/// three for the code of the move. Tiles count from 0 in the order of their homes, and the blank is the last of
/// all, as in the paper.
#[derive(Clone, Copy)]
struct Entry(u64);

/// In place of a code: no move led to the goal.
const NO_MOVE: u8 = 4;

impl Entry {
    const BLANK: u32 = 56;
    const MOVE: u32 = 60;

    /// The goal, with the tiles in order and the blank in this cell.
    fn goal(cells: usize, blank: usize) -> Entry {
        let mut tiles: Vec<usize> = (0..cells - 1).collect();
        tiles.insert(blank, cells - 1);
        let board = tiles.iter().rev().fold(0, |board, &tile| board << 4 | tile as u64);
        Entry(board | (blank as u64) << Entry::BLANK | u64::from(NO_MOVE) << Entry::MOVE)
    }

    fn blank(self) -> usize {
        (self.0 >> Entry::BLANK) as usize & 15
    }

    fn last_move(self) -> u8 {
        (self.0 >> Entry::MOVE) as u8
    }

    fn tile(self, cell: usize) -> u64 {
        self.0 >> (4 * cell) & 15
    }

    /// The board after the blank has gone to a neighbouring cell.
    fn after(self, code: u8, to: usize) -> Entry {
        let from = self.blank();
        let exchanged = self.tile(from) ^ self.tile(to);
        let board = (self.0 ^ exchanged << (4 * from) ^ exchanged << (4 * to)) & ((1 << Entry::BLANK) - 1);
        Entry(board | (to as u64) << Entry::BLANK | u64::from(code) << Entry::MOVE)
    }

    /// I = 3a + b, with the blank as the largest tile.
    fn index(self, cells: usize) -> usize {
        let mut tiles = [0; MAX_CELLS];
        for (cell, tile) in tiles[..cells].iter_mut().enumerate() {
            *tile = self.tile(cell) as u8 + 1;
        }
        paper_index::index(&tiles[..cells]) as usize
    }

    /// The tiles cell by cell, 0 for the blank.
    fn tiles(self, cells: usize) -> Vec<usize> {
        (0..cells).map(|cell| (self.tile(cell) as usize + 1) % cells).collect()
    }
}

/// The lists of two levels, and the blocks that they are made of.
struct Lists {
    now: VecDeque<Vec<Entry>>,
    next: VecDeque<Vec<Entry>>,
    /// Blocks that have been read.
    spare: Vec<Vec<Entry>>,
    /// Bytes of the main table and of all blocks, and how many there may be.
    bytes: u64,
    budget: Option<u64>,
}

impl Lists {
    /// Adds a board to the list of the next level.
    #[inline(always)]
    fn push(&mut self, entry: Entry) -> Result<()> {
        match self.next.back_mut() {
            Some(block) if block.len() < BLOCK => block.push(entry),
            _ => self.begin_block(entry)?,
        }
        Ok(())
    }

    #[cold]
    fn begin_block(&mut self, entry: Entry) -> Result<()> {
        let mut block = match self.spare.pop() {
            Some(block) => block,
            None => {
                self.bytes += (BLOCK * size_of::<Entry>()) as u64;
                require_within(self.budget, self.bytes, Purpose::Lists)?;
                allocate::with_room(BLOCK, Purpose::Lists)?
            }
        };
        block.clear();
        block.push(entry);
        self.next.push_back(block);
        Ok(())
    }

    /// The boards of the level, if they are few.
    fn few(&self, cells: usize) -> Option<Vec<Vec<usize>>> {
        let count: usize = self.now.iter().map(Vec::len).sum();
        (count <= MAX_LISTED).then(|| self.now.iter().flatten().map(|entry| entry.tiles(cells)).collect())
    }
}

/// Searches every board that can be reached from the goal with the tiles in order and the blank in cell `home`, and
/// reports every level.
pub(crate) fn search(
    grid: Grid,
    home: usize,
    budget: Option<u64>,
    cancel: &Cancel,
    mut report: impl FnMut(LevelSize) -> Result<()>,
) -> Result<Listed> {
    let cells = grid.cells();
    let words = (paper_index::states(grid) as usize).div_ceil(64);
    let bytes = 8 * words as u64;
    require_within(budget, bytes, Purpose::Lists)?;
    let mut main_table = Large::from(allocate::zeros::<u64>(words, Purpose::Lists)?);
    let mut lists = Lists { now: VecDeque::new(), next: VecDeque::new(), spare: vec![], bytes, budget };
    let moves: Vec<Vec<(Move, usize)>> = (0..cells)
        .map(|cell| grid.moves(cell).filter_map(|step| Some((step, grid.neighbour(cell, step)?))).collect())
        .collect();

    let goal = Entry::goal(cells, home);
    set_bit(&mut main_table, goal.index(cells));
    lists.push(goal)?;
    let mut fresh = vec![0; cells];
    fresh[home] = 1;
    let (mut by_cell, mut visited, mut deepest) = (vec![], 0, None);
    let ended = loop {
        let states = fresh.iter().sum();
        if states == 0 {
            break Ok(());
        }
        visited += states;
        by_cell.push(std::mem::replace(&mut fresh, vec![0; cells]));
        std::mem::swap(&mut lists.now, &mut lists.next);
        deepest = lists.few(cells);
        let level = report(LevelSize { depth: by_cell.len() - 1, states, visited })
            .and_then(|()| expand(&mut lists, &mut main_table, &moves, &mut fresh, cancel));
        if level.is_err() {
            break level;
        }
    };
    let bytes = lists.bytes;
    drop_elsewhere(lists);
    ended.map(|()| Listed { layers: Layers::new(by_cell), deepest, bytes })
}

/// Reads the list of a level and writes that of the next, and counts its boards by cell of the blank.
fn expand(
    lists: &mut Lists,
    main_table: &mut [u64],
    moves: &[Vec<(Move, usize)>],
    fresh: &mut [u64],
    cancel: &Cancel,
) -> Result<()> {
    while let Some(block) = lists.now.pop_front() {
        cancel.check()?;
        for &entry in &block {
            for &(step, to) in &moves[entry.blank()] {
                if step.reverse().code() == entry.last_move() {
                    continue;
                }
                let reached = entry.after(step.code(), to);
                if set_bit(main_table, reached.index(moves.len())) {
                    lists.push(reached)?;
                    fresh[to] += 1;
                }
            }
        }
        lists.spare.push(block);
    }
    Ok(())
}

/// Sets a bit, and says whether it was not set before.
#[inline(always)]
fn set_bit(table: &mut [u64], bit: usize) -> bool {
    let (word, mask) = (&mut table[bit / 64], 1 << (bit % 64));
    let new = *word & mask == 0;
    *word |= mask;
    new
}
