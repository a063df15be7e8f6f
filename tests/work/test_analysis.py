"""A whole archive judged elsewhere: the same judgement as here, whoever dies (issue 5, line 8)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from kibitz.archive.formats import from_json
from kibitz.bots.random import drawn
from kibitz.cli import spreading as places
from kibitz.cli.app import app
from kibitz.cli.archive import opened
from kibitz.core.errors import KibitzError
from kibitz.core.record import Entry, GameRecord, Kind
from kibitz.games import find
from kibitz.settings import settings
from tests.archive.samples import keep
from tests.work.cluster import kill_one
from tests.work.killing import killing

pytestmark = pytest.mark.xdist_group("cluster")  # one cluster for all of them

UR, GAMES, PLIES = find("ur"), 8, 30


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An archive of games of Ur played at random for a while."""
    monkeypatch.setenv("KIBITZ_DATA_DIR", str(tmp_path / "data"))
    settings.cache_clear()
    with opened() as store:
        for seed in range(GAMES):
            keep(store, at_random(Random(seed)))
    yield tmp_path
    settings.cache_clear()


def at_random(rng: Random) -> GameRecord:
    position, entries = UR.start(), list[Entry]()
    for _ in range(PLIES):
        move = drawn(UR, position, rng)
        entries.append(Entry(Kind.MOVE, UR.write(position, move), UR.turn(position)))
        position = UR.play(position, move)
    return GameRecord(UR.name, UR.version, "", tuple(entries))


def analysed(*words: str) -> dict[int, object]:
    done = CliRunner().invoke(app, ["archive", "analyse", "--all", "--level", "hard", "--json", *words])
    assert done.exit_code == 0, (done.output, done.exception)
    games = [json.loads(line) for line in done.stdout.splitlines()]
    return {game["id"]: game["plies"] for game in games}


def test_an_archive_is_judged_on_a_cluster_with_a_worker_killed_as_it_is_here(
    kept: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = analysed("--workers", "1")
    assert sorted(here) == list(range(1, GAMES + 1)) and all(here.values())
    monkeypatch.setattr(
        "kibitz.cli.analyse_archive.spreading",
        lambda *words: killing(places.spreading(*words), lambda: kill_one(address), after=3),
    )
    assert analysed("--scheduler", address) == here


def test_the_games_come_back_with_notes_in_their_order(kept: Path) -> None:
    done = CliRunner().invoke(
        app,
        ["archive", "analyse", "2", "1", "--level", "hard", "--workers", "1", "-o", str(kept / "new.json")],
    )
    assert done.exit_code == 0 and "given away a move" in done.stdout
    games = from_json((kept / "new.json").read_text(encoding="utf-8"))
    assert len(games) == 2 and any(entry.kind is Kind.NOTE for entry in games[0][0].entries)


@pytest.mark.parametrize("words", [[], ["1", "--all"], ["1", "--seconds", "0"], ["77"]])
def test_wrong_wishes_are_one_sentence(kept: Path, words: list[str]) -> None:
    done = CliRunner().invoke(app, ["archive", "analyse", "--workers", "1", *words])
    assert done.exit_code == 1 and isinstance(done.exception, KibitzError)
