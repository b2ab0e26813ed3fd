//! What is sent from node to node, added up: rows, states and bytes.

use crate::cluster::partition::{Cut, MOVES, Puller};

/// The kind of a move of the blank along a row of the board.
pub(crate) const ALONG: usize = 0;

/// The kind of a move between two rows of the board.
pub(crate) const BETWEEN: usize = 1;

/// Bytes of a position in a coded row, and of their number.
pub(crate) const POSITION: u64 = 2;

/// What goes from node to node at one level, for one number of nodes.
#[derive(Clone, Default, Debug)]
pub struct Crossing {
    /// Pulls from another node: of the blank's moves along a row of the board, and between two.
    pub pulls: [u64; 2],
    /// Rows sent.
    pub rows: u64,
    /// States in them.
    pub states: u64,
    /// Bytes, coded.
    pub coded: u64,
    /// Bits that no code undercuts.
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
    /// Pulls by rows that are not full: along a row of the board, and between two.
    pub pulls: [u64; 2],
    /// By number of nodes.
    pub crossings: Vec<Crossing>,
}

/// What a row is worth and what it costs to send.
pub(crate) struct Cost {
    pub(crate) states: u64,
    pub(crate) coded: u64,
    pub(crate) least: f64,
}

/// What one thread has counted, with the bytes that each node sends and receives, by number of nodes.
pub(crate) struct Tally {
    pub(crate) level: LevelTraffic,
    sent: Vec<Vec<u64>>,
    received: Vec<Vec<u64>>,
}

impl Tally {
    pub(crate) fn new(cuts: &[Cut]) -> Tally {
        let bytes = || cuts.iter().map(|cut| vec![0; cut.nodes]).collect();
        let level =
            LevelTraffic { crossings: vec![Crossing::default(); cuts.len()], ..LevelTraffic::default() };
        Tally { level, sent: bytes(), received: bytes() }
    }

    /// Sends a row to the nodes of those that pull it.
    #[inline(always)]
    pub(crate) fn send(
        &mut self,
        cuts: &[Cut],
        (slot, row): (usize, usize),
        cost: &Cost,
        pullers: &[Puller],
    ) {
        for (number, cut) in cuts.iter().enumerate() {
            let crossing = &mut self.level.crossings[number];
            let from = cut.owner(slot, row);
            let mut reached = [from; MOVES];
            for (i, &(slot, end, kind)) in pullers.iter().enumerate() {
                let node = cut.owner(slot, end);
                if node == from {
                    continue;
                }
                crossing.pulls[kind] += 1;
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

    pub(crate) fn merge(&mut self, other: &Tally) {
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

/// By `k` from 0 to `n`: log₂ of n over k.
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
