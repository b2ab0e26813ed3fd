//! Boards of any size, line by line, with solutions about three fifths as long as those of the greedy algorithm.
//!
//! Outer rows and columns are brought home one after another ([`crate::anysize::lines`]), each by two tiles at a time, until a
//! core is left for the solver of its size: 4×4, 3×3, or 2×4. A pair is led by a guide that knows the way
//! ([`crate::anysize::guide`]), and of the many ways of about that length a beam search takes the one that does most for all
//! other tiles ([`crate::anysize::pair_beam`]). So tiles come nearer to their homes long before it is their turn: the later lines of
//! a 10×10 board take about 40 % fewer moves than on a shuffled one.
//!
//! # Two ways to keep boards
//! - Up to `WHOLE` cells the boards of the beam are whole, and all of them go on from one group to the next. In the
//!   end each is tried on the core, and the shortest solution wins.
//! - A larger board is kept once. The search is for `REACH` moves at a time, on a copy of what the blank can reach
//!   in so many, and the best of these ways is then made on the board. So a move costs the same on any board.
//!
//! # Cost
//! About a microsecond a move, with beams of [`width`] boards; the tables of the guide take up to 46 KB for each of
//! about twenty kinds of window. Memory: on large boards one byte a move and some 20 bytes a cell, on those kept whole 8
//! bytes a move for every board of the beam.

use crate::anysize::guide::{Aim, Group, Spot};
use crate::anysize::lines::{Line, Lines};
use crate::anysize::pair_beam::{self, Beam, Boards, FRESH, Field, Node, SLACK, Trail, WALL, Weights};
use crate::puzzle::board::Board;
use crate::puzzle::error::Result;
use crate::puzzle::grid::{Grid, Move};
use crate::puzzle::path::{Path, Stage};
use crate::runtime::cancel::Cancel;
use crate::staged::any_goal::StagedPlan;
use crate::tables::in_memory::TableWalker;

/// The largest number of cells of which whole boards are kept.
const WHOLE: usize = 1024;
/// How many moves a search on a larger board looks ahead.
const REACH: u16 = 12;
/// Boards may arrive with a group so many moves after the best: twice as many before the core, where it is soon known
/// which was the best.
const GRACE: u32 = 4;
/// How often a group is led into its window again before giving up; two or three times nearly always do.
const PATIENCE: usize = 40;
/// The longest side that the coordinates here have room for.
pub const LONGEST_SIDE: usize = 60_000;
/// Stands for the end of a line in a trail.
const LINE_END: u8 = 4;

/// How many boards are kept: fewer on large boards, where there is more to do.
pub fn width(cells: usize) -> usize {
    match cells {
        0..=36 => 12,
        37..=64 => 7,
        65..=WHOLE => 6,
        _ if cells <= 40_000 => 3,
        _ => 2,
    }
}

/// A solution line by line.
pub struct Peeled {
    /// The moves, with a stage for every line and those of the core.
    pub path: Path,
    /// Whether it is optimal: the board was all core, and its table knows.
    pub optimal: bool,
}

/// Solves a solvable board whose [`Board::homes`] are known. Nothing if a group could not be led home, which has not
/// been seen yet.
pub fn solve(grid: Grid, homes: &[u32], blank: usize, cancel: &Cancel) -> Result<Option<Peeled>> {
    let mut peeling = Peeling::new(grid, homes, blank);
    let total = grid.cells();
    while let Some(line) = peeling.lines.next() {
        cancel.tell(1.0 - (line.width() * line.height()) as f64 / total as f64);
        if !peeling.take(line, cancel)? {
            return Ok(None);
        }
    }
    Ok(Some(peeling.finish()))
}

