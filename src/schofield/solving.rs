//! Shortest solutions in corner twists, from any board to a goal with the blank in the centre.
//!
//! If the blank is in the centre, it is the specimen of the tabulation. If not, the first moves of a shortest
//! solution by single moves take the blank to the centre, and the tabulation goes on from there: the rest of
//! a shortest path is a shortest path.

use crate::puzzle::board::Board;
use crate::puzzle::error::Result;
use crate::puzzle::grid::{Grid, Move};
use crate::puzzle::path::{Path, Stage};
use crate::schofield::tabulation::{Tabulation, tabulation};
use crate::schofield::twists::{Position, Twist, number};
use crate::tables::in_memory::TableWalker;

/// By square: its cell.
const CELLS: [usize; 8] = [3, 0, 1, 2, 5, 8, 7, 6];

/// The cell of the centre.
const CENTRE: usize = 4;

/// Whether twists can end at this goal: 3×3, the blank in the centre.
pub fn is_centred(goal: &Board) -> bool {
    goal.grid() == Grid::new(3, 3) && goal.blank() == CENTRE
}

/// The solver of a goal.
pub struct TwistSolver {
    goal: Board,
    table: TableWalker,
    twists: &'static Tabulation,
}

impl TwistSolver {
    /// For a goal that [`is_centred`].
    pub fn new(goal: &Board) -> Result<TwistSolver> {
        assert!(is_centred(goal));
        Ok(TwistSolver { goal: goal.clone(), table: TableWalker::new(goal)?, twists: tabulation()? })
    }

    /// How many bytes its tables take beside the moves of all boards: they are the same for every goal.
    pub const TWIST_BYTES: u64 = 98_800;

    /// How many bytes its tables take.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.twists.bytes()
    }

    /// A shortest solution of a solvable board: moves to the centre, if there are any, and twists.
    pub fn solve(&self, board: &Board) -> Path {
        let (mut board, mut path) = (board.clone(), Path::default());
        if board.blank() != CENTRE {
            let homes = board.homes(&self.goal).expect("the tiles of the goal");
            for code in self.table.solve(&homes) {
                if board.blank() == CENTRE {
                    break;
                }
                board.make([Move::from_code(code)]).expect("a move of a solution");
                path.moves.push(code);
            }
            path.stages.push(Stage { name: "to the centre", moves: path.moves.len() });
        }
        let homes = board.homes(&self.goal).expect("the tiles of the goal");
        let square =
            |cell: u32| CELLS.iter().position(|&other| other == cell as usize).expect("a square") as u8;
        let position: Position = CELLS.map(|cell| square(homes[cell]));
        let twists = moves_of(&self.twists.specimen(number(&position)));
        path.stages.push(Stage { name: "twists", moves: twists.len() });
        path.moves.extend(twists);
        path
    }
}

/// The codes of the moves of some twists, without the moves that one makes and the next undoes.
fn moves_of(twists: &[Twist]) -> Vec<u8> {
    let mut moves: Vec<u8> = vec![];
    let mut last: Option<Twist> = None;
    for &twist in twists {
        let mut codes = &twist.moves()[..];
        if last.map(Twist::elided) == Some(twist) {
            moves.pop();
            codes = &codes[1..];
        }
        moves.extend(codes);
        last = Some(twist);
    }
    moves
}
