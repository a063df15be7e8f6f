"""How a folder of `games/` offers its games: a name, the games everyone knows, and a way to make any."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.core.game import AnyGame


@dataclass(frozen=True, slots=True)
class Family:
    """All games that share one rule room. Each folder of games has exactly one, called FAMILY."""

    name: str
    standard: tuple[str, ...]
    """Full names of the games that are listed: `("ur", "ur/masters")`."""
    make: Callable[[str], AnyGame]
    """The game for the part of the name after the slash (empty: none); raises UnknownGame."""
    from_rules: Callable[[str, Mapping[str, Any]], AnyGame] | None = None
    """A game by house rules: its full name and the parsed TOML; raises BadRules."""
