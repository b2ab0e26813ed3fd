//! Partitions asked in turn: a heuristic for depth-first searches, which go on from a board only if *no* partition
//! says that it is too far away.
//!
//! # What a partition can spare
//! A search looks for a solution within a bound. Of the moves that are left, those that bring a partition's sum
//! nearer to 0 must be so many more than those that take it farther away. So each partition can *spare* half the
//! difference of the moves left and its sum for moves in which the sum rises:
//!
//! ```text
//!     12 moves left, sum 8:    (12 - 8) / 2 = 2 to spare
//!     a move, the sum falls:   (11 - 7) / 2 = 2
//!     a move, the sum rises:   (11 - 9) / 2 = 1
//! ```
//!
//! A move takes one from what a partition can spare, or nothing, and whoever has less than nothing prunes the board.
//! The numbers of eight partitions are the bytes of one word (`Spare`).
//!
//! # In turn
//! A move slides one tile, so in each partition one pattern changes, and partitions share patterns. The patterns
//! of that tile are looked up one after another, until a partition has nothing left to spare. Most boards that
//! are pruned are pruned by the first.

use crate::pdb::database::{Database, DatabaseView};
use crate::pdb::heuristic::Heuristic;
use crate::pdb::regions::{MAX_PDB_CELLS, Placed, TileStep};
use crate::pdb::seen::places;
use crate::puzzle::error::Result;
use std::sync::Arc;

/// The most partitions.
const MOST_PARTITIONS: usize = size_of::<Spare>();
/// The most patterns, on the board as it is and reflected.
const MOST_PATTERNS: usize = 4 * MOST_PARTITIONS;
/// Longer than any solution that is searched for: twice what a byte of [`Spare`] can hold.
const LONGEST: u32 = 254;

/// By partition, a byte each: in how many of the moves to come its sum may rise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spare(u64);

impl Spare {
    /// Enough for some hundred moves.
    pub(crate) const PLENTY: Spare = Spare(!Spare::SIGNS);

    /// The sign of every byte.
    const SIGNS: u64 = 0x8080_8080_8080_8080;

    /// What partitions with these sums can spare if so many moves are left; nothing if that is too few.
    pub(crate) fn new(left: u32, sums: &Sums) -> Option<Spare> {
        let mut bytes = [0; MOST_PARTITIONS];
        for (byte, &sum) in bytes.iter_mut().zip(sums) {
            *byte = (left.min(LONGEST).checked_sub(sum.into())? / 2) as u8;
        }
        Some(Spare(u64::from_le_bytes(bytes)))
    }

    /// After a move in which the sums of some partitions rise. A byte that falls below 0 borrows from the next, but
    /// then the board is pruned.
    #[inline(always)]
    fn after(self, rising: u64) -> Spare {
        Spare(self.0.wrapping_sub(rising))
    }

    /// Whether some partition could spare nothing.
    #[inline(always)]
    fn is_short(self) -> bool {
        self.0 & Spare::SIGNS != 0
    }
}

/// By partition: how many moves a board needs at least; 0 for those that there are not.
pub(crate) type Sums = [u16; MOST_PARTITIONS];

/// The tiles of a pattern: where they are, and how many moves they need.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    at: Placed,
    value: u8,
}

/// A board, and where it stands in every pattern.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    tiles: [u8; MAX_PDB_CELLS],
    places: [Place; MOST_PATTERNS],
}

/// What a move changed, by pattern of the tile that slid, for [`InTurn::take_back`].
#[derive(Clone, Copy)]
pub(crate) struct Changed([Place; MOST_PARTITIONS]);

/// A pattern on the board as it is or reflected, with the partitions that have it.
struct Pattern<'a> {
    table: &'a Arc<Database>,
    reflected: bool,
    /// Its tiles, in the order of their homes.
    tiles: Vec<u8>,
}

/// A pattern to look up when a tile moves.
#[derive(Clone, Copy)]
struct Question {
    pattern: u8,
    reflected: bool,
    /// The lowest bit in the byte of every partition that has the pattern.
    partitions: u64,
}

/// The partitions of a heuristic, and what to look up for every move.
pub(crate) struct InTurn<'a> {
    heuristic: &'a Heuristic,
    patterns: Vec<Pattern<'a>>,
    /// By partition: its patterns.
    partitions: Vec<Vec<usize>>,
    tables: Vec<DatabaseView<'a>>,
    /// By tile: the patterns that it is in, those of the first partition first.
    questions: Vec<Vec<Question>>,
    /// By cell that a tile leaves and cell that it goes to: its step on the board as it is, and reflected.
    steps: Vec<[TileStep; 2]>,
}

