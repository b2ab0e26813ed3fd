//! Short solutions at a chosen cost: a beam search with pattern databases.
//!
//! After every move the search keeps the `width` nodes that look nearest to the goal, ranked by both lookups
//! together ([`Node::h_sum`]; ranking by h is no better), and expands them all; boards visited before are not
//! kept again. It ends when one of them is the goal. A wider beam finds shorter solutions and costs in
//! proportion: the width decides between microseconds and the optimum.

use crate::pdb::heuristic::{Heuristic, HeuristicView, Lookahead, MOST_STEPS, Node};
use crate::pdb::key::Key;
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::allocate;
use crate::runtime::budget::Budget;
use crate::runtime::memory::{self, Large};
use crate::search::visited::Visited;

/// From this width on, a level takes long enough to check the budget after each.
const CHECKED_WIDTH: usize = 256;
/// Stands for the beginning of the trail.
const TRAIL_START: u32 = u32::MAX;

/// A successor that may be kept: not generated yet.
#[derive(Clone, Copy, Default)]
struct Candidate {
    /// Small is good.
    rank: u16,
    h: u16,
    step: u8,
    parent: u32,
    /// Its number in the lookahead.
    number: u32,
}

/// What a beam found, and what it cost.
pub struct BeamOutcome {
    /// Codes of the moves; nothing if the beam lost its way, went deeper than allowed, or spent its budget.
    pub path: Option<Vec<u8>>,
    /// Whether it took more memory than its budget has, or than there is. A wider beam would, too.
    pub is_too_wide: bool,
    /// Nodes generated.
    pub generated: u64,
}

/// A beam search in progress.
struct Beam<'e, K: Key, const P: usize> {
    view: HeuristicView<'e, P>,
    width: usize,
    nodes: Large<Node<K, P>>,
    next: Large<Node<K, P>>,
    visited: Visited<K>,
    /// For every node kept: which entry it came from, and by which move.
    trail: Large<(u32, u8)>,
    candidates: Large<Candidate>,
    sorted: Large<Candidate>,
    /// By rank: where its candidates go.
    places: Vec<u32>,
    ahead: Lookahead,
}

/// At most how many bytes a beam of this width writes to, for solutions of so many moves.
pub fn most_bytes<K: Key, const P: usize>(width: usize, longest: usize) -> u64 {
    let nodes = 2 * width * size_of::<Node<K, P>>();
    let successors = 2 * MOST_STEPS * width * size_of::<Candidate>() + Lookahead::default().bytes_with(width);
    let trail = longest * width * size_of::<(u32, u8)>();
    (nodes + successors + trail) as u64 + Visited::<K>::most_bytes(longest * width)
}

/// Searches with a beam for a solution of fewer than `most` moves.
pub fn beam<K: Key, const P: usize>(
    heuristic: &Heuristic,
    start: Node<K, P>,
    width: usize,
    most: usize,
    budget: &Budget<'_>,
) -> Result<BeamOutcome> {
    if start.h() == 0 {
        return Ok(BeamOutcome { path: Some(vec![]), is_too_wide: false, generated: 0 });
    }
    let mut generated = 0;
    // What it begins with: a table of visited boards, and the trail.
    let first = 4 * 64 * width.min(1 << 10) * size_of::<K>() + 64 * width.min(CHECKED_WIDTH) * 8;
    if !budget.has_memory(first) {
        return Ok(BeamOutcome { path: None, is_too_wide: true, generated });
    }
    let mut beam = Beam::new(heuristic, start, width)?;
    let mut is_too_wide = false;
    for length in 1..most {
        if budget.max_nodes.is_some() && budget.nodes_left(generated) < beam.successors() {
            break;
        }
        if !beam.make_room(budget)? {
            beam.give_back();
            is_too_wide = true;
            break;
        }
        beam.look_ahead();
        generated += beam.candidates.len() as u64;
        if width >= CHECKED_WIDTH {
            budget.check()?;
            if budget.is_spent(generated) {
                break;
            }
        }
        if let Some(end) = beam.keep(most - length) {
            return Ok(BeamOutcome { path: Some(beam.path_to(end)), is_too_wide: false, generated });
        }
        if beam.nodes.is_empty() {
            break;
        }
    }
    Ok(BeamOutcome { path: None, is_too_wide, generated })
}

