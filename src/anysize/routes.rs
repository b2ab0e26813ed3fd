//! Which choices the greedy algorithm makes where the paper of 1995 leaves them open.
//!
//! [`Routes::Of1995`] are ours; [`crate::anysize::greedy`] describes the algorithm with them.
//! [`Routes::Of2014`] are those of Parberry's own program, as far as four films of it show them, 461 moves.
//! What is different:
//!
//! - The first step of a diagonal is one *along* the line, and there is none into the line before the tile is
//!   in its column.
//! - The blank takes the ways of `greedy_2014`.
//! - Tiles that are home, and lines that are done, cost no move. The next tile that is not home is found by a
//!   tree of bits (`unplaced`), not by looking at one after another.
//! - If B is shut in, *Away* takes it two rows straight down, which brings A home; *Out* takes A down, too, and
//!   it goes to the corner again. From the usual place of the blank, under the corner, these are fourteen
//!   moves. They are seen once, in a column; that the same is done in a row, and wherever the blank is, is our
//!   guess.

/// Which choices are made where the paper leaves them open; see the head of this file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Routes {
    /// Ours.
    #[default]
    Of1995,
    /// Those of Parberry's program of 2014.
    Of2014,
}

impl Routes {
    /// All of them.
    pub const ALL: [Routes; 2] = [Routes::Of1995, Routes::Of2014];

    /// Their name, a year.
    pub const fn name(self) -> &'static str {
        match self {
            Routes::Of1995 => "1995",
            Routes::Of2014 => "2014",
        }
    }

    /// The routes of this name.
    pub fn parse(name: &str) -> Option<Routes> {
        Routes::ALL.into_iter().find(|routes| routes.name() == name)
    }

    /// The side of the core, unless another is asked for: that of the program of 2014 is 2.
    pub const fn core(self) -> usize {
        match self {
            Routes::Of1995 => 3,
            Routes::Of2014 => 2,
        }
    }
}
