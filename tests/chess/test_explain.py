"""Every illegal change of the chess board is named with its cells and its rule."""

from __future__ import annotations

import random

import pytest

from kibitz.core.look import Look
from tests.chess.played import CHESS, after, cells, changed

START = ""
PIN = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1"
CASTLE = "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1"
LAST_RANK = "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("setup", "faces", "key", "where"),
    [
        (START, {}, "unchanged", ""),
        (START, {"e7": ".", "e5": "p"}, "not-your-turn", "e7 e5"),
        (START, {"e2": ".", "e5": "P"}, "wrong-piece-move", "e2 e5"),
        (START, {"f1": ".", "c4": "B"}, "blocked", "f1 c4 e2"),
        (START, {"a1": ".", "a4": "R"}, "blocked", "a1 a4 a2"),
        (START, {"d1": ".", "d2": "Q"}, "captures-own", "d1 d2"),
        (START, {"d1": "."}, "removed-own", "d1"),
        (START, {"d8": "."}, "removed-other", "d8"),
        (START, {"e4": "Q"}, "added-piece", "e4"),
        (START, {"d1": "N"}, "changed-piece", "d1"),
        (START, {"d1": "q"}, "changed-piece", "d1"),
        (START, {"e2": ".", "e4": "Q"}, "changed-piece", "e2 e4"),
        (START, {"e2": ".", "e4": "P", "a7": "."}, "removed-other", "a7"),
        (START, {"e2": ".", "e4": "P", "d1": "."}, "removed-own", "d1"),
        (START, {"e2": ".", "e4": "P", "d2": ".", "d4": "P"}, "several-moves", "d4 e4 d2 e2"),
        (PIN, {"e2": ".", "c3": "N"}, "leaves-king-in-check", "e2 c3 e1 e8"),
        (CASTLE, {"e1": ".", "g1": "K"}, "illegal-castling", "e1 g1 f1"),
        (CASTLE, {"e1": ".", "g1": "K", "h1": ".", "f1": "R"}, "illegal-castling", "e1 g1 f1"),
        (CASTLE, {"e1": ".", "f1": "K"}, "leaves-king-in-check", "e1 f1 f3"),
        (LAST_RANK, {"b7": ".", "b8": "P"}, "missing-promotion", "b7 b8"),
        (LAST_RANK, {"b7": ".", "b8": "K"}, "bad-promotion", "b7 b8"),
    ],
)
def test_a_wrong_look_is_explained(setup: str, faces: dict[str, str], key: str, where: str) -> None:
    position = after(setup=setup)
    reason = CHESS.why_not(position, changed(position, **faces))
    assert (reason.key, reason.cells) == (key, cells(*where.split()))
    assert reason.rule.endswith(".")


@pytest.mark.parametrize(
    ("setup", "rule"),
    [
        ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "out of check"),
        ("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "through check on f1"),
        ("4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", "into check"),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "has moved"),
        ("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "between king and rook"),
    ],
)
def test_a_castling_says_which_of_its_rules_is_broken(setup: str, rule: str) -> None:
    position = after(setup=setup)
    reason = CHESS.why_not(position, changed(position, e1=".", g1="K"))
    assert reason.key == "illegal-castling" and rule in reason.rule


def test_after_the_end_nothing_may_be_moved() -> None:
    mated = after("f3", "e5", "g4", "Qh4")
    assert CHESS.why_not(mated, changed(mated, a2=".", a3="P")).key == "game-over"


def test_any_look_at_all_gets_an_answer() -> None:
    rng, position = random.Random(1), after("e4", "e5", "Nf3", "Nc6", "Bb5")
    keys = set()
    for _ in range(3000):
        look = bytearray(CHESS.look(position))
        for _ in range(rng.randrange(1, 5)):
            here, there = rng.randrange(64), rng.randrange(64)
            look[there], look[here] = look[here], rng.choice((0, 0, 0, look[here], rng.randrange(13)))
        reason = CHESS.why_not(position, Look(bytes(look)))
        assert all(0 <= cell < 64 for cell in reason.cells)
        keys.add(reason.key)
    assert len(keys) >= 8
