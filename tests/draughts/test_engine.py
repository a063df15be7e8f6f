"""Draughts bots (issue 5, points 1, 5, 7): the search against plain minimax, its limits and its levels."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from kibitz.core.errors import BadSetting
from kibitz.core.game import Seat
from kibitz.core.player import Limit, Thinks
from kibitz.games.draughts import engine, house, program, rules, weights
from kibitz.games.draughts.deepening import sides
from kibitz.games.draughts.draws import holds
from kibitz.games.draughts.engine import STRENGTHS, DraughtsBot
from kibitz.games.draughts.game import DraughtsGame
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.memo import WIN, WORST
from kibitz.games.draughts.patterns import regions
from kibitz.games.draughts.program import Memory, Native, Program
from kibitz.games.draughts.rules import Board
from kibitz.games.draughts.switches import Variant
from kibitz.games.draughts.variants import PRESETS, preset

NAMES = [*PRESETS, "international-losing", "russian-breakthrough"]


def some_boards(variant: Variant, how_many: int, seed: int) -> Iterator[Board]:
    """Boards from random games, not over."""
    rng = random.Random(seed)
    while how_many:
        board = rules.start(variant)
        for _ in range(rng.randint(6, 70)):
            moves = rules.legal(variant, board)
            if not moves:
                break
            board = rules.play(variant, board, rng.choice(moves))
        if rules.legal(variant, board):
            how_many -= 1
            yield board


class Minimax:
    """The same search without cunning: bare alpha-beta, no memory, no order, nothing left out."""

    def __init__(self, player: Program, memory: Memory) -> None:
        self.player, self.memory, self.variant = player, memory, player.variant

    def value(self, board: Board, depth: int, ply: int, low: int, high: int) -> int:
        variant = self.variant
        own = board.black if board.black_to_move else board.white
        if variant.breakthrough and board.kings:
            return ply - WIN
        moves = rules.legal(variant, board)
        if not own or not moves:
            return WIN - ply if variant.losing else ply - WIN
        best, takes = WORST, tuple(move for move in moves if move.captured)
        if depth <= 0:
            if not takes and not (depth == 0 and self.threatened(board)):
                return self.judged(board)
            if takes and not variant.capture_obligatory:
                best = self.judged(board)
            moves = takes or moves
        for move in moves:
            if best >= high:
                break
            after = rules.play(variant, board, move)
            best = max(best, -self.value(after, depth - 1, ply + 1, -high, -max(low, best)))
        return best

    def threatened(self, board: Board) -> bool:
        turned = replace(board, black_to_move=not board.black_to_move)
        return any(move.captured for move in rules.legal(self.variant, turned))

    def judged(self, board: Board) -> int:
        return self.player.evaluate(self.memory, sides(self.variant, board))


def agree(player: Program, depth: int, how_many: int) -> None:
    memory = player.memory(player.table(1 << 10))
    plainly = Minimax(player, memory)
    for board in some_boards(player.variant, how_many, seed=7):
        found = player.search(memory, sides(player.variant, board), depth, WORST, -WORST)
        assert found == plainly.value(board, depth, 1, WORST, -WORST), board


@pytest.mark.parametrize("name", NAMES)
def test_two_plies_are_worth_what_minimax_says(name: str) -> None:
    agree(program.plain(preset(name)), 2, 8)


def test_house_rules_are_searched_by_their_own_switches() -> None:
    variant = house.from_rules(
        "home", {"base": "poznan", "size": 10, "rows": 4, "flying_kings": False, "king_lands": "directly"}
    )
    agree(program.plain(variant), 2, 8)


@cache
def native(name: str) -> Native:
    found = program.wait(preset(name))
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["international", "turkish"])
def test_machine_code_searches_as_plain_python_does_on_narrow_and_wide_boards(name: str) -> None:
    agree(native(name), 2, 20)


def test_a_side_to_move_sees_the_same_as_the_other_would() -> None:
    for name in ("poznan", "international", "turkish", "frisian", "italian"):
        variant, player = preset(name), program.plain(preset(name))
        memory = player.memory(player.table(16))
        for board in some_boards(variant, 5, seed=3):
            own, foes, kings, down = sides(variant, board)
            turned = [rules_turned(variant, bits) for bits in (own, foes, kings)]
            one = player.evaluate(memory, (own, foes, kings, down))
            other = player.evaluate(memory, (turned[0], turned[1], turned[2], not down))
            assert abs(one - other) <= 1, name  # fractions are rounded down, whoever they favour


def rules_turned(variant: Variant, bits: int) -> int:
    """The board turned by half."""
    plan = layout(variant)
    return plan.mask(len(plan.bits) - 1 - square for square in plan.squares(bits))


def test_known_endings_are_the_rule_books() -> None:
    for name in ("international", "russian", "brazilian", "pool"):
        variant, rng = preset(name), random.Random(2)
        table, n = weights.endings(variant), len(layout(variant).bits)
        for _ in range(300):
            counts = [rng.randint(0, 3) for _ in range(4)]
            if not counts[0] or not counts[2]:
                continue
            cells = rng.sample(range(n), sum(counts))
            own, foes = cells[: counts[0] + counts[1]], cells[counts[0] + counts[1] :]
            board = rules.board(variant, own, foes, (*own[: counts[0]], *foes[: counts[2]]), False)
            plies = [
                2 * e.moves for e in variant.draws.endings if not e.main_road and holds(variant, e, board)
            ]
            place = (counts[0] * 8 + counts[1]) * 64 + counts[2] * 8 + counts[3]
            assert table[place] == min(plies, default=0), (name, counts)


# Bots


def test_draughts_thinks() -> None:
    game = DraughtsGame(preset("russian"))
    assert isinstance(game, Thinks)
    assert [level.name for level in game.levels()] == [
        "beginner", "novice", "easy", "medium", "hard", "expert", "max",
    ]  # fmt: skip
    assert all(level.title and level.description.endswith(".") for level in game.levels())


def test_an_unknown_level_names_the_levels() -> None:
    with pytest.raises(BadSetting, match="no level 'grandmaster'; the levels are beginner, novice"):
        DraughtsGame(preset("russian")).bot("grandmaster")


def thinking(name: str, level: int = -1) -> tuple[DraughtsGame, DraughtsBot]:
    return DraughtsGame(preset(name)), DraughtsBot(preset(name), STRENGTHS[level], random.Random(1))


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on the very first start: the compiler is still at work."""
    monkeypatch.setattr(program, "ready", lambda variant: None)
    monkeypatch.setattr(program, "warm", lambda variant: None)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", NAMES)
