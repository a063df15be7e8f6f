"""Chess by the FIDE rules; nothing heavy is imported before a game is asked for."""

from __future__ import annotations

from kibitz.core.errors import UnknownGame, quoted
from kibitz.core.family import Family
from kibitz.core.game import AnyGame


def make(rest: str) -> AnyGame:
    """The one game of this family."""
    if rest:
        raise UnknownGame(f"There is no chess variant {quoted(rest)}; the game is called chess.")
    from kibitz.games.chess.rules import Chess

    return Chess()


FAMILY = Family("chess", ("chess",), make)
