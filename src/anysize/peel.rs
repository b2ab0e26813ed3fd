//! Boards of any size, line by line, with solutions about half as long as those of the greedy algorithm.
//!
//! If the tiles are far from home, all of them are first brought nearer at once ([`crate::anysize::drift`]). Then
//! outer rows and columns are brought home one after another ([`crate::anysize::lines`]), two tiles at a
//! time, until a core is left for the solver of its size: 4×4, 3×3, or 2×4. A guide knows how many moves a
//! pair takes ([`crate::anysize::guide`]), and of the many paths of about that length a beam search picks the
//! one that does most for all other tiles ([`crate::anysize::pair_beam`]). So tiles come nearer to their
//! homes long before it is their turn.
//!
//! # Order
//! A line drives the tiles that follow it in the next one back, the way it came. So it begins at the end that is
//! nearer to the blank, and of a square two columns follow one another, then two rows: the blank has no way to go
//! between them, and every other line goes in the opposite direction.
//!
//! # How boards are kept
//! Every node of the beam has a whole board, but shares most of its rows with others ([`crate::anysize::field`]). All
//! nodes go on from one group to the next. In the end the core of each is solved, and the shortest solution
//! wins. What the paths of all nodes have in common is cut off now and then ([`crate::anysize::trail`]).
//!
//! # Cost
//! Between one and two microseconds a move, and half of that on very large boards, with beams of [`width`] nodes.
//! Memory: the tables of the guide take up to 46 KB for each of about twenty kinds of window; apart from that, one
//! byte a move, some 20 bytes a cell, and for each node the rows that it does not share.

use crate::anysize::drift::{self, Beam, Drift};
use crate::anysize::field::BoardPool;
use crate::anysize::guide::{Spot, TileGroup};
use crate::anysize::leader::Leader;
use crate::anysize::lines::{Line, Lines};
use crate::anysize::pair_beam::{FRESH, PairNode};
use crate::anysize::trail::{STAGE_END, Trail};
use crate::anysize::weights::{MOVE, Steepest, Weights};
use crate::puzzle::board::Board;
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::puzzle::path::{Path, Stage};
use crate::runtime::budget::Budget;
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use crate::runtime::room::Room;
use crate::staged::{self, any_goal::StagedPlan};
use crate::tables::in_memory::{self, TableWalker};

/// A node may arrive with its group so many moves after the best one; twice as many before the core, which
/// soon shows which of them was best.
const GRACE: u32 = 4;
/// The longest side that the coordinates here have room for.
pub const LONGEST_SIDE: usize = 60_000;
/// The shorter side of the smallest board on which all tiles are first brought nearer at once, by so many sweeps as
/// long as a tile is more than so many steps from home on average.
const DRIFT_SIDE: usize = 8;
const DRIFT_STEPS: u64 = 4;
/// Sweeps end when at most three moves in ten bring a tile nearer, all in all.
const LEAST_GAIN: [u64; 2] = [3, 10];
/// Weights while all tiles are brought nearer; their span is twice the longer side, and no more than this.
const DRIFT_WEIGHT: i64 = MOVE;
const DRIFT_SPAN: usize = 64;
/// Weights while lines are brought home.
const STEEPEST: Steepest = Steepest { line: 4 * MOVE, rest: 3 * MOVE / 2 };
/// Their span is the longer side of the rest, and no more than this.
const LINE_SPAN: usize = 6;

