"""The referee of 2015 (SPEC D4-D8), word for word, on drawn boards.

. empty  r red man  y yellow man  R red's king (blue)  Y yellow's king (green); red is Player 1, at the top.
"""

from __future__ import annotations

import pytest

from kibitz.check_checkers import init_and_valid, init_board, update_and_valid_board
from kibitz.core.errors import BadSetup
from kibitz.games import find
from kibitz.referee.check_checkers import CheckCheckers

START = """
    . r . r . r . r
    r . r . r . r .
    . r . r . r . r
    . . . . . . . .
    . . . . . . . .
    y . y . y . y .
    . y . y . y . y
    y . y . y . y .
"""
EMPTY_ROW = ". . . . . . . ."


def board(text: str) -> list[list[int]]:
    return [[".ryRY".index(c) for c in row.split()] for row in text.strip().splitlines()]


def rows(**changed: str) -> list[list[int]]:
    """An empty board with some rows, counted from the top: rows(r2=". . r . . . . .")."""
    return board("\n".join(changed.get(f"r{i}", EMPTY_ROW) for i in range(8)))


@pytest.fixture
def referee() -> CheckCheckers:
    return CheckCheckers(find("draughts/kaaz"))


def test_d4_init_and_valid_accepts_only_the_starting_position(referee: CheckCheckers) -> None:
    assert referee.init_and_valid(board(START))
    assert not referee.init_and_valid(rows(r2=". r . . . . . ."))


def test_d4_set_as_init_accepts_any(referee: CheckCheckers) -> None:
    assert referee.init_board(rows(r2=". r . . . . . .", r5="y . . . . . . .")) == "Init Ready"


def test_d5_moves_alternate_and_succeed(referee: CheckCheckers) -> None:
    referee.init_board(board(START))
    lines = START.strip().splitlines()
    one = [*lines[:2], ". . . r . r . r", "r . . . . . . .", *lines[4:]]
    assert referee.update_and_valid_board(board("\n".join(one))) == "OK: Player1- Move Success"
    two = [*one[:4], ". . . . . y . .", "y . y . . . y .", *lines[6:]]
    assert referee.update_and_valid_board(board("\n".join(two))) == "OK: Player2- Move Success"


def test_d5_an_invalid_move_is_an_error_and_names_the_squares(referee: CheckCheckers) -> None:
    referee.init_board(rows(r2=". r . . . . . .", r7="y . . . . . . ."))
    answer = referee.update_and_valid_board(rows(r4=". r . . . . . .", r7="y . . . . . . ."))
    assert answer == "Error: Player1- Invalid move"
    assert referee.log[-4:] == ["Invalid move", "[2][1]", "[4][1]", "Current player: 1"]


def test_d5_a_capture_succeeds_and_skipping_it_is_an_error(referee: CheckCheckers) -> None:
    start = {"r2": ". r . r . . . .", "r3": ". . y . . . . .", "r7": "y . . . . . . ."}
    referee.init_board(rows(**start))
    skipped = {**start, "r2": ". r . . . . . .", "r3": ". . y . r . . ."}
    assert referee.update_and_valid_board(rows(**skipped)) == "Error: Player1- Obligatory Capture"
    assert referee.update_and_valid_board(rows(**start)) == "Now is OK"
    taken = rows(r2=". . . r . . . .", r4=". . . r . . . .", r7="y . . . . . . .")
    assert referee.update_and_valid_board(taken) == "OK: Player1- Capture success"


def test_d5_a_captured_man_must_be_lifted(referee: CheckCheckers) -> None:
    referee.init_board(rows(r2=". r . . . . . .", r3=". . y . . . . .", r7="y . . . . . . ."))
    not_lifted = rows(r3=". . y . . . . .", r4=". . . r . . . .", r7="y . . . . . . .")
    assert referee.update_and_valid_board(not_lifted) == "Error: Player1- Obligatory Capture"


