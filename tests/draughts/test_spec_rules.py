"""The rules of SPEC A8-A11 and D1-D4, clause by clause on drawn boards."""

from __future__ import annotations

import pytest

from kibitz.core.errors import IllegalMove
from kibitz.core.game import Outcome, Seat
from tests.draughts.boards import drawing, drawn, game, played, written

POZNAN, KAAZ = game("poznan"), game("kaaz")


def test_a8_red_stands_on_the_twelve_upper_dark_squares_and_blue_moves_first() -> None:
    start = POZNAN.start()
    assert drawing(POZNAN, POZNAN.look(start)) == "\n".join(
        [
            "r . r . r . r .",
            ". r . r . r . r",
            "r . r . r . r .",
            ". . . . . . . .",
            ". . . . . . . .",
            ". b . b . b . b",
            "b . b . b . b .",
            ". b . b . b . b",
        ]
    )
    assert POZNAN.turn(start) is Seat.FIRST
    assert POZNAN.plan.cells[0].tone == "dark" and POZNAN.plan.kind == "chequer-8-dark"
    assert sorted(written(POZNAN, start)) == ["21-17", "21-18", "22-18", "22-19", "23-19", "23-20", "24-20"]


def test_a8_any_position_may_be_set_as_the_start() -> None:
    position = drawn(
        POZNAN,
        """
        . . . . B . . .
        . . . . . . . r
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        b . . . . . . .
        . R . . . . . .
        """,
        "B",
    )
    assert POZNAN.setup(position) == "B:WK3,25:B8,K29"
    assert POZNAN.turn(position) is Seat.SECOND


def test_a9_men_step_one_square_diagonally_forward_and_need_not_capture() -> None:
    position = drawn(
        POZNAN,
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . r . . . .
        . . b . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert sorted(written(POZNAN, position)) == ["18-13", "18x11"]


def test_a9_men_capture_backward_only_as_a_later_jump_and_may_stop_after_any() -> None:
    position = drawn(
        POZNAN,
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . r . r . .
        . . b . . . . .
        . r . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert sorted(written(POZNAN, position)) == ["18-13", "18x11", "18x20"]
    after = played(POZNAN, position, "18x20")
    assert drawing(POZNAN, POZNAN.look(after)).splitlines()[3:5] == [". . . . . . . .", ". . . . . . b ."]
    with pytest.raises(IllegalMove, match="Men do not go that way"):
        POZNAN.read(position, "18x25")


def test_a10_a_man_is_crowned_where_its_move_ends_and_only_there() -> None:
    position = drawn(
        POZNAN,
        """
        . . . . . . . .
        . r . r . . . .
        b . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert sorted(written(POZNAN, position)) == ["9x11", "9x2"]
    stopped, passed = played(POZNAN, position, "9x2"), played(POZNAN, position, "9x11")
    assert POZNAN.setup(stopped) == "B:WK2:B6"
    assert POZNAN.setup(passed) == "B:W11:B"


def test_a10_a_king_captures_from_afar_and_lands_directly_behind_then_may_go_on() -> None:
    position = drawn(
        POZNAN,
        """
        . . . . . . . .
        . . . r . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . r . . .
        . . . . . . . .
        . . . . . . . .
        . B . . . . . .
        """,
    )
    assert sorted(written(POZNAN, position)) == ["29-22", "29-25", "29-26", "29x15", "29x2"]
    with pytest.raises(IllegalMove, match="must land directly behind"):
        POZNAN.read(position, "29x12")
    assert POZNAN.setup(played(POZNAN, position, "29x2")) == "B:WK2:B"


def test_a11_a_side_without_a_piece_loses() -> None:
    position = drawn(
        POZNAN,
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . r . . . .
        . . b . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    over = played(POZNAN, position, "18x11")
    assert POZNAN.outcome(over) == Outcome(Seat.FIRST, "no-pieces") and not POZNAN.moves(over)


def test_a11_a_side_without_a_legal_move_loses() -> None:
    position = drawn(
        POZNAN,
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . r
        . . . . . . b .
        . . . . . b . .
        . . . . . . . .
        . . . . . . . .
        """,
        "B",
    )
    assert POZNAN.outcome(position) == Outcome(Seat.FIRST, "blocked")


def test_d1_red_is_player_one_at_the_top_and_the_upper_left_square_is_light() -> None:
    start = KAAZ.start()
    assert KAAZ.plan.cells[0].tone == "light" and KAAZ.piece_sets[0].name == "four-colour"
    pieces = {p.face: (p.shape, p.symbol) for p in KAAZ.piece_sets[0].pieces}
    assert pieces == {
        "first man": ("disc", "r"),
        "first king": ("disc", "R"),
        "second man": ("disc", "y"),
        "second king": ("disc", "Y"),
    }
    assert KAAZ.turn(start) is Seat.FIRST and KAAZ.setup(start).startswith("B:")


def test_d4_twelve_men_a_side() -> None:
    assert drawing(KAAZ, KAAZ.look(KAAZ.start())) == "\n".join(
        [
            ". r . r . r . r",
            "r . r . r . r .",
            ". r . r . r . r",
            ". . . . . . . .",
            ". . . . . . . .",
            "y . y . y . y .",
            ". y . y . y . y",
            "y . y . y . y .",
        ]
    )


def test_d2_any_capture_may_be_chosen_but_a_chain_must_be_finished() -> None:
    position = drawn(
        KAAZ,
        """
        . . . . . . . .
        . . . . . . . .
        . r . . . r . .
        . . y . . . y .
        . . . . . . . .
        . . y . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert sorted(written(KAAZ, position)) == ["11x20", "9x25"]
    with pytest.raises(IllegalMove, match="A capture is obligatory: "):
        KAAZ.read(position, "9-13")
    with pytest.raises(IllegalMove, match="must be continued while it can be: 9x25"):
        KAAZ.read(position, "9x18")


def test_d2_men_capture_backward_too() -> None:
    position = drawn(
        KAAZ,
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . y . . . . .
        . . . r . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert written(KAAZ, position) == ["18x9"]


def test_d2_kings_fly_capture_from_afar_land_anywhere_behind_and_go_on() -> None:
    position = drawn(
        KAAZ,
        """
        . . . . . . . R
        . . . . . . . .
        . . . . . y . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert written(KAAZ, position) == ["4x15", "4x18", "4x22", "4x25", "4x29"]
    chain = drawn(
        KAAZ,
        """
        . . . . . . . R
        . . . . . . . .
        . . . . . y . .
        . . . . . . . .
        . . . . . . . .
        . . . . y . . .
        . . . . . . . .
        . . . . . . . .
        """,
    )
    assert sorted(written(KAAZ, chain)) == ["4x27", "4x32"]


def test_d3_a_man_that_can_go_on_from_the_far_row_must_and_stays_a_man() -> None:
    position = drawn(
        KAAZ,
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        r . . . . . . .
        . y . y . . . .
        . . . . . . . .
        """,
    )
    assert written(KAAZ, position) == ["21x23"]
    assert KAAZ.setup(played(KAAZ, position, "21x23")) == "W:W:B23"


def test_d3_a_man_that_ends_on_the_far_row_becomes_a_king() -> None:
    position = drawn(
        KAAZ,
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . y . . . . . .
        . . . . . . . .
        . r . . . . . .
        . . . . . . . .
        """,
    )
    assert KAAZ.setup(played(KAAZ, position, "25-29")) == "W:W17:BK29"
