"""What an exhaustive search would send from node to node if its bits lay on a cluster.

A search keeps its bits in rows, and a level is made of rows that pull from other rows. On a cluster a pull
from another node is a message. `measure` runs a search as it is, looks at every level, and counts these
messages for any number of nodes; `plan` counts the *lanes*, the pairs of a row and a node it may be sent to,
without a search, and so also for puzzles that are too large to search. The documentation discusses the
results under "At scale, on paper".

A *partition* says which node has which rows. Rows are put in some order and dealt out in equal runs:

- `"index"`: by cell of the blank, set of places, order of the tiles. A node has a run of the index.
- `"sets"`: by set of places, then order, alike for all cells of the blank.
- `"orders"`: by order of the first half of the tiles, then set, alike for all cells of the blank. For puzzles
  with every tile told apart.

>>> print(measure(3, 3, nodes=[4, 16], partition="orders"))
3×3 (181,440 states, 15,120 rows of 12 bits), cut by orders
  nodes  rows sent      raw    coded    least  busiest
      4      9,911  0.020 M  0.040 M  0.009 M  0.011 M
     16     25,958  0.052 M  0.104 M  0.023 M  0.009 M
"""

from puzzle15.traffic.measuring import measure, plan
from puzzle15.traffic.results import Crossing, Plan, Traffic, TrafficArrays, TrafficLevel

__all__ = ["Crossing", "Plan", "Traffic", "TrafficArrays", "TrafficLevel", "measure", "plan"]
