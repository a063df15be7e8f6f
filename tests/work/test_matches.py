"""Matches elsewhere: the same games as here, whoever dies (issue 5, lines 5 and 8)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz.bots.contest import Played, Terms, spread_contest
from kibitz.bots.levels import find_bot
from kibitz.bots.score import Sprt
from kibitz.cli.app import app
from kibitz.cli.spreading import spreading
from kibitz.games import find
from kibitz.settings import settings
from tests.work.cluster import kill_one

pytestmark = pytest.mark.xdist_group("cluster")  # one cluster for all of them

UR = find("ur")
BOTS = "kibitz:easy", "kibitz:medium"


def story(games: list[Played]) -> list[tuple[object, ...]]:
    """What does not depend on the clock."""
    return [(game.opening, game.first, game.outcome, game.plies, game.fault) for game in games]


def test_a_match_on_a_cluster_with_a_worker_killed_is_the_match_played_here(address: str) -> None:
    seen: list[Played] = []

    def told(played: Played) -> None:
        seen.append(played)
        if len(seen) == 9:
            kill_one(address)

    terms = Terms(games=19)
    there = spread_contest(UR, BOTS, find_bot, terms, spreading(address), told=told)
    here = spread_contest(UR, BOTS, find_bot, terms, spreading(workers=1))
    assert len(seen) == 19
    assert story(there.games) == story(here.games)
    assert [game.first for game in here.games] == [0, 1] * 9 + [0]


def test_a_game_from_the_settings_folder_is_played_elsewhere_too(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_GAMES_DIR", str(Path(__file__).parents[1] / "fixtures" / "games"))
    settings.cache_clear()
    results = [run("noughts", *where) for where in (["--workers", "2"], ["--scheduler", address])]
    settings.cache_clear()
    assert results[0] == results[1]


def run(game: str, *where: str) -> list[object]:
    words = ["match", game, "kibitz:easy", "random", "--games", "6", "--openings", "1", "--json", *where]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    found: list[object] = json.loads(done.output)["results"]
    return found


def test_the_sequential_test_ends_a_match_that_is_played_elsewhere() -> None:
    terms = Terms(games=4000, sprt=Sprt(0, 400))
    tally = spread_contest(UR, ("kibitz:hard", "random"), find_bot, terms, spreading(workers=2))
    assert 2 <= len(tally.games) < 400


def test_a_wrong_bot_is_one_sentence_before_any_worker_is_asked() -> None:
    done = CliRunner().invoke(
        app, ["match", "ur", "kibitz:nobody", "random", "--scheduler", "tcp://127.0.0.1:1"]
    )
    assert "Ur has no level" in str(done.exception) or "has no level" in str(done.exception)
