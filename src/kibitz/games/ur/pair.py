"""A pair of blocks being solved: its values in memory, renewed sweep by sweep on all cores."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.games.ur.index import PICTURES, State, block_size, index_of, pictures, sizes, starts
from kibitz.games.ur.layout import layout
from kibitz.games.ur.rulesets import FOUR_BINARY

Reals: TypeAlias = NDArray[np.float64]
Starts: TypeAlias = NDArray[np.uint64]
Block: TypeAlias = tuple[int, int]

CHUNK = 50_000
"""Positions a thread takes at a time: some milliseconds, so that the order of pictures nearly holds."""
ROW_END = 24
"""Numbers behind the last row: rows are read by fours, and a step that is not there is a row too."""


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """The values as `sweep` wants them, and what else it is handed."""

    own_left: int
    other_left: int
    values: Reals
    shift: int
    todo: NDArray[np.int64]
    """Pictures by falling progress; those whose mirrored one comes along are left out."""
    cuts: tuple[int, ...]
    arguments: tuple[Any, ...]

    @classmethod
    def begun(cls, own_left: int, other_left: int, below: Callable[[Block], Reals]) -> Pair:
        """A pair before its first sweep, all chances even; `below` gives finished blocks."""
        a, b = own_left, other_left
        sides = [(a, b)] if a == b else [(a, b), (b, a)]
        shift = sum(block_size(*side) for side in sides)
        lower = [(own - 1, other) for own, other in sides]
        ends = np.cumsum([2 * shift, *(block_size(*block) if block[0] else 0 for block in lower)]).tolist()
        values = np.full(ends[-1] + ROW_END, 0.5)
        values[ends[-1] :] = -1.0
        for block, begin, end in zip(lower, ends, ends[1:], strict=False):
            if block[0]:
                values[begin:end] = below(block)
        under = [_placed(block, at) for block, at in zip(lower, ends, strict=False)]
        todo = _todo(a, b)
        here, there = _placed((a, b), 0), _placed((b, a), 0 if a == b else block_size(a, b))
        odds = np.array([weight for _, weight in FOUR_BINARY]) / sum(weight for _, weight in FOUR_BINARY)
        arguments = (a, b, here, there, shift, under[0], under[-1], ends[-1], *layout(), odds)
        return cls(a, b, values, shift, todo, _cuts(sizes(a, b)[todo]), arguments)

    def sweep(self, pool: ThreadPoolExecutor) -> float:
        """Renew every value once; the largest change."""
        from kibitz.games.ur.sweep import sweep

        def one(stretch: tuple[int, int]) -> float:
            return float(sweep(self.values, self.todo, *stretch, *self.arguments))

        return max(pool.map(one, pairwise(self.cuts)))

    def chances(self, block: Block) -> Reals:
        """The chances of the side to roll in one of the two blocks."""
        return self.values[self._place(block, 0)]

    def chances_waiting(self, block: Block) -> Reals:
        """The chances of `own` there with the other side to roll."""
        return self.values[self._place(block, self.shift)]

    def _place(self, block: Block, at: int) -> slice:
        begin = at + (0 if block == (self.own_left, self.other_left) else block_size(*block))
        return slice(begin, begin + block_size(*block))


def start_index() -> int:
    """The number of the opening position in its block."""
    return index_of(State(0, 0, 1, 1))


def _placed(block: Block, at: int) -> Starts:
    if not block[0]:
        return np.zeros(PICTURES, np.uint64)
    return starts(*block).astype(np.uint64) + np.uint64(at)


def _todo(own_left: int, other_left: int) -> NDArray[np.int64]:
    known = pictures()
    found = np.flatnonzero(sizes(own_left, other_left))
    if own_left == other_left:
        found = found[found <= known.mirror[found]]
    return found[np.argsort(-known.progress[found], kind="stable")].astype(np.int64)


def _cuts(counts: NDArray[np.int64]) -> tuple[int, ...]:
    """Where to cut the list of pictures into chunks of about equal work."""
    work = np.cumsum(counts)
    inner = np.searchsorted(work, np.arange(CHUNK, int(work[-1]), CHUNK))
    return tuple(sorted({0, *inner.tolist(), len(counts)}))