impl<'a> InTurn<'a> {
    /// All partitions of a heuristic, as many as a [`Spare`] has room for.
    pub(crate) fn new(heuristic: &'a Heuristic) -> InTurn<'a> {
        let mut patterns: Vec<Pattern<'a>> = vec![];
        let mut partitions = vec![];
        for number in 0..heuristic.partitions().min(MOST_PARTITIONS) {
            let reflected = heuristic.sees_reflected(number);
            let seen = heuristic.seen_by(number);
            let place = |table: &'a Arc<Database>| {
                let same =
                    |known: &Pattern<'_>| Arc::ptr_eq(known.table, table) && known.reflected == reflected;
                patterns.iter().position(same).unwrap_or_else(|| {
                    patterns.push(Pattern { table, reflected, tiles: seen.tiles_of(table).collect() });
                    patterns.len() - 1
                })
            };
            partitions.push(heuristic.partition(number).iter().map(place).collect::<Vec<usize>>());
        }
        assert!(
            patterns.len() <= MOST_PATTERNS,
            "a partition has at most so many patterns as there is room for"
        );
        let cells = heuristic.grid().cells();
        let mut questions: Vec<Vec<Question>> = vec![vec![]; cells];
        for (number, partition) in partitions.iter().enumerate() {
            for &pattern in partition {
                for &tile in &patterns[pattern].tiles {
                    let asked = &mut questions[usize::from(tile)];
                    let bit = 1 << (8 * number);
                    match asked.iter_mut().find(|question| usize::from(question.pattern) == pattern) {
                        Some(question) => question.partitions |= bit,
                        None => asked.push(Question {
                            pattern: pattern as u8,
                            reflected: patterns[pattern].reflected,
                            partitions: bit,
                        }),
                    }
                }
            }
        }
        let seen = [heuristic.seen_by(0), heuristic.seen_by(1)].map(|seen| &seen.cells);
        let step = |(from, to): (usize, usize)| match heuristic.grid().distance(from, to) {
            1 => seen.map(|cells| TileStep::new(cells[from], cells[to])),
            _ => [TileStep::default(); 2],
        };
        let steps = (0..cells).flat_map(|from| (0..cells).map(move |to| (from, to))).map(step).collect();
        let tables = patterns.iter().map(|pattern| pattern.table.view()).collect();
        InTurn { heuristic, patterns, partitions, tables, questions, steps }
    }

    /// Where a standard board stands; an error if a table is wrong.
    pub(crate) fn start(&self, tiles: &[u8]) -> Result<Position> {
        let places = places(tiles);
        let mut at = Position { tiles: [0; MAX_PDB_CELLS], places: [Place::default(); MOST_PATTERNS] };
        at.tiles[..tiles.len()].copy_from_slice(tiles);
        for (place, pattern) in at.places.iter_mut().zip(&self.patterns) {
            let seen = self.heuristic.seen_by(usize::from(pattern.reflected));
            let (at, value) = seen.locate(pattern.table, &places)?;
            *place = Place { at, value };
        }
        Ok(at)
    }

    /// By partition: how many moves a board needs at least.
    pub(crate) fn sums(&self, at: &Position) -> Sums {
        let mut sums = [0; MOST_PARTITIONS];
        for (sum, partition) in sums.iter_mut().zip(&self.partitions) {
            *sum = partition.iter().map(|&pattern| u16::from(at.places[pattern].value)).sum();
        }
        sums
    }

    /// Slides the tile in cell `from` into the blank's cell `to`, and says what changed and what can be spared then.
    /// If a partition cannot spare the move, the position stays as it is.
    #[inline(always)]
    pub(crate) fn slide(
        &self,
        at: &mut Position,
        from: usize,
        to: usize,
        mut spare: Spare,
    ) -> Option<(Changed, Spare)> {
        let tile = at.tiles[from];
        let questions = &self.questions[usize::from(tile)];
        let steps = &self.steps[from * self.questions.len() + to];
        let mut changed = Changed([Place::default(); MOST_PARTITIONS]);
        for (question, new) in questions.iter().zip(&mut changed.0) {
            let (table, step) =
                (&self.tables[usize::from(question.pattern)], &steps[usize::from(question.reflected)]);
            let Place { at: place, value } = at.places[usize::from(question.pattern)];
            let next = table.space.step(place, step);
            let bit = table.bit(table.index(next, table.space.row(next.cells, step.from.into())));
            // Of value - 1 and value + 1, the stored bit says which it is.
            let rises = (value.wrapping_add(1) >> 1 ^ bit ^ 1) & 1;
            let value = value.wrapping_add(2 * rises).wrapping_sub(1);
            *new = Place { at: next, value };
            spare = spare.after(question.partitions & u64::from(rises).wrapping_neg());
            if spare.is_short() {
                return None;
            }
        }
        self.exchange(at, questions, &mut changed);
        at.tiles[to] = tile;
        at.tiles[from] = 0;
        Some((changed, spare))
    }

    /// Undoes [`InTurn::slide`].
    #[inline(always)]
    pub(crate) fn take_back(&self, at: &mut Position, from: usize, to: usize, mut changed: Changed) {
        let tile = at.tiles[to];
        self.exchange(at, &self.questions[usize::from(tile)], &mut changed);
        at.tiles[from] = tile;
        at.tiles[to] = 0;
    }

    #[inline(always)]
    fn exchange(&self, at: &mut Position, questions: &[Question], changed: &mut Changed) {
        for (question, place) in questions.iter().zip(&mut changed.0) {
            std::mem::swap(&mut at.places[usize::from(question.pattern)], place);
        }
    }
}