/// A board on its way home.
struct Peeling {
    cols: usize,
    lines: Lines,
    /// How the boards are seen at the moment.
    seen: Line,
    /// The boards of the beam, all seen alike.
    nodes: Vec<Node>,
    boards: Boards,
    /// Moves that are made, for all boards of the beam.
    moves: Vec<u8>,
    stages: Vec<Stage>,
    /// The ways of the boards since then, in coordinates of the lines.
    trail: Trail,
    /// The lines of these ways.
    walked: Vec<Line>,
}

fn spot((x, y): (usize, usize)) -> Spot {
    Spot { x: x as u16, y: y as u16 }
}

/// All places of a line and behind it.
fn field(line: &Line) -> Field {
    Field::new(0, 0, line.width() as u16, line.height() as u16)
}

/// The tiles of a board as they are seen from another line.
fn turned(tiles: &[Spot], from: &Line, to: &Line) -> Vec<Spot> {
    let (old, new) = (field(from), field(to));
    let across = |at: Spot| turned_place(at, from, to);
    new.fill(|at| across(tiles[old.cell(turned_place(at, to, from))]))
}

/// A place as it is seen from another line.
fn turned_place(at: Spot, from: &Line, to: &Line) -> Spot {
    spot(to.place(from.cell(at.x.into(), at.y.into())))
}

impl Peeling {
    fn new(grid: Grid, homes: &[u32], blank: usize) -> Peeling {
        let lines = Lines::new(grid, homes[blank] as usize, 4, 4);
        let seen = Line::plain(lines.rest(), grid.cols);
        let place = |cell: usize| spot(seen.place(cell));
        let tiles = field(&seen).fill(|at| place(homes[seen.cell(at.x.into(), at.y.into())] as usize));
        let mut boards = Boards::new(tiles.len());
        let node = Node {
            board: boards.add(&tiles),
            blank: place(blank),
            group: [WALL; 2],
            length: 0,
            distance: 0,
            others: 0,
            last: FRESH,
            way: 0,
        };
        Peeling {
            cols: grid.cols,
            lines,
            seen,
            nodes: vec![node],
            boards,
            moves: vec![],
            stages: vec![],
            trail: vec![(0, 0)],
            walked: vec![],
        }
    }

    /// Brings a line home. Whether it worked.
    fn take(&mut self, line: Line, cancel: &Cancel) -> Result<bool> {
        if line.width() * line.height() > WHOLE && self.is_home(&line) {
            self.stages.push(Stage { name: line.name(), moves: 0 });
            return Ok(true);
        }
        self.look_from(line);
        let (width, height) = (line.width() as u16, line.height() as u16);
        let cells = line.width() * line.height();
        let weights = Weights::new(height);
        let mut large = (cells > WHOLE)
            .then(|| Large::new(line, self.boards.get(self.nodes[0].board), self.nodes[0].blank));
        for node in self.nodes.iter_mut().filter(|_| large.is_none()) {
            node.others = weights.sum(self.boards.get(node.board), node.blank, field(&line));
        }
        let begin = self.moves.len();
        let mut done = 0;
        while done < width {
            cancel.check()?;
            let group = Group::new(done, width, height);
            let last = self.lines.clone().next().is_none() && done + group.tiles == width;
            let grace = if last { 2 * GRACE } else { GRACE };
            let leader = Leader { line, group: &group, weights: &weights, width: self::width(cells), grace };
            let arrived = match &mut large {
                Some(large) => leader.lead_one(large, &mut self.moves),
                None => leader.lead_all(&mut self.nodes, &mut self.boards, &mut self.trail),
            };
            if !arrived {
                return Ok(false);
            }
            done += group.tiles;
        }
        match large {
            Some(large) => {
                self.nodes[0].blank = large.blank;
                self.boards.get_mut(self.nodes[0].board).copy_from_slice(&large.tiles);
                self.stages.push(Stage { name: line.name(), moves: self.moves.len() - begin });
            }
            None => {
                self.walked.push(line);
                for node in &mut self.nodes {
                    self.trail.push((node.way, LINE_END));
                    node.way = (self.trail.len() - 1) as u32;
                }
            }
        }
        Ok(true)
    }

