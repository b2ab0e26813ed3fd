//! Schofield 1967: the eight-puzzle with the blank in the centre, moved by corner twists.
//!
//! The squares are numbered round the board, and so are the eight pieces; in the *target* every piece is in
//! the square of its own number.
//!
//! ```text
//!   1 2 3       A B     clockwise A = (012), B = (234), C = (456), D = (670);
//!   0   4               W, X, Y and Z are their inverses
//!   7 6 5       D C
//! ```
//!
//! A twist takes the blank round a corner in four moves. The twists are coded in the order in which the paper
//! prints them, D C B A W X Y Z as 0 to 7, so that `7 - code` is the inverse. After each twist there is one,
//! at another corner, whose first move undoes the last move of this one, so that both can be left out. This
//! *elision* saves two moves; the twist that allows it has the next code of the same four.
//!
//! Everything here takes some tens of steps on eight bytes; [`crate::schofield::tabulation`] does it for all
//! 20,160 positions.

use crate::index::rank::factorial;
use crate::puzzle::grid::Move;

/// The number of the piece in each square.
pub type Position = [u8; 8];

/// The position to reach, or to start from.
pub const TARGET: Position = [0, 1, 2, 3, 4, 5, 6, 7];

/// How many positions can be reached: the even permutations of eight pieces.
pub const POSITIONS: usize = 20_160;

/// A corner twist, by its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Twist(u8);

impl Twist {
    /// All eight, in the order of the printed tables.
    pub fn all() -> impl Iterator<Item = Twist> {
        (0..8).map(Twist)
    }

    /// The number from 0 to 7.
    pub fn code(self) -> u8 {
        self.0
    }

    /// Its letter in the tables.
    pub fn letter(self) -> char {
        char::from(b"DCBAWXYZ"[usize::from(self.0)])
    }

    /// The codes of the four moves of the blank.
    pub fn moves(self) -> [u8; 4] {
        let letters = ["LDRU", "DRUL", "RULD", "ULDR", "LURD", "URDL", "RDLU", "DLUR"][usize::from(self.0)];
        let mut codes = letters.chars().map(|letter| Move::from_letter(letter).expect("a move").code());
        std::array::from_fn(|_| codes.next().expect("four of them"))
    }

    /// The twist that undoes it.
    pub fn inverse(self) -> Twist {
        Twist(7 - self.0)
    }

    /// The twist that can follow with an elision.
    pub fn elided(self) -> Twist {
        Twist(self.0 & 4 | (self.0 + 1) & 3)
    }

    /// The square to which the piece in `square` goes.
    fn destination(self, square: u8) -> u8 {
        let clockwise = self.0 < 4;
        // The first of the three squares: 6, 4, 2, 0 for D, C, B, A.
        let first = 6 - 2 * if clockwise { self.0 } else { 7 - self.0 };
        match (square + 8 - first) % 8 {
            place @ 0..3 => (first + (place + if clockwise { 1 } else { 2 }) % 3) % 8,
            _ => square,
        }
    }

    /// The position after the twist.
    pub fn apply(self, position: &Position) -> Position {
        let mut after = *position;
        for square in 0..8 {
            after[usize::from(self.destination(square))] = position[usize::from(square)];
        }
        after
    }
}

/// A set of twists, a bit for each code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Twists(pub u8);

impl Twists {
    /// Whether the twist is one of them.
    pub fn has(self, twist: Twist) -> bool {
        self.0 >> twist.0 & 1 == 1
    }

    /// The same with one more.
    pub fn with(self, twist: Twist) -> Twists {
        Twists(self.0 | 1 << twist.0)
    }

    /// The inverses of all of them.
    pub fn inverses(self) -> Twists {
        Twists(self.0.reverse_bits())
    }

    /// The twists that can follow one of them with an elision.
    pub fn elided(self) -> Twists {
        Twist::all().filter(|&twist| self.has(twist)).fold(Twists(0), |set, twist| set.with(twist.elided()))
    }
}

