"""Draughts engines behind HUB, both versions: spoken faithfully, and every way to fail reported in time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz.bots import hub, process
from kibitz.bots.contest import Terms, contest
from kibitz.bots.hub import HubBot
from kibitz.bots.hub_words import find_move, write_move, write_position, written
from kibitz.bots.levels import find_bot
from kibitz.bots.random import RandomBot
from kibitz.core.errors import BadSetting, EngineFault
from kibitz.core.player import Limit
from kibitz.games import find
from tests.bots.engines import program

INTERNATIONAL = find("draughts/international")
SOON = Limit(seconds=0.05)
START = "bbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "STOP_S", 1.0)
    monkeypatch.setattr(hub, "GRACE_S", 1.5)
    monkeypatch.setattr(process, "GOODBYE_S", 0.5)


@pytest.fixture(params=["hub1", "hub2"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[HubBot]:
    bot = HubBot(program(tmp_path, request.param))
    yield bot
    bot.close()


def test_a_position_is_fifty_squares_and_the_side_to_move() -> None:
    start = INTERNATIONAL.start()
    assert write_position(INTERNATIONAL, start, capital=False) == "w" + START
    assert write_position(INTERNATIONAL, start, capital=True) == "W" + START
    kings = INTERNATIONAL.start("B:WK1,50:B2,K49")
    assert write_position(INTERNATIONAL, kings, capital=True) == "B" + "Wb" + "e" * 46 + "Bw"


def test_a_capture_names_all_that_it_takes() -> None:
    position = INTERNATIONAL.start("W:W32:B28,19,9")
    (move,) = INTERNATIONAL.moves(position)
    assert write_move(written(INTERNATIONAL, position)[move]) == "32x3x9x19x28"
    for text in ("32x3x9x19x28", "32x3x28x19x9", "32x3"):
        assert find_move(INTERNATIONAL, position, text) == move
    for text in ("32-3", "32x3x28x19x10", "32x14x28x19", "", "x", "32x3x", "99x3"):
        assert find_move(INTERNATIONAL, position, text) is None


def test_every_legal_move_comes_back_from_its_writing() -> None:
    position = INTERNATIONAL.start()
    for move, ends in written(INTERNATIONAL, position).items():
        assert find_move(INTERNATIONAL, position, write_move(ends)) == move


def test_both_versions_answer_with_a_legal_move_and_play_on(engine: HubBot) -> None:
    position = INTERNATIONAL.start()
    for _ in range(4):
        thought = engine.think(INTERNATIONAL, position, SOON)
        assert thought.move in INTERNATIONAL.moves(position)
        position = INTERNATIONAL.play(position, thought.move)


def test_both_versions_tell_depth_nodes_and_score(engine: HubBot) -> None:
    thought = engine.think(INTERNATIONAL, INTERNATIONAL.start(), Limit(depth=9))
    assert (thought.depth, thought.nodes) in ((9, 1234), (12, 1234)) and thought.note == "+0.25 men"
    assert thought.value is not None and 0.5 < thought.value < 0.7


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the engine is told, line by line."""
    monkeypatch.setenv("HUB_LOG", str(tmp_path / "log"))
    return tmp_path / "log"


def line_of(engine: HubBot, log: Path) -> tuple[str, list[str]]:
    """The last position the engine was given, and the moves after it."""
    told = log.read_text(encoding="utf-8").splitlines()
    last = max(i for i, line in enumerate(told) if line.startswith("pos "))
    if engine.path.endswith("hub1"):
        return told[last].split()[1], [line.split()[1] for line in told[last:] if line.startswith("move ")]
    said = hub.pairs(told[last])
    return said["pos"][0].lower() + said["pos"][1:], said.get("moves", "").split()


def test_an_engine_is_told_the_king_moves_that_led_here(engine: HubBot, log: Path) -> None:
    """HUB: sending moves is necessary to allow the engine to detect draw by repetition."""
    game = INTERNATIONAL
    position, told = game.start("W:WK46,K47:BK4,K15,11"), list[str]()
    start = write_position(game, position, capital=False)
    for _ in range(3):
        move = engine.think(game, position, SOON).move
        assert line_of(engine, log) == (start, told)
        told.append(write_move(written(game, position)[move]))
        position = game.play(position, move)
        reply = next(m for m, (here, _, taken) in written(game, position).items() if here != 11 and not taken)
        told.append(write_move(written(game, position)[reply]))
        position = game.play(position, reply)
    engine.think(game, position, SOON)
    assert line_of(engine, log) == (start, told) and len(told) == 6
    assert sum(line.startswith("new") for line in log.read_text().splitlines()) == 1


def test_a_man_moved_or_another_game_begins_the_line_anew(engine: HubBot, log: Path) -> None:
    game = INTERNATIONAL
    position = game.start("W:WK46,K47:BK4,K15,11")
    position = game.play(position, engine.think(game, position, SOON).move)
    position = game.play(position, game.read(position, "11-16"))
    engine.think(game, position, SOON)
    assert line_of(engine, log) == (write_position(game, position, capital=False), [])
    engine.think(game, game.start(), SOON)
    assert line_of(engine, log) == ("w" + START, [])
    assert sum(line.startswith("new") for line in log.read_text().splitlines()) == 2


