"""Which games the laws are run over: every standard one, found and not listed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from kibitz.core.game import AnyGame, Chancy, Seat
from kibitz.games import names

ALL = names()


def chosen(game: AnyGame, position: Any, rng: random.Random) -> Any:
    """A random move; the dice fall by their odds."""
    moves = game.moves(position)
    if game.turn(position) is Seat.CHANCE:
        assert isinstance(game, Chancy)
        return rng.choices(moves, game.odds(position))[0]
    return rng.choice(moves)


def random_game(game: AnyGame, seed: int, *, longest: int = 120) -> Iterator[tuple[Any, Any]]:
    """Positions and the moves chosen in them, from the start until the end or for `longest` plies."""
    rng, position = random.Random(seed), game.start()
    for _ in range(longest):
        if not game.moves(position):
            return
        move = chosen(game, position, rng)
        yield position, move
        position = game.play(position, move)
