"""Executors that behave as badly as the interface allows."""

from __future__ import annotations

import pickle
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from typing import Any


class Late(Executor):
    """Answers the last question first, once several have been asked or none has come for a while."""

    def __init__(self, patience: int = 5) -> None:
        self._patience = patience
        self._asked: list[tuple[Future[Any], Callable[[], Any]]] = []
        self._change = threading.Condition()
        self._open = True
        self._thread = threading.Thread(target=self._answer)
        self._thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        with self._change:
            self._asked.append((future, lambda: fn(*args, **kwargs)))
            self._change.notify()
        return future

    def _answer(self) -> None:
        while self._open:
            with self._change:
                self._change.wait_for(lambda: len(self._asked) >= self._patience, timeout=0.02)
                asked, self._asked = self._asked[::-1], []
            for future, work in asked:
                self.settle(future, work)

    def settle(self, future: Future[Any], work: Callable[[], Any]) -> None:
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._open = False
        self._thread.join()


class WorkerDiedError(Exception):
    """What a cluster says of a worker that is gone."""


class Nasty(Late):
    """Loses what it is asked, before or after the work, each block three times at most."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._chance = random.Random(seed)
        self._lost: Counter[bytes] = Counter()
        self.losses: Counter[str] = Counter()

    def _loses(self, name: bytes, share: float) -> bool:
        lost = self._lost[name] < 3 and self._chance.random() < share
        self._lost[name] += lost
        return lost

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        name = pickle.dumps(args[1])  # The same in every try.
        if self._loses(name, 0.1):
            self.losses["refused"] += 1
            raise OSError("no route to host")
        future = super().submit(fn, *args, **kwargs)
        future.name = name  # type: ignore[attr-defined]
        return future

    def settle(self, future: Future[Any], work: Callable[[], Any]) -> None:
        time.sleep(self._chance.random() * 0.003)
        if not self._loses(future.name, 0.4):  # type: ignore[attr-defined]
            super().settle(future, work)
            return
        how = self._chance.choice(["before", "after", "cancelled", "interrupted"])
        self.losses[how] += 1
        if how == "cancelled":
            future.cancel()
            future.set_running_or_notify_cancel()
            return
        if not future.set_running_or_notify_cancel():
            return  # Nobody wants it any more.
        if how == "after":
            work()
        error = KeyboardInterrupt() if how == "interrupted" else WorkerDiedError("gone")
        future.set_exception(CancelledError() if how == "before" else error)


class Deaf(Executor):
    """Never answers."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.futures.append(Future())
        return self.futures[-1]
