"""The vectorised environment against Gymnasium's own, made of single environments."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

from puzzle15 import (
    InvalidMoveError,
    PuzzleError,
    UnsolvableError,
    UnsupportedError,
    random_boards,
    solve_many,
)
from puzzle15.learning import ID, SlidingPuzzleEnv, SlidingPuzzleVectorEnv

N = 24
CONFIGURATIONS: list[dict[str, Any]] = [
    {"rows": 2, "max_steps": 12},
    {"rows": 2, "cols": 3, "shaping": "distance", "depth": (1, 4), "max_steps": 10},
    {
        "rows": 3,
        "shaping": "distance",
        "discount": 0.9,
        "reward": "goal",
        "scramble": (1, 5),
        "max_steps": 15,
    },
    {"scramble": (1, 3), "shaping": "manhattan", "observation": "onehot", "max_steps": 15},
    {"rows": 17, "cols": 16, "scramble": 2, "max_steps": 15},
]
MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]


def same(one: Any, two: Any) -> bool:
    """Whether both are the same; Gymnasium's rewards have 64 bits."""
    if isinstance(one, np.ndarray) and one.dtype == np.float32:
        two = two.astype(np.float32)
    if isinstance(one, dict):
        # So have the distances of single environments.
        widened = {
            name: value.astype(np.int64) if getattr(value, "dtype", None) == np.int32 else value
            for name, value in one.items()
        }
        return widened.keys() == two.keys() and all(same(widened[name], two[name]) for name in one)
    return data_equivalence(one, two, exact=True)


