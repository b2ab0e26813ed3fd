//! An arena: many boards with one goal, all played at once, for reinforcement learning. Each step makes one
//! move on every board.
//!
//! # Representation
//! The tiles of all boards are in one array of 8-bit or 16-bit numbers, board after board; this is also
//! what a learner observes. Besides, each board has a *player* with what changes at every move: the blank's
//! cell, how many tiles are not at home (none: solved), the *height* of the board (its Manhattan or exact
//! distance, if rewards depend on it), the moves made, and a stream of random numbers. So what happens to a
//! board depends only on its seed and its moves, not on how many other boards there are.
//!
//! # Rules
//! A move that would leave the board changes nothing, but counts as a move. An episode ends when the goal is
//! reached (*terminated*), or after a number of moves (*truncated*); both can happen at once.
//! [`crate::arena::rewards`] says what a move is worth and what comes after an episode.
//!
//! # Cost
//! A move swaps two cells, and everything else follows from the tile that slid: O(1), a few nanoseconds.

pub mod rewards;

use crate::arena::rewards::{Height, Renewal, Rules};
use crate::generate::random::Stream;
use crate::generate::scramble::Scrambler;
use crate::index::space::{Slot, State};
use crate::puzzle::board::Board;
use crate::puzzle::error::{Error, Purpose, Quantity, Result};
use crate::puzzle::grid::{Grid, Move};
use crate::puzzle::parity::check_solvable;
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;

/// The type in which the numbers of tiles are kept and observed.
pub trait Tile: Copy + Default + PartialEq + TryFrom<u32> + Into<u32> + Send {}
impl Tile for u8 {}
impl Tile for u16 {}

/// How many boards move between two checks for cancellation.
const BOARDS_PER_CHECK: usize = 1 << 16;

/// What an arena keeps for a board besides its tiles.
#[derive(Clone, Debug)]
struct Player {
    blank: u32,
    /// Tiles that are not at home.
    away: u32,
    height: u32,
    /// The board's place in the table of distances, where there is one.
    state: State,
    steps: u32,
    over: bool,
    stream: Stream,
}

impl Player {
    /// The player of a board that has not begun an episode.
    fn waiting() -> Player {
        Player {
            blank: 0,
            away: 0,
            height: 0,
            state: State::in_order(Slot(0)),
            steps: 0,
            over: true,
            stream: Stream::new(0, 0),
        }
    }
}

/// What a learner observes of all boards: tiles, which moves are legal (four bytes a board, in the order of
/// their codes), and heights.
#[derive(Clone, Debug)]
pub struct Observation<T> {
    /// The tiles, board by board.
    pub tiles: Vec<T>,
    /// 1 for a move that stays on the board.
    pub masks: Vec<[i8; 4]>,
    /// Distances to the goal, if the rules depend on them.
    pub heights: Vec<i32>,
}

impl<T: Tile> Observation<T> {
    fn new(n: usize, cells: usize) -> Observation<T> {
        Observation { tiles: vec![T::default(); n * cells], masks: vec![[0; 4]; n], heights: vec![0; n] }
    }

    /// Copies board `i` of another observation.
    fn copy(&mut self, i: usize, other: &Observation<T>, cells: usize) {
        let range = i * cells..(i + 1) * cells;
        self.tiles[range.clone()].copy_from_slice(&other.tiles[range]);
        self.masks[i] = other.masks[i];
        self.heights[i] = other.heights[i];
    }
}

/// How far the episode of a board has come.
#[derive(Clone, Copy, Debug)]
pub struct Episode {
    /// The state of its stream of random numbers.
    pub stream: [u64; 4],
    /// The moves made.
    pub steps: u32,
    /// Whether it is over.
    pub over: bool,
}

/// Many boards, played at once. See the head of this file.
#[derive(Clone)]
pub struct Arena<T> {
    goal: Board,
    rules: Rules,
    /// The tiles of the goal.
    targets: Vec<T>,
    /// By tile: its home.
    homes: Vec<u32>,
    /// By cell: its row and column.
    spots: Vec<[u32; 2]>,
    /// By cell: where each move leads, back to itself at an edge.
    exits: Vec<[u32; 4]>,
    masks: Vec<[i8; 4]>,
    players: Vec<Player>,
    view: Observation<T>,
    finals: Observation<T>,
    rewards: Vec<f64>,
    terminated: Vec<u8>,
    truncated: Vec<u8>,
}

