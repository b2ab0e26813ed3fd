"""The environment with one board: Gymnasium's own checker, and a plain-Python twin, step by step."""

from __future__ import annotations

import copy
import doctest
import importlib
import pickle
import random
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from puzzle15 import (
    Board,
    InvalidMoveError,
    MemoryBudgetError,
    MissingPackageError,
    UnsolvableError,
    UnsupportedError,
    _core,
    distance,
    goals,
    random_board,
    reference,
    solve,
)
from puzzle15.errors import GoalError
from puzzle15.learning import ID, SlidingPuzzleEnv

CONFIGURATIONS: list[dict[str, Any]] = [
    {},
    {"rows": 3, "shaping": "distance", "render_mode": "ansi"},
    {"rows": 2, "cols": 3, "reward": "goal", "depth": (1, 21), "observation": "onehot"},
    {"rows": 5, "cols": 2, "goal": "spiral", "shaping": "manhattan", "discount": 0.99},
    {"scramble": (1, 40), "observation": "onehot", "render_mode": "rgb_array"},
    {"rows": 17, "cols": 16, "shaping": "manhattan", "max_steps": None},
    {"goal": "100 200/300 0", "max_steps": 5},
]


@pytest.mark.parametrize("asked", CONFIGURATIONS, ids=str)
def test_gymnasium_finds_nothing_to_complain_about(asked: dict[str, Any]) -> None:
    check_env(gymnasium.make(ID, **asked).unwrapped)


def test_the_name_is_found_with_the_module_in_it() -> None:
    code = f"import gymnasium; print(gymnasium.make('puzzle15.learning:{ID}').reset(seed=1)[0].shape)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert done.stdout == "(4, 4)\n", done.stderr


def twin(asked: dict[str, Any]) -> reference.Player:
    """The same environment in plain Python."""
    env = SlidingPuzzleEnv(**asked)
    goal, (rows, cols) = env.goal.tiles, env.goal.shape
    walk = asked.get("scramble")

    def start(stream: reference.Stream) -> tuple[int, ...]:
        if walk is None:
            return reference.fair_start(stream, goal, cols)
        return reference.walked_start(stream, goal, cols, *walk)

    depths = reference.depths({goal: 0}, rows, cols) if asked.get("shaping") == "distance" else {}
    heights = {
        None: lambda board: 0,
        "manhattan": lambda board: reference.manhattan(board, goal, cols),
        "distance": depths.__getitem__,
    }
    return reference.Player(
        goal,
        cols,
        start,
        base=asked.get("reward", "step"),
        height=heights[asked.get("shaping")],
        discount=asked.get("discount", 1.0),
        max_steps=asked.get("max_steps", 1000),
    )


TWINS: list[dict[str, Any]] = [
    {"max_steps": 40},
    {"rows": 2, "max_steps": 9, "reward": "goal"},
    {"rows": 2, "cols": 3, "shaping": "distance", "max_steps": 60},
    {
        "rows": 3,
        "cols": 2,
        "goal": "blank-first",
        "shaping": "distance",
        "discount": 0.9,
        "reward": "goal",
        "scramble": (1, 5),
    },
    {"rows": 3, "shaping": "distance", "scramble": (1, 6), "max_steps": 30, "goal": goals.missing(4, 3, 3)},
    {"rows": 5, "cols": 4, "shaping": "manhattan", "scramble": (3, 3), "discount": 0.95, "max_steps": 25},
    {"rows": 17, "shaping": "manhattan", "scramble": (10, 400), "max_steps": 20},
]


@pytest.mark.parametrize("asked", TWINS, ids=str)
def test_every_step_is_that_of_the_twin(asked: dict[str, Any]) -> None:
    env, player, choice = SlidingPuzzleEnv(**asked), twin(asked), random.Random(5)
    observation, info = env.reset(seed=11)
    player.seed(11)
    assert tuple(observation.ravel()) == player.reset()
    ends = []
    for _ in range(400):
        action = choice.randrange(4)
        observation, reward, terminated, truncated, info = env.step(action)
        board, expected, solved, late = player.step(action)
        assert tuple(observation.ravel()) == board == env.board.tiles
        assert reward == expected
        assert (terminated, truncated) == (solved, late)
        assert tuple(info["action_mask"]) == player.mask()
        assert env.action_masks().tolist() == [bool(bit) for bit in player.mask()]
        if asked.get("shaping"):
            assert info[asked["shaping"]] == player.height(board)
        if terminated or truncated:
            ends.append(terminated)
            assert tuple(env.reset()[0].ravel()) == player.reset()
    assert len(ends) > 1
    assert any(ends) or asked.get("reward") != "goal", "a reward for the goal was seen"


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3)])
def test_the_best_policy_gets_the_documented_return(shape: tuple[int, int]) -> None:
    for reward, shaping, at_the_end in [("step", None, 0), ("step", "distance", 1), ("goal", "distance", 1)]:
        env = SlidingPuzzleEnv(*shape, reward=reward, shaping=shaping)  # type: ignore[arg-type]
        env.reset(seed=4)
        start = env.board
        length, total, terminated = distance(start), 0.0, False
        for step, move in enumerate(solve(start, method="optimal").moves, start=1):
            assert not terminated
            _, gain, terminated, _, info = env.step("LRUD".index(move))
            total += gain
            if shaping:
                assert info["distance"] == length - step
        assert terminated
        # The steps, or the goal; and what shaping adds is the distance at the beginning.
        assert total == (-length if reward == "step" else 1) + at_the_end * length


