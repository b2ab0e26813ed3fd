//! How many moves it takes to bring one or two tiles of a line home, for all their places and all those of
//! the blank in a small window: exact, by breadth-first search.
//!
//! ```text
//!     # # A B . .      the first row of the window is the line; tiles at # are home and stay
//!     . . . . . .      A and B are the homes of the tiles to bring
//!     . . b . _ .      value = moves until a and b are home, the blank anywhere
//!     . a . . . .
//! ```
//!
//! A window has at most 6 × 6 cells, so a table has at most 36³ = 46,656 bytes. Which tables a board needs
//! depends only on how near its lines come to the edges: about twenty for any size. They are made at first
//! use, in about a millisecond each, and kept.

use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use crate::runtime::once_map::OnceMap;
use std::sync::Arc;

/// The longest side of a window.
pub const SIDE: usize = 6;

/// Not a state, or one from which the tiles cannot be brought home.
const NONE: u8 = u8::MAX;

/// More than any distance, however large the board.
pub const UNREACHABLE: u32 = 1 << 20;

/// The window of a table, and the tiles to bring home in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineWindow {
    /// Columns, from 2 to [`SIDE`].
    pub width: usize,
    /// Rows, from 2 to [`SIDE`].
    pub height: usize,
    /// Column of the first home; the tiles of the columns before it are home.
    pub column: usize,
    /// How many tiles, 1 or 2.
    pub tiles: usize,
}

/// The distances in a window.
pub struct WindowTable {
    window: LineWindow,
    distances: Vec<u8>,
}

impl WindowTable {
    /// The table of a window, made if it is not there yet.
    pub fn get(window: LineWindow, cancel: &Cancel) -> Result<Arc<WindowTable>> {
        static TABLES: OnceMap<LineWindow, WindowTable> = OnceMap::new();
        TABLES.get(window, cancel, || {
            let states = (window.width * window.height).pow(1 + window.tiles as u32);
            let _room = memory::room(4 * (states * size_of::<[usize; 3]>()) as u64, Purpose::Table)?;
            Ok(WindowTable::new(window))
        })
    }

    /// Searches a window.
    pub fn new(window: LineWindow) -> WindowTable {
        let LineWindow { width, height, column, tiles } = window;
        let grid = Grid::new(height, width);
        let cells = grid.cells();
        let mut table = WindowTable { window, distances: vec![NONE; cells.pow(1 + tiles as u32)] };
        let homes = [column, column + tiles - 1];
        let mut visited: Vec<[usize; 3]> = (column..cells)
            .filter(|cell| !homes.contains(cell))
            .map(|blank| [blank, homes[0], homes[1]])
            .collect();
        for &[blank, a, b] in &visited {
            let index = table.index(blank, a, b);
            table.distances[index] = 0;
        }
        let mut next = 0;
        while next < visited.len() {
            let [blank, a, b] = visited[next];
            next += 1;
            let distance = table.distances[table.index(blank, a, b)] + 1;
            let ends = grid.moves(blank).filter_map(|step| grid.neighbour(blank, step));
            for to in ends.filter(|&cell| cell >= column) {
                let slide = |tile: usize| if tile == to { blank } else { tile };
                let index = table.index(to, slide(a), slide(b));
                if table.distances[index] == NONE {
                    table.distances[index] = distance;
                    visited.push([to, slide(a), slide(b)]);
                }
            }
        }
        table
    }

    fn index(&self, blank: usize, a: usize, b: usize) -> usize {
        let cells = self.window.width * self.window.height;
        let index = blank * cells + a;
        if self.window.tiles == 2 { index * cells + b } else { index }
    }

    /// How many moves it takes to bring the tiles in cells `a` and `b` of the window home; [`UNREACHABLE`] if
    /// a tile is where the blank is, or if there is no path. With one tile, `b` does not matter.
    #[inline]
    pub fn distance(&self, blank: usize, a: usize, b: usize) -> u32 {
        match self.distances[self.index(blank, a, b)] {
            NONE => UNREACHABLE,
            distance => distance.into(),
        }
    }

    /// The window of the table.
    pub fn window(&self) -> LineWindow {
        self.window
    }
}
