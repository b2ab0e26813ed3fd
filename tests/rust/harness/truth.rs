//! Distances found the slow and obvious way: by plain breadth-first searches that share nothing with the
//! library but the definition of a move.

use puzzle15::bfs::Metric;
use puzzle15::puzzle::board::Board;
use puzzle15::puzzle::grid::{Grid, Move};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

/// The largest board of the harness: 6×6.
const MAX_CELLS: usize = 36;

/// A board as the homes of its tiles: the goal has 0, 1, 2, ..., whatever its tiles are called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct State {
    homes: [u8; MAX_CELLS],
    blank: u8,
}

impl State {
    /// The state of a board.
    pub(crate) fn of(board: &Board, goal: &Board) -> State {
        let mut homes = [0; MAX_CELLS];
        for (home, cell) in homes.iter_mut().zip(board.homes(goal).unwrap()) {
            *home = cell as u8;
        }
        State { homes, blank: board.blank() as u8 }
    }

    /// The board of a state.
    pub(crate) fn board(&self, goal: &Board) -> Board {
        let grid = goal.grid();
        let tiles = self.homes[..grid.cells()].iter().map(|&home| goal.tiles()[usize::from(home)]);
        Board::new(grid.rows, grid.cols, tiles.collect()).unwrap()
    }

    /// The rank of the homes among all permutations, in lexicographic order; for at most 16 cells. `smaller`
    /// has a hexadecimal digit for each home: how many smaller homes have not come up yet.
    fn rank(&self, cells: usize) -> usize {
        let mut smaller: u64 = 0xfedc_ba98_7654_3210;
        self.homes[..cells].iter().zip((1..=cells).rev()).fold(0, |rank, (&home, radix)| {
            let digit = smaller >> (4 * home) & 15;
            smaller -= 0x1111_1111_1111_1110 << (4 * home);
            rank * radix + digit as usize
        })
    }
}

/// Where the blank can go, and what counts as one move.
struct Rules {
    metric: Metric,
    /// By cell and code of a move: the cell that it leads to.
    neighbours: Vec<[Option<u8>; 4]>,
}

impl Rules {
    fn new(grid: Grid, metric: Metric) -> Rules {
        let neighbour = |cell: usize, step: Move| grid.neighbour(cell, step).map(|to| to as u8);
        let neighbours = |cell: usize| [0, 1, 2, 3].map(|code| neighbour(cell, Move::from_code(code)));
        Rules { metric, neighbours: (0..grid.cells()).map(neighbours).collect() }
    }

    fn cells(&self) -> usize {
        self.neighbours.len()
    }

    /// The state after one step of the blank.
    fn after(&self, mut state: State, code: u8) -> Option<State> {
        let to = self.neighbours[usize::from(state.blank)][usize::from(code)]?;
        state.homes.swap(state.blank.into(), to.into());
        Some(State { blank: to, ..state })
    }

    /// Calls `call` with every state that is one move away.
    fn each_successor(&self, state: State, mut call: impl FnMut(State)) {
        for code in 0..4 {
            let mut next = self.after(state, code);
            while let Some(at) = next {
                call(at);
                next = if self.metric == Metric::Multi { self.after(at, code) } else { None };
            }
        }
    }
}

/// The distance of every state of a small puzzle, a byte each by the rank of its homes.
pub(crate) struct FullTable {
    rules: Rules,
    distances: Vec<u8>,
    /// By distance and cell of the blank: how many states there are.
    pub(crate) layers: Vec<Vec<u64>>,
}

const UNREACHED: u8 = u8::MAX;

/// Shape, home of the blank, and metric of a table.
type Key = (Grid, usize, Metric);

impl FullTable {
    /// Distances to the nearest of some states, each of which begins with a distance of its own.
    pub(crate) fn new(grid: Grid, metric: Metric, sources: &[(State, u8)]) -> FullTable {
        let rules = Rules::new(grid, metric);
        let distances = vec![UNREACHED; (1..=rules.cells()).product()];
        let mut table = FullTable { rules, distances, layers: vec![] };
        let mut level = vec![];
        for distance in 0..UNREACHED {
            let begin = sources.iter().filter(|source| source.1 == distance).map(|source| source.0);
            level = table.next_level(&level, begin, distance);
            let mut counts = vec![0; grid.cells()];
            level.iter().for_each(|state| counts[usize::from(state.blank)] += 1);
            table.layers.push(counts);
        }
        while table.layers.pop_if(|counts| counts.iter().all(|&count| count == 0)).is_some() {}
        table
    }

