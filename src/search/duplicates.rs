//! Move sequences that need not be tried, since others lead to the same boards: an automaton (Taylor and Korf 1993).
//!
//! A depth-first search that keeps no boards comes to the same ones again and again. Round a square of four cells,
//! for example, six moves one way and six moves the other way lead to the same board. Of the sequences from one
//! cell that lead to one board, only the one that is *first in lexicographic order* is needed; the others are
//! words that no path may contain. They are found by breadth-first search, up to twelve moves, and an
//! automaton that reads a path move by move knows when it completes one of them (Aho and Corasick 1975).
//!
//! No shortest solution is lost: of all of them, take the first in lexicographic order. If it contained a word, it
//! would not be the first, as the word can be replaced by one that comes before it and leads to the same board.

use crate::pdb::key::Key;
use crate::pdb::regions::MAX_PDB_CELLS;
use crate::puzzle::error::{Purpose, Result};
use crate::puzzle::grid::Grid;
use crate::runtime::allocate;
use crate::runtime::cancel::Cancel;
use crate::runtime::once_map::OnceMap;
use crate::search::visited::Visited;
use std::sync::Arc;

/// The longest words. Those of ten moves leave an eighth more boards on 5×5, those of fourteen a sixteenth less, with
/// an automaton that no longer fits the second cache.
const LONGEST: u32 = 12;

/// How many move codes there are.
const CODES: usize = 4;

/// The automaton of a grid.
pub(crate) struct Duplicates {
    /// By state and move: where it leads, see [`Duplicates::follow`].
    next: Vec<[u32; CODES]>,
}

/// A state of the automaton, with the cell of the blank in its lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State(u32);

/// Bits for the cell of the blank.
const CELL_BITS: u32 = 5;
/// A move that leaves the board or completes a word.
const NOWHERE: u32 = u32::MAX;
/// A transition that is not known yet.
const OPEN: u32 = u32::MAX - 1;

impl State {
    /// Where the blank is.
    #[inline(always)]
    pub(crate) fn blank(self) -> usize {
        (self.0 & ((1 << CELL_BITS) - 1)) as usize
    }

    #[inline(always)]
    fn number(self) -> usize {
        (self.0 >> CELL_BITS) as usize
    }
}

/// By grid.
static KNOWN: OnceMap<Grid, Duplicates> = OnceMap::new();

impl Duplicates {
    /// The automaton of a grid, made at first use in a tenth of a second.
    pub(crate) fn of(grid: Grid, cancel: &Cancel) -> Result<Arc<Duplicates>> {
        KNOWN.get(grid, cancel, || Duplicates::make(grid, LONGEST, cancel))
    }

    /// At most how many bytes it takes to make one.
    pub(crate) const MOST_BYTES: u64 = 48 << 20;

    /// The state of a path without moves.
    pub(crate) fn start(&self, blank: usize) -> State {
        State((blank << CELL_BITS | blank) as u32)
    }

    /// The state after a move; nothing if there is no such move, or if the path need not be tried.
    #[inline(always)]
    pub(crate) fn follow(&self, state: State, code: usize) -> Option<State> {
        let next = self.next[state.number()][code];
        (next != NOWHERE).then_some(State(next))
    }

    /// The automaton of words of at most so many moves.
    fn make(grid: Grid, longest: u32, cancel: &Cancel) -> Result<Duplicates> {
        let words = words(grid, longest, cancel)?;
        let mut trie = Trie::new(grid);
        for Word { start, moves, length } in words {
            trie.add(start.into(), (0..length).rev().map(|i| (moves >> (2 * i) & 3) as usize))?;
        }
        Ok(Duplicates { next: trie.complete()? })
    }
}

/// A path that need not be tried: the cell it starts in, and its moves, two bits each, the last one lowest.
struct Word {
    start: u8,
    moves: u32,
    length: u32,
}

/// A path from a cell that contains no word, and the board that it leads to.
#[derive(Clone, Copy)]
struct Path {
    board: u128,
    moves: u32,
    blank: u8,
}