def test_d6_a_chain_is_reported_jump_by_jump(referee: CheckCheckers) -> None:
    referee.init_board(
        rows(r1="r . . . . . . .", r2=". y . . . . . .", r4=". . . y . . . .", r7="y . . . . . . .")
    )
    first = rows(r3=". . r . . . . .", r4=". . . y . . . .", r7="y . . . . . . .")
    assert referee.update_and_valid_board(first) == "OK: Player1- Capture success"
    assert referee.log[-1] == "Current player: 1"
    second = rows(r5=". . . . r . . .", r7="y . . . . . . .")
    assert referee.update_and_valid_board(second) == "OK: Player1- Capture success"
    assert referee.log[-1] == "Current player: 2"


def test_d6_the_turn_stays_until_the_chain_is_done(referee: CheckCheckers) -> None:
    referee.init_board(
        rows(r1="r . . . . . . .", r2=". y . . . . . .", r4=". . . y . . . .", r7="y . . . . . . .")
    )
    referee.update_and_valid_board(rows(r3=". . r . . . . .", r4=". . . y . . . .", r7="y . . . . . . ."))
    other = rows(r3=". . r . . . . .", r4=". . . y . . . .", r6=". y . . . . . .")
    assert referee.update_and_valid_board(other) == "Error: Player1- Obligatory Capture"
    again = rows(r3=". . r . . . . .", r4=". . . y . . . .", r7="y . . . . . . .")
    assert referee.update_and_valid_board(again) == "Now is OK"
    last = rows(r5=". . . . r . . .", r7="y . . . . . . .")
    assert referee.update_and_valid_board(last) == "OK: Player1- Capture success"


def test_d5_a_man_on_the_far_row_is_exchanged_for_a_dame(referee: CheckCheckers) -> None:
    referee.init_board(rows(r6=". r . . . . . .", r5=". . . . . . y ."))
    moved = rows(r7="r . . . . . . .", r5=". . . . . . y .")
    assert referee.update_and_valid_board(moved) == "OK: Player1- Move Success"
    crowned = rows(r7="R . . . . . . .", r5=". . . . . . y .")
    assert referee.update_and_valid_board(crowned) == "OK: Player1- Changed pawn to dame"
    assert referee.log[-1] == "Current player: 2"


def test_d5_a_forgotten_dame_is_an_error(referee: CheckCheckers) -> None:
    referee.init_board(rows(r6=". r . . . . . .", r5=". . . . . . y ."))
    referee.update_and_valid_board(rows(r7="r . . . . . . .", r5=". . . . . . y ."))
    forgotten = rows(r7="r . . . . . . .", r4=". . . . . y . .")
    assert referee.update_and_valid_board(forgotten) == "Error: Player1- Failed Change pawn to dame"


def test_d7_after_an_error_nothing_is_accepted_until_the_board_is_back(referee: CheckCheckers) -> None:
    start = rows(r2=". r . . . . . .", r7="y . . . . . . .")
    referee.init_board(start)
    referee.update_and_valid_board(rows(r4=". r . . . . . .", r7="y . . . . . . ."))
    legal = rows(r3="r . . . . . . .", r7="y . . . . . . .")
    assert referee.update_and_valid_board(legal) == "Error: Player1- Invalid move"
    assert referee.update_and_valid_board(legal) == ""
    assert referee.update_and_valid_board(start) == "Now is OK"
    assert referee.update_and_valid_board(legal) == "OK: Player1- Move Success"


def test_d8_the_same_board_again_says_nothing(referee: CheckCheckers) -> None:
    referee.init_board(board(START))
    assert referee.update_and_valid_board(board(START)) == ""


def test_the_three_functions_share_one_referee() -> None:
    assert init_and_valid(board(START))
    assert init_board(board(START)) == "Init Ready"
    assert update_and_valid_board(board(START)) == ""


@pytest.mark.parametrize("wrong", [[], [[0] * 8] * 7, [[0] * 7] * 8, [[9] * 8] * 8, [["x"] * 8] * 8])
def test_what_is_no_board_is_refused(referee: CheckCheckers, wrong: list[list[int]]) -> None:
    with pytest.raises(BadSetup):
        referee.update_and_valid_board(wrong)