    /// Whether all tiles of a line are home on a large board: then nobody needs to look at it.
    fn is_home(&self, line: &Line) -> bool {
        let field = field(&self.seen);
        let tiles = self.boards.get(self.nodes[0].board);
        let mut cells = (0..line.width()).map(|x| spot(self.seen.place(line.cell(x, 0))));
        cells.all(|at| tiles[field.cell(at)] == at)
    }

    fn look_from(&mut self, line: Line) {
        let mut boards = Boards::new(field(&line).size());
        for node in &mut self.nodes {
            node.board = boards.add(&turned(self.boards.get(node.board), &self.seen, &line));
            node.blank = turned_place(node.blank, &self.seen, &line);
        }
        self.boards = boards;
        self.seen = line;
    }

    /// Solves the core of every board, and makes a solution of the best.
    fn finish(mut self) -> Peeled {
        self.look_from(Line::plain(self.lines.rest(), self.cols));
        let (rows, cols) = (self.seen.height(), self.seen.width());
        let places = field(&self.seen);
        let cell = |at: Spot| usize::from(at.y) * cols + usize::from(at.x);
        let homes = |node: &Node| -> Vec<u32> {
            let tiles = self.boards.get(node.board);
            places.places().map(|at| cell(tiles[places.cell(at)]) as u32).collect()
        };
        let home = homes(&self.nodes[0])[cell(self.nodes[0].blank)];
        let goal = Board::with_blank(Grid::new(rows, cols), home as usize);
        let core = Core::new(&goal);
        let ends = self.nodes.iter().map(|node| (node, core.solve(&homes(node))));
        let best = ends.min_by_key(|(node, path)| node.length as usize + path.moves.len());
        let (node, path) = best.expect("a beam is never empty");
        self.make_way(node.way);
        let optimal = self.stages.is_empty() && matches!(core, Core::Table(_));
        self.moves.extend(path.moves);
        self.stages.extend(path.stages);
        Peeled { path: Path { moves: self.moves, stages: self.stages }, optimal }
    }

    /// Makes the moves of a way in the trail.
    fn make_way(&mut self, mut way: u32) {
        let begin = self.moves.len();
        let mut lines: Vec<Stage> = vec![];
        let mut walked = self.walked.iter().rev();
        let mut line = None;
        while way != 0 {
            let (before, code) = self.trail[way as usize];
            way = before;
            if code == LINE_END {
                line = walked.next();
                lines.extend(line.map(|line| Stage { name: line.name(), moves: 0 }));
            } else if let (Some(line), Some(stage)) = (line, lines.last_mut()) {
                self.moves.push(line.on_board(Move::from_code(code)).code());
                stage.moves += 1;
            }
        }
        self.moves[begin..].reverse();
        self.stages.extend(lines.into_iter().rev());
    }
}

/// The solver of what is left when all lines are home: 4×4, or small enough for a table.
enum Core {
    Stages(StagedPlan),
    Table(TableWalker),
}

impl Core {
    fn new(goal: &Board) -> Core {
        if goal.grid() == Grid::new(4, 4) {
            Core::Stages(StagedPlan::new(goal))
        } else {
            Core::Table(TableWalker::new(goal))
        }
    }

    fn solve(&self, homes: &[u32]) -> Path {
        match self {
            Core::Stages(plan) => plan.solve(homes),
            Core::Table(table) => Path::in_one_stage("optimal", table.solve(homes)),
        }
    }
}

/// A board that is too large to be copied: it is kept by place and by home.
struct Large {
    field: Field,
    tiles: Vec<Spot>,
    blank: Spot,
    /// By cell of a home: where its tile is.
    places: Vec<Spot>,
}

impl Large {
    fn new(line: Line, tiles: &[Spot], blank: Spot) -> Large {
        let field = field(&line);
        let mut places = vec![WALL; tiles.len()];
        for at in field.places() {
            places[field.cell(tiles[field.cell(at)])] = at;
        }
        Large { field, tiles: tiles.to_vec(), blank, places }
    }