def test_the_first_answer_does_not_wait_for_a_compiler(name: str) -> None:
    game, bot = thinking(name)
    thought = bot.think(game, game.start(), Limit(depth=2))
    assert thought.move in game.moves(game.start())
    assert thought.depth == 2 and thought.nodes > 0 and thought.value is not None and 0 < thought.value < 1


@pytest.mark.usefixtures("uncompiled")
def test_a_bot_of_the_plain_search_beats_random_moves() -> None:
    game, bot = thinking("poznan", 1)
    bot.strength = STRENGTHS[2]
    rng, position = random.Random(4), game.start()
    while game.outcome(position) is None:
        mine = game.turn(position) is Seat.FIRST
        move = bot.think(game, position, Limit(depth=2)).move if mine else rng.choice(game.moves(position))
        position = game.play(position, move)
    outcome = game.outcome(position)
    assert outcome is not None and outcome.winner is Seat.FIRST


@pytest.mark.usefixtures("uncompiled")
def test_a_win_at_hand_is_taken_and_told() -> None:
    game, bot = thinking("english")
    position = game.start("B:W18:B15,1")
    thought = bot.think(game, position, Limit(depth=3))
    assert game.write(position, thought.move) == "15x22"
    assert thought.value == 1.0 and thought.note == "wins in 1 move"


@pytest.mark.usefixtures("uncompiled")
def test_who_must_lose_pieces_gives_them_away() -> None:
    game, bot = thinking("russian-losing")
    position = game.start("W:Wc3:Bf6")
    line = bot.think(game, position, Limit(depth=4))
    assert line.value is not None and line.value >= 0.5


@pytest.mark.usefixtures("uncompiled")
def test_a_beginner_plays_on_a_whim_now_and_then() -> None:
    game, bot = thinking("russian", 0)
    notes = {bot.think(game, game.start()).note for _ in range(30)}
    assert "played on a whim" in notes and len(notes) > 1


def test_the_compiled_bot_keeps_its_limits_and_tells_its_line() -> None:
    native("international")
    game, bot = thinking("international")
    position = game.start()
    thought = bot.think(game, position, Limit(nodes=20_000))
    assert thought.depth > 0 and thought.nodes <= 20_000
    assert bot.think(game, position, Limit(depth=5)).depth == 5
    for move in thought.line:
        position = game.play(position, move)
    assert len(thought.line) > 1


def test_a_stop_ends_the_search_of_all_threads() -> None:
    native("international")
    game, bot = thinking("international")
    bot.threads = 2
    asked, before = threading.Event(), set(threading.enumerate())
    threading.Timer(0.2, asked.set).start()
    thought = bot.think(game, game.start(), Limit(seconds=3600.0), asked.is_set)
    assert thought.move in game.moves(game.start())
    left = [thread.name for thread in set(threading.enumerate()) - before]
    assert not [name for name in left if name.startswith("draughts search")]


def test_repetition_is_a_draw_within_the_search() -> None:
    native("international")
    game, bot = thinking("international")
    position = game.start("W:WK26:BK5")
    thought = bot.think(game, position, Limit(depth=9))
    assert thought.value == pytest.approx(0.5, abs=0.15)


def test_a_winning_chance_grows_with_the_score() -> None:
    chances = [engine.chance(score) for score in (-29_990, -300, -50, 0, 50, 300, 29_990)]
    assert chances == sorted(chances) and chances[0] == 0.0 and chances[3] == 0.5 and chances[-1] == 1.0


@pytest.mark.parametrize("name", ["international", "russian", "italian"])
def test_a_pattern_is_two_columns_four_rows_high_and_has_an_opposite(name: str) -> None:
    variant = preset(name)
    plan, shape = layout(variant), regions(variant)
    for shift, opposite in shape.shifts:
        seen = [square for square, bit in enumerate(plan.bits) if shape.gathered(bit, shift)]
        rows = [plan.cells[square][0] for square in seen]
        assert rows == [row for row in range(rows[0], rows[0] + 4) for _ in range(2)]
        assert [shape.gathered(plan.bits[square], shift) for square in seen] == [1 << i for i in range(8)]
        across = [len(plan.bits) - 1 - square for square in reversed(seen)]
        assert [shape.gathered(plan.bits[square], opposite) for square in across] == [
            1 << i for i in range(8)
        ]
