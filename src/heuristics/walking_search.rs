//! The walking distance of one state, without a table: A\* in layers of equal f, with the sum of the tiles'
//! distances for a heuristic.
//!
//! Every move takes one tile one line nearer to its home or farther from it, so f = g + h stays or grows by two,
//! and layers of equal f can be searched one after another, as in [`crate::search::astar`]: states of the same f
//! go onto a stack, those of a larger one wait for the next layer. A layer without the goal is proof that the
//! distance is larger. So a search that is stopped has a lower bound to show.
//!
//! The 24-puzzle turned upside down takes 0.4 million states, a random one some thousand.

use crate::heuristics::walking_lines::{Walk, WalkingLines, WalkingState};
use crate::puzzle::error::{Purpose, Result};
use crate::runtime::allocate;
use crate::runtime::budget::Budget;
use crate::runtime::freeing::Large;
use crate::search::visited::Visited;

/// The most moves from a state: two for each line, of which there are seven at most.
const MOST_MOVES: usize = 16;
/// How many states are taken from the stack between two checks of the budget.
const CHECK_INTERVAL: u64 = 1 << 10;
/// Bytes that a search may take if its budget does not say.
const MEMORY: u64 = 1 << 28;

/// The walking distance of a state, whose tiles are `manhattan` lines from home in all; or what could be proven
/// before the budget was spent.
pub(super) fn search(
    lines: WalkingLines,
    state: WalkingState,
    manhattan: u64,
    budget: &Budget<'_>,
) -> Result<Walk> {
    let budget = Budget { memory: Some(budget.memory.unwrap_or(MEMORY)), ..*budget };
    let mut bound = manhattan;
    let mut nodes = 0;
    let mut visited: Visited<WalkingState> = Visited::new(1 << 10)?;
    // States, each with its own h.
    let mut stack: Large<(WalkingState, u64)> = Large::default();
    let mut later: Large<(WalkingState, u64)> = Large::default();
    later.push((state, manhattan));
    let stopped = |bound, nodes| Ok(Walk { moves: bound, is_exact: false, nodes });
    loop {
        let mut layer = std::mem::take(&mut later);
        // States near home are taken first: in the last layer, they lead there soonest.
        layer.sort_unstable_by_key(|&(_, h)| std::cmp::Reverse(h));
        for number in 0.. {
            if stack.is_empty() {
                let Some(next) = layer.pop() else { break };
                visited.make_room(1)?;
                if !visited.insert(next.0) {
                    continue;
                }
                stack.push(next);
            }
            let bytes = visited.bytes_with(MOST_MOVES)
                + allocate::bytes_with(&stack, MOST_MOVES)
                + allocate::bytes_with(&later, MOST_MOVES)
                + allocate::bytes_with(&layer, 0);
            if !budget.has_memory(bytes) || number % CHECK_INTERVAL == 0 && budget.is_over(nodes) {
                return stopped(bound, nodes);
            }
            allocate::reserve(&mut stack, MOST_MOVES, Purpose::Nodes)?;
            allocate::reserve(&mut later, MOST_MOVES, Purpose::Nodes)?;
            visited.make_room(MOST_MOVES)?;
            let (state, h) = stack.pop().expect("it is not empty");
            if h == 0 {
                return Ok(Walk::exact(bound, nodes));
            }
            lines.each_move(state, |there, is_farther| {
                nodes += 1;
                if is_farther {
                    later.push((there, h + 1));
                } else if visited.insert(there) {
                    stack.push((there, h - 1));
                }
            });
        }
        bound += 2;
        // What waits may have been visited meanwhile; but some of it always leads home.
        debug_assert!(!later.is_empty());
    }
}
