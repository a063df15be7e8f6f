"""What a position is worth to someone who knows no game: its result, else the pieces that are seen."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from kibitz.core.game import AnyGame, Game, Outcome, P, Seat
from kibitz.core.look import Face

Judge: TypeAlias = Callable[[AnyGame, object], float]
"""The chance of the first player to win, 0 to 1."""

WORTH = {"pawn": 1.0, "knight": 3.0, "bishop": 3.0, "rook": 5.0, "queen": 9.0, "man": 1.0, "king": 3.0}
"""Usual values; a chess king is on the board on both sides and cancels out. Other ranks count 1."""
STEEPNESS = 0.4
"""One man ahead is about three games of five, a queen nearly all."""


def result(outcome: Outcome) -> float:
    """A result as the first player's score."""
    return {Seat.FIRST: 1.0, Seat.SECOND: 0.0}.get(outcome.winner or Seat.CHANCE, 0.5)


def material(game: Game[P, object], position: P) -> float:
    """The first player's chance by the pieces on the board."""
    outcome = game.outcome(position)
    if outcome is not None:
        return result(outcome)
    worth = _worth(game.faces)
    ahead = sum(worth[face] for face in game.look(position))
    return 1.0 / (1.0 + math.exp(-STEEPNESS * ahead))


@lru_cache(maxsize=64)
def _worth(faces: tuple[Face, ...]) -> tuple[float, ...]:
    signs = {"first": 1.0, "second": -1.0}
    return tuple(
        0.0 if face.tray else signs.get(face.owner, 0.0) * WORTH.get(face.rank, 1.0) for face in faces
    )
