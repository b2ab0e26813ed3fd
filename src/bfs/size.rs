//! How much memory a search takes: its bits, and everything beside them. What is stated is the peak, which tests
//! measure.

use crate::bfs::planes::SliceLayout;
use crate::bfs::reflection::Reflection;
use crate::bfs::search::{MAX_LISTED, Search, row_bytes, table_bytes};

impl Search<'_> {
    /// How many bytes the search needs.
    pub fn memory(&self) -> u64 {
        let space = self.space;
        let rows = space.all_slots().map(|slot| self.stored_rows(slot) as u64).sum::<u64>();
        let bits = rows * row_bytes(space) as u64;
        let planes = 1 + u64::from(!self.is_two_coloured());
        let level_bits = if self.lean { 0 } else { planes * self.ranks() as u64 * bits };
        let moves = if self.moves { 2 * bits + space.states().div_ceil(4) } else { 0 };
        // With one plane, only the slots of one colour are cut into chunks at a time.
        let chunks = SliceLayout::new(space, self.ranks()).list_bytes(space) * planes / 2;
        let tables = table_bytes(self) + self.reflection.map_or(0, Reflection::bytes);
        bits + level_bits + rows * (1 + planes) + moves + tables + chunks + self.list_bytes()
    }

    /// How many bytes the states that are listed take. Threads list few of them each, so that all together are
    /// about one full list.
    fn list_bytes(&self) -> u64 {
        let most = (MAX_LISTED as u64).min(self.space.states());
        most.next_power_of_two() * size_of::<u64>() as u64
    }
}