impl<T: Tile> Arena<T> {
    /// An arena of `n` boards, all of them solved. They still need seeds and a reset.
    pub fn new(goal: &Board, n: usize, rules: Rules) -> Result<Arena<T>> {
        let (grid, cells) = (goal.grid(), goal.grid().cells());
        let kept = if rules.renewal == Renewal::SameStep { n } else { 0 };
        let view = cells * size_of::<T>() + size_of::<([i8; 4], i32)>();
        let views = if kept > 0 { 2 * view } else { view };
        let each = size_of::<Player>() + views + size_of::<(f64, u8, u8)>();
        let all = (n as u64).saturating_mul(each as u64).saturating_add(128 * cells as u64);
        let _room = memory::room(all, Purpose::Boards)?;
        let targets = targets(goal)?;
        let mut arena = Arena {
            goal: goal.clone(),
            rules,
            targets,
            homes: homes_by_tile(goal),
            spots: (0..cells).map(|cell| [grid.row(cell) as u32, grid.col(cell) as u32]).collect(),
            exits: (0..cells).map(|cell| exits(grid, cell)).collect(),
            masks: (0..cells).map(|cell| mask(grid, cell)).collect(),
            players: vec![Player::waiting(); n],
            view: Observation::new(n, cells),
            finals: Observation::new(kept, cells),
            rewards: vec![0.0; n],
            terminated: vec![0; n],
            truncated: vec![0; n],
        };
        let homes = goal.homes(goal)?;
        for i in 0..n {
            arena.begin(i, goal.tiles(), &homes);
        }
        Ok(arena)
    }

    /// The goal of all boards.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// The boards as they are now.
    pub fn view(&self) -> &Observation<T> {
        &self.view
    }

    /// Where the last step ended an episode and began a new one: the board that was reached.
    pub fn finals(&self) -> &Observation<T> {
        &self.finals
    }

    /// What the last step was worth.
    pub fn rewards(&self) -> &[f64] {
        &self.rewards
    }

    /// Where the last step reached the goal.
    pub fn terminated(&self) -> &[u8] {
        &self.terminated
    }

    /// Where the last step used up the moves of its episode.
    pub fn truncated(&self) -> &[u8] {
        &self.truncated
    }

    /// Number of boards.
    pub fn len(&self) -> usize {
        self.players.len()
    }

    /// Whether there are no boards.
    pub fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// Gives a board the stream of this seed.
    pub fn seed(&mut self, i: usize, seed: u64) {
        self.players[i].stream = Stream::new(seed, 0);
    }

    /// Begins new episodes with these boards, each given with its number. If one of them does not have the
    /// tiles of the goal or cannot be solved, nothing changes.
    pub fn place(&mut self, boards: &[(usize, &Board)]) -> Result<()> {
        let homes =
            boards.iter().map(|&(row, board)| self.homes_here(row, board).map_err(|error| error.in_row(row)));
        let homes = homes.collect::<Result<Vec<_>>>()?;
        for (&(i, board), homes) in boards.iter().zip(&homes) {
            self.begin(i, board.tiles(), homes);
        }
        Ok(())
    }

    /// The homes of a board that may be placed at this number.
    fn homes_here(&self, i: usize, board: &Board) -> Result<Vec<u32>> {
        if i >= self.len() {
            let most = Some(self.len().saturating_sub(1) as u64);
            return Err(Error::OutOfRange {
                quantity: Quantity::BoardIndex,
                least: 0,
                most,
                got: i.to_string().into(),
            });
        }
        let homes = board.homes(&self.goal)?;
        check_solvable(board, &self.goal, &homes)?;
        Ok(homes)
    }

    /// What the tiles of a board do not show.
    pub fn episode(&self, i: usize) -> Episode {
        let player = &self.players[i];
        Episode { stream: player.stream.state(), steps: player.steps, over: player.over }
    }

    /// Continues an episode, once its board has been placed.
    pub fn resume(&mut self, i: usize, episode: Episode) {
        let player = &mut self.players[i];
        player.stream = Stream::resume(episode.stream);
        (player.steps, player.over) = (episode.steps, episode.over);
    }

    /// Begins new episodes, on all boards or those marked in `wanted`, each scrambled by its own stream.
    pub fn reset(&mut self, wanted: Option<&[u8]>, scrambler: &Scrambler, cancel: &Cancel) -> Result<()> {
        for i in 0..self.len() {
            if wanted.is_none_or(|wanted| wanted[i] != 0) {
                self.scramble(i, scrambler, cancel)?;
            }
        }
        Ok(())
    }

    /// Makes a move on every board, given as codes below 4. Returns whether an episode has ended.
    pub fn step(&mut self, actions: &[u8], scrambler: &Scrambler, cancel: &Cancel) -> Result<bool> {
        let mut ended = false;
        for (i, &action) in actions.iter().enumerate() {
            if i % BOARDS_PER_CHECK == BOARDS_PER_CHECK - 1 {
                cancel.check()?;
            }
            if self.players[i].over && self.rules.renewal == Renewal::NextStep {
                self.scramble(i, scrambler, cancel)?;
                (self.rewards[i], self.terminated[i], self.truncated[i]) = (0.0, 0, 0);
                continue;
            }
            self.play(i, action);
            if self.players[i].over {
                ended = true;
                if self.rules.renewal == Renewal::SameStep {
                    self.finals.copy(i, &self.view, self.targets.len());
                    self.scramble(i, scrambler, cancel)?;
                }
            }
        }
        Ok(ended)
    }