/// One of the eight symmetries of the board: quarter turns, then perhaps a reflection in the vertical axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the board as it is first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry)
    }

    /// The square to which a square is turned.
    fn square(self, square: u8) -> u8 {
        let turned = (square + 2 * (self.0 & 3)) % 8;
        if self.0 < 4 { turned } else { (12 - turned) % 8 }
    }

    /// The position on the turned board, with squares and pieces renumbered.
    pub fn position(self, position: &Position) -> Position {
        let mut turned = TARGET;
        for (square, &piece) in (0..).zip(position) {
            turned[usize::from(self.square(square))] = self.square(piece);
        }
        turned
    }

    /// The twist on the turned board.
    pub fn twist(self, twist: Twist) -> Twist {
        // Its corner is the middle one of its three squares; a reflection makes clockwise counterclockwise.
        let clockwise = (twist.0 < 4) == (self.0 < 4);
        let corner = 7 - 2 * if twist.0 < 4 { twist.0 } else { 7 - twist.0 };
        let code = (7 - self.square(corner)) / 2;
        Twist(if clockwise { code } else { 7 - code })
    }

    /// A set of twists on the turned board.
    pub fn twists(self, set: Twists) -> Twists {
        Twist::all().filter(|&twist| set.has(twist)).fold(Twists(0), |all, twist| all.with(self.twist(twist)))
    }
}

/// The sequence number S of a position that can be reached, equation (1) of the paper: 0 to 20,159, in the
/// order of the pieces read from square 0 on. The last two pieces need no number, since only one of their
/// orders is even.
pub fn number(position: &Position) -> usize {
    let smaller = |i: usize| position[i + 1..].iter().filter(|&&later| later < position[i]).count();
    (0..6).map(|i| factorial(7 - i) * smaller(i)).sum::<usize>() / 2
}

/// The position with this sequence number.
///
/// # Panics
///
/// If there is none: they end at 20,159.
pub fn position(number: usize) -> Position {
    let mut left = TARGET.to_vec();
    let mut rest = 2 * number;
    let mut odd = false;
    let mut position = TARGET;
    for (i, place) in position.iter_mut().enumerate() {
        let smaller = if i < 6 { rest / factorial(7 - i) } else { usize::from(i == 6 && odd) };
        rest %= factorial(7 - i);
        odd ^= smaller % 2 == 1;
        *place = left.remove(smaller);
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(path: &str) -> Position {
        path.chars().fold(TARGET, |position, letter| {
            Twist::all().find(|twist| twist.letter() == letter).expect("a twist").apply(&position)
        })
    }

    #[test]
    fn twists_are_the_cycles_of_the_paper() {
        assert_eq!(after("A"), [2, 0, 1, 3, 4, 5, 6, 7]);
        assert_eq!(after("B"), [0, 1, 4, 2, 3, 5, 6, 7]);
        assert_eq!(after("C"), [0, 1, 2, 3, 6, 4, 5, 7]);
        assert_eq!(after("D"), [7, 1, 2, 3, 4, 5, 0, 6]);
        for path in ["AW", "BX", "CY", "DZ", "AAA", "ZZZ"] {
            assert_eq!(after(path), TARGET);
        }
        assert_eq!(after("AXWB"), [0, 3, 1, 2, 4, 5, 6, 7]);
        let next = |letter| Twist::all().find(|t| t.letter() == letter).expect("a twist").elided().letter();
        assert_eq!("ADCBWXYZ".chars().map(next).collect::<String>(), "DCBAXYZW");
    }

    #[test]
    fn symmetries_turn_positions_and_twists_alike() {
        let start = after("AXCWZ");
        for symmetry in Symmetry::all() {
            for twist in Twist::all() {
                assert_eq!(
                    symmetry.position(&twist.apply(&start)),
                    symmetry.twist(twist).apply(&symmetry.position(&start))
                );
                assert_eq!(symmetry.twist(twist.elided()), symmetry.twist(twist).elided());
            }
        }
    }

    /// Quarter turns clockwise, then the same and a reflection in the vertical axis.
    #[test]
    fn symmetries_come_in_the_order_of_the_paper() {
        let a = Twist::all().find(|twist| twist.letter() == 'A').expect("a twist");
        let seen: String = Symmetry::all().map(|symmetry| symmetry.twist(a).letter()).collect();
        assert_eq!(seen, "ABCDXWZY");
    }

    #[test]
    fn numbers_go_both_ways() {
        assert_eq!(number(&TARGET), 0);
        // The paper's example, which is odd; the last two pieces have no part in the number.
        assert_eq!(number(&[7, 6, 5, 4, 3, 2, 0, 1]), POSITIONS - 1);
        assert!((0..POSITIONS).all(|s| number(&position(s)) == s));
        assert!((1..POSITIONS).all(|s| position(s - 1) < position(s)));
    }
}
