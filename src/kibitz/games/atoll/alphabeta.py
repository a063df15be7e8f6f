"""Alpha-beta over shortest connections, in plain Python: easy levels, and first answers of the others."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kibitz.core.player import Limit, Thought
from kibitz.games.atoll.position import Move, Position
from kibitz.games.atoll.reach import promise, reach

WON = 1000.0
WIDEST = 61
"""Moves looked at beyond the first ply: all of size 5, a third of size 9, to answer in seconds."""


def score(position: Position) -> float:
    """How much nearer to winning the player to move is than the other; a stone to come is worth a step."""
    if position.winner:
        return WON if position.winner is position.turn else -WON
    own, other = (promise(position, player) for player in (position.player, 1 - position.player))
    return 2.0 * own - other


def chance(value: float) -> float:
    """A score as a winning chance: a set two stones nearer is worth about four games of five."""
    return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, 4.0 * value))))


class OutOfTime(Exception):
    """The search has to answer now."""


@dataclass
class Search:
    """One search: what it may use, and what it learnt on the way."""

    stopped: Callable[[], bool]
    deadline: float
    nodes: int = 0
    refutations: Counter[Move] = field(default_factory=Counter)

    def value(self, position: Position, depth: int, alpha: float, beta: float) -> float:
        """The score for the player to move after this many more plies."""
        self.nodes += 1
        if position.winner or depth == 0:
            return score(position)
        if self.stopped() or time.monotonic() > self.deadline:
            raise OutOfTime
        best = -math.inf
        for move in self._ordered(position):
            value = -self.value(position.after(move), depth - 1, -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta:
                self.refutations[move] += 1
                break
        return best

    def _ordered(self, position: Position) -> Sequence[Move]:
        """Cells of both sides' nearest connections first, then those that refuted something before."""
        near = _critical(position)
        return sorted(position.free, key=lambda move: (move not in near, -self.refutations[move]))[:WIDEST]


def _critical(position: Position) -> frozenset[Move]:
    ways = (reach(position, player).nearest(player) for player in (0, 1))
    return frozenset(cell for way in ways if way is not None for cell in way.cells)


def think(
    position: Position,
    depth: int,
    limit: Limit,
    stopped: Callable[[], bool],
    *,
    rng: random.Random,
    blunders: float = 0.0,
) -> Thought[Move]:
    """The best cell by a search of this depth; with some chance any cell at all."""
    search = Search(stopped, time.monotonic() + (limit.seconds or math.inf))
    if rng.random() < blunders:
        return Thought(move=rng.choice(position.free), nodes=1, note="played without thinking")
    ranked = _ranked(search, position, rng)
    reached = 1
    for deeper in range(2, depth + 1):
        try:
            ranked = _searched(search, position, ranked, deeper)
        except OutOfTime:
            break
        reached = deeper
    value, move = ranked[0]
    return Thought(move=move, value=chance(value), line=(move,), depth=reached, nodes=search.nodes)


def _ranked(search: Search, position: Position, rng: random.Random) -> list[tuple[float, Move]]:
    """All cells by the score right after them, equal ones in random order; at least one even when stopped."""
    cells, found = rng.sample(position.free, len(position.free)), []
    for cell in cells:
        found.append((-search.value(position.after(cell), 0, -math.inf, math.inf), cell))
        if found[0][0] >= WON or search.stopped() or time.monotonic() > search.deadline:
            break
    return sorted(found, key=lambda one: -one[0])


def _searched(
    search: Search, position: Position, ranked: list[tuple[float, Move]], depth: int
) -> list[tuple[float, Move]]:
    """The same cells, searched deeper; those that cannot be best keep a bound that says so."""
    found: list[tuple[float, Move]] = []
    best = -math.inf
    for _, cell in ranked[:WIDEST]:
        value = -search.value(position.after(cell), depth - 1, -math.inf, -best)
        best = max(best, value)
        found.append((value, cell))
    return sorted(found, key=lambda one: -one[0])
