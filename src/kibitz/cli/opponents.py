"""Bots and levels as the settings have them: they may name the chess engine to use."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.bots import levels as bots
from kibitz.core.game import AnyGame
from kibitz.core.player import Bot, Level


def levels(game: AnyGame) -> Sequence[Level]:
    """The levels at which a game can be played, the weakest first."""
    return bots.levels(game, _engine())


def find_bot(game: AnyGame, name: str) -> Bot:
    """The bot of this name for a game; raises BadSetting."""
    return bots.find_bot(game, name, _engine())


def _engine() -> str:
    from kibitz.settings import settings

    named = settings().chess_engine
    return str(named) if named else ""
