//! The combined solver of Parberry (2014): three move tables, one after another, on the board and on its
//! reflection; the shorter solution wins.
//!
//! ```text
//!      stage 1          stage 2          8-puzzle
//!     1 2 3 4          . . . .          . . . .
//!     * * * *          5 * * *          .  6  7  8
//!     * * * *          9 * * *          . 10 11 12
//!     * * * *         13 * * *          . 14 15  _
//!     524,160           11,880           181,440       states, two bits each: 179,370 bytes in all
//! ```
//!
//! Stage 1 brings the first row home, stage 2 the first column of the lower three rows, which leaves an
//! 8-puzzle. Each takes the fewest moves for that stage alone. The same is done for the board reflected in
//! its main diagonal (first column first), and the shorter of the two solutions is returned.
//!
//! # Ties
//! A stage usually has several shortest paths, and they may leave the blank in different cells. The tables
//! know how many moves follow on average from each of those cells (exactly, since the tiles not yet placed
//! are in random order) and prefer the better one. That costs nothing and gains little: a mean of 65.082 over
//! four million random boards, compared with 65.096 without a preference and 65.106 with the opposite one
//! (standard error 0.004).
//!
//! # Speed
//! A move is four dependent lookups, all in cache, so a single walk mostly waits. Walks do not depend on each
//! other: a handful of them are advanced in turn, one move each, and the processor overlaps them. The tiles
//! themselves are carried along, and a solution counts only if they end where they belong: every solution has
//! been replayed when it leaves this file.

pub(crate) mod any_goal;

use crate::index::space::{Space, State};
use crate::index::steps::Steps;
use crate::puzzle::error::Result;
use crate::puzzle::grid::Grid;
use crate::runtime::cancel::Cancel;
use crate::runtime::once::Once;
use crate::tables::in_memory;
use crate::tables::move_table::{Goal, MoveTable};

/// Cells of the 15-puzzle.
pub const CELLS: usize = 16;
/// Room for the moves of a lane: those of the first two stages, at most 46 and 32, and all the room of the
/// last.
const ROOM: usize = 46 + 32 + STRIDE;
/// How many boards a batch solves together: enough to keep all walks busy nearly to the end.
pub const GROUP: usize = 64;

/// How many bytes the three tables take together.
pub const TABLE_BYTES: u64 = 131_040 + 2_970 + 45_360;

static TABLES: Once<[MoveTable; 3]> = Once::new();

/// The stages' three move tables, made now if they are not there yet.
pub fn tables() -> Result<&'static [MoveTable; 3]> {
    let calm = Cancel::new();
    TABLES.get_or_make(&calm, || build_tables(&calm))
}

/// Makes the tables if they are not there yet.
pub(crate) fn prepare(cancel: &Cancel) -> Result<()> {
    TABLES.get_or_make(cancel, || build_tables(cancel)).map(drop)
}

/// The tables, for boards that are solved one after another: whoever solves them has made the tables before.
fn made_tables() -> &'static [MoveTable; 3] {
    tables().expect("the tables were made before")
}

/// Makes the three tables, that of the last stage first: each depends on what follows it.
pub fn build_tables(cancel: &Cancel) -> Result<[MoveTable; 3]> {
    let eight = in_memory::build_table(Grid::new(3, 3), 8, cancel)?;
    let column = first_column(&eight, cancel)?;
    let row = first_row(&column, cancel)?;
    Ok([row, column, eight])
}

/// The table for tiles 5, 9 and 13, which go into the first column of the lower three rows. The search starts
/// with the blank in the second column; a walk also ends at once if the tiles are home and the blank is
/// farther right.
fn first_column(eight: &MoveTable, cancel: &Cancel) -> Result<MoveTable> {
    let space = pattern(Grid::new(3, 4), 3)?;
    let home = |blank: usize| space.locate(blank, &[0, 4, 8]);
    let goals = [0, 1, 2].map(|row| Goal { state: home(4 * row + 1), value: eight.expected(3 * row, 1) });
    let farther: Vec<State> = [2, 3, 6, 7, 10, 11].map(home).to_vec();
    Ok(with_stops(MoveTable::new(&space, &goals, cancel)?, &farther))
}