impl Position {
    /// The tiles, row by row; what comes after the last cell is 0.
    pub(crate) fn tiles(&self) -> &[u8] {
        &self.tiles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::Stream;
    use crate::pdb::build::make;
    use crate::pdb::heuristic::Further;
    use crate::pdb::partitions::Tier;
    use crate::puzzle::grid::Grid;
    use crate::runtime::cancel::Cancel;

    /// A heuristic of small databases with further partitions: those of its lookups, cut otherwise.
    fn with_further(grid: Grid) -> Heuristic {
        let (home, cancel) = (grid.cells() - 1, Cancel::new());
        let small = make(grid, home, Tier::Small, 1, &cancel).unwrap();
        let space = |tiles| Arc::new(crate::pdb::regions::Regions::new(grid, tiles, &cancel).unwrap());
        let (two, rest) = (space(2), grid.cells() - 1);
        let cut = |first: usize| -> Vec<Arc<Database>> {
            let homes: Vec<usize> = (0..rest).map(|i| (i * 5 + first) % rest).collect();
            let of = |homes: &[usize]| {
                let space = if homes.len() == 2 { two.clone() } else { space(homes.len()) };
                Arc::new(Database::make(&space, homes, home, 1, &cancel, |_| ()).unwrap())
            };
            homes.chunks(2).map(of).collect()
        };
        let reflected = grid.rows == grid.cols;
        let further = [(1, false), (3, reflected)];
        let further = further.map(|(first, reflected)| Further { tables: cut(first), reflected });
        let parts = [0, 1].map(|number| small.partition(number).to_vec());
        Heuristic::new(grid, home, parts, reflected, further.into())
    }

    /// Sums are those found by walking home, after any moves and when they are taken back.
    #[test]
    fn sums_are_carried_along() {
        for (rows, cols) in [(3, 3), (2, 4)] {
            let grid = Grid::new(rows, cols);
            let heuristic = with_further(grid);
            let in_turn = InTurn::new(&heuristic);
            let mut tiles: Vec<u8> = (1..grid.cells() as u8).chain([0]).collect();
            let mut at = in_turn.start(&tiles).unwrap();
            assert!(in_turn.sums(&at).iter().all(|&sum| sum == 0));
            let mut stream = Stream::new(1, 1);
            let mut blank = grid.cells() - 1;
            let used = |spare: Spare| spare.0.to_le_bytes()[..heuristic.partitions()].to_vec();
            for _ in 0..300 {
                let steps: Vec<_> = grid.moves(blank).collect();
                let step = steps[stream.below(steps.len() as u32) as usize];
                let to = grid.neighbour(blank, step).unwrap();
                let before = in_turn.sums(&at);
                let left = 40 + u32::from(before[0] % 2);
                let spare = Spare::new(left, &before).unwrap();
                let (changed, after) = in_turn.slide(&mut at, to, blank, spare).unwrap();
                assert_eq!(used(Spare::new(left - 1, &in_turn.sums(&at)).unwrap()), used(after));
                in_turn.take_back(&mut at, to, blank, changed);
                assert_eq!(in_turn.sums(&at), before);
                in_turn.slide(&mut at, to, blank, spare).unwrap();
                tiles.swap(blank, to);
                blank = to;
                assert_eq!(&at.tiles()[..tiles.len()], &tiles[..]);
                let values = heuristic.values(&tiles).unwrap();
                let sums = values.iter().map(|values| values.iter().map(|&v| u16::from(v)).sum::<u16>());
                assert_eq!(in_turn.sums(&at)[..values.len()], sums.collect::<Vec<_>>());
            }
        }
    }

    /// A move is refused exactly if some sum would exceed what is left.
    #[test]
    fn a_move_that_cannot_be_spared_changes_nothing() {
        let grid = Grid::new(3, 3);
        let heuristic = with_further(grid);
        let in_turn = InTurn::new(&heuristic);
        let tiles = [8, 6, 7, 2, 5, 4, 3, 0, 1];
        let mut at = in_turn.start(&tiles).unwrap();
        let sums = in_turn.sums(&at);
        let most = u32::from(*sums.iter().max().unwrap());
        assert!(Spare::new(most - 2, &sums).is_none());
        let mut refused = 0;
        for left in [most, most + 2] {
            for from in [4, 6, 8] {
                let spare = Spare::new(left, &sums).unwrap();
                let mut free = at;
                let plenty = Spare::new(left + 8, &sums).unwrap();
                in_turn.slide(&mut free, from, 7, plenty).unwrap();
                let fits = in_turn.sums(&free).iter().all(|&sum| u32::from(sum) < left);
                match in_turn.slide(&mut at, from, 7, spare) {
                    Some((changed, _)) => {
                        assert!(fits);
                        in_turn.take_back(&mut at, from, 7, changed);
                    }
                    None => {
                        assert!(!fits);
                        refused += 1;
                    }
                }
                assert_eq!((in_turn.sums(&at), &at.tiles()[..9]), (sums, &tiles[..]));
            }
        }
        assert!(refused > 0);
    }
}
