//! Every kind of breadth-first search against plain ones, layer by layer and cell by cell.

use crate::cases;
use crate::truth::{FullTable, State};
use puzzle15::bfs::{Explored, Metric, Search, Source};
use puzzle15::index::space::{self, Space};
use puzzle15::index::two_bit::TwoBitArray;
use puzzle15::puzzle::board::Board;
use puzzle15::puzzle::grid::Grid;
use puzzle15::runtime::cancel::Cancel;

/// A kind of search, by name.
type Kind = (&'static str, for<'a> fn(Search<'a>) -> Search<'a>);

const PLAIN: Kind = ("plain", |search| search);
const THREADS: Kind = ("two threads", |search| Search { threads: 2, ..search });
const LEAN: Kind = ("lean", |search| Search { lean: true, ..search });
const MOVES: Kind = ("with moves", |search| Search { moves: true, ..search });

/// What to search, and with which kinds of search.
struct Question {
    name: &'static str,
    metric: Metric,
    /// Sources besides the goal: how many random moves away from it, and the depth they begin with.
    sources: &'static [(usize, u8)],
    kinds: &'static [Kind],
}

const QUESTIONS: [Question; 5] = [
    Question {
        name: "from the goal",
        metric: Metric::Single,
        sources: &[],
        kinds: &[PLAIN, THREADS, LEAN, MOVES],
    },
    Question {
        name: "from the goal in slides",
        metric: Metric::Multi,
        sources: &[],
        kinds: &[PLAIN, THREADS],
    },
    Question {
        name: "from three sources",
        metric: Metric::Single,
        sources: &[(6, 0), (9, 3)],
        kinds: &[PLAIN, LEAN, MOVES],
    },
    Question {
        name: "from sources of both colours",
        metric: Metric::Single,
        sources: &[(7, 0), (8, 5)],
        kinds: &[PLAIN, MOVES],
    },
    Question {
        name: "from three sources in slides",
        metric: Metric::Multi,
        sources: &[(7, 0), (8, 2)],
        kinds: &[PLAIN],
    },
];

/// A space with the goal whose tiles are numbered as the space has them: 1, 2, 3, ... in order.
struct Puzzle {
    space: Space,
    goal: Board,
}

impl Puzzle {
    fn new(rows: usize, cols: usize, home: usize) -> Puzzle {
        let mut tiles: Vec<u32> = (1..(rows * cols) as u32).collect();
        tiles.insert(home, 0);
        let space = Space::whole(Grid::new(rows, cols), &[]).unwrap();
        Puzzle { space, goal: Board::new(rows, cols, tiles).unwrap() }
    }

    /// The state of a board in the space.
    fn locate(&self, board: &Board) -> space::State {
        let cells = (1..self.space.slots()).map(|tile| board.find(tile as u32).unwrap());
        self.space.locate(board.blank(), &cells.collect::<Vec<_>>())
    }

    /// The state with this index of the space.
    fn state(&self, index: u64) -> State {
        let state = self.space.state(index, self.locate(&self.goal));
        let tiles = self.space.tiles(state).into_iter().map(|tile| tile.unwrap() as u32);
        let Grid { rows, cols } = self.goal.grid();
        State::of(&Board::new(rows, cols, tiles.collect()).unwrap(), &self.goal)
    }

    /// Runs every kind of search, and compares everything it finds with what a plain search finds.
    fn compare(&self, question: &Question) {
        let far = |&(moves, depth): &(usize, u8)| (cases::wander(&self.goal, moves, 3), depth);
        let sources = question.sources.iter().map(far);
        let sources: Vec<(Board, u8)> = std::iter::once((self.goal.clone(), 0)).chain(sources).collect();
        let plain: Vec<(State, u8)> =
            sources.iter().map(|(board, depth)| (State::of(board, &self.goal), *depth)).collect();
        let truth = match plain.len() {
            1 => FullTable::of_goal(&self.goal, question.metric),
            _ => FullTable::new(self.goal.grid(), question.metric, &plain).into(),
        };
        let source = |(board, depth): &(Board, u8)| {
            let source = Source::new(self.locate(board));
            Source { offset: usize::from(*depth), ..source }
        };
        let sources: Vec<Source> = sources.iter().map(source).collect();
        for (kind, set) in question.kinds {
            let search = Search { metric: question.metric, ..Search::new(&self.space, &sources) };
            let found = set(search).run(&Cancel::new(), |_| Ok(())).unwrap();
            let name = format!("{kind} search {} {:?}", question.name, self.goal);
            assert_eq!(found.layers.by_slot(), truth.layers, "{name}");
            self.compare_deepest(&found, &truth, &name);
            if let Some(moves) = &found.moves {
                self.compare_moves(moves, &truth, &plain, &name);
            }
        }
    }

    /// The deepest states are as many as the plain search has, and each is as deep.
    fn compare_deepest(&self, found: &Explored, truth: &FullTable, name: &str) {
        let deepest = found.deepest.as_ref().unwrap_or_else(|| panic!("{name}: no list of the deepest"));
        let worst = found.layers.worst();
        assert_eq!(deepest.len() as u64, truth.layers[worst].iter().sum::<u64>(), "{name}: the deepest");
        for state in deepest.iter().map(|&index| self.state(index)) {
            assert_eq!(truth.distance(state) as usize, worst, "{name}: {state:?} among the deepest");
        }
    }

    /// Each of some thousand moves leads nearer to a source, unless the state is one.
    fn compare_moves(&self, moves: &TwoBitArray, truth: &FullTable, sources: &[(State, u8)], name: &str) {
        for index in (0..self.space.states()).step_by(1 + self.space.states() as usize / 5000) {
            let state = self.state(index);
            let code = moves.get(index as usize);
            let is_source = |&(source, depth)| source == state && truth.distance(state) == u32::from(depth);
            let is_nearer = truth.best_moves(state) >> code & 1 == 1;
            assert!(is_nearer || sources.iter().any(is_source), "{name}: move {code} from {state:?}");
        }
    }
}

#[test]
fn every_search_has_the_layers_of_the_full_table() {
    let puzzles = [(2, 2, 3), (2, 3, 5), (2, 3, 1), (3, 2, 0), (3, 3, 8), (3, 3, 4), (2, 4, 2), (4, 2, 0)];
    for (rows, cols, home) in puzzles {
        let puzzle = Puzzle::new(rows, cols, home);
        QUESTIONS.iter().for_each(|question| puzzle.compare(question));
    }
}

/// Only here are there states enough for threads.
#[test]
fn the_layers_of_the_2x5_puzzle_are_those_of_the_full_table() {
    let puzzle = Puzzle::new(2, 5, 9);
    QUESTIONS[..2].iter().for_each(|question| puzzle.compare(question));
}