/// The table for tiles 1 to 4, which go into the first row. The search starts with the blank in the second
/// row.
fn first_row(column: &MoveTable, cancel: &Cancel) -> Result<MoveTable> {
    let space = pattern(Grid::new(4, 4), 4)?;
    let home = |blank: usize| space.locate(blank, &[0, 1, 2, 3]);
    // The last stage is summed over all 8-puzzles with a given blank, so a move of stage 2 counts once for
    // each of them.
    let weight = 20_160;
    let goals = [0, 1, 2, 3].map(|col| Goal { state: home(4 + col), value: column.expected(col, weight) });
    let farther: Vec<State> = (8..16).map(home).collect();
    Ok(with_stops(MoveTable::new(&space, &goals, cancel)?, &farther))
}

/// The states of so many pattern tiles.
fn pattern(grid: Grid, tiles: usize) -> Result<Space> {
    Space::pattern(grid, &[], tiles)
}

fn with_stops(mut table: MoveTable, states: &[State]) -> MoveTable {
    for &state in states {
        table.stop_at(state);
    }
    table
}

/// A solution of the standard 15-puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staged {
    moves: [u8; ROOM],
    /// Where each of the three stages ends.
    ends: [u8; 3],
    /// Whether the column was done before the row.
    pub column_first: bool,
}

impl Staged {
    /// Codes of the moves.
    #[inline]
    pub fn moves(&self) -> &[u8] {
        &self.moves[..self.ends[2] as usize]
    }

    /// Where the stages end if only the first `kept` moves are used, and 1 if the column came first, else 0.
    pub fn stages(&self, kept: usize) -> [u8; 4] {
        let [one, two, three] = self.ends.map(|end| end.min(kept as u8));
        [one, two, three, self.column_first.into()]
    }
}

/// Solves boards, given as tiles 1 to 15 row by row and 0 for the blank. `out` gets one entry for each board:
/// its solution, or nothing if it has none.
pub fn solve_group(boards: &[[u8; CELLS]], out: &mut Vec<Option<Staged>>) {
    let solvable: Vec<bool> = boards.iter().map(is_solvable).collect();
    let mut lanes: Vec<Lane> = Vec::with_capacity(2 * boards.len());
    for (tiles, _) in boards.iter().zip(&solvable).filter(|&(_, &solvable)| solvable) {
        lanes.push(Lane::new(*tiles));
        lanes.push(Lane::new(reflected(tiles)));
    }
    let [row, column, eight] = made_tables();
    walk_all::<0, false>(row, &mut lanes);
    walk_all::<1, false>(column, &mut lanes);
    walk_all::<2, true>(eight, &mut lanes);
    let mut pairs = lanes.chunks_exact(2);
    let mut pair = || pairs.next().and_then(|pair| shorter(&pair[0], &pair[1]));
    out.extend(solvable.iter().map(|&solvable| if solvable { pair() } else { None }));
}

/// Solves one board.
pub fn solve(tiles: &[u8; CELLS]) -> Option<Staged> {
    if !is_solvable(tiles) {
        return None;
    }
    let mut lanes = [Lane::new(*tiles), Lane::new(reflected(tiles))];
    let [row, column, eight] = made_tables();
    walk_both::<0, false>(row, &mut lanes);
    walk_both::<1, false>(column, &mut lanes);
    walk_both::<2, true>(eight, &mut lanes);
    shorter(&lanes[0], &lanes[1])
}

/// The solution of the shorter lane, if its tiles are home.
fn shorter(plain: &Lane, reflected: &Lane) -> Option<Staged> {
    let column_first = reflected.ends[2] < plain.ends[2];
    let lane = if column_first { reflected } else { plain };
    let flip = if column_first { 2 } else { 0 };
    lane.home.then(|| Staged { moves: lane.moves.map(|code| code ^ flip), ends: lane.ends, column_first })
}

/// Whether a board can be solved. Every move is one swap and one step of the blank; so the number of
/// inversions, with the blank as the largest tile, must have the parity of the blank's distance from its
/// corner.
fn is_solvable(tiles: &[u8; CELLS]) -> bool {
    // `before` has a bit for each tile so far, and `larger` the exclusive-or of those larger than each tile:
    // the parity of a sum of bit counts is that of the exclusive-or of the bits.
    let (mut before, mut larger, mut steps) = (0u32, 0u32, 0);
    for (cell, &tile) in tiles.iter().enumerate() {
        let order = tile.wrapping_sub(1) & 15;
        larger ^= before >> order;
        before |= 1 << order;
        steps ^= if tile == 0 { cell / 4 + cell % 4 } else { 0 };
    }
    (larger.count_ones() as usize + steps) % 2 == 0
}

