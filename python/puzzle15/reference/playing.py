"""A board to learn on, played by its rules, a move at a time.

The problem
    Someone who learns by doing needs boards to begin with, a board that obeys, and a reward for
    every move. To repeat what was learned, all of it must come out the same again.

The representation
    A ``Player`` has a board and a stream of random numbers of its own, named by a seed. Actions
    are the codes of moves, 0 to 3.

The idea
    A move that would leave the board changes nothing, and counts. An episode is *terminated*
    when the goal is reached and *truncated* after a number of moves. The reward of a move is a
    *base*, plus how much lower the board has become: its *height* is any measure of how far away
    the goal is. Shaping a reward like this does not change which policies are best. Without a
    discount, the gains along any path add up to the height at its beginning less that at its
    end, which is 0 at the goal. With a discount, the theorem of Ng, Harada and Russell (1999)
    says the same, if it is the one that the learner uses.
"""

from collections.abc import Callable

from .moves import BLANK, Board, exits
from .random import Stream, shuffled


def fair_start(stream: Stream, goal: Board, cols: int) -> Board:
    """Return a random board that can be solved and is not the goal.

    >>> fair_start(Stream(1, 0), (1, 2, 3, 0), 2)
    (2, 0, 1, 3)
    """
    board = goal
    while board == goal:
        board = shuffled(stream, goal, cols)
    return board


def walked_start(stream: Stream, goal: Board, cols: int, least: int, most: int) -> Board:
    """Return the board after a walk of the blank from the goal that never turns round at once.

    The number of moves is drawn first, then every move among those that do not take back the
    one before. A walk that ends at the goal goes on for one more move.

    >>> walked_start(Stream(1, 0), (1, 2, 3, 0), 2, 3, 3)
    (2, 0, 1, 3)
    """
    moves = least + stream.below(most - least + 1)
    board, last, made = list(goal), -1, 0
    while made < moves or tuple(board) == goal:
        blank = board.index(BLANK)
        onward = [(code, to) for code, to in exits(blank, len(goal), cols) if last < 0 or code != last ^ 1]
        last, cell = onward[stream.below(len(onward))]
        board[blank], board[cell] = board[cell], BLANK
        made += 1
    return tuple(board)


class Player:
    """One board with its rules: ``start`` draws boards to begin with, ``height`` measures them.

    >>> from .moves import manhattan
    >>> goal = (1, 2, 3, 0)
    >>> height = lambda board: manhattan(board, goal, 2)
    >>> player = Player(goal, 2, lambda stream: fair_start(stream, goal, 2), height=height)
    >>> player.seed(1)
    >>> player.reset()
    (2, 0, 1, 3)
    >>> player.step(1)
    ((2, 0, 1, 3), -1.0, False, False)
    >>> player.step(0)
    ((0, 2, 1, 3), 0.0, False, False)
    """

    def __init__(
        self,
        goal: Board,
        cols: int,
        start: Callable[[Stream], Board],
        *,
        base: str = "step",
        height: Callable[[Board], int] = lambda board: 0,
        discount: float = 1.0,
        max_steps: int | None = None,
    ) -> None:
        """Keep the rules."""
        self.goal, self.cols, self.start = goal, cols, start
        self.base, self.height, self.discount, self.max_steps = base, height, discount, max_steps
        self.board = goal
        self.steps = 0
        self.seed(0)

    def seed(self, seed: int) -> None:
        """Begin the stream of this seed."""
        self.stream = Stream(seed, 0)

    def reset(self) -> Board:
        """Begin an episode, and return its first board."""
        self.board = self.start(self.stream)
        self.steps = 0
        return self.board

    def mask(self) -> tuple[int, ...]:
        """Return 1 for every move that stays on the board, 0 for the others."""
        legal = dict(exits(self.board.index(BLANK), len(self.goal), self.cols))
        return tuple(int(code in legal) for code in range(4))

    def step(self, action: int) -> tuple[Board, float, bool, bool]:
        """Make a move; return the board, the reward, and whether the episode is terminated or truncated."""
        before, blank = self.board, self.board.index(BLANK)
        cell = dict(exits(blank, len(before), self.cols)).get(action, blank)
        tiles = list(before)
        tiles[blank], tiles[cell] = tiles[cell], tiles[blank]
        self.board = tuple(tiles)
        self.steps += 1
        solved = self.board == self.goal
        late = self.max_steps is not None and self.steps >= self.max_steps
        worth = -1.0 if self.base == "step" else float(solved)
        reward = worth + self.height(before) - self.discount * self.height(self.board)
        return self.board, reward, solved, late
