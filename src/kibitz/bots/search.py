"""Alpha-beta over any game, with expected values where dice fall.

Values are the first player's winning chance. Whose turn it is decides who chooses, so a game may give a
player several turns in a row. Below a roll of the dice the window is opened wide again: a mean is no bound.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from kibitz.bots.judgement import Judge, material, result
from kibitz.core.game import AnyGame, Chancy, Game, M, P, Seat
from kibitz.core.player import Limit, Thought

DEEPEST = 64


class OutOfTime(Exception):
    """The search has to answer now."""


@dataclass
class Search:
    """One search from one position."""

    game: AnyGame
    judge: Judge
    enough: Callable[[int], bool]
    nodes: int = 0
    guesses: int = 0
    """Positions that were judged and not played out."""

    def value(self, position: Any, depth: int, low: float, high: float) -> float:
        """The first player's chance after this many more plies, exact between low and high."""
        self.nodes += 1
        outcome = self.game.outcome(position)
        if outcome is not None:
            return result(outcome)
        if depth <= 0:
            self.guesses += 1
            return self.judge(self.game, position)
        if self.enough(self.nodes):
            raise OutOfTime
        seat = self.game.turn(position)
        if seat is Seat.CHANCE:
            return self._mean(position, depth)
        return self._chosen(position, depth, low, high, seat is Seat.FIRST)

    def _mean(self, position: Any, depth: int) -> float:
        assert isinstance(self.game, Chancy)
        rolls = zip(self.game.moves(position), self.game.odds(position), strict=True)
        play, game = self.game.play, self
        return sum(odds * game.value(play(position, roll), depth - 1, 0.0, 1.0) for roll, odds in rolls)

    def _chosen(self, position: Any, depth: int, low: float, high: float, first: bool) -> float:
        best = -1.0 if first else 2.0
        for move in self.game.moves(position):
            value = self.value(self.game.play(position, move), depth - 1, low, high)
            if first:
                best, low = max(best, value), max(low, value)
            else:
                best, high = min(best, value), min(high, value)
            if low >= high:
                break
        return best


@dataclass
class SearchBot:
    """Looks a fixed number of plies ahead, or as far as the time allows."""

    depth: int = 2
    judge: Judge = material
    rng: Random = field(default_factory=Random)

    @property
    def name(self) -> str:
        return f"search:{self.depth}"

    def think(
        self, game: Game[P, M], position: P, limit: Limit, stopped: Callable[[], bool] = lambda: False
    ) -> Thought[M]:
        """The best move of the deepest search that was finished."""
        deadline = time.monotonic() + (math.inf if limit.seconds is None else limit.seconds)

        def enough(nodes: int) -> bool:
            return stopped() or time.monotonic() > deadline or nodes > (limit.nodes or math.inf)

        moves = list(game.moves(position))
        self.rng.shuffle(moves)
        best: Thought[M] = Thought(move=moves[0], nodes=1)
        search = Search(game, self.judge, enough)
        for depth in range(1, (limit.depth or self._deepest(limit)) + 1):
            guesses = search.guesses
            try:
                best = self._searched(search, position, moves, depth)
            except OutOfTime:
                break
            if search.guesses == guesses:
                break
            moves.sort(key=lambda move: move != best.move)
        return replace(best, nodes=search.nodes)

    def _deepest(self, limit: Limit) -> int:
        return DEEPEST if limit.seconds is not None or limit.nodes is not None else self.depth

    def _searched(self, search: Search, position: Any, moves: list[M], depth: int) -> Thought[M]:
        first = search.game.turn(position) is Seat.FIRST
        low, high, best = 0.0, 1.0, moves[0]
        found: float | None = None
        for move in moves:
            value = search.value(search.game.play(position, move), depth - 1, low, high)
            if found is None or (value > found if first else value < found):
                found, best = value, move
                low, high = (max(low, value), high) if first else (low, min(high, value))
        assert found is not None, "a position that is not over has a move"
        return Thought(move=best, value=found if first else 1.0 - found, line=(best,), depth=depth)
