//! Short solutions at a chosen cost: a beam search with pattern databases.
//!
//! After every move the search keeps the `width` nodes that look nearest to the goal, ranked first by both lookups
//! together ([`Node::h_sum`]) and then by h, and expands them all. It ends when one of them is the goal, or one of the
//! boards near the goal from which the way home is known ([`crate::search::near_goal`]). A wider beam finds shorter
//! solutions and costs in proportion: the width decides between microseconds and the optimum.
//!
//! Boards that were kept before are not kept again. A narrow beam does not even look at boards that it has generated
//! before: one that was not good enough then is not good enough after more moves. That saves looking up what several
//! nodes have in common, for twice as many boards to remember.

use crate::pdb::heuristic::{Heuristic, HeuristicView, Lookahead, MOST_STEPS, Node, Rise};
use crate::pdb::key::Key;
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::allocate;
use crate::runtime::budget::Budget;
use crate::runtime::freeing::Large;
use crate::runtime::{memory, processor};
use crate::search::near_goal::NearGoal;
use crate::search::visited::Visited;

/// From this width on a beam is not narrow: a level takes long enough to check the budget within each, and boards take
/// memory.
const CHECKED_WIDTH: usize = 256;
/// After so many nodes or candidates of a level: less than a millisecond.
const PIECE: usize = 1 << 11;
/// For how many boards there is room at first, for each node of a level: most searches on 4×4 meet three quarters of
/// that.
const ROOM_PER_WIDTH: usize = 128;
/// Stands for the beginning of the trail.
const TRAIL_START: u32 = u32::MAX;

/// A successor that may be kept: not generated yet. Its number is the same as in the lookahead.
#[derive(Clone, Copy)]
struct Candidate<K> {
    key: K,
    parent: u32,
    /// Small is good.
    rank: u16,
    h: u16,
    step: u8,
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
    /// Whether all boards that it generates are remembered, and not only those that it keeps.
    is_narrow: bool,
    nodes: Large<Node<K, P>>,
    next: Large<Node<K, P>>,
    visited: Visited<K>,
    /// For every node kept: which entry it came from, and by which move.
    trail: Large<(u32, u8)>,
    candidates: Large<Candidate<K>>,
    /// The numbers of the candidates, the best first.
    sorted: Large<u32>,
    /// By rank, from the least that there may be: how many candidates, and then where they go.
    places: Vec<u32>,
    /// The least and the largest rank.
    ranks: (u16, u16),
    near: Option<&'e NearGoal>,
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
    /// A board near the goal is among them; its entry in the trail, and the moves from there.
    Near(u32, Vec<u8>),
    /// The budget was spent before all was done.
    Spent,
}

/// At most how many bytes a beam of this width writes to, for solutions of so many moves.
pub fn most_bytes<K: Key, const P: usize>(width: usize, longest: usize) -> u64 {
    let nodes = 2 * width * size_of::<Node<K, P>>();
    let successors = MOST_STEPS * width * (size_of::<Candidate<K>>() + size_of::<u32>());
    let successors = successors + Lookahead::default().bytes_with(width);
    let trail = longest * width * size_of::<(u32, u8)>();
    let boards = longest * width * if width < CHECKED_WIDTH { MOST_STEPS } else { 1 };
    (nodes + successors + trail) as u64 + Visited::<K>::most_bytes(boards)
}

/// Searches with a beam for a solution of fewer than `most` moves. It ends at the goal, or at one of the boards near
/// the goal, if they are known.
pub fn beam<K: Key, const P: usize>(
    heuristic: &Heuristic,
    near: Option<&NearGoal>,
    start: Node<K, P>,
    width: usize,
    most: usize,
    budget: &Budget<'_>,
) -> Result<BeamOutcome> {
    let known = near.and_then(|near| near.path_home(start.key, start.blank));
    let known = known.or_else(|| (start.h() == 0).then(Vec::new));
    if known.is_some() {
        let path = known.filter(|path| path.len() < most);
        return Ok(BeamOutcome { path, is_too_wide: false, generated: 0 });
    }
    // What it begins with: a table of visited boards, and the trail.
    let first = 4 * ROOM_PER_WIDTH * width.min(1 << 10) * size_of::<K>() + 64 * width.min(CHECKED_WIDTH) * 8;
    if !budget.has_memory(first) {
        return Ok(BeamOutcome { path: None, is_too_wide: true, generated: 0 });
    }
    let beam = Beam::new(heuristic, near, start, width)?;
    match processor::modern() {
        // SAFETY: a modern processor has all that the function is compiled for.
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        Some(_) => unsafe { beam.run_modern(most, budget) },
        _ => beam.run(most, budget),
    }
}

