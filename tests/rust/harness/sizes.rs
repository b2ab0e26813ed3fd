//! Which goals a solver is for.

use puzzle15::puzzle::board::Board;
use puzzle15::puzzle::grid::Grid;
use puzzle15::search::anytime::SMALL;

fn cells(goal: &Board) -> usize {
    goal.grid().cells()
}

pub(crate) fn any(_: &Board) -> bool {
    true
}

/// Up to ten cells the solver has tables in memory.
pub(crate) fn small(goal: &Board) -> bool {
    cells(goal) <= 10
}

/// Larger ones, but not those of twelve cells: the solver would write their tables to the cache folder.
pub(crate) fn larger(goal: &Board) -> bool {
    cells(goal) > 12
}

/// Up to 25 cells there are pattern databases.
pub(crate) fn searched(goal: &Board) -> bool {
    cells(goal) <= 25
}

/// What method `optimal` solves without writing tables to disk.
pub(crate) fn optimal(goal: &Board) -> bool {
    searched(goal) && (small(goal) || larger(goal))
}

/// The same up to 16 cells, which are solved anew where a solution is to be made shorter.
pub(crate) fn optimal_to_16(goal: &Board) -> bool {
    optimal(goal) && cells(goal) <= 16
}

/// Korf's search takes seconds for larger ones.
pub(crate) fn up_to_nine(goal: &Board) -> bool {
    cells(goal) <= 9
}

/// Boards whose nodes have short keys.
pub(crate) fn short_keys(goal: &Board) -> bool {
    cells(goal) <= SMALL
}

/// Boards whose nodes have long keys.
pub(crate) fn long_keys(goal: &Board) -> bool {
    searched(goal) && !short_keys(goal)
}

/// Boards with short keys, without the smallest: IDA\* takes a table of 64 MB for every board.
pub(crate) fn nine_to_16(goal: &Board) -> bool {
    (9..=16).contains(&cells(goal))
}

pub(crate) fn fifteen(goal: &Board) -> bool {
    goal.grid() == Grid::new(4, 4)
}

/// Boards that can be solved in the fewest slides without writing tables to disk.
pub(crate) fn slid(goal: &Board) -> bool {
    small(goal) || fifteen(goal)
}
