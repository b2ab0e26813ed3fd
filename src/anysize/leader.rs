//! Leads a group of tiles home, by one beam search after another ([`crate::anysize::pair_beam`]): first into
//! the window, then home.

use crate::anysize::field::{BoardPool, Field, WALL};
use crate::anysize::guide::{Aim, Spot, TileGroup};
use crate::anysize::lines::Line;
use crate::anysize::pair_beam::{self, FRESH, PairBeam, PairNode, SLACK, Trail, Weights};
use crate::puzzle::grid::Move;
use crate::runtime::budget::Budget;

/// How many moves a search on a large board looks ahead.
const REACH: u16 = 12;
/// How many attempts to lead a group home are made before giving up; two or three are nearly always enough.
const ATTEMPTS: usize = 40;

/// All places of a line and behind it.
pub(super) fn field(line: &Line) -> Field {
    Field::new(0, 0, line.width() as u16, line.height() as u16)
}

/// A board that is too large to copy: it is kept by place and by home.
pub(super) struct LargeBoard {
    field: Field,
    pub(super) tiles: Vec<Spot>,
    pub(super) blank: Spot,
    /// By cell of a home: where its tile is.
    places: Vec<Spot>,
}

impl LargeBoard {
    pub(super) fn new(line: Line, tiles: &[Spot], blank: Spot) -> LargeBoard {
        let field = field(&line);
        let mut places = vec![WALL; tiles.len()];
        for at in field.places() {
            places[field.cell(tiles[field.cell(at)])] = at;
        }
        LargeBoard { field, tiles: tiles.to_vec(), blank, places }
    }

    fn make(&mut self, code: u8) {
        let (from, to) = (self.blank, pair_beam::step(self.blank, code));
        let tile = self.tiles[self.field.cell(to)];
        self.tiles.swap(self.field.cell(from), self.field.cell(to));
        self.places[self.field.cell(tile)] = from;
        self.blank = to;
    }
}

/// Turns places that are done into walls.
fn close(tiles: &mut [Spot], field: Field, places: [Spot; 2]) {
    for at in places {
        tiles[field.cell(at)] = WALL;
    }
}

/// Leads a group home.
pub(super) struct Leader<'a> {
    pub(super) line: Line,
    pub(super) group: &'a TileGroup,
    pub(super) weights: &'a Weights,
    /// How many nodes are kept.
    pub(super) width: usize,
    /// See [`PairBeam::grace`].
    pub(super) grace: u32,
    /// On a large board it is looked at every few moves.
    pub(super) budget: &'a Budget<'a>,
}

