"""Solved endings (issue 5, point 1): against a plain iterative solver, the known facts, and damaged files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random

import pytest

from kibitz.core.errors import BadFile, BadSetting
from kibitz.core.player import Limit
from kibitz.games.draughts import endings, program, rules, solver
from kibitz.games.draughts.deepening import sides
from kibitz.games.draughts.draws import main_road
from kibitz.games.draughts.endings import Forces, Tables
from kibitz.games.draughts.engine import STRENGTHS, DraughtsBot
from kibitz.games.draughts.game import DraughtsGame
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.position import after, begun
from kibitz.games.draughts.rules import Board
from kibitz.games.draughts.slices import Parts
from kibitz.games.draughts.switches import Variant
from kibitz.games.draughts.variants import preset


def silent(what: str, share: float) -> None:
    """Nobody listens."""


def small(name: str) -> Variant:
    return replace(preset(name), name=f"{name} on 6x6", size=6, rows=2)


def solved(variant: Variant, pieces: int) -> Tables:
    tables = Tables(variant)
    made = solver.Solver(tables, 1, silent, plainly=True)
    for number in range(2, pieces + 1):
        made.solve(list(endings.pairs(number)))
    return tables


def all_boards(variant: Variant, pieces: int) -> Iterator[Board]:
    """Every position with so many pieces, the side that plays down to move."""
    plan = layout(variant)
    black = variant.white_from == "bottom"
    for cells in combinations(range(len(plan.bits)), pieces):
        for kind in range(4**pieces):
            kinds = [kind >> 2 * i & 3 for i in range(pieces)]
            own = [cell for cell, k in zip(cells, kinds, strict=True) if k & 1]
            foes = [cell for cell, k in zip(cells, kinds, strict=True) if not k & 1]
            kings = [cell for cell, k in zip(cells, kinds, strict=True) if k & 2]
            if own and foes and possible(variant, own, foes, kings):
                white, dark = (foes, own) if black else (own, foes)
                yield rules.board(variant, white, dark, kings, black)


def possible(variant: Variant, own: list[int], foes: list[int], kings: list[int]) -> bool:
    """No man stands where it would have been crowned."""
    row = [cell[0] for cell in layout(variant).cells]
    return not any(row[c] == variant.size - 1 and c not in kings for c in own) and not any(
        row[c] == 0 and c not in kings for c in foes
    )


def turned(variant: Variant, board: Board) -> Board:
    """The same position with the board turned by half and the sides exchanged."""
    plan = layout(variant)
    white, black, kings = (
        plan.mask(len(plan.bits) - 1 - square for square in plan.squares(bits))
        for bits in (board.black, board.white, board.kings)
    )
    return Board(white, black, kings, not board.black_to_move)


def by_iteration(variant: Variant, pieces: int) -> dict[Board, int]:
    """Plies to the end of every decided position: again and again over all of them, until nothing changes."""
    boards = [board for number in range(2, pieces + 1) for board in all_boards(variant, number)]
    after = {
        board: [turned(variant, rules.play(variant, board, move)) for move in rules.legal(variant, board)]
        for board in boards
    }
    ends: dict[Board, int] = {}
    for plies in range(250):
        left = [board for board in boards if board not in ends]
        found = {board: plies for board in left if decided(variant, after[board], ends, plies)}
        if not found and plies > 1 and not any(ends[b] == plies - 1 for b in ends):
            break
        ends |= found
    return ends


def decided(variant: Variant, after: list[Board], ends: dict[Board, int], plies: int) -> bool:
    """Whether the end comes after exactly so many plies, both sides doing their best."""
    if not after:
        return plies == 0
    told = [ends.get(board, 0 if not board_own(board) else None) for board in after]
    wins = [told for told in told if told is not None and (told % 2 == 0) != variant.losing]
    if wins:
        return min(wins) + 1 == plies
    return None not in told and max(t for t in told if t is not None) + 1 == plies


def board_own(board: Board) -> int:
    return board.black if board.black_to_move else board.white


def place(tables: Tables, board: Board) -> int:
    """Where a position stands: what endgame.py computes, written again."""
    variant, plan = tables.variant, layout(tables.variant)
    own, foes, kings, down = sides(variant, board)
    assert down
    groups = [own & kings, own & ~kings, foes & kings, foes & ~kings]
    found = 0
    for group in groups:
        squares = list(plan.squares(group))
        found = found * comb(len(plan.bits), len(squares))
        found += sum([comb(square, nth + 1) for nth, square in enumerate(squares)])
    forces: Forces = tuple(group.bit_count() for group in groups)  # type: ignore[assignment]  # four of them
    return tables.starts[forces] + found


@pytest.mark.parametrize(
    ("name", "pieces"),
    [(name, 2) for name in ("poznan", "english", "russian", "international", "thai", "russian-losing")]
    + [("poznan", 3)],
)
def test_tables_agree_with_plain_iteration(name: str, pieces: int) -> None:
    variant = small(name)
    tables, ends = solved(variant, pieces), by_iteration(variant, pieces)
    for number in range(2, pieces + 1):
        for board in all_boards(variant, number):
            told = tables.bytes[place(tables, board)]
            assert told == (ends[board] + 1 if board in ends else 0), board


@cache
def kings_only(name: str) -> Tables:
    """Three kings against one, and what that leads to, by machine code."""
    tables = Tables(preset(name))
    made = solver.Solver(tables, 1, silent)
    made.solve([((1, 0, 1, 0),), ((1, 0, 2, 0), (2, 0, 1, 0)), ((1, 0, 3, 0), (3, 0, 1, 0))])
    return tables


def nobody_can_capture(variant: Variant, board: Board) -> bool:
    both = (board, replace(board, black_to_move=not board.black_to_move))
    return not any(move.captured for one in both for move in rules.legal(variant, one))


def test_three_kings_beat_one_off_the_main_road_and_mostly_draw_on_it() -> None:
    """The Russian rule book gives fifteen moves to win, or five when the lone king is on the main road."""
    tables = kings_only("russian")
    variant = tables.variant
    road = set(layout(variant).squares(main_road(variant)))
    on_road: list[int] = []
    for lone in (0, 1, 2, 5, 9, 12, 17, 20, 25, 28, 31, *list(road)[:3]):
        for three in combinations(sorted(set(range(32)) - {lone}), 3):
            board = rules.board(variant, [lone], three, (lone, *three), True)
            if not nobody_can_capture(variant, board):
                continue
            told = int(tables.bytes[place(tables, board)])
            if lone in road:
                on_road.append(told)
            else:
                assert told % 2 == 0 and 0 < told <= 30, (lone, three)
    assert on_road.count(0) > 0.85 * len(on_road) > 1000


def with_tables(tables: Tables) -> DraughtsBot:
    """The strongest level, on one core, with these tables."""
    known = program.wait(tables.variant)
    assert known is not None
    player = program.Native(tables.variant, known.judgement, tables)
    bot = DraughtsBot(tables.variant, STRENGTHS[-1], threads=1)
    bot._memories[True] = [player.memory(player.table(1 << 12))]
    return bot


def test_a_bot_with_tables_wins_three_against_one_within_the_fifteen_moves() -> None:
    bot = with_tables(kings_only("russian"))
    game = DraughtsGame(bot.variant)
    for fen in ("W:WKc1,Ke1,Kg1:BKb8", "W:WKa3,Kb2,Kd2:BKf8", "W:WKa1,Kb2,Kc3:BKd8"):
        position, plies = game.start(fen), 0
        while game.outcome(position) is None:
            position, plies = game.play(position, bot.think(game, position, Limit(depth=2)).move), plies + 1
        outcome = game.outcome(position)
        assert outcome is not None and outcome.winner is not None and plies <= 30, fen


def test_the_five_moves_of_the_main_road_begin_when_the_lone_king_gets_there() -> None:
    """Ten plies of three against one have gone by, but none with the lone king on the main road."""
    bot = with_tables(kings_only("russian"))
    game = DraughtsGame(bot.variant)
    position = game.start("W:WK2,K10,K25:BK26")
    for text in ["2-9", "26-16", "9-14", "16-2", "10-19", "2-13", "25-11", "13-31", "11-20", "31-22"]:
        position = game.play(position, game.read(position, text))
    assert bot.think(game, position, Limit(depth=2)).note == "wins in 3 moves"
    while (outcome := game.outcome(position)) is None:
        position = game.play(position, bot.think(game, position, Limit(depth=2)).move)
    assert outcome.winner is not None


def three_against_one(lone: Sequence[int], rng: Random) -> Board:
    """Three black kings to move against a white one on one of these squares, nobody attacked."""
    variant = preset("russian")
    while True:
        here = rng.choice(lone)
        three = rng.sample([square for square in range(32) if square != here], 3)
        board = rules.board(variant, [here], three, (here, *three), True)
        if nobody_can_capture(variant, board):
            return board


@pytest.mark.parametrize("on_road", [False, True])
def test_a_bot_with_tables_plays_three_against_one_perfectly_on_the_main_road_and_off_it(
    on_road: bool,
) -> None:
    """No move of either side changes what the position is worth, nor how soon it is over."""
    tables, rng = kings_only("russian"), Random(8)
    bot, variant = with_tables(tables), tables.variant
    road = set(layout(variant).squares(main_road(variant)))
    lone = sorted(road) if on_road else sorted(set(range(32)) - road)
    worths = []
    for _ in range(25):
        position = begun(variant, three_against_one(lone, rng))
        worths.append(worth(tables, position.board))
        for _ in range(6):
            before = worth(tables, position.board)
            position = after(
                variant, position, bot.think(DraughtsGame(variant), position, Limit(depth=2)).move
            )
            if (position.board.white | position.board.black).bit_count() < 4:
                break  # a king was given up or taken: another table
            assert worth(tables, position.board) == max(0, before - 1)
    assert worths.count(0) > 20 if on_road else 0 not in worths


def worth(tables: Tables, board: Board) -> int:
    """What the tables say, whoever is to move: 0 for a draw, else one more than the plies to the end."""
    down = sides(tables.variant, board)[3]
    return int(tables.bytes[place(tables, board if down else turned(tables.variant, board))])


# Files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KIBITZ_DATA_DIR", str(tmp_path))
    return tmp_path / "endings"


def kept(variant: Variant) -> Path:
    """A true table of two pieces in the data folder."""
    tables = solved(variant, 2)
    return endings.write(variant, 2, bytes(tables.bytes))


@pytest.mark.usefixtures("folder")
def test_what_is_kept_is_read_again() -> None:
    variant = small("russian")
    kept(variant)
    tables = endings.load(variant)
    assert tables is not None and tables.pieces == 2
    assert bytes(tables.bytes) == bytes(solved(variant, 2).bytes)


@pytest.mark.usefixtures("folder")
def test_without_a_table_there_is_none_and_other_rules_do_not_find_it() -> None:
    assert endings.load(small("russian")) is None
    kept(small("russian"))
    assert endings.load(small("poznan")) is None


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda raw: raw[:-20], "it is damaged|not those that were written"),
        (lambda raw: b"something else", "not a table of endings"),
        (lambda raw: b"", "not a table of endings"),
        (lambda raw: raw[:60] + bytes([raw[60] ^ 255]) + raw[61:], "other rules|damaged|not those"),
        (lambda raw: raw[:-30] + b"\0" * 30, "damaged|not those that were written"),
    ],
)
def test_a_damaged_table_is_refused_by_name(damage: object, reason: str) -> None:
    variant = small("russian")
    file = kept(variant)
    assert callable(damage)
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(BadFile, match=f"endings: .*({reason}).*kibitz solve"):
        endings.load(variant)


def test_solving_takes_a_sensible_number_of_pieces() -> None:
    with pytest.raises(BadSetting, match="2 to 6 pieces can be solved, not of 1"):
        endings.check(preset("russian"), 1)
    with pytest.raises(BadSetting, match="GiB; ask for fewer pieces"):
        endings.check(preset("canadian"), 6)


def test_rules_that_move_alike_share_their_tables() -> None:
    assert endings.rules_hash(preset("kaaz")) == endings.rules_hash(preset("pool"))
    assert endings.rules_hash(preset("russian")) != endings.rules_hash(preset("pool"))
    assert endings.rules_hash(preset("russian")) != endings.rules_hash(preset("russian-losing"))


@pytest.mark.usefixtures("folder")
def test_the_game_solves_for_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = small("russian")
    monkeypatch.setattr(solver, "Native", solver.Plain)
    told: list[float] = []
    monkeypatch.setattr(solver, "_summary", lambda tables, forces: solver.named(forces))
    game = DraughtsGame(variant)
    said = game.solve(pieces=2, out=None, threads=None, progress=lambda share, what: told.append(share))
    assert "up to 2 pieces are solved" in said and "M v K" in said
    assert told == sorted(told) and told[-1] == 1.0
    assert json.loads(endings.path(variant, 2).read_bytes().split(b"\n")[1])["pieces"] == 2


@pytest.mark.usefixtures("folder")
def test_a_solve_that_is_broken_off_goes_on_where_it_was() -> None:
    """A finished slice is read, a damaged one is solved again; the result is that of a solve in one go."""
    variant, kings = preset("russian"), ((1, 0, 2, 0), (2, 0, 1, 0))

    def break_off(what: str, share: float) -> None:
        if what == "M v KM":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.solve(variant, 3, break_off, threads=1)
    parts = Parts(variant, 3)
    assert parts.kept(kings) and not endings.path(variant, 3).exists()
    (parts.folder / f"{endings.code((0, 1, 2, 0))}.part").write_bytes(b"nonsense")
    told: list[str] = []
    tables = solver.solve(variant, 3, lambda what, share: told.append(what), threads=2)
    assert told.count("K v KK") == 1 < told.count("M v KK")
    assert not parts.folder.exists() and endings.path(variant, 3).is_file()
    assert tables.part(kings) == kings_only("russian").part(kings)
