"""SPEC B2: the moves are all there and no others, counted against published numbers."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest

from tests.chess.played import CHESS

ENTRIES: list[dict[str, Any]] = json.loads(
    files("kibitz.games.chess").joinpath("perft/standard.json").read_text(encoding="utf-8")
)["entries"]
MOST_NODES = 200_000


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry["name"]))
def test_b2_perft_agrees_with_the_published_counts(entry: dict[str, Any]) -> None:
    position = CHESS.start(entry["setup"])
    expected = [nodes for nodes in entry["nodes"] if nodes <= MOST_NODES]
    assert len(expected) >= 3
    assert [CHESS.perft(position, depth) for depth in range(1, len(expected) + 1)] == expected


def test_every_count_names_its_source() -> None:
    assert all(entry["source"] for entry in ENTRIES)


def test_depth_nought_is_the_position_itself() -> None:
    assert CHESS.perft(CHESS.start(), 0) == 1
