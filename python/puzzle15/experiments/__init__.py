"""Experiments: solve many random boards, and keep only the statistics of their solutions.

>>> result = experiment(100_000, "combined", seed=1)
>>> result
<Experiment: 100,000 boards of 4×4 by combined, 22 / 65.08 / 94 moves>
>>> result.shortest, result.histogram[65]
(Board('1 3 5 4/11 2 9 8/6 7 0 12/13 10 14 15'), 5287)

Memory does not grow with the number of boards. Board `i` depends only on the seed and on `i`, and is that of
`random_boards`; so the result is the same on any number of threads, processes or machines, and every board
can be made again.
"""

from puzzle15.experiments.result import Experiment
from puzzle15.experiments.running import experiment

__all__ = ["Experiment", "experiment"]
