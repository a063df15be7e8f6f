"""The kernel written for a rule set: also when two threads want it at once."""

from __future__ import annotations

import gc
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from kibitz.games.draughts.specialise import specialise

DEEP = 200
"""Collections of garbage after which a thread is in the middle of the syntax tree."""


@pytest.fixture
def threads_meet_half_way() -> Iterator[None]:
    """Garbage is collected all the time, and each thread waits in the middle for another to get there too."""
    before, seen, meeting = gc.get_threshold(), Counter[int](), threading.Barrier(2)

    def told(phase: str, info: dict[str, int]) -> None:
        me = threading.get_ident()
        if threading.current_thread() is not threading.main_thread():
            seen[me] += 1
            if seen[me] == DEEP:
                with suppress(threading.BrokenBarrierError):  # they go one after the other
                    meeting.wait(1)

    gc.callbacks.append(told)
    gc.set_threshold(10)
    yield
    gc.set_threshold(*before)
    gc.callbacks.remove(told)


@pytest.mark.usefixtures("threads_meet_half_way")
def test_threads_that_write_at_once_write_the_same() -> None:
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lambda _: specialise({}, "plain"), range(2))
    assert one == other and "def " in one