/// How many nodes are kept: more on small boards, where the tables of the guide and the core take less time.
pub fn width(cells: usize) -> usize {
    match cells {
        0..=25 => 16,
        26..=36 => 12,
        37..=64 => 8,
        _ => 6,
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
    if !peeling.drift(budget)? {
        return Ok(None);
    }
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
    let (mut lines, mut known) = (Lines::new(grid, home, 4, 4).in_pairs(), vec![]);
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
    grid: Grid,
    lines: Lines,
    /// The nodes of the beam.
    nodes: Vec<PairNode>,
    boards: BoardPool,
    /// Moves that all nodes have in common, and where the blank is after them.
    moves: Vec<u8>,
    blank: usize,
    /// The tiles after these moves, and by home the cell of its tile.
    tiles: Vec<u32>,
    places: Vec<u32>,
    stages: Vec<Stage>,
    /// The moves of all stages in `stages`.
    staged: usize,
    /// The names of all stages so far, also of those that are still in the trail.
    names: Vec<&'static str>,
    /// The paths of the nodes since then.
    trail: Trail,
    /// How many bytes were last asked for when it was read how many are free.
    asked: u64,
}

impl Peeling {
    fn new(grid: Grid, homes: &[u32], blank: usize) -> Peeling {
        let spot =
            |cell: u32| Spot { x: (cell as usize % grid.cols) as u16, y: (cell as usize / grid.cols) as u16 };
        let boards = BoardPool::new(grid.rows, grid.cols, |at| {
            spot(homes[usize::from(at.y) * grid.cols + usize::from(at.x)])
        });
        let mut places = vec![0; homes.len()];
        for (&home, cell) in homes.iter().zip(0..) {
            places[home as usize] = cell;
        }
        Peeling {
            grid,
            lines: Lines::new(grid, homes[blank] as usize, 4, 4).in_pairs(),
            nodes: vec![PairNode::new(0, spot(blank as u32))],
            boards,
            moves: vec![],
            blank,
            tiles: homes.to_vec(),
            places,
            stages: vec![],
            staged: 0,
            names: vec![],
            trail: Trail::new(),
            asked: 0,
        }
    }

    fn spot(&self, cell: usize) -> Spot {
        Spot { x: (cell % self.grid.cols) as u16, y: (cell / self.grid.cols) as u16 }
    }

    fn cell(&self, at: Spot) -> usize {
        usize::from(at.y) * self.grid.cols + usize::from(at.x)
    }

    fn end_stage(&mut self, name: &'static str) {
        self.names.push(name);
        for node in &mut self.nodes {
            node.entry = self.trail.push(node.entry, STAGE_END);
        }
    }

    /// Steps between the tiles of the best board and their homes.
    fn manhattan(&self) -> u64 {
        let node = self.nodes.iter().min_by_key(|node| node.others).expect("a beam is never empty");
        let tiles = self.boards.tiles(node.board, node.blank);
        tiles.map(|(home, at)| u64::from(home.x.abs_diff(at.x)) + u64::from(home.y.abs_diff(at.y))).sum()
    }

    /// Brings all tiles nearer to their homes, if they are far away. Returns whether there was time.
    fn drift(&mut self, budget: &Budget<'_>) -> Result<bool> {
        let Grid { rows, cols } = self.grid;
        let (cells, side) = (self.grid.cells() as u64, rows.max(cols));
        let mut steps = self.manhattan();
        if rows.min(cols) < DRIFT_SIDE || steps <= DRIFT_STEPS * cells {
            return Ok(true);
        }
        let none = (true, u16::MAX);
        let steepest = Steepest { line: 0, rest: DRIFT_WEIGHT };
        let weights = Weights::new(side, none, steepest, (2 * side).min(DRIFT_SPAN));
        let node = &mut self.nodes[0];
        node.others = weights.sum(&self.boards, node.board, node.blank);
        let mut drift = Drift::new(&weights, node.blank, self.grid.cells());
        while steps > DRIFT_STEPS * cells {
            let (before, made) = (steps, self.nodes[0].g);
            for places in drift.sweep(self.lines.rest()) {
                budget.check()?;
                if budget.is_spent(0) {
                    return Ok(false);
                }
                let _room = self.room(places.len() * drift::DWELL)?;
                let beam =
                    &mut Beam { nodes: &mut self.nodes, boards: &mut self.boards, trail: &mut self.trail };
                places.into_iter().for_each(|place| drift.go_to(place, beam));
                self.cut_if_long();
            }
            steps = self.manhattan();
            let [gain, of] = LEAST_GAIN;
            if of * before.saturating_sub(steps) <= gain * u64::from(self.nodes[0].g - made) {
                break;
            }
        }
        self.nodes.sort_by_key(|node| node.others);
        for node in &mut self.nodes {
            node.last = FRESH;
        }
        self.end_stage("approach");
        Ok(true)
    }

    fn cut_if_long(&mut self) {
        if self.trail.is_long() {
            self.cut();
        }
    }

    /// Makes the moves that all nodes have in common.
    fn cut(&mut self) {
        let cols = self.grid.cols;
        let mut ends: Vec<u32> = self.nodes.iter().map(|node| node.entry).collect();
        let codes = self.trail.cut(&mut ends);
        self.nodes.iter_mut().zip(ends).for_each(|(node, end)| node.entry = end);
        for code in codes {
            if code == STAGE_END {
                let name = self.names[self.stages.len()];
                self.stages.push(Stage { name, moves: self.moves.len() - self.staged });
                self.staged = self.moves.len();
                continue;
            }
            let to = match code {
                0 => self.blank - 1,
                1 => self.blank + 1,
                2 => self.blank - cols,
                _ => self.blank + cols,
            };
            self.places[self.tiles[to] as usize] = self.blank as u32;
            self.tiles.swap(self.blank, to);
            self.blank = to;
            self.moves.push(code);
        }
    }

    /// Brings a line home. Returns whether it worked.
    fn take(&mut self, line: Line, budget: &Budget<'_>) -> Result<bool> {
        let line = self.nearer_end_first(line);
        let (width, height) = (line.width() as u16, line.height() as u16);
        if !self.is_home(&line) {
            let number = line.on_grid(Spot { x: 0, y: 0 });
            let number = if line.is_row() { (true, number.y) } else { (false, number.x) };
            let span = LINE_SPAN.min(height.into());
            let weights = &Weights::new(self.grid.rows.max(self.grid.cols), number, STEEPEST, span);
            for node in &mut self.nodes {
                node.others = weights.sum(&self.boards, node.board, node.blank);
            }
            let is_last_line = self.lines.clone().next().is_none();
            let mut done = 0;
            while done < width {
                budget.check()?;
                if budget.is_spent(0) {
                    return Ok(false);
                }
                let group = &TileGroup::new(done, width, height, budget.cancel)?;
                done += group.tiles;
                self.find(&line, group);
                let _room = self.room(8 * usize::from(width + height))?;
                let grace = if is_last_line && done == width { 2 * GRACE } else { GRACE };
                let width = self::width(line.width() * line.height());
                let leader = Leader { line, group, weights, width, grace, budget };
                if !leader.lead(&mut self.nodes, &mut self.boards, &mut self.trail) {
                    return Ok(false);
                }
                self.cut_if_long();
            }
        }
        self.end_stage(line.name());
        Ok(true)
    }

    /// The line from that of its ends which is nearer to the blank.
    fn nearer_end_first(&self, line: Line) -> Line {
        let blank = line.seen(self.nodes[0].blank);
        if 2 * usize::from(blank.x) >= line.width() { line.turned() } else { line }
    }

    /// Whether a line is home on all boards. Then it is closed, so that it need not be led there.
    fn is_home(&mut self, line: &Line) -> bool {
        let places = || (0..line.width()).map(|x| line.on_grid(Spot { x: x as u16, y: 0 }));
        let boards = &mut self.boards;
        let is_home = self
            .nodes
            .iter()
            .all(|node| places().all(|at| at != node.blank && boards.tile(node.board, at) == at));
        if is_home {
            for node in &self.nodes {
                places().for_each(|at| boards.close(node.board, at));
            }
        }
        is_home
    }

    /// Room for so many moves of the beam. That is asked for hundreds of times, so what is free is read only if the
    /// need has doubled since.
    fn room(&mut self, moves: usize) -> Result<Room> {
        let nodes = self.nodes.len() + drift::NODES;
        // At most two new rows a move and node, and no more than all boards have.
        let rows = self.boards.most_bytes(nodes, 2 * moves);
        let paths = 2 * (self.trail.capacity() + nodes * moves) * size_of::<(u32, u8)>();
        let needed = 2 * (rows + paths + self.moves.capacity() + moves) as u64;
        if needed <= 2 * self.asked {
            return memory::room_of_part(needed, Purpose::Moves);
        }
        self.asked = needed;
        memory::room(needed, Purpose::Moves)
    }

    /// Finds the tiles of a group on all boards.
    fn find(&mut self, line: &Line, group: &TileGroup) {
        let homes = group.homes().map(|home| line.on_grid(home));
        let mut places = homes.map(|home| self.spot(self.places[self.cell(home)] as usize));
        for node in &mut self.nodes {
            for (place, home) in places.iter_mut().zip(homes) {
                *place = self.boards.find(node.board, home, *place);
            }
            node.group = places.map(|place| line.seen(place));
        }
    }

    /// Solves the core of every node, and turns the best into a solution.
    fn finish(mut self) -> Result<Peeled> {
        let core = Line::plain(self.lines.rest(), self.grid.cols);
        let (rows, cols) = (core.height(), core.width());
        let homes = |node: &PairNode| -> Vec<u32> {
            let places = (0..rows).flat_map(|y| (0..cols).map(move |x| Spot { x: x as u16, y: y as u16 }));
            let tile = |at: Spot| core.seen(self.boards.tile(node.board, core.on_grid(at)));
            places.map(tile).map(|home| u32::from(home.y) * cols as u32 + u32::from(home.x)).collect()
        };
        let blank = core.seen(self.nodes[0].blank);
        let home = homes(&self.nodes[0])[usize::from(blank.y) * cols + usize::from(blank.x)];
        let goal = Board::with_blank(Grid::new(rows, cols), home as usize);
        let solver = Core::new(&goal)?;
        let ends = self.nodes.iter().map(|node| (*node, solver.solve(&homes(node))));
        let best = ends.min_by_key(|(node, path)| node.g as usize + path.moves.len());
        let (node, path) = best.expect("a beam is never empty");
        self.nodes = vec![node];
        self.cut();
        let optimal = self.stages.is_empty() && matches!(solver, Core::Table(_));
        self.moves.extend(path.moves);
        self.stages.extend(path.stages);
        Ok(Peeled { path: Path { moves: self.moves, stages: self.stages }, optimal })
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
