"""The presets as their books describe them, and the sets of switches that cannot be played."""

from __future__ import annotations

import itertools
from dataclasses import fields, replace
from typing import Any

import pytest

from kibitz.core.errors import BadRules, UnknownGame
from kibitz.games.draughts import rules, switches
from kibitz.games.draughts.layout import Layout, layout
from kibitz.games.draughts.switches import DrawRules, Variant
from kibitz.games.draughts.variants import PRESETS, preset

NAMES = (
    "poznan kaaz english italian russian brazilian pool international canadian czech spanish portuguese "
    "frisian frysk killer turkish thai"
)
PDN_TYPES = {
    "international": 20,
    "english": 21,
    "italian": 22,
    "pool": 23,
    "spanish": 24,
    "russian": 25,
    "brazilian": 26,
    "canadian": 27,
    "portuguese": 28,
    "czech": 29,
    "turkish": 30,
    "thai": 31,
    "frisian": 40,
}


def test_every_rule_set_with_a_name_is_there() -> None:
    assert set(PRESETS) == set(NAMES.split())
    assert all(variant.title and variant.name == name for name, variant in PRESETS.items())


def test_pdn_numbers_are_those_of_pdn_3() -> None:
    assert {name: v.pdn_type for name, v in PRESETS.items() if v.pdn_type is not None} == PDN_TYPES


@pytest.mark.parametrize("name", PRESETS)
def test_any_preset_has_a_losing_and_a_breakthrough_game(name: str) -> None:
    losing, breakthrough = preset(f"{name}-losing"), preset(f"{name}-breakthrough")
    assert (losing.losing, losing.breakthrough) == (True, False)
    assert (breakthrough.losing, breakthrough.breakthrough) == (False, True)
    assert losing.name == f"{name}-losing" and "losing" in losing.title and losing.pdn_type is None


@pytest.mark.parametrize(
    ("name", "hint"),
    [("rusian", "russian"), ("russian-loosing", "russian-losing"), ("", "poznan"), ("russian-", "russian")],
)
def test_an_unknown_name_is_refused_with_what_was_meant(name: str, hint: str) -> None:
    with pytest.raises(UnknownGame, match=hint):
        preset(name)


def test_a_name_of_any_length_is_refused_briefly() -> None:
    with pytest.raises(UnknownGame) as caught:
        preset("x" * 10_000_000)
    assert len(str(caught.value)) < 400


def test_a8_blue_is_white_at_the_bottom_moves_first_and_the_upper_left_is_dark() -> None:
    poznan = preset("poznan")
    assert (poznan.upper_left, poznan.first, poznan.white_from) == ("dark", "white", "bottom")
    assert layout(poznan).cells[0] == (0, 0)


def test_d1_red_is_black_at_the_top_moves_first_and_the_upper_left_is_light() -> None:
    kaaz = preset("kaaz")
    assert (kaaz.upper_left, kaaz.first, kaaz.white_from) == ("light", "black", "bottom")
    assert layout(kaaz).cells[0] == (0, 1)


@pytest.mark.parametrize(
    ("name", "men"),
    [
        ("poznan", 12),
        ("kaaz", 12),
        ("international", 20),
        ("canadian", 30),
        ("frysk", 5),
        ("turkish", 16),
        ("thai", 8),
    ],
)
def test_a8_d4_each_side_starts_with_its_men(name: str, men: int) -> None:
    start = rules.start(preset(name))
    assert (start.white.bit_count(), start.black.bit_count(), start.kings) == (men, men, 0)
    assert start.black > 0 and start.white & -start.white > start.black, "White is below Black"


def test_turkish_men_leave_their_back_row_free() -> None:
    rows = {
        layout(preset("turkish")).cells[s][0]
        for s in layout(preset("turkish")).squares(rules.start(preset("turkish")).white)
    }
    assert rows == {5, 6}


