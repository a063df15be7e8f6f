"""Chess engines on this machine, at levels (issue 5, point 2): found, held, listed, and played for real."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from kibitz.bots import engines
from kibitz.bots.contest import Terms, contest
from kibitz.bots.engines import fewer, found, held, holding, merged
from kibitz.bots.levels import close, find_bot, levels, own_levels
from kibitz.core.player import Limit
from kibitz.games import find
from tests.bots.engines import program

CHESS = find("chess")
STOCKFISH = found()
OWN = ["beginner", "novice", "easy", "medium", "hard", "expert", "max"]


@pytest.fixture
def nothing_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(engines, "FOLDERS", ())


@pytest.mark.usefixtures("nothing_found")
def test_without_an_engine_the_levels_are_kibitzs_own() -> None:
    assert found() is None
    assert [level.name for level in levels(CHESS)] == OWN
    assert find_bot(CHESS, "kibitz").name == "kibitz:max"


@pytest.mark.usefixtures("nothing_found")
def test_stockfish_is_found_on_the_path_and_in_the_usual_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    Path(program(folder, "uci")).rename(folder / "stockfish")
    monkeypatch.setattr(engines, "FOLDERS", (str(tmp_path / "none"), str(folder)))
    assert found() == folder / "stockfish"
    monkeypatch.setattr(engines, "FOLDERS", ())
    monkeypatch.setenv("PATH", str(folder))
    assert found() == folder / "stockfish"


def test_an_engines_levels_stand_between_kibitzs_own(tmp_path: Path) -> None:
    names = [level.name for level in levels(CHESS, program(tmp_path, "uci"))]
    assert [name for name in names if ":" not in name] == OWN
    assert [name for name in names if ":" in name] == [
        *("uci:1400", "uci:1700", "uci:2000", "uci:2300", "uci:2600", "uci:full"),
    ]
    assert names[:4] == ["beginner", "novice", "uci:1400", "easy"]
    assert names[-5:] == ["expert", "uci:2300", "uci:2600", "max", "uci:full"]
    assert [level.name for level in own_levels(CHESS)] == OWN


def test_other_games_have_no_such_levels(tmp_path: Path) -> None:
    assert held(find("atoll/5"), program(tmp_path, "uci")) == ()
    assert merged((), ()) == ()


def test_a_level_of_an_engine_plays_by_either_name(tmp_path: Path) -> None:
    named = program(tmp_path, "uci")
    for name in ("uci:1700", "kibitz:uci:1700"):
        bot = find_bot(CHESS, name, named)
        assert bot.name == "uci:1700"
        assert bot.think(CHESS, CHESS.start(), Limit(seconds=0.01)).move in CHESS.moves(CHESS.start())
        close(bot)


def test_an_engine_is_held_by_what_it_offers() -> None:
    rating = {"UCI_LimitStrength": SimpleNamespace(), "UCI_Elo": SimpleNamespace(min=1500, max=2800)}
    skill = {"Skill Level": SimpleNamespace(min=0, max=20)}
    assert holding({**rating, **skill}, 1700) == {"UCI_LimitStrength": True, "UCI_Elo": 1700}
    assert holding(rating, 1400)["UCI_Elo"] == 1500
    assert holding(skill, 1700) == {"Skill Level": 7}
    assert holding(skill, 4000) == {"Skill Level": 20}
    assert holding({}, 1700) == {}


def test_an_engine_that_offers_nothing_gets_fewer_positions() -> None:
    weak, strong = fewer(Limit(seconds=1), 1400), fewer(Limit(seconds=1), 2000)
    assert weak.seconds == 1 and weak.nodes and strong.nodes and weak.nodes < strong.nodes // 20


@pytest.mark.skipif(STOCKFISH is None, reason="Stockfish is not installed (apt-get install stockfish)")
def test_stockfish_itself_plays_a_game_and_loses_to_the_stronger_level() -> None:
    bots = find_bot(CHESS, "kibitz:hard"), find_bot(CHESS, f"uci:{STOCKFISH}?Skill Level=0")
    try:
        tally = contest(CHESS, bots, Terms(games=2, limits=(Limit(nodes=20_000), Limit(nodes=60))))
    finally:
        for bot in bots:
            close(bot)
    assert not any(game.fault for game in tally.games)
    assert tally.estimate.score >= 0.5


@pytest.mark.skipif(STOCKFISH is None, reason="Stockfish is not installed (apt-get install stockfish)")
def test_stockfish_itself_tells_its_reason_and_mates() -> None:
    bot = find_bot(CHESS, "stockfish:full")
    try:
        position = CHESS.start("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
        thought = bot.think(CHESS, position, Limit(nodes=20_000))
        assert CHESS.write(position, thought.move) == "Ra6+"
        assert thought.value is not None and thought.value > 0.99 and thought.note
        assert len(thought.line) > 1 and thought.depth > 3
        weak = find_bot(CHESS, "stockfish:1400")
        assert weak.think(CHESS, position, Limit(nodes=500)).move in CHESS.moves(position)
        close(weak)
    finally:
        close(bot)
