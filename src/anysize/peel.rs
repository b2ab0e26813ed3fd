//! Boards of any size, line by line, with solutions about three fifths as long as those of the greedy
//! algorithm.
//!
//! Outer rows and columns are brought home one after another ([`crate::anysize::lines`]), two tiles at a
//! time, until a core is left for the solver of its size: 4×4, 3×3, or 2×4. A guide knows how many moves a
//! pair takes ([`crate::anysize::guide`]), and of the many paths of about that length a beam search picks the
//! one that does most for all other tiles ([`crate::anysize::pair_beam`]). So tiles come nearer to their
//! homes long before it is their turn: the later lines of a 10×10 board take about 40 % fewer moves than they
//! would on a shuffled one.
//!
//! # How boards are kept
//! - On up to `WHOLE` cells every node of the beam has a whole board, and all of them go on from one group to
//!   the next. In the end the core of each is solved, and the shortest solution wins.
//! - A larger board is kept only once. The search looks a few moves ahead at a time, on a copy of the cells
//!   that the blank can reach in so many; the moves of the best node are then made on the board. So a move
//!   costs the same on any board.
//!
//! # Cost
//! About a microsecond a move, with beams of [`width`] nodes. Memory: the tables of the guide take up to 46
//! KB for each of about twenty kinds of window; large boards, one byte a move and some 20 bytes a cell; those
//! kept whole, 8 bytes a move for every node of the beam.

use crate::anysize::field::{BoardPool, WALL};
use crate::anysize::guide::{Spot, TileGroup};
use crate::anysize::leader::{LargeBoard, Leader, field};
use crate::anysize::lines::{Line, Lines};
use crate::anysize::pair_beam::{PairNode, Trail, Weights};
use crate::puzzle::board::Board;
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::{Grid, Move};
use crate::puzzle::path::{Path, Stage};
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use crate::runtime::room::Room;
use crate::staged::{self, any_goal::StagedPlan};
use crate::tables::in_memory::{self, TableWalker};

/// The largest number of cells on which every node has a whole board.
const WHOLE: usize = 1024;
/// A node may arrive with its group so many moves after the best one; twice as many before the core, which
/// soon shows which of them was best.
const GRACE: u32 = 4;
/// The longest side that the coordinates here have room for.
pub const LONGEST_SIDE: usize = 60_000;
/// Marks the end of a line in a trail.
const LINE_END: u8 = 4;

/// How many nodes are kept: fewer on larger boards, which take longer.
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
    /// Whether it is optimal: there was nothing but the core, and a table solved it.
    pub optimal: bool,
}

/// Solves a solvable board whose [`Board::homes`] are known. Gives nothing if the time is up, or if a group
/// could not be led home, which has not happened yet.
pub fn solve(grid: Grid, homes: &[u32], blank: usize, budget: &Budget<'_>) -> Result<Option<Peeled>> {
    let room = memory::room(64 * grid.cells() as u64, Purpose::Board)?;
    let mut peeling = Peeling::new(grid, homes, blank);
    drop(room);
    let total = grid.cells();
    while let Some(line) = peeling.lines.next() {
        budget.cancel.report(1.0 - (line.width() * line.height()) as f64 / total as f64);
        if !peeling.take(line, budget)? {
            return Ok(None);
        }
    }
    peeling.finish().map(Some)
}

/// Makes the tables that boards with this goal need, so that none of them has to wait for some.
pub fn prepare(grid: Grid, home: usize, cancel: &Cancel) -> Result<()> {
    let (mut lines, mut known) = (Lines::new(grid, home, 4, 4), vec![]);
    for line in lines.by_ref() {
        let size = TileGroup::shortened(line.width() as u16, line.height() as u16);
        if known.contains(&size) {
            continue;
        }
        known.push(size);
        let (width, height) = size;
        let mut done = 0;
        while done < width {
            done += TileGroup::new(done, width, height, cancel)?.tiles;
        }
    }
    let core = Line::plain(lines.rest(), grid.cols);
    let (x, y) = core.place(home);
    let goal = Board::with_blank(Grid::new(core.height(), core.width()), y * core.width() + x);
    Core::prepare(&goal, cancel)
}