def test_twelve_cells_have_exact_distances_too() -> None:
    env = SlidingPuzzleEnv(3, 4, shaping="distance")
    env.reset(options={"board": "1 2 3 4/5 6 7 8/0 9 10 11"})
    rewards = [env.step(action)[1] for action in (2, 3, 1, 1, 1)]
    assert rewards == [-2, 0, 0, 0, 0]


def test_masked_moves_are_the_legal_ones() -> None:
    env = SlidingPuzzleEnv(3)
    _, info = env.reset(seed=2)
    env.action_space.seed(2)
    for _ in range(200):
        before = env.board
        action = int(env.action_space.sample(info["action_mask"]))
        assert "LRUD"[action] in before.legal_moves
        _, _, terminated, _, info = env.step(action)
        assert env.board == before.move("LRUD"[action])
        if terminated:
            _, info = env.reset()


def test_boards_to_begin_with() -> None:
    env = SlidingPuzzleEnv(3, 3, shaping="distance")
    assert Board(env.reset(seed=8)[0]) == random_board(3, 3, seed=8)
    for depth in (1, 17, 31):
        met = {env.reset(options={"depth": depth})[1]["distance"] for _ in range(20)}
        assert met == {depth}
    assert env.reset(options={"scramble": 1})[1]["distance"] == 1
    env.set_scramble(depth=(3, 5))
    assert {env.reset()[1]["distance"] for _ in range(60)} == {3, 4, 5}
    # An option holds for one reset only.
    env.reset(options={"depth": 20})
    assert env.reset()[1]["distance"] in (3, 4, 5)
    assert env.reset(options={"board": goals.rows(3, 3)})[1]["distance"] == 0


def test_all_boards_at_a_depth_come_equally_often() -> None:
    env = SlidingPuzzleEnv(2, 3, depth=21)
    env.reset(seed=1)
    depths = reference.depths({env.goal.tiles: 0}, 2, 3)
    far = [board for board, depth in depths.items() if depth == 21]
    counts = dict.fromkeys(far, 0)
    for _ in range(200 * len(far)):
        env.reset()
        counts[env.board.tiles] += 1
    assert all(abs(count - 200) < 80 for count in counts.values()), counts


def test_the_time_limits_of_both_count() -> None:
    for own, outer, expected in [(5, 8, 5), (8, 5, 5), (None, 6, 6)]:
        env = gymnasium.make(ID, max_steps=own, max_episode_steps=outer)
        env.reset(seed=1)
        ends = [env.step(1)[3] for _ in range(expected)]
        assert ends == [False] * (expected - 1) + [True]


def test_a_copy_goes_its_own_way() -> None:
    env = SlidingPuzzleEnv(3, shaping="distance")
    env.reset(seed=1)
    other = copy.deepcopy(env)
    assert env.step(0)[0].tolist() == other.step(0)[0].tolist()
    before = env.board
    other.step(1)
    assert env.board == before
    env.reset()
    other.reset()
    assert env.board == other.board


def test_what_was_pickled_goes_on() -> None:
    env = SlidingPuzzleEnv(3, shaping="distance", max_steps=4)
    env.reset(seed=1)
    env.step(0)
    other = pickle.loads(pickle.dumps(env))
    assert [env.step(1)[1:4] for _ in range(3)] == [other.step(1)[1:4] for _ in range(3)]
    assert env.reset()[0].tolist() == other.reset()[0].tolist()


def test_pictures() -> None:
    env = SlidingPuzzleEnv(3, render_mode="rgb_array")
    env.reset(options={"board": "1 2 3/4 5 6/7 0 8"})
    before = env.render()
    assert before.dtype == np.uint8
    assert before.shape == (194, 194, 3)
    env.step(1)
    changed = (before != env.render()).any(axis=2)
    rows, cols = changed.nonzero()
    # Only the last two cells of the last row.
    assert rows.min() >= 2 * 60
    assert cols.min() >= 60
    text = SlidingPuzzleEnv(3, render_mode="ansi")
    text.reset(seed=1)
    assert text.render() == f"{random_board(3, seed=1)}\n"
    assert SlidingPuzzleEnv().render() is None