    /// One move on one board.
    #[inline(always)]
    fn play(&mut self, i: usize, action: u8) {
        let cells = self.targets.len();
        let (player, tiles) = (&mut self.players[i], &mut self.view.tiles[i * cells..(i + 1) * cells]);
        let from = player.blank as usize;
        let to = self.exits[from][usize::from(action & 3)] as usize;
        // At an edge both are the same cell, and nothing changes.
        let tile = tiles[to];
        tiles[from] = tile;
        tiles[to] = T::default();
        player.away =
            player.away + u32::from(tile != self.targets[from]) - u32::from(tile != self.targets[to]);
        player.blank = to as u32;
        player.steps += 1;
        let before = player.height;
        match &self.rules.height {
            Height::Flat => {}
            Height::Manhattan => {
                let home = self.homes[tile.into() as usize] as usize;
                let [from, to, home] = [from, to, home].map(|cell| self.spots[cell]);
                player.height = player.height + apart(from, home) - apart(to, home);
            }
            Height::Exact(_) if from == to => {}
            Height::Exact(distances) => match distances.step(player.state, Move::from_code(action)) {
                Some((state, distance)) => (player.state, player.height) = (state, distance.into()),
                None => player.height = distances.get(&homes_of(tiles, &self.homes)).into(),
            },
        }
        let (solved, late) = (player.away == 0, player.steps >= self.rules.max_steps);
        player.over = solved || late;
        self.view.masks[i] = self.masks[to];
        self.view.heights[i] = player.height as i32;
        self.rewards[i] = self.rules.worth(solved, before, player.height);
        (self.terminated[i], self.truncated[i]) = (solved.into(), late.into());
    }

    fn scramble(&mut self, i: usize, scrambler: &Scrambler, cancel: &Cancel) -> Result<()> {
        let mut tiles = vec![0; self.targets.len()];
        scrambler.fill(&mut self.players[i].stream, &mut tiles, cancel)?;
        let homes = homes_of(&tiles, &self.homes);
        self.begin(i, &tiles, &homes);
        Ok(())
    }

    /// Begins an episode with these tiles, whose homes are known.
    fn begin(&mut self, i: usize, tiles: &[u32], homes: &[u32]) {
        let (cells, grid) = (self.targets.len(), self.goal.grid());
        let mut blank = 0;
        for (cell, &tile) in tiles.iter().enumerate() {
            self.view.tiles[i * cells + cell] = T::try_from(tile).ok().expect("a tile of the goal");
            if tile == 0 {
                blank = cell;
            }
        }
        let others = (0..cells).filter(|&cell| cell != blank).map(|cell| (cell, homes[cell] as usize));
        let height = match &self.rules.height {
            Height::Flat => 0,
            Height::Manhattan => others.clone().map(|(cell, home)| grid.distance(cell, home)).sum::<usize>(),
            Height::Exact(distances) => {
                self.players[i].state = distances.locate(homes).unwrap_or(self.players[i].state);
                distances.get(homes).into()
            }
        } as u32;
        let away = others.filter(|(cell, home)| cell != home).count() as u32;
        let player = &mut self.players[i];
        (player.blank, player.away, player.height) = (blank as u32, away, height);
        (player.steps, player.over) = (0, false);
        self.view.masks[i] = self.masks[blank];
        self.view.heights[i] = height as i32;
    }
}

/// The tiles of the goal, as the arena keeps them.
fn targets<T: Tile>(goal: &Board) -> Result<Vec<T>> {
    let target = |&tile: &u32| {
        T::try_from(tile).map_err(|_| Error::OutOfRange {
            quantity: Quantity::Tile,
            least: 0,
            most: Some(u16::MAX.into()),
            got: tile.to_string().into(),
        })
    };
    goal.tiles().iter().map(target).collect()
}

/// By tile: its home.
fn homes_by_tile(goal: &Board) -> Vec<u32> {
    let largest = goal.tiles().iter().max().map_or(0, |&tile| tile as usize);
    let mut homes = vec![0; largest + 1];
    for (cell, &tile) in (0..).zip(goal.tiles()) {
        homes[tile as usize] = cell;
    }
    homes
}

/// The steps between two cells.
fn apart([row, col]: [u32; 2], other: [u32; 2]) -> u32 {
    row.abs_diff(other[0]) + col.abs_diff(other[1])
}

