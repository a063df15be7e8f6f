"""The generator against rule books: what each clause allows, and what it forbids."""

from __future__ import annotations

import ast
import importlib
import inspect
from dataclasses import replace
from typing import Literal

import pytest

from kibitz.core.errors import BadSetup
from kibitz.games.draughts import kernel, rules
from kibitz.games.draughts.fen import read_fen
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.switches import Variant
from kibitz.games.draughts.variants import PRESETS, preset

RUSSIAN, INTERNATIONAL, ENGLISH = preset("russian"), preset("international"), preset("english")


def board(variant: Variant, fen: str) -> rules.Board:
    """The board of a written position."""
    return read_fen(variant, fen).board


def listed(variant: Variant, fen: str) -> set[str]:
    """All legal moves as origin, - or x, target."""
    found = rules.legal(variant, board(variant, fen))
    return {f"{move.origin + 1}{'x' if move.captured else '-'}{move.target + 1}" for move in found}


# Positions and moves from the books as dctl's tests collect them (rhalbersma/dctl, test/src/core/actions):
# FID, Regolamento tecnico, capo I; the FFJD's and the FID's rules of the international game.
RULE_BOOKS = [
    ("italian", "5.3 a man may not take a king", "W:W32:BK28", ""),
    ("italian", "5.3 nor is it hindered by one beside its way", "W:W30:BK26", "30-27"),
    ("italian", "5.6 men jump forward", "W:W30:B27", "30x23"),
    ("italian", "5.7 and go on", "W:W31:B12,20,28", "31x8"),
    ("italian", "5.8 kings jump every way", "W:WK22:B18,19,27", "22x13 22x15 22x31"),
    ("italian", "5.9 and go on", "W:WK27:B5,6,13,15,21,23", "27x25"),
    ("italian", "6.6 the most pieces", "W:WK21,31:B10,18,27", "31x6"),
    ("italian", "6.7 with the king", "W:WK23,31:B19,26,27", "23x21"),
    ("italian", "6.8 the most kings", "W:WK23:B19,K28", "23x32"),
    ("italian", "6.9 kings first", "W:WK30:B10,12,18,K20,K26,27", "30x5"),
    ("italian", "6.9 kings first, all counted", "W:WK30:B10,K12,K18,20,K26,K27", "30x5"),
    ("italian", "6.10 else as one likes", "W:WK31:B18,20,K27,K28", "31x13 31x15"),
    ("international", "3.4 men step forward", "W:W28:B1", "28-22 28-23"),
    ("international", "3.9 kings fly", "B:BK1:W6", "1-7 1-12 1-18 1-23 1-29 1-34 1-40 1-45"),
    ("international", "4.2 a capture is obligatory", "W:W28,32:B23", "28x19"),
    ("international", "4.2 men capture backward", "W:W35:B30,K40", "35x24 35x44"),
    ("international", "4.3 kings land anywhere behind", "W:WK46:B23", "46x19 46x14 46x10 46x5"),
    ("international", "4.5 men go on", "W:W15:B8,19,20", "15x2"),
    ("international", "4.5 far", "W:W47:B13,14,22,24,31,34,K41,44", "47x49"),
    ("international", "4.6 kings go on", "W:WK47:B9,12,33", "47x17 47x21 47x26"),
    ("international", "4.6 far", "W:WK1:B7,9,17,19,20,30,31,33,43,44", "1x15"),
    ("international", "4.8 a cell may be passed twice", "W:WK41,49:B9,10,12,19,38", "41x43"),
    ("international", "4.8 captured pieces are lifted at the end", "B:W27,28,38,39,42:BK25", "25x33"),
    ("international", "4.13 the most pieces", "W:W48:B24,K31,34,K42,43", "48x19"),
    ("international", "4.13 the most pieces by a king", "W:WK48:B7,8,31,34,K42,44", "48x50"),
    ("international", "4.14 kings count as pieces", "W:W26:B12,K21,31,32", "26x8 26x28"),
    ("international", "4.15 a man passes the far row as a man", "W:W15:B9,10", "15x13"),
]


@pytest.mark.parametrize(
    ("name", "fen", "moves"),
    [(name, fen, moves) for name, _, fen, moves in RULE_BOOKS],
    ids=[f"{name} {clause}" for name, clause, _, _ in RULE_BOOKS],
)
def test_rule_books(name: str, fen: str, moves: str) -> None:
    assert listed(preset(name), fen) == set(moves.split())


