"""Ctrl-C at any moment of any long call, with the machine busy: it ends with KeyboardInterrupt, and soon.

The times are printed at the end and decide nothing: 99 of 100 should be under 0.1 s, and all under 0.2 s.
"""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.stopping.long_calls import CALLS, LongCall, latencies
from tests.support.shared_tables import large_tables
from tests.support.soak import Note, times

pytestmark = [
    pytest.mark.soak,
    pytest.mark.usefixtures("busy"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork"),
]

SAMPLES = times(1)
# So that a run of a few samples is over soon.
SHARE = min(1.0, 0.1 * SAMPLES)


def test_a_call_that_does_not_hear_it_is_noticed(tmp_path: Path) -> None:
    deaf = LongCall("signal.signal(signal.SIGINT, signal.SIG_IGN); time.sleep(600)", span=1)
    assert latencies(deaf, 1, seed=1, folder=tmp_path, patience=0.1) == [None]


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_ends_it(name: str, tmp_path: Path, note: Note) -> None:
    call = CALLS[name]
    with large_tables() if call.reads_tables else nullcontext() as cache:
        found = latencies(call, SAMPLES, seed=1, folder=tmp_path, cache=cache, share=SHARE)
    heard = [latency for latency in found if latency is not None]
    assert len(heard) == SAMPLES
    waits = sorted(1000 * latency.time for latency in heard)
    middle, most = waits[len(waits) // 2], waits[-1]
    late = waits[min(len(waits) - 1, len(waits) * 99 // 100)]
    work = 1000 * max(latency.work for latency in heard)
    seen = f"{len(waits)} times, median {middle:.0f} ms, 99 % {late:.0f}, worst {most:.0f}; work {work:.0f}"
    note(f"Ctrl-C in {name}", seen)
