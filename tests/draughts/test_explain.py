"""Why the board cannot look like this: each reason on a drawn board (SPEC A14, D2, D3, D5, D8)."""

from __future__ import annotations

import pytest

from kibitz.games.draughts.forbidden import RULES
from kibitz.games.draughts.game import DraughtsGame
from kibitz.games.draughts.position import Position
from tests.draughts.boards import drawn, game, look_drawn

POZNAN, KAAZ, INTERNATIONAL, ITALIAN = (game(name) for name in ("poznan", "kaaz", "international", "italian"))


def key(rules: DraughtsGame, position: Position, seen: str) -> str:
    """The reason for a drawn look; every reason has its rule in words."""
    reason = rules.why_not(position, look_drawn(rules, seen))
    before, after = rules.look(position), look_drawn(rules, seen)
    assert reason.cells == tuple(c for c in range(len(after)) if before[c] != after[c])
    assert reason.rule.startswith(RULES[reason.key][:-1])
    return reason.key


def capture() -> Position:
    """Red must take on c3."""
    return drawn(
        KAAZ,
        """
        . . . . . . . .
        . . . . . . . .
        . r . . . r . .
        . . y . . . . .
        . . . . . . . .
        . . . . . . . .
        . y . . . . . .
        . . . . . . . .
        """,
    )


def test_d2_a_quiet_move_instead_of_a_capture_is_an_obligatory_capture() -> None:
    seen = """
        . . . . . . . .
        . . . . . . . .
        . r . . . . . .
        . . y . r . . .
        . . . . . . . .
        . . . . . . . .
        . y . . . . . .
        . . . . . . . .
        """
    assert key(KAAZ, capture(), seen) == "obligatory-capture"
    assert KAAZ.why_not(capture(), look_drawn(KAAZ, seen)).rule == "A capture is obligatory: 9x18."


def test_d2_a_chain_left_unfinished_must_continue_also_when_the_other_player_has_moved() -> None:
    position = drawn(
        KAAZ,
        """
        . . . . . . . .
        . . . . . . . .
        . r . . . . . .
        . . y . . . . .
        . . . . . . . .
        . . y . . . . .
        . . . . . . . .
        . . . . y . . .
        """,
    )
    half_way = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . r . . . .
        . . y . . . . .
        . . . . . . . .
        . . . . y . . .
        """
    and_yellow_moved = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . r . . . .
        . . y . . . . .
        . . . . . y . .
        . . . . . . . .
        """
    assert key(KAAZ, position, half_way) == "must-continue"
    assert key(KAAZ, position, and_yellow_moved) == "must-continue"


def promotion() -> Position:
    return drawn(
        KAAZ,
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . y . . . . . .
        . . . . . . . .
        . . . r . . . .
        . . . . . . . .
        """,
    )


def test_d3_a_man_left_uncrowned_is_a_failed_promotion_also_when_the_other_player_has_moved() -> None:
    uncrowned = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . y . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . r . . . . .
        """
    and_yellow_moved = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        y . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . r . . . . .
        """
    assert key(KAAZ, promotion(), uncrowned) == "failed-promotion"
    assert key(KAAZ, promotion(), and_yellow_moved) == "failed-promotion"


def test_d5_an_impossible_move_is_an_invalid_move() -> None:
    seen = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . y . . . . . .
        . . . . . . . .
        . . . . . . . .
        r . . . . . . .
        """
    assert key(KAAZ, promotion(), seen) == "invalid-move"


def test_the_other_player_may_not_move_out_of_turn() -> None:
    seen = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        y . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . r . . . .
        . . . . . . . .
        """
    assert key(KAAZ, promotion(), seen) == "not-your-turn"


def lone() -> Position:
    """Blue to move: a man, and a red man it could take."""
    return drawn(
        POZNAN,
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . r . . . .
        . . b . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . b
        """,
    )


EMPTY = ". . . . . . . ."


@pytest.mark.parametrize(
    ("rows_7_to_3", "expected"),
    [
        ((EMPTY, ". . . . b . . .", EMPTY, EMPTY, EMPTY), "legal-move"),
        ((EMPTY, ". . . . b . . .", ". . . r . . . .", EMPTY, EMPTY), "not-removed"),
        ((EMPTY, EMPTY, ". . . r . . . .", ". . b . . . . .", EMPTY), "unchanged"),
        ((EMPTY, EMPTY, ". . . r . . . .", EMPTY, EMPTY), "removed-own"),
        ((EMPTY, EMPTY, EMPTY, ". . b . . . . .", EMPTY), "removed-opponent"),
        ((EMPTY, ". . . . r . . .", ". . . r . . . .", ". . b . . . . .", EMPTY), "added-piece"),
        ((EMPTY, EMPTY, ". . . r . . . .", ". . B . . . . .", EMPTY), "crowned-early"),
        ((EMPTY, EMPTY, ". . r r . . . .", ". . b . . . . .", EMPTY), "off-square"),
        ((EMPTY, EMPTY, ". b . r . r . r", "b . . . . . b .", EMPTY), "too-many-changes"),
        ((". . . b . . . .", EMPTY, ". . . r . . . .", EMPTY, EMPTY), "invalid-move"),
        ((". . . . . b . .", EMPTY, ". . . r . . . .", EMPTY, EMPTY), "blocked"),
        ((EMPTY, EMPTY, ". . . r . . . .", EMPTY, ". . . b . . . ."), "wrong-direction"),
    ],
)
def test_a14_each_slip_of_a_hand_has_its_name(rows_7_to_3: tuple[str, ...], expected: str) -> None:
    picture = [EMPTY, *rows_7_to_3, EMPTY, ". . . . . . . b"]
    assert key(POZNAN, lone(), "\n".join(picture)) == expected


def test_a9_a_first_jump_backward_goes_the_wrong_way() -> None:
    position = POZNAN.start("W:W14:B18,1")
    seen = POZNAN.look(POZNAN.start("B:W21:B1"))
    assert POZNAN.why_not(position, seen).key == "wrong-direction"


def test_a10_a_king_that_lands_too_far_is_told_where_to_land() -> None:
    position = POZNAN.start("W:WK29:B19,1")
    seen = POZNAN.look(POZNAN.start("B:WK12:B1"))
    assert POZNAN.why_not(position, seen).key == "lands-behind"


def test_the_smaller_capture_is_told_of_the_larger() -> None:
    position = INTERNATIONAL.start("W:W33,38,50:B28,17,29")
    reason = INTERNATIONAL.why_not(position, INTERNATIONAL.look(INTERNATIONAL.start("B:W24,38,50:B28,17")))
    assert reason.key == "must-take-most" and "33x11" in reason.rule


def test_an_italian_man_may_not_take_a_king() -> None:
    position = ITALIAN.start("W:W22,32:BK18,1")
    reason = ITALIAN.why_not(position, ITALIAN.look(ITALIAN.start("B:W13,32:B1")))
    assert reason.key == "man-takes-king"


def test_a_tired_frisian_king_is_told_so() -> None:
    frisian = game("frisian")
    position = frisian.start("W:WK46,50:BK15,3:M46x3")
    reason = frisian.why_not(position, frisian.look(frisian.start("B:WK41,50:BK15,3")))
    assert reason.key == "king-limit"


def test_nothing_may_change_after_the_end() -> None:
    position = POZNAN.start("W:W22:B")
    assert POZNAN.why_not(position, POZNAN.look(POZNAN.start("W:W18:B"))).key == "game-over"


def test_every_reason_is_a_sentence() -> None:
    assert all(rule[0].isupper() and rule.endswith(".") for rule in RULES.values())
