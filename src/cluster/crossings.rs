//! Adds up what is sent from node to node: rows, states and bytes.

use crate::cluster::partition::{Cut, MOVES, Puller};
use crate::index::space::Slot;

/// Bytes of a position in a coded row, and of the number of positions.
pub(crate) const POSITION: u64 = 2;

/// What goes from node to node at one level, for one number of nodes.
#[derive(Clone, Default, Debug)]
pub struct Crossing {
    /// Pulls from another node: by moves of the blank along a row of the board, and between two rows.
    pub pulls: [u64; 2],
    /// Rows sent.
    pub rows: u64,
    /// States in them.
    pub states: u64,
    /// Bytes, coded.
    pub coded: u64,
    /// The bits that any code needs at least.
    pub least: f64,
    /// Coded bytes that the busiest node sends or receives.
    pub busiest: u64,
}

/// One level.
#[derive(Clone, Default, Debug)]
pub struct LevelTraffic {
    /// Its states.
    pub states: u64,
    /// The rows that have any of them.
    pub rows: u64,
    /// Moves from its states.
    pub moves: u64,
    /// Pulls by rows that are not full: by moves along a row of the board, and between two rows.
    pub pulls: [u64; 2],
    /// By number of nodes.
    pub crossings: Vec<Crossing>,
}

/// What a row holds and what it costs to send.
pub(crate) struct Cost {
    pub(crate) states: u64,
    pub(crate) coded: u64,
    pub(crate) least: f64,
}

/// What one thread has counted, with the bytes that each node sends and receives, by number of nodes.
pub(crate) struct TrafficCount {
    pub(crate) level: LevelTraffic,
    sent: Vec<Vec<u64>>,
    received: Vec<Vec<u64>>,
}

impl TrafficCount {
    pub(crate) fn new(cuts: &[Cut]) -> TrafficCount {
        let bytes = || cuts.iter().map(|cut| vec![0; cut.nodes]).collect();
        let level =
            LevelTraffic { crossings: vec![Crossing::default(); cuts.len()], ..LevelTraffic::default() };
        TrafficCount { level, sent: bytes(), received: bytes() }
    }

    /// Sends a row to the nodes of the rows that pull it.
    #[inline(always)]
    pub(crate) fn send(&mut self, cuts: &[Cut], (slot, row): (Slot, usize), cost: &Cost, pullers: &[Puller]) {
        for (number, cut) in cuts.iter().enumerate() {
            let crossing = &mut self.level.crossings[number];
            let from = cut.owner(slot, row);
            let mut reached = [from; MOVES];
            for (i, puller) in pullers.iter().enumerate() {
                let node = cut.owner(puller.slot, puller.row);
                if node == from {
                    continue;
                }
                crossing.pulls[puller.direction as usize] += 1;
                if reached[..i].contains(&node) {
                    continue;
                }
                reached[i] = node;
                crossing.rows += 1;
                crossing.states += cost.states;
                crossing.coded += cost.coded;
                crossing.least += cost.least;
                self.sent[number][usize::from(from)] += cost.coded;
                self.received[number][usize::from(node)] += cost.coded;
            }
        }
    }

    pub(crate) fn merge(&mut self, other: &TrafficCount) {
        let (level, more) = (&mut self.level, &other.level);
        level.states += more.states;
        level.rows += more.rows;
        level.moves += more.moves;
        add(&mut level.pulls, &more.pulls);
        for (sum, crossing) in level.crossings.iter_mut().zip(&more.crossings) {
            add(&mut sum.pulls, &crossing.pulls);
            sum.rows += crossing.rows;
            sum.states += crossing.states;
            sum.coded += crossing.coded;
            sum.least += crossing.least;
        }
        let bytes = self.sent.iter_mut().chain(&mut self.received);
        bytes.zip(other.sent.iter().chain(&other.received)).for_each(|(sum, bytes)| add(sum, bytes));
    }

    /// The level, with the most that one node sends or receives.
    pub(crate) fn finish(mut self) -> LevelTraffic {
        for (i, crossing) in self.level.crossings.iter_mut().enumerate() {
            crossing.busiest = self.sent[i].iter().chain(&self.received[i]).max().copied().unwrap_or(0);
        }
        self.level
    }
}

fn add(sums: &mut [u64], numbers: &[u64]) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
}

/// By `k` from 0 to `n`: log₂ of the binomial coefficient C(n, k).
pub(crate) fn least_bits(n: usize) -> Vec<f64> {
    let mut bits = vec![0.0; n + 1];
    for k in 0..n {
        bits[k + 1] = bits[k] + ((n - k) as f64 / (k + 1) as f64).log2();
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_bits_need_few() {
        let bits = least_bits(8);
        let rounded: Vec<u32> = bits.iter().map(|bits| bits.exp2().round() as u32).collect();
        assert_eq!(rounded, [1, 8, 28, 56, 70, 56, 28, 8, 1]);
    }
}
