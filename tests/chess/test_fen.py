"""Positions in writing: every fault of a FEN is named."""

from __future__ import annotations

import pytest

from kibitz.core.errors import BadSetup
from kibitz.core.game import Seat
from tests.chess.played import CHESS, after


@pytest.mark.parametrize(
    ("setup", "fault"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "the board is empty"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
        ("k7/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "more than one king"),
        ("k7/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1", "White has more than eight pawns"),
        ("k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1", "Black has more than eight pawns"),
        ("kP6/8/8/8/8/8/8/K7 w - - 0 1", "a pawn stands on the first or last rank"),
        ("k7/8/8/8/8/Q7/RRRRRRRR/KRRRRRRR w - - 0 1", "White has more than sixteen men"),
        ("k7/8/8/8/8/8/8/K7 w KQ - 0 1", "castling right"),
        ("k7/8/8/8/8/8/8/K7 w - e6 0 1", "en passant"),
        ("k7/8/8/8/8/8/8/R6K w - - 0 1", "just moved is in check"),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "turn"),
        ("k7/8/8/8/8/8/K7 w - - 0 1", "8 ranks"),
        ("k8/8/8/8/8/8/8/K7 w - - 0 1", "cannot be read"),
        ("z7/8/8/8/8/8/8/K7 w - - 0 1", "cannot be read"),
        ("k7/8/8/8/8/8/8/K7 w - - -1 1", "half-move clock"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 99999999", "move number"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 1 and more", "cannot be read"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 1\x00", "characters that no FEN has"),
        ("k" * 10_000_000, "at most 120 characters"),
    ],
)
def test_a_bad_fen_says_what_is_wrong(setup: str, fault: str) -> None:
    with pytest.raises(BadSetup, match=fault) as refused:
        CHESS.start(setup)
    assert len(str(refused.value)) < 400


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(BadSetup, match=r"White has no king.*a pawn stands"):
        CHESS.start("kP6/8/8/8/8/8/8/8 w - - 0 1")


def test_trailing_fields_may_be_missing() -> None:
    short = CHESS.start("k7/8/8/8/8/8/8/KR6 b")
    assert CHESS.turn(short) is Seat.SECOND and short.fen.endswith("b - - 0 1")


def test_a_finished_position_can_be_set_up() -> None:
    mated = after("f3", "e5", "g4", "Qh4")
    assert CHESS.outcome(CHESS.start(CHESS.setup(mated))) == CHESS.outcome(mated)
