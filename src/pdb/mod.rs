//! Pattern databases at one bit a state, and the heuristic made of them.

pub(crate) mod breadth_first;
pub mod build;
pub mod database;
pub mod files;
pub mod heuristic;
pub mod in_turn;
pub mod key;
pub(crate) mod node;
pub(crate) mod order;
pub mod partitions;
pub(crate) mod reading;
pub mod regions;
pub mod registry;
pub(crate) mod seen;
pub(crate) mod transpose;
pub mod verify;
pub(crate) mod view;
pub mod waiting;
