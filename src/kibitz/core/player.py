"""Whoever chooses moves: a person, a bot, an engine process."""

from __future__ import annotations

from typing import Protocol

from kibitz.core.game import Game, M, P


class Player(Protocol):
    """Chooses a move when asked; asking again or cancelling the task ends the thinking."""

    @property
    def name(self) -> str: ...

    async def choose(self, game: Game[P, M], position: P) -> M:
        """One of `game.moves(position)`."""
