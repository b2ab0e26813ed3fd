//! How large the searches of `anytime.rs` may become, and how much memory that takes.

use crate::pdb::heuristic::MAX_PATTERNS;
use crate::puzzle::grid::Grid;
use crate::search::astar::AStar;
use crate::search::beam;
use crate::search::ida;
use crate::search::ida_in_turn;

/// Boards of up to 16 cells have nodes of 72 bytes, larger ones of 128.
pub const SMALL: usize = 16;
/// The most patterns of both lookups on small boards.
pub const SMALL_PATTERNS: usize = 6;
/// The most patterns of both lookups on larger boards.
pub const LARGE_PATTERNS: usize = MAX_PATTERNS;
/// Boards whose solutions are too long for A\*, and for remembering boards. (On narrow boards there are far more ways
/// to the same board.)
pub(super) const DEEP: Grid = Grid::new(5, 5);
/// From so many bytes of databases on, a search may take as much again.
const LARGE_TABLES: u64 = 100 << 20;
/// How many nodes A\* may keep for small boards: 20 MB with small tables, 250 MB with large ones, which is enough for
/// the boards that take 80 moves. Its table of boards would be twice as large for a few more.
const SMALL_ROOM: [usize; 2] = [500_000, 4_000_000];
/// The same for larger boards: 100 MB.
const LARGE_ROOM: usize = 3 << 19;
/// Entries of the transposition tables of IDA\*, as a power of two.
const TABLE_BITS: [u32; 2] = [18, 22];
/// Longer than any solution of a board of up to 25 cells that is worth having.
pub(super) const LONGEST: usize = 1000;
/// If a quick solution of a board of up to 16 cells is longer, wider beams search again.
pub(super) const LONG: usize = 76;
/// The width of the first beam.
pub(super) const NARROW: usize = 32;
/// Wider beams take more than a few milliseconds.
pub const WIDE: usize = 1000;
/// The widest beam: some hundred megabytes.
pub(super) const WIDEST: usize = 1 << 15;

/// The width of a beam that gives short solutions quickly.
pub(super) fn usual_width(cells: usize) -> usize {
    if cells <= SMALL { 21 } else { 200 }
}

/// At most how many bytes a search for a shortest solution takes without a limit on memory, for boards of so many cells
/// and databases of so many bytes; `in_a_hurry` with a weight or a budget. A\* may still be giving its memory back while
/// IDA\* fills its table.
pub fn most_bytes(cells: usize, table_bytes: u64, in_a_hurry: bool) -> u64 {
    let Room { nodes, table_bits } = Room::new(cells, table_bytes);
    let (astar, ida) = if cells == DEEP.cells() {
        (0, ida_in_turn::most_bytes())
    } else if cells <= SMALL {
        (AStar::<u64, SMALL_PATTERNS>::most_bytes(nodes), ida::most_bytes::<u64>(table_bits))
    } else {
        (AStar::<u128, LARGE_PATTERNS>::most_bytes(nodes), ida::most_bytes::<u128>(table_bits))
    };
    astar + ida + if in_a_hurry { beam_bytes(cells, WIDEST) } else { 0 }
}

/// At most how many bytes a quick search takes without a limit on memory.
pub fn most_bytes_quick(cells: usize, width: Option<usize>, is_limited: bool) -> u64 {
    beam_bytes(cells, if is_limited { WIDEST } else { width.unwrap_or(WIDE) })
}

fn beam_bytes(cells: usize, width: usize) -> u64 {
    if cells <= SMALL {
        beam::most_bytes::<u64, SMALL_PATTERNS>(width, LONGEST)
    } else {
        beam::most_bytes::<u128, LARGE_PATTERNS>(width, LONGEST)
    }
}

/// How much a search may keep. It follows from the tables, so that the same call gives the same answer on every
/// machine.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// Nodes of A\*.
    pub(super) nodes: usize,
    /// Entries of the transposition tables of IDA\*, as a power of two.
    pub(super) table_bits: u32,
}

impl Room {
    pub(super) fn new(cells: usize, table_bytes: u64) -> Room {
        let has_large = usize::from(table_bytes >= LARGE_TABLES);
        match cells <= SMALL {
            true => Room { nodes: SMALL_ROOM[has_large], table_bits: TABLE_BITS[has_large] },
            false => Room { nodes: LARGE_ROOM, table_bits: TABLE_BITS[1] },
        }
    }
}
