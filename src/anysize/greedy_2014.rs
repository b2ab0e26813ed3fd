//! The greedy algorithm as Parberry's films of 2014 show it: how the blank walks to the cell in front of a
//! tile. [`crate::anysize::greedy`] says what else is different.
//!
//! The walk is chosen in coordinates of the board, also where the line is a column: that is the first column
//! here, and not turned into a row. In this order, the first way on which nothing stands that must stay:
//!
//! 1. vertically to the row in front of the tile, then along it;
//! 2. round the tile: on its right if it is to go up or down, below it if it is to go left or right;
//! 3. round the other side;
//! 4. as 2, but first a step away from the line: the tile is beside the blank, and the line above them done.
//!
//! The choice is made anew before every move. A way has at most four legs, and whether a leg is free is a
//! matter of some comparisons.

use crate::anysize::greedy_walk::{LinePlace, beside};
use crate::puzzle::grid::Move;

/// The part of the board in which the blank walks, in coordinates of the line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Whether the line is a row of the board.
    pub(super) is_row: bool,
    /// So many places at the beginning of the line are done.
    pub(super) done: usize,
    /// Whether its last place is done, too.
    pub(super) corner: bool,
}

impl Ground {
    /// One move of the blank on its way to the cell in front of a tile, without moving the tile, and how many
    /// ways were looked at for it.
    pub(super) fn walk(&self, blank: LinePlace, tile: LinePlace, push: Move) -> (Move, u64) {
        let turn = |(x, y): LinePlace| if self.is_row { (x, y) } else { (y, x) };
        let front = turn(beside(tile, push));
        let is_vertical = push.is_vertical() == self.is_row;
        let (blank, tile) = (turn(blank), turn(tile));
        let ways = ways(blank, tile, front, is_vertical);
        let is_free = |way: &[LinePlace; 4]| {
            let mut from = blank;
            way.iter().all(|&to| self.is_free(turn(std::mem::replace(&mut from, to)), turn(to), turn(tile)))
        };
        let number = ways.iter().position(is_free).expect("one of the ways is free");
        let to = *ways[number].iter().find(|&&place| place != blank).expect("the blank is elsewhere");
        let step = match (to.0.cmp(&blank.0), to.1.cmp(&blank.1)) {
            (std::cmp::Ordering::Less, _) => Move::L,
            (std::cmp::Ordering::Greater, _) => Move::R,
            (_, std::cmp::Ordering::Less) => Move::U,
            _ => Move::D,
        };
        (if self.is_row { step } else { step.transposed() }, 1 + number as u64)
    }

    /// Whether a straight leg stays on the ground, away from the tile and from places that are done.
    fn is_free(&self, from: LinePlace, to: LinePlace, tile: LinePlace) -> bool {
        let (left, right) = (from.0.min(to.0), from.0.max(to.0));
        let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
        if right >= self.width || bottom >= self.height {
            return false;
        }
        let meets_tile = (left..=right).contains(&tile.0) && (top..=bottom).contains(&tile.1);
        let meets_done = top == 0 && (left < self.done || self.corner && right + 1 == self.width);
        !meets_tile && !meets_done
    }
}

/// The corners of the ways, in coordinates of the board; short ways repeat the last one. A place left of or
/// above the board has a huge coordinate.
fn ways(
    (x, y): LinePlace,
    (tile_x, tile_y): LinePlace,
    front: LinePlace,
    is_vertical: bool,
) -> [[LinePlace; 4]; 4] {
    let (front_x, front_y) = front;
    let (left, right) = (tile_x.wrapping_sub(1), tile_x + 1);
    let (above, below) = (tile_y.wrapping_sub(1), tile_y + 1);
    let straight = [(x, front_y), front, front, front];
    if is_vertical {
        let round = |side: usize| [(side, y), (side, front_y), front, front];
        let back_and_round = [(x, below), (right, below), (right, front_y), front];
        [straight, round(right), round(left), back_and_round]
    } else {
        let round = |side: usize| [(x, side), (front_x, side), front, front];
        let back_and_round = [(right, y), (right, below), (front_x, below), front];
        [straight, round(below), round(above), back_and_round]
    }
}

#[cfg(test)]
mod tests {
    use crate::anysize::greedy::Greedy;
    use crate::anysize::routes::Routes;
    use crate::puzzle::grid::Grid;

    /// Wherever the blank and the next tile of the first line are, or its last two: the line gets done, and what
    /// is done stays. A wide board begins with a column, a high one with a row.
    #[test]
    fn every_first_line_gets_done() {
        for (rows, cols) in (2..=6).flat_map(|rows| (2..=6).map(move |cols| (rows, cols))).skip(1) {
            let grid = Grid::new(rows, cols);
            let line: Vec<usize> =
                if rows >= cols { (0..cols).collect() } else { (0..rows).map(|row| row * cols).collect() };
            for (number, &home) in line.iter().enumerate() {
                let done = &line[..number.min(line.len() - 2)];
                let loose =
                    if number < line.len() - 2 { vec![home] } else { line[line.len() - 2..].to_vec() };
                check(grid, done, &loose, &mut vec![grid.cells() - 1], &mut vec![]);
            }
        }
    }

    /// Puts the blank, then each of the loose tiles, in every cell that is left, and solves the line.
    fn check(grid: Grid, done: &[usize], loose: &[usize], homes: &mut Vec<usize>, cells: &mut Vec<usize>) {
        if cells.len() == homes.len() {
            let Some((&next, rest)) = loose.split_first() else { return solve(grid, done, homes, cells) };
            homes.push(next);
            check(grid, done, rest, homes, cells);
            homes.pop();
            return;
        }
        for cell in (0..grid.cells()).filter(|cell| !done.contains(cell)) {
            if !cells.contains(&cell) {
                cells.push(cell);
                check(grid, done, loose, homes, cells);
                cells.pop();
            }
        }
    }

    /// Solves the line with the tiles of these homes in these cells, the blank first, and the others anywhere.
    fn solve(grid: Grid, done: &[usize], homes: &[usize], cells: &[usize]) {
        let is_placed = |home: &usize| done.contains(home) || homes.contains(home);
        let mut others = (0..grid.cells()).filter(|home| !is_placed(home));
        let board = (0..grid.cells()).map(|cell| {
            let placed = cells.iter().position(|&other| other == cell).map(|place| homes[place]);
            let home = placed.or_else(|| done.contains(&cell).then_some(cell));
            home.unwrap_or_else(|| others.next().expect("as many homes as cells")) as u32
        });
        let board = board.collect();
        let mut greedy = Greedy::from_homes(grid, board, cells[0], Routes::Of2014, 2).unwrap();
        while greedy.stage().0 == 1 && greedy.next().is_some() {
            assert!(
                done.iter().all(|&home| greedy.homes()[home] == home as u32),
                "{grid} {homes:?} {cells:?}"
            );
            assert!(greedy.length() < 40 * grid.cells() as u64, "{grid} {homes:?} {cells:?}");
        }
    }
}