/// By cell: the home of its tile.
fn homes_of<T: Copy + Into<u32>>(tiles: &[T], homes: &[u32]) -> Vec<u32> {
    tiles.iter().map(|&tile| homes[tile.into() as usize]).collect()
}

/// Where each move from a cell leads: the cell itself where it would leave the board.
fn exits(grid: Grid, cell: usize) -> [u32; 4] {
    Move::ALL.map(|step| grid.neighbour(cell, step).unwrap_or(cell) as u32)
}

/// Which moves from a cell stay on the board.
fn mask(grid: Grid, cell: usize) -> [i8; 4] {
    Move::ALL.map(|step| grid.neighbour(cell, step).is_some().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::rewards::Base;
    use crate::generate::scramble::Scramble;
    use crate::tables::distances::Distances;
    use std::sync::Arc;

    fn rules(height: Height, renewal: Renewal) -> Rules {
        Rules { base: Base::Step, height, discount: 1.0, max_steps: 50, renewal }
    }

    /// Plays at random, and compares every board with what its tiles say.
    fn wander<T: Tile>(goal: &Board, height: Height, renewal: Renewal) {
        let (n, cells, cancel) = (20, goal.grid().cells(), Cancel::new());
        let exact = Distances::new(goal, &cancel).ok();
        let shape = height.clone();
        let mut arena: Arena<T> = Arena::new(goal, n, rules(height, renewal)).unwrap();
        (0..n).for_each(|i| arena.seed(i, i as u64));
        let scrambler = Scrambler::new(goal, Scramble::Walk(1, 9), &cancel).unwrap();
        arena.reset(None, &scrambler, &cancel).unwrap();
        let mut stream = Stream::new(3, 3);
        for _ in 0..200 {
            let actions: Vec<u8> = (0..n).map(|_| stream.below(4) as u8).collect();
            arena.step(&actions, &scrambler, &cancel).unwrap();
            for (i, tiles) in arena.view().tiles.chunks(cells).enumerate() {
                let tiles = tiles.iter().map(|&tile| tile.into()).collect();
                let board = Board::new(goal.grid().rows, goal.grid().cols, tiles).unwrap();
                let expected = match (&shape, &exact) {
                    (Height::Manhattan, _) => board.manhattan(goal).unwrap() as i32,
                    (Height::Exact(_), Some(exact)) => exact.get(&board.homes(goal).unwrap()).into(),
                    _ => 0,
                };
                assert_eq!(arena.view().heights[i], expected);
                assert_eq!(arena.view().masks[i], mask(goal.grid(), board.blank()));
                if renewal != Renewal::SameStep {
                    assert_eq!(arena.terminated()[i] == 1, board == *goal);
                }
            }
        }
    }

    #[test]
    fn boards_stay_boards_and_heights_are_right() {
        for goal in [Board::standard(Grid::new(3, 3)), Board::with_blank(Grid::new(4, 2), 3)] {
            let exact = Arc::new(Distances::new(&goal, &Cancel::new()).unwrap());
            wander::<u8>(&goal, Height::Exact(exact.clone()), Renewal::NextStep);
            wander::<u16>(&goal, Height::Exact(exact), Renewal::SameStep);
            wander::<u8>(&goal, Height::Manhattan, Renewal::NextStep);
            wander::<u8>(&goal, Height::Flat, Renewal::SameStep);
        }
        wander::<u16>(&Board::standard(Grid::new(17, 16)), Height::Manhattan, Renewal::NextStep);
    }

    #[test]
    fn an_episode_ends_at_the_goal_or_in_time() {
        let (goal, cancel) = (Board::standard(Grid::new(2, 2)), Cancel::new());
        let scrambler = Scrambler::new(&goal, Scramble::Fair, &cancel).unwrap();
        let short = Rules { max_steps: 2, ..rules(Height::Manhattan, Renewal::SameStep) };
        let mut arena: Arena<u8> = Arena::new(&goal, 2, short).unwrap();
        let boards = [[1, 2, 0, 3], [0, 2, 1, 3]].map(|tiles| Board::new(2, 2, tiles.to_vec()).unwrap());
        arena.place(&[(0, &boards[0]), (1, &boards[1])]).unwrap();
        assert!(arena.step(&[1, 0], &scrambler, &cancel).unwrap());
        assert_eq!((arena.terminated(), arena.truncated()), (&[1, 0][..], &[0, 0][..]));
        assert_eq!(arena.rewards(), [0.0, -1.0], "one tile came home; one move was against the edge");
        assert_eq!(arena.finals().tiles[..4], [1, 2, 3, 0]);
        assert!(arena.step(&[0, 0], &scrambler, &cancel).unwrap());
        assert_eq!(arena.truncated(), [0, 1]);
    }
}
