"""Atoll, by Mark Steere; nothing heavy is imported before a game is asked for."""

from __future__ import annotations

from kibitz.core.errors import UnknownGame, quoted
from kibitz.core.family import Family
from kibitz.core.game import AnyGame

USUAL = "5"
CHOICES = tuple(f"{n}{pie}" for pie in ("", "-pie") for n in (3, 5, 7, 9))


def make(rest: str) -> AnyGame:
    """The game of a size, `-pie` behind it for the pie rule; size 5 when none is given."""
    if (rest or USUAL) not in CHOICES:
        raise UnknownGame(f"There is no Atoll board {quoted(rest)}; choose one of {', '.join(CHOICES)}.")
    from kibitz.games.atoll.rules import Atoll

    n, _, pie = (rest or USUAL).partition("-")
    return Atoll(int(n), bool(pie))


FAMILY = Family("atoll", tuple(f"atoll/{choice}" for choice in CHOICES), make)