impl Leader<'_> {
    fn beam(&self, field: Field, aim: Aim, attempt: usize) -> PairBeam<'_> {
        // A wider beam decides differently, in case two tiles keep driving each other out of the window. (Two
        // attempts take the tiles into the window, the third takes them home.)
        let width = self.width + attempt.saturating_sub(2);
        PairBeam {
            field,
            group: self.group,
            aim,
            weights: self.weights,
            width,
            longest: 0,
            grace: self.grace,
        }
    }

    /// Leads the group home on all boards of a beam, and closes its places. Returns whether it worked.
    pub(super) fn lead_all(
        &self,
        nodes: &mut Vec<PairNode>,
        boards: &mut BoardPool,
        trail: &mut Trail,
    ) -> bool {
        let field = field(&self.line);
        let homes = self.group.homes();
        for node in nodes.iter_mut() {
            node.group = homes.map(|home| field.find(boards.get(node.board), home));
        }
        for attempt in 0..ATTEMPTS {
            let aim = self.group.aim(nodes[0].blank, nodes[0].group);
            if aim == Aim::Home {
                nodes.retain(|node| self.group.aim(node.blank, node.group) == Aim::Home);
            }
            let mut beam = self.beam(field, aim, attempt);
            for node in nodes.iter_mut() {
                node.last = FRESH;
                node.others -= beam.led_cost(node);
            }
            let shortest = nodes.iter().map(|node| node.g + beam.distance(node)).min();
            beam.longest = shortest.expect("a beam is never empty") + SLACK;
            if !beam.run(nodes, boards, u32::MAX, trail) {
                return false;
            }
            for node in nodes.iter_mut() {
                node.others += beam.led_cost(node);
            }
            if aim == Aim::Home {
                for node in nodes {
                    close(boards.get_mut(node.board), field, homes);
                }
                return true;
            }
        }
        false
    }

    /// The same on one large board; adds its moves to `moves`.
    pub(super) fn lead_one(&self, board: &mut LargeBoard, moves: &mut Vec<u8>) -> bool {
        let homes = self.group.homes();
        let mut group = homes.map(|home| board.places[board.field.cell(home)]);
        for attempt in 0..ATTEMPTS {
            let aim = self.group.aim(board.blank, group);
            match self.take_to(aim, attempt, board, group, moves) {
                Some(arrived) => group = arrived,
                None => return false,
            }
            if aim == Aim::Home {
                close(&mut board.tiles, board.field, homes);
                return true;
            }
        }
        false
    }

    /// Makes moves on a large board until an aim is reached, a few at a time, each time those of the best
    /// node of a search. Gives where the tiles of the group are then; nothing if the search found no move, or if
    /// the budget is spent.
    fn take_to(
        &self,
        aim: Aim,
        attempt: usize,
        board: &mut LargeBoard,
        mut group: [Spot; 2],
        moves: &mut Vec<u8>,
    ) -> Option<[Spot; 2]> {
        let mut trail = vec![];
        let (mut g, mut longest) = (0, None);
        loop {
            if self.budget.is_over(0) {
                return None;
            }
            let field = self.reach(board.blank);
            let tiles = field.copy(&board.tiles, board.field);
            let mut boards = BoardPool::new(tiles.len());
            let start = PairNode { g, ..PairNode::new(boards.add(&tiles), board.blank, group) };
            let mut beam = self.beam(field, aim, attempt);
            beam.longest = *longest.get_or_insert(beam.distance(&start) + SLACK);
            trail.clear();
            trail.push((0, 0));
            let mut nodes = vec![start];
            let has_arrived = beam.run(&mut nodes, &mut boards, REACH.into(), &mut trail);
            let best = nodes.first()?;
            (group, g) = (best.group, best.g);
            self.make_moves(best.entry, &trail, board, moves);
            if has_arrived {
                return Some(group);
            }
        }
    }

    /// Makes the moves up to an entry of the trail on a large board, and notes them.
    fn make_moves(&self, mut entry: u32, trail: &Trail, board: &mut LargeBoard, moves: &mut Vec<u8>) {
        let begin = moves.len();
        while entry != 0 {
            let (before, code) = trail[entry as usize];
            moves.push(code);
            entry = before;
        }
        moves[begin..].reverse();
        for code in &mut moves[begin..] {
            board.make(*code);
            *code = self.line.on_board(Move::from_code(*code)).code();
        }
    }

    /// The places that the blank can reach in one search.
    fn reach(&self, blank: Spot) -> Field {
        let (width, height) = (self.line.width() as u16, self.line.height() as u16);
        Field::new(
            blank.x.saturating_sub(REACH),
            blank.y.saturating_sub(REACH),
            (blank.x + REACH + 1).min(width),
            (blank.y + REACH + 1).min(height),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anysize::lines::Lines;
    use crate::puzzle::grid::Grid;
    use crate::runtime::cancel::Cancel;
    use std::time::Instant;

    /// One group of a large board can take longer than anyone should wait for.
    #[test]
    fn the_budget_is_looked_at_on_the_way_of_one_group() {
        let cancel = Cancel::new();
        let line = Lines::new(Grid::new(40, 40), 0, 4, 4).next().unwrap();
        let homes: Vec<Spot> = field(&line).fill(|at| Spot { x: 39 - at.x, y: 39 - at.y });
        let group = &TileGroup::new(0, 40, 40, &cancel).unwrap();
        let (weights, late) = (&Weights::new(40), Instant::now());
        let lead = |deadline| {
            let budget = &Budget { deadline, ..Budget::unlimited(&cancel) };
            let leader = Leader { line, group, weights, width: 3, grace: 4, budget };
            let (mut board, mut moves) = (LargeBoard::new(line, &homes, Spot { x: 20, y: 20 }), vec![]);
            (leader.lead_one(&mut board, &mut moves), moves.len())
        };
        assert_eq!(lead(Some(late)), (false, 0));
        let (is_home, moves) = lead(None);
        assert!(is_home && moves > 100);
    }
}
