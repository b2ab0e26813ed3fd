"""Pictures of boards and solutions, with nothing but the standard library (and Pillow for GIF).

Use `Board.to_svg`, `Solution.to_svg`, `.to_gif` and `.to_html`; notebooks show the first and the last by
themselves.

>>> from puzzle15 import Board, solve
>>> Board("1 2 3/4 0 6/7 5 8").to_svg(colours="column").startswith("<svg")
True
>>> "<script>" in solve("1 2 3/4 0 6/7 5 8").to_html()
True
"""

from puzzle15.render.animation import solution_svg
from puzzle15.render.gif import solution_gif
from puzzle15.render.html import notebook_html, solution_html
from puzzle15.render.svg import board_svg, notebook_svg

__all__ = ["board_svg", "notebook_html", "notebook_svg", "solution_gif", "solution_html", "solution_svg"]
