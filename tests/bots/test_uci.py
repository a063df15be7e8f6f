"""Chess engines behind UCI: a move comes, a stop is heard, and every failure is one sentence in time."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from kibitz.bots import uci, uci_process
from kibitz.bots.levels import close, find_bot
from kibitz.bots.uci import UciBot
from kibitz.core.errors import BadSetting, EngineFault
from kibitz.core.player import Limit
from kibitz.games import find
from tests.bots.engines import program

CHESS = find("chess")
SOON = Limit(seconds=0.05)


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uci, "STOP_S", 1.0)
    monkeypatch.setattr(uci, "GRACE_S", 1.5)


def test_an_engine_plays_and_tells_its_score(tmp_path: Path) -> None:
    bot = UciBot(program(tmp_path, "uci"))
    position = CHESS.start()
    for _ in range(3):
        thought = bot.think(CHESS, position, SOON)
        assert thought.move in CHESS.moves(position)
        assert (thought.depth, thought.nodes) == (5, 4321)
        assert thought.line == (thought.move,)
        assert thought.value is not None and 0.5 < thought.value < 0.6
        position = CHESS.play(position, thought.move)
    bot.close()


def test_a_stop_brings_the_move_at_once(tmp_path: Path) -> None:
    bot, stop = UciBot(program(tmp_path, "uci")), threading.Event()
    bot.prepare()
    threading.Timer(0.2, stop.set).start()
    thought = bot.think(CHESS, CHESS.start(), Limit(seconds=600), stop.is_set)
    assert thought.move in CHESS.moves(CHESS.start())
    bot.close()


@pytest.mark.parametrize("how", ["crash", "early", "hang", "mute", "garbage"])
def test_every_failure_is_one_sentence(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if how == "mute":
        monkeypatch.setattr(uci_process, "START_S", 1.5)
    bot = UciBot(program(tmp_path, "broken", how))
    with pytest.raises(EngineFault, match=r"^The engine '.*'.* [a-z].*\.$"):
        bot.think(CHESS, CHESS.start(), SOON)
    assert bot._process is None


def test_options_behind_the_path_reach_the_engine(tmp_path: Path) -> None:
    path = program(tmp_path, "uci")
    bot = find_bot(CHESS, f"uci:{path}?Skill Level=3")
    assert bot.think(CHESS, CHESS.start(), SOON).move in CHESS.moves(CHESS.start())
    close(bot)
    with pytest.raises(EngineFault, match="refuses its options"):
        find_bot(CHESS, f"uci:{path}?Nonsense=3").think(CHESS, CHESS.start(), SOON)


def test_an_engine_starts_again_after_it_failed(tmp_path: Path) -> None:
    bot = UciBot(program(tmp_path, "uci"))
    bot.think(CHESS, CHESS.start(), SOON)
    bot.close()
    assert bot.think(CHESS, CHESS.start(), SOON).move in CHESS.moves(CHESS.start())
    bot.close()


def test_what_is_no_program_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(EngineFault, match="There is no engine"):
        UciBot(str(tmp_path / "nothing")).think(CHESS, CHESS.start(), SOON)
    text = tmp_path / "text"
    text.write_text("hello")
    with pytest.raises(EngineFault, match="cannot be started"):
        UciBot(str(text)).think(CHESS, CHESS.start(), SOON)


def test_uci_is_for_chess() -> None:
    with pytest.raises(BadSetting, match="UCI engines play chess"):
        find_bot(find("atoll/5"), "uci:/bin/true")
    with pytest.raises(BadSetting, match="behind the colon"):
        find_bot(CHESS, "uci:")
