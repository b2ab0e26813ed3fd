"""Environments for reinforcement learning, after Gymnasium's interface: one board, or thousands at once.

Importing this module registers `puzzle15/SlidingPuzzle-v0`, for `gymnasium.make` and `gymnasium.make_vec`.

>>> import gymnasium, puzzle15.learning
>>> env = gymnasium.make("puzzle15/SlidingPuzzle-v0", rows=3, shaping="distance", depth=4)
>>> observation, info = env.reset(seed=1)
>>> observation
array([[0, 1, 2],
       [4, 5, 3],
       [7, 8, 6]], dtype=uint8)
>>> info["action_mask"], info["distance"]
(array([0, 1, 0, 1], dtype=int8), 4)
>>> observation, reward, terminated, truncated, info = env.step(1)
>>> reward, info["distance"]
(0.0, 3)
"""

# Gymnasium imports NumPy without looking whether there is room for it, so this comes first.
import puzzle15._support.numeric  # noqa: F401
from puzzle15._support.imports import not_imported

try:
    import gymnasium
except ImportError as error:
    raise not_imported(error, "environments need gymnasium", "learning") from error

from puzzle15.learning._settings import EnvOptions
from puzzle15.learning.env import SlidingPuzzleEnv
from puzzle15.learning.vector import SlidingPuzzleVectorEnv

__all__ = ["ID", "EnvOptions", "SlidingPuzzleEnv", "SlidingPuzzleVectorEnv"]

ID = "puzzle15/SlidingPuzzle-v0"
"""The name under which `gymnasium.make` finds the environment."""

if ID not in gymnasium.registry:
    gymnasium.register(
        id=ID,
        entry_point="puzzle15.learning:SlidingPuzzleEnv",
        vector_entry_point="puzzle15.learning:SlidingPuzzleVectorEnv",
    )
