"""House rules of Ur from a TOML file: a rule set to begin with, and the switches that differ.

family = "ur"
base = "finkel"            # or masters, masters4, blitz, aseb
title = "Ur as at home"
pieces = 5
dice = "three"             # three dice, 0 counts 4; or "four"
safe_rosettes = true
rosette_rolls_again = true
capture_rolls_again = false
exact_bear_off = true
may_decline = false
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kibitz.core.errors import BadRules, quoted
from kibitz.games.ur.rulesets import FOUR_BINARY, RULESETS, THREE_BINARY_0_IS_4, RuleSet

DICE = {"four": FOUR_BINARY, "three": THREE_BINARY_0_IS_4}
SWITCHES = ("rosette_rolls_again", "capture_rolls_again", "exact_bear_off", "may_decline")
LONGEST_TITLE = 80


def house_rules(name: str, given: Mapping[str, Any]) -> RuleSet:
    """The rule set that a file describes; raises BadRules."""
    known = ("base", "title", "pieces", "dice", "safe_rosettes", *SWITCHES)
    for key in given:
        if key not in known:
            raise BadRules(f"Ur has no rule called {quoted(key)}; there are {', '.join(known)}.")
    base = RULESETS[_choice(given, "base", "finkel", tuple(RULESETS))]
    switched: dict[str, Any] = {key: _flag(given, key, getattr(base, key)) for key in SWITCHES}
    dice = DICE[_choice(given, "dice", "", tuple(DICE))] if "dice" in given else base.dice
    safe = base.rosettes if _flag(given, "safe_rosettes", bool(base.safe)) else frozenset()
    pieces, title = given.get("pieces", base.pieces), given.get("title", name)
    if not isinstance(pieces, int) or isinstance(pieces, bool):
        raise BadRules("The rule 'pieces' is a whole number: the stones of a side.")
    if not isinstance(title, str) or not 0 < len(title) <= LONGEST_TITLE:
        raise BadRules(f"The 'title' is a text of 1 to {LONGEST_TITLE} characters.")
    return replace(base, name=name, title=title, pieces=pieces, dice=dice, safe=safe, **switched)


def _choice(given: Mapping[str, Any], key: str, default: str, known: tuple[str, ...]) -> str:
    value = given.get(key, default)
    if value not in known:
        raise BadRules(f"The rule {key!r} is one of {', '.join(known)}, not {quoted(str(value))}.")
    return str(value)


def _flag(given: Mapping[str, Any], key: str, default: bool) -> bool:
    value = given.get(key, default)
    if not isinstance(value, bool):
        raise BadRules(f"The rule {key!r} is true or false, not {quoted(str(value))}.")
    return value
