"""Steps a second of the vectorised environment, beside Gymnasium's own of single ones.

A round of the first is so many steps on 4096 boards, one Python call each: observations, rewards, ends and
masks are written to arrays, and episodes that are over begin anew. `steps/s` in the extra information is that
of the best round.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install 'puzzle15[learning]'")

from gymnasium.vector import SyncVectorEnv, VectorEnv

from puzzle15.learning import SlidingPuzzleEnv, SlidingPuzzleVectorEnv

MANY = 4096
ACTIONS = np.random.default_rng(1).integers(0, 4, (64, MANY))

CASES: dict[str, dict[str, Any]] = {
    "4x4": {},
    "4x4, manhattan": {"shaping": "manhattan"},
    "4x4, a new board every 20 steps": {"max_steps": 20},
    "3x3": {"rows": 3},
    "3x3, exact distance": {"rows": 3, "shaping": "distance"},
    "3x4, exact distance": {"rows": 3, "cols": 4, "shaping": "distance"},
    "10x10": {"rows": 10},
}


def play(envs: VectorEnv[Any, Any, Any], calls: int, n: int) -> None:
    for number in range(calls):
        envs.step(ACTIONS[number % len(ACTIONS), :n])


def measure(benchmark: Any, envs: Any, calls: int, n: int, rounds: int) -> None:
    envs.reset(seed=1)
    benchmark.pedantic(play, (envs, calls, n), rounds=rounds, warmup_rounds=1)
    if benchmark.stats is not None:
        benchmark.extra_info["steps/s"] = round(calls * n / benchmark.stats.stats.min)


@pytest.mark.benchmark(group="an environment, step by step")
class BenchSteps:
    @pytest.mark.parametrize("case", CASES)
    def bench_vector(self, benchmark: Any, case: str) -> None:
        calls = 8 if "3x4" in case else 256
        measure(benchmark, SlidingPuzzleVectorEnv(MANY, **CASES[case]), calls, MANY, 10)

    def bench_vector_same_arrays(self, benchmark: Any) -> None:
        measure(benchmark, SlidingPuzzleVectorEnv(MANY, copy=False), 256, MANY, 10)

    def bench_vector_one_hot(self, benchmark: Any) -> None:
        measure(benchmark, SlidingPuzzleVectorEnv(MANY, observation="onehot"), 64, MANY, 5)

    def bench_gymnasium_sync(self, benchmark: Any) -> None:
        measure(benchmark, SyncVectorEnv([SlidingPuzzleEnv] * 64), 20, 64, 5)
