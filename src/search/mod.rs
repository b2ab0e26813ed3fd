//! Searches with the heuristic of [`crate::pdb`]: A\*, IDA\*, beams, all shortest solutions; and Korf's
//! search of 1985.

pub mod all_shortest;
pub mod anytime;
pub mod astar;
pub mod beam;
pub mod duplicates;
pub mod frontier;
pub mod ida;
pub mod ida_in_turn;
pub mod korf;
mod limits;
pub mod near_goal;
pub(crate) mod ration;
pub(crate) mod visited;
