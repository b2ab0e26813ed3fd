//! The real-time greedy algorithm of Parberry (1995): one tile after another, O(1) work between two moves.
//!
//! Line by line ([`crate::anysize::lines`]), each in its own coordinates, the line on top. The tile for
//! column `k` is brought home one step at a time. For a step the blank goes to the cell in front of the tile,
//! round it if need be, and then into the tile's own cell:
//!
//! ```text
//!     . . .      . _ .      . t .      a step at right angles to the last costs three moves, a diagonal six;
//!     . t _  ->  . t .  ->  . _ .      a step straight on costs five, as the blank must go round again
//! ```
//!
//! 1. *Place*: while the tile is off in both directions, it takes a step towards the line, one along it, and
//!    so on; then it goes straight. (If a step would lead into cells that are done, it takes the other.)
//! 2. *Below*: if the tile was home already, the blank goes under it, so that there is a move for every tile.
//!    (Not for the first of a line.)
//! 3. The last two tiles A, B of a line: *Corner* takes A to the last place, *Beside* takes B under it, *Up*
//!    takes the blank to the place before, and two moves *Close* the line (all together five, from below). If
//!    B is shut in above, or about to be, *Away* takes it two rows down first, and A goes to the corner
//!    again.
//! 4. The *core* is solved from its table of optimal moves: 3×3 (2×3 on boards with two rows or columns), or
//!    2×2 as in the report of 2014.
//!
//! # Choices
//! The paper leaves some choices open: which direction comes first, on which side the blank goes round, and
//! what to do with a tile that is shut in. What is said above is true of [`Routes::Of1995`]; the choices of
//! Parberry's own program are described in [`crate::anysize::routes`].
//!
//! # Cost
//! The board is kept twice, by cell and by tile, so that a tile is found at once; setting this up takes
//! O(cells). After that every move is decided by comparing a handful of coordinates: [`Greedy::most_work`]
//! counts the lookups and decisions between two moves, which do not grow with the board. Nothing else is
//! stored.

use crate::anysize::greedy_2014::Ground;
use crate::anysize::greedy_walk::{LinePlace, Walkable, beside};
use crate::anysize::lines::{Line, Lines};
use crate::anysize::routes::Routes;
use crate::anysize::unplaced::Unplaced;
use crate::puzzle::board::Board;
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::{Grid, Move};
use crate::puzzle::parity;
use crate::runtime::allocate;
use crate::tables::in_memory::{TableWalk, TableWalker};

/// What is being done; see the head of this file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Place,
    Below,
    Corner,
    Away,
    Out,
    Beside,
    Up,
    Close,
    Core,
}

/// A board being solved. It is an iterator of moves, and can be asked about the board at any time.
#[derive(Clone)]
pub struct Greedy {
    grid: Grid,
    /// By cell: the home of the tile there.
    tiles: Vec<u32>,
    /// By home: the cell of its tile.
    places: Vec<u32>,
    blank: usize,
    routes: Routes,
    lines: Lines,
    /// Which tiles are not home; only for the routes of 2014.
    unplaced: Option<Unplaced>,
    line: Line,
    /// Lines begun so far, the core included.
    started: usize,
    phase: Phase,
    /// Which tile of the line.
    column: usize,
    /// The direction of the next step of the tile, once it is chosen.
    push: Option<Move>,
    /// Whether the next step of a diagonal is towards the line.
    inwards: bool,
    /// Whether there was a move for this tile.
    moved: bool,
    core: Option<TableWalk>,
    length: u64,
    /// Straight slides so far, and the direction of the last.
    slides: u64,
    last: Option<Move>,
    work: u64,
    most_work: u64,
}

impl Greedy {
    /// Solves a board for a goal, with a core of this size: 3, or 2.
    pub fn new(board: &Board, goal: &Board, routes: Routes, core: usize) -> Result<Greedy> {
        let homes = board.homes(goal)?;
        parity::check_solvable(board, goal, &homes)?;
        Greedy::from_homes(board.grid(), homes, board.blank(), routes, core)
    }

