"""Iterative deepening by the kernels on one or more threads, ended by depth, nodes, time or order."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.player import Limit
from kibitz.games.chess.loading import lay
from kibitz.games.chess.memo import (
    AGE,
    BEST,
    DEEPEST,
    EXPECTED,
    HISTORY,
    KILLERS,
    LENGTHS,
    LIMIT,
    LONGEST,
    MASK,
    MATE,
    NODES,
    STOP,
)
from kibitz.games.chess.position import Position

GLANCE_S = 0.004
"""How often the clock and the stop are looked at."""
UNFINISHED = 0.9
"""The part of the time after which no further depth is begun: a part of one is still of use."""
WINDOW = 25
"""How far from the last depth's score the next is expected, in hundredths of a pawn."""
ENDLESS = 1 << 62


@dataclass
class Found:
    """The best line so far."""

    words: tuple[int, ...] = ()
    score: int = 0
    depth: int = 0


class Searcher:
    """One thread's search of one position."""

    def __init__(self, kernels: Any, memo: Any, table: Any) -> None:
        self.kernels, self.memo, self.table = kernels, memo, table
        self.found = Found()

    def begin(self, position: Position, nodes: int) -> None:
        """Get ready for a new position."""
        memo = self.memo
        memo[STOP], memo[NODES], memo[LIMIT] = 0, 0, nodes
        memo[AGE] = (memo[AGE] + 1) & 255
        memo[MASK] = len(self.table) // 4 - 1
        memo[KILLERS : HISTORY + 8192] //= 2
        memo[KILLERS:HISTORY] = 0
        lay(self.kernels, memo, position)
        self.found = Found(score=int(self.kernels.judge(memo.ctypes.data)))

    def run(
        self, deepest: int, goes_on: Callable[[Found], bool] = lambda found: True, first: int = 2
    ) -> None:
        """Search deeper and deeper."""
        for depth in range(first, min(deepest, DEEPEST) + 1):
            self._searched(depth)
            if self.memo[STOP] or not goes_on(self.found):
                return

    def _searched(self, depth: int) -> None:
        """One depth, within a narrow window first and then whatever is needed."""
        score, width = self.found.score, WINDOW
        low, high = (score - width, score + width) if depth > 4 else (-MATE, MATE)
        while True:
            self.memo[BEST] = 0
            value = int(self.kernels.enter(self.memo.ctypes.data, self.table.ctypes.data, depth, low, high))
            self._keep(value, depth)
            if self.memo[STOP] or low < value < high:
                return
            width *= 3
            low = max(-MATE, value - width) if value <= low else low
            high = min(MATE, value + width) if value >= high else high
            if width > 1000:
                low, high = -MATE, MATE

    def _keep(self, value: int, depth: int) -> None:
        best, stopped = int(self.memo[BEST]), bool(self.memo[STOP])
        if stopped and not best:
            return
        words = self.memo[EXPECTED : EXPECTED + int(self.memo[LENGTHS])]
        line = tuple(int(word) for word in words) if best else self.found.words
        if best and line[:1] != (best,):
            line = (best,)
        score = self.found.score if stopped and self.found.words else value
        self.found = Found(line, score, depth - 1 if stopped else depth)


def deepened(
    searchers: Sequence[Searcher], position: Position, limit: Limit, stopped: Callable[[], bool]
) -> Found:
    """The best line found by all threads; their table is shared, and the first one's answer counts.

    The first depth takes a millisecond and is not broken off: there is always a move with a value.
    """
    first, helpers = searchers[0], searchers[1:]
    for searcher in searchers:
        searcher.begin(position, (limit.nodes or ENDLESS) if searcher is first else ENDLESS)
    first.run(1, first=1)
    clock = Clock(limit, stopped, [searcher.memo for searcher in searchers])
    threads = [threading.Thread(target=helper.run, args=(DEEPEST,), daemon=True) for helper in helpers]
    threads.append(threading.Thread(target=clock.watch, daemon=True))
    for thread in threads:
        thread.start()
    try:
        if clock.goes_on(first.found):
            first.run(limit.depth or DEEPEST, clock.goes_on)
    finally:
        clock.end()
        for thread in threads:
            thread.join()
    return first.found


class Clock:
    """Ends searches by time or by order."""

    def __init__(self, limit: Limit, stopped: Callable[[], bool], memos: Sequence[Any]) -> None:
        self.stopped, self.memos = stopped, memos
        self.began, self.seconds = time.monotonic(), limit.seconds or math.inf
        self.done = threading.Event()

    def watch(self) -> None:
        """Look at the clock until the search is over."""
        while not self.done.wait(min(GLANCE_S, max(self.seconds - self.used_s, 0.0))):
            if self.stopped() or self.used_s >= self.seconds:
                self.end()

    def end(self) -> None:
        """Let all searches return at once."""
        self.done.set()
        for memo in self.memos:
            memo[STOP] = 1

    def goes_on(self, found: Found) -> bool:
        """Whether another depth is worth beginning; a mate that is found does not get nearer."""
        mated = abs(found.score) > LONGEST and MATE - abs(found.score) <= found.depth
        return not mated and not self.stopped() and self.used_s < UNFINISHED * self.seconds

    @property
    def used_s(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self.began


def remembering(entries: int) -> Any:
    """A table with room for twice so many positions (a power of two)."""
    return np.zeros(4 * entries, dtype=np.int64)
