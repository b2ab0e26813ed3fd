"""The bar as a person sees it: one line on any terminal, which is cleared; and when there is none."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import pytest

from puzzle15._support import progress
from puzzle15._support.progress import listening, share
from tests.support.pseudo_terminal import Player

# Shows a bar, and goes on when Enter is pressed, which is not echoed.
WATCHED = """
import sys, termios
mode = termios.tcgetattr(0)
mode[3] &= ~termios.ECHO
termios.tcsetattr(0, termios.TCSANOW, mode)
from puzzle15._support import progress
progress.DELAY = 0
with progress.listening(None, {label!r}, lambda told: (told, "a note " * 9), **{options}) as tell:
    tell(0.25)
    sys.stdin.readline()
print("the end")
"""


@pytest.mark.parametrize("width", [12, 40, 100])
@pytest.mark.parametrize("options", [{}, {"total": 2, "unit": " boards"}, {"total": None}, {"unit": None}])
def test_one_line_that_is_gone_in_the_end(width: int, options: dict[str, object]) -> None:
    code = WATCHED.format(label="work", options=options)
    player = Player([sys.executable, "-c", code], (width, 5), {"TERM": "xterm", "PYTHONUTF8": "1"})
    try:
        shown = player.see("work")
        assert len(shown.split("\n")[0]) <= width - 1
        assert shown.strip().count("\n") == 0
        player.send("\n")
        assert player.end() == 0
        assert player.screen.text.split() == ["the", "end"], "the bar was cleared"
    finally:
        player.close()


def test_a_terminal_that_does_not_know_its_width() -> None:
    forget = "import fcntl, termios; fcntl.ioctl(2, termios.TIOCSWINSZ, bytes(8))\n"
    code = forget + WATCHED.format(label="work", options={})
    player = Player([sys.executable, "-c", code], (100, 5), {"TERM": "xterm", "PYTHONUTF8": "1"})
    try:
        assert len(player.see("work").split("\n")[0]) <= 80
        player.send("\n")
        assert player.end() == 0
    finally:
        player.close()


def test_where_progress_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(print, "work", share) as tell:
        assert tell is print
    for nobody in (False, None):
        with listening(nobody, "work", share) as tell:
            assert tell is None
    monkeypatch.setattr("sys.stderr", None)
    with listening(True, "work", share) as tell:
        assert tell is None


def test_speed_and_time_left(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """At the speed of this run: a thousand boards were there before."""
    now = 100.0
    # First in tqdm, which would otherwise be imported with the other one and keep it.
    monkeypatch.setattr("tqdm.std.time", lambda: now)
    monkeypatch.setattr("time.time", lambda: now)
    with listening(True, "work", share, total=10_000, done=1000, unit=" boards") as tell:
        assert tell is not None
        tell(1000)
        assert capsys.readouterr().err == "", "it has not taken a moment yet"
        now += 20
        tell(2500)
        assert capsys.readouterr().err.rstrip().endswith("2.50k/10.0k [00:20<01:40, 75.0 boards/s]")
        now += 20
        tell(4000)
        assert capsys.readouterr().err.rstrip().endswith("4.00k/10.0k [00:40<01:20, 75.0 boards/s]")


def test_an_error_clears_the_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "DELAY", 0)

    def interrupted() -> None:
        with listening(True, "work", share) as tell:
            assert tell is not None
            tell(0.5)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert capsys.readouterr().err.endswith(" \r")


def test_a_notebook_without_widgets(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has a bar only if one is asked for, as text; and no warning, which would be an error here."""
    shell = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=None))
    monkeypatch.setitem(sys.modules, "IPython", shell)
    monkeypatch.setattr(progress, "find_spec", lambda _: None)
    monkeypatch.setattr(progress, "DELAY", 0)
    progress._bar_class.cache_clear()
    with listening(None, "work", share) as tell:
        assert tell is None
    with listening(True, "work", share) as tell:
        assert tell is not None
        tell(0.5)
    assert "work:  50%|" in capsys.readouterr().err


def test_no_bar_changes_the_process() -> None:
    """Short work does not import tqdm, and a bar starts no thread and fixes no start method of processes."""
    code = """
import sys, threading, multiprocessing
from puzzle15 import explore
from puzzle15._support import progress
progress.DELAY = 3600
explore(2, 3, progress=True)
assert "tqdm" not in sys.modules
progress.DELAY = 0
explore(2, 3, progress=True)
assert "tqdm" in sys.modules
assert threading.active_count() == 1
multiprocessing.set_start_method("spawn")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "searching: " in done.stderr
