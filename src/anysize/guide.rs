//! The guide: how many moves it takes to bring a tile or a pair where it is wanted. It is the heuristic of
//! the search that brings a line home.
//!
//! Coordinates are those of the line: the line is row 0, and its first `done` tiles are home.
//!
//! # Far
//! A tile outside the window is brought into it. It moves one step whenever the blank steps from the cell in
//! front of it into its own. A step that turns costs three moves, one straight on five, since the blank must
//! go round the tile again. So the number of moves follows from two distances, that of the blank from the
//! tile and that of the tile from its place, whatever the size of the board.
//!
//! # Near
//! Once all tiles of the group are in the window, the number is in a table
//! ([`crate::anysize::window_table`]).

use crate::anysize::lines::Line;
use crate::anysize::window_table::{LineWindow, SIDE, UNREACHABLE, WindowTable};
use crate::puzzle::error::Result;
use crate::runtime::cancel::Cancel;
use std::sync::Arc;

/// A place in coordinates of the line, or the home of a tile.
#[derive(Clone, Copy, Eq, Debug, Default)]
#[repr(C, align(4))]
pub struct Spot {
    /// Along the line.
    pub x: u16,
    /// Away from it.
    pub y: u16,
}

impl PartialEq for Spot {
    // As one number: nothing is done more often.
    #[inline(always)]
    fn eq(&self, other: &Spot) -> bool {
        let number = |spot: &Spot| u32::from(spot.x) | u32::from(spot.y) << 16;
        number(self) == number(other)
    }
}

impl Line {
    /// A place of the board as it is seen from the line.
    #[inline(always)]
    pub(super) fn seen(&self, at: Spot) -> Spot {
        let (x, y) = self.place_at(at.y.into(), at.x.into());
        Spot { x: x as u16, y: y as u16 }
    }

    /// The place of the board that is seen from the line as this one.
    #[inline]
    pub(super) fn on_grid(&self, at: Spot) -> Spot {
        let (row, col) = self.row_and_column(at.x.into(), at.y.into());
        Spot { x: col as u16, y: row as u16 }
    }
}

/// What to do with a group next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Bring the first tile well into the window.
    EnterFirst,
    /// Bring the second tile into the window.
    EnterSecond,
    /// Bring all its tiles, which are in the window, home.
    Home,
}

impl Aim {
    /// The numbers of the tiles that the guide leads; twice the same if there is one.
    #[inline]
    pub fn led(self) -> [usize; 2] {
        match self {
            Aim::EnterFirst => [0, 0],
            Aim::EnterSecond => [1, 1],
            Aim::Home => [0, 1],
        }
    }
}

/// The tiles to bring home next, and the window in which the table leads them.
pub struct TileGroup {
    /// Column of the first.
    pub done: u16,
    /// How many there are, 1 or 2.
    pub tiles: u16,
    /// First column, last column and last row of the window; its first row is the line.
    left: u16,
    right: u16,
    bottom: u16,
    /// The same for the places inside: those not at an edge of the window with more board behind it.
    inside: [u16; 3],
    table: Arc<WindowTable>,
}

impl TileGroup {
    /// The next group of a line of which `done` tiles are home, in a part of the board of this size. The last
    /// two tiles of a line must come together.
    pub fn new(done: u16, width: u16, height: u16, cancel: &Cancel) -> Result<TileGroup> {
        let (left, window) = TileGroup::window(done, width, height);
        let table = WindowTable::get(window, cancel)?;
        let tiles = window.tiles as u16;
        let (right, bottom) = (left + window.width as u16 - 1, window.height as u16 - 1);
        let inside = [
            left + u16::from(left > 0),
            right - u16::from(right + 1 < width),
            bottom - u16::from(bottom + 1 < height),
        ];
        Ok(TileGroup { done, tiles, left, right, bottom, inside, table })
    }

    /// The first column and the window of a group.
    fn window(done: u16, width: u16, height: u16) -> (u16, LineWindow) {
        let side = SIDE as u16;
        let (columns, rows) = (width.min(side), height.min(side));
        let left = done.saturating_sub(2).min(width - columns);
        let window = LineWindow {
            width: columns.into(),
            height: rows.into(),
            column: (done - left).into(),
            tiles: if (width - done) % 2 == 1 { 1 } else { 2 },
        };
        (left, window)
    }

