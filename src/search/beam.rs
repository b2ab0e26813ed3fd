//! Short solutions at a chosen cost: a beam search on pattern databases.
//!
//! After every move the search keeps the `width` boards that look nearest to the goal, by what both lookups expect together
//! ([`Node::both`]; the larger of the two does as well), and makes all their successors; boards that it has met before
//! are not kept again. It ends when one of them is the goal. A wider beam finds shorter solutions and costs in
//! proportion: the knob between microseconds and the optimum.

use crate::pdb::heuristic::{Ahead, Heuristic, Key, Node, View};
use crate::puzzle::error::Result;
use crate::runtime::budget::Limits;
use crate::runtime::cancel::Cancel;
use crate::search::visited::Met;

/// Levels of a wider beam take long enough to look at the budget after each.
const WIDE: usize = 256;
/// Stands for the beginning of the trail.
const START: u32 = u32::MAX;

/// A successor that may be kept.
#[derive(Clone, Copy, Default)]
struct Candidate {
    /// Small is good.
    rank: u16,
    expected: u16,
    step: u8,
    parent: u32,
    /// Which of all moves it is.
    number: u32,
}

/// What a beam found, and how many nodes it made.
pub struct Found {
    /// Codes of the moves, unless the beam got lost, was longer than allowed, or ran out of its budget.
    pub way: Option<Vec<u8>>,
    /// Nodes made.
    pub made: u64,
}

/// A beam on its way.
struct Beam<'e, K, const P: usize> {
    view: View<'e, P>,
    width: usize,
    nodes: Vec<Node<K, P>>,
    next: Vec<Node<K, P>>,
    met: Met<K>,
    /// For every board kept, which entry it came from and by which move.
    trail: Vec<(u32, u8)>,
    candidates: Vec<Candidate>,
    sorted: Vec<Candidate>,
    /// By rank: where its candidates go.
    places: Vec<u32>,
    ahead: Ahead,
}

/// Searches with a beam, for a solution of less than `most` moves.
pub fn beam<K: Key, const P: usize>(
    estimate: &Heuristic,
    start: Node<K, P>,
    width: usize,
    most: usize,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Found> {
    if start.expected() == 0 {
        return Ok(Found { way: Some(vec![]), made: 0 });
    }
    let mut beam = Beam::new(estimate, start, width);
    let mut made = 0;
    for length in 1..most {
        beam.look_ahead();
        made += beam.candidates.len() as u64;
        if width >= WIDE {
            cancel.check()?;
            if limits.are_up(made) {
                break;
            }
        }
        if let Some(end) = beam.keep(most - length) {
            return Ok(Found { way: Some(beam.way(end)), made });
        }
        if beam.nodes.is_empty() {
            break;
        }
    }
    Ok(Found { way: None, made })
}

impl<'e, K: Key, const P: usize> Beam<'e, K, P> {
    fn new(estimate: &'e Heuristic, start: Node<K, P>, width: usize) -> Beam<'e, K, P> {
        let mut met = Met::new(64 * width);
        met.insert(start.key);
        Beam {
            view: estimate.view(),
            width,
            nodes: vec![start],
            next: Vec::with_capacity(width),
            met,
            trail: Vec::with_capacity(64 * width.min(WIDE)),
            candidates: Vec::with_capacity(3 * width),
            sorted: vec![],
            places: vec![],
            ahead: Ahead::default(),
        }
    }

    /// Ranks all successors of the boards.
    #[inline(always)]
    fn look_ahead(&mut self) {
        self.candidates.clear();
        self.view.look(self.nodes.iter(), &mut self.ahead);
        let mut rises = (0..).zip(self.ahead.rises());
        for (parent, node) in (0..).zip(&self.nodes) {
            for (step, (number, &rise)) in (0..self.view.steps(node).len() as u8).zip(rises.by_ref()) {
                let (expected, both) = node.after(rise);
                // Among equals, those that have just come nearer are better.
                let rank = 3 * (both / 2) + u16::from(rise & 1) + u16::from(rise >> 1);
                self.candidates.push(Candidate { rank, expected, step, parent, number });
            }
        }
    }

    /// Makes the best of the successors that were not met yet. Those that cannot be home in less than `left` moves are left
    /// out. The trail's entry for the goal, if it is among them.
    #[inline(always)]
    fn keep(&mut self, left: usize) -> Option<u32> {
        self.sort();
        self.next.clear();
        for candidate in &self.sorted {
            let node = &self.nodes[candidate.parent as usize];
            let step = &self.view.steps(node)[usize::from(candidate.step)];
            let key = self.view.key_after(node, step);
            if usize::from(candidate.expected) >= left || !self.met.insert(key) {
                continue;
            }
            let number = candidate.number as usize;
            let mut child = self.view.child_ahead(node, step, key, &self.ahead, number);
            child.parent = self.trail.len() as u32;
            self.trail.push((node.parent, step.code));
            if candidate.expected == 0 {
                return Some(child.parent);
            }
            self.next.push(child);
            if self.next.len() == self.width {
                break;
            }
        }
        std::mem::swap(&mut self.nodes, &mut self.next);
        None
    }

    /// Sorts the candidates by rank, by counting.
    #[inline(always)]
    fn sort(&mut self) {
        // Ranks are close together.
        let least = self.candidates.iter().map(|candidate| candidate.rank).min().unwrap_or(0);
        let most = self.candidates.iter().map(|candidate| candidate.rank).max().unwrap_or(0);
        self.places.clear();
        self.places.resize(usize::from(most - least) + 1, 0);
        for candidate in &self.candidates {
            self.places[usize::from(candidate.rank - least)] += 1;
        }
        let mut sum = 0;
        for place in &mut self.places {
            sum += std::mem::replace(place, sum);
        }
        self.sorted.resize(self.candidates.len(), Candidate::default());
        for candidate in &self.candidates {
            let place = &mut self.places[usize::from(candidate.rank - least)];
            self.sorted[*place as usize] = *candidate;
            *place += 1;
        }
    }

    /// The moves up to an entry of the trail.
    fn way(&self, mut at: u32) -> Vec<u8> {
        let mut way = vec![];
        while at != START {
            let (before, code) = self.trail[at as usize];
            way.push(code);
            at = before;
        }
        way.reverse();
        way
    }
}
