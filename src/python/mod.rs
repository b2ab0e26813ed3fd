//! The bindings: what Python sees of the core. They convert, cancel and map errors, and do nothing else.

mod all_shortest;
mod arena;
mod arena_rules;
mod array_input;
mod arrays;
mod board;
mod board_input;
mod cluster;
mod datasets;
mod errors;
mod exploring;
mod files;
mod forks;
mod generate;
mod improving;
mod jobs;
mod korf;
mod lower;
mod paper;
mod slices;
mod solver;
mod solver_options;
mod stream;
mod tables;
mod tally;
mod twists;

use pyo3::prelude::*;

/// The compiled core of puzzle15. Use the package's own names instead: they are documented and typed.
#[pymodule(gil_used = false)]
mod _core {
    use super::{Bound, PyModule, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::forks::register(module.py())
    }

    /// The version of the crate, which is that of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use super::all_shortest::{PyShortestPaths, count_optimal};
    /// The version of the answers: another one may solve a board by other moves.
    #[pymodule_export]
    const ANSWERS: u32 = crate::solver::made_by::ANSWERS;
    /// Boards of up to so many cells can be searched for shortest solutions.
    #[pymodule_export]
    const MOST_SEARCHED_CELLS: usize = crate::pdb::regions::MAX_PDB_CELLS;
    /// Boards of up to so many cells have tables of all their distances.
    #[pymodule_export]
    const MOST_TABLED_CELLS: usize = crate::tables::on_disk::MAX_TABLE_CELLS;

    #[pymodule_export]
    use super::arena::PyArena;
    #[pymodule_export]
    use super::arena_rules::{PyRules, PyScramble};
    #[pymodule_export]
    use super::arrays::{apply_moves, figures, pack_boards, unpack_boards, unrank_boards};
    #[pymodule_export]
    use super::board::{PyBoard, is_solvable};
    #[pymodule_export]
    use super::cluster::{CrossingCounts, LevelCounts, TrafficCounts, measure_traffic, plan_traffic};
    #[pymodule_export]
    use super::datasets::{boards_by_depth, layer_sizes, require_memory, scrambled_boards};
    #[pymodule_export]
    use super::errors::remedy_kinds;
    #[pymodule_export]
    use super::exploring::{
        PyExplored, PyQuestion, PyResidual, PySource, SearchMemory, cache_folder, explore, search_size,
    };
    #[pymodule_export]
    use super::files::{PyAside, write_file};
    #[pymodule_export]
    use super::generate::{random_board, random_boards};
    #[pymodule_export]
    use super::improving::{PyImproved, improve};
    #[pymodule_export]
    use super::jobs::{address_space_left, check_room_for_a_thread};
    #[pymodule_export]
    use super::korf::{KorfResult, manhattan_search};
    #[pymodule_export]
    use super::lower::{LowerFound, lower_bound};
    #[pymodule_export]
    use super::paper::{paper_rank, paper_unrank};
    #[pymodule_export]
    use super::solver::{PySolver, Solved, SolvedMany, StageLength, check_solvable};
    #[pymodule_export]
    use super::solver_options::PyOptions;
    #[pymodule_export]
    use super::stream::PyStream;
    #[pymodule_export]
    use super::tables::{
        GraphContents, PatternCounts, PatternTables, TableContents, build_patterns, estimate,
        forget_patterns, move_table, pattern_counts, solution_graph, verify_table,
    };
    #[pymodule_export]
    use super::tally::{Extreme, TalliedBoards, tally};
    #[pymodule_export]
    use super::twists::{TabulatedClass, TabulatedRow, TabulationTables, specimens, tabulation};
}
