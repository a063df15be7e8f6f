"""Issue 5, points 4 and 5: Ur's bots, from any legal move to perfect play, and luck measured per roll."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz.bots.contest import Terms, contest
from kibitz.core.errors import BadFile, BadSetting
from kibitz.core.game import Seat
from kibitz.core.player import Limit, Thinks
from kibitz.core.record import record_of
from kibitz.games.ur import network as network_module
from kibitz.games.ur import rules
from kibitz.games.ur.engine import PERFECT, UrBot, greedy
from kibitz.games.ur.game import Ur
from kibitz.games.ur.index import State
from kibitz.games.ur.judge import move_worths
from kibitz.games.ur.luck import luck_of
from kibitz.games.ur.network import FILE, network
from kibitz.games.ur.rules import PASS, Position, Step
from kibitz.games.ur.table import Table
from tests.ur.exactly import exactly, small
from tests.ur.test_rules import game

STEP = 1 / 65535
BEFORE = ["beginner", "easy", "medium", "hard", "expert"]


class Dictionary:
    """The independent solver as a judge."""

    def __init__(self, values: dict[State, float]) -> None:
        self.values = values

    def chances(self, states: Sequence[State]) -> NDArray[np.float64]:
        return np.array([self.values[state] for state in states])


def thrown_positions(pieces: int) -> list[Position]:
    """Every unfinished position of a small game after every roll."""
    ur = small(pieces)
    return [
        Position((s.own, s.other), (pieces - s.own_left, pieces - s.other_left), 0, roll.value)
        for s in exactly(pieces)
        for roll in ur.track.rolls
    ]


def played(ur: Ur, first: UrBot, second: UrBot, seed: int) -> list[str]:
    """The moves of one game between two bots."""
    dice, position, moves = random.Random(seed), ur.start(), list[str]()
    while ur.outcome(position) is None:
        if ur.turn(position) is Seat.CHANCE:
            move = dice.choices(ur.moves(position), ur.odds(position))[0]
        else:
            bot = first if ur.turn(position) is Seat.FIRST else second
            move = bot.think(ur, position, Limit()).move
        moves.append(ur.write(position, move))
        position = ur.play(position, move)
    return moves


def test_the_tables_bot_loses_no_expectation_in_any_position_of_two_stones(solved: dict[int, Table]) -> None:
    ur, bot, truth = small(2), UrBot(small(2).track, PERFECT, solved[2]), Dictionary(exactly(2))
    for position in thrown_positions(2):
        thought = bot.think(ur, position)
        worths = dict(move_worths(ur.track, truth, position)[0])
        assert worths[thought.move] >= max(worths.values()) - STEP
        assert thought.value == pytest.approx(max(worths.values()), abs=STEP)


def test_the_value_of_a_thought_is_the_true_chance(solved: dict[int, Table]) -> None:
    """One stone each, mine before home, a 1 thrown: won at once."""
    ur = small(1)
    thought = UrBot(ur.track, PERFECT, solved[1]).think(ur, ur.start("11:g1+0:+0"))
    assert thought.move == Step(14, 15) and thought.value == 1.0 and thought.note == "the only move"


@pytest.mark.parametrize("name", ["ur", "ur/masters", "ur/aseb", "ur/blitz", "ur/finkel-3-decline"])
def test_every_level_of_every_rule_set_plays_to_the_end(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_DATA_DIR", str(tmp_path))
    ur = game(name)
    assert isinstance(ur, Thinks)
    bots = [ur.bot(level.name) for level in ur.levels()]
    for first, second in zip(bots, [bots[-1], *bots], strict=False):
        moves = played(ur, first, second, seed=4)
        assert record_of(ur, moves).entries


def test_without_the_table_there_is_no_perfect_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA_DIR", str(tmp_path))
    assert [level.name for level in small(3).levels()] == BEFORE
    with pytest.raises(BadSetting, match="kibitz solve ur"):
        small(3).bot("perfect")


def test_with_the_table_perfect_play_is_the_last_level(
    solved: dict[int, Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_DATA_DIR", str(tmp_path))
    (tmp_path / "ur").mkdir()
    shutil.copy(solved[3].path, tmp_path / "ur" / "finkel-3.table")
    ur = small(3)
    assert [level.name for level in ur.levels()] == [*BEFORE, "perfect"]
    thought = ur.bot("perfect").think(ur, ur.play(ur.start(), ur.read(ur.start(), "r4")))
    assert thought.value is not None and thought.value > 0.516
    assert [level.name for level in game("ur/finkel-3-decline").levels()] == BEFORE


def test_a_damaged_table_is_told_and_not_played_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA_DIR", str(tmp_path))
    (tmp_path / "ur").mkdir()
    (tmp_path / "ur" / "finkel-3.table").write_bytes(b"nonsense")
    with pytest.raises(BadFile, match=r"finkel-3\.table"):
        small(3).bot("perfect")


def test_a_level_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(BadSetting, match="'grandmaster'; the levels are beginner, easy, medium, hard"):
        game("ur/masters").bot("grandmaster")


def test_e3_no_bot_passes_while_a_stone_can_move(solved: dict[int, Table]) -> None:
    """Passing would often be better, and is not offered."""
    ur = small(2)
    bots = [ur.bot(name) for name in BEFORE]
    for position in random.Random(2).sample(thrown_positions(2), 300):
        only_pass = rules.moves(ur.track, position) == (PASS,)
        assert all((bot.think(ur, position, Limit()).move == PASS) == only_pass for bot in bots)


def test_easy_captures_before_rosettes_before_the_front_stone() -> None:
    ur = game("ur")
    cases = {"12:b1,a2+0:c2+0": "a2xc2", "12:c1,b2+0:+0": "b2-d2", "11:d1,b2+0:+0": "b2-c2"}
    for setup, expected in cases.items():
        position = ur.start(setup)
        assert ur.write(position, greedy(ur.track, position)) == expected


def test_the_network_is_shipped_and_small() -> None:
    file = resources.files("kibitz.games.ur") / FILE
    assert len(file.read_bytes()) <= 1_500_000
    assert network().size < 750_000


def test_a_missing_network_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_module, "FILE", "none.npz")
    with pytest.raises(BadFile, match="the network of Ur cannot be read"):
        network.__wrapped__()


def test_the_network_knows_the_end_of_the_game(solved: dict[int, Table]) -> None:
    states = list(exactly(2))
    wrong = np.abs(network().chances(states) - np.array(list(exactly(2).values())))
    assert wrong.mean() < 0.004


def test_with_one_ply_ahead_the_network_agrees_with_the_table(solved: dict[int, Table]) -> None:
    ur = small(2)
    choices = [p for p in thrown_positions(2) if len(rules.moves(ur.track, p)) > 1]
    expert, lost = ur.bot("expert"), []
    for position in random.Random(1).sample(choices, 1500):
        worths = dict(move_worths(ur.track, solved[2], position)[0])
        lost.append(max(worths.values()) - worths[expert.think(ur, position, Limit()).move])
    assert np.mean(np.array(lost) <= STEP) > 0.97
    assert np.mean(lost) < 0.0002


def test_luck_and_mistakes_of_a_game_add_up_to_its_result(solved: dict[int, Table]) -> None:
    ur = small(3)
    moves = played(ur, ur.bot("easy"), UrBot(ur.track, PERFECT, solved[3]), seed=9)
    found = luck_of(ur, record_of(ur, moves), solved[3])
    won = moves and ur.outcome(_end(ur, moves))
    assert won is not None and won
    first, second = Seat.FIRST, Seat.SECOND
    swing = found.luck(first) - found.luck(second) - found.given_away(first) + found.given_away(second)
    assert solved[3].head.start + swing == pytest.approx(float(won.winner is first), abs=len(moves) * STEP)
    assert found.given_away(second) == pytest.approx(0.0, abs=len(moves) * STEP)
    assert found.given_away(first) > 0.01


def _end(ur: Ur, moves: list[str]) -> Position:
    position = ur.start()
    for text in moves:
        position = ur.play(position, ur.read(position, text))
    return position


def test_luck_of_a_roll_is_what_it_changes(solved: dict[int, Table]) -> None:
    ur = small(1)
    first = luck_of(ur, record_of(ur, ["r4"]), solved[1]).moments[0]
    after = move_worths(ur.track, solved[1], ur.play(ur.start(), ur.moves(ur.start())[4]))[0]
    assert first.rolled and first.seat is Seat.FIRST
    assert first.change == pytest.approx(max(v for _, v in after) - solved[1].head.start, abs=STEP)


def test_a_first_move_waits_for_no_compiler() -> None:
    code = (
        "import sys; from kibitz import games; from kibitz.core.player import Limit\n"
        "ur = games.find('ur'); p = ur.play(ur.start(), ur.moves(ur.start())[2])\n"
        "ur.bot('expert').think(ur, p, Limit()); print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]


@pytest.mark.parametrize("name", ["ur/masters", "ur/aseb"])
def test_who_sees_danger_beats_who_is_only_greedy(name: str) -> None:
    """Issue 5, line 5: levels are ordered by measured strength, those by the rule of thumb too."""
    ur = game(name)
    tally = contest(ur, (ur.bot("medium"), ur.bot("easy")), Terms(games=40))
    assert tally.estimate.score > 0.6 and all(one.outcome.reason == "all-home" for one in tally.games)