/// All words, by breadth-first search from every cell.
fn words(grid: Grid, longest: u32, cancel: &Cancel) -> Result<Vec<Word>> {
    let mut words = vec![];
    // By cell: paths of one length, in lexicographic order.
    let mut paths: Vec<Vec<Path>> = (0..grid.cells()).map(|blank| vec![from_cell(grid, blank)]).collect();
    for length in 1..=longest {
        let mut longer = vec![];
        for start in 0..grid.cells() {
            cancel.check()?;
            let mut visited: Visited<u128> = Visited::new(1 << 10)?;
            let mut fresh: Vec<Path> = vec![];
            for path in &paths[start] {
                visited.make_room(CODES)?;
                allocate::reserve(&mut fresh, CODES, Purpose::Table)?;
                allocate::reserve(&mut words, CODES, Purpose::Table)?;
                for step in grid.moves(path.blank.into()) {
                    let blank = grid.neighbour(path.blank.into(), step).expect("a legal move") as u8;
                    let moves = path.moves << 2 | u32::from(step.code());
                    let board = path.board.slide(path.board.tile(blank), blank, path.blank);
                    if length > 1 && path.moves & 3 == u32::from(step.reverse().code()) {
                        if length == 2 {
                            words.push(Word { start: start as u8, moves, length });
                        }
                    } else if !is_path(grid, &paths, start, moves, length) {
                        // It contains a shorter word.
                    } else if visited.insert(board) {
                        fresh.push(Path { board, moves, blank });
                    } else {
                        words.push(Word { start: start as u8, moves, length });
                    }
                }
            }
            // The longest paths are of no use.
            longer.push(if length < longest { fresh } else { vec![] });
        }
        paths = longer;
    }
    Ok(words)
}

/// A path without moves. All tiles are different, and none is the blank.
fn from_cell(grid: Grid, blank: usize) -> Path {
    let mut tiles = [0; MAX_PDB_CELLS];
    for (tile, cell) in (1..).zip((0..grid.cells()).filter(|&cell| cell != blank)) {
        tiles[cell] = tile;
    }
    Path { board: u128::new(&tiles), moves: 0, blank: blank as u8 }
}

/// Whether a path, whose first moves are one, is still one without its first move. `paths` are all of one move less.
fn is_path(grid: Grid, paths: &[Vec<Path>], start: usize, moves: u32, length: u32) -> bool {
    let first = moves >> (2 * (length - 1));
    let step = grid.moves(start).find(|step| u32::from(step.code()) == first).expect("the path exists");
    let second = grid.neighbour(start, step).expect("a legal move");
    let rest = moves & ((1 << (2 * (length - 1))) - 1);
    paths[second].binary_search_by_key(&rest, |path| path.moves).is_ok()
}

/// An automaton being made. The first states are those of paths without moves, by cell.
struct Trie {
    grid: Grid,
    next: Vec<[u32; CODES]>,
    /// By state: where the blank is.
    blanks: Vec<u8>,
}

impl Trie {
    fn new(grid: Grid) -> Trie {
        Trie { grid, next: vec![[OPEN; CODES]; grid.cells()], blanks: (0..grid.cells() as u8).collect() }
    }

    /// Where a move takes the blank.
    fn neighbour(&self, blank: usize, code: usize) -> Option<usize> {
        let step = self.grid.moves(blank).find(|step| usize::from(step.code()) == code)?;
        self.grid.neighbour(blank, step)
    }

    /// Adds a word that starts in a cell.
    fn add(&mut self, start: usize, moves: impl Iterator<Item = usize>) -> Result<()> {
        let mut at = start;
        let mut moves = moves.peekable();
        while let Some(code) = moves.next() {
            if moves.peek().is_none() {
                self.next[at][code] = NOWHERE;
            } else if self.next[at][code] == OPEN {
                let blank = self.neighbour(self.blanks[at].into(), code).expect("words stay on the board");
                self.next[at][code] = self.next.len() as u32;
                allocate::reserve(&mut self.next, 1, Purpose::Table)?;
                allocate::reserve(&mut self.blanks, 1, Purpose::Table)?;
                self.next.push([OPEN; CODES]);
                self.blanks.push(blank as u8);
            }
            at = self.next[at][code] as usize;
        }
        Ok(())
    }