/// A board being solved.
struct Peeling {
    cols: usize,
    lines: Lines,
    /// The line whose coordinates the nodes have at the moment.
    seen: Line,
    /// The nodes of the beam.
    nodes: Vec<PairNode>,
    boards: BoardPool,
    /// Moves that all nodes have in common.
    moves: Vec<u8>,
    stages: Vec<Stage>,
    /// The paths of the nodes since then, in coordinates of the lines.
    trail: Trail,
    /// The lines of these paths.
    walked: Vec<Line>,
    /// How many bytes were last asked for when it was read how many are free.
    asked: u64,
}

fn spot((x, y): (usize, usize)) -> Spot {
    Spot { x: x as u16, y: y as u16 }
}

/// The tiles of a board in coordinates of another line.
fn turned(tiles: &[Spot], from: &Line, to: &Line) -> Vec<Spot> {
    let (old, new) = (field(from), field(to));
    let across = |at: Spot| turned_place(at, from, to);
    new.fill(|at| across(tiles[old.cell(turned_place(at, to, from))]))
}

/// A place in coordinates of another line.
fn turned_place(at: Spot, from: &Line, to: &Line) -> Spot {
    spot(to.place(from.cell(at.x.into(), at.y.into())))
}

impl Peeling {
    fn new(grid: Grid, homes: &[u32], blank: usize) -> Peeling {
        let lines = Lines::new(grid, homes[blank] as usize, 4, 4);
        let seen = Line::plain(lines.rest(), grid.cols);
        let place = |cell: usize| spot(seen.place(cell));
        let tiles = field(&seen).fill(|at| place(homes[seen.cell(at.x.into(), at.y.into())] as usize));
        let mut boards = BoardPool::new(tiles.len());
        let node = PairNode::new(boards.add(&tiles), place(blank), [WALL; 2]);
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
            asked: 0,
        }
    }

    /// Brings a line home. Returns whether it worked.
    fn take(&mut self, line: Line, budget: &Budget<'_>) -> Result<bool> {
        let is_large = line.width() * line.height() > WHOLE;
        if is_large && self.is_home(&line) {
            self.stages.push(Stage { name: line.name(), moves: 0 });
            return Ok(true);
        }
        let room = self.room(&line)?;
        self.look_from(line);
        drop(room);
        let weights = Weights::new(line.height() as u16);
        if is_large {
            self.take_on_one(line, &weights, budget)
        } else {
            self.take_on_all(line, &weights, budget)
        }
    }

    /// The same on the only board, which is large.
    fn take_on_one(&mut self, line: Line, weights: &Weights, budget: &Budget<'_>) -> Result<bool> {
        let node = self.nodes[0];
        let mut board = LargeBoard::new(line, self.boards.get(node.board), node.blank);
        let mut moves = std::mem::take(&mut self.moves);
        let begin = moves.len();
        let lead = |_: &mut Peeling, leader: &Leader<'_>| leader.lead_one(&mut board, &mut moves);
        let is_home = self.lead_groups(line, weights, budget, lead)?;
        self.stages.push(Stage { name: line.name(), moves: moves.len() - begin });
        self.moves = moves;
        self.nodes[0].blank = board.blank;
        self.boards.get_mut(node.board).copy_from_slice(&board.tiles);
        Ok(is_home)
    }

    /// The same on the boards of all nodes.
    fn take_on_all(&mut self, line: Line, weights: &Weights, budget: &Budget<'_>) -> Result<bool> {
        for node in &mut self.nodes {
            node.others = weights.sum(self.boards.get(node.board), node.blank, field(&line));
        }
        let lead = |peeling: &mut Peeling, leader: &Leader<'_>| {
            leader.lead_all(&mut peeling.nodes, &mut peeling.boards, &mut peeling.trail)
        };
        let is_home = self.lead_groups(line, weights, budget, lead)?;
        self.walked.push(line);
        for node in &mut self.nodes {
            self.trail.push((node.entry, LINE_END));
            node.entry = (self.trail.len() - 1) as u32;
        }
        Ok(is_home)
    }

    /// Leads the groups of a line home, one after another. Returns whether it worked.
    fn lead_groups(
        &mut self,
        line: Line,
        weights: &Weights,
        budget: &Budget<'_>,
        mut lead: impl FnMut(&mut Peeling, &Leader<'_>) -> bool,
    ) -> Result<bool> {
        let (width, height) = (line.width() as u16, line.height() as u16);
        let is_last_line = self.lines.clone().next().is_none();
        let mut done = 0;
        while done < width {
            budget.check()?;
            if budget.is_spent(0) {
                return Ok(false);
            }
            let group = &TileGroup::new(done, width, height, budget.cancel)?;
            done += group.tiles;
            let _room = self.room(&line)?;
            let grace = if is_last_line && done == width { 2 * GRACE } else { GRACE };
            let width = self::width(line.width() * line.height());
            if !lead(self, &Leader { line, group, weights, width, grace, budget }) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Room to lead one group of a line home. There are hundreds of them, so what is free is read only if the need
    /// has doubled since.
    fn room(&mut self, line: &Line) -> Result<Room> {
        let needed = self.most_growth(line);
        if needed <= 2 * self.asked {
            return memory::room_of_part(needed, Purpose::Moves);
        }
        self.asked = needed;
        memory::room(needed, Purpose::Moves)
    }

    /// At most how many bytes it takes to lead one group of a line home: boards for all nodes, and room for their
    /// paths. What is there may have to move to grow.
    fn most_growth(&self, line: &Line) -> u64 {
        let (cells, side) = (field(line).size(), line.width() + line.height());
        let width = self::width(line.width() * line.height());
        let boards = (2 * self.nodes.len() + 2 * width + 4) * cells * size_of::<Spot>();
        let paths = (2 * self.trail.capacity() + width * 16 * side) * size_of_val(&self.trail[0]);
        2 * (boards + paths + self.moves.capacity() + 16 * side) as u64
    }

    /// Whether all tiles of a line of a large board are home, so that it can be skipped.
    fn is_home(&self, line: &Line) -> bool {
        let field = field(&self.seen);
        let tiles = self.boards.get(self.nodes[0].board);
        let mut cells = (0..line.width()).map(|x| spot(self.seen.place(line.cell(x, 0))));
        cells.all(|at| tiles[field.cell(at)] == at)
    }

    /// Changes to coordinates of another line.
    fn look_from(&mut self, line: Line) {
        let mut boards = BoardPool::new(field(&line).size());
        for node in &mut self.nodes {
            node.board = boards.add(&turned(self.boards.get(node.board), &self.seen, &line));
            node.blank = turned_place(node.blank, &self.seen, &line);
        }
        self.boards = boards;
        self.seen = line;
    }

    /// Solves the core of every node, and turns the best into a solution.
    fn finish(mut self) -> Result<Peeled> {
        self.look_from(Line::plain(self.lines.rest(), self.cols));
        let (rows, cols) = (self.seen.height(), self.seen.width());
        let places = field(&self.seen);
        let cell = |at: Spot| usize::from(at.y) * cols + usize::from(at.x);
        let homes = |node: &PairNode| -> Vec<u32> {
            let tiles = self.boards.get(node.board);
            places.places().map(|at| cell(tiles[places.cell(at)]) as u32).collect()
        };
        let home = homes(&self.nodes[0])[cell(self.nodes[0].blank)];
        let goal = Board::with_blank(Grid::new(rows, cols), home as usize);
        let core = Core::new(&goal)?;
        let ends = self.nodes.iter().map(|node| (node, core.solve(&homes(node))));
        let best = ends.min_by_key(|(node, path)| node.g as usize + path.moves.len());
        let (node, path) = best.expect("a beam is never empty");
        self.make_moves(node.entry);
        let optimal = self.stages.is_empty() && matches!(core, Core::Table(_));
        self.moves.extend(path.moves);
        self.stages.extend(path.stages);
        Ok(Peeled { path: Path { moves: self.moves, stages: self.stages }, optimal })
    }

    /// Notes the moves, and the stages, up to an entry of the trail.
    fn make_moves(&mut self, mut entry: u32) {
        let begin = self.moves.len();
        let mut lines: Vec<Stage> = vec![];
        let mut walked = self.walked.iter().rev();
        let mut line = None;
        while entry != 0 {
            let (before, code) = self.trail[entry as usize];
            entry = before;
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
    fn prepare(goal: &Board, cancel: &Cancel) -> Result<()> {
        if goal.grid() == Grid::new(4, 4) {
            staged::prepare(cancel)
        } else {
            in_memory::prepare(goal, cancel)
        }
    }

    fn new(goal: &Board) -> Result<Core> {
        if goal.grid() == Grid::new(4, 4) {
            StagedPlan::new(goal).map(Core::Stages)
        } else {
            TableWalker::new(goal).map(Core::Table)
        }
    }

    fn solve(&self, homes: &[u32]) -> Path {
        match self {
            Core::Stages(plan) => plan.solve(homes),
            Core::Table(table) => Path::in_one_stage("optimal", table.solve(homes)),
        }
    }
}