    /// The same for a solvable board with these [`Board::homes`].
    pub fn from_homes(
        grid: Grid,
        homes: Vec<u32>,
        blank: usize,
        routes: Routes,
        core: usize,
    ) -> Result<Greedy> {
        let mut places = allocate::zeros(homes.len(), Purpose::Board)?;
        let mut solved = true;
        for (&home, cell) in homes.iter().zip(0..) {
            places[home as usize] = cell;
            solved &= home == cell;
        }
        let mut lines = Lines::new(grid, homes[blank] as usize, core, core);
        // A board that is solved has no moves to make: all its lines are done.
        if solved {
            lines.by_ref().for_each(drop);
        }
        make_core_table(grid, lines.clone(), homes[blank] as usize)?;
        let unplaced = match routes {
            Routes::Of1995 => None,
            // Which has all lines, so that none is left here but the core.
            Routes::Of2014 => Some(Unplaced::new(&mut lines, &homes)?),
        };
        let line = Line::plain(lines.rest(), grid.cols);
        let mut greedy = Greedy {
            grid,
            tiles: homes,
            places,
            blank,
            routes,
            lines,
            unplaced,
            line,
            started: 0,
            phase: Phase::Core,
            column: 0,
            push: None,
            inwards: true,
            moved: false,
            core: None,
            length: 0,
            slides: 0,
            last: None,
            work: 0,
            most_work: 0,
        };
        greedy.begin_line();
        greedy.work = 0;
        Ok(greedy)
    }

    /// Moves made so far.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The same, with a straight slide of several tiles counted as one.
    pub fn slides(&self) -> u64 {
        self.slides
    }

    /// The most lookups and decisions that any move so far has taken.
    pub fn most_work(&self) -> u64 {
        self.most_work
    }

    /// By cell: the home of the tile that is there now.
    pub fn homes(&self) -> &[u32] {
        &self.tiles
    }

    /// The home cell of the tile that is being placed. Nothing once the core has begun.
    pub fn current(&self) -> Option<usize> {
        let last = self.line.width() - 1;
        match self.phase {
            Phase::Core => None,
            Phase::Place | Phase::Below => Some(self.line.cell(self.column, 0)),
            Phase::Corner | Phase::Out => Some(self.line.cell(last - 1, 0)),
            Phase::Away | Phase::Beside | Phase::Up | Phase::Close => Some(self.line.cell(last, 0)),
        }
    }

    /// Which line is being brought home, counted from 1, and whether it is a row or a column; or the core.
    pub fn stage(&self) -> (usize, &'static str) {
        (self.started, if self.phase == Phase::Core { "optimal" } else { self.line.name() })
    }

    /// The share of the cells that are done.
    pub fn share(&self) -> f64 {
        1.0 - (self.line.width() * self.line.height()) as f64 / self.grid.cells() as f64
    }

    fn begin_line(&mut self) {
        if self.routes == Routes::Of2014 {
            return self.begin_unplaced();
        }
        self.started += 1;
        self.column = 0;
        self.moved = false;
        match self.lines.next() {
            Some(line) => {
                self.line = line;
                self.begin(if line.width() > 2 { Phase::Place } else { Phase::Corner });
            }
            None => {
                self.line = Line::plain(self.lines.rest(), self.grid.cols);
                self.begin(Phase::Core);
            }
        }
    }

    /// Goes on with the first tile that is not home, in whatever line: the routes of 2014.
    fn begin_unplaced(&mut self) {
        let unplaced = self.unplaced.as_ref().expect("these routes know it");
        let (first, looks) = unplaced.first();
        self.work += looks;
        match first {
            Some((number, line, column)) => {
                self.started = number + 1;
                self.line = line;
                let others = line.width() - 2;
                self.column = column.min(others);
                self.begin(if column < others { Phase::Place } else { Phase::Corner });
            }
            None => {
                self.started = unplaced.lines() + 1;
                self.line = Line::plain(self.lines.rest(), self.grid.cols);
                self.begin(Phase::Core);
            }
        }
    }

