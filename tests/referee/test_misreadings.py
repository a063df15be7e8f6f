"""Cells that the eye misreads for a while, next to what really happens on the board (DESIGN 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from kibitz.core.look import Look
from kibitz.core.ruling import Played, Restored, Unexplained, Waiting
from kibitz.games import find
from kibitz.referee import Referee
from kibitz.referee.evidence import Evidence
from kibitz.referee.rehearsal import Eye
from kibitz.referee.trial import reach
from tests.referee.test_troubles import INTERNATIONAL, POZNAN, SHARP, Board

ATOLL = find("atoll/5")
EMPTY, WHITE, WHITE_KING, BLACK, BLACK_KING = range(5)


def misread(look: Look, cells: Mapping[int, int]) -> Look:
    """A look with these cells read as another face."""
    return Look(bytes(cells.get(cell, face) for cell, face in enumerate(look)))


def kinds(rulings: list[Any]) -> list[type]:
    """What was ruled, in order."""
    return [type(ruling) for ruling in rulings]


@pytest.mark.parametrize(
    ("game", "cell", "face"), [(INTERNATIONAL, "e5", BLACK_KING), (ATOLL, "E5", 1)], ids=["alarm", "entry"]
)
def test_the_first_frame_alone_decides_nothing(game: Any, cell: str, face: int) -> None:
    start, eye = game.look(game.start()), Eye(game, SHARP, seed=1)
    referee: Referee[Any, Any] = Referee(game, game.start())
    shown = [misread(start, {game.plan.cell(cell): face})] * 2 + [start] * 10
    assert all(isinstance(referee.see(eye.glance(look)), Waiting) for look in shown)


def test_a_blink_while_a_hand_is_elsewhere_is_not_the_hand() -> None:
    board = Board(INTERNATIONAL)
    before, end = board.shown, board.after("33-29")
    hand = reach(board.game, before, end)
    for blink in (12, 37, 11, 51):
        board.referee.see(board.eye.glance(before, [*hand, blink]))
    far_off = misread(end, {10: EMPTY, 50: BLACK})
    assert kinds(board.shows(end, frames=2, hand=False)) == []
    assert kinds(board.shows(far_off, frames=8, hand=False)) == [Played]
    assert board.shows(end, hand=False) == []


def test_two_cells_misread_where_no_hand_was_do_not_hold_up_a_move() -> None:
    board = Board(INTERNATIONAL)
    end = board.after("33-29")
    board.shown = misread(board.shown, {1: EMPTY, 50: BLACK})
    assert kinds(board.shows(misread(end, {1: EMPTY, 50: BLACK}), frames=8)) == [Played]
    assert board.shows(end, hand=False) == []


def test_two_cells_misread_beside_a_clear_move_are_given_time_to_pass() -> None:
    board = Board(INTERNATIONAL)
    end = board.after("31-26")
    hand = reach(board.game, board.shown, end)
    for _ in range(3):
        board.referee.see(board.eye.glance(end, hand))
    assert board.shows(misread(end, {41: WHITE_KING, 63: BLACK_KING}), frames=7, hand=False) == []
    assert kinds(board.shows(end, hand=False)) == [Played]


def test_an_old_misreading_gives_no_alarm_just_as_a_move_is_made() -> None:
    board = Board(INTERNATIONAL)
    board.shows(misread(board.shown, {9: WHITE_KING}), frames=33, hand=False)
    end = board.after("33-29")
    board.shown = misread(board.game.look(board.referee.position), {9: WHITE_KING})
    assert kinds(board.shows(misread(end, {9: WHITE_KING}), frames=4)) == [Played]
    assert board.shows(end, hand=False) == []


def test_a_cell_that_hardly_speaks_is_not_named() -> None:
    evidence = Evidence(POZNAN.plan, len(POZNAN.faces))
    look = POZNAN.look(POZNAN.start())
    other = next(cell for cell, face in enumerate(look) if face == WHITE)
    evidence.total[:] = -9.0
    evidence.total[np.arange(len(look)), np.frombuffer(look, np.uint8)] = 0.0
    evidence.total[other, EMPTY] = 1.0
    assert evidence.favourite(look) == look
    evidence.total[other, EMPTY] = 5.0
    assert evidence.favourite(look) == misread(look, {other: EMPTY})


def slipped(board: Board, origin: str, target: str) -> Look:
    """What the board shows when a piece is put where it may not go."""
    man = board.shown[board.game.plan.cell(origin)]
    return board.changed(board.shown, **{origin: 0, target: man})


def test_a14_a_slip_put_right_resumes_play_though_another_cell_is_misread() -> None:
    board = Board(POZNAN)
    start = board.shown
    assert kinds(board.shows(slipped(board, "a2", "a4"))) == [Unexplained]
    assert kinds(board.shows(misread(start, {7: BLACK_KING}), frames=6)) == [Restored]
    assert kinds(board.shows(board.after("22-18"))) == [Played]


def test_a14_a_stone_misread_while_a_slip_is_put_right_is_no_move() -> None:
    board = Board(ATOLL)
    for stone in ("E5", "D4"):
        board.shows(board.after(stone))
    before, position = board.shown, board.referee.position
    assert kinds(board.shows(slipped(board, "E5", "B3"), frames=20)) == [Unexplained]
    beside = next(
        cell
        for cell in reach(ATOLL, before, board.shown)
        if not before[cell] and not board.shown[cell] and ATOLL.plan.cells[cell].playable
    )
    rulings = board.shows(misread(before, {beside: before[ATOLL.plan.cell("E5")]}), frames=9)
    rulings += board.shows(before, hand=False)
    assert kinds(rulings) == [Restored]
    assert board.referee.position == position


def test_an_alarm_that_was_the_eyes_mistake_does_not_lose_the_game() -> None:
    board = Board(INTERNATIONAL)
    end = board.after("33-29")
    wrong = {1: EMPTY, 3: WHITE_KING, 18: EMPTY}
    assert kinds(board.shows(misread(end, wrong), frames=14)) == [Unexplained]
    assert board.shows(end, frames=2, hand=False) == []
    (ruling,) = board.shows(board.after("33-29", "20-25"))
    assert isinstance(ruling, Played) and len(ruling.line) == 2


def test_a14_a_move_made_just_before_a_slip_is_not_part_of_it() -> None:
    board = Board(POZNAN)
    moved = board.after("22-18")
    assert board.shows(moved, frames=2) == []
    (ruling,) = board.shows(slipped(board, "h1", "h5"))
    assert isinstance(ruling, Unexplained)
    assert {board.game.plan.cells[cell].name for cell in ruling.cells} == {"h1", "h5"}
    assert kinds(board.shows(moved)) == [Played]


@pytest.mark.parametrize("moves", [("31-26", "20-25", "26-21"), ("31-26", "20-25", "36-31")])
def test_three_missed_moves_are_caught_up_with_through_the_same_cell(moves: tuple[str, ...]) -> None:
    board = Board(INTERNATIONAL)
    (ruling,) = board.shows(board.after(*moves))
    assert isinstance(ruling, Played) and len(ruling.line) == 3
