//! Schofield's program of 1967: a shortest path home for every eight-puzzle with the blank in the centre.
//!
//! His program has two dictionaries, and so has this one. The *main dictionary* has five bits for each of the
//! 20,160 positions: the number of moves, or that none is known yet. The *short dictionary* has one position
//! of every class under the eight symmetries of the board, with every twist that can be the last of a
//! shortest path to it. Level by level (m = 4, 6, 8, ... moves) the positions of the short dictionary are
//! twisted: those at m - 4 moves by all twists that save nothing, those at m - 2 by all that follow one of
//! their last twists with an elision. What is new enters both dictionaries with its whole class, so that only
//! 2,572 positions are ever twisted.
//!
//! A path *to* a position, reversed, is a path home from it: the inverses of its last twists are the first
//! twists of the printed tables.
//!
//! Why the last twists of shortest paths are enough: a path to the previous position that is longer by two or
//! more moves saves only two by an elision, and so is no better than a shortest path without one.
//!
//! The two dictionaries take 12,600 and 25,720 bytes, and another 60 KB hold the class and the first twists
//! of every position. All of it is made in about two milliseconds.

use crate::puzzle::error::{Purpose, Result};
use crate::runtime::cancel::Cancel;
use crate::runtime::memory;
use crate::runtime::once::Once;
use crate::schofield::twists::{POSITIONS, Position, Symmetry, TARGET, Twist, Twists, number, position};

/// Five bits for each position: its number of moves, at most 30, or [`UNSOLVED`].
struct MainDictionary(Vec<u8>);

/// What the main dictionary has for a position that has not been reached.
const UNSOLVED: u8 = 31;

impl MainDictionary {
    fn new() -> MainDictionary {
        MainDictionary(vec![0xff; POSITIONS * 5 / 8])
    }

    /// The two bytes that hold an entry, and where it begins in them. Entry 20,159 ends with the last byte.
    fn place(number: usize) -> (usize, u32) {
        let byte = (number * 5 / 8).min(POSITIONS * 5 / 8 - 2);
        (byte, (number * 5 - byte * 8) as u32)
    }

    fn get(&self, number: usize) -> u8 {
        let (byte, shift) = MainDictionary::place(number);
        (u16::from_le_bytes([self.0[byte], self.0[byte + 1]]) >> shift & 31) as u8
    }

    fn set(&mut self, number: usize, moves: u8) {
        let (byte, shift) = MainDictionary::place(number);
        let bits = u16::from_le_bytes([self.0[byte], self.0[byte + 1]]);
        let bits = bits & !(31 << shift) | u16::from(moves) << shift;
        self.0[byte..byte + 2].copy_from_slice(&bits.to_le_bytes());
    }
}

/// An entry of the short dictionary.
#[derive(Clone, Copy, Debug)]
pub struct Representative {
    /// One position of its class.
    pub position: Position,
    /// The fewest moves in which it is reached.
    pub moves: u8,
    /// The twists that can be the last of a path with so few moves.
    pub last: Twists,
}

/// A row of the paper's table: how many positions, classes and extended classes need this many moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TabulationRow {
    /// The number of moves.
    pub moves: u8,
    /// Positions that need them.
    pub positions: usize,
    /// Classes of positions that symmetries turn into each other.
    pub classes: usize,
    /// The same with a position and its inverse in one class.
    pub extended: usize,
}

/// The finished tables.
pub struct Tabulation {
    main: MainDictionary,
    short: Vec<Representative>,
    /// The class of each position: the place of its representative in the short dictionary.
    class: Vec<u16>,
    /// The first twists of shortest paths home.
    first: Vec<Twists>,
}

/// The tables, made at the first call.
pub fn tabulation() -> Result<&'static Tabulation> {
    static TABLES: Once<Tabulation> = Once::new();
    TABLES.get_or_make(&Cancel::new(), || {
        // About what the tables take: five bits, a class and the first twists of every position.
        let _room = memory::room(8 * POSITIONS as u64, Purpose::Table)?;
        Ok(Tabulation::new())
    })
}

impl Tabulation {
    /// Runs the program.
    pub fn new() -> Tabulation {
        let mut tables = Tabulation {
            main: MainDictionary::new(),
            short: vec![],
            class: vec![0; POSITIONS],
            first: vec![Twists(0); POSITIONS],
        };
        // Step 1: the target, and twist A for all the twists.
        tables.reach(TARGET, 0, None);
        let a = Twist::all().find(|twist| twist.letter() == 'A').expect("one of the eight");
        tables.reach(a.apply(&TARGET), 4, Some(a));
        let (mut moves, mut found, mut found_before) = (4, true, false);
        while found || found_before {
            moves += 2;
            found_before = found;
            found = tables.level(moves);
        }
        tables.fill_first();
        tables
    }

    /// Steps 2 and 3: finds everything that is first reached in this many moves. Returns whether there is
    /// anything.
    fn level(&mut self, moves: u8) -> bool {
        let before = self.short.len();
        for i in 0..before {
            let Representative { position, moves: there, last } = self.short[i];
            let saving = last.elided();
            for twist in Twist::all() {
                if there + if saving.has(twist) { 2 } else { 4 } == moves {
                    self.reach(twist.apply(&position), moves, Some(twist));
                }
            }
        }
        self.short.len() > before
    }

