//! Schofield 1967: the eight-puzzle with the blank in the centre, by twists of its corners.

pub mod solving;
pub mod tabulation;
pub mod twists;
