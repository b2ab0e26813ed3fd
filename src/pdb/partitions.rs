//! Which tiles go together in a pattern database.
//!
//! Tiles that are neighbours at home hinder each other most, so patterns are blocks of neighbouring cells;
//! and a few large patterns know more than many small ones. For 4×4 and 5×5 the blocks are those that proved
//! best: of the partitions into 6, 6 and 3 tiles that were tried, the one below needs the fewest nodes (a
//! third of the worst), and that of 5×5 is Korf and Felner's. Other boards are cut along their columns; for
//! the second lookup along their rows, or with the odd block first.
//!
//! The large tier of 5×5 has *further* partitions, for searches that ask several in turn
//! ([`crate::pdb::in_turn`]). They are some of those that Clausecker chose for the 24-puzzle, and share most of
//! their patterns: with the first, they cost the fewest look-ups of all sets that were tried.

use crate::pdb::heuristic::LOOKUPS;
use crate::pdb::regions::MAX_PDB_CELLS;
use crate::puzzle::grid::Grid;

/// How large the databases are, and so how much they know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tier {
    /// At most 16 MB.
    Small,
    /// At most 300 MB.
    Large,
}

/// The home cells of each pattern.
pub type TilePartition = Vec<Vec<usize>>;

/// Whether there is a heuristic for boards of this grid.
pub fn has_tables(grid: Grid) -> bool {
    (4..=MAX_PDB_CELLS).contains(&grid.cells()) && grid.rows.min(grid.cols) >= 2
}

/// The partitions of both lookups for a standard grid and home of the blank, and whether the second lookup
/// sees the board reflected.
pub fn partitions(grid: Grid, home: usize, tier: Tier) -> ([TilePartition; LOOKUPS], bool) {
    let last = grid.cells() - 1;
    if grid.rows == grid.cols {
        let blocks = square_blocks(grid, tier);
        let [a, b] = [home, grid.reflected(home)].map(|home| at_home(&blocks, home, last));
        return ([a, b], true);
    }
    let most = most_tiles(grid, tier);
    let by_column: Vec<usize> = (0..last + 1).map(|i| i % grid.rows * grid.cols + i / grid.rows).collect();
    let by_row: Vec<usize> = (0..last + 1).collect();
    // Where rows are few and long, columns make the better blocks for both lookups, cut in different places.
    let other = if grid.rows == 2 { by_column.iter().rev().copied().collect() } else { by_row };
    let cut = |cells: &[usize], most: usize| {
        let tiles: Vec<usize> = cells.iter().copied().filter(|&cell| cell != home).collect();
        tiles.chunks(most).map(<[usize]>::to_vec).collect()
    };
    // Two different databases of eight tiles would take too much memory.
    ([cut(&by_column, most), cut(&other, most.min(7))], false)
}

/// Blocks of a square board with the blank at home in the last cell.
fn square_blocks(grid: Grid, tier: Tier) -> TilePartition {
    match (grid.cols, tier) {
        (4, Tier::Small) => {
            vec![vec![0, 4, 5, 8, 9, 12], vec![6, 7, 10, 11, 13, 14], vec![1, 2, 3]]
        }
        (4, Tier::Large) => vec![(0..8).collect(), (8..15).collect()],
        (5, Tier::Large) => vec![
            vec![0, 1, 2, 5, 6, 7],
            vec![3, 4, 8, 9, 13, 14],
            vec![10, 11, 15, 16, 20, 21],
            vec![12, 17, 18, 19, 22, 23],
        ],
        _ => {
            let most = most_tiles(grid, tier);
            (0..grid.cells() - 1).collect::<Vec<_>>().chunks(most).map(<[usize]>::to_vec).collect()
        }
    }
}

/// Partitions that a search may ask after those of both lookups, with the blank at home in the last cell.
fn further_blocks(grid: Grid, tier: Tier) -> Vec<TilePartition> {
    if grid != Grid::new(5, 5) || tier != Tier::Large {
        return vec![];
    }
    let blocks = |letters: &str| {
        let of = |name: char| letters.chars().enumerate().filter(move |&(_, letter)| letter == name);
        "ABCD".chars().map(|name| of(name).map(|(cell, _)| cell).collect()).collect()
    };
    FURTHER.iter().map(|letters| blocks(letters)).collect()
}

/// By cell of 5×5, row by row: the block of the tile that is at home there.
const FURTHER: [&str; 3] =
    ["AAABBAAABBCCBBDCCDDDCCDD.", "AAAAABBBBACCBBDCCDDDCCDD.", "AAABBAAABBCCCBBCCCDDDDDD."];