    /// Step 3: enters a position with the last twist of a path to it, and its whole class.
    fn reach(&mut self, position: Position, moves: u8, last: Option<Twist>) {
        let here = number(&position);
        if self.main.get(here) == UNSOLVED {
            for symmetry in Symmetry::all() {
                let member = number(&symmetry.position(&position));
                self.main.set(member, moves);
                self.class[member] = self.short.len() as u16;
            }
            self.short.push(Representative { position, moves, last: Twists::default() });
        }
        if let (true, Some(last)) = (self.main.get(here) == moves, last) {
            let entry = &mut self.short[usize::from(self.class[here])];
            // If some symmetries leave the position unchanged, each turns this last twist into another.
            for symmetry in Symmetry::all().filter(|side| side.position(&position) == entry.position) {
                entry.last = entry.last.with(symmetry.twist(last));
            }
        }
    }

    /// Reverses the paths, for every position of every class.
    fn fill_first(&mut self) {
        for entry in &self.short {
            for symmetry in Symmetry::all() {
                self.first[number(&symmetry.position(&entry.position))] =
                    symmetry.twists(entry.last).inverses();
            }
        }
    }

    /// The number of moves of a shortest path home.
    pub fn moves(&self, number: usize) -> u8 {
        self.main.get(number)
    }

    /// The twists with which a shortest path home can begin.
    pub fn first(&self, number: usize) -> Twists {
        self.first[number]
    }

    /// The class of a position, as a place in [`Tabulation::short`].
    pub fn class(&self, number: usize) -> u16 {
        self.class[number]
    }

    /// The short dictionary, in the order in which it was found.
    pub fn short(&self) -> &[Representative] {
        &self.short
    }

    /// The main dictionary, five bits an entry, the first in the lowest bits.
    pub fn main(&self) -> &[u8] {
        &self.main.0
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> u64 {
        let short = self.short.len() * size_of::<Representative>();
        (self.main.0.len() + short + 2 * self.class.len() + self.first.len()) as u64
    }

    /// A shortest path home: the first, in the order of the tables, of those that never twist a corner twice
    /// in a row.
    pub fn specimen(&self, number: usize) -> Vec<Twist> {
        let mut path = vec![];
        assert!(self.extend(&mut path, position(number), self.moves(number)), "there is such a path");
        path
    }

    /// Extends a path to the target with so many moves left. Returns whether that can be done.
    fn extend(&self, path: &mut Vec<Twist>, here: Position, left: u8) -> bool {
        if here == TARGET {
            return true;
        }
        let last = path.last().copied();
        // AA does what W does. With an elision before and after it is no longer, but nobody would choose it.
        for twist in Twist::all().filter(|&twist| last != Some(twist)) {
            let cost = if last.map(Twist::elided) == Some(twist) { 2 } else { 4 };
            let there = twist.apply(&here);
            if cost + self.rest(&there, twist) == left {
                path.push(twist);
                if self.extend(path, there, left - cost) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }

    /// The moves that remain after a twist, which the next one may shorten.
    fn rest(&self, position: &Position, twist: Twist) -> u8 {
        let here = number(position);
        self.moves(here) - if self.first(here).has(twist.elided()) { 2 } else { 0 }
    }

    /// The table of the paper.
    pub fn rows(&self) -> Vec<TabulationRow> {
        let longest = self.short.iter().map(|entry| entry.moves).max().unwrap_or(0);
        let rows = (0..=longest).map(|moves| {
            let classes = (0..).zip(&self.short).filter(|(_, entry)| entry.moves == moves);
            TabulationRow {
                moves,
                positions: (0..POSITIONS).filter(|&s| self.moves(s) == moves).count(),
                classes: classes.clone().count(),
                // Of two classes of inverses, the earlier one counts.
                extended: classes.filter(|(i, entry)| *i <= self.class[inverse(&entry.position)]).count(),
            }
        });
        rows.filter(|row| row.positions > 0).collect()
    }
}

impl Default for Tabulation {
    fn default() -> Self {
        Tabulation::new()
    }
}

/// The number of the position that undoes another.
fn inverse(position: &Position) -> usize {
    let mut inverse = TARGET;
    for (square, &piece) in (0..).zip(position) {
        inverse[usize::from(piece)] = square;
    }
    number(&inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_five_bits_do_not_disturb_their_neighbours() {
        let mut main = MainDictionary::new();
        assert_eq!(main.0.len(), 12_600);
        for i in 0..POSITIONS {
            assert_eq!(main.get(i), UNSOLVED);
            main.set(i, (i * 7 % 31) as u8);
        }
        assert!((0..POSITIONS).all(|i| usize::from(main.get(i)) == i * 7 % 31));
    }

    #[test]
    fn specimens_lead_home_in_their_number_of_moves() {
        let tables = tabulation().unwrap();
        for s in 0..POSITIONS {
            let path = tables.specimen(s);
            let end = path.iter().fold(position(s), |here, twist| twist.apply(&here));
            let elisions = path.windows(2).filter(|pair| pair[0].elided() == pair[1]).count();
            assert_eq!((end, 4 * path.len() - 2 * elisions), (TARGET, usize::from(tables.moves(s))));
            assert!(path.first().is_none_or(|&first| tables.first(s).has(first)));
            assert!(path.windows(2).all(|pair| pair[0] != pair[1] && pair[0].inverse() != pair[1]));
        }
    }
}
