"""`SlidingPuzzleEnv`: one board, a move at a time."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, SupportsIndex, Unpack

import gymnasium
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from puzzle15._core import Board
from puzzle15._support.numeric import np
from puzzle15._support.scramble import Reach, scramble_of
from puzzle15.errors import PuzzleError
from puzzle15.generate import seed_of
from puzzle15.learning._settings import RENDER_MODES, EnvOptions, begin, options_of, settings_for
from puzzle15.typing import as_board

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SlidingPuzzleEnv"]


class SlidingPuzzleEnv(gymnasium.Env["NDArray[Any]", SupportsIndex]):
    """A sliding-tile puzzle of any size and goal, as a Gymnasium environment.

    **Actions** 0, 1, 2, 3 take the blank left, right, up, down. A move that would leave the board changes
    nothing and counts as a step; `info["action_mask"]` (and `action_masks()`, the name that MaskablePPO looks
    for) tells which moves are legal.

    **Observations** are the tiles, an array (rows, cols) with 0 for the blank, or with
    `observation="onehot"` an array (rows, cols, cells) of zeros and ones, the blank first.

    **Rewards**: `"step"` is -1 for every step, the last included, so that the best return is minus the
    distance to the goal; `"goal"` is 1 for the step that reaches the goal and 0 for all others. `shaping`
    (`"manhattan"`, or `"distance"` up to 12 cells) adds h(s) - discount · h(s'), where h is the Manhattan or
    the exact distance to the goal, of the board before and after the step. This is potential-based shaping,
    which does not change the optimal policies. With `reward="step", shaping="distance"` and no discount, a
    step towards the goal is worth 0, one away from it -2, and one against the edge -1. `info` has the
    distance under the name of the shaping.

    **Episodes** begin with a fair random board (any but the goal); with `scramble=n`, at the end of a random
    walk of n moves from the goal, none of which undoes the one before; with `depth=n`, with a board drawn
    fairly from all whose shortest solution has n moves (up to 10 cells). For a range of difficulties, give
    `(least, most)`. They are *terminated* at the goal and *truncated* after `max_steps` steps (None: never).
    `gymnasium.make(..., max_episode_steps=n)` adds its own limit; the smaller one counts.

    `reset(seed=s)` begins with the board `random_board(seed=s)`; resets without a seed go on from there.
    Its `options` are `board`, or, for this episode only, `scramble` or `depth`.

    **Options** are keyword arguments, with these defaults: `goal=None` (in order, the blank last),
    `reward="step"`, `shaping=None`, `discount=1.0`, `scramble=None`, `depth=None`, `max_steps=1000`,
    `observation="tiles"`, `render_mode=None` (or `"ansi"`, `"rgb_array"`). The size is that of the goal, or
    4×4.

    >>> env = SlidingPuzzleEnv(2, 3, render_mode="ansi")
    >>> observation, info = env.reset(options={"board": "1 2 3/0 4 5"})
    >>> for action in (0, 1, 1):
    ...     observation, reward, terminated, truncated, info = env.step(action)
    ...     print(observation.tolist(), reward, terminated, info["action_mask"])
    [[1, 2, 3], [0, 4, 5]] -1.0 False [0 1 1 0]
    [[1, 2, 3], [4, 0, 5]] -1.0 False [1 1 1 0]
    [[1, 2, 3], [4, 5, 0]] -1.0 True [1 0 1 0]
    >>> print(env.render(), end="")
    ┌───┬───┬───┐
    │ 1 │ 2 │ 3 │
    ├───┼───┼───┤
    │ 4 │ 5 │   │
    └───┴───┴───┘
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        rows: int | None = None,
        cols: int | None = None,
        **options: Unpack[EnvOptions],
    ) -> None:
        """Make the board, and the table of distances if one is asked for."""
        self._settings = settings_for(type(self).__name__, rows, cols, options)
        self.render_mode = self._settings.render_mode
        self.observation_space = self._settings.space
        self.action_space = spaces.Discrete(4)
        self._arena = self._settings.arena(1, "Disabled")
        self._scramble = self._settings.scramble
        self._begun = False  # Whether there has been a reset.
        self._over = True
        self._tiles = np.empty((1, len(self.goal)), self._settings.dtype)
        self._mask = np.empty(4, np.int8)
        self._height = np.empty(1, np.int32) if self._settings.shaping else None
        self._action = np.empty(1, np.int64)
        self._reward = np.empty(1, np.float64)
        self._ends = np.empty((2, 1), np.uint8)

    @property
    def goal(self) -> Board:
        """The goal.

        >>> SlidingPuzzleEnv(2, 3, goal="spiral").goal
        Board('1 2 3/0 5 4')
        """
        return self._settings.goal

    @property
    def board(self) -> Board:
        """The board as it stands.

        >>> from puzzle15 import random_board
        >>> env = SlidingPuzzleEnv(3)
        >>> _ = env.reset(seed=1)
        >>> env.board == random_board(3, seed=1)
        True
        """
        self._show()
        return Board(self._tiles[0].tolist(), *self.goal.shape)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which moves stay on the board, in the order L, R, U, D.

        >>> env = SlidingPuzzleEnv(2)
        >>> _ = env.reset(options={"board": "1 2/0 3"})
        >>> env.action_masks()
        array([False,  True,  True, False])
        """
        self._show()
        return self._mask.astype(bool)

    def set_scramble(self, scramble: Reach = None, *, depth: Reach = None) -> None:
        """Set how the first boards of episodes are made from now on, as when the environment was made.

        >>> env = SlidingPuzzleEnv(3, shaping="distance")
        >>> env.set_scramble(depth=2)
        >>> env.reset()[1]["distance"]
        2
        """
        asked = scramble_of(scramble, depth)
        self._arena.set_scramble(asked)
        self._scramble = asked

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin an episode, and return its first observation and `info`.

        >>> env = SlidingPuzzleEnv(2)
        >>> env.reset(seed=3)[0].tolist() == env.reset(seed=3)[0].tolist()
        True
        """
        given = options_of(options, ("board", "scramble", "depth"))
        seeds = [None if seed is None and self._begun else seed_of(seed)]
        board = given.get("board")
        boards = None if board is None else {0: as_board(board, self.goal.shape)}
        try:
            begin(self._arena, self._scramble, given, seeds, boards, None)
        except PuzzleError as error:
            error.row = None  # There is only one board.
            raise
        super().reset(seed=seed)
        self._begun, self._over = True, False
        self._show()
        return self._observation(), self._info()

    def step(self, action: SupportsIndex) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Move the blank, and return the observation, the reward, whether the episode is over, and `info`.

        >>> env = SlidingPuzzleEnv(2)
        >>> _ = env.reset(options={"board": "1 2/0 3"})
        >>> env.step(1)[1:4]
        (-1.0, True, False)
        """
        if self._over:
            raise ResetNeeded("there is no episode to make a step in: call reset() first")
        self._action[0] = operator.index(action)
        try:
            self._over = self._arena.step(
                self._action, self._tiles, self._mask, self._height, self._reward, *self._ends
            )
        except PuzzleError as error:
            error.row = None
            raise
        terminated, truncated = self._ends[:, 0].tolist()
        return self._observation(), float(self._reward[0]), bool(terminated), bool(truncated), self._info()

    def render(self) -> Any:
        """Return the board as text, or as an array (height, width, 3) of bytes; None without a `render_mode`.

        >>> SlidingPuzzleEnv(render_mode="rgb_array").render().shape
        (254, 254, 3)
        """
        return None if self.render_mode is None else self._settings.render(self.board)

    def _show(self) -> None:
        """Look at the board."""
        self._arena.show(False, self._tiles, self._mask, self._height)

    def _observation(self) -> NDArray[Any]:
        seen: NDArray[Any] = self._settings.observe(self._tiles.copy())[0]
        return seen

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask.copy()}
        if self._settings.shaping and self._height is not None:
            info[self._settings.shaping] = int(self._height[0])
        return info