impl<'e, K: Key, const P: usize> Beam<'e, K, P> {
    fn new(heuristic: &'e Heuristic, start: Node<K, P>, width: usize) -> Result<Beam<'e, K, P>> {
        let mut visited = Visited::new(64 * width)?;
        visited.insert(start.key);
        Ok(Beam {
            view: heuristic.view(),
            width,
            nodes: vec![start].into(),
            next: Large::default(),
            visited,
            trail: allocate::with_room(64 * width.min(CHECKED_WIDTH), Purpose::Nodes)?.into(),
            candidates: Large::default(),
            sorted: Large::default(),
            places: vec![],
            ahead: Lookahead::default(),
        })
    }

    /// How many bytes it takes with room for so many successors, of which so many are kept.
    fn bytes(&self, most: usize, kept: usize) -> usize {
        allocate::bytes_with(&self.candidates, most)
            + allocate::bytes_with(&self.sorted, most)
            + allocate::bytes_with(&self.next, kept)
            + allocate::bytes_with(&self.nodes, 0)
            + allocate::bytes_with(&self.trail, kept)
            + self.ahead.bytes_with(self.nodes.len())
            + self.visited.bytes_with(kept)
    }

    /// Makes room for whatever the next level may have. False if that takes more memory than the budget has; or
    /// than the system gives, if the budget is limited, so that what a beam finds depends on it anyway.
    #[inline(always)]
    fn make_room(&mut self, budget: &Budget<'_>) -> Result<bool> {
        let most = self.nodes.len() * MOST_STEPS;
        let kept = most.min(self.width);
        self.candidates.clear();
        self.next.clear();
        self.sorted.clear();
        if budget.memory.is_some() && !budget.has_memory(self.bytes(most, kept)) {
            return Ok(false);
        }
        match self.ask_for_room(most, kept) {
            refused if budget.is_limited() => memory::is_granted(refused),
            reserved => reserved.map(|()| true),
        }
    }

    #[inline(always)]
    fn ask_for_room(&mut self, most: usize, kept: usize) -> Result<()> {
        allocate::reserve(&mut self.candidates, most, Purpose::Nodes)?;
        allocate::reserve(&mut self.sorted, most, Purpose::Nodes)?;
        allocate::reserve(&mut self.next, kept, Purpose::Nodes)?;
        allocate::reserve(&mut self.trail, kept, Purpose::Nodes)?;
        self.ahead.make_room(self.nodes.len())?;
        self.visited.make_room(kept)
    }

    /// Forgets everything: whoever goes on needs memory, too.
    fn give_back(&mut self) {
        self.nodes.give_back();
        self.next.give_back();
        self.visited.give_back();
        self.trail.give_back();
        self.candidates.give_back();
        self.sorted.give_back();
    }

    /// Ranks all successors of the nodes.
    #[inline(always)]
    fn look_ahead(&mut self) {
        self.candidates.clear();
        self.view.look_ahead(self.nodes.iter(), &mut self.ahead);
        let mut rises = (0..).zip(self.ahead.rises());
        for (parent, node) in (0..).zip(self.nodes.iter()) {
            for (step, (number, &rise)) in (0..self.view.steps(node).len() as u8).zip(rises.by_ref()) {
                let (h, h_sum) = node.h_after(rise);
                // Among equals, those that have just come nearer are better.
                let rises = u16::from(rise & 1) + u16::from(rise >> 1);
                let rank = (h_sum / 2).wrapping_mul(3).wrapping_add(rises);
                self.candidates.push(Candidate { rank, h, step, parent, number });
            }
        }
    }

    /// How many successors the next level has.
    fn successors(&self) -> u64 {
        self.nodes.iter().map(|node| self.view.steps(node).len() as u64).sum()
    }

    /// Generates the best of the successors that were not visited yet, and prunes those that cannot reach the
    /// goal in fewer than `left` moves. Gives the goal's entry in the trail, if the goal is among them.
    #[inline(always)]
    fn keep(&mut self, left: usize) -> Option<u32> {
        self.sort();
        self.next.clear();
        for candidate in self.sorted.iter() {
            let node = &self.nodes[candidate.parent as usize];
            let step = &self.view.steps(node)[usize::from(candidate.step)];
            let key = self.view.key_after(node, step);
            if usize::from(candidate.h) >= left || !self.visited.insert(key) {
                continue;
            }
            let number = candidate.number as usize;
            let mut child = self.view.child_ahead(node, step, key, &self.ahead, number);
            child.parent = self.trail.len() as u32;
            self.trail.push((node.parent, step.code));
            if candidate.h == 0 {
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
        // Ranks are close together, so few places are needed.
        let least = self.candidates.iter().map(|candidate| candidate.rank).min().unwrap_or(0);
        let most = self.candidates.iter().map(|candidate| candidate.rank).max().unwrap_or(0);
        self.places.clear();
        self.places.resize(usize::from(most - least) + 1, 0);
        for candidate in self.candidates.iter() {
            self.places[usize::from(candidate.rank - least)] += 1;
        }
        let mut sum = 0;
        for place in &mut self.places {
            sum += std::mem::replace(place, sum);
        }
        self.sorted.resize(self.candidates.len(), Candidate::default());
        for candidate in self.candidates.iter() {
            let place = &mut self.places[usize::from(candidate.rank - least)];
            self.sorted[*place as usize] = *candidate;
            *place += 1;
        }
    }

    /// The moves up to an entry of the trail.
    fn path_to(&self, mut at: u32) -> Vec<u8> {
        let mut path = vec![];
        while at != TRAIL_START {
            let (before, code) = self.trail[at as usize];
            path.push(code);
            at = before;
        }
        path.reverse();
        path
    }
}
