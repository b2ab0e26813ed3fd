"""`SlidingPuzzleVectorEnv`: thousands of boards, a move each at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from numbers import Integral
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from puzzle15._core import Board
from puzzle15._support.checks import check_count, check_whole
from puzzle15._support.numeric import np
from puzzle15._support.scramble import Reach, scramble_of
from puzzle15.errors import UnsupportedError
from puzzle15.generate import seed_of
from puzzle15.learning._settings import RENDER_MODES, EnvOptions, begin, options_of, settings_for
from puzzle15.typing import as_board

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SlidingPuzzleVectorEnv"]

_MOST = 2**24  # Boards.


class _StepArrays(NamedTuple):
    """What a step returns, a row for each board."""

    tiles: NDArray[Any]
    masks: NDArray[np.int8]
    heights: NDArray[np.int32] | None
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class SlidingPuzzleVectorEnv(VectorEnv["NDArray[Any]", "NDArray[Any]", "NDArray[Any]"]):
    """Many sliding-tile puzzles at once: tens of millions of steps a second on one core.

    Everything is as in `SlidingPuzzleEnv`, options included, with a row for each board; rewards are
    `float32`. Board `i` of `reset(seed=s)` plays the episodes of a single environment with the seed `s + i`,
    as in Gymnasium's own vector environments, whatever the number of boards.

    `autoreset_mode` says what follows an episode, as Gymnasium defines it: `NEXT_STEP` begins the next one
    with the following step (whose action is ignored and whose reward is 0), `SAME_STEP` at once (the last
    board is in `info["final_obs"]`), `DISABLED` waits for `reset(options={"reset_mask": ...})`. With
    `copy=False` every call returns the same arrays, overwritten (but one-hot observations are always new).
    `max_episode_steps`, the name that `gymnasium.make_vec` passes on, is a second limit like `max_steps`; the
    smaller one counts. The options of `reset` are `scramble`, `depth`, `board` for all of them, `boards` with
    one for each, and `reset_mask`.

    >>> envs = SlidingPuzzleVectorEnv(1000, rows=3, shaping="distance", depth=(1, 10))
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape, int(infos["distance"].max())
    ((1000, 3, 3), (1000, 4), 10)
    >>> observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
    >>> sorted(set(rewards.tolist()))
    [-2.0, -1.0, 0.0]
    """

    def __init__(
        self,
        num_envs: int = 1,
        rows: int | None = None,
        cols: int | None = None,
        *,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **options: Unpack[EnvOptions],
    ) -> None:
        """Make the boards, and the table of distances if one is asked for."""
        check_count("num_envs", num_envs, 1, _MOST)
        check_whole("max_episode_steps", max_episode_steps, 1, 2**32 - 2)
        asked = settings_for(type(self).__name__, rows, cols, options)
        limits = [limit for limit in (asked.max_steps, max_episode_steps) if limit is not None]
        self._settings = replace(asked, max_steps=min(limits, default=None))
        self.num_envs = int(num_envs)
        self.render_mode = self._settings.render_mode
        self.copy = copy
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 4,
            "autoreset_mode": self.autoreset_mode,
        }
        self.single_observation_space = self._settings.space
        self.single_action_space = spaces.Discrete(4)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._arena = self._settings.arena(self.num_envs, self.autoreset_mode.value)
        self._scramble = self._settings.scramble
        self._begun = False  # Whether there has been a reset.
        # Boards whose episode is over, or has not begun yet.
        self._over = np.ones(self.num_envs, np.bool_)
        self._kept = self._new_arrays()

    @property
    def goal(self) -> Board:
        """The goal of them all.

        >>> SlidingPuzzleVectorEnv(5, 2).goal
        Board('1 2/3 0')
        """
        return self._settings.goal

    @property
    def boards(self) -> NDArray[np.unsignedinteger[Any]]:
        """The boards as they stand, one a row, as `solve_many` takes them.

        >>> envs = SlidingPuzzleVectorEnv(2, 2)
        >>> _ = envs.reset(seed=1)
        >>> envs.boards
        array([[2, 0, 1, 3],
               [2, 3, 1, 0]], dtype=uint8)
        """
        return self._look().tiles

    def action_masks(self) -> NDArray[np.bool_]:
        """Which moves stay on the board, a row for each board.

        >>> envs = SlidingPuzzleVectorEnv(1, 2)
        >>> _ = envs.reset(options={"board": "1 2/0 3"})
        >>> envs.action_masks()
        array([[False,  True,  True, False]])
        """
        return self._look().masks.astype(bool)

    def set_scramble(self, scramble: Reach = None, *, depth: Reach = None) -> None:
        """Set how the first boards of episodes are made from now on, for a curriculum.

        >>> envs = SlidingPuzzleVectorEnv(100, 3, shaping="distance")
        >>> envs.set_scramble(depth=(1, 5))
        >>> int(envs.reset()[1]["distance"].max())
        5
        """
        asked = scramble_of(scramble, depth)
        self._arena.set_scramble(asked)
        self._scramble = asked

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | NDArray[Any] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin episodes, on all boards or where `reset_mask` says so, and return all observations.

        A seed is for the first board, and the others have the numbers after it; or give a list. As elsewhere
        in Gymnasium, seeds and `info` are only for the boards in `reset_mask`. A reset that fails changes
        nothing.

        >>> envs = SlidingPuzzleVectorEnv(3, 2)
        >>> bool((envs.reset(seed=7)[0] == envs.reset(seed=[7, 8, 9])[0]).all())
        True
        """
        given = options_of(options, ("board", "boards", "scramble", "depth", "reset_mask"))
        asked = self._mask_of(given.pop("reset_mask", None))
        if not (self._begun or asked.all()):
            raise ResetNeeded("the first reset is for all boards: leave out reset_mask")
        seeds, boards = self._seeds(seed, asked), self._given(given, asked)
        begin(self._arena, self._scramble, given, seeds, boards, asked.view(np.uint8))
        super().reset(seed=int(seed) if isinstance(seed, Integral) else None)
        self._begun = True
        self._over &= ~asked
        arrays = self._look(self._new_arrays() if self.copy else self._kept)
        return self._settings.observe(arrays.tiles), self._info(arrays, asked)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make a move on every board.

        >>> envs = SlidingPuzzleVectorEnv(2, 2)
        >>> _ = envs.reset(options={"boards": ["1 2/0 3", "0 2/1 3"]})
        >>> envs.step([1, 1])[1:4]
        (array([-1., -1.], dtype=float32), array([ True, False]), array([False, False]))
        """
        if not self._begun or (self.autoreset_mode is AutoresetMode.DISABLED and self._over.any()):
            raise ResetNeeded(
                "there are boards without an episode to make a step in: call reset(), with "
                "options={'reset_mask': ...} for some of them"
            )
        arrays = self._new_arrays() if self.copy else self._kept
        tiles, masks, heights, rewards, terminated, truncated = arrays
        ended = self._arena.step(
            self._codes(actions),
            tiles,
            masks,
            heights,
            rewards,
            terminated.view(np.uint8),
            truncated.view(np.uint8),
        )
        info = self._info(arrays)
        self._over = terminated | truncated
        if ended and self.autoreset_mode is AutoresetMode.SAME_STEP:
            info |= self._finals(self._over)
        return self._settings.observe(tiles), rewards, terminated, truncated, info

    def render(self) -> Any:
        """Return all boards as text, or as arrays of pixels; None without a `render_mode`.

        >>> envs = SlidingPuzzleVectorEnv(2, 3, render_mode="rgb_array")
        >>> [frame.shape for frame in envs.render()]
        [(194, 194, 3), (194, 194, 3)]
        """
        if self.render_mode is None:
            return None
        boards = (Board(tiles, *self.goal.shape) for tiles in self.boards.tolist())
        return tuple(map(self._settings.render, boards))

    def _new_arrays(self) -> _StepArrays:
        n = self.num_envs
        return _StepArrays(
            np.empty((n, len(self.goal)), self._settings.dtype),
            np.empty((n, 4), np.int8),
            np.empty(n, np.int32) if self._settings.shaping else None,
            np.empty(n, np.float32),
            np.empty(n, np.bool_),
            np.empty(n, np.bool_),
        )

    def _look(self, arrays: _StepArrays | None = None, last: bool = False) -> _StepArrays:
        """Look at the boards as they stand, or as they stood when their last episode was over."""
        arrays = arrays or self._new_arrays()
        self._arena.show(last, *arrays[:3])
        return arrays

    def _info(self, arrays: _StepArrays, chosen: NDArray[np.bool_] | None = None) -> dict[str, Any]:
        """Masks and distances, each with a mask of the boards that have one: all, or those in `chosen`."""
        values: dict[str, Any] = {"action_mask": arrays.masks}
        if self._settings.shaping:
            values[self._settings.shaping] = arrays.heights
        present = {f"_{name}": self._all() if chosen is None else chosen.copy() for name in values}
        if chosen is not None:
            for value in values.values():
                value[~chosen] = 0
        return values | present

    def _finals(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """The last observations of the episodes that are over, and the `info` that would go with them."""
        last = self._look(last=True)
        final = np.full(self.num_envs, None, object)
        for i, seen in zip(ended.nonzero()[0], self._settings.observe(last.tiles[ended]), strict=True):
            final[i] = seen.copy()  # Keeping one does not keep them all alive.
        return {
            "final_obs": final,
            "_final_obs": ended.copy(),
            "final_info": self._info(last, ended),
            "_final_info": ended.copy(),
        }

    def _all(self) -> NDArray[np.bool_]:
        return np.ones(self.num_envs, np.bool_)

    def _codes(self, actions: Any) -> NDArray[np.int64]:
        """Actions as the core takes them."""
        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers from 0 to 3, got an array of {array.dtype}")
        if array.shape != (self.num_envs,):
            raise UnsupportedError(f"one action for each of {self.num_envs} boards, got {array.shape}")
        return np.ascontiguousarray(array, np.int64)

    def _mask_of(self, mask: Any) -> NDArray[np.bool_]:
        """Which boards to reset."""
        if mask is None:
            return self._all()
        array = np.asarray(mask)
        if array.dtype != np.bool_ or array.shape != (self.num_envs,):
            raise UnsupportedError(
                f"reset_mask is an array of {self.num_envs} booleans, got {array.dtype}, {array.shape}"
            )
        return np.ascontiguousarray(array)

    def _seeds(
        self, seed: int | Sequence[int | None] | NDArray[Any] | None, asked: NDArray[np.bool_]
    ) -> list[int | None]:
        """A seed for every board that gets a new one, else None."""
        if seed is None:
            # The first reset seeds every board.
            seed = [None] * self.num_envs if self._begun else seed_of(None) % 2**63
        if isinstance(seed, Integral):
            seeds: list[Any] = [int(seed) + i for i in range(self.num_envs)]
        elif isinstance(seed, (Sequence, np.ndarray)):
            seeds = list(seed)
        else:
            raise TypeError(f"seed is a whole number, or one for each board, or None; got {seed!r}")
        if len(seeds) != self.num_envs:
            raise UnsupportedError(f"one seed for each of {self.num_envs} boards, got {len(seeds)}")
        return [
            seed_of(one) if here and not (one is None and self._begun) else None
            for one, here in zip(seeds, asked.tolist(), strict=True)
        ]

    def _given(self, given: dict[str, Any], asked: NDArray[np.bool_]) -> dict[int, Board] | None:
        """Boards to begin with, by number, if they are given."""
        numbers, shape = asked.nonzero()[0].tolist(), self.goal.shape
        if given.get("board") is not None:
            board = as_board(given["board"], shape)
            return dict.fromkeys(numbers, board)
        boards = given.get("boards")
        if boards is None:
            return None
        if len(boards) != self.num_envs:
            raise UnsupportedError(f"boards has one for each of {self.num_envs}, got {len(boards)}")
        return {i: as_board(boards[i], shape) for i in numbers}


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(repr(one.value) for one in AutoresetMode)
        raise UnsupportedError(f"autoreset_mode is one of {names}; got {mode!r}") from None
