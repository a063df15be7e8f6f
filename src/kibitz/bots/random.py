"""The weakest bot there is, and the dice of every game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from kibitz.core.errors import BadSetting
from kibitz.core.game import Chancy, Game, M, P, Seat
from kibitz.core.player import Limit, Thought


def drawn(game: Game[P, M], position: P, rng: Random) -> M:
    """A move of the position at random; dice fall by their odds."""
    moves = game.moves(position)
    if not moves:
        raise BadSetting("The game is over, so there is no move to choose.")
    if game.turn(position) is Seat.CHANCE and isinstance(game, Chancy):
        return rng.choices(moves, game.odds(position))[0]
    return rng.choice(moves)


@dataclass
class RandomBot:
    """Any legal move."""

    rng: Random = field(default_factory=Random)
    name: str = "random"

    def think(
        self, game: Game[P, M], position: P, limit: Limit, stopped: Callable[[], bool] = lambda: False
    ) -> Thought[M]:
        """A move drawn at random."""
        return Thought(move=drawn(game, position, self.rng), nodes=1)
