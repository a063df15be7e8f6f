"""The pairs of blocks that a solve consists of: their order, what each costs, and how one is solved.

A pair is (a, b) and (b, a) stones left; it needs only pairs with one stone less.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby

from kibitz.games.ur.index import block_size
from kibitz.games.ur.pair import Block, Pair, Reals

FEWEST_SWEEPS, SWEEPS_PER_STONE = 16.0, 3.5
"""Measured: a pair takes 16 sweeps, 3.5 more for each stone of the fuller side and for each it is behind."""


def pairs(pieces: int) -> tuple[Block, ...]:
    """All pairs, the fuller side first, in the order in which they can be solved."""
    every = [(a, b) for a in range(1, pieces + 1) for b in range(1, a + 1)]
    return tuple(sorted(every, key=lambda pair: (sum(pair), -pair[0])))


def layers(pieces: int) -> Iterator[list[Block]]:
    """Pairs with equally many stones left, which need nothing of each other; the fewest first."""
    for _, layer in groupby(pairs(pieces), key=sum):
        yield list(layer)


def name_of(block: Block) -> str:
    """A block in writing."""
    return f"{block[0]}-{block[1]}"


def cost(pair: Block) -> float:
    """How much work a pair is, in position renewals."""
    size = block_size(*pair) * (1 if pair[0] == pair[1] else 2)
    return size * (FEWEST_SWEEPS + SWEEPS_PER_STONE * (2 * pair[0] - pair[1]))


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """A pair to be solved, with the finished blocks it leads to in full precision."""

    pair: Block
    below: Mapping[Block, Reals]
    threads: int | None
    tolerance: float


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """A solved pair: per block the chances of the side to roll, and those of `own` with the other to roll."""

    rolling: Mapping[Block, Reals]
    waiting: Mapping[Block, Reals]


def sides(pair: Block) -> list[Block]:
    """The blocks of a pair."""
    return [pair] if pair[0] == pair[1] else [pair, pair[::-1]]


def solve_pair(order: Order, told: Callable[[float], None] = lambda part: None) -> Made:
    """Sweep over a pair until its values stand still; told how far it is, 0 to 1."""
    made, least = Pair.begun(*order.pair, order.below.__getitem__), math.inf
    with ThreadPoolExecutor(order.threads or os.cpu_count() or 1) as pool:
        while least > order.tolerance:
            told(_nearness(least, order.tolerance))
            least = min(least, made.sweep(pool))
    told(1.0)
    return Made(
        {block: made.chances(block) for block in sides(order.pair)},
        {block: made.chances_waiting(block) for block in sides(order.pair)},
    )


def _nearness(change: float, tolerance: float) -> float:
    """How far the sweeps are when the last one changed a value by so much; each changes less by a factor."""
    return min(1.0, math.log(1.0 / max(min(change, 1.0), tolerance)) / math.log(1.0 / tolerance))
