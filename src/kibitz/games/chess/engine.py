"""Kibitz's own chess bots, from beginner to as strong as the machine allows."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import chess
import numpy as np

from kibitz.core.errors import BadSetting, quoted
from kibitz.core.game import Game
from kibitz.core.player import Level, Limit, Thought
from kibitz.games.chess import compiled
from kibitz.games.chess.deepening import Found, Searcher, deepened, remembering
from kibitz.games.chess.loading import memory, move_of
from kibitz.games.chess.memo import LONGEST, MATE, NODES
from kibitz.games.chess.plain import PlainSearch
from kibitz.games.chess.position import Position
from kibitz.games.chess.weights import weights

STEEPNESS = 0.00368208
"""Of the winning chance over hundredths of a pawn: lichess.org's fit to its games of 2300 and above."""
BUCKETS = 1 << 19
SMALL_BUCKETS = 1 << 14
LONGEST_LINE = 12
PLAIN_S = 1.0
"""How long is thought at most while the kernels are being compiled."""
FORCED_S = 0.05


@dataclass(frozen=True, slots=True)
class Strength:
    """How a level plays."""

    level: Level
    slips: float = 0.0
    """How often any move at all is played instead of the best."""
    threads: int = 1


SLIPPING = (
    ("beginner", "Beginner", "Sees its own next move, and plays anything every third time.", 1, 0.35),
    ("novice", "Novice", "Looks two moves ahead and slips now and then.", 2, 0.12),
    ("easy", "Easy", "Looks three moves ahead and slips rarely.", 3, 0.04),
    ("medium", "Medium", "Looks five moves ahead.", 5, 0.0),
)
STRENGTHS = (
    *(
        Strength(Level(name, title, told, Limit(depth=depth)), slips)
        for name, title, told, depth, slips in SLIPPING
    ),
    Strength(Level("hard", "Hard", "20,000 positions a move.", Limit(nodes=20_000))),
    Strength(Level("expert", "Expert", "300,000 positions a move.", Limit(nodes=300_000))),
    Strength(Level("max", "Strongest", "Three seconds a move on two cores.", Limit(seconds=3.0)), threads=2),
)
LEVELS = tuple(strength.level for strength in STRENGTHS)


@dataclass
class ChessBot:
    """One level as a bot."""

    strength: Strength
    rng: Random = field(default_factory=Random)
    _searchers: list[Searcher] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"kibitz:{self.strength.level.name}"

    def prepare(self) -> None:
        """Wait until the bot plays at its full strength."""
        compiled.wait()

    def think(
        self,
        game: Game[Position, chess.Move],
        position: Position,
        limit: Limit = Limit(),  # noqa: B008 (frozen)
        stopped: Callable[[], bool] = lambda: False,
    ) -> Thought[chess.Move]:
        """The best move found within the limit, with the line expected."""
        moves = position.moves
        if not moves:
            raise BadSetting("The game is over, so there is no move to choose.")
        if self.rng.random() < self.strength.slips:
            move = self.rng.choice(moves)
            return Thought(move=move, line=(move,), note="played on a whim")
        limit = _fitting(self.strength.level.limit if limit == Limit() else limit, len(moves))
        kernels = compiled.ready()
        if kernels is None:
            compiled.warm()
            return self._plainly(position, limit, stopped)
        searchers = self._ready(kernels)[: None if limit.nodes is None else 1]  # counted in one thread
        found = deepened(searchers, position, limit, stopped)
        return _thought(position, found, sum(int(searcher.memo[NODES]) for searcher in searchers))

    def _ready(self, kernels: Any) -> list[Searcher]:
        if not self._searchers:
            level = self.strength.level.limit
            table = remembering(BUCKETS if level.depth is None else SMALL_BUCKETS)
            self._searchers = [
                Searcher(kernels, memory(self._weights()), table) for _ in range(self._threads())
            ]
        return self._searchers

    def _weights(self) -> Any:
        """The weights with a trace of chance in them, so that no two games are the same."""
        own = weights().copy()
        own += np.array([self.rng.choice((-1, 0, 0, 1)) for _ in range(len(own))])
        return own

    def _threads(self) -> int:
        there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return min(self.strength.threads, there)

    def _plainly(self, position: Position, limit: Limit, stopped: Callable[[], bool]) -> Thought[chess.Move]:
        until = time.monotonic() + min(limit.seconds or PLAIN_S, PLAIN_S)
        most = limit.nodes or math.inf
        search = PlainSearch(lambda nodes: stopped() or nodes > most or time.monotonic() > until)
        search.run(position.board.copy(stack=False), limit.depth or 3)
        line = tuple(search.line) or (self.rng.choice(position.moves),)
        value, note = chance(search.score), worded(search.score)
        return Thought(
            move=line[0], value=value, line=line, note=note, depth=search.depth, nodes=search.nodes
        )


def _fitting(limit: Limit, moves: int) -> Limit:
    """A forced move needs no thought, only a value."""
    if moves > 1 or limit.depth is not None:
        return limit
    return Limit(seconds=min(limit.seconds or FORCED_S, FORCED_S), nodes=limit.nodes)


def _thought(position: Position, found: Found, nodes: int) -> Thought[chess.Move]:
    line, board = list[chess.Move](), position.board.copy(stack=False)
    for move in map(move_of, found.words[:LONGEST_LINE]):
        if not board.is_legal(move):
            break
        line.append(move)
        board.push(move)
    if not line:
        line = [position.moves[0]]
    return Thought(
        move=line[0],
        value=chance(found.score),
        line=tuple(line),
        note=worded(found.score),
        depth=found.depth,
        nodes=nodes,
    )


def chance(score: int) -> float:
    """The winning chance of a score, a draw counting half."""
    if abs(score) > LONGEST:
        return 1.0 if score > 0 else 0.0
    return 1.0 / (1.0 + math.exp(-STEEPNESS * score))


def worded(score: int) -> str:
    """A score in words: pawns ahead, or the moves to mate."""
    if abs(score) > LONGEST:
        moves = (MATE - abs(score) + 1) // 2
        return f"mate in {moves}" if score > 0 else f"is mated in {moves}"
    return f"{score / 100:+.2f} pawns"


def bot(level: str) -> ChessBot:
    """The bot of a level, at once; raises BadSetting naming the levels."""
    for strength in STRENGTHS:
        if strength.level.name == level:
            compiled.warm()
            return ChessBot(strength)
    names = ", ".join(one.name for one in LEVELS)
    raise BadSetting(f"Chess has no level {quoted(level)}; the levels are {names}.")
