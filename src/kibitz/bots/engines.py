"""Chess engines that are on this machine anyway, held to levels.

Stockfish is looked for in the search path and in the usual folders; the settings may name another program.
What a level means is the engine's affair: it is told a rating where it can be (UCI_Elo), else a skill level,
else it gets fewer positions to look at.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.core.game import AnyGame
from kibitz.core.player import Level, Limit

USUAL = "stockfish"
FOLDERS = ("/usr/games", "/usr/local/bin", "/opt/homebrew/bin")
FULL = "full"
HELD_S, FULL_S = 0.3, 1.0


@dataclass(frozen=True, slots=True)
class Held:
    """An engine at a level; no rating means that it is not held back."""

    path: str
    level: Level
    elo: int | None = None


RATINGS = (1400, 1700, 2000, 2300, 2600)
STRONGER_THAN = {1400: "novice", 1700: "easy", 2000: "medium", 2300: "expert", 2600: "expert"}
"""Between Kibitz's own levels by measured strength: docs/bots.md."""


def found(named: str = "") -> Path | None:
    """The engine's program: the one that is named, or else Stockfish if it is here."""
    if named:
        return Path(named).expanduser()
    on_path = shutil.which(USUAL)
    places = [Path(on_path)] if on_path else [Path(folder) / USUAL for folder in FOLDERS]
    return next((place for place in places if place.is_file() and os.access(place, os.X_OK)), None)


def held(game: AnyGame, named: str = "") -> Sequence[Held]:
    """The levels of the engine on this machine, the weakest first; none for games that are not chess."""
    program = found(named) if game.name == "chess" else None
    if program is None:
        return ()
    title = program.stem.capitalize()
    name = re.sub(r"[^a-z0-9]+", "-", program.stem.lower()).strip("-") or "engine"
    return (
        *(_rated(str(program), name, title, elo) for elo in RATINGS),
        Held(
            str(program),
            Level(f"{name}:{FULL}", title, f"{title}, one second a move.", Limit(seconds=FULL_S)),
        ),
    )


def _rated(path: str, name: str, title: str, elo: int) -> Held:
    told = f"{title}, held to a rating of about {elo:,}."
    return Held(path, Level(f"{name}:{elo}", f"{title} {elo}", told, Limit(seconds=HELD_S)), elo)


def merged(own: Sequence[Level], others: Sequence[Held]) -> Sequence[Level]:
    """Kibitz's levels and the engine's in one list, the weakest first."""
    listed, at = list(own), 0
    for one in others:
        names = [level.name for level in listed]
        weaker = STRONGER_THAN.get(one.elo or 0, "")
        at = max(at, names.index(weaker) + 1 if weaker in names else len(listed))
        listed.insert(at, one.level)
        at += 1
    return tuple(listed)


def holding(offered: Mapping[str, Any], elo: int) -> dict[str, str | int | bool | None]:
    """The options that hold an engine to a rating, from those that it offers."""
    if "UCI_LimitStrength" in offered and "UCI_Elo" in offered:
        return {"UCI_LimitStrength": True, "UCI_Elo": _within(offered["UCI_Elo"], elo)}
    if "Skill Level" in offered:
        return {"Skill Level": _within(offered["Skill Level"], (elo - 1000) // 100)}
    return {}


def fewer(limit: Limit, elo: int) -> Limit:
    """The limit for an engine that offers nothing to hold it by: twice the positions for 120 points."""
    return Limit(seconds=limit.seconds, depth=limit.depth, nodes=int(20 * 2 ** ((elo - 1000) / 120)))


def _within(option: Any, wanted: int) -> int:
    low = option.min if option.min is not None else wanted
    high = option.max if option.max is not None else wanted
    return int(min(max(wanted, low), high))
