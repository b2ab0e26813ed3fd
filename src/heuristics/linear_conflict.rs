//! Linear conflict (Hansson, Mayer and Yung 1992): Manhattan distance, and two moves more for every tile that has
//! to leave its line.
//!
//! Tiles that stand in their home row, but in another order than at home, cannot all stay in it, since none can
//! pass another. As many stay as the longest sequence in the right order has; each of the others leaves the row
//! and comes back, two vertical moves that the Manhattan distance does not count. The same holds for columns.
//! Conflicts in rows cost vertical moves and those in columns horizontal ones, so no move is counted twice.

use crate::heuristics::Lines;
use crate::puzzle::grid::Grid;

/// The Manhattan distance of a board with these homes (see [`crate::puzzle::board::Board::homes`]), by direction.
pub fn manhattan(grid: Grid, homes: &[u32], blank: usize) -> Lines {
    let mut far = Lines::default();
    for (cell, &home) in homes.iter().enumerate().filter(|&(cell, _)| cell != blank) {
        far.vertical += grid.row(cell).abs_diff(grid.row(home as usize)) as u64;
        far.horizontal += grid.col(cell).abs_diff(grid.col(home as usize)) as u64;
    }
    far
}

/// The Manhattan distance, and what conflicts within lines add to it.
pub fn linear_conflict(grid: Grid, homes: &[u32], blank: usize) -> Lines {
    let mut found = manhattan(grid, homes, blank);
    let mut ends = vec![];
    for row in 0..grid.rows {
        let cells = (0..grid.cols).map(|col| row * grid.cols + col).filter(|&cell| cell != blank);
        let homes = cells.map(|cell| homes[cell] as usize).filter(|&home| grid.row(home) == row);
        found.vertical += 2 * leaving(homes.map(|home| grid.col(home)), &mut ends);
    }
    for col in 0..grid.cols {
        let cells = (0..grid.rows).map(|row| row * grid.cols + col).filter(|&cell| cell != blank);
        let homes = cells.map(|cell| homes[cell] as usize).filter(|&home| grid.col(home) == col);
        found.horizontal += 2 * leaving(homes.map(|home| grid.row(home)), &mut ends);
    }
    found
}

/// How many of these must go so that the others are in increasing order. `ends` is memory to use again: by
/// length, the smallest number with which an increasing sequence of that length ends.
fn leaving(places: impl Iterator<Item = usize>, ends: &mut Vec<usize>) -> u64 {
    ends.clear();
    let mut count = 0;
    for place in places {
        count += 1;
        let at = ends.partition_point(|&end| end < place);
        match ends.get_mut(at) {
            Some(end) => *end = place,
            None => ends.push(place),
        }
    }
    count - ends.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_in_the_wrong_order_leave_their_line() {
        let leave = |places: &[usize]| leaving(places.iter().copied(), &mut vec![]);
        assert_eq!([leave(&[]), leave(&[1, 2, 3]), leave(&[2, 1]), leave(&[3, 2, 1])], [0, 0, 1, 2]);
        assert_eq!(leave(&[2, 4, 1, 3]), 2);
    }

    #[test]
    fn a_conflict_in_a_row_costs_vertical_moves() {
        // 2 1 3/4 5 6/7 8 0: one conflict, in the first row.
        let homes = [1, 0, 2, 3, 4, 5, 6, 7, 8];
        let found = linear_conflict(Grid::new(3, 3), &homes, 8);
        assert_eq!(found, Lines { vertical: 2, horizontal: 2 });
    }
}
