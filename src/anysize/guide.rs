//! How far a tile or a pair is from where it is wanted: what leads the search for a line.
//!
//! Coordinates are those of the region: the line is row 0, and its first `done` tiles are home.
//!
//! # Far
//! A tile outside the window is brought into it. It moves one step at a time, each time the blank steps from the
//! cell in front of it into its own: a step that turns costs three moves, one straight on five, since the blank must
//! go round again. So the number of moves follows from the two distances alone, whatever the size of the board.
//!
//! # Near
//! Once all tiles of the group stand in the window, the table [`crate::anysize::window_table`] knows.

use crate::anysize::window_table::{Near, SIDE, UNREACHABLE, Window};
use std::sync::Arc;

/// A place in the region, or the home of a tile.
#[derive(Clone, Copy, Eq, Debug, Default)]
#[repr(C, align(4))]
pub struct Spot {
    /// Along the line.
    pub x: u16,
    /// Away from it.
    pub y: u16,
}

impl PartialEq for Spot {
    // As one number: this is done more often than anything else.
    #[inline(always)]
    fn eq(&self, other: &Spot) -> bool {
        let number = |spot: &Spot| u32::from(spot.x) | u32::from(spot.y) << 16;
        number(self) == number(other)
    }
}

/// What is to be done with a group.
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
    /// The numbers of the tiles that are led; twice the same if it is one.
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
pub struct Group {
    /// Column of the first.
    pub done: u16,
    /// How many, 1 or 2.
    pub tiles: u16,
    /// Where the window begins.
    left: u16,
    right: u16,
    bottom: u16,
    /// The same for the places inside.
    inside: [u16; 3],
    near: Arc<Near>,
}

impl Group {
    /// The next group of a line of which `done` tiles are home, in a region of this size. The last two tiles of a line
    /// must come together.
    pub fn new(done: u16, width: u16, height: u16) -> Group {
        let tiles = if (width - done) % 2 == 1 { 1 } else { 2 };
        let side = SIDE as u16;
        let (columns, rows) = (width.min(side), height.min(side));
        let left = done.saturating_sub(2).min(width - columns);
        let near = Near::get(Window {
            width: columns.into(),
            height: rows.into(),
            column: (done - left).into(),
            tiles: tiles.into(),
        });
        let (right, bottom) = (left + columns - 1, rows - 1);
        let inside = [
            left + u16::from(left > 0),
            right - u16::from(right + 1 < width),
            bottom - u16::from(bottom + 1 < height),
        ];
        Group { done, tiles, left, right, bottom, inside, near }
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

    /// The nearest place that is not at an edge of the window with more board behind it.
    #[inline]
    fn nearest_inside(&self, at: Spot) -> Spot {
        let [left, right, bottom] = self.inside;
        Spot { x: at.x.clamp(left, right), y: at.y.min(bottom) }
    }

    /// Whether this is a place of the window.
    #[inline]
    pub fn has(&self, at: Spot) -> bool {
        self.nearest(at) == at
    }

    /// What to do next with tiles in these places. The first is taken well into the window, so that the second does
    /// not drive it out again. (Side by side they can shut a window two cells wide against the blank.)
    pub fn aim(&self, blank: Spot, tiles: [Spot; 2]) -> Aim {
        match tiles.map(|tile| self.has(tile)) {
            [true, true] if self.near(blank, tiles) < UNREACHABLE => Aim::Home,
            [_, false] if self.nearest_inside(tiles[0]) == tiles[0] => Aim::EnterSecond,
            _ => Aim::EnterFirst,
        }
    }

    /// Moves until an aim is reached.
    #[inline(always)]
    pub fn distance(&self, aim: Aim, blank: Spot, tiles: [Spot; 2]) -> u32 {
        match aim {
            Aim::EnterFirst => pushes(blank, tiles[0], self.nearest_inside(tiles[0])),
            Aim::EnterSecond => pushes(blank, tiles[1], self.nearest(tiles[1])),
            Aim::Home => self.near(blank, tiles),
        }
    }

    /// Moves until both tiles, which are in the window, are home.
    #[inline(always)]
    fn near(&self, blank: Spot, tiles: [Spot; 2]) -> u32 {
        if self.has(blank) { self.inside(blank, tiles) } else { self.outside(blank, tiles) }
    }

    #[inline]
    fn inside(&self, blank: Spot, tiles: [Spot; 2]) -> u32 {
        let width = self.near.window().width;
        let cell = |at: Spot| usize::from(at.y) * width + usize::from(at.x - self.left);
        self.near.distance(cell(blank), cell(tiles[0]), cell(tiles[1]))
    }

    /// The same while the blank is outside: it enters from the side where it is, through a cell that none of the
    /// tiles is in.
    #[cold]
    fn outside(&self, blank: Spot, tiles: [Spot; 2]) -> u32 {
        if tiles == self.homes() {
            return 0;
        }
        let nearest = self.nearest(blank);
        let via = |entry: Spot| steps(blank, entry) + self.inside(entry, tiles);
        let beside =
            (nearest.x != blank.x).then(|| (0..=self.bottom).map(|y| via(Spot { x: nearest.x, y })).min());
        let below = (nearest.y != blank.y)
            .then(|| (self.left..=self.right).map(|x| via(Spot { x, y: nearest.y })).min());
        beside.into_iter().chain(below).flatten().min().expect("it is outside")
    }
}

/// Steps from one place to another along rows and columns.
#[inline]
fn steps(from: Spot, to: Spot) -> u32 {
    u32::from(from.x.abs_diff(to.x)) + u32::from(from.y.abs_diff(to.y))
}

/// Moves until a tile on an open board is where it is wanted.
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

/// Moves of the blank to the front of a tile without touching it.
#[inline]
fn walk(blank: Spot, front: Spot, tile: Spot) -> u32 {
    let in_row = blank.y == tile.y && front.y == tile.y && (blank.x < tile.x) != (front.x < tile.x);
    let in_column = blank.x == tile.x && front.x == tile.x && (blank.y < tile.y) != (front.y < tile.y);
    steps(blank, front) + if in_row || in_column { 2 } else { 0 }
}

/// Moves for the steps of a tile after one in some direction: so many on in that direction, and so many across.
#[inline]
fn after(on: u32, across: u32) -> u32 {
    let turns = if across > on { 2 * on + 1 } else { 2 * across };
    5 * (on + across) - 2 * turns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From every state, whatever the aim, there is a move after which the guide expects one move less.
    #[test]
    fn the_guide_always_knows_a_way() {
        for (width, height) in [(2, 9), (3, 8), (6, 6), (7, 7), (9, 9)] {
            let mut done = 0;
            while done < width {
                let group = Group::new(done, width, height);
                check(&group, width, height);
                done += group.tiles;
            }
        }
    }

    fn check(group: &Group, width: u16, height: u16) {
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