def test_one_hot_observations() -> None:
    env = SlidingPuzzleEnv(2, goal="10 20/30 0", observation="onehot")
    observation, _ = env.reset(options={"board": "10 20/0 30"})
    assert observation.argmax(axis=2).tolist() == [[1, 2], [0, 3]]
    assert observation.sum() == 4


@pytest.mark.parametrize(
    ("asked", "error", "says"),
    [
        ({"shaping": "distance"}, UnsupportedError, "shaping='manhattan'"),
        ({"shaping": "nearness"}, UnsupportedError, "shaping is one of None, 'manhattan'"),
        ({"reward": "gold"}, UnsupportedError, "'step', 'goal'; got 'gold'"),
        ({"depth": 10}, UnsupportedError, "up to 10 cells"),
        ({"rows": 3, "depth": 32}, UnsupportedError, "from 1 to 31"),
        ({"rows": 3, "depth": (5, 4)}, UnsupportedError, "got 5 to 4"),
        ({"scramble": 0}, UnsupportedError, "scramble is a whole number from 1"),
        ({"scramble": (1, 2, 3)}, UnsupportedError, "least, most"),
        ({"scramble": 3, "depth": 3}, UnsupportedError, "not both"),
        ({"scramble": "far"}, (TypeError, UnsupportedError), "scramble is"),
        ({"discount": 1.5}, UnsupportedError, "discount is a number from 0 to 1"),
        ({"max_steps": 0}, UnsupportedError, "max_steps"),
        ({"observation": "pixels"}, UnsupportedError, "'tiles', 'onehot'"),
        ({"render_mode": "human"}, UnsupportedError, "'ansi', 'rgb_array'"),
        ({"rows": 3, "goal": "1 2/3 0"}, GoalError, "the goal is 2×2, the boards asked for are 3×any"),
        ({"goal": "1 2/70000 0"}, UnsupportedError, "65535"),
        ({"shape": 3}, TypeError, r"^SlidingPuzzleEnv\(\) got an unexpected keyword argument 'shape'"),
    ],
    ids=str,
)
def test_what_cannot_be_is_explained(asked: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        SlidingPuzzleEnv(**asked)


def test_more_boards_than_any_memory_holds_are_refused() -> None:
    rules = _core.ArenaRules(reward="step", shaping=None, discount=1.0, max_steps=None, autoreset="SameStep")
    for n in (2**60, 2**62):
        with pytest.raises(MemoryBudgetError, match="ask for fewer at a time"):
            _core.Arena(goals.rows(3, 3), n, rules, None)


@pytest.mark.parametrize("name", ["reward", "shaping", "autoreset"])
def test_a_rule_with_an_unknown_name_is_refused(name: str) -> None:
    rules: dict[str, Any] = {
        "reward": "step",
        "shaping": None,
        "discount": 1.0,
        "max_steps": None,
        "autoreset": "Disabled",
    }
    _core.ArenaRules(**rules)
    with pytest.raises(UnsupportedError, match=f"unknown {name} 'gold'; choose"):
        _core.ArenaRules(**{**rules, name: "gold"})


def test_an_unknown_kind_of_scramble_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="unknown kind 'gold'; choose 'walk' or 'depth'"):
        _core.Scramble(kind="gold", least=1, most=2)


def test_steps_that_cannot_be_are_explained() -> None:
    env = SlidingPuzzleEnv(2)
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(0)
    env.reset(options={"board": "1 2/0 3"})
    for action in (4, -1, 256):
        with pytest.raises(InvalidMoveError, match=f"^{action} is not a move"):
            env.step(action)
    with pytest.raises(TypeError):
        env.step(1.0)  # type: ignore[arg-type]
    assert env.step(np.int64(1))[2] is True
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=5)
    before = env.board
    with pytest.raises(UnsolvableError, match=r"^not solvable"):
        env.reset(seed=6, options={"board": "2 1/3 0"})
    assert env.board == before
    following = [env.reset()[0].tolist(), env.reset(seed=5)[0].tolist(), env.reset()[0].tolist()]
    assert following[0] == following[2], "a reset that fails does not seed"
    with pytest.raises(UnsupportedError, match="one of 'board', 'depth'; got both"):
        env.reset(options={"board": "1 2/0 3", "depth": 1})
    with pytest.raises(UnsupportedError, match="got 'bord'"):
        env.reset(options={"bord": "1 2/3 0"})


def test_without_gymnasium_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "puzzle15.learning")
    with pytest.raises(MissingPackageError, match=r"puzzle15\[learning\]"):
        __import__("puzzle15.learning")


@pytest.mark.parametrize("name", ["learning._settings", "_support.scramble"])
def test_examples_of_what_is_not_public(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"puzzle15.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
