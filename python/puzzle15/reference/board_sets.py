"""Reading a file of boards, as a game in any language might.

The problem
    A game wants to come with some thousand boards and to know how far each is from the goal.
    Written as text or as lists of numbers they take more room than they need.

The representation
    The file begins with a line of JSON that says what follows. Each board is a *record*: some
    bytes for its distance, then some bytes for the board, each number with the most significant
    byte first. The last four bytes of the file are the CRC-32 of all bytes before them.

The idea
    The solvable boards of one shape can be numbered without gaps; up to 20 cells, that number
    is the board. (A 4x4 board takes six bytes, as 16!/2 is less than 2**48.) It counts tiles in
    the order in which the goal has them. For more cells, each cell has the number of the goal's
    cell where its tile belongs, in as few bits as hold all cells, one cell after the other.
"""

from __future__ import annotations

import json
import zlib

from .moves import BLANK, Board
from .solvability import is_solvable


def read_board_set(data: bytes) -> list[tuple[Board, int]]:
    """Return the boards of a file and their distances.

    >>> head = b'{"rows": 2, "cols": 2, "goal": "1 2/3 0", "distance_bytes": 1, "board_bytes": 1}'
    >>> contents = head + bytes([10, 0, 2, 1, 1])
    >>> read_board_set(contents + zlib.crc32(contents).to_bytes(4, "big"))
    [((1, 2, 3, 0), 0), ((1, 2, 0, 3), 1)]
    """
    contents, checksum = data[:-4], data[-4:]
    if zlib.crc32(contents).to_bytes(4, "big") != checksum:
        raise ValueError("the checksum is wrong")
    line, _, records = contents.partition(b"\n")
    head = json.loads(line)
    goal = tuple(int(tile) for row in head["goal"].split("/") for tile in row.split())
    first, size = head["distance_bytes"], head["distance_bytes"] + head["board_bytes"]
    found = []
    for start in range(0, len(records), size):
        distance = int.from_bytes(records[start : start + first], "big")
        code = records[start + first : start + size]
        if len(goal) <= 20:
            board = board_of_rank(int.from_bytes(code, "big"), goal, head["cols"])
        else:
            board = board_of_bits(code, goal)
        found.append((board, distance))
    return found


def board_of_rank(rank: int, goal: Board, cols: int) -> Board:
    """Return the board that has this number among those that can reach the goal.

    The last digit is the place of the largest of the last three tiles, and the other digits say
    which of the tiles that are left comes next. Then two tiles are left for two places, and only
    one of their two orders can be solved. (The index of Karlemo and Östergård; see ``search``.)

    >>> board_of_rank(2, (1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
    (1, 2, 3, 4, 5, 6, 7, 8, 0)
    """
    left = [*(tile for tile in goal if tile != BLANK), BLANK]  # the blank counts as the largest
    rest, place = divmod(rank, 3)
    digits = []
    for size in range(4, len(goal) + 1):
        rest, digit = divmod(rest, size)
        digits.append(digit)
    first = [left.pop(digit) for digit in reversed(digits)]
    one, other, largest = left
    for pair in ([one, other], [other, one]):
        board = (*first, *pair[:place], largest, *pair[place:])
        if is_solvable(board, goal, cols):
            return board
    raise AssertionError("one of the two orders can be solved")


def board_of_bits(code: bytes, goal: Board) -> Board:
    """Return the board whose cells say, in so many bits each, where their tiles belong.

    >>> goal = (*range(1, 25), 0)
    >>> board_of_bits(bytes(16), goal)[:3]  # no board, as all cells are alike
    (1, 1, 1)
    """
    bits = (len(goal) - 1).bit_length()
    digits = "".join(f"{byte:08b}" for byte in code)
    return tuple(goal[int(digits[bits * cell : bits * (cell + 1)], 2)] for cell in range(len(goal)))
