//! The next lines after several boards at once, and which of them are near enough to home.
//!
//! A *node* is a board on a line that it has been brought to, and the states of that line in all patterns. Where
//! a pattern's distance leaves room, it leaves room after one more slide, too: only *tight* patterns can prune, and
//! they are looked up first. Each look-up is made for all nodes before the next, so that the memory is read many
//! times at once.

use crate::slides::lines::{Reading, Step};
use crate::slides::node::Node;
use crate::slides::patterns::Patterns;

/// How many nodes are expanded at once, at most.
pub(crate) const BLOCK: usize = 64;

/// The most boards that one slide makes of another.
pub(crate) const MOST: usize = 3;

/// The most boards that come from the nodes expanded at once.
pub(crate) const CHILDREN: usize = MOST * BLOCK;

/// A board that may become a node.
#[derive(Clone, Copy)]
struct Candidate<const N: usize> {
    parent: u8,
    is_kept: bool,
    step: Step,
    distances: [u8; N],
    /// Along the axis that it comes to.
    readings: [Reading; N],
}

/// Boards in one direction from a parent, each a step further than the one before. Those after the last that is
/// still in question are left out.
#[derive(Clone, Copy, Default)]
struct Run {
    parent: u8,
    first: u8,
    end: u8,
}

/// What is needed to expand nodes, over and over again.
pub(crate) struct Expander<const N: usize> {
    candidates: [Candidate<N>; CHILDREN],
    runs: [Run; 2 * BLOCK],
    /// By parent: its patterns in the order in which they are looked up.
    orders: [[u8; N]; BLOCK],
    /// Which candidates are looked up in which pattern, and where.
    looks: [(u8, u8, u32); CHILDREN],
    /// What is read there.
    read: [u8; CHILDREN],
}

impl<const N: usize> Expander<N> {
    pub(crate) fn new() -> Expander<N> {
        let candidate = Candidate {
            parent: 0,
            is_kept: false,
            step: Step::default(),
            distances: [0; N],
            readings: [Reading::default(); N],
        };
        Expander {
            candidates: [candidate; CHILDREN],
            runs: [Run::default(); 2 * BLOCK],
            orders: [[0; N]; BLOCK],
            looks: [(0, 0, 0); CHILDREN],
            read: [0; CHILDREN],
        }
    }

    /// Slides the boards of at most [`BLOCK`] nodes of an axis to all other cells of their lines, and appends to
    /// `children` those whose next line may be no more than `left` lines from home. Returns how many were
    /// generated.
    pub(crate) fn expand(
        &mut self,
        patterns: &Patterns<N>,
        parents: &[Node<N>],
        axis: usize,
        left: u8,
        children: &mut Vec<Node<N>>,
    ) -> u64 {
        let space = patterns.space();
        let (mut made, mut runs) = (0, 0);
        for (number, (parent, order)) in parents.iter().zip(&mut self.orders).enumerate() {
            *order = tight_first(parent, left);
            for direction in 0..2 {
                let first = made;
                let mut blank = parent.blank;
                while let Some(step) = space.step(blank, axis, direction) {
                    blank = step.to;
                    let candidate = &mut self.candidates[made];
                    (candidate.parent, candidate.is_kept, candidate.step) = (number as u8, true, step);
                    made += 1;
                }
                if made > first {
                    self.runs[runs] = Run { parent: number as u8, first: first as u8, end: made as u8 };
                    runs += 1;
                }
            }
        }
        for turn in 0..N {
            let mut looks = 0;
            for run in &mut self.runs[..runs] {
                let parent = &parents[usize::from(run.parent)];
                let pattern = usize::from(self.orders[usize::from(run.parent)][turn]);
                let mut reading = parent.readings[axis ^ 1][pattern];
                let mut end = run.first;
                for at in run.first..run.end {
                    let candidate = &mut self.candidates[usize::from(at)];
                    reading = space.turned(reading, candidate.step, pattern % 2);
                    candidate.readings[pattern] = reading;
                    if candidate.is_kept {
                        let bit = patterns.bit(pattern, axis ^ 1, candidate.step.to, reading);
                        self.looks[looks] = (at, pattern as u8, bit as u32);
                        looks += 1;
                        end = at + 1;
                    }
                }
                run.end = end;
            }
            let looks = &self.looks[..looks];
            for (read, &(_, pattern, bit)) in self.read.iter_mut().zip(looks) {
                *read = patterns.modulo_4(pattern.into(), axis ^ 1, bit as usize);
            }
            for (&modulo_4, &(at, pattern, _)) in self.read.iter().zip(looks) {
                let candidate = &mut self.candidates[usize::from(at)];
                let before = parents[usize::from(candidate.parent)].distances[usize::from(pattern)];
                let is_further = (before + 1) % 4 == modulo_4;
                let distance = if is_further { before + 1 } else { before.wrapping_sub(1) };
                candidate.distances[usize::from(pattern)] = distance;
                candidate.is_kept = distance <= left;
            }
        }
        for candidate in self.candidates[..made].iter().filter(|candidate| candidate.is_kept) {
            let Candidate { parent, step, distances, readings, .. } = *candidate;
            let mut node = Node { blank: step.to, parent, distances, readings: [readings; 2] };
            node.readings[axis] = parents[usize::from(parent)].readings[axis];
            children.push(node);
        }
        made as u64
    }
}

/// The patterns of a node, those first that may exclude a child that has `left` more lines to go.
#[inline(always)]
fn tight_first<const N: usize>(node: &Node<N>, left: u8) -> [u8; N] {
    let mut order = [0; N];
    let (mut first, mut last) = (0, N);
    for (number, &distance) in node.distances.iter().enumerate() {
        let is_tight = distance > left;
        last -= usize::from(!is_tight);
        order[if is_tight { first } else { last }] = number as u8;
        first += usize::from(is_tight);
    }
    order
}