def test_white_may_start_from_the_top_and_then_moves_down() -> None:
    turned = replace(preset("russian"), white_from="top", name="turned")
    start = rules.start(turned)
    assert start.white < start.black & -start.black
    assert all(move.target > move.origin for move in rules.legal(turned, start))
    assert rules.count_plainly(turned, start, 5) == 7482


CONTRADICTIONS: list[tuple[dict[str, Any], str]] = [
    ({"size": 9}, "6, 8, 10, 12 or 14"),
    ({"size": 16}, "6, 8, 10, 12 or 14"),
    ({"rows": 4}, "at least one must stay free"),
    ({"rows": 3, "rows_behind": 1}, "at least one must stay free"),
    ({"rows": 0}, "rows must be at least 1"),
    ({"capture_obligatory": False, "precedence": ("most",)}, "precedence must be empty"),
    ({"continuing_obligatory": False, "precedence": ("most",)}, "cannot count pieces"),
    ({"precedence": ("most", "value")}, "counts pieces twice"),
    ({"precedence": ("most", "most")}, "names a criterion twice"),
    ({"precedence": ("fewest",)}, "knows only most"),
    ({"flying_kings": False}, "set king_lands to 'directly'"),
    ({"lines": "orthogonal", "orthogonal_captures": True}, "but lines is 'orthogonal'"),
    ({"losing": True, "breakthrough": True}, "cannot be combined"),
    ({"lifted": "sometimes"}, "at_once or at_end"),
    ({"draws": DrawRules(repetition=1)}, "repetition is 0 or at least 2"),
]


@pytest.mark.parametrize(("changes", "reason"), CONTRADICTIONS, ids=[reason for _, reason in CONTRADICTIONS])
def test_contradictory_switches_are_refused_with_the_reason(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadRules, match=f"^russian: .*{reason}"):
        replace(preset("russian"), **changes)


def test_every_switch_has_its_clause_beside_it() -> None:
    import ast
    import inspect

    [body] = [
        node.body for node in ast.parse(inspect.getsource(switches)).body
        if isinstance(node, ast.ClassDef) and node.name == "Variant"
    ]  # fmt: skip
    described = {
        first.target.id
        for first, second in itertools.pairwise(body)
        if isinstance(first, ast.AnnAssign)
        and isinstance(first.target, ast.Name)
        and isinstance(second, ast.Expr)
    }
    assert {field.name for field in fields(Variant)} - described == {"name", "title", "draws"}


def test_a_variant_is_a_value() -> None:
    again = replace(preset("russian"))
    assert again == preset("russian") and hash(again) == hash(preset("russian"))
    assert replace(again, promotion="at_end") != again


KINDS = [(dark, False, sideways) for dark in (False, True) for sideways in (False, True)] + [
    (False, True, False)
]
BOARDS = [Layout(size, *kind) for size in range(6, 15, 2) for kind in KINDS]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_every_direction_is_one_shift_that_never_leaves_the_board(board: Layout) -> None:
    diagonal = {board.down[0]: (1, -1), board.down[-1]: (1, 1)}
    straight = {board.down[0]: (1, 0), 1: (0, 1)}
    steps = straight if board.all_cells else diagonal
    if board.sideways:
        steps |= {board.two_down[0]: (2, 0), 1: (0, 2)}
    for square, (row, column) in enumerate(board.cells):
        for shift, (down, right) in steps.items():
            for sign in (1, -1):
                to = (row + sign * down, column + sign * right)
                bit = board.bits[square] << shift if sign > 0 else board.bits[square] >> shift
                assert board.square.get(bit & board.board) == (
                    board.cells.index(to) if to in board.cells else None
                )


def test_an_8x8_and_a_10x10_board_fit_into_63_bits() -> None:
    assert layout(preset("russian")).width == 35
    assert layout(preset("frisian")).width == 63
    assert max(board.width for board in BOARDS if not board.all_cells) <= 128