/// The same with the blank at home elsewhere: the last cell takes the place of the blank's.
fn at_home(blocks: &TilePartition, home: usize, last: usize) -> TilePartition {
    let swap = |&cell: &usize| if cell == home { last } else { cell };
    blocks.iter().map(|block| block.iter().map(swap).collect()).collect()
}

/// The most tiles that a pattern may have.
fn most_tiles(grid: Grid, tier: Tier) -> usize {
    let most = match (tier, grid.cells()) {
        (Tier::Small, 0..=16) => 6,
        (Tier::Small, _) => 5,
        (Tier::Large, 0..=15) => 7,
        (Tier::Large, 16) => 8,
        (Tier::Large, _) => 6,
    };
    most.min(grid.cells() - 2)
}

/// Which databases a tier has: the homes of their tiles and of the blank, and which of them each lookup uses.
pub(crate) struct TierPlan {
    pub(crate) tables: Vec<(Vec<usize>, usize)>,
    pub(crate) lookups: [Vec<usize>; LOOKUPS],
    pub(crate) reflected: bool,
    /// The databases of each further partition, and whether it sees the board reflected.
    pub(crate) further: Vec<(Vec<usize>, bool)>,
}

impl TierPlan {
    /// Adds the databases of a partition that are not there yet, and gives the numbers of all.
    fn add(&mut self, grid: Grid, partition: TilePartition, blank: usize) -> Vec<usize> {
        let number = |mut cells: Vec<usize>| {
            cells.sort_unstable();
            let same = |(other, place): &(Vec<usize>, usize)| {
                *other == cells && are_joined(grid, &cells, *place, blank)
            };
            self.tables.iter().position(same).unwrap_or_else(|| {
                self.tables.push((cells, blank));
                self.tables.len() - 1
            })
        };
        partition.into_iter().map(number).collect()
    }
}

/// The databases of a tier, each listed once. Two homes of the blank in the same region make no difference.
pub(crate) fn plan(grid: Grid, home: usize, tier: Tier) -> TierPlan {
    let (partitions, reflected) = partitions(grid, home, tier);
    let mut plan = TierPlan { tables: vec![], lookups: [vec![], vec![]], reflected, further: vec![] };
    for (l, partition) in partitions.into_iter().enumerate() {
        let blank = if reflected && l == 1 { grid.reflected(home) } else { home };
        plan.lookups[l] = plan.add(grid, partition, blank);
    }
    for blocks in further_blocks(grid, tier) {
        let tables = plan.add(grid, at_home(&blocks, home, grid.cells() - 1), home);
        // With the blank at home on the diagonal, the same databases serve the reflected board.
        if grid.reflected(home) == home {
            plan.further.push((tables.clone(), true));
        }
        plan.further.push((tables, false));
    }
    plan
}

/// Whether the blank can go from one cell to another without entering any of these.
fn are_joined(grid: Grid, taken: &[usize], from: usize, to: usize) -> bool {
    let (mut visited, mut open) = (vec![from], vec![from]);
    while let Some(cell) = open.pop() {
        for next in grid.moves(cell).filter_map(|step| grid.neighbour(cell, step)) {
            if !taken.contains(&next) && !visited.contains(&next) {
                visited.push(next);
                open.push(next);
            }
        }
    }
    visited.contains(&to)
}

/// About how much work a database is: the number of arrangements of its tiles.
pub(crate) fn weight(grid: Grid, tiles: usize) -> f64 {
    (0..tiles).map(|i| (grid.cells() - i) as f64).product()
}

/// About how many bytes the tables of a tier take.
pub fn size(grid: Grid, home: usize, tier: Tier) -> u64 {
    plan(grid, home, tier).tables.iter().map(|(cells, _)| bytes_of(grid, cells.len())).sum()
}

/// About how many bytes a pattern of so many tiles takes: two or three regions to a set of cells, a bit for
/// each.
fn bytes_of(grid: Grid, tiles: usize) -> u64 {
    (weight(grid, tiles) * 3.0 / 8.0) as u64
}

/// About how many bytes it takes to make the tables of a tier: those of the tables themselves, and three
/// times the largest.
pub fn memory(grid: Grid, home: usize, tier: Tier) -> u64 {
    let (partitions, _) = partitions(grid, home, tier);
    let largest = partitions.iter().flatten().map(|cells| bytes_of(grid, cells.len())).max();
    size(grid, home, tier) + 3 * largest.unwrap_or(0)
}