impl<'e, K: Key, const P: usize> Beam<'e, K, P> {
    fn new(
        heuristic: &'e Heuristic,
        near: Option<&'e NearGoal>,
        start: Node<K, P>,
        width: usize,
    ) -> Result<Beam<'e, K, P>> {
        let mut visited = Visited::new(ROOM_PER_WIDTH * width)?;
        visited.insert(start.key);
        Ok(Beam {
            view: heuristic.view(),
            width,
            is_narrow: width < CHECKED_WIDTH,
            nodes: vec![start].into(),
            next: Large::default(),
            visited,
            trail: allocate::with_room(64 * width.min(CHECKED_WIDTH), Purpose::Nodes)?.into(),
            candidates: Large::default(),
            sorted: Large::default(),
            places: vec![],
            ranks: (0, 0),
            ahead: Lookahead::default(),
            near,
        })
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn run_modern(self, most: usize, budget: &Budget<'_>) -> Result<BeamOutcome> {
        self.run(most, budget)
    }

    // What is called here is always inlined, so that it is compiled for the same processor.
    #[inline(always)]
    fn run(mut self, most: usize, budget: &Budget<'_>) -> Result<BeamOutcome> {
        let mut generated = 0;
        let mut is_too_wide = false;
        for length in 1..most {
            if budget.max_nodes.is_some() && budget.nodes_left(generated) < self.successors() {
                break;
            }
            if !self.make_room(budget)? {
                self.give_back();
                is_too_wide = true;
                break;
            }
            let clock = Clock { budget: (self.width >= CHECKED_WIDTH).then_some(budget), generated };
            if !self.look_ahead(&clock)? {
                break;
            }
            generated += self.successors();
            let clock = Clock { generated, ..clock };
            if !clock.goes_on()? || !self.sort(&clock)? {
                break;
            }
            match self.keep(most - length, &clock)? {
                Kept::Some if !self.nodes.is_empty() => {}
                Kept::Goal(end) => {
                    return Ok(BeamOutcome { path: Some(self.path_to(end)), is_too_wide: false, generated });
                }
                Kept::Near(end, way_home) => {
                    let path = self.path_to(end).into_iter().chain(way_home).collect();
                    return Ok(BeamOutcome { path: Some(path), is_too_wide: false, generated });
                }
                _ => break,
            }
        }
        Ok(BeamOutcome { path: None, is_too_wide, generated })
    }

    /// How many bytes it takes with room for what so many nodes lead to: so many successors, of which so many are kept.
    fn bytes(&self, nodes: usize, most: usize, kept: usize) -> usize {
        allocate::bytes_with(&self.candidates, most)
            + allocate::bytes_with(&self.sorted, most)
            + allocate::bytes_with(&self.next, kept)
            + allocate::bytes_with(&self.nodes, 0)
            + allocate::bytes_with(&self.trail, kept)
            + self.ahead.bytes_with(nodes)
            + self.visited.bytes_with(if self.is_narrow { most } else { kept })
    }

    /// Makes room for whatever the next level may have. False if that takes more memory than the budget has; or
    /// than the system gives, if the budget is limited, so that what a beam finds depends on it anyway.
    #[inline(always)]
    fn make_room(&mut self, budget: &Budget<'_>) -> Result<bool> {
        // A narrow beam makes room once for all levels.
        let nodes = if self.is_narrow { self.width } else { self.nodes.len() };
        let most = nodes * MOST_STEPS;
        let kept = most.min(self.width);
        self.candidates.clear();
        self.next.clear();
        self.sorted.clear();
        if budget.memory.is_some() && !budget.has_memory(self.bytes(nodes, most, kept)) {
            return Ok(false);
        }
        match self.ask_for_room(nodes, most, kept) {
            refused if budget.is_limited() => memory::is_granted(refused),
            reserved => reserved.map(|()| true),
        }
    }

