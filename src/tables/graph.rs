//! The solution graph of a move table: a vertex for each state, an edge for each legal move, and the move that
//! the table holds.
//!
//! Vertices are numbered like the entries of the table. A graph takes `cells + 17` bytes a state, and each move
//! costs one step on the index.

use crate::index::space::Space;
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::Move;
use crate::runtime::allocate;
use crate::runtime::cancel::Cancel;
use crate::tables::move_table::MoveTable;

/// In place of a vertex: there is no such move.
pub const NO_VERTEX: u32 = u32::MAX;
/// In place of the code of a move: paths end here.
pub const NO_MOVE: u8 = u8::MAX;
/// In place of a tile: one of those that are alike.
pub const ALIKE: u8 = u8::MAX;

/// How many states are done between two looks at whether to stop.
const STATES_AT_A_TIME: usize = 1 << 12;

/// What a move table is about, as arrays.
pub struct Graph {
    /// For each state what stands in each cell: 0 for the blank, tiles from 1 on, or [`ALIKE`].
    pub tiles: Vec<u8>,
    /// For each state four vertices, by the code of the move that leads there, or [`NO_VERTEX`].
    pub targets: Vec<u32>,
    /// For each state the code of the table's move, or [`NO_MOVE`] at a goal.
    pub next: Vec<u8>,
}

impl Graph {
    /// The graph of a table.
    pub fn new(table: &MoveTable, cancel: &Cancel) -> Result<Graph> {
        let (steps, goal) = (table.steps(), table.goal());
        let (grid, states) = (steps.grid(), steps.states());
        let space = match steps.is_whole() {
            true => Space::whole(grid, &[])?,
            false => Space::pattern(grid, &[], steps.tiles_a())?,
        };
        let mut graph = Graph {
            tiles: allocate::with_room(states * grid.cells(), Purpose::Table)?,
            targets: allocate::with_room(4 * states, Purpose::Table)?,
            next: allocate::with_room(states, Purpose::Table)?,
        };
        for index in 0..states {
            if index % STATES_AT_A_TIME == 0 {
                cancel.check()?;
            }
            let at = space.state(index as u64, goal);
            graph.tiles.extend(space.tiles(at).iter().map(|tile| tile.map_or(ALIKE, |tile| tile as u8)));
            graph.targets.extend(Move::ALL.map(|step| {
                let to = space.step(at, step.code());
                to.map_or(NO_VERTEX, |to| steps.index(to) as u32)
            }));
            graph.next.push(table.next_at(at, index).unwrap_or(NO_MOVE));
        }
        Ok(graph)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::grid::Grid;
    use crate::tables::in_memory;

    #[test]
    fn the_ring_of_the_2x2_puzzle() {
        let cancel = Cancel::new();
        let table = in_memory::build_table(Grid::new(2, 2), 3, &cancel).unwrap();
        let graph = Graph::new(&table, &cancel).unwrap();
        assert_eq!((graph.tiles.len(), graph.targets.len(), graph.next.len()), (48, 48, 12));
        for (vertex, targets) in (0u32..).zip(graph.targets.chunks(4)) {
            let there: Vec<u32> = targets.iter().copied().filter(|&to| to != NO_VERTEX).collect();
            assert_eq!(there.len(), 2, "a ring of twelve states");
            for to in there {
                assert!(
                    graph.targets[4 * to as usize..][..4].contains(&vertex),
                    "every move can be reversed"
                );
            }
        }
        let goals = || (0..12).filter(|&vertex| graph.next[vertex] == NO_MOVE);
        assert_eq!(goals().count(), 1);
        assert_eq!(graph.tiles[4 * goals().next().unwrap()..][..4], [1, 2, 3, 0]);
    }

    #[test]
    fn it_stops_when_asked() {
        let cancel = Cancel::new();
        let table = in_memory::build_table(Grid::new(2, 2), 3, &cancel).unwrap();
        cancel.cancel();
        assert!(Graph::new(&table, &cancel).is_err());
    }
}