def drawn(variant: Variant, picture: str, *, black: bool = False) -> rules.Board:
    """A drawn board: w, b are men, W, B kings."""
    rows = [line.split() for line in picture.strip().splitlines()]
    cells = layout(variant).cells
    at = {number: rows[row][column] for number, (row, column) in enumerate(cells)}
    assert sum(symbol != "." for row in rows for symbol in row) == sum(
        symbol != "." for symbol in at.values()
    )
    white, dark, kings = ([n for n, symbol in at.items() if symbol in kind] for kind in ("wW", "bB", "WB"))
    return rules.board(variant, white, dark, kings, black)


def ways(variant: Variant, position: rules.Board) -> set[str]:
    """All legal moves as the cells they touch: c4xe6xg4."""
    cells = layout(variant).cells

    def name(square: int) -> str:
        row, column = cells[square]
        return f"{'abcdefghijklmn'[column]}{variant.size - row}"

    found = rules.legal(variant, position)
    return {("x" if move.captured else "-").join(map(name, move.route)) for move in found}


def jumps(variant: Variant, position: rules.Board) -> set[str]:
    """The captures among all legal moves."""
    return {way for way in ways(variant, position) if "x" in way}


def test_a9_men_capture_backward_only_as_a_later_jump_and_need_not_go_on() -> None:
    position = drawn(
        preset("poznan"),
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . b . b . b . .
        . . w . . . . .
        . b . b . . . .
        . . . . . . . .
        . . . . . . . .""",
    )
    assert ways(preset("poznan"), position) == {"c4xa6", "c4xe6", "c4xe6xg4"}


def test_a9_capturing_is_optional() -> None:
    position = drawn(
        preset("poznan"),
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . b . . . . . .
        . . w . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .""",
    )
    assert ways(preset("poznan"), position) == {"c4xa6", "c4-d5"}


def test_a10_a_king_lands_directly_behind_what_it_captures() -> None:
    picture = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . b . . .
        . . . . . . . .
        . . . . . . . .
        . W . . . . . ."""
    poznan = preset("poznan")
    assert jumps(poznan, drawn(poznan, picture)) == {"b1xf5"}
    anywhere = replace(poznan, king_lands="anywhere")
    assert jumps(anywhere, drawn(anywhere, picture)) == {"b1xf5", "b1xg6", "b1xh7"}


BETWEEN_TWO = """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . b . . .
    . . . W . . . .
    . . b . . . . .
    . . . . . . . ."""


def test_a10_pieces_lifted_at_once_are_out_of_the_way() -> None:
    poznan = preset("poznan")
    assert jumps(poznan, drawn(poznan, BETWEEN_TWO)) == {"d3xf5", "d3xb1", "d3xf5xb1", "d3xb1xf5"}
    later = replace(poznan, lifted="at_end")
    assert jumps(later, drawn(later, BETWEEN_TWO)) == {"d3xf5", "d3xb1"}


def test_a_king_that_may_not_turn_back_does_not() -> None:
    picture = """
        . . . . . . . .
        . . . . . . . .
        . . . b . . . .
        . . . . . . . .
        . . . W . . . .
        . . . . . . . .
        . . . b . . . .
        . . . . . . . ."""
    turkish = preset("turkish")
    assert ways(turkish, drawn(turkish, picture)) == {"d4xd7", "d4xd8", "d4xd1"}
    turning = replace(turkish, king_turns_back=True)
    assert {way[-2:] for way in ways(turning, drawn(turning, picture))} == {"d1", "d7", "d8"}
    assert all(way.count("x") == 2 for way in ways(turning, drawn(turning, picture)))


def test_turkish_men_go_forward_and_sideways() -> None:
    turkish = preset("turkish")
    position = drawn(
        turkish,
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . w . . . .
        . . . b . . . .
        . . . . . . . .
        . . . . . . . .""",
    )
    assert ways(turkish, position) == {"d4-d5", "d4-c4", "d4-e4"}


LANDS_TO_GO_ON = """
    . B . . . . . .
    . . w . . . . .
    . . . . . w . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . ."""


def test_d2_a_king_lands_where_it_can_go_on_and_must() -> None:
    kaaz = preset("kaaz")
    assert jumps(kaaz, drawn(kaaz, LANDS_TO_GO_ON, black=True)) == {"b8xe5xg7", "b8xe5xh8"}
    lax = replace(kaaz, continuing_obligatory=False)
    assert jumps(lax, drawn(lax, LANDS_TO_GO_ON, black=True)) == {
        *("b8xe5xg7", "b8xe5xh8"),
        *("b8xd6", "b8xe5", "b8xf4", "b8xg3", "b8xh2"),
    }


PASSES_THE_FAR_ROW = """
    . . . . . . . .
    . . . . b . b .
    . . . w . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . b . . .
    . . . . . . . .
    . . . . . . . ."""


