//! The sliding-tile puzzle: the core of the Python package `puzzle15`, usable without Python.
//!
//! ```text
//!  what a person types -> Board (checked) -> Solver(goal, method, options) -> moves -> Solution (replayed)
//!                                               ^
//!  puzzle -> index (dense numbers) -> bfs (one bit a state) -> tables (two bits a state)
//!                                               |
//!  puzzle -> pdb (one bit a state) -> heuristic -> search
//! ```
//!
//! Every folder is a layer, and uses only those above it in this list; a test of the project checks that.
//!
//! | layer | what |
//! |---|---|
//! | [`puzzle`] | boards, their text, which can be solved, and what can go wrong |
//! | [`runtime`] | stopping a long job, its budget, threads, free memory |
//! | [`storage`] | files: written whole or not at all, checked, locked |
//! | [`index`] | dense numbers for states, and moves on them |
//! | [`bfs`] | breadth-first search at one bit a state: start here |
//! | [`cluster`] | what a search would send from node to node |
//! | [`tables`] | the next move, or the distance, of every state of a small puzzle |
//! | [`generate`] | fair boards, walks, boards of a known distance |
//! | [`pdb`] | pattern databases at one bit a state: start here for optimal solutions |
//! | [`search`] | A\*, IDA\*, beams, all shortest solutions |
//! | [`heuristics`] | lower bounds that need only the board: linear conflict, walking distance |
//! | [`slides`] | fewest slides: a straight slide of several tiles counts as one move |
//! | [`staged`] | Parberry 2014: the 15-puzzle in three stages |
//! | [`anysize`] | Parberry 1995, and shorter solutions of large boards |
//! | [`improve`] | shorter solutions out of long ones |
//! | [`schofield`] | Schofield 1967: corner twists |
//! | [`solver`] | goal, method and options in; checked solutions out |
//! | [`arena`] | many boards played at once, for learning |
//!
//! The bindings are in `python`, behind the feature of that name.

#![deny(unsafe_code)]

pub mod anysize;
pub mod arena;
pub mod bfs;
pub mod cluster;
pub mod generate;
pub mod heuristics;
pub mod improve;
pub mod index;
pub mod pdb;
pub mod puzzle;
#[cfg(feature = "python")]
mod python;
pub mod runtime;
pub mod schofield;
pub mod search;
pub mod slides;
pub mod solver;
pub mod staged;
pub mod storage;
pub mod tables;

// Of the extension module only: a Rust program that uses this crate has its own.
#[cfg(feature = "python")]
#[global_allocator]
static ALLOCATOR: runtime::allocator::Allocator = runtime::allocator::Allocator;