/// The board reflected in its main diagonal, each tile renamed after its reflected home.
fn reflected(tiles: &[u8; CELLS]) -> [u8; CELLS] {
    const NAMES: [u8; CELLS] = [0, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12];
    std::array::from_fn(|cell| NAMES[tiles[cell % 4 * 4 + cell / 4] as usize % CELLS])
}

/// A board or its reflection being solved: what is left of it to solve, and the moves so far.
#[derive(Clone, Copy)]
struct Lane {
    /// The tiles in the cells of the next stage: all 16, the lower 12, the last 9.
    tiles: [u8; CELLS],
    /// Whether the tiles of every stage so far are where they belong.
    home: bool,
    /// Length after each stage.
    ends: [u8; 3],
    moves: [u8; ROOM],
}

impl Lane {
    fn new(tiles: [u8; CELLS]) -> Lane {
        Lane { tiles, home: true, ends: [0; 3], moves: [0; ROOM] }
    }
}

/// How many walks are advanced in turn.
const WALKS: usize = 8;
/// Room for the moves of one stage, at most 46; a power of two, so that no index needs a check.
const STRIDE: usize = 64;

/// A lane in one stage.
#[derive(Clone, Copy)]
struct StageWalk {
    at: State,
    /// Number of the lane. An idle walk stands at the goal and has a number that no lane has.
    lane: usize,
    length: usize,
    /// The tiles, by cell; the one in the blank's cell means nothing.
    tiles: [u8; CELLS],
    moves: [u8; STRIDE],
}

impl StageWalk {
    /// Starts with lane `number`, or stays idle if there is none.
    fn new<const STAGE: usize>(table: &MoveTable, lanes: &[Lane], number: usize) -> StageWalk {
        let (at, tiles) = match lanes.get(number) {
            Some(lane) => (locate::<STAGE>(table.steps(), &lane.tiles), lane.tiles),
            None => (table.goal(), [0; CELLS]),
        };
        StageWalk { at, lane: number, length: 0, tiles, moves: [0; STRIDE] }
    }

    /// Makes one move; false if it is at a goal. With `AHEAD`, it looks at all moves while it waits for the table:
    /// that is quicker for a walk or two, and slower for many.
    #[inline(always)]
    fn advance<const WHOLE: bool, const AHEAD: bool>(&mut self, table: &MoveTable) -> bool {
        let steps = table.steps();
        let ahead = if AHEAD { steps.look_ahead(self.at) } else { 0 };
        let Some(code) = table.next_at(self.at, steps.index_in::<WHOLE>(self.at)) else { return false };
        let next = if AHEAD {
            steps.step_after::<WHOLE>(self.at, code, ahead)
        } else {
            steps.step_in::<WHOLE>(self.at, code)
        };
        self.tiles[self.at.blank.index() % CELLS] = self.tiles[next.blank.index() % CELLS];
        self.moves[self.length % STRIDE] = code;
        self.length += 1;
        self.at = next;
        true
    }