def pair(asked: dict[str, Any], mode: AutoresetMode) -> tuple[VectorEnv[Any, Any, Any], ...]:
    """Our environment, and Gymnasium's vector environment of single ones."""
    ours = SlidingPuzzleVectorEnv(N, **asked, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: SlidingPuzzleEnv(**asked)] * N, autoreset_mode=mode)
    return ours, theirs


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("asked", CONFIGURATIONS, ids=str)
def test_it_is_what_gymnasium_makes_of_single_ones(asked: dict[str, Any], mode: AutoresetMode) -> None:
    ours, theirs = pair(asked, mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"] is mode
    for mine, other in zip(ours.reset(seed=5), theirs.reset(seed=5), strict=True):
        assert same(mine, other)
    ours.action_space.seed(5)
    ended = 0
    for _ in range(60):
        actions = ours.action_space.sample()
        results = [ours.step(actions), theirs.step(actions)]
        for mine, other in zip(*results, strict=True):
            assert same(mine, other)
        ended += int(results[0][2].sum())
    assert ended > 0


def test_a_disabled_autoreset_waits() -> None:
    ours, theirs = pair({"rows": 2, "max_steps": 4}, AutoresetMode.DISABLED)
    ours.reset(seed=1)
    theirs.reset(seed=1)
    ours.action_space.seed(1)
    resets = 0
    for _ in range(30):
        actions = ours.action_space.sample()
        results = [ours.step(actions), theirs.step(actions)]
        assert all(same(mine, other) for mine, other in zip(*results, strict=True))
        over = results[0][2] | results[0][3]
        if over.any():
            resets += 1
            with pytest.raises(ResetNeeded, match="reset_mask"):
                ours.step(actions)
            # Every other time with seeds, which are only for the boards in the mask.
            seed: Any = [1000 * resets + i for i in range(N)] if resets % 2 else None
            begun = [envs.reset(seed=seed, options={"reset_mask": over.copy()}) for envs in (ours, theirs)]
            for mine, other in zip(*begun, strict=True):
                assert same(mine, other)
    assert resets > 3
    begun = [envs.reset() for envs in (ours, theirs)]
    assert all(same(mine, other) for mine, other in zip(*begun, strict=True))


def test_a_board_does_not_depend_on_its_neighbours() -> None:
    actions = np.random.default_rng(1).integers(0, 4, (50, 100))
    few, many = (SlidingPuzzleVectorEnv(n, 3, scramble=(1, 4), max_steps=10) for n in (3, 100))
    few.reset(seed=[7, 9, 8])
    many.reset(seed=0)
    for row in actions:
        left = few.step(row[[7, 9, 8]])
        right = many.step(row)
        for mine, other in zip(left[:4], right[:4], strict=True):
            assert (mine == other[[7, 9, 8]]).all()


def test_the_first_boards_are_those_of_the_seeds() -> None:
    envs = SlidingPuzzleVectorEnv(5, 4, 3)
    envs.reset(seed=40)
    expected = [random_boards(1, 4, 3, seed=40 + i)[0].tolist() for i in range(5)]
    assert envs.boards.tolist() == expected
    drawn = SlidingPuzzleVectorEnv(5, 4, 3)
    drawn.reset()
    assert drawn.boards.tolist() != expected


def test_arrays_are_new_or_the_same() -> None:
    for copied in (True, False):
        envs = SlidingPuzzleVectorEnv(4, 3, shaping="distance", copy=copied)
        first, info = envs.reset(seed=1)
        second, rewards, terminated, truncated, _ = envs.step(np.zeros(4, int))
        assert np.shares_memory(first, second) is not copied
        _, again, *_ = envs.step(np.ones(4, int))
        assert np.shares_memory(rewards, again) is not copied
        assert [str(array.dtype) for array in (rewards, terminated, truncated)] == ["float32", "bool", "bool"]
        assert info["action_mask"].dtype == np.int8


def test_make_vec() -> None:
    envs = gymnasium.make_vec(ID, num_envs=3, rows=3, max_episode_steps=2)
    assert isinstance(envs, SlidingPuzzleVectorEnv)
    envs.reset(seed=1)
    assert not envs.step(np.array([0, 0, 0]))[3].any()
    assert envs.step(np.array([0, 0, 0]))[3].all()
    again = gymnasium.make_vec(envs.spec)  # type: ignore[arg-type]
    assert again.num_envs == 3
    single = gymnasium.make_vec(ID, num_envs=2, vectorization_mode="sync", rows=3)
    assert isinstance(single, SyncVectorEnv)
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    wrapped.reset(seed=1)
    for _ in range(2):
        *_, info = wrapped.step(np.array([0, 0, 0]))
    assert info["episode"]["l"].tolist() == [2, 2, 2]


def test_the_best_policy_on_all_boards_at_once() -> None:
    envs = SlidingPuzzleVectorEnv(200, 3, shaping="distance", autoreset_mode="SameStep")
    _, info = envs.reset(seed=1)
    lengths, boards = info["distance"].copy(), envs.boards
    many = solve_many(boards, method="optimal")
    assert (many.lengths == lengths).all()
    returns, done = np.zeros(200), np.zeros(200, bool)
    for step in range(lengths.max()):
        at = np.minimum(many.offsets[:-1] + step, len(many.moves) - 1)
        _, rewards, terminated, _, info = envs.step(many.moves[at])
        returns += np.where(done, 0, rewards)
        assert (terminated[~done] == (lengths == step + 1)[~done]).all()
        done |= terminated
    assert done.all()
    assert (returns == 0).all()


def test_boards_that_are_given() -> None:
    envs = SlidingPuzzleVectorEnv(3, 2)
    envs.reset(options={"boards": np.array([[1, 2, 0, 3], [0, 2, 1, 3], [1, 0, 3, 2]])})
    assert envs.boards.tolist() == [[1, 2, 0, 3], [0, 2, 1, 3], [1, 0, 3, 2]]
    envs.reset(options={"board": "1 2/0 3", "reset_mask": np.array([False, True, False])})
    assert envs.boards.tolist() == [[1, 2, 0, 3], [1, 2, 0, 3], [1, 0, 3, 2]]
    with pytest.raises(UnsupportedError, match="one for each of 3"):
        envs.reset(options={"boards": ["1 2/3 0"]})
    with pytest.raises(UnsupportedError, match="one of 'board', 'boards'; got both"):
        envs.reset(options={"board": "1 2/3 0", "boards": ["1 2/3 0"] * 3})


def test_a_reset_that_fails_changes_nothing() -> None:
    fails: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"options": {"board": "2 1/3 0"}}, UnsolvableError, r"boards\[0\]: "),
        ({"options": {"boards": ["1 2/0 3", "2 1/3 0", "1 2/0 3"]}}, UnsolvableError, r"boards\[1\]: "),
        ({"options": {"boards": ["1 2/0 3", "1 2/0 3", "1 2/0 4"]}}, PuzzleError, r"boards\[2\]: "),
        ({"options": {"scramble": (5, 4)}}, UnsupportedError, "got 5 to 4"),
        ({"seed": [1, -2, 3]}, UnsupportedError, "seed is"),
        ({"seed": 1.5}, TypeError, "seed is a whole number"),
    ]
    for asked, error, says in fails:
        envs, other = SlidingPuzzleVectorEnv(3, 2), SlidingPuzzleVectorEnv(3, 2)
        with pytest.raises(error, match=says):
            envs.reset(**{"seed": 9, **asked})
        with pytest.raises(ResetNeeded):
            envs.step(np.zeros(3, int))
        for each in (envs, other):
            each.reset(seed=1)
        before = envs.boards.tolist()
        with pytest.raises(error):
            envs.reset(**{"seed": 9, **asked})
        assert envs.boards.tolist() == before
        assert envs.reset()[0].tolist() == other.reset()[0].tolist(), "the seeds are the old ones, too"