    /// All transitions, with the cell of the blank in their lowest bits. A state stands for the end of a path; where it
    /// has no transition of its own, it has that of the longest shorter end that is a state.
    fn complete(mut self) -> Result<Vec<[u32; CODES]>> {
        let mut shorter = allocate::filled(OPEN, self.next.len(), Purpose::Table)?;
        // Those of shorter paths come first.
        let mut states = allocate::with_room(self.next.len(), Purpose::Table)?;
        states.extend(0..self.grid.cells());
        let mut done = 0;
        while let Some(&state) = states.get(done) {
            done += 1;
            for code in 0..CODES {
                let Some(blank) = self.neighbour(self.blanks[state].into(), code) else {
                    self.next[state][code] = NOWHERE;
                    continue;
                };
                let otherwise = match shorter[state] {
                    OPEN => blank as u32,
                    end => self.next[end as usize][code],
                };
                match self.next[state][code] {
                    NOWHERE => {}
                    OPEN => self.next[state][code] = otherwise,
                    own => {
                        shorter[own as usize] = otherwise;
                        states.push(own as usize);
                    }
                }
            }
        }
        for row in &mut self.next {
            for next in row.iter_mut().filter(|next| **next != NOWHERE) {
                *next = *next << CELL_BITS | u32::from(self.blanks[*next as usize]);
            }
        }
        Ok(self.next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// All paths of so many moves that the automaton lets pass, with the boards that they lead to.
    fn passing(grid: Grid, automaton: &Duplicates, start: usize, length: u32) -> Vec<(u128, Vec<usize>)> {
        let mut paths = vec![(from_cell(grid, start).board, vec![], automaton.start(start))];
        for _ in 0..length {
            let mut longer = vec![];
            for (board, moves, state) in paths {
                for step in grid.moves(state.blank()) {
                    let code = usize::from(step.code());
                    let Some(next) = automaton.follow(state, code) else { continue };
                    let (from, to) = (next.blank() as u8, state.blank() as u8);
                    assert_eq!(Some(next.blank()), grid.neighbour(state.blank(), step));
                    let moves: Vec<usize> = moves.iter().copied().chain([code]).collect();
                    longer.push((board.slide(board.tile(from), from, to), moves, next));
                }
            }
            paths = longer;
        }
        paths.into_iter().map(|(board, moves, _)| (board, moves)).collect()
    }

    /// By board within so many moves: how far it is.
    fn distances(grid: Grid, start: usize, most: u32) -> BTreeMap<u128, u32> {
        let mut known = BTreeMap::from([(from_cell(grid, start).board, 0)]);
        let mut level = vec![(from_cell(grid, start).board, start)];
        for depth in 1..=most {
            let mut next = vec![];
            for (board, blank) in level {
                for step in grid.moves(blank) {
                    let from = grid.neighbour(blank, step).unwrap();
                    let board = board.slide(board.tile(from as u8), from as u8, blank as u8);
                    if known.insert(board, depth).is_none_or(|before| {
                        known.insert(board, before);
                        false
                    }) {
                        next.push((board, from));
                    }
                }
            }
            level = next;
        }
        known
    }

    /// Every board is still reached by a path of the fewest moves, also by paths longer than the longest words; and up
    /// to the longest words, by one such path only.
    #[test]
    fn every_board_keeps_a_shortest_path() {
        for (rows, cols, longest, most) in [(3, 3, 10, 14), (2, 4, 8, 16), (4, 5, 8, 11)] {
            let grid = Grid::new(rows, cols);
            let automaton = Duplicates::make(grid, longest, &Cancel::new()).unwrap();
            for start in [0, 1, grid.cells() - 1] {
                let known = distances(grid, start, most);
                for length in 0..=most {
                    let mut reached = BTreeMap::new();
                    for (board, _) in passing(grid, &automaton, start, length) {
                        *reached.entry(board).or_insert(0) += 1;
                    }
                    for (board, _) in known.iter().filter(|&(_, &distance)| distance == length) {
                        let times = reached.get(board).copied().unwrap_or(0);
                        assert!(times >= 1, "{grid}, {length} moves from {start}");
                        assert!(times == 1 || length > longest, "{grid}: {times} paths of {length} moves");
                    }
                }
            }
        }
    }

    #[test]
    fn the_automaton_of_5x5_fits_a_cache() {
        let automaton = Duplicates::of(Grid::new(5, 5), &Cancel::new()).unwrap();
        assert!(automaton.next.len() * size_of::<[u32; CODES]>() < 1 << 20);
        let kept = passing(Grid::new(5, 5), &automaton, 12, 8).len();
        assert!(kept < 4 * 3usize.pow(7) / 2, "{kept} paths of eight moves");
    }
}