    /// Hands moves and tiles back to the lane: the tiles of this stage are checked, and the others are left
    /// for the next.
    fn arrive<const STAGE: usize>(&mut self, lane: &mut Lane) {
        let begin = if STAGE == 0 { 0 } else { lane.ends[STAGE - 1] as usize };
        lane.moves[begin..begin + STRIDE].copy_from_slice(&self.moves);
        lane.ends[STAGE] = (begin + self.length) as u8;
        self.tiles[self.at.blank.index() % CELLS] = 0;
        let (done, homes, left): (&[usize], &[u8], &[usize]) = match STAGE {
            0 => (&[0, 1, 2, 3], &[1, 2, 3, 4], &[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
            1 => (&[0, 4, 8], &[5, 9, 13], &[1, 2, 3, 5, 6, 7, 9, 10, 11]),
            _ => (&[0, 1, 2, 3, 4, 5, 6, 7, 8], &[6, 7, 8, 10, 11, 12, 14, 15, 0], &[]),
        };
        lane.home &= done.iter().zip(homes).all(|(&cell, &tile)| self.tiles[cell] == tile);
        for (to, &cell) in lane.tiles.iter_mut().zip(left) {
            *to = self.tiles[cell];
        }
    }
}

/// Takes all lanes through one stage, a few at a time, which make one move each in turn.
#[inline(never)]
fn walk_all<const STAGE: usize, const WHOLE: bool>(table: &MoveTable, lanes: &mut [Lane]) {
    let mut walks: [StageWalk; WALKS] = std::array::from_fn(|i| StageWalk::new::<STAGE>(table, lanes, i));
    let walks = &mut walks[..lanes.len().min(WALKS)];
    let mut waiting = walks.len();
    let mut left = lanes.len();
    while left > 0 {
        for walk in walks.iter_mut() {
            if !walk.advance::<WHOLE, false>(table) && walk.lane < lanes.len() {
                walk.arrive::<STAGE>(&mut lanes[walk.lane]);
                *walk = StageWalk::new::<STAGE>(table, lanes, waiting);
                waiting += 1;
                left -= 1;
            }
        }
    }
}

/// Takes a board and its reflection through one stage, side by side.
#[inline(always)]
fn walk_both<const STAGE: usize, const WHOLE: bool>(table: &MoveTable, lanes: &mut [Lane; 2]) {
    let [mut plain, mut reflected] = [0, 1].map(|i| StageWalk::new::<STAGE>(table, lanes, i));
    // One that is at its goal stays there.
    while plain.advance::<WHOLE, true>(table) | reflected.advance::<WHOLE, true>(table) {}
    plain.arrive::<STAGE>(&mut lanes[0]);
    reflected.arrive::<STAGE>(&mut lanes[1]);
}

/// The state of the tiles in the cells of a stage.
#[inline]
fn locate<const STAGE: usize>(steps: &Steps, tiles: &[u8; CELLS]) -> State {
    let mut cells = [0; CELLS];
    for (cell, &tile) in tiles.iter().enumerate().take(steps.grid().cells()) {
        cells[tile as usize % CELLS] = cell as u8;
    }
    let blank = cells[0].into();
    let cell = |tile: usize| cells[tile];
    match STAGE {
        0 => steps.locate(blank, &[1, 2, 3, 4].map(cell), &[]),
        1 => steps.locate(blank, &[5, 9, 13].map(cell), &[]),
        _ => steps.locate(blank, &[6, 7, 8, 10].map(cell), &[11, 12, 14, 15].map(cell)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reflecting_twice_changes_nothing() {
        let tiles = [8, 4, 12, 3, 14, 0, 9, 15, 7, 2, 5, 1, 10, 11, 13, 6];
        assert_eq!(reflected(&reflected(&tiles)), tiles);
        let goal: [u8; 16] = std::array::from_fn(|cell| (cell as u8 + 1) % 16);
        assert_eq!(reflected(&goal), goal);
    }

    #[test]
    fn the_tables_have_the_sizes_and_figures_of_the_paper() {
        let [row, column, eight] = made_tables();
        assert_eq!(
            [row, column, eight].map(|t| t.to_bytes(&Cancel::new()).unwrap().len()),
            [131_040, 2_970, 45_360]
        );
        assert_eq!([row, column, eight].map(MoveTable::bytes).iter().sum::<u64>(), TABLE_BYTES);
        assert_eq!([row, column, eight].map(|t| t.layers().worst()), [46, 32, 31]);
        let means = [row, column, eight].map(|t| (t.layers().mean() * 1e4).round());
        assert_eq!(means, [268_745.0, 188_347.0, 219_724.0]);
    }

    #[test]
    fn a_lane_that_does_not_come_home_is_no_solution() {
        let goal: [u8; 16] = std::array::from_fn(|cell| (cell as u8 + 1) % 16);
        let [row, column, eight] = made_tables();
        for wrong in 0..15 {
            let mut lane = Lane::new(goal);
            for stage in 0..3 {
                // The state is that of the goal, so the walk ends at once, whatever the tiles.
                let tiles = &mut lane.tiles;
                if let Some(cell) = tiles.iter().position(|&tile| tile == wrong + 1) {
                    tiles[cell] = 16;
                }
                let at = [row, column, eight][stage].goal();
                let mut walk = StageWalk { at, lane: 0, length: 0, tiles: *tiles, moves: [0; STRIDE] };
                match stage {
                    0 => walk.arrive::<0>(&mut lane),
                    1 => walk.arrive::<1>(&mut lane),
                    _ => walk.arrive::<2>(&mut lane),
                }
            }
            assert!(!lane.home, "tile {} is missing", wrong + 1);
            assert_eq!(shorter(&lane, &lane), None);
        }
    }

    #[test]
    fn an_unsolvable_board_has_no_solution() {
        let mut tiles: [u8; 16] = std::array::from_fn(|cell| (cell as u8 + 1) % 16);
        assert!(solve(&tiles).unwrap().moves().is_empty());
        tiles.swap(13, 14);
        assert_eq!(solve(&tiles), None);
    }
}