def test_seeds_in_an_array() -> None:
    envs = SlidingPuzzleVectorEnv(2, 3)
    expected = envs.reset(seed=[3, 4])[0].tolist()
    assert envs.reset(seed=np.array([3, 4]))[0].tolist() == expected
    assert envs.reset(seed=np.uint8(3))[0].tolist() == expected  # type: ignore[arg-type]


def test_several_threads_may_step_one_environment() -> None:
    envs = SlidingPuzzleVectorEnv(20_000, 3, shaping="distance", max_steps=5)
    envs.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 4, 20_000)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: envs.step(actions)[1].shape, range(200)))
    assert results == [(20_000,)] * 200


def test_a_copy_goes_its_own_way() -> None:
    envs = SlidingPuzzleVectorEnv(10, 3)
    envs.reset(seed=1)
    other, before = copy.deepcopy(envs), envs.boards.tolist()
    other.step(np.full(10, 2))
    assert envs.boards.tolist() == before
    assert other.boards.tolist() != before


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("asked", CONFIGURATIONS, ids=str)
def test_what_was_pickled_goes_on(asked: dict[str, Any], mode: str) -> None:
    envs = SlidingPuzzleVectorEnv(6, **asked, autoreset_mode=mode)
    with pytest.raises(ResetNeeded):
        pickle.loads(pickle.dumps(envs)).step(np.zeros(6, int))
    envs.reset(seed=3)
    envs.set_scramble(2)
    actions = np.random.default_rng(2).integers(0, 4, (40, 6))
    for number, row in enumerate(actions):
        if number in (0, 9, 12):
            other = pickle.loads(pickle.dumps(envs))
        results = []
        for each in (envs, other):
            if mode == "Disabled" and each._over.any():
                each.reset(options={"reset_mask": each._over})
            results.append(each.step(row))
        assert all(data_equivalence(mine, its, exact=True) for mine, its in zip(*results, strict=True))


def test_curricula_and_pictures() -> None:
    envs = SlidingPuzzleVectorEnv(2, 3, shaping="distance", depth=1, render_mode="ansi")
    assert envs.reset(seed=1)[1]["distance"].tolist() == [1, 1]
    envs.set_scramble(depth=7)
    assert envs.reset()[1]["distance"].tolist() == [7, 7]
    assert envs.reset(options={"depth": 9})[1]["distance"].tolist() == [9, 9]
    assert [text.count("\n") for text in envs.render()] == [7, 7]


def test_what_cannot_be_is_explained() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"num_envs": 0}, "num_envs is a whole number from 1"),
        ({"autoreset_mode": "Later"}, "'NextStep', 'SameStep', 'Disabled'"),
        ({"max_episode_steps": 0}, "max_episode_steps"),
    ]
    for asked, says in wrong:
        with pytest.raises(UnsupportedError, match=says):
            SlidingPuzzleVectorEnv(**asked)
    with pytest.raises(TypeError, match=r"^SlidingPuzzleVectorEnv\(\) got an unexpected keyword argument"):
        SlidingPuzzleVectorEnv(shape=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"num_envs is a whole number from 1 to \d*; got None"):
        SlidingPuzzleVectorEnv(None)  # type: ignore[arg-type]
    envs = SlidingPuzzleVectorEnv(2, 2)
    with pytest.raises(ResetNeeded):
        envs.step(np.array([0, 0]))
    with pytest.raises(ResetNeeded, match="leave out reset_mask"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    envs.reset(seed=1)
    before = envs.boards.tolist()
    with pytest.raises(InvalidMoveError, match=r"boards\[1\]: 4 is not a move"):
        envs.step(np.array([0, 4]))
    with pytest.raises(UnsupportedError, match="one action for each of 2"):
        envs.step(np.array([0, 1, 2]))
    with pytest.raises(TypeError, match="float64"):
        envs.step(np.array([0.0, 1.0]))
    with pytest.raises(UnsupportedError, match="one seed for each of 2"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(UnsupportedError, match="reset_mask is an array of 2 booleans"):
        envs.reset(options={"reset_mask": [1, 0]})
    assert envs.boards.tolist() == before, "an error changes nothing"
