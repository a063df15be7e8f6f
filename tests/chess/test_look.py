"""What the chess board shows, before, during and after a move."""

from __future__ import annotations

import pytest

from kibitz.core.look import Look
from tests.chess.played import CHESS, after, cells, changed, shown

OPENING = """rnbqkbnr
pppppppp
........
........
........
........
PPPPPPPP
RNBQKBNR"""


def stages_of(setup: str, text: str) -> list[Look]:
    position = after(setup=setup)
    return list(CHESS.stages(position, CHESS.read(position, text)))


def test_b2_the_opening_looks_as_it_should() -> None:
    assert shown(CHESS.look(CHESS.start())) == OPENING


def test_the_upper_left_cell_is_a8_and_light() -> None:
    first = CHESS.plan.cells[0]
    assert (CHESS.plan.kind, first.name, first.label, first.tone) == ("chequer-8-light", "a8", "a8", "light")
    assert all(cell.label == cell.name for cell in CHESS.plan.cells)


def test_twelve_men_and_an_empty_cell_make_the_faces() -> None:
    assert "".join(face.symbol for face in CHESS.faces) == ".PNBRQKpnbrqk"
    assert {face.owner for face in CHESS.faces[1:7]} == {"first"}


def test_real_pieces_tell_the_side_and_not_the_kind() -> None:
    pieces = CHESS.piece_sets[0]
    assert pieces.name == "light-dark"
    assert "".join(pieces.symbol(face) for face in CHESS.faces) == ".wwwwwwbbbbbb"
    assert {piece.shape for piece in pieces.pieces} == {"chessman"}


@pytest.mark.parametrize(
    ("text", "names"),
    [("Rb1", ("a1", "b1")), ("O-O", ("e1", "g1", "h1", "f1")), ("O-O-O", ("e1", "c1", "a1", "d1"))],
)
def test_a_hand_touches_from_and_to_and_the_rook(text: str, names: tuple[str, ...]) -> None:
    position = after(setup="r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert CHESS.path(position, CHESS.read(position, text)) == cells(*names)


def test_a_quiet_move_has_no_stages() -> None:
    assert stages_of("", "e4") == []


def test_castling_is_seen_half_done_from_either_end() -> None:
    setup = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
    before = after(setup=setup)
    king_first = changed(before, e1=".", c1="K")
    rook_first = changed(before, a1=".", d1="R")
    assert stages_of(setup, "O-O-O") == [king_first, rook_first]


def test_a_captured_man_may_be_lifted_first() -> None:
    setup = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
    assert stages_of(setup, "exd5") == [changed(after(setup=setup), d5=".")]


def test_a_pawn_taken_in_passing_may_be_lifted_first_or_late() -> None:
    setup = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    before = after(setup=setup)
    assert stages_of(setup, "exd6") == [changed(before, d5="."), changed(before, e5=".", d6="P")]


def test_a_pawn_stands_on_the_last_rank_before_it_is_exchanged() -> None:
    setup = "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1"
    before = after(setup=setup)
    lifted = changed(before, b7=".")
    assert stages_of(setup, "b8=N") == [changed(before, b7=".", b8="P"), lifted]
    taken = changed(before, b7=".", a8=".")
    assert stages_of(setup, "bxa8=Q") == [changed(before, a8="."), changed(before, b7=".", a8="P"), taken]
