//! Leads a group of tiles home, by one beam search after another ([`crate::anysize::pair_beam`]): first into
//! the window, then home.

use crate::anysize::field::BoardPool;
use crate::anysize::guide::{Aim, TileGroup};
use crate::anysize::lines::Line;
use crate::anysize::pair_beam::{FRESH, PairBeam, PairNode, SLACK};
use crate::anysize::trail::Trail;
use crate::anysize::weights::Weights;
use crate::runtime::budget::Budget;

/// How many attempts to lead a group home are made before giving up; two or three are nearly always enough.
const ATTEMPTS: usize = 40;

/// Leads a group home.
pub(super) struct Leader<'a> {
    pub(super) line: Line,
    pub(super) group: &'a TileGroup,
    pub(super) weights: &'a Weights,
    /// How many nodes are kept.
    pub(super) width: usize,
    /// See [`PairBeam::grace`].
    pub(super) grace: u32,
    /// See [`PairBeam::budget`].
    pub(super) budget: &'a Budget<'a>,
}

impl Leader<'_> {
    fn beam(&self, aim: Aim, attempt: usize) -> PairBeam<'_> {
        // A wider beam decides differently, in case two tiles keep driving each other out of the window. (Two
        // attempts take the tiles into the window, the third takes them home.)
        let width = self.width + attempt.saturating_sub(2);
        let Leader { line, group, weights, grace, budget, .. } = *self;
        PairBeam { line, group, aim, weights, width, longest: 0, grace, budget }
    }

    /// Leads the group, whose places the nodes have, home on all boards of a beam, and closes its places.
    /// Returns whether it worked.
    pub(super) fn lead(&self, nodes: &mut Vec<PairNode>, boards: &mut BoardPool, trail: &mut Trail) -> bool {
        for attempt in 0..ATTEMPTS {
            let aim = self.group.aim(self.line.seen(nodes[0].blank), nodes[0].group);
            if aim == Aim::Home {
                nodes.retain(|node| {
                    let fits = self.group.aim(self.line.seen(node.blank), node.group) == Aim::Home;
                    if !fits {
                        boards.release(node.board);
                    }
                    fits
                });
            }
            let mut beam = self.beam(aim, attempt);
            for node in nodes.iter_mut() {
                node.last = FRESH;
                node.others -= beam.led_cost(node);
            }
            let shortest = nodes.iter().map(|node| node.g + beam.distance(node)).min();
            beam.longest = shortest.expect("a beam is never empty") + SLACK;
            if !beam.run(nodes, boards, trail) {
                return false;
            }
            for node in nodes.iter_mut() {
                node.others += beam.led_cost(node);
            }
            if aim == Aim::Home {
                for node in nodes {
                    for home in self.group.homes() {
                        boards.close(node.board, self.line.on_grid(home));
                    }
                }
                return true;
            }
        }
        false
    }
}
