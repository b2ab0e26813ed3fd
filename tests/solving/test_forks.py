"""A fork at any moment: the child works, or says at once what to do; it never hangs."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.support.soak import Note, times

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")

# In every script, `child(job)` forks and returns how the child ended. An alarm ends one that hangs.
COMMON = """
import os, random, signal, sys, threading, time, warnings
warnings.simplefilter("ignore", DeprecationWarning)  # Python warns of forks beside threads.

def child(job, *arguments):
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    signal.alarm(60)
    code = 1
    try:
        job(*arguments)
        code = 0
    except BaseException as error:
        print(type(error).__name__, error, file=sys.stderr, flush=True)
    os._exit(code)
"""


def run(script: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a new process, with a cache folder of its own."""
    return subprocess.run(
        [sys.executable, "-c", COMMON + textwrap.dedent(script), *arguments],
        env={**os.environ, "PUZZLE15_CACHE": str(folder)},
        capture_output=True,
        text=True,
        timeout=times(900),
    )


def forks(tmp_path: Path, count: int, note: Note) -> None:
    # Whatever is made at first use: small tables, stages, twists, heuristics, peeling, one of twelve cells.
    script = """
        from puzzle15 import count_optimal, goals, random_board, random_boards, solve, solve_many, tables
        boards = [random_board(rows, cols, seed=1) for rows, cols in ((2, 4), (3, 3), (2, 5), (4, 4), (5, 6))]
        near = goals.rows(3, 3).apply("ULU")
        centred = random_board(goal=goals.spiral(3, 3), seed=1)
        def work():
            for board in random.sample(boards, 3):
                assert solve(board).verify()
            assert solve(centred, goal="spiral", method="twists").verify()
            assert solve(boards[1], metric="multi").verify()
            assert count_optimal(near) == 1
            assert len(solve_many(random_boards(100, seed=1), threads=2)) == 100
        def always():
            while True:
                tables.forget(3, 3)
                work()
        random.seed(15)
        count = int(sys.argv[1])
        for _ in range(2):
            threading.Thread(target=always, daemon=True).start()
        failed = []
        for _ in range(count):
            time.sleep(random.random() * 0.005)
            code = child(work)
            if code:
                failed.append(code)
        print(count, "children,", len(failed), "failed", *failed, flush=True)
        os._exit(bool(failed))
    """
    done = run(script, tmp_path, str(count))
    note("forks while tables are made", done.stdout.strip())
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_forks_while_tables_are_made(tmp_path: Path, note: Note) -> None:
    forks(tmp_path, 20, note)


@pytest.mark.soak
def test_a_thousand_forks_and_more_while_tables_are_made(tmp_path: Path, note: Note) -> None:
    forks(tmp_path, times(1000), note)


def test_a_fork_at_first_use(tmp_path: Path) -> None:
    # In each of many processes the very first table is made while it forks.
    script = """
        from puzzle15 import random_board, solve
        board = random_board(seed=1)
        thread = threading.Thread(target=solve, args=[board])
        thread.start()
        time.sleep(float(sys.argv[1]))
        code = child(solve, board)
        thread.join()
        os._exit(code)
    """
    for delay in (0.0, 0.002, 0.01, 0.02, 0.03):
        done = run(script, tmp_path, str(delay))
        assert (done.returncode, done.stderr) == (0, "")


def test_a_fork_while_an_import_goes_on_after_ctrl_c(tmp_path: Path) -> None:
    """The thread that imports is not waited for any more, but a fork waits for the import."""
    script = """
        from importlib import import_module
        from puzzle15._support.imports import import_undisturbed

        names = ("numpy.random", "puzzle15.bounds.neighbours")
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, float(sys.argv[1]))
            import_undisturbed(*names)
            signal.pause()
        except KeyboardInterrupt:
            pass
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        os._exit(child(lambda: [import_module(name) for name in names]))
    """
    for delay in (0.01, 0.03, 0.06, 0.1):
        done = run(script, tmp_path, str(delay))
        # Python complains of `logging`, which asks to be told of forks, if that is imported during one.
        assert done.returncode == 0, done.stderr


def test_a_fork_while_numpy_is_imported(tmp_path: Path) -> None:
    # Python locks a module as long as it is imported, and in the child nobody would release the lock.
    script = """
        import puzzle15
        started = threading.Event()
        def first_use():
            started.set()
            puzzle15.random_boards(5, seed=1)
        thread = threading.Thread(target=first_use)
        thread.start()
        started.wait()
        while "numpy" not in sys.modules:
            time.sleep(0)
        time.sleep(float(sys.argv[1]))
        code = child(puzzle15.random_boards, 5)
        thread.join()
        os._exit(code)
    """
    for delay in (0.0, 0.01, 0.03):
        done = run(script, tmp_path, str(delay))
        assert (done.returncode, done.stderr) == (0, "")


def test_a_child_does_not_keep_the_lock_of_a_table(tmp_path: Path) -> None:
    # The parent is killed while it makes the table; its child, which was forked meanwhile, makes it instead.
    script = """
        from pathlib import Path
        from puzzle15 import distance
        far = "0 3 2 1/8 7 6 5/4 11 10 9"
        def begun():
            return any(Path(os.environ["PUZZLE15_CACHE"]).glob("*.lock"))
        threading.Thread(target=distance, args=[far], daemon=True).start()
        while not begun():
            time.sleep(0.001)
        time.sleep(0.05)
        parent = os.getpid()
        if os.fork():
            time.sleep(0.05)
            os.kill(parent, signal.SIGKILL)
        signal.alarm(60)
        print(distance(far), flush=True)
        os._exit(0)
    """
    done = run(script, tmp_path)
    assert (done.stdout, done.stderr) == ("53\n", "")


def test_what_another_thread_was_changing_is_refused(tmp_path: Path) -> None:
    script = """
        from puzzle15 import PuzzleError, random_board, stream
        moves = stream(random_board(1000, 1000, seed=1))
        thread = threading.Thread(target=moves.skip)
        thread.start()
        time.sleep(0.05)
        lost = 0
        def look():
            try:
                assert moves.made >= 0
            except PuzzleError as error:
                assert "when the process was forked" in str(error) and "in the child" in str(error), error
                os._exit(7)
        codes = [child(look) for _ in range(30)]
        assert set(codes) <= {0, 7} and 7 in codes, codes
        assert moves.made > 0
        os._exit(0)
    """
    done = run(script, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_child_that_comes_back_to_a_call_is_ended(tmp_path: Path) -> None:
    script = """
        from puzzle15 import _core, explore
        parent = os.getpid()
        codes = []
        def handler(*_):
            if os.getpid() == parent:
                pid = os.fork()
                if pid:
                    codes.append(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
                else:
                    signal.alarm(30)
        signal.signal(signal.SIGUSR1, handler)
        threading.Timer(0.2, os.kill, [parent, signal.SIGUSR1]).start()
        explore(3, 4)
        assert codes == [70], codes
        os._exit(0)
    """
    done = run(script, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "cannot return to it" in done.stderr
