"""Bots that know no game: they play any game legally, see what is in front of them, and stop when told."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Callable

import pytest

from kibitz.bots.judgement import material
from kibitz.bots.levels import GENERIC, find_bot, levels
from kibitz.bots.mcts import MctsBot
from kibitz.bots.random import RandomBot
from kibitz.bots.search import SearchBot
from kibitz.bots.seat import BotPlayer
from kibitz.core.errors import BadSetting
from kibitz.core.game import Game, M, P, Seat
from kibitz.core.player import Bot, Limit, Thought
from kibitz.games import find
from tests.laws.games_under_test import random_game

NOUGHTS = find("noughts")
GAMES = ["noughts", "chess", "draughts/english", "atoll/3-pie", "ur"]


def bots() -> list[Bot]:
    rng = random.Random(1)
    return [RandomBot(rng), SearchBot(2, rng=rng), MctsBot(30, longest=40, rng=rng)]


@pytest.mark.parametrize("name", GAMES)
def test_any_bot_plays_any_game_legally(name: str) -> None:
    game = find(name)
    asked = [position for position, _ in random_game(game, 3, longest=30)][:: 8 if name != "ur" else 7]
    for position in asked:
        if game.turn(position) is Seat.CHANCE:
            position = game.play(position, game.moves(position)[2])
        for bot in bots():
            thought = bot.think(game, position, Limit(nodes=60))
            assert thought.move in game.moves(position)
            assert thought.value is None or 0.0 <= thought.value <= 1.0


@pytest.mark.parametrize("bot", [SearchBot(4), MctsBot(600)], ids=["search", "mcts"])
@pytest.mark.parametrize(
    ("board", "move"),
    [
        ("xx..o.o..", 2),  # win at once
        ("xx..o....", 2),  # o must block
        ("oo..x.x..", 2),
    ],
)
def test_wins_are_taken_and_threats_are_met(bot: Bot, board: str, move: int) -> None:
    position = NOUGHTS.start(board)
    assert bot.think(NOUGHTS, position, Limit()).move == move


def test_a_search_to_the_end_never_loses_at_noughts_and_crosses() -> None:
    perfect, lost = SearchBot(9, rng=random.Random(2)), 0
    for seed in range(4):
        rng, position = random.Random(seed), NOUGHTS.start("x...o....")
        while not NOUGHTS.outcome(position):
            mine = (NOUGHTS.turn(position) is Seat.FIRST) == (seed % 2 == 0)
            limit = Limit(seconds=60)
            move = (
                perfect.think(NOUGHTS, position, limit).move if mine else rng.choice(NOUGHTS.moves(position))
            )
            position = NOUGHTS.play(position, move)
        outcome = NOUGHTS.outcome(position)
        assert outcome is not None
        lost += outcome.winner is (Seat.SECOND if seed % 2 == 0 else Seat.FIRST)
    assert lost == 0


def test_dice_are_weighed_by_their_odds() -> None:
    """Ur: the value of a throw is the mean over the rolls, so it lies between the best and the worst."""
    ur = find("ur")
    start = ur.start()
    bot = SearchBot(1, judge=lambda game, position: 0.75 if getattr(position, "mover", 0) == 0 else 0.25)
    rolled = ur.play(start, ur.moves(start)[1])
    thought = bot.think(ur, rolled, Limit(depth=2))
    assert thought.value is not None and 0.2 < thought.value < 0.8


def test_pieces_count_when_nothing_else_is_known() -> None:
    chess = find("chess")
    assert material(chess, chess.start()) == pytest.approx(0.5)
    assert material(chess, chess.start("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")) > 0.9
    assert material(chess, chess.start("3qk3/8/8/8/8/8/8/4K3 w - - 0 1")) < 0.1


@pytest.mark.parametrize("bot", [SearchBot(30), MctsBot(10**9)], ids=["search", "mcts"])
def test_a_bot_stops_when_told(bot: Bot) -> None:
    chess, stop = find("chess"), threading.Event()
    threading.Timer(0.1, stop.set).start()
    assert bot.think(chess, chess.start(), Limit(seconds=3600), stop.is_set).move in chess.moves(
        chess.start()
    )


def test_levels_are_the_games_own_or_the_generic_ones() -> None:
    assert [level.name for level in levels(NOUGHTS)] == [one.level.name for one in GENERIC]
    assert [level.name for level in levels(find("atoll/5"))][-1] == "max"


def test_a_bot_is_found_by_its_name() -> None:
    assert find_bot(NOUGHTS, "random").name == "random"
    assert find_bot(NOUGHTS, "kibitz:easy").name == "kibitz:easy"
    assert find_bot(NOUGHTS, "kibitz").name == find_bot(NOUGHTS, "kibitz:max").name == "kibitz:max"


@pytest.mark.parametrize("name", ["", "kibitz:godlike", "stockfish", "uci", "hub:", "RANDOM", "kibitz:\x00"])
def test_an_unknown_bot_is_one_sentence(name: str) -> None:
    with pytest.raises(BadSetting):
        find_bot(NOUGHTS, name)


class Slow:
    """Thinks until it is stopped."""

    name = "slow"

    def __init__(self) -> None:
        self.stopped = threading.Event()

    def think(
        self, game: Game[P, M], position: P, limit: Limit, stopped: Callable[[], bool] = lambda: False
    ) -> Thought[M]:
        while not stopped():
            time.sleep(0.005)
        self.stopped.set()
        return Thought(move=game.moves(position)[0])


class Failing(Slow):
    """Cannot think at all."""

    def think(
        self, game: Game[P, M], position: P, limit: Limit, stopped: Callable[[], bool] = lambda: False
    ) -> Thought[M]:
        raise BadSetting("no")


def test_a_seated_bot_gives_its_move_and_its_thought() -> None:
    heard: list[Thought[object]] = []
    player = BotPlayer(SearchBot(2), told=heard.append)
    move = asyncio.run(player.choose(NOUGHTS, NOUGHTS.start("xx..o.o..")))
    assert move == 2 and heard[0].move == 2


def test_cancelling_the_task_stops_the_bot() -> None:
    slow = Slow()

    async def cancelled() -> None:
        task = asyncio.ensure_future(BotPlayer(slow).choose(NOUGHTS, NOUGHTS.start()))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    assert slow.stopped.wait(10)


def test_a_bots_failure_reaches_whoever_asked() -> None:
    with pytest.raises(BadSetting, match="no"):
        asyncio.run(BotPlayer(Failing()).choose(NOUGHTS, NOUGHTS.start()))
