//! Short solutions at a chosen cost: a beam search on pattern databases.
//!
//! After every move the search keeps the `width` boards that look nearest to the goal, by what both lookups expect together
//! ([`Node::both`]; the larger of the two does as well), and makes all their successors; boards that it has met before
//! are not kept again. It ends when one of them is the goal. A wider beam finds shorter solutions and costs in
//! proportion: the knob between microseconds and the optimum.

use crate::control::Cancel;
use crate::error::Result;
use crate::estimate::{Estimate, Key, Node, Rise, Scratch};
use crate::limits::Limits;
use crate::met::Met;

/// How many boards are looked up together.
const GROUP: usize = 16;

/// A successor that may be kept.
#[derive(Clone, Copy)]
struct Candidate {
    rank: u32,
    parent: u32,
    step: u8,
    rise: Rise,
}

/// What a beam found, and how many nodes it made.
pub struct Found {
    /// Codes of the moves, unless the beam got lost, was longer than allowed, or ran out of its budget.
    pub way: Option<Vec<u8>>,
    /// Nodes made.
    pub made: u64,
}

/// Searches with a beam, for a solution of less than `most` moves.
pub fn beam<K: Key, const P: usize>(
    estimate: &Estimate,
    start: Node<K, P>,
    width: usize,
    most: usize,
    limits: &Limits,
    cancel: &Cancel,
) -> Result<Found> {
    let view = estimate.view::<P>();
    let mut beam = vec![start];
    let mut next = vec![];
    let mut met = Met::new(width * 64);
    met.insert(start.key);
    // For every board kept, which one it came from and by which move.
    let mut trail: Vec<(u32, u8)> = vec![];
    let (mut scratch, mut rises) = (Scratch::default(), vec![]);
    let mut candidates: Vec<Candidate> = vec![];
    let mut made = 0;
    if start.expected() == 0 {
        return Ok(Found { way: Some(vec![]), made });
    }
    for length in 1..most {
        candidates.clear();
        for (group, nodes) in beam.chunks(GROUP).enumerate() {
            view.rise(nodes.iter(), &mut scratch, &mut rises);
            let mut rises = rises.iter();
            for (i, node) in nodes.iter().enumerate() {
                for (step, &rise) in (0..view.steps(node).len()).zip(rises.by_ref()) {
                    let (expected, both) = node.after(rise);
                    // Among equals, those that have just come nearer.
                    let fall = u32::from(255 - node.both());
                    let rank = u32::from(both) << 16 | fall << 8 | u32::from(expected);
                    let parent = (group * GROUP + i) as u32;
                    candidates.push(Candidate { rank, parent, step: step as u8, rise });
                }
            }
        }
        made += candidates.len() as u64;
        if width >= 256 {
            cancel.check()?;
            if limits.are_up(made) {
                break;
            }
        }
        candidates.sort_unstable_by_key(|candidate| candidate.rank);
        next.clear();
        for candidate in &candidates {
            if usize::from(candidate.rank as u8) + length >= most {
                break;
            }
            let node = &beam[candidate.parent as usize];
            let step = &view.steps(node)[usize::from(candidate.step)];
            if !met.insert(view.key_after(node, step)) {
                continue;
            }
            let mut child = view.child(node, step, candidate.rise);
            child.parent = trail.len() as u32;
            trail.push((node.parent, step.code));
            if child.expected() == 0 {
                return Ok(Found { way: Some(way(&trail, child.parent)), made });
            }
            next.push(child);
            if next.len() == width {
                break;
            }
        }
        if next.is_empty() {
            break;
        }
        std::mem::swap(&mut beam, &mut next);
    }
    Ok(Found { way: None, made })
}

/// The moves up to an entry of the trail.
fn way(trail: &[(u32, u8)], mut at: u32) -> Vec<u8> {
    let mut way = vec![];
    while at != u32::MAX {
        let (before, code) = trail[at as usize];
        way.push(code);
        at = before;
    }
    way.reverse();
    way
}