def test_a_game_that_is_analysed_move_by_move_is_one_line(engine: HubBot, log: Path) -> None:
    game = INTERNATIONAL
    position = game.start("W:WK46,K47:BK4,K15,11")
    engine.think(game, position, SOON)
    for text in ("47-36", "4-10"):
        position = game.play(position, game.read(position, text))
        engine.think(game, position, SOON)
    assert line_of(engine, log)[1] == ["47-36", "4-10"]


def test_both_versions_play_whole_games_against_our_own_bot(engine: HubBot) -> None:
    """The match that the issue asks for, with the fake engine for Scan: no fault in any game."""
    tally = contest(
        INTERNATIONAL, (RandomBot(), engine), Terms(games=4, limits=(Limit(), Limit(seconds=0.001)))
    )
    assert not any(game.fault for game in tally.games) and sum(tally.counts) == 4


@pytest.mark.parametrize("limit", [Limit(nodes=5_000_000), Limit(depth=3, nodes=10, seconds=0.02)])
def test_limits_are_written_as_each_version_reads_them(engine: HubBot, limit: Limit) -> None:
    position = INTERNATIONAL.start()
    limit = limit if engine.path.endswith("hub2") else Limit(nodes=50_000)
    assert engine.think(INTERNATIONAL, position, limit).move in INTERNATIONAL.moves(position)


def test_a_stop_brings_the_move_at_once(engine: HubBot) -> None:
    stop = threading.Event()
    engine.think(INTERNATIONAL, INTERNATIONAL.start(), SOON)
    threading.Timer(0.2, stop.set).start()
    began = time.monotonic()
    thought = engine.think(INTERNATIONAL, INTERNATIONAL.start(), Limit(seconds=600), stop.is_set)
    assert thought.move in INTERNATIONAL.moves(INTERNATIONAL.start())
    assert time.monotonic() - began < 60


def test_version_2_is_told_the_variant_and_version_1_plays_only_one(tmp_path: Path) -> None:
    frisian = find("draughts/frisian")
    bot = HubBot(program(tmp_path, "hub2"))
    assert bot.think(frisian, frisian.start(), SOON).move in frisian.moves(frisian.start())
    bot.close()
    with pytest.raises(EngineFault, match="does not play this game"):
        HubBot(program(tmp_path, "hub1")).think(frisian, frisian.start(), SOON)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("crash", "ended by itself with code 3"),
        ("early", "ended by itself with code 4"),
        ("hang", "did not answer within"),
        ("mute", "did not answer within"),
        ("flood", "did not answer within"),
        ("garbage", "no legal move"),
    ],
)
def test_every_failure_is_one_sentence_and_leaves_no_process(
    how: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if how in ("mute", "flood"):
        monkeypatch.setattr(hub, "START_S", 1.5)
    bot = HubBot(program(tmp_path, "broken", how))
    with pytest.raises(EngineFault, match=said):
        bot.think(INTERNATIONAL, INTERNATIONAL.start(), SOON)
    assert bot._process is None or not bot._process.running
    bot.close()


def test_an_engine_that_ignores_stop_is_ended(tmp_path: Path) -> None:
    bot = HubBot(program(tmp_path, "broken", "hang"))
    with pytest.raises(EngineFault, match="did not answer within 1 seconds"):
        bot.think(INTERNATIONAL, INTERNATIONAL.start(), Limit(seconds=600), lambda: True)


def test_an_engine_that_fails_starts_again_when_next_asked(tmp_path: Path) -> None:
    bot = HubBot(program(tmp_path, "hub1"))
    position = INTERNATIONAL.start()
    bot.think(INTERNATIONAL, position, SOON)
    assert bot._process is not None
    bot._process.kill()
    assert bot.think(INTERNATIONAL, position, SOON).move in INTERNATIONAL.moves(position)
    bot.close()


def test_what_is_no_program_is_said_so(tmp_path: Path) -> None:
    nothing = HubBot(str(tmp_path / "nothing"))
    with pytest.raises(EngineFault, match="There is no engine"):
        nothing.think(INTERNATIONAL, INTERNATIONAL.start(), SOON)
    text = tmp_path / "text"
    text.write_text("hello")
    with pytest.raises(EngineFault, match="cannot be started"):
        HubBot(str(text)).think(INTERNATIONAL, INTERNATIONAL.start(), SOON)


def test_hub_is_refused_for_games_it_has_no_name_for() -> None:
    with pytest.raises(BadSetting, match="HUB engines play"):
        find_bot(find("draughts/russian"), "hub:/bin/true")


def test_a_crashing_engine_loses_its_games_and_then_the_match_is_given_up(tmp_path: Path) -> None:
    bots = HubBot(program(tmp_path, "broken", "crash")), RandomBot()
    tally = contest(INTERNATIONAL, bots, Terms(games=2))
    assert tally.counts == (0, 0, 2)
    assert all(game.outcome.reason == "engine-fault" for game in tally.games)
    with pytest.raises(EngineFault, match="given up after 3 failures"):
        contest(INTERNATIONAL, bots, Terms(games=10))
