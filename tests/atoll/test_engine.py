"""Atoll's bots: shortest connections, the compiled search, size 3 solved, and no waiting for a compiler."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from functools import cache

import numpy as np
import pytest

from kibitz.core.errors import BadSetting
from kibitz.core.game import Seat
from kibitz.core.player import Limit, Thinks
from kibitz.games.atoll import alphabeta, compiled, engine
from kibitz.games.atoll.compiled import Compiled
from kibitz.games.atoll.forest import PLAIN, RAVE, Tuning, grow
from kibitz.games.atoll.position import SWAP, Position
from kibitz.games.atoll.reach import reach
from kibitz.games.atoll.reason import reason
from kibitz.games.atoll.rules import Atoll
from kibitz.games.atoll.tables import colours, tables
from kibitz.games.atoll.winning import waters

THREE, FIVE = Atoll(3), Atoll(5)


@pytest.fixture(scope="module")
def kernels() -> Compiled:
    made = compiled.wait(300)
    assert made is not None
    return made


def some_position(n: int, seed: int, plies: int) -> Position:
    """A position after random stones, not over yet."""
    rng = random.Random(seed)
    while True:
        position = Position(n)
        for _ in range(plies):
            if position.winner:
                break
            position = position.after(rng.choice(position.free))
        if not position.winner:
            return position


def filled(n: int, seed: int) -> Position:
    """A full board, stones anywhere."""
    rng, bits = random.Random(seed), waters(n).bits
    first = sum(bit for bit in bits if rng.random() < 0.5)
    return Position(n, first, waters(n).board & ~first)


# Shortest connections


@pytest.mark.parametrize("n", [3, 5, 7, 9])
def test_a_connection_of_as_many_stones_as_told_wins_and_one_less_does_not(n: int) -> None:
    for seed in range(6):
        position = some_position(n, seed, n * n // 3)
        for player in (0, 1):
            way = reach(position, player).nearest(player)
            assert way is not None and len(way.cells) == min(reach(position, player).distances())
            stones = position.stones[player] | sum(waters(n).bits[cell] for cell in way.cells)
            assert waters(n).winning_group(stones, player)
            for cell in way.cells:
                assert not waters(n).winning_group(stones & ~waters(n).bits[cell], player)


def test_one_stone_is_missing_exactly_when_a_stone_wins() -> None:
    for seed in range(30):
        position = some_position(3, seed, 8)
        wins = any(position.after(cell).winner for cell in position.free)
        assert (min(reach(position, position.player).distances()) == 1) == wins


def test_c3_three_islands_joined_in_a_triangle_count() -> None:
    position = THREE.start("3:A3,B3,C1,C2,D4,E5/A1,A2,B1,D2,E3,E4:first")
    way = reach(position, 0).nearest(0)
    assert way is not None
    assert [THREE.plan.cells[cell].name for cell in way.cells] == ["C3"] and way.islands == (0, 4, 8)


def test_a_player_who_is_cut_off_everywhere_has_no_connection() -> None:
    won = FIVE.start("5:A5,B5,C5,D5,E5,F5,G5,H5,I5/A1,A2,A3,A4,B1,B2,B3,B4:second")
    rest = Position(5, waters(5).board & ~won.second, won.second)
    assert reach(rest, 1).nearest(1) is None


# The kernels


@pytest.mark.parametrize("n", [3, 5, 7, 9])
def test_the_kernel_sees_the_winner_that_the_rules_see(n: int, kernels: Compiled) -> None:
    known = tables(n)
    stack, seen = np.zeros(len(known.empty), np.int16), np.zeros(len(known.empty), np.int8)
    for seed in range(60):
        position = filled(n, seed)
        found = kernels.kernels.winner(colours(position), known.near, known.wins, stack, seen)
        assert (found == 1) == bool(waters(n).winning_group(position.first, 0))


def test_a_bridge_that_is_broken_into_is_saved(kernels: Compiled) -> None:
    dice = np.array([7], np.uint64)
    position = FIVE.start("5:E5,C4/D4,A1:first")  # E5 and C4 share the neighbours D4 and D5
    board = colours(position)
    cell = FIVE.plan.cell
    assert kernels.kernels.bridge_reply(board, tables(5).ring, cell("D4"), 1, dice) == cell("D5")
    assert kernels.kernels.bridge_reply(board, tables(5).ring, cell("E5"), 2, dice) == -1


def test_a_bridge_to_the_rim_is_saved_too(kernels: Compiled) -> None:
    position = FIVE.start("5:F3,A1/F2,A2:first")  # F3 reaches island 0 (F1, G2) by F2 or G3
    board = colours(position)
    found = kernels.kernels.bridge_reply(
        board, tables(5).ring, FIVE.plan.cell("F2"), 1, np.array([7], np.uint64)
    )
    assert found == FIVE.plan.cell("G3")


def test_a_win_in_one_is_proved_and_a_threat_of_one_is_met(kernels: Compiled) -> None:
    row = "E1,E2,E3,E4,E6,E7,E8,E9"
    position = FIVE.start(f"5:{row}/A1,A2,A3,A4,A5,B1,B2,B3:first")
    grown = grow(kernels, position, Limit(nodes=400), lambda: False, seed=1)
    assert grown.branches[0].move == FIVE.plan.cell("E5") and grown.value == 1.0
    position = FIVE.start(f"5:{row}/A1,A2,A3,A4,A5,B1,B2:second")
    grown = grow(kernels, position, Limit(nodes=400), lambda: False, seed=1)
    assert grown.branches[0].move == FIVE.plan.cell("E5")


def test_proofs_agree_with_the_solution_of_size_3(kernels: Compiled) -> None:
    proved = 0
    for seed in range(40):
        position = some_position(3, seed, 7)
        grown = grow(kernels, position, Limit(nodes=3000), lambda: False, seed=seed)
        for branch in grown.branches:
            if branch.proof:
                after = position.after(branch.move)
                lost = after.winner is not None or not kernels.exact.mover_wins(after)
                assert lost == (branch.proof > 0)
                proved += 1
    assert proved > 40


def test_the_same_seed_grows_the_same_tree(kernels: Compiled) -> None:
    position = some_position(5, 1, 6)
    once, again = (grow(kernels, position, Limit(nodes=800), lambda: False, seed=4) for _ in range(2))
    assert once == again and once.simulations == 800


def test_many_simulations_are_shared_among_the_cores(kernels: Compiled) -> None:
    grown = grow(kernels, some_position(5, 1, 6), Limit(nodes=20_000), lambda: False, seed=4)
    assert grown.simulations == 20_000
    assert sum(branch.visits for branch in grown.branches) == 20_000


def test_a_stop_ends_the_search(kernels: Compiled) -> None:
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    grown = grow(kernels, Position(9), Limit(seconds=3600), stop.is_set, seed=1)
    assert grown.simulations > 0


def test_rave_with_bridges_beats_plain_uct_of_equal_simulations(kernels: Compiled) -> None:
    won = 0
    for seed in range(8):
        position = some_position(5, seed // 2, 2)
        while not position.winner:
            mine = (position.turn is Seat.FIRST) == (seed % 2 == 0)
            tuning: Tuning = RAVE if mine else PLAIN
            move = grow(kernels, position, Limit(nodes=600), lambda: False, seed=seed, tuning=tuning)
            position = position.after(move.branches[0].move)
        won += (position.winner is Seat.FIRST) == (seed % 2 == 0)
    assert won >= 7


# Size 3 solved


@cache
def slow(position: Position) -> bool:
    """Whether the mover wins, by trying everything."""
    after = (position.after(cell) for cell in position.free)
    return any(then.winner is not None or not slow(then) for then in after)


def test_size_3_first_stones_in_the_middle_win_and_on_the_rim_lose(kernels: Compiled) -> None:
    names = {THREE.write(Position(3), move) for move in kernels.exact.winning_moves(Position(3))}
    assert names == {"C3", "B2", "C2", "D3", "B3", "C4", "D4"}


def test_the_solver_agrees_with_trying_everything(kernels: Compiled) -> None:
    for seed in range(60):
        position = some_position(3, seed, 11)
        assert kernels.exact.mover_wins(position) == slow(position)


@pytest.mark.parametrize("level", ["hard", "max"])
def test_the_strong_levels_play_size_3_perfectly(level: str, kernels: Compiled) -> None:
    bot, kept = THREE.bot(level), 0
    for seed in range(25):
        position = some_position(3, seed, 1 + seed % 8)
        if kernels.exact.mover_wins(position):
            after = position.after(bot.think(THREE, position).move)
            assert after.winner is not None or not kernels.exact.mover_wins(after)
            kept += 1
    assert kept >= 8


# Levels and bots


def test_the_game_offers_bots_of_its_own() -> None:
    assert isinstance(FIVE, Thinks)
    assert [level.name for level in FIVE.levels()] == ["beginner", "easy", "medium", "hard", "expert", "max"]
    with pytest.raises(BadSetting, match=r"no level 'godlike'; the levels are beginner, easy"):
        FIVE.bot("godlike")


@pytest.mark.parametrize("level", [level.name for level in engine.LEVELS])
def test_every_level_plays_a_legal_move_and_says_why(level: str, kernels: Compiled) -> None:
    bot = FIVE.bot(level)
    bot.prepare()
    position = some_position(5, 3, 10)
    limit = Limit(seconds=0.1) if level == "max" else Limit()
    thought = bot.think(FIVE, position, limit)
    assert thought.move in FIVE.moves(position) and thought.note
    assert thought.value is None or 0.0 <= thought.value <= 1.0


def test_the_alpha_beta_takes_a_win_and_meets_a_threat() -> None:
    row = "E1,E2,E3,E4,E6,E7,E8,E9"
    for level in ("easy", "medium"):
        won = FIVE.start(f"5:{row}/A1,A2,A3,A4,A5,B1,B2,B3:first")
        assert FIVE.bot(level).think(FIVE, won).move == FIVE.plan.cell("E5")
    threat = FIVE.start(f"5:{row}/A1,A2,A3,A4,A5,B1,B2:second")
    assert FIVE.bot("medium").think(FIVE, threat).move == FIVE.plan.cell("E5")


def test_alpha_beta_finds_the_value_of_a_full_search() -> None:
    def full(position: Position, depth: int) -> float:
        if position.winner or depth == 0:
            return alphabeta.score(position)
        return max(-full(position.after(cell), depth - 1) for cell in position.free)

    position = some_position(3, 2, 8)
    thought = alphabeta.think(position, 2, Limit(), lambda: False, rng=random.Random(1))
    assert thought.value == pytest.approx(alphabeta.chance(full(position, 2)))


def test_the_reason_names_the_connection_and_the_cut() -> None:
    position = FIVE.start("5:E1,E2,E3,E4,E6,E7/D1,D2,D3,D4,D6:second")
    said = reason(position, FIVE.plan.cell("E5"))
    assert "cuts islands 0 and 6" in said and "more stones to join islands" in said
    won = FIVE.start("5:E1,E2,E3,E4,E6,E7,E8,E9/A1,A2,A3,A4,A5,B1,B2,B3:first")
    assert reason(won, FIVE.plan.cell("E5")) == "joins islands 0 and 6"


def test_with_the_pie_rule_good_first_stones_are_taken_and_bad_ones_left(kernels: Compiled) -> None:
    pie = Atoll(3, pie=True)
    bot = pie.bot("hard")
    bot.prepare()
    for name, taken in (("C3", True), ("B2", True), ("A1", False), ("C1", False)):
        position = pie.play(pie.start(), pie.plan.cell(name))
        assert (bot.think(pie, position).move == SWAP) == taken
    for n in (3, 5, 7, 9):
        game = Atoll(n, pie=True)
        assert game.bot("easy").think(game, game.start()).move in game.moves(game.start())


def test_without_kernels_the_strong_levels_answer_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_made", None)
    position = some_position(5, 3, 10)
    thought = FIVE.bot("max").think(FIVE, position)
    assert thought.move in FIVE.moves(position) and thought.depth == engine.PLAIN_DEPTH


def test_levels_and_bots_are_there_before_the_compiler_is() -> None:
    """In a fresh program: listing levels and playing easy loads no numba; a strong bot answers at once."""
    code = """
import sys
from kibitz.core.player import Limit
from kibitz.games import find
game = find("atoll/5")
game.levels()
game.bot("easy").think(game, game.start(), Limit())
assert "numba" not in sys.modules
from kibitz.games.atoll import compiled
compiled._make = lambda: __import__("time").sleep(3600)  # a compiler that never ends
bot = game.bot("max")
assert bot.think(game, game.start(), Limit(seconds=1)).move in game.moves(game.start())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