    #[inline(always)]
    fn ask_for_room(&mut self, nodes: usize, most: usize, kept: usize) -> Result<()> {
        allocate::reserve(&mut self.candidates, most, Purpose::Nodes)?;
        allocate::reserve(&mut self.sorted, most, Purpose::Nodes)?;
        allocate::reserve(&mut self.next, kept, Purpose::Nodes)?;
        allocate::reserve(&mut self.trail, kept, Purpose::Nodes)?;
        self.ahead.make_room(nodes)?;
        self.visited.make_room(if self.is_narrow { most } else { kept })
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

    /// Ranks the successors of the nodes. Whether the budget lasted.
    #[inline(always)]
    fn look_ahead(&mut self, clock: &Clock<'_>) -> Result<bool> {
        for (parent, node) in (0..).zip(self.nodes.iter()) {
            if parent as usize % PIECE == 0 && !clock.goes_on()? {
                return Ok(false);
            }
            for (number, step) in (0..).zip(self.view.steps(node)) {
                let key = self.view.key_after(node, step);
                if !self.is_narrow || self.visited.insert(key) {
                    self.view.look_along(node, step, &mut self.ahead);
                    self.candidates.push(Candidate { key, parent, step: number, rank: 0, h: 0 });
                }
            }
        }
        self.view.read_ahead(&mut self.ahead);
        let (mut least, mut most) = (u16::MAX, 0);
        for (number, (candidate, &rise)) in self.candidates.iter_mut().zip(self.ahead.rises()).enumerate() {
            if number % PIECE == 0 && !clock.goes_on()? {
                return Ok(false);
            }
            let (rank, h) = rank(&self.nodes[candidate.parent as usize], rise);
            (candidate.rank, candidate.h) = (rank, h);
            (least, most) = (least.min(rank), most.max(rank));
        }
        self.ranks = (least, most);
        Ok(true)
    }

    /// How many successors the next level has.
    fn successors(&self) -> u64 {
        self.nodes.iter().map(|node| self.view.steps(node).len() as u64).sum()
    }

    /// Generates the best of the sorted successors, without those that were kept before, and prunes those that cannot reach
    /// the goal in fewer than `left` moves.
    #[inline(always)]
    fn keep(&mut self, left: usize, clock: &Clock<'_>) -> Result<Kept> {
        self.next.clear();
        let radius = self.near.map_or(0, NearGoal::radius);
        for (done, &number) in self.sorted.iter().enumerate() {
            if done % PIECE == 0 && !clock.goes_on()? {
                return Ok(Kept::Spent);
            }
            let candidate = self.candidates[number as usize];
            let node = &self.nodes[candidate.parent as usize];
            let step = &self.view.steps(node)[usize::from(candidate.step)];
            if usize::from(candidate.h) >= left || !self.is_narrow && !self.visited.insert(candidate.key) {
                continue;
            }
            let entry = self.trail.len() as u32;
            self.trail.push((node.parent, step.code));
            if candidate.h == 0 {
                return Ok(Kept::Goal(entry));
            }
            if candidate.h <= radius
                && let Some(way_home) = self.way_home(candidate.key, step.to())
                && way_home.len() < left
            {
                return Ok(Kept::Near(entry, way_home));
            }
            self.next.push(*node);
            // Changed where it is: a processor waits when it reads many bytes of which some have just been written.
            if let Some(child) = self.next.last_mut() {
                child.parent = entry;
                self.view.go_ahead(child, step, candidate.key, &self.ahead, number as usize);
            }
            if self.next.len() == self.width {
                break;
            }
        }
        std::mem::swap(&mut self.nodes, &mut self.next);
        Ok(Kept::Some)
    }

    /// The moves home from a node near the goal.
    #[inline(always)]
    fn way_home(&self, key: K, blank: u8) -> Option<Vec<u8>> {
        self.near?.path_home(key, blank)
    }

    /// Sorts the candidates by rank, by counting. Whether the budget lasted.
    #[inline(always)]
    fn sort(&mut self, clock: &Clock<'_>) -> Result<bool> {
        // Ranks are close together, so few places are needed.
        let (least, most) = self.ranks;
        self.places.clear();
        self.places.resize(usize::from(most.wrapping_sub(least)) + 1, 0);
        for candidate in self.candidates.iter() {
            self.places[usize::from(candidate.rank - least)] += 1;
        }
        let mut sum = 0;
        for place in &mut self.places {
            sum += std::mem::replace(place, sum);
        }
        self.sorted.resize(self.candidates.len(), 0);
        for (piece, candidates) in self.candidates.chunks(PIECE).enumerate() {
            if !clock.goes_on()? {
                return Ok(false);
            }
            for (number, candidate) in ((piece * PIECE) as u32..).zip(candidates) {
                let place = &mut self.places[usize::from(candidate.rank - least)];
                self.sorted[*place as usize] = number;
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

/// The rank of a successor, small if it is good, and its h. Both lookups together count most; then h, the larger one;
/// and among equals, those that have just come nearer are better.
#[inline(always)]
fn rank<K: Key, const P: usize>(node: &Node<K, P>, rise: Rise) -> (u16, u16) {
    let (h, h_sum) = node.h_after(rise);
    let rises = u16::from(rise & 1) + u16::from(rise >> 1);
    (h_sum.wrapping_mul(6).wrapping_add(2 * h).wrapping_add(rises), h)
}