    fn make(&mut self, code: u8) {
        let (from, to) = (self.blank, pair_beam::step(self.blank, code));
        let tile = self.tiles[self.field.cell(to)];
        self.tiles.swap(self.field.cell(from), self.field.cell(to));
        self.places[self.field.cell(tile)] = from;
        self.blank = to;
    }
}

/// Makes walls of places that are done.
fn close(tiles: &mut [Spot], field: Field, places: [Spot; 2]) {
    for at in places {
        tiles[field.cell(at)] = WALL;
    }
}

/// Leads a group home.
struct Leader<'a> {
    line: Line,
    group: &'a Group,
    weights: &'a Weights,
    width: usize,
    grace: u32,
}

impl Leader<'_> {
    fn beam(&self, field: Field, aim: Aim, attempt: usize) -> Beam<'_> {
        // A wider beam decides differently, should two tiles drive each other out of the window for ever. (Two attempts
        // take the tiles into the window, the third takes them home.)
        let width = self.width + attempt.saturating_sub(2);
        Beam { field, group: self.group, aim, weights: self.weights, width, longest: 0, grace: self.grace }
    }

    /// Leads the group home on all boards of a beam, and closes its places. Whether it worked.
    fn lead_all(&self, nodes: &mut Vec<Node>, boards: &mut Boards, trail: &mut Trail) -> bool {
        let field = field(&self.line);
        let homes = self.group.homes();
        for node in nodes.iter_mut() {
            node.group = homes.map(|home| field.find(boards.get(node.board), home));
        }
        for attempt in 0..PATIENCE {
            let aim = self.group.aim(nodes[0].blank, nodes[0].group);
            if aim == Aim::Home {
                nodes.retain(|node| self.group.aim(node.blank, node.group) == Aim::Home);
            }
            let mut beam = self.beam(field, aim, attempt);
            for node in nodes.iter_mut() {
                node.last = FRESH;
                node.others -= beam.led_cost(node);
            }
            let shortest = nodes.iter().map(|node| node.length + beam.distance(node)).min();
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

    /// The same on one large board, with the moves of the board.
    fn lead_one(&self, large: &mut Large, moves: &mut Vec<u8>) -> bool {
        let homes = self.group.homes();
        let mut group = homes.map(|home| large.places[large.field.cell(home)]);
        let mut trail = vec![];
        for attempt in 0..PATIENCE {
            let aim = self.group.aim(large.blank, group);
            let mut length = 0;
            let mut longest = None;
            loop {
                let field = self.reach(large.blank);
                let tiles = field.copy(&large.tiles, large.field);
                let mut boards = Boards::new(tiles.len());
                let board = boards.add(&tiles);
                let start = Node {
                    board,
                    blank: large.blank,
                    group,
                    length,
                    distance: 0,
                    others: 0,
                    last: FRESH,
                    way: 0,
                };
                let mut beam = self.beam(field, aim, attempt);
                beam.longest = *longest.get_or_insert(beam.distance(&start) + SLACK);
                trail.clear();
                trail.push((0, 0));
                let mut nodes = vec![start];
                let arrived = beam.run(&mut nodes, &mut boards, REACH.into(), &mut trail);
                let Some(best) = nodes.first() else { return false };
                (group, length) = (best.group, best.length);
                let begin = moves.len();
                let mut way = best.way;
                while way != 0 {
                    let (before, code) = trail[way as usize];
                    moves.push(code);
                    way = before;
                }
                moves[begin..].reverse();
                for code in &mut moves[begin..] {
                    large.make(*code);
                    *code = self.line.on_board(Move::from_code(*code)).code();
                }
                if arrived {
                    break;
                }
            }
            if aim == Aim::Home {
                close(&mut large.tiles, large.field, homes);
                return true;
            }
        }
        false
    }

    /// The places that the blank can reach, and a few more.
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
