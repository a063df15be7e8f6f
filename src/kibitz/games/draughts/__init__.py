"""Draughts: every rule set with a name, and house rules made of switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.core.family import Family
from kibitz.core.game import AnyGame
from kibitz.games.draughts.variants import PRESETS, preset


def _make(rest: str) -> AnyGame:
    from kibitz.games.draughts.game import DraughtsGame

    return DraughtsGame(preset(rest))


def _from_rules(name: str, data: Mapping[str, Any]) -> AnyGame:
    from kibitz.games.draughts.game import DraughtsGame
    from kibitz.games.draughts.house import from_rules

    return DraughtsGame(from_rules(name.removeprefix("draughts/"), data))


FAMILY = Family("draughts", tuple(f"draughts/{name}" for name in PRESETS), _make, _from_rules)