    /// Sides of a shorter line behind which there is less, whose groups have the same windows.
    pub(super) fn shortened(width: u16, height: u16) -> (u16, u16) {
        // Two windows of even width.
        let most = 2 * SIDE as u16;
        (if width > most { most + width % 2 } else { width }, height.min(SIDE as u16))
    }

    /// The homes of its tiles; both the same if there is one.
    pub fn homes(&self) -> [Spot; 2] {
        [Spot { x: self.done, y: 0 }, Spot { x: self.done + self.tiles - 1, y: 0 }]
    }

    /// The nearest place of the window.
    #[inline]
    fn nearest(&self, at: Spot) -> Spot {
        Spot { x: at.x.clamp(self.left, self.right), y: at.y.min(self.bottom) }
    }

    /// The nearest place inside.
    #[inline]
    fn nearest_inside(&self, at: Spot) -> Spot {
        let [left, right, bottom] = self.inside;
        Spot { x: at.x.clamp(left, right), y: at.y.min(bottom) }
    }

    /// Whether a place is in the window.
    #[inline]
    pub fn has(&self, at: Spot) -> bool {
        self.nearest(at) == at
    }

    /// What to do next with tiles in these places. The first is taken well into the window, so that the
    /// second does not drive it out again. (Side by side they can keep the blank out of a window that is two
    /// cells wide.)
    pub fn aim(&self, blank: Spot, tiles: [Spot; 2]) -> Aim {
        match tiles.map(|tile| self.has(tile)) {
            [true, true] if self.moves_home(blank, tiles) < UNREACHABLE => Aim::Home,
            [_, false] if self.nearest_inside(tiles[0]) == tiles[0] => Aim::EnterSecond,
            _ => Aim::EnterFirst,
        }
    }

    /// How many moves it takes to reach an aim.
    #[inline(always)]
    pub fn distance(&self, aim: Aim, blank: Spot, tiles: [Spot; 2]) -> u32 {
        match aim {
            Aim::EnterFirst => pushes(blank, tiles[0], self.nearest_inside(tiles[0])),
            Aim::EnterSecond => pushes(blank, tiles[1], self.nearest(tiles[1])),
            Aim::Home => self.moves_home(blank, tiles),
        }
    }

    /// How many moves it takes to bring both tiles, which are in the window, home.
    #[inline(always)]
    fn moves_home(&self, blank: Spot, tiles: [Spot; 2]) -> u32 {
        if self.has(blank) { self.moves_inside(blank, tiles) } else { self.moves_from_outside(blank, tiles) }
    }

    /// The same while the blank is in the window.
    #[inline]
    fn moves_inside(&self, blank: Spot, tiles: [Spot; 2]) -> u32 {
        let width = self.table.window().width;
        let cell = |at: Spot| usize::from(at.y) * width + usize::from(at.x - self.left);
        self.table.distance(cell(blank), cell(tiles[0]), cell(tiles[1]))
    }

    /// The same while the blank is outside: it enters from the side where it is, through a cell that holds
    /// none of the tiles.
    #[cold]
    fn moves_from_outside(&self, blank: Spot, tiles: [Spot; 2]) -> u32 {
        if tiles == self.homes() {
            return 0;
        }
        let nearest = self.nearest(blank);
        let via = |entry: Spot| steps(blank, entry) + self.moves_inside(entry, tiles);
        let beside =
            (nearest.x != blank.x).then(|| (0..=self.bottom).map(|y| via(Spot { x: nearest.x, y })).min());
        let below = (nearest.y != blank.y)
            .then(|| (self.left..=self.right).map(|x| via(Spot { x, y: nearest.y })).min());
        beside.into_iter().chain(below).flatten().min().expect("the blank is outside")
    }
}

/// Steps from one place to another: the Manhattan distance.
#[inline]
fn steps(from: Spot, to: Spot) -> u32 {
    u32::from(from.x.abs_diff(to.x)) + u32::from(from.y.abs_diff(to.y))
}

