"""House rules: what a rules file may say, and how it is told what is wrong with it."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.errors import BadRules
from kibitz.games import from_file
from kibitz.games.draughts import rules
from kibitz.games.draughts.house import from_rules
from kibitz.games.draughts.switches import DrawRules, Ending
from kibitz.games.draughts.variants import PRESETS, preset

KITCHEN = """
base = "russian"
title = "Kitchen draughts"
size = 10
rows = 4
men_capture_backward = "later"
continuing_obligatory = false
precedence = ["with_king"]

[draws]
repetition = 0
quiet_moves = 30

[[draws.endings]]
moves = 5
strong = ["KKK", "KKM"]
weak = ["K"]
main_road = true

[[draws.endings]]
moves = 30
pieces = [4, 5]
"""


def test_a_file_names_a_rule_set_and_what_differs() -> None:
    kitchen = from_rules("kitchen", tomllib.loads(KITCHEN))
    assert kitchen == replace(
        preset("russian"),
        name="kitchen",
        title="Kitchen draughts",
        pdn_type=None,
        size=10,
        rows=4,
        men_capture_backward="later",
        continuing_obligatory=False,
        precedence=("with_king",),
        draws=DrawRules(
            0, 30, (Ending(5, ("KKK", "KKM"), ("K",), main_road=True), Ending(30, pieces=(4, 5)))
        ),
    )
    assert len(rules.legal(kitchen, rules.start(kitchen))) == 9


def test_a_file_is_found_as_a_game(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.toml"
    path.write_text(KITCHEN, encoding="utf-8")
    game = from_file(path)
    assert (game.name, game.title) == ("draughts/kitchen", "Kitchen draughts")


@pytest.mark.parametrize("name", PRESETS)
def test_any_preset_may_be_the_base(name: str) -> None:
    assert from_rules("mine", {"base": name, "title": "t"}) == replace(
        preset(name), name="mine", title="t", pdn_type=None
    )


def test_the_losing_game_may_be_the_base() -> None:
    assert from_rules("mine", {"base": "czech-losing"}).losing


MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"bse": "russian"}, "mine: there is no switch called 'bse'; did you mean base?"),
    ({"flying_king": True}, "mine: there is no switch called 'flying_king'; did you mean flying_kings?"),
    ({"name": "x"}, "mine: there is no switch called 'name'"),
    ({"pdn_type": 25}, "mine: there is no switch called 'pdn_type'"),
    ({"base": "rusian"}, "mine: base: There is no draughts rule set called 'rusian'; did you mean russian?"),
    ({"base": 3}, "mine: base is 3, but must be a text of 1 to 80 characters."),
    ({"title": "a\0b"}, "mine: title is 'a�b', but must be a text of 1 to 80 characters."),
    ({"size": 9}, "mine: size is 9, but a board has 6, 8, 10, 12 or 14 rows"),
    ({"size": "ten"}, "mine: size is 'ten', but must be a whole number from 0 to 10000."),
    ({"size": True}, "mine: size is true, but must be a whole number from 0 to 10000."),
    ({"size": 8.0}, "mine: size is 8.0, but must be a whole number from 0 to 10000."),
    ({"rows": -1}, "mine: rows is -1, but must be a whole number from 0 to 10000."),
    ({"flying_kings": 1}, "mine: flying_kings is 1, but can only be true or false."),
    ({"lifted": "later"}, "mine: lifted is 'later', but can only be at_once or at_end."),
    ({"lifted": ["at_end"]}, "mine: lifted is ['at_end'], but can only be at_once or at_end."),
    ({"precedence": "most"}, "mine: precedence is 'most', but must be a list."),
    ({"precedence": ["best"]}, "mine: precedence is 'best', but can only be most or value or with_king or"),
    ({"draws": 3}, "mine: draws is 3, but must be a table of repetition, quiet_moves, endings."),
    ({"draws": {"repeat": 3}}, "mine: draws: there is no switch called 'repeat'; did you mean repetition?"),
    ({"draws": {"repetition": "3"}}, "mine: draws.repetition is '3', but must be a whole number"),
    ({"draws": {"endings": [{"strong": ["K"]}]}}, "mine: draws.endings[1]: moves is missing"),
    ({"draws": {"endings": [{"moves": 3}]}}, "mine: draws.endings[1]: give either pieces, or both strong"),
    (
        {"draws": {"endings": [{"moves": 3, "strong": ["MK"], "weak": ["K"]}]}},
        "mine: draws.endings[1].strong names 'MK', but forces are written KKM: kings K, then men M.",
    ),
    (
        {"draws": {"endings": [{"moves": 3, "pieces": [5, 4]}]}},
        "mine: draws.endings[1].pieces is [5, 4], but must be two numbers: the least and the most pieces.",
    ),
    (
        {"capture_obligatory": False},
        "mine: capture is not obligatory, so no capture can have precedence: precedence must be empty",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("data", "message"), MISTAKES, ids=[message for _, message in MISTAKES])
def test_a_mistake_is_named_with_its_key_its_value_and_what_is_allowed(
    data: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadRules) as caught:
        from_rules("mine", data)
    assert str(caught.value).startswith(message)


def test_a_hostile_file_gets_a_short_answer() -> None:
    nested: Any = []
    for _ in range(300):
        nested = [nested]
    for data in (
        {"x" * 60_000: 1},
        {"size": nested},
        {"precedence": ["most"] * 10_000},
        {"title": "x" * 60_000},
    ):
        with pytest.raises(BadRules) as caught:
            from_rules("mine", data)
        assert len(str(caught.value)) < 1200
