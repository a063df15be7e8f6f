"""Every game has a golden playthrough, and plays it again to the letter."""

from __future__ import annotations

import pytest

from kibitz.games import find
from tests.laws.games_under_test import ALL
from tests.laws.playthrough import FOLDER, path_of, playthrough


@pytest.mark.parametrize("name", ALL)
def test_a_game_repeats_its_golden_playthrough(name: str) -> None:
    path = path_of(name)
    assert path.exists(), f"no playthrough of {name}: run python -m tests.laws.playthrough"
    assert playthrough(find(name)) == path.read_text(encoding="utf-8")


def test_there_is_no_playthrough_of_a_game_that_is_gone() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {path_of(name).name for name in ALL}
