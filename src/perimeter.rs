//! All boards a few slides from the goal: what a search for fewest slides needs not search.
//!
//! # The idea
//! Of a shortest solution with n slides, the board p slides before the end is one of those whose distance is p. Who has
//! the set of them need only search n - p slides deep: with 3 slides from each board, that is 3^p times less.
//!
//! # Making it
//! Breadth-first search with sorted lists. Slides along a row and along a column take turns, so a level is kept as two
//! lists, by the axis of the slide that led there; a board in both leads to nothing new, since either next slide would
//! merge with one that has just been made. A slide leads one level up, down, or nowhere: what is not in this level or the one
//! before is new.
//!
//! # Keeping it
//! A hash table of 32-bit tags, with linear probing, at most three quarters full. A board that is not in the set is taken for one that is
//! once in a billion times; the search finds out, since it looks for the rest of the solution.
//!
//! # Cost
//! 4×4 at depth 14: 6,076,994 boards, 33.5 MB. They take about as many bytes again, eight a board and list, while they are made.

use crate::control::Cancel;
use crate::error::Result;
use crate::slides::{Packed, Slides};

/// The boards at one distance from the goal.
pub(crate) struct Perimeter {
    depth: u8,
    boards: usize,
    /// 0 stands for "free".
    tags: Vec<u32>,
    /// How far to shift a hash for its place.
    shift: u32,
}

/// A level: boards that a slide along a row led to, and along a column, both sorted.
type Level = [Vec<u64>; 2];

impl Perimeter {
    /// The boards at this distance, or at the greatest there is if it is less.
    pub(crate) fn new(slides: &Slides, depth: u8, cancel: &Cancel) -> Result<Perimeter> {
        let goal = slides.goal().tiles;
        let (mut before, mut level) = (Level::default(), [vec![goal], vec![]]);
        let mut reached = 0;
        while reached < depth {
            let next = next_level(slides, &level, &before, reached == 0, cancel)?;
            if next.iter().all(Vec::is_empty) {
                break;
            }
            (before, level) = (level, next);
            reached += 1;
        }
        drop(before);
        let mut boards = Perimeter::with_room(level[0].len() + level[1].len(), reached);
        for &tiles in level.iter().flatten() {
            boards.insert(tiles);
        }
        Ok(boards)
    }

    fn with_room(boards: usize, depth: u8) -> Perimeter {
        let size = (boards * 4 / 3 + 1).next_power_of_two().max(2);
        Perimeter { depth, boards: 0, tags: vec![0; size], shift: 64 - size.trailing_zeros() }
    }

    /// How far they are from the goal.
    pub(crate) fn depth(&self) -> u8 {
        self.depth
    }

    /// How many boards there are.
    pub(crate) fn boards(&self) -> usize {
        self.boards
    }

    fn insert(&mut self, tiles: u64) {
        let (mut place, tag) = self.hash(tiles);
        while self.tags[place] != 0 {
            if self.tags[place] == tag {
                return;
            }
            place = (place + 1) & (self.tags.len() - 1);
        }
        self.tags[place] = tag;
        self.boards += 1;
    }

    /// Whether a board is one of them; rarely, of one that is not, that it is.
    #[inline(always)]
    pub(crate) fn contains(&self, tiles: u64) -> bool {
        let (mut place, tag) = self.hash(tiles);
        while self.tags[place] != 0 {
            if self.tags[place] == tag {
                return true;
            }
            place = (place + 1) & (self.tags.len() - 1);
        }
        false
    }

    /// Where to look for a board, and its tag.
    #[inline(always)]
    fn hash(&self, tiles: u64) -> (usize, u32) {
        let mixed = mix(tiles);
        ((mixed >> self.shift) as usize, mixed as u32 | 1)
    }
}

/// A word whose every bit depends on every bit of a board.
#[inline(always)]
pub(crate) fn mix(tiles: u64) -> u64 {
    let mixed = (tiles ^ tiles >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Boards expanded between two looks at a request to stop.
const PIECE: usize = 1 << 16;

/// The boards one slide further away.
fn next_level(slides: &Slides, level: &Level, before: &Level, first: bool, cancel: &Cancel) -> Result<Level> {
    let cells = slides.grid().cells();
    let mut next = Level::default();
    for (axis, next) in next.iter_mut().enumerate() {
        // The goal itself may be left along either axis.
        let from = if first { &level[0] } else { &level[axis ^ 1] };
        let also = if first { &[][..] } else { &level[axis] };
        let only = without(from, &[also]);
        for part in only.chunks(PIECE) {
            cancel.check()?;
            for &tiles in part {
                slides.each_board(Packed::from_word(tiles, cells), axis, |board| next.push(board.tiles));
            }
        }
        next.sort_unstable();
        next.dedup();
        *next = without(next, &[&level[0], &level[1], &before[0], &before[1]]);
    }
    Ok(next)
}

/// A sorted list without what is in any of the others, which are sorted too.
fn without(list: &[u64], others: &[&[u64]]) -> Vec<u64> {
    let mut others: Vec<_> = others.iter().map(|other| other.iter().copied().peekable()).collect();
    let mut is_new = |tiles: u64| {
        others.iter_mut().all(|other| {
            while other.next_if(|&met| met < tiles).is_some() {}
            other.peek() != Some(&tiles)
        })
    };
    list.iter().copied().filter(|&tiles| is_new(tiles)).collect()
}
