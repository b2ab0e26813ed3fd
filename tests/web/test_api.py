"""The JSON interface: what each call answers, and what it says to what it cannot answer."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from puzzle15 import Board, Solver, goals, is_solvable, random_board, solve, tables
from puzzle15.twists import TwistPath
from puzzle15.typing import Method
from puzzle15.web.api import Api
from puzzle15.web.shapes import PictureRequest
from puzzle15.web.work import Job, Stopped
from tests.support.shared_tables import cache_in
from tests.support.web_client import Client, answer, error, until

BOARD = "5 1 2 4/9 6 3 7/13 10 11 8/14 15 12 0"
HARD = "8 6 7/2 5 4/3 0 1"


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Client() as client:
        yield client


@pytest.fixture(scope="module")
def description(client: Client) -> Any:
    return client.send("GET", "/api").json()


def test_check_a_board(client: Client) -> None:
    found = answer(client, "check", board=BOARD)
    assert found["solvable"]
    assert found["reason"] is found["swap"] is found["nearest"] is None
    assert (found["rows"], found["cols"]) == (4, 4)
    assert found["board"] == Board(BOARD).to_list()
    assert found["goal"] == goals.rows(4, 4).to_list()
    assert found["manhattan"] == Board(BOARD).manhattan()
    assert found["inversions"] == Board(BOARD).inversions()


def test_check_a_board_that_cannot_be_solved(client: Client) -> None:
    found = answer(client, "check", board=[[1, 2, 3], [4, 5, 6], [8, 7, 0]])
    assert not found["solvable"]
    assert found["swap"] == [8, 7]
    assert "inversion" in found["reason"]
    assert is_solvable(found["nearest"])
    assert answer(client, "check", board=[[1, 2, 3], [4, 5, 6], [8, 7, 0]], goal="snake")["solvable"]


def test_numbers_that_are_whole(client: Client) -> None:
    body = b'{"rows": 2.0, "cols": 2e0, "goal": [[1.0, 2], [3, 0]], "seed": 1}'
    assert client.post("random", body).json() == answer(client, "random", rows=2, cols=2, seed=1)


def test_boards_in_one_row(client: Client) -> None:
    assert answer(client, "solve", board=[1, 2, 3, 4, 0, 6, 7, 5, 8])["moves"] == "DR"
    assert "a row a line" in error(client, 422, "check", board=[1, 2, 3, 4, 5, 0])["message"]
    assert error(client, 422, "check", board=[*range(101)])["kind"] == "limit"


def test_check_what_is_no_board(client: Client) -> None:
    assert error(client, 422, "check", board="1 2/2 0") == {
        "kind": "board",
        "message": "not a board: duplicate 2 (cells 2, 3), missing 3",
        "reasons": ["duplicate 2 (cells 2, 3)", "missing 3"],
    }
    assert error(client, 422, "check", board="")["kind"] == "board"
    assert error(client, 422, "check", board=[])["kind"] == "board"
    assert error(client, 422, "check", board=[[], []])["kind"] == "board"
    assert error(client, 422, "check", board=[[1, -2], [3, 0]])["kind"] == "board"
    assert error(client, 422, "check", board=[[1, 2**62], [3, 0]])["kind"] == "board"
    many = error(client, 422, "check", board="7 " * 20_000)
    assert len(many["message"]) <= 1000


def test_check_what_is_no_goal(client: Client) -> None:
    assert "named 'middle'" in error(client, 422, "check", board=BOARD, goal="middle")["message"]
    other = error(client, 422, "check", board="1 2/3 0", goal="1 1/2 0")
    assert other["kind"] == "goal"
    assert other["reasons"] == ["duplicate 1 (cells 1, 2)", "missing 3"]
    assert error(client, 422, "check", board="1 2/3 0", goal="1 2/4 0")["kind"] == "goal"
    assert error(client, 422, "check", board=BOARD, goal="1 2 3/4 5 6/7 8 0")["kind"] == "goal"


def test_random_boards_have_seeds(client: Client) -> None:
    found = answer(client, "random", rows=4, cols=5, goal="spiral")
    assert is_solvable(found["board"], goal=found["goal"])
    assert answer(client, "random", rows=4, cols=5, goal="spiral", seed=found["seed"]) == found
    assert answer(client, "random", rows=3, cols=3, seed=7)["board"] == random_board(3, 3, seed=7).to_list()
    large = str(2**64 - 1)
    assert answer(client, "random", rows=2, cols=2, seed=large)["seed"] == large
    assert answer(client, "random", rows=2, cols=2, goal="1 0/2 3")["goal"] == [[1, 0], [2, 3]]


@pytest.mark.parametrize("seed", ["-1", "1.5", "", "٣", "9" * 21, -1, 2**64, True, 1.5, [1]])
def test_no_seeds(client: Client, seed: Any) -> None:
    # Only the largest of them are of the right shape.
    status = 422 if str(seed) == str(2**64) else 400
    message = error(client, status, "random", rows=2, cols=2, seed=seed)["message"]
    assert message.startswith(("seed is ", "seed must be "))


def test_goals(client: Client) -> None:
    for name, make in goals.NAMES.items():
        assert answer(client, "goal", rows=3, cols=4, name=name)["goal"] == make(3, 4).to_list()
    assert answer(client, "goal", rows=2, cols=3, missing=2)["goal"] == [[1, 0, 3], [4, 5, 6]]
    assert error(client, 422, "goal", rows=2, cols=3)["message"] == "give one of name and missing"
    assert error(client, 422, "goal", rows=2, cols=3, name="rows", missing=1)["kind"] == "request"
    assert error(client, 422, "goal", rows=2, cols=3, missing=0)["kind"] == "goal"
    assert error(client, 422, "goal", rows=2, cols=3, missing=7)["kind"] == "goal"


@pytest.mark.parametrize("method", ["auto", "combined", "quick", "optimal", "peel", "greedy"])
def test_solve(client: Client, method: Method) -> None:
    found = answer(client, "solve", board=BOARD, method=method)
    solution = solve(BOARD, method=method)
    assert found["moves"] == solution.moves == found["notation"]["blank"]
    assert Board(found["board"]).apply(found["moves"]) == Board(found["goal"])
    assert (found["length"], found["multi"]) == (solution.single, solution.multi)
    assert (found["method"], found["optimal"]) == (solution.method, solution.optimal)
    assert found["lower_bound"] <= found["length"]
    assert "".join(stage["moves"] for stage in found["stages"]) == found["moves"]
    assert [stage["name"] for stage in found["stages"]] == [stage.name for stage in solution.stages]
    for kind in ("tile", "number", "short"):
        assert found["notation"][kind] == solution.notation(kind)


def test_solve_in_other_ways(client: Client) -> None:
    multi = answer(client, "solve", board=HARD, metric="multi")
    assert (multi["metric"], multi["optimal"]) == ("multi", True)
    assert multi["multi"] == solve(HARD, metric="multi").multi
    twisted = answer(client, "solve", board="8 2 5/1 0 3/7 4 6", goal="spiral", method="twists")
    assert twisted["notation"]["twists"] == "WX\u0336Y\u0336Z\u0336AD\u0336Y"
    narrow, wide = (answer(client, "solve", board=BOARD, width=width) for width in (1, 100))
    assert narrow["method"] == wide["method"] == "quick"
    assert narrow["length"] >= wide["length"]
    large = random_board(10, 10, seed=1).to_list()
    plain, improved = (answer(client, "solve", board=large, **more) for more in ({}, {"timeout": 0.3}))
    assert improved["length"] <= plain["length"]
    searched = answer(client, "solve", board=random_board(5, 5, seed=1).to_list(), timeout=0.1)
    assert not searched["optimal"]
    assert searched["lower_bound"] < searched["length"]


def test_solve_what_cannot_be_solved(client: Client) -> None:
    for method in ("auto", "optimal", "greedy", "quick"):
        found = error(client, 422, "solve", board="1 2 3/4 5 6/8 7 0", method=method)
        assert found["kind"] == "unsolvable"
        assert found["swap"] == [8, 7]
        assert is_solvable(found["nearest"])
    assert error(client, 422, "hint", board="1 2 3/4 5 6/8 7 0")["kind"] == "unsolvable"
    assert error(client, 422, "distance", board="1 2 3/4 5 6/8 7 0")["kind"] == "unsolvable"
    large = random_board(6, 6, seed=1).to_list()
    large[0][0], large[0][1] = large[0][1], large[0][0]
    assert error(client, 422, "distance", board=large)["kind"] == "unsolvable"


def test_options_that_do_not_go_together(client: Client) -> None:
    assert "method" in error(client, 400, "solve", board=BOARD, method="magic")["message"]
    assert error(client, 422, "solve", board=HARD, method="combined")["kind"] == "request"
    assert error(client, 422, "solve", board=BOARD, method="greedy", timeout=1)["kind"] == "request"
    assert error(client, 422, "solve", board=BOARD, method="peel", metric="multi")["kind"] == "request"
    assert error(client, 422, "solve", board=BOARD, method="twists")["kind"] == "goal"
    assert error(client, 422, "solve", board=BOARD, timeout=11)["kind"] == "limit"
    assert error(client, 400, "solve", board=BOARD, timeout=-1)["kind"] == "request"
    assert error(client, 422, "solve", board=BOARD, width=8193)["kind"] == "limit"
    assert error(client, 400, "solve", board=BOARD, width=0)["kind"] == "request"


def test_tables_are_chosen(client: Client, tmp_path: Path) -> None:
    """No request makes large ones; where there are some, the answer says that they were used."""
    asked: dict[str, Any] = {"board": random_board(2, 7, seed=1).to_list(), "method": "optimal"}
    with cache_in(tmp_path):
        tables.forget(2, 7)
        small = answer(client, "solve", **asked, tables="small")
        assert ", small tables " in small["made_by"]
        assert answer(client, "solve", **asked, tables="auto")["made_by"] == small["made_by"]
        for timeout in (None, 5):
            refused = error(client, 422, "solve", **asked, tables="large", timeout=timeout)
            assert refused["kind"] == "limit"
            assert "the server has no large tables for 2×7" in refused["message"]
            assert "puzzle15 tables build 2x7" in refused["message"]
        assert tables.files() == []
        tables.build(2, 7, progress=False)
        for timeout in (None, 5):
            large = answer(client, "solve", **asked, tables="large", timeout=timeout)
            assert ", large tables " in large["made_by"]
            assert large["length"] == small["length"]
        assert answer(client, "solve", **asked, tables="auto")["made_by"] == large["made_by"]
        assert answer(client, "solve", **asked, tables="small")["made_by"] == small["made_by"]
        tables.forget(2, 7)
    assert "tables must be" in error(client, 400, "solve", **asked, tables="huge")["message"]
    # These search nothing.
    assert error(client, 422, "solve", board=BOARD, method="peel", tables="large")["kind"] == "request"
    assert error(client, 422, "solve", board=HARD, tables="large")["kind"] == "request"


def test_hints_lead_to_the_goal(client: Client) -> None:
    board = Board(HARD)
    for left in range(31, 0, -1):
        found = answer(client, "hint", board=board.to_list())
        assert (found["length"], found["optimal"]) == (left, True)
        assert board.tiles_slid(found["move"]) == (found["tile"],)
        board = board.move(found["move"])
    solved = answer(client, "hint", board=board.to_list())
    assert solved == {"move": None, "tile": None, "length": 0, "optimal": True}


def test_hints_do_not_wait_for_tables() -> None:
    # A goal that no other test has.
    board, goal = random_board(5, 5, seed=1), goals.rows(5, 5, blank=8)
    solver = Solver(goal=goal, method="optimal")
    with Client() as client:
        assert not solver.is_ready
        first = answer(client, "hint", board=board.to_list(), goal=goal.to_list())
        assert first["length"] == len(solve(board, goal=goal, method="peel"))
        until(lambda: solver.is_ready)
        again = answer(client, "hint", board=board.to_list(), goal=goal.to_list())
        assert again["length"] < first["length"]


def test_tables_are_there_once_a_method_has_made_them() -> None:
    goal = goals.rows(2, 6, blank=3)
    board = goal.move("L")
    with Client() as client:
        for method, there in [("greedy", False), ("quick", False), ("optimal", True)]:
            answer(client, "solve", board=board.to_list(), goal=goal.to_list(), method=method)
            assert Solver(goal=goal, method="optimal").is_ready is there


@pytest.mark.parametrize("shape", [(3, 4), (6, 6)])
def test_hints_lead_to_the_goal_where_nothing_is_proven(shape: tuple[int, int]) -> None:
    board, left = random_board(*shape, seed=1), 10_000
    with Client() as client:  # Of its own, so that tables of twelve cells are made for no other test.
        for _ in range(60):
            found = answer(client, "hint", board=board.to_list())
            assert found["length"] < left
            if found["move"] is None:
                break
            board, left = board.move(found["move"]), found["length"]


def test_distances(client: Client) -> None:
    assert answer(client, "distance", board=HARD) == {"exact": 31, "lower_bound": 31, "how": "table"}
    searched = answer(client, "distance", board=BOARD)
    assert searched == {"exact": 12, "lower_bound": 12, "how": "search"}
    large = random_board(10, 10, seed=1)
    bound = {"exact": None, "lower_bound": large.manhattan(), "how": "bound"}
    assert answer(client, "distance", board=large.to_list()) == bound


def test_explore(client: Client) -> None:
    found = answer(client, "explore", rows=3, cols=3)
    assert (found["states"], found["diameter"], round(found["mean"], 4)) == (181440, 31, 21.9724)
    assert sum(found["counts"]) == found["total"] == 181440
    assert found["complete"] is True
    assert found["antipodes"] == [[[6, 4, 7], [8, 5, 0], [3, 2, 1]], [[8, 6, 7], [2, 5, 4], [3, 0, 1]]]
    assert found["maxima"] == [[30, 29, 30], [29, 30, 31], [30, 31, 30]]
    multi = answer(client, "explore", rows=3, cols=3, metric="multi", goal="spiral")
    assert multi["diameter"] == 24
    for board in multi["antipodes"]:
        assert solve(board, goal="spiral", metric="multi").multi == 24
    other = answer(client, "explore", rows=2, cols=2, goal=[[5, 6], [0, 7]])
    assert sorted(Board(other["antipodes"][0])) == [0, 5, 6, 7]


def test_explore_small_puzzles_only(client: Client) -> None:
    for rows, cols in ((2, 7), (4, 4), (10, 10)):
        assert error(client, 422, "explore", rows=rows, cols=cols)["kind"] == "limit"
    assert error(client, 422, "explore", rows=2, cols=3, goal="1 2/3 0")["kind"] == "goal"


def test_twists(client: Client) -> None:
    found = answer(client, "twists", board="8 2 5/1 0 3/7 4 6")
    path = "".join(part["letter"] for part in found["twists"])
    assert path == "WXYZADY"
    assert [part["elided"] for part in found["twists"]] == [False, True, True, True, False, True, False]
    assert "".join(part["moves"] for part in found["twists"]) == found["moves"] == TwistPath(path).moves
    assert [part["corner"] for part in found["twists"]] == [0, 1, 2, 3, 0, 3, 2]
    assert [part["clockwise"] for part in found["twists"]] == [False] * 4 + [True] * 2 + [False]
    assert found["length"] == 20
    led = answer(client, "twists", board="8 2 5/1 3 0/7 4 6")
    assert led["lead"] + "".join(part["moves"] for part in led["twists"]) == led["moves"]
    assert Board(led["board"]).apply(led["moves"]) == goals.spiral(3, 3)
    assert error(client, 422, "twists", board="1 2/3 0")["kind"] == "goal"


def test_every_path_of_twists_is_cut_into_its_moves(client: Client) -> None:
    for seed in range(40):
        board = random_board(3, 3, goal="spiral", seed=seed).to_list()
        found = answer(client, "twists", board=board)
        assert found["lead"] + "".join(part["moves"] for part in found["twists"]) == found["moves"]


def test_pictures(client: Client) -> None:
    solved = answer(client, "solve", board=BOARD)
    given = {"board": BOARD, "moves": solved["moves"], "stages": solved["stages"], "colours": "stage"}
    gif = client.ask("picture", format="gif", **given)
    assert gif.headers["content-type"] == "image/gif"
    assert gif.headers["content-disposition"] == 'attachment; filename="puzzle15-4x4-12-moves.gif"'
    with Image.open(io.BytesIO(gif.content)) as image:
        assert getattr(image, "n_frames", 0) == 13
    svg = client.ask("picture", format="svg", **given)
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(svg.text).tag.endswith("svg")


def test_a_picture_can_be_stopped(client: Client) -> None:
    api: Api = client.app.state.api
    job = Job(60)
    job.stop()
    with pytest.raises(Stopped):
        api.picture(PictureRequest(BOARD, solve(BOARD).moves, "gif"), job)


def test_no_pictures(client: Client) -> None:
    given = {"board": BOARD, "format": "gif"}
    assert "lead" in error(client, 422, "picture", moves="", **given)["message"]
    assert "'X'" in error(client, 422, "picture", moves="X", **given)["message"]
    assert error(client, 422, "picture", moves="RRRR", **given)["kind"] == "request"
    assert error(client, 422, "picture", moves="LR" * 5001, **given)["kind"] == "limit"
    long = error(client, 422, "picture", board=BOARD, moves="LR" * 1001, format="svg")
    assert long["kind"] == "limit"
    assert long["message"] == "an SVG shows at most 2000 moves; got 2002; choose GIF, which takes more"
    assert error(client, 400, "picture", board=BOARD, moves="L", format="png")["kind"] == "request"
    stages = [{"name": "row", "moves": "L"}]
    assert "joined" in error(client, 422, "picture", moves="R", stages=stages, **given)["message"]
    assert error(client, 400, "picture", moves="L", stages=[{"name": "row"}], **given)["kind"] == "request"


def test_the_description(client: Client, description: Any) -> None:
    assert description["openapi"] == "3.1.0"
    names = {"check", "random", "goal", "solve", "hint", "distance", "explore", "twists", "picture"}
    assert set(description["paths"]) == {f"/api/{name}" for name in names}
    for path in description["paths"].values():
        assert path["post"]["summary"]
        assert {"200", "4XX", "5XX"} == set(path["post"]["responses"])
    solving = description["paths"]["/api/solve"]["post"]["requestBody"]["content"]["application/json"]
    assert solving["schema"] == {"$ref": "#/components/schemas/SolveRequest"}
    schemas = description["components"]["schemas"]
    assert all(schema["type"] == "object" and schema["description"] for schema in schemas.values())
    assert schemas["SolveRequest"]["required"] == ["board"]
    assert schemas["RandomRequest"]["properties"]["rows"]["minimum"] == 2
    for name in names:
        for value in schemas[f"{name.capitalize()}Request"]["properties"].values():
            assert value["description"]
