//! The path of the blank to the cell in front of a tile, round the tile if need be and never through places
//! that are done: a part of the greedy algorithm ([`crate::anysize::greedy`]).

use crate::puzzle::grid::Move;

/// A place in coordinates of the line: along it, and away from it.
pub(super) type LinePlace = (usize, usize);

/// The part of the board in which the blank walks.
pub(super) struct Walkable<F> {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Whether the blank must not enter a place.
    pub(super) is_done: F,
}

impl<F: Fn(LinePlace) -> bool> Walkable<F> {
    /// One move of the blank on its path to the cell in front of a tile, without moving the tile.
    pub(super) fn walk(&self, blank: LinePlace, tile: LinePlace, push: Move) -> Move {
        if (self.is_done)((self.width - 1, 0)) && blank.1 == 0 {
            return Move::D; // out of the only place left in the line
        }
        if push.is_vertical() {
            self.walk_for_vertical(blank, tile, push)
        } else {
            self.walk_for_horizontal(blank, tile, push)
        }
    }

    /// The same for a tile that is pushed up or down.
    fn walk_for_vertical(&self, blank: LinePlace, tile: LinePlace, push: Move) -> Move {
        let front = beside(tile, push);
        let level = ahead(blank.1, tile.1, push);
        let sideways = |to: usize| if to > blank.0 { Move::R } else { Move::L };
        let has_right = tile.0 + 1 < self.width;
        if blank.0 == tile.0 {
            // From beyond the front it comes straight back; from behind the tile it steps aside.
            return if level > 0 {
                push.reverse()
            } else if has_right {
                Move::R
            } else {
                Move::L
            };
        }
        if level == 1 {
            return sideways(front.0);
        }
        if level > 1 {
            return push.reverse();
        }
        if front.1 == 0 && (self.is_done)((blank.0, 0)) {
            // It has to go up on the other side of the tile.
            let column = if has_right { tile.0 + 1 } else { tile.0 - 1 };
            let is_blocked = blank.1 == tile.1 && column > tile.0;
            return if is_blocked { Move::D } else { sideways(column) };
        }
        push
    }

    /// The same for a tile that is pushed left or right.
    fn walk_for_horizontal(&self, blank: LinePlace, tile: LinePlace, push: Move) -> Move {
        let front = beside(tile, push);
        let level = ahead(blank.0, tile.0, push);
        if blank.1 == tile.1 {
            return if level > 0 {
                push.reverse()
            } else if tile.1 + 1 < self.height {
                Move::D
            } else {
                Move::U
            };
        }
        let towards_row = if blank.1 < front.1 { Move::D } else { Move::U };
        match level {
            1 => towards_row,
            2.. if front.1 > 0 => towards_row,
            2.. => push.reverse(),
            _ => push,
        }
    }
}

/// The place beside one, in a direction.
pub(super) fn beside((x, y): LinePlace, step: Move) -> LinePlace {
    match step {
        Move::L => (x - 1, y),
        Move::R => (x + 1, y),
        Move::U => (x, y - 1),
        Move::D => (x, y + 1),
    }
}

/// How far a coordinate of the blank lies ahead of the tile's, in the direction of a step.
fn ahead(blank: usize, tile: usize, push: Move) -> isize {
    let forward = blank as isize - tile as isize;
    if matches!(push, Move::R | Move::D) { forward } else { -forward }
}