/// How many moves it takes to bring a tile where it is wanted, with no edge or finished line near.
#[inline(always)]
fn pushes(blank: Spot, tile: Spot, wanted: Spot) -> u32 {
    let (dx, dy) = (tile.x.abs_diff(wanted.x).into(), tile.y.abs_diff(wanted.y).into());
    let beyond = |at: u16, to: u16| if to > at { at + 1 } else { at.wrapping_sub(1) };
    let sideways = (dx > 0).then(|| {
        let front = Spot { x: beyond(tile.x, wanted.x), y: tile.y };
        walk(blank, front, tile) + 1 + after(dx - 1, dy)
    });
    let upright = (dy > 0).then(|| {
        let front = Spot { x: tile.x, y: beyond(tile.y, wanted.y) };
        walk(blank, front, tile) + 1 + after(dy - 1, dx)
    });
    sideways.into_iter().chain(upright).min().unwrap_or(0)
}

/// Moves of the blank to the cell in front of a tile, without moving the tile.
#[inline]
fn walk(blank: Spot, front: Spot, tile: Spot) -> u32 {
    let in_row = blank.y == tile.y && front.y == tile.y && (blank.x < tile.x) != (front.x < tile.x);
    let in_column = blank.x == tile.x && front.x == tile.x && (blank.y < tile.y) != (front.y < tile.y);
    steps(blank, front) + if in_row || in_column { 2 } else { 0 }
}

/// Moves for the steps of a tile after its first: `on` more in the same direction, and `across` at right
/// angles to it.
#[inline]
fn after(on: u32, across: u32) -> u32 {
    let turns = if across > on { 2 * on + 1 } else { 2 * across };
    5 * (on + across) - 2 * turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_has_the_windows_of_a_short_one() {
        let windows = |width: u16, height: u16| {
            let (mut found, mut done) = (vec![], 0);
            while done < width {
                let (_, window) = TileGroup::window(done, width, height);
                done += window.tiles as u16;
                if !found.contains(&window) {
                    found.push(window);
                }
            }
            found
        };
        for (width, height) in (2..60).flat_map(|width| (2..40).map(move |height| (width, height))) {
            let (short, low) = TileGroup::shortened(width, height);
            assert_eq!(windows(width, height), windows(short, low), "{width}, {height}");
        }
    }

    /// From every state, whatever the aim, there is a move after which the guide expects fewer moves.
    #[test]
    fn the_guide_always_knows_a_move() {
        for (width, height) in [(2, 9), (3, 8), (6, 6), (7, 7), (9, 9)] {
            let mut done = 0;
            while done < width {
                let group = TileGroup::new(done, width, height, &Cancel::new()).unwrap();
                check(&group, width, height);
                done += group.tiles;
            }
        }
    }

    fn check(group: &TileGroup, width: u16, height: u16) {
        let is_open = |at: Spot| at.x < width && at.y < height && (at.y > 0 || at.x >= group.done);
        let places = (0..height).flat_map(|y| (0..width).map(move |x| Spot { x, y }));
        let open: Vec<Spot> = places.filter(|&at| is_open(at)).collect();
        let pairs = open.iter().flat_map(|&a| open.iter().map(move |&b| [a, b]));
        for tiles in pairs.filter(|[a, b]| (a == b) == (group.tiles == 1)) {
            for &blank in open.iter().filter(|blank| !tiles.contains(blank)) {
                for aim in [Aim::EnterFirst, Aim::EnterSecond, Aim::Home] {
                    if aim == Aim::Home && group.aim(blank, tiles) != Aim::Home {
                        continue;
                    }
                    let distance = group.distance(aim, blank, tiles);
                    let better = (0..4).any(|code| {
                        let to = crate::anysize::pair_beam::step(blank, code);
                        let after = tiles.map(|tile| if tile == to { blank } else { tile });
                        let leaves = after != tiles && aim == Aim::Home && !group.has(blank);
                        is_open(to) && !leaves && group.distance(aim, to, after) < distance
                    });
                    assert!(better || distance == 0, "{width}×{height} {aim:?} {blank:?} {tiles:?}");
                }
            }
        }
    }
}
