"""Atoll's own bots, from beginner to as strong as the machine allows."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz.core.errors import BadSetting, quoted
from kibitz.core.game import Game
from kibitz.core.player import Level, Limit, Thought
from kibitz.games.atoll import alphabeta, compiled
from kibitz.games.atoll.notation import write_move
from kibitz.games.atoll.position import SWAP, Move, Position
from kibitz.games.atoll.reason import reason

PATIENCE = 60.0
"""Seconds that `prepare` waits for the compiler; a slow machine needs twenty."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A level and how it plays: alpha-beta to a depth, or Monte Carlo search where the depth is 0."""

    level: Level
    depth: int = 0
    blunders: float = 0.0


STRENGTHS = (
    Strength(
        Level("beginner", "Beginner", "Looks one stone ahead and plays anywhere every third time.", Limit()),
        depth=1,
        blunders=0.35,
    ),
    Strength(Level("easy", "Easy", "Takes the shortest connection, one stone ahead.", Limit()), depth=1),
    Strength(
        Level("medium", "Medium", "Shortest connections, with your answer in mind.", Limit(seconds=5.0)),
        depth=2,
    ),
    Strength(Level("hard", "Hard", "2,000 played-out games a move.", Limit(nodes=2_000))),
    Strength(Level("expert", "Expert", "20,000 played-out games a move.", Limit(nodes=20_000))),
    Strength(Level("max", "Strongest", "Three seconds a move on every core.", Limit(seconds=3.0))),
)
LEVELS = tuple(strength.level for strength in STRENGTHS)
PLAIN_DEPTH = 2
"""What the strong levels search while their kernels are still being compiled."""

ENOUGH_AT_3 = 5_000
"""Simulations at size 3: they only choose among moves that the proof calls equal."""

FAIR = {3: "A1", 5: "B3", 7: "C3", 9: "E7"}
"""First stones that leave both sides about even: 0.49 to 0.51 by 12,000 to 40,000 simulations."""


@dataclass
class AtollBot:
    """One level as a bot."""

    strength: Strength
    pie: bool = False
    rng: random.Random = field(default_factory=random.Random)

    @property
    def name(self) -> str:
        return f"kibitz:{self.strength.level.name}"

    def prepare(self) -> None:
        """Wait until the bot plays at its full strength."""
        if not self.strength.depth:
            compiled.wait(PATIENCE)

    def think(
        self,
        game: Game[Position, Move],
        position: Position,
        limit: Limit = Limit(),  # noqa: B008 (frozen)
        stopped: Callable[[], bool] = lambda: False,
    ) -> Thought[Move]:
        """The best cell found, or the swap, with the connection it threatens."""
        if self.pie and not position.first | position.second:
            return self._opening(position)
        found = self._search(position, self.strength.level.limit if limit == Limit() else limit, stopped)
        if self.pie and position.may_swap and found.value is not None and found.value < 0.5:
            found = Thought(move=SWAP, value=1.0 - found.value, nodes=found.nodes, line=(SWAP,))
        return found if found.note else replace(found, note=reason(position, found.move))

    def _opening(self, position: Position) -> Thought[Move]:
        fair = next(cell for cell in position.free if write_move(position.n, cell) == FAIR[position.n])
        return Thought(move=fair, value=0.5, line=(fair,), note="a fair stone, because it may be taken over")

    def _search(self, position: Position, limit: Limit, stopped: Callable[[], bool]) -> Thought[Move]:
        kernels = None if self.strength.depth else compiled.ready()
        if kernels is None:
            depth = self.strength.depth or PLAIN_DEPTH
            blunders = self.strength.blunders
            return alphabeta.think(position, depth, limit, stopped, rng=self.rng, blunders=blunders)
        return monte_carlo(kernels, position, limit, stopped, seed=self.rng.getrandbits(48))


def monte_carlo(
    kernels: compiled.Compiled, position: Position, limit: Limit, stopped: Callable[[], bool], *, seed: int
) -> Thought[Move]:
    """The most visited cell; at size 3 a proved win where there is one."""
    from kibitz.games.atoll.forest import grow

    if limit.seconds is None and limit.nodes is None:
        limit = LEVELS[-1].limit
    if position.n == kernels.exact.SIZE:
        limit = replace(limit, nodes=min(limit.nodes or ENOUGH_AT_3, ENOUGH_AT_3))
    grown = grow(kernels, position, limit, stopped, seed=seed)
    value, line = grown.value, grown.line
    if position.n == kernels.exact.SIZE and not stopped():
        value, line = _exactly(kernels.exact, position, [b.move for b in grown.branches], line)
    return Thought(move=line[0], value=value, line=line, depth=len(line), nodes=grown.simulations)


def _exactly(
    exact: Any, position: Position, ranked: list[Move], line: tuple[Move, ...]
) -> tuple[float, tuple[Move, ...]]:
    """The likeliest move among those that win by force; the likeliest of all when none does."""
    if not exact.mover_wins(position):
        return 0.0, line
    for move in ranked:
        after = position.after(move)
        if after.winner or not exact.mover_wins(after):
            return 1.0, line if move == line[0] else (move,)
    raise AssertionError("a won position has a winning move")


def bot(level: str, *, pie: bool = False) -> AtollBot:
    """The bot of a level, at once; raises BadSetting naming the levels."""
    for strength in STRENGTHS:
        if strength.level.name == level:
            if not strength.depth:
                compiled.warm()
            return AtollBot(strength, pie)
    names = ", ".join(one.name for one in LEVELS)
    raise BadSetting(f"Atoll has no level {quoted(level)}; the levels are {names}.")
