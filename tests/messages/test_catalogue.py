"""Every text exists in every language with the same blanks, and every key the games use has a text."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

import kibitz
from kibitz.core.errors import BadSetting
from kibitz.core.game import Reason, Seat
from kibitz.core.ruling import (
    Ambiguous,
    Played,
    Restored,
    Ruling,
    TakenBack,
    Turned,
    Underway,
    Unexplained,
    Waiting,
)
from kibitz.games import find
from kibitz.messages import LANGUAGES, catalogue, said

SOURCE = Path(kibitz.__file__).parent


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_with_the_same_blanks(language: str) -> None:
    english, other = catalogue("en").texts, catalogue(language).texts
    assert set(other) == set(english)
    assert {key: blanks(text) for key, text in other.items()} == {
        key: blanks(t) for key, t in english.items()
    }
    assert all(text.strip() for text in other.values())


def test_a_language_is_not_english_in_disguise() -> None:
    english = catalogue("en").texts
    for language in ("pl", "sr", "sr-Cyrl"):
        same = [
            key for key, text in catalogue(language).texts.items() if text == english[key] and "{" not in text
        ]
        assert same == []


def test_serbian_is_read_in_both_scripts() -> None:
    assert catalogue("sr-Cyrl").text("outcome.agreed") == "по договору"
    assert catalogue("sr").text("outcome.agreed") == "po dogovoru"
    assert not any("а" <= c <= "я" for text in catalogue("sr").texts.values() for c in text.lower())


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(BadSetting, match="'xx'"):
        catalogue("xx")


def keys_in_code(call: str, position: int) -> set[str]:
    """The keys that calls of Reason, Outcome and Broken are given, found by reading the code."""
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == call:
                for value in node.args[position : position + 1]:
                    found |= {
                        n.value
                        for n in ast.walk(value)
                        if isinstance(n, ast.Constant) and isinstance(n.value, str)
                    }
    return {key for key in found if key and key.replace("-", "").isalpha()}


def test_every_reason_has_a_text() -> None:
    from kibitz.games.draughts.forbidden import RULES as DRAUGHTS
    from kibitz.games.ur.explain import RULES as UR

    used = keys_in_code("Reason", 0) | keys_in_code("Broken", 0) | set(DRAUGHTS) | set(UR)
    assert {f"reason.{key}" for key in used} <= set(catalogue("en").texts)


def test_every_outcome_has_a_text() -> None:
    used = keys_in_code("Outcome", 1)
    assert {"checkmate", "resigned", "agreed"} <= used
    assert {f"outcome.{key}" for key in used} <= set(catalogue("en").texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_is_put_into_words(language: str) -> None:
    game = find("draughts/english")
    start = game.start()
    moves = game.moves(start)
    rulings: list[Ruling[object]] = [
        Played((moves[0],)),
        Underway(game.look(start), (moves[0],)),
        Ambiguous(((moves[0],), (moves[1],))),
        Unexplained(
            (1, 3), Reason("obligatory-capture", (1, 3), "a capture is obligatory"), game.look(start)
        ),
        Restored(),
        TakenBack(),
        TakenBack(2),
        Turned(),
        *(
            Waiting(why)
            for why in ("unchanged", "covered", "settling", "unclear", "underway", "wrong", "behind")
        ),
    ]
    told = [said(catalogue(language), game, start, ruling) for ruling in rulings]
    assert len(set(told)) == len(told)
    assert game.write(start, moves[0]) in told[0]


def test_the_dice_and_the_winner_are_named() -> None:
    from kibitz.core.game import Outcome
    from kibitz.messages.rulings import ended

    texts = catalogue("en")
    assert ended(texts, Outcome(Seat.FIRST, "checkmate")) == "The winner is the first player: checkmate."
    assert ended(texts, Outcome(None, "agreed")) == "The game is drawn: agreed."
