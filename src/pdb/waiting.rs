//! Nodes that wait for their turn, and how they are woken.
//!
//! Most nodes of a best-first search wait for a later layer, and most of these wait for ever. Only their tiles and values
//! are kept. Which cells the tiles of a pattern take, and in which order they stand there, is read from the board again
//! when its turn comes.
//!
//! For some of them the bit of only one lookup was asked for, since it decided. The other one is asked for when they are
//! woken: the value of the pattern that moved is still that of the node before, one more or one less than its own.

use crate::pdb::heuristic::{HeuristicView, LOOKUPS, Node, Probe, Rise, Step};
use crate::pdb::key::Key;
use crate::pdb::reading::Arrangement;
use crate::pdb::regions::Placed;
use crate::runtime::processor::Modern;

/// A node that waits, in a quarter of the bytes.
#[derive(Clone, Copy, Debug)]
pub struct Waiting<K, const P: usize> {
    /// Its tiles.
    pub key: K,
    values: [u8; P],
    /// Where the blank is.
    blank: u8,
    /// Code of the move that led here, or [`crate::pdb::heuristic::NO_LAST_MOVE`]. Above it, which lookup has not been
    /// asked.
    last: u8,
}

/// The bits of a move.
const LAST: u8 = 7;
/// How far up it stands which lookup has not been asked: 0 for none, else its number and one.
const UNASKED: u8 = 4;

/// A node that is being woken.
pub struct Waking<K, const P: usize> {
    node: Node<K, P>,
    /// Its bit that is still to be read, and the lookup that it belongs to.
    unasked: Option<(Probe, u8)>,
}

impl<K: Key, const P: usize> Waiting<K, P> {
    /// A node after a move, of which both lookups have been asked.
    #[inline(always)]
    pub fn new(
        node: &Node<K, P>,
        step: &Step,
        key: K,
        probes: &[Probe; LOOKUPS],
        rise: Rise,
    ) -> Waiting<K, P> {
        let mut values = node.values;
        for (l, probe) in probes.iter().enumerate() {
            values[usize::from(probe.part)] = probe.value_after(rise >> l & 1);
        }
        Waiting { key, values, blank: step.to, last: step.code }
    }

    /// A node after a move, of which only one lookup has been asked: what it rises by there is 1.
    #[inline(always)]
    pub fn half_asked(node: &Node<K, P>, step: &Step, key: K, probe: &Probe, lookup: usize) -> Waiting<K, P> {
        let mut values = node.values;
        values[usize::from(probe.part)] = probe.value_after(1);
        // Of two lookups, the other one.
        let unasked = (LOOKUPS - lookup) as u8;
        Waiting { key, values, blank: step.to, last: step.code | unasked << UNASKED }
    }

    /// The start of a search.
    pub fn start(node: &Node<K, P>) -> Waiting<K, P> {
        let &Node { key, values, blank, last, .. } = node;
        Waiting { key, values, blank, last }
    }

    /// Code of the move that led here, or [`crate::pdb::heuristic::NO_LAST_MOVE`].
    #[inline(always)]
    pub fn last(&self) -> u8 {
        self.last & LAST
    }
}

impl<const P: usize> HeuristicView<'_, P> {
    /// Begins to wake a node: what is far away in memory is asked for. On a modern processor that takes less time.
    #[inline(always)]
    pub(crate) fn begin_to_wake<K: Key>(
        &self,
        waiting: &Waiting<K, P>,
        modern: Option<Modern>,
    ) -> Waking<K, P> {
        let &Waiting { key, values, blank, .. } = waiting;
        let last = waiting.last();
        let mut found = Arrangement::NONE;
        self.readings.iter().for_each(|reading| reading.read(key, modern, &mut found));
        let Arrangement { cells, orders } = found;
        let mut sums = [0; LOOKUPS];
        for (part, &value) in values[..self.ends[LOOKUPS]].iter().enumerate() {
            sums[usize::from(part >= self.ends[1])] += u16::from(value);
        }
        let node = Node { key, cells, orders, values, sums, blank, last, parent: u32::MAX };
        let lookup = (waiting.last >> UNASKED).checked_sub(1);
        let unasked = lookup.map(|lookup| {
            // The tile that moved is where the blank was.
            let tile = key.tile(blank.wrapping_add(self.back[usize::from(last % 4)]));
            let part = self.pattern(tile, lookup.into());
            let at = Placed { cells: cells[usize::from(part)], order: orders[usize::from(part)] };
            let blank = self.readings[usize::from(lookup)].seen[usize::from(blank)];
            (self.ask(part, at, blank, values[usize::from(part)]), lookup)
        });
        Waking { node, unasked }
    }

    /// The node that has waited.
    #[inline(always)]
    pub fn wake<K: Key>(&self, waking: Waking<K, P>) -> Node<K, P> {
        let Waking { mut node, unasked } = waking;
        if let Some((probe, lookup)) = unasked {
            let rise = self.rises(&probe);
            node.values[usize::from(probe.part)] = probe.value_after(rise);
            let sum = &mut node.sums[usize::from(lookup)];
            *sum = sum.wrapping_add((2 * rise).into()).wrapping_sub(1);
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random::Stream;
    use crate::pdb::heuristic::{Heuristic, Lookahead};
    use crate::pdb::registry::{self, TableChoice};
    use crate::puzzle::grid::Grid;
    use crate::runtime::cancel::Cancel;
    use crate::runtime::processor;

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
            let key = view.key_after(&node, step);
            let child = view.child_ahead(&node, step, key, &ahead, number);
            let probes = [0, 1].map(|lookup| view.probe_one(&node, step, lookup));
            let rise = ahead.rises()[number];
            let waiting = Waiting::new(&node, step, key, &probes, rise);
            let mut kinds = vec![waiting];
            for lookup in (0..LOOKUPS).filter(|lookup| rise >> lookup & 1 == 1) {
                kinds.push(Waiting::half_asked(&node, step, key, &probes[lookup], lookup));
            }
            tiles.swap(node.blank.into(), child.blank.into());
            let first: Node<K, P> = heuristic.start(&tiles).unwrap();
            for waiting in kinds {
                for modern in [None, processor::modern()] {
                    let woken = view.wake(view.begin_to_wake(&waiting, modern));
                    for other in [&child, &first] {
                        assert_eq!(
                            (woken.key, woken.blank, woken.sums),
                            (other.key, other.blank, other.sums)
                        );
                        assert_eq!((woken.cells, woken.orders), (other.cells, other.orders));
                        assert_eq!(woken.values, other.values);
                    }
                    assert_eq!(woken.last, child.last);
                }
            }
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
