//! The methods by name, and which of several shortest solutions may be preferred.

/// How a board is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Method {
    /// By size, the best that nobody has to wait for.
    Auto,
    /// Parberry's three stages: 4×4.
    Combined,
    /// A shortest solution: from a table up to twelve cells, by search up to 25.
    Optimal,
    /// A short solution by a beam search, up to 25 cells: shorter than combined, quicker than optimal.
    Quick,
    /// Line by line, then the core: every size.
    Peel,
    /// Parberry's real-time algorithm: every size.
    Greedy,
    /// A shortest solution in Schofield's corner twists: 3×3 with the blank of the goal in the centre.
    Twists,
}

impl Method {
    /// All methods, in the order in which they are listed for people.
    pub const ALL: [Method; 7] = [
        Method::Auto,
        Method::Combined,
        Method::Optimal,
        Method::Quick,
        Method::Peel,
        Method::Greedy,
        Method::Twists,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Combined => "combined",
            Method::Optimal => "optimal",
            Method::Quick => "quick",
            Method::Peel => "peel",
            Method::Greedy => "greedy",
            Method::Twists => "twists",
        }
    }

    /// The method of this name.
    pub fn parse(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// Which of all shortest solutions is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prefer {
    /// One with the fewest turns, which is also one with the fewest straight slides.
    Turns,
}