    fn begin(&mut self, phase: Phase) {
        self.phase = phase;
        self.push = None;
        self.inwards = self.routes == Routes::Of1995;
    }

    /// The next move of the blank in coordinates of the line, or nothing once all is done.
    fn decide(&mut self) -> Option<Move> {
        loop {
            self.work += 1;
            let last = self.line.width() - 1;
            let step = match self.phase {
                Phase::Place => self.route(self.column, (self.column, 0)),
                Phase::Below => self.go_below(),
                Phase::Corner => self.route(last - 1, (last, 0)),
                Phase::Away if self.routes == Routes::Of2014 => self.route(last, (last - 1, 2)),
                Phase::Away => self.route(last, (last, 2)),
                Phase::Out => self.route(last - 1, (last - 1, 1)),
                Phase::Beside => self.route(last, (last, 1)),
                Phase::Up => self.go_up(),
                Phase::Close => Some(Move::D),
                Phase::Core => return self.core_move(),
            };
            if step.is_some() {
                return step;
            }
            match self.phase {
                Phase::Place if self.routes == Routes::Of2014 => self.begin_unplaced(),
                Phase::Place if !self.moved && self.column > 0 => self.begin(Phase::Below),
                Phase::Place | Phase::Below => {
                    self.column += 1;
                    self.begin(if self.column + 1 < last { Phase::Place } else { Phase::Corner });
                    self.moved = false;
                }
                Phase::Corner => {
                    let next = if self.is_shut_in() { Phase::Away } else { Phase::Beside };
                    self.begin(next);
                }
                Phase::Away if self.routes == Routes::Of2014 => self.begin(Phase::Out),
                Phase::Away | Phase::Out => self.begin(Phase::Corner),
                Phase::Beside => self.begin(Phase::Up),
                Phase::Up => {
                    self.begin(Phase::Close);
                    return Some(Move::R);
                }
                Phase::Close | Phase::Core => unreachable!("these always move or end"),
            }
        }
    }

    /// Where the tile for a column of the line is.
    fn find(&mut self, column: usize) -> LinePlace {
        self.work += 1;
        let home = self.line.cell(column, 0);
        self.line.place(self.places[home] as usize)
    }

    fn blank_place(&mut self) -> LinePlace {
        self.work += 1;
        self.line.place(self.blank)
    }

    /// Whether the last tile is out of reach now that the last place is taken: it is in the place before
    /// that, or the blank is, right above it.
    fn is_shut_in(&mut self) -> bool {
        let before = self.line.width() - 2;
        let tile = self.find(before + 1);
        tile == (before, 0) || tile == (before, 1) && self.blank_place() == (before, 0)
    }

    /// Whether the first of the last two tiles stays in the corner.
    fn has_corner(&self) -> bool {
        matches!(self.phase, Phase::Beside | Phase::Up)
    }

    /// Whether the blank must not enter a place: the tile there is home.
    fn is_done(&self, (x, y): LinePlace) -> bool {
        let corner = self.has_corner() && x + 1 == self.line.width();
        let tiles = self.column + usize::from(self.phase == Phase::Below);
        y == 0 && (x < tiles || corner)
    }

    /// The next move towards having the tile for a column in a place, or nothing once it is there.
    fn route(&mut self, column: usize, wanted: LinePlace) -> Option<Move> {
        let tile = self.find(column);
        if tile == wanted {
            return None;
        }
        let push = match self.push {
            Some(push) => push,
            None => self.choose_push(tile, wanted),
        };
        self.push = Some(push);
        let front = beside(tile, push);
        let blank = self.blank_place();
        self.moved = true;
        if blank == front {
            self.push = None;
            return Some(push.reverse());
        }
        let (width, height) = (self.line.width(), self.line.height());
        if self.routes == Routes::Of2014 {
            let (is_row, done, corner) = (self.line.is_row(), self.column, self.has_corner());
            let ground = Ground { width, height, is_row, done, corner };
            let (step, looks) = ground.walk(blank, tile, push);
            self.work += looks;
            return Some(step);
        }
        Some(Walkable { width, height, is_done: |place| self.is_done(place) }.walk(blank, tile, push))
    }

