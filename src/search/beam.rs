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
use crate::runtime::freeing::Large;
use crate::runtime::memory;
use crate::search::visited::Visited;

/// From this width on, a level takes long enough to check the budget within each.
const CHECKED_WIDTH: usize = 256;
/// After so many nodes or candidates of a level: less than a millisecond.
const PIECE: usize = 1 << 11;
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

/// Looks at the budget within a level, if levels take long enough.
struct Clock<'b> {
    budget: Option<&'b Budget<'b>>,
    generated: u64,
}

impl Clock<'_> {
    /// Whether there is anything left to spend; an error if the search was cancelled.
    #[inline(always)]
    fn goes_on(&self) -> Result<bool> {
        let Some(budget) = self.budget else { return Ok(true) };
        budget.check()?;
        Ok(!budget.is_spent(self.generated))
    }
}

/// What became of a level.
enum Kept {
    /// The best of its nodes were kept.
    Some,
    /// The goal is among them; its entry in the trail.
    Goal(u32),
    /// The budget was spent before all was done.
    Spent,
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
        let clock = Clock { budget: (width >= CHECKED_WIDTH).then_some(budget), generated };
        if !beam.look_ahead(&clock)? {
            break;
        }
        generated += beam.candidates.len() as u64;
        let clock = Clock { generated, ..clock };
        if !clock.goes_on()? || !beam.sort(&clock)? {
            break;
        }
        match beam.keep(most - length, &clock)? {
            Kept::Some if !beam.nodes.is_empty() => {}
            Kept::Goal(end) => {
                return Ok(BeamOutcome { path: Some(beam.path_to(end)), is_too_wide: false, generated });
            }
            _ => break,
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

    /// Ranks all successors of the nodes. Whether the budget lasted.
    #[inline(always)]
    fn look_ahead(&mut self, clock: &Clock<'_>) -> Result<bool> {
        self.candidates.clear();
        self.ahead.clear();
        for nodes in self.nodes.chunks(PIECE) {
            self.view.look_ahead_from_more(nodes.iter(), &mut self.ahead);
            if !clock.goes_on()? {
                return Ok(false);
            }
        }
        let mut rises = (0..).zip(self.ahead.rises());
        for (parent, node) in (0..).zip(self.nodes.iter()) {
            if parent as usize % PIECE == 0 && !clock.goes_on()? {
                return Ok(false);
            }
            for (step, (number, &rise)) in (0..self.view.steps(node).len() as u8).zip(rises.by_ref()) {
                let (h, h_sum) = node.h_after(rise);
                // Among equals, those that have just come nearer are better.
                let rises = u16::from(rise & 1) + u16::from(rise >> 1);
                let rank = (h_sum / 2).wrapping_mul(3).wrapping_add(rises);
                self.candidates.push(Candidate { rank, h, step, parent, number });
            }
        }
        Ok(true)
    }

    /// How many successors the next level has.
    fn successors(&self) -> u64 {
        self.nodes.iter().map(|node| self.view.steps(node).len() as u64).sum()
    }

    /// Generates the best of the sorted successors that were not visited yet, and prunes those that cannot reach
    /// the goal in fewer than `left` moves.
    #[inline(always)]
    fn keep(&mut self, left: usize, clock: &Clock<'_>) -> Result<Kept> {
        self.next.clear();
        for (number, candidate) in self.sorted.iter().enumerate() {
            if number % PIECE == 0 && !clock.goes_on()? {
                return Ok(Kept::Spent);
            }
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
                return Ok(Kept::Goal(child.parent));
            }
            self.next.push(child);
            if self.next.len() == self.width {
                break;
            }
        }
        std::mem::swap(&mut self.nodes, &mut self.next);
        Ok(Kept::Some)
    }

    /// Sorts the candidates by rank, by counting. Whether the budget lasted.
    #[inline(always)]
    fn sort(&mut self, clock: &Clock<'_>) -> Result<bool> {
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
        for candidates in self.candidates.chunks(PIECE) {
            if !clock.goes_on()? {
                return Ok(false);
            }
            for candidate in candidates {
                let place = &mut self.places[usize::from(candidate.rank - least)];
                self.sorted[*place as usize] = *candidate;
                *place += 1;
            }
        }
        Ok(true)
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