@pytest.mark.parametrize(
    ("promotion", "expected", "king"),
    [
        ("at_end", {"d6xf8xh6"}, False),
        ("in_passing", {"d6xf8xh6xd2", "d6xf8xh6xc1"}, True),
        ("stops", {"d6xf8"}, True),
    ],
)
def test_d3_what_becomes_of_a_man_that_reaches_the_far_row(
    promotion: Literal["at_end", "in_passing", "stops"], expected: set[str], king: bool
) -> None:
    variant = replace(preset("kaaz"), promotion=promotion)
    position = drawn(variant, PASSES_THE_FAR_ROW)
    assert ways(variant, position) == expected
    assert {bool(rules.play(variant, position, m).kings) for m in rules.legal(variant, position)} == {king}


def test_killer_kings_stop_directly_behind_a_king_taken_last() -> None:
    assert listed(INTERNATIONAL, "W:WK46:BK23") == {"46x19", "46x14", "46x10", "46x5"}
    assert listed(preset("killer"), "W:WK46:BK23") == {"46x19"}
    assert listed(preset("killer"), "W:WK46:B23") == {"46x19", "46x14", "46x10", "46x5"}


def test_frisian_pieces_also_capture_along_rows_and_columns() -> None:
    assert listed(preset("frisian"), "W:W28:B18") == {"28x8"}
    assert listed(preset("frisian"), "W:W28:B29") == {"28x30"}
    assert listed(preset("frisian"), "W:WK28:B38") == {"28x48"}


def test_frisian_a_king_is_worth_a_little_less_than_two_men() -> None:
    frisian = replace(INTERNATIONAL, precedence=("value", "with_king"))
    two_kings_or_three_men = """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . b . . . . .
        . . . . . . . . . .
        . . . . . . b . . .
        . . . B . . . . . .
        . . . . . . . . b .
        . B . . . . . . . w
        w . . . . . . . . ."""
    assert ways(frisian, drawn(frisian, two_kings_or_three_men)) == {"a1xc3xe5"}
    assert ways(INTERNATIONAL, drawn(INTERNATIONAL, two_kings_or_three_men)) == {"j2xh4xf6xd8"}
    assert listed(frisian, "W:W50,46:BK41,44,34") == {"50x30"}


def test_a_king_must_capture_where_czech_rules_say_so() -> None:
    assert listed(preset("czech"), "W:WK32,21:B27,17") == {"32x23", "32x18", "32x14", "32x9", "32x5"}


def test_spanish_players_take_the_most_then_the_most_kings() -> None:
    spanish = preset("spanish")
    assert listed(spanish, "W:W29,31:B26,K28") == {"31x24"}
    assert listed(replace(spanish, precedence=("most",)), "W:W29,31:B26,K28") == {"29x22", "31x24"}


def test_routes_that_differ_only_on_the_way_are_one_move() -> None:
    position = board(INTERNATIONAL, "W:WK46:B37,19")
    moves = rules.legal(INTERNATIONAL, position)
    assert len(moves) == 3
    assert sum(len(rules.routes(INTERNATIONAL, position, move)) for move in moves) == 9
    for move in moves:
        assert move.route in rules.routes(INTERNATIONAL, position, move)


def test_in_the_breakthrough_game_nobody_moves_once_there_is_a_king() -> None:
    breakthrough = preset("english-breakthrough")
    position = board(breakthrough, "W:W5:B9")
    crowned = rules.play(breakthrough, position, rules.legal(breakthrough, position)[0])
    assert crowned.kings and rules.legal(breakthrough, crowned) == ()
    assert rules.perft(breakthrough, position, 2) == 0


def test_more_captures_than_can_be_listed_are_refused() -> None:
    large = replace(RUSSIAN, size=14, name="large")
    inner = [n for n, (row, column) in enumerate(layout(large).cells) if row % 2 and column > 0 and row < 13]
    with pytest.raises(BadSetup, match="more ways than can be listed"):
        rules.legal(large, rules.board(large, [91], inner, [91], False))


def test_the_kernel_as_it_stands_plays_russian_draughts() -> None:
    start = rules.start(RUSSIAN)
    buffer: list[int] = [0] * 4000
    buffer[kernel.ROOM] = 1000
    assert kernel.perft(buffer, 1, start.white, start.black, 0, False, 5) == 7482
    assert kernel.moves(buffer, 1, start.white, start.black, 0, False) == 8


@pytest.mark.parametrize("module", ["rules", "kernel", "machine", "specialise", "compiled", "layout"])
def test_no_rule_asks_for_the_name_of_a_variant(module: str) -> None:
    found = importlib.import_module(f"kibitz.games.draughts.{module}")
    texts = {n.value for n in ast.walk(ast.parse(inspect.getsource(found))) if isinstance(n, ast.Constant)}
    assert not texts & set(PRESETS)