    /// The direction of the tile's next step.
    fn choose_push(&mut self, tile: LinePlace, wanted: LinePlace) -> Move {
        let along = if wanted.0 > tile.0 { Move::R } else { Move::L };
        let across = if wanted.1 > tile.1 { Move::D } else { Move::U };
        if tile.0 == wanted.0 {
            return across;
        }
        if tile.1 == wanted.1 || !self.inwards || self.keeps_out(beside(tile, across)) {
            self.inwards = true;
            return along;
        }
        self.inwards = false;
        across
    }

    /// Whether a tile on its way does not go into a place before it is in its column.
    fn keeps_out(&self, place: LinePlace) -> bool {
        match self.routes {
            Routes::Of1995 => self.is_done(place),
            Routes::Of2014 => place.1 == 0,
        }
    }

    /// One move towards the place under the tile that was placed.
    fn go_below(&mut self) -> Option<Move> {
        let (x, y) = self.blank_place();
        match x.cmp(&self.column) {
            _ if y == 0 => Some(Move::D),
            std::cmp::Ordering::Less => Some(Move::R),
            std::cmp::Ordering::Greater => Some(Move::L),
            std::cmp::Ordering::Equal => (y > 1).then_some(Move::U),
        }
    }

    /// One move towards the place before the last, with the last two tiles one under the other beside it.
    fn go_up(&mut self) -> Option<Move> {
        let before = self.line.width() - 2;
        let (x, y) = self.blank_place();
        match x.cmp(&before) {
            std::cmp::Ordering::Less => Some(Move::R),
            std::cmp::Ordering::Greater => Some(Move::L),
            std::cmp::Ordering::Equal => (y > 0).then_some(Move::U),
        }
    }

    fn core_move(&mut self) -> Option<Move> {
        if self.core.is_none() {
            self.core = Some(self.enter_core());
        }
        self.core.as_mut().and_then(TableWalk::next)
    }

    /// The core as a separate small puzzle.
    fn enter_core(&self) -> TableWalk {
        let (rows, cols) = (self.line.height(), self.line.width());
        let cell = |cell: usize| {
            let (x, y) = self.line.place(cell);
            y * cols + x
        };
        let cells = (0..rows * cols).map(|place| self.line.cell(place % cols, place / cols));
        let homes: Vec<u32> = cells.map(|at| cell(self.tiles[at] as usize) as u32).collect();
        let home = homes[cell(self.blank)] as usize;
        let goal = Board::with_blank(Grid::new(rows, cols), home);
        TableWalk::new(&goal, &homes).expect("its table was made before the first move")
    }
}

impl Iterator for Greedy {
    type Item = Move;

    /// The next move of the blank.
    fn next(&mut self) -> Option<Move> {
        self.work = 0;
        let closing = self.phase == Phase::Close;
        let step = self.decide()?;
        let step = self.line.on_board(step);
        let to = self.grid.neighbour(self.blank, step).expect("a move on the board");
        let tile = self.tiles[to];
        self.tiles.swap(self.blank, to);
        self.places[tile as usize] = self.blank as u32;
        if let Some(unplaced) = &mut self.unplaced {
            self.work += unplaced.note(tile as usize, self.blank);
        }
        self.blank = to;
        if closing {
            self.begin_line();
        }
        self.length += 1;
        self.slides += u64::from(self.last != Some(step));
        self.last = Some(step);
        self.most_work = self.most_work.max(self.work);
        Some(step)
    }
}

/// Makes the table of the core that these lines leave, so that it is there before the first move.
fn make_core_table(grid: Grid, mut lines: Lines, home: usize) -> Result<()> {
    lines.by_ref().for_each(drop);
    let core = Line::plain(lines.rest(), grid.cols);
    let (x, y) = core.place(home);
    let home = y * core.width() + x;
    TableWalker::new(&Board::with_blank(Grid::new(core.height(), core.width()), home)).map(drop)
}
