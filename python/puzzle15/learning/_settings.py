"""The options of both environments, checked, and how boards are observed and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from gymnasium import spaces

from puzzle15._core import MOST_TABLED_CELLS, Arena, ArenaRules, Board, Scramble
from puzzle15._support.checks import check_number, check_whole
from puzzle15._support.imports import not_imported
from puzzle15._support.numeric import np
from puzzle15._support.scramble import Reach, scramble_of
from puzzle15.errors import Option, Remedy, UnsupportedError
from puzzle15.generate import target_of
from puzzle15.goals import GoalLike

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from puzzle15.render.pixels import Pixels

__all__ = ["RENDER_MODES", "EnvOptions", "Settings", "begin", "choose", "options_of", "settings_for"]

Reward = Literal["step", "goal"]
Shaping = Literal["manhattan", "distance"] | None
Observation = Literal["tiles", "onehot"]

RENDER_MODES = ("ansi", "rgb_array")

_STARTS = ("board", "boards", "scramble", "depth")  # Options of `reset` that say what to begin with.

_MOST_CELLS = 2**29  # Of all boards together: half a gigabyte of tiles, or one.


class EnvOptions(TypedDict, total=False):
    """The keyword arguments of both environments; `SlidingPuzzleEnv` explains them and gives the defaults.

    >>> from puzzle15.learning import EnvOptions, SlidingPuzzleEnv
    >>> options: EnvOptions = {"goal": "snake", "max_steps": 50}
    >>> SlidingPuzzleEnv(2, 3, **options).goal
    Board('1 2 3/0 5 4')
    """

    goal: GoalLike | None
    reward: Reward
    shaping: Shaping
    discount: float
    scramble: Reach
    depth: Reach
    max_steps: int | None
    observation: Observation
    render_mode: str | None


EnvOptions.__module__ = "puzzle15.learning"  # Where users find it.


@dataclass(frozen=True)
class Settings:
    """What an environment was asked for, checked.

    >>> asked = Settings.of(rows=2, cols=3, observation="onehot", max_steps=50)
    >>> asked.goal, asked.max_steps, asked.space.shape
    (Board('1 2 3/4 5 0'), 50, (2, 3, 6))
    """

    goal: Board
    reward: Reward
    shaping: Shaping
    discount: float
    scramble: Scramble | None
    max_steps: int | None
    observation: Observation
    render_mode: str | None

    @classmethod
    def of(
        cls,
        rows: int | None = None,
        cols: int | None = None,
        goal: GoalLike | None = None,
        *,
        reward: Reward = "step",
        shaping: Shaping = None,
        discount: float = 1.0,
        scramble: Reach = None,
        depth: Reach = None,
        max_steps: int | None = 1000,
        observation: Observation = "tiles",
        render_mode: str | None = None,
    ) -> Settings:
        """Check everything."""
        check_number("discount", discount, 0, 1)
        check_whole("max_steps", max_steps, 1, 2**32 - 2)
        choose("observation", observation, ("tiles", "onehot"))
        choose("render_mode", render_mode, (None, *RENDER_MODES))
        choose("reward", reward, ("step", "goal"))
        choose("shaping", shaping, (None, "manhattan", "distance"))
        target = target_of(rows, cols, goal)
        if max(target) >= 1 << 16:
            raise UnsupportedError(
                f"an environment has tiles with numbers up to 65535, this goal has {max(target)}"
            )
        if shaping == "distance" and len(target) > MOST_TABLED_CELLS:
            raise UnsupportedError(
                f"exact distances are for boards of up to {MOST_TABLED_CELLS} cells, these are "
                f"{target.rows}×{target.cols}",
                remedies=[
                    Remedy("give", Option("shaping", "manhattan")),
                    Remedy("leave_out", Option("shaping")),
                ],
            )
        return cls(
            target,
            reward,
            shaping,
            float(discount),
            scramble_of(scramble, depth),
            max_steps,
            observation,
            render_mode,
        )

    def arena(self, n: int, autoreset: str) -> Arena:
        """The boards, and the rules they are played by."""
        if n * len(self.goal) > _MOST_CELLS:
            raise UnsupportedError(
                f"at most {_MOST_CELLS:,} cells in all, got {n:,} boards of {len(self.goal):,}"
            )
        rules = ArenaRules(
            reward=self.reward,
            shaping=self.shaping,
            discount=self.discount,
            max_steps=self.max_steps,
            autoreset=autoreset,
        )
        return Arena(self.goal, n, rules, self.scramble)

    @cached_property
    def dtype(self) -> np.dtype[np.unsignedinteger[Any]]:
        """The type of tiles."""
        return np.dtype(np.uint8 if max(self.goal) < 1 << 8 else np.uint16)

    @cached_property
    def space(self) -> spaces.Box:
        """What can be observed of one board."""
        if self.observation == "onehot":
            return spaces.Box(0, 1, (*self.goal.shape, len(self.goal)), np.uint8)
        return spaces.Box(0, max(self.goal), self.goal.shape, self.dtype.type)

    @cached_property
    def _planes(self) -> NDArray[np.uint8]:
        """By tile: zeros, and a one at the rank of the tile among all of them."""
        planes = np.zeros((max(self.goal) + 1, len(self.goal)), np.uint8)
        planes[sorted(self.goal), np.arange(len(self.goal))] = 1
        return planes

    def observe(self, tiles: NDArray[Any]) -> NDArray[Any]:
        """The observations of these boards, one a row."""
        if self.observation == "onehot":
            tiles = np.take(self._planes, tiles, axis=0)  # Ten times as fast as an index.
            return tiles.reshape(len(tiles), *self.goal.shape, len(self.goal))
        return tiles.reshape(len(tiles), *self.goal.shape)

    @cached_property
    def _pixels(self) -> Pixels:
        try:
            from puzzle15.render.pixels import Pixels
        except ImportError as error:
            raise not_imported(error, "pictures as arrays need Pillow", "learning") from error
        return Pixels(self.goal)

    def render(self, board: Board) -> str | NDArray[np.uint8]:
        """The board as text, or as an array of pixels."""
        if self.render_mode == "ansi":
            return f"{board}\n"
        return np.asarray(self._pixels.board(board).convert("RGB"), np.uint8)


def settings_for(env: str, rows: int | None, cols: int | None, options: EnvOptions) -> Settings:
    """Check the arguments of an environment; the error of an unknown one names the class that was called.

    >>> settings_for("SlidingPuzzleEnv", 2, 3, {"max_step": 5})
    Traceback (most recent call last):
    TypeError: SlidingPuzzleEnv() got an unexpected keyword argument 'max_step'
    """
    for name in options:
        if name not in EnvOptions.__annotations__:
            raise TypeError(f"{env}() got an unexpected keyword argument {name!r}")
    return Settings.of(rows, cols, **options)


def choose(name: str, value: object, choices: Sequence[object]) -> None:
    """Refuse what is not one of the choices.

    >>> choose("reward", "gold", ("step", "goal"))
    Traceback (most recent call last):
    puzzle15.errors.UnsupportedError: reward is one of 'step', 'goal'; got 'gold'
    """
    if value not in choices:
        raise UnsupportedError(Option(name), f" is one of {', '.join(map(repr, choices))}; got {value!r}")


def options_of(options: dict[str, Any] | None, known: Sequence[str]) -> dict[str, Any]:
    """The options of a reset: none unknown, and at most one that says what to begin with.

    >>> options_of({"bord": 1}, ("board", "depth"))
    Traceback (most recent call last):
    puzzle15.errors.UnsupportedError: options of reset are 'board', 'depth'; got 'bord'
    >>> options_of({"board": "1 2/0 3", "depth": 2}, ("board", "depth"))
    Traceback (most recent call last):
    puzzle15.errors.UnsupportedError: a reset begins with one of 'board', 'depth'; got both
    """
    if options is not None and not isinstance(options, dict):
        raise TypeError(f"options of reset are a dictionary, got {options!r}")
    given = dict(options or {})
    for name in given:
        if name not in known:
            raise UnsupportedError(f"options of reset are {', '.join(map(repr, known))}; got {name!r}")
    starts = [name for name in _STARTS if given.get(name) is not None]
    if len(starts) > 1:
        got = "both" if len(starts) == 2 else "all"
        raise UnsupportedError(f"a reset begins with one of {', '.join(map(repr, starts))}; got {got}")
    return given


def begin(
    arena: Arena,
    usual: Scramble | None,
    given: dict[str, Any],
    seeds: Sequence[int | None],
    boards: dict[int, Board] | None,
    asked: NDArray[np.uint8] | None,
) -> None:
    """Begin episodes: with these boards, or this once as the options say, or as usual.

    Whatever can be refused is refused before anything changes, even the seeds.
    """
    if boards is not None:
        arena.place(boards)
        arena.seed(seeds)
        return
    once = "scramble" in given or "depth" in given
    if once:
        arena.set_scramble(scramble_of(given.get("scramble"), given.get("depth")))
    try:
        arena.seed(seeds)
        arena.reset(asked)
    finally:
        if once:
            arena.set_scramble(usual)
