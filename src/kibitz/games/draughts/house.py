"""House rules: a variant from a TOML file that names a known rule set and the switches that differ.

base = "russian"
title = "Sunday draughts"
capture_obligatory = false

[draws]
quiet_moves = 30
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, replace
from typing import Any

from kibitz.core.errors import BadRules, UnknownGame, quoted
from kibitz.games.draughts.switches import ALLOWED, CRITERIA, DrawRules, Ending, Variant
from kibitz.games.draughts.variants import preset

_LARGEST = 10_000  # moves; beyond it a rule would never apply
_OWN_KEYS = ("base", "title", "draws")
_SWITCHES = tuple(f.name for f in fields(Variant) if f.name not in ("name", "title", "pdn_type", "draws"))
_DEFAULTS = {f.name: f.default for f in fields(Variant)}


def from_rules(name: str, data: Mapping[str, Any]) -> Variant:
    """The variant these rules describe; raises BadRules naming the key, the value and what is allowed."""
    _known_keys(name, data, (*_OWN_KEYS, *_SWITCHES))
    base = _base(name, data.get("base", "international"))
    switches = {key: _switch(f"{name}: {key}", key, data[key]) for key in _SWITCHES if key in data}
    title = _text(f"{name}: title", data.get("title", name))
    draws = _draws(f"{name}: draws", data["draws"], base.draws) if "draws" in data else base.draws
    return replace(base, name=name, title=title, pdn_type=None, draws=draws, **switches)


def _known_keys(place: str, data: Mapping[str, Any], allowed: Collection[str]) -> None:
    for key in data:
        if key not in allowed:
            close = difflib.get_close_matches(str(key)[:60], allowed, 1)
            hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(allowed)}."
            raise BadRules(f"{place}: there is no switch called {quoted(str(key))}; {hint}")


def _base(name: str, value: Any) -> Variant:
    try:
        return preset(_text(f"{name}: base", value))
    except UnknownGame as error:
        raise BadRules(f"{name}: base: {error}") from None


def _switch(place: str, key: str, value: Any) -> Any:
    """The value of a switch, checked against what it understands."""
    if key in ALLOWED:
        return _word(place, value, ALLOWED[key])
    if key == "precedence":
        return tuple(_word(place, item, CRITERIA) for item in _list(place, value))
    return _truth(place, value) if isinstance(_DEFAULTS[key], bool) else _number(place, value)


def _draws(place: str, value: Any, base: DrawRules) -> DrawRules:
    data = _table(place, value, ("repetition", "quiet_moves", "endings"))
    numbers: dict[str, Any] = {
        key: _number(f"{place}.{key}", data[key]) for key in ("repetition", "quiet_moves") if key in data
    }
    if "endings" not in data:
        return replace(base, **numbers)
    written = enumerate(_list(f"{place}.endings", data["endings"]), 1)
    return replace(
        base, **numbers, endings=tuple(_ending(f"{place}.endings[{i}]", item) for i, item in written)
    )


def _ending(place: str, value: Any) -> Ending:
    data = _table(place, value, tuple(_ENDING))
    if "moves" not in data:
        raise BadRules(f"{place}: moves is missing: after how many moves of each player is it a draw?")
    if ("pieces" in data) == ("strong" in data and "weak" in data):
        raise BadRules(f"{place}: give either pieces, or both strong and weak.")
    return Ending(**{key: _ENDING[key](f"{place}.{key}", data[key]) for key in data})


def _pieces(place: str, value: Any) -> tuple[int, int]:
    least_most = tuple(_number(place, item) for item in _list(place, value))
    if len(least_most) != 2 or least_most[0] > least_most[1]:
        raise BadRules(f"{place} is {_shown(value)}, but must be two numbers: the least and the most pieces.")
    return least_most[0], least_most[1]


def _forces(place: str, value: Any) -> tuple[str, ...]:
    forces = tuple(_text(place, item) for item in _list(place, value))
    for force in forces:
        if not force or "".join(sorted(force)) != force or set(force) - {"K", "M"}:
            raise BadRules(f"{place} names {quoted(force)}, but forces are written KKM: kings K, then men M.")
    return forces


def _word(place: str, value: Any, allowed: Collection[str]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise BadRules(f"{place} is {_shown(value)}, but can only be {' or '.join(allowed)}.")
    return value


def _text(place: str, value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 80 or not value.isprintable():
        raise BadRules(f"{place} is {_shown(value)}, but must be a text of 1 to 80 characters.")
    return value


def _truth(place: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadRules(f"{place} is {_shown(value)}, but can only be true or false.")
    return value


def _number(place: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LARGEST:
        raise BadRules(f"{place} is {_shown(value)}, but must be a whole number from 0 to {_LARGEST}.")
    return value


def _list(place: str, value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) > 100:
        raise BadRules(f"{place} is {_shown(value)}, but must be a list.")
    return value


def _table(place: str, value: Any, keys: Collection[str]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadRules(f"{place} is {_shown(value)}, but must be a table of {', '.join(keys)}.")
    _known_keys(place, value, keys)
    return value


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return quoted(value) if isinstance(value, str) else quoted(repr(value)).strip("'")


_ENDING: dict[str, Callable[[str, Any], Any]] = {
    "moves": _number,
    "strong": _forces,
    "weak": _forces,
    "or_more": _truth,
    "main_road": _truth,
    "pieces": _pieces,
}
