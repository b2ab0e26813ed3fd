//! What a solver finds: moves, and the stages in which they were found.

/// A part of a path that a solver found in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// What it does, such as `row` or `3x3`.
    pub name: &'static str,
    /// How many moves it takes.
    pub moves: usize,
}

/// Moves of the blank, one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// The codes of the moves.
    pub moves: Vec<u8>,
    /// The stages, in order; their moves add up to the whole path.
    pub stages: Vec<Stage>,
}

impl Path {
    /// A path found in one stage.
    pub(crate) fn in_one_stage(name: &'static str, moves: Vec<u8>) -> Path {
        let stages = vec![Stage { name, moves: moves.len() }];
        Path { moves, stages }
    }
}