    /// Distances to a goal, from a table that is made once for every shape and home of the blank.
    pub(crate) fn of_goal(goal: &Board, metric: Metric) -> Arc<FullTable> {
        static TABLES: Mutex<Vec<(Key, Arc<FullTable>)>> = Mutex::new(vec![]);
        let key = (goal.grid(), goal.blank(), metric);
        let mut tables = TABLES.lock().unwrap();
        if let Some((_, table)) = tables.iter().find(|(other, _)| *other == key) {
            return table.clone();
        }
        let table = Arc::new(FullTable::new(goal.grid(), metric, &[(State::of(goal, goal), 0)]));
        tables.push((key, table.clone()));
        table
    }

    /// The states at this distance: those next to a level and those that begin with it, if not reached
    /// before.
    fn next_level(
        &mut self,
        level: &[State],
        begin: impl Iterator<Item = State>,
        distance: u8,
    ) -> Vec<State> {
        let FullTable { rules, distances, .. } = self;
        let mut next = vec![];
        let mut reach = |state: State| {
            let entry = &mut distances[state.rank(rules.cells())];
            if *entry == UNREACHED {
                *entry = distance;
                next.push(state);
            }
        };
        level.iter().for_each(|&state| rules.each_successor(state, &mut reach));
        begin.for_each(reach);
        next
    }

    /// The distance of a state that can be reached.
    pub(crate) fn distance(&self, state: State) -> u32 {
        let distance = self.distances[state.rank(self.rules.cells())];
        assert_ne!(distance, UNREACHED, "{state:?} cannot be reached");
        distance.into()
    }

    /// Which steps of the blank bring a state nearer to the goal: a bit for each code.
    pub(crate) fn best_moves(&self, state: State) -> u8 {
        let is_nearer = |next: State| self.distance(next) < self.distance(state);
        let best = (0..4).filter(|&code| self.rules.after(state, code).is_some_and(is_nearer));
        best.map(|code| 1 << code).sum()
    }

    /// How many shortest solutions a state has, if distances are in single moves.
    pub(crate) fn count_shortest(&self, state: State) -> u128 {
        self.count_with(state, &mut HashMap::new())
    }

    fn count_with(&self, state: State, known: &mut HashMap<State, u128>) -> u128 {
        if self.distance(state) == 0 {
            return 1;
        }
        if let Some(&count) = known.get(&state) {
            return count;
        }
        let best = self.best_moves(state);
        let best = (0..4).filter(|code| best >> code & 1 == 1);
        let next = best.filter_map(|code| self.rules.after(state, code));
        let count = next.map(|next| self.count_with(next, known)).sum();
        known.insert(state, count);
        count
    }
}

/// All states near a goal. The distance of another is found by searching from it until one of these is met.
pub(crate) struct Ball {
    rules: Rules,
    distances: HashMap<State, u32>,
}

impl Ball {
    /// All states within so many moves.
    pub(crate) fn new(goal: &Board, metric: Metric, radius: u32) -> Ball {
        let (rules, centre) = (Rules::new(goal.grid(), metric), State::of(goal, goal));
        let mut distances = HashMap::from([(centre, 0)]);
        let mut level = vec![centre];
        for distance in 1..=radius {
            level = next_level(&rules, &level, |state| !distances.contains_key(&state));
            distances.extend(level.iter().map(|&state| (state, distance)));
        }
        Ball { rules, distances }
    }

    /// The states, nearest first.
    pub(crate) fn states(&self) -> Vec<State> {
        let mut states: Vec<(u32, State)> =
            self.distances.iter().map(|(&state, &distance)| (distance, state)).collect();
        states.sort_unstable();
        states.into_iter().map(|(_, state)| state).collect()
    }

    /// The distance of a state that can be solved. The first level that meets the ball meets it on its
    /// surface, or is the state itself, so that no shorter solution is missed.
    pub(crate) fn distance(&self, from: State) -> u32 {
        let (mut visited, mut level) = (HashSet::from([from]), vec![from]);
        for moves in 0.. {
            assert!(!level.is_empty(), "{from:?} cannot be solved");
            if let Some(rest) = level.iter().filter_map(|state| self.distances.get(state)).min() {
                return moves + rest;
            }
            level = next_level(&self.rules, &level, |state| visited.insert(state));
        }
        unreachable!("every level is nearer")
    }
}

/// The states next to a level that are wanted, each once.
fn next_level(rules: &Rules, level: &[State], mut is_wanted: impl FnMut(State) -> bool) -> Vec<State> {
    let mut next = vec![];
    for &state in level {
        rules.each_successor(state, |state| {
            if is_wanted(state) {
                next.push(state);
            }
        });
    }
    next.sort_unstable();
    next.dedup();
    next
}
