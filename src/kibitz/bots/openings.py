"""Varied starts for matches: a few random plies, each start used twice with colours changed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from kibitz.bots.random import drawn
from kibitz.core.errors import BadSetting
from kibitz.core.game import Game, M, P

MOST_PLIES = 40
TRIES = 50


def openings(game: Game[P, M], plies: int, seed: int) -> Iterator[P]:
    """Positions that are not over, different ones as long as there are any; it never ends."""
    if not 0 <= plies <= MOST_PLIES:
        raise BadSetting(f"Openings have 0 to {MOST_PLIES} random plies, not {plies}.")
    rng, seen = Random(seed), set[str]()
    while True:
        found = _fresh(game, plies, rng, seen)
        seen.add(game.setup(found))
        yield found


def _fresh(game: Game[P, M], plies: int, rng: Random, seen: set[str]) -> P:
    """A new opening; after many tries an old one will do."""
    found = None
    for _ in range(TRIES):
        position = _wandered(game, plies, rng)
        if position is None:
            continue
        found = position
        if game.setup(position) not in seen:
            break
    if found is None:
        raise BadSetting(f"{game.title} is over within {plies} random plies; ask for fewer.")
    return found


def _wandered(game: Game[P, M], plies: int, rng: Random) -> P | None:
    position = game.start()
    for _ in range(plies):
        if not game.moves(position):
            return None
        position = game.play(position, drawn(game, position, rng))
    return position if game.moves(position) else None
