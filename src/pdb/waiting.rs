//! Nodes that wait for their turn, and how they are woken.
//!
//! Most nodes of a best-first search wait for a later layer. Only their tiles and values are kept. Which cells the
//! tiles of a pattern take, and in which order they stand there, is read from the board again when its turn comes.

use crate::pdb::heuristic::{HeuristicView, LOOKUPS, Lookahead, Node, Step};
use crate::pdb::key::Key;

/// A node that waits, in a quarter of the bytes.
#[derive(Clone, Copy, Debug)]
pub struct Waiting<K, const P: usize> {
    /// Its tiles.
    pub key: K,
    values: [u8; P],
    /// Where the blank is.
    blank: u8,
    /// Code of the move that led here, or [`crate::pdb::heuristic::NO_LAST_MOVE`].
    pub last: u8,
}

/// How many bits of a byte are set.
const COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        counts[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    counts
};

impl<const P: usize> HeuristicView<'_, P> {
    /// The start of a search, for it to wait.
    pub fn start_waiting<K: Key>(&self, node: &Node<K, P>) -> Waiting<K, P> {
        let &Node { key, values, blank, last, .. } = node;
        Waiting { key, values, blank, last }
    }

    /// Successor `i` of a lookahead, to wait for its turn.
    #[inline(always)]
    pub fn waiting<K: Key>(
        &self,
        node: &Node<K, P>,
        step: &Step,
        ahead: &Lookahead,
        i: usize,
    ) -> Waiting<K, P> {
        let (probes, rise) = (&ahead.probes[i], ahead.rises[i]);
        let mut values = node.values;
        for (l, probe) in probes.iter().enumerate() {
            values[usize::from(probe.part)] = probe.value.wrapping_add(2 * (rise >> l & 1)).wrapping_sub(1);
        }
        Waiting { key: self.key_after(node, step), values, blank: step.to, last: step.code }
    }

    /// The node that has waited.
    #[inline(always)]
    pub fn wake<K: Key>(&self, waiting: &Waiting<K, P>) -> Node<K, P> {
        let &Waiting { key, values, blank, last } = waiting;
        let (mut cells, mut orders) = ([0; P], [0; P]);
        // By pattern: the tiles that are still to come, as bits.
        let mut left = [0_u8; P];
        for (left, table) in left.iter_mut().zip(&self.tables) {
            *left = ((1u32 << table.space.tiles()) - 1) as u8;
        }
        for reading in self.readings {
            for (seen, &cell) in reading.cells.iter().enumerate() {
                // The blank is in no pattern.
                let (part, bit) = reading.tiles[usize::from(key.tile(cell)) % 32];
                if bit != 0 {
                    let part = usize::from(part);
                    // Lexicographic rank, digit by digit.
                    let (all, before) = (left[part], left[part] & (bit - 1));
                    orders[part] = orders[part] * u16::from(COUNTS[usize::from(all)])
                        + u16::from(COUNTS[usize::from(before)]);
                    cells[part] |= 1 << seen;
                    left[part] = all ^ bit;
                }
            }
        }
        let mut sums = [0; LOOKUPS];
        for (part, &value) in values[..self.ends[LOOKUPS]].iter().enumerate() {
            sums[usize::from(part >= self.ends[1])] += u16::from(value);
        }
        Node { key, cells, orders, values, sums, blank, last, parent: u32::MAX }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::Stream;
    use crate::pdb::heuristic::Heuristic;
    use crate::pdb::registry::{self, TableChoice};
    use crate::puzzle::grid::Grid;
    use crate::runtime::cancel::Cancel;

    /// Goes on a random walk from the goal: every node that waits and is woken must be the one that was generated, and
    /// the one that a search would start from.
    fn walk<K: Key, const P: usize>(heuristic: &Heuristic, steps: usize, stream: &mut Stream) {
        let view = heuristic.view::<P>();
        let mut tiles: Vec<u8> = (1..heuristic.grid().cells() as u8).chain([0]).collect();
        let mut node: Node<K, P> = heuristic.start(&tiles).unwrap();
        let mut ahead = Lookahead::default();
        for _ in 0..steps {
            view.look_ahead(std::iter::once(&node), &mut ahead);
            let steps = view.steps(&node);
            let number = stream.below(steps.len() as u32) as usize;
            let step = &steps[number];
            let woken = view.wake(&view.waiting(&node, step, &ahead, number));
            let child = view.child_ahead(&node, step, view.key_after(&node, step), &ahead, number);
            tiles.swap(node.blank.into(), child.blank.into());
            let first: Node<K, P> = heuristic.start(&tiles).unwrap();
            for other in [&child, &first] {
                assert_eq!((woken.key, woken.blank, woken.sums), (other.key, other.blank, other.sums));
                assert_eq!((woken.cells, woken.orders), (other.cells, other.orders));
                assert_eq!(woken.values, other.values);
            }
            assert_eq!(woken.last, child.last);
            node = child;
        }
    }

    #[test]
    fn a_node_that_is_woken_is_the_one_that_was_generated() {
        let mut stream = Stream::new(1, 0);
        for (rows, cols) in [(3, 3), (3, 5), (4, 4), (2, 7)] {
            let grid = Grid::new(rows, cols);
            let (known, _) =
                registry::heuristic(grid, grid.cells() - 1, TableChoice::Small, &Cancel::new()).unwrap();
            walk::<u64, 6>(&known.heuristic, 300, &mut stream);
            walk::<u128, 10>(&known.heuristic, 300, &mut stream);
        }
    }
}
