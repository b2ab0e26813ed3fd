//! The sliding-tile puzzle: the core of the Python package `puzzle15`, usable without Python.
//!
//! ```text
//!  what a person writes -> text -> board -> parity -> frame -> solve -> moves, replayed
//!                                                               |
//!       staged (4×4), small (up to ten cells), large (twelve), optimal (up to 25), peel and greedy (any size), batch (many)
//!                                                               |
//!  grid -> rank -> space (slices, rows, windows) -> bfs -> layers, rest, move_table (2 bits a state)
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`grid`] | rows, columns, neighbours, the four moves |
//! | [`board`], [`text`] | the board as a value; boards as people write and draw them |
//! | [`parity`] | inversions, and which boards can be solved |
//! | [`frame`] | any goal made standard, and the way back |
//! | [`rank`], [`paper_index`], [`packed`] | dense numbers for permutations and sets; arrays of 2 bits |
//! | [`space`], [`bfs`], [`layers`] | states, search, and how many there are at each depth |
//! | [`explore`], [`rest`], [`checkpoint`] | a search as people put it; going on from another, or after a kill |
//! | [`traffic`] | what a search would send from node to node on a cluster |
//! | [`move_table`], [`steps`] | the next move for every state; moves on the index |
//! | [`staged`] | Parberry's combined solver of 2014 |
//! | [`small`], [`large`] | optimal solutions of up to ten and of twelve cells |
//! | [`distances`] | how far boards of up to twelve cells are, without their solutions |
//! | [`regions`], [`pdb`], [`estimate`] | pattern databases at one bit a state, and what they say of a board |
//! | [`tiers`], [`pattern_files`] | which tiles go together; tables in memory and on disk |
//! | [`best_first`], [`ida`], [`quick`], [`optimal`], [`limits`] | searches on them, within a budget |
//! | [`all_ways`] | every shortest solution |
//! | [`multi`] | fewest slides of several tiles: tables up to twelve cells, a search with patterns on 4×4 |
//! | [`lines`], [`greedy`] | a large board as a sequence of lines; Parberry's real-time algorithm of 1995 |
//! | [`peel`], [`beam`], [`guide`], [`near`] | shorter solutions of large boards: pairs of tiles, led by a guide |
//! | [`manhattan`] | Korf's search of 1985, node for node |
//! | [`solve`], [`batch`] | one board, many boards: methods by name, everything checked |
//! | [`arrays`] | figures and moves of many boards, from arrays |
//! | [`improve`], [`shortcut`], [`patch`] | shorter solutions out of long ones, part by part; where to look for them |
//! | [`twists`], [`tabulation`] | Schofield 1967: corner twists, and all eight-puzzles with the blank in the centre |
//! | [`random`], [`tally`] | fair boards, the same everywhere; experiments, of which only lengths are counted |
//! | [`arena`], [`rules`], [`scramble`] | many boards played at once, for learning; rewards; what they begin with |
//! | [`by_depth`], [`scrambled`] | all boards of a small puzzle by distance; boards of a scramble, many at a time |
//! | [`control`], [`machine`], [`error`] | stopping a long job; what the machine offers; what can go wrong |
//!
//! The bindings are in `python`, behind the feature of that name.

#![deny(unsafe_code)]

pub mod anysize;
pub mod arena;
pub mod bfs;
pub mod cluster;
pub mod generate;
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
