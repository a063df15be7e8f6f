"""The Royal Game of Ur and its relatives: see README.md for the rules, the names and the notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.core.family import Family
from kibitz.core.game import AnyGame


def _make(rest: str) -> AnyGame:
    from kibitz.games.ur.game import Ur
    from kibitz.games.ur.rulesets import by_name

    return Ur(by_name(rest))


def _from_rules(name: str, rules: Mapping[str, Any]) -> AnyGame:
    from kibitz.games.ur.game import Ur
    from kibitz.games.ur.house import house_rules

    return Ur(house_rules(name, rules))


FAMILY = Family("ur", ("ur", "ur/aseb", "ur/blitz", "ur/masters"), _make, _from_rules)
