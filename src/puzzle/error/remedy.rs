//! What one can do about an error. How to do it differs from front to front: by an argument of a function, an
//! option of the command line or a control on the page. So a remedy is data, and each front has its own
//! sentence for it, or none.

macro_rules! remedies {
    ($($(#[$about:meta])* $variant:ident $(($value:ident))? = $kind:literal,)*) => {
        /// Something to try.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Remedy {
            $($(#[$about])* $variant $((remedies!(@type $value)))?,)*
        }

        impl Remedy {
            /// The names of all remedies.
            pub const KINDS: &'static [&'static str] = &[$($kind),*];

            /// Its name.
            pub fn kind(self) -> &'static str {
                match self {
                    $(Remedy::$variant $((remedies!(@any $value)))? => $kind,)*
                }
            }

            /// The name that goes with it, such as that of a method.
            pub fn value(self) -> Option<&'static str> {
                match self {
                    $($(Remedy::$variant($value) => Some($value),)?)*
                    _ => None,
                }
            }
        }
    };
    (@type $value:ident) => { &'static str };
    (@any $value:ident) => { _ };
}

remedies! {
    /// Write rows, or say how many columns there are.
    GiveShape = "give_shape",
    /// Give a goal of the board's shape.
    GoalOfShape = "goal_of_shape",
    /// Use the method of this name.
    UseMethod(name) = "use_method",
    /// Let the package choose the method, and shorten what it finds.
    UseAutoAndImprove = "use_auto_and_improve",
    /// Give a timeout and no other option.
    TimeoutAlone = "timeout_alone",
    /// Shorten any solution for as long as there is time.
    Improve = "improve",
    /// Take the goal of this name.
    UseGoal(name) = "use_goal",
    /// Search with these tables.
    UseTables(name) = "use_tables",
    /// Count moves in this metric.
    UseMetric(name) = "use_metric",
    /// Search every state by this algorithm.
    UseAlgorithm(name) = "use_algorithm",
    /// Deal the states out to the nodes by this rule.
    UsePartition(name) = "use_partition",
    /// Solve the board by the function for boards of every size.
    SolveAnySize = "solve_any_size",
    /// Solve this board alone.
    SolveOne = "solve_one",
    /// Take the lengths of shortest solutions.
    LengthsOfOptimal = "lengths_of_optimal",
    /// Take the Manhattan distance, a lower bound.
    LowerBound = "lower_bound",
    /// Take random boards.
    RandomBoards = "random_boards",
    /// Take boards at the end of random walks.
    RandomWalks = "random_walks",
    /// Make the moves by the function for several.
    ApplySeveral = "apply_several",
    /// Give boards as rows of tiles.
    RowsOfTiles = "rows_of_tiles",
    /// Search lean: it fits.
    Lean = "lean",
    /// Do not search lean.
    NotLean = "not_lean",
    /// Do not search one half of the states for the other.
    NotSymmetric = "not_symmetric",
    /// Search neither lean nor with a checkpoint.
    NotLeanNoCheckpoint = "not_lean_no_checkpoint",
    /// Allow more memory.
    MoreMemory = "more_memory",
    /// Allow more time, or any.
    MoreTime = "more_time",
    /// Make room in memory.
    FreeMemory = "free_memory",
    /// Ask for something smaller.
    LessMemory = "less_memory",
    /// Tell fewer tiles apart.
    FewerTiles = "fewer_tiles",
    /// Name the tiles to tell apart.
    NameTiles = "name_tiles",
    /// Take cells off the board.
    FewerCells = "fewer_cells",
    /// Leave out some sources.
    FewerSources = "fewer_sources",
    /// Swap rows and columns.
    TurnBoard = "turn_board",
    /// Take the moves one by one.
    Stream = "stream",
    /// Ask for fewer boards at a time.
    FewerBoards = "fewer_boards",
    /// Name a folder for tables.
    SetCacheFolder = "set_cache_folder",
    /// Make a new object in the child.
    MakeInChild = "make_in_child",
    /// Delete the file.
    DeleteFile = "delete_file",
    /// Name another file.
    OtherFile = "other_file",
    /// Remove the tables on disk.
    RemoveTables = "remove_tables",
}
