"""Chess bots (issue 5, points 2, 5, 7): mates are found, draws seen, limits kept, levels in order."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from typing import Any

import pytest

from kibitz.bots.contest import Terms, contest
from kibitz.bots.random import RandomBot
from kibitz.bots.search import SearchBot
from kibitz.core.errors import BadSetting
from kibitz.core.player import Limit, Thinks
from kibitz.games.chess import compiled, engine
from kibitz.games.chess.engine import STRENGTHS, ChessBot
from kibitz.games.chess.plain import judged
from tests.chess.played import CHESS, after

MATES = [
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Ra8#", 1),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "Qxf7#", 1),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "Ra6", 2),
    ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", "Qg6", 2),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "Ra6+", 3),
]
PERPETUAL = "5rk1/5p1p/5Q2/8/8/8/qr6/7K w - - 0 1"


@pytest.fixture(scope="module", autouse=True)
def kernels() -> None:
    """The machine code, compiled once for all."""
    assert compiled.wait(600) is not None


def bot(level: str = "max", seed: int = 1) -> Any:
    made = CHESS.bot(level)
    assert isinstance(made, ChessBot)
    made.rng = random.Random(seed)
    return made


@pytest.mark.parametrize(("setup", "key", "moves"), MATES)
def test_a_mate_is_found_and_told(setup: str, key: str, moves: int) -> None:
    position = CHESS.start(setup)
    thought = bot().think(CHESS, position, Limit(nodes=400_000))
    assert CHESS.write(position, thought.move) == key
    assert (thought.value, thought.note) == (1.0, f"mate in {moves}")
    for move in thought.line:
        position = CHESS.play(position, move)
    assert len(thought.line) == 2 * moves - 1
    outcome = CHESS.outcome(position)
    assert outcome is not None and outcome.reason == "checkmate"


def test_the_side_that_is_mated_knows_it() -> None:
    position = after("Ra6", setup="r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
    thought = bot().think(CHESS, position, Limit(nodes=200_000))
    assert thought.value == 0.0 and thought.note == "is mated in 2"


def test_a_king_and_rook_mate_a_bare_king() -> None:
    position, player = CHESS.start("8/8/8/4k3/8/8/8/4K2R w - - 0 1"), bot()
    for _ in range(60):
        if CHESS.outcome(position):
            break
        position = CHESS.play(position, player.think(CHESS, position, Limit(nodes=30_000)).move)
    outcome = CHESS.outcome(position)
    assert outcome is not None and outcome.reason == "checkmate"


def test_perpetual_check_is_a_draw() -> None:
    position = CHESS.start(PERPETUAL)
    assert judged(position.board) < -900
    thought = bot().think(CHESS, position, Limit(nodes=100_000))
    assert thought.value == 0.5
    assert CHESS.write(position, thought.move) == "Qg5+"


def test_what_the_game_has_repeated_counts() -> None:
    """White, a rook up, has been everywhere with his king: going there again would be half a point."""
    moves = ["Kd2", "Ka7", "Kd1", "Ka8"]
    position = after(*moves, *moves, setup="k7/8/8/8/8/8/7R/3K4 w - - 0 1")
    thought = bot().think(CHESS, position, Limit(nodes=50_000))
    assert thought.value is not None and thought.value > 0.8
    assert CHESS.write(position, thought.move) != "Kd2"


def test_fifty_moves_are_a_draw() -> None:
    thought = bot().think(CHESS, CHESS.start("8/8/8/4k3/8/8/8/4K2R w - - 99 80"), Limit(nodes=10_000))
    assert thought.value == 0.5


@pytest.mark.parametrize("nodes", [1, 17, 1_000, 20_000])
def test_a_limit_on_nodes_is_kept_to_the_node(nodes: int) -> None:
    position = after("e4", "c5", "Nf3", "d6", "d4")
    thought = bot().think(CHESS, position, Limit(nodes=nodes))
    assert thought.move in CHESS.moves(position)
    assert thought.nodes <= nodes
    assert nodes < 1_000 or thought.nodes == nodes


def test_a_limit_on_depth_is_kept() -> None:
    thought = bot().think(CHESS, CHESS.start(), Limit(depth=6))
    assert thought.depth == 6 and len(thought.line) >= 2


def test_a_stop_is_heard_in_the_middle_of_a_long_thought() -> None:
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    thought = bot().think(CHESS, CHESS.start(), Limit(seconds=3600), stop.is_set)
    assert thought.move in CHESS.moves(CHESS.start()) and thought.nodes > 1_000


def test_a_bot_that_is_stopped_before_it_begins_still_moves() -> None:
    thought = bot().think(CHESS, CHESS.start(), Limit(seconds=3600), lambda: True)
    assert thought.move in CHESS.moves(CHESS.start())


def test_no_move_is_illegal_against_random_play_and_none_is_lost() -> None:
    tally = contest(
        CHESS,
        (bot("medium"), RandomBot(random.Random(5))),
        Terms(games=6, limits=(Limit(nodes=400), Limit())),
    )
    assert tally.counts == (6, 0, 0)
    assert {game.outcome.reason for game in tally.games} == {"checkmate"}


def test_it_beats_a_search_that_knows_only_what_men_are_worth() -> None:
    limits = Limit(nodes=3_000), Limit(nodes=300)
    tally = contest(CHESS, (bot("medium"), SearchBot(2)), Terms(games=2, limits=limits))
    assert tally.counts == (2, 0, 0)


def test_levels_are_named_from_weak_to_strong() -> None:
    assert isinstance(CHESS, Thinks)
    assert [level.name for level in CHESS.levels()] == [
        *("beginner", "novice", "easy", "medium", "hard", "expert", "max"),
    ]
    assert all(level.title and level.description.endswith(".") for level in CHESS.levels())
    with pytest.raises(BadSetting, match="the levels are beginner, novice"):
        CHESS.bot("champion")


def test_a_level_beats_the_one_two_below() -> None:
    tally = contest(CHESS, (bot("easy", 2), bot("beginner", 3)), Terms(games=6))
    assert tally.estimate.score > 0.6


def test_beginners_play_on_a_whim_now_and_then() -> None:
    notes = {bot("beginner", seed).think(CHESS, CHESS.start()).note for seed in range(12)}
    assert "played on a whim" in notes and len(notes) > 1


def test_no_two_games_are_the_same() -> None:
    def line(seed: int) -> tuple[object, ...]:
        player, position = bot("hard", seed), CHESS.start()
        for _ in range(8):
            position = CHESS.play(position, player.think(CHESS, position, Limit(nodes=2_000)).move)
        return position.earlier, position.fen

    assert len({line(seed) for seed in range(4)}) > 1


def test_before_the_kernels_are_ready_a_plain_search_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_made", None)
    for setup, key, _ in MATES[:2]:
        position = CHESS.start(setup)
        thought = bot("hard").think(CHESS, position, Limit(nodes=3_000))
        assert CHESS.write(position, thought.move) == key
        assert thought.value == 1.0 and thought.note == "mate in 1"
    position = CHESS.start("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    thought = bot("hard").think(CHESS, position, Limit(nodes=3_000))
    assert thought.move in CHESS.moves(position) and thought.depth >= 2
    assert bot("hard").think(CHESS, position, Limit(nodes=1)).move in CHESS.moves(position)


def test_a_game_that_is_over_has_no_best_move() -> None:
    with pytest.raises(BadSetting, match="over"):
        bot().think(CHESS, after("f3", "e5", "g4", "Qh4#"))


@pytest.mark.parametrize(
    ("score", "words"),
    [(0, "+0.00 pawns"), (-135, "-1.35 pawns"), (29_999, "mate in 1"), (-29_996, "is mated in 2")],
)
def test_scores_are_told_in_words(score: int, words: str) -> None:
    assert engine.worded(score) == words


def test_chances_rise_with_the_score() -> None:
    chances = [engine.chance(score) for score in (-29_999, -900, -100, 0, 100, 900, 29_999)]
    assert chances == sorted(chances) and chances[3] == 0.5
    assert (chances[0], chances[-1]) == (0.0, 1.0)


def test_every_level_gives_its_reason() -> None:
    position = after("e4", "e5", "Nf3")
    for strength in STRENGTHS[3:6]:
        thought = ChessBot(strength).think(CHESS, position)
        assert thought.value is not None and 0.3 < thought.value < 0.7
        assert thought.note.endswith("pawns") and thought.line[0] == thought.move


def test_levels_are_there_before_the_compiler_is() -> None:
    """In a fresh program: listing levels loads no numba, and a strong bot answers at once."""
    code = """
import sys
from kibitz.core.player import Limit
from kibitz.games import find
game = find("chess")
game.levels()
assert "numba" not in sys.modules
from kibitz.games.chess import compiled
compiled._make = lambda: __import__("time").sleep(3600)  # a compiler that never ends
bot = game.bot("max")
assert bot.think(game, game.start(), Limit(nodes=500)).move in game.moves(game.start())
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
