"""Hands hardly seen, and misreadings that look like moves: what is believed, when, in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kibitz.core.look import Look
from kibitz.core.observation import Observation
from kibitz.core.ruling import Played, Waiting
from kibitz.games import find
from kibitz.referee import Referee
from kibitz.referee.rehearsal import Eye, Noise
from kibitz.referee.trial import reach

ATOLL = find("atoll/5")
SHARP = Noise(misread=0.0, blink=0.0)


class Board:
    """An Atoll board under a referee's eyes, ten frames a second."""

    def __init__(self) -> None:
        self.eye = Eye(ATOLL, SHARP)
        self.referee: Referee[Any, Any] = Referee(ATOLL, ATOLL.start())
        self.shown = ATOLL.look(ATOLL.start())
        self.shows(10)

    def shows(self, frames: int, *, covered: Sequence[int] = (), grazed: Sequence[int] = ()) -> list[str]:
        """The moves that are ruled while the board stands as it is."""
        told: list[str] = []
        for _ in range(frames):
            seen = self.eye.glance(self.shown, covered)
            before = self.referee.position
            ruling = self.referee.see(_lessened(seen, grazed))
            assert isinstance(ruling, Played | Waiting), ruling
            for move in ruling.line if isinstance(ruling, Played) else ():
                told.append(ATOLL.write(before, move))
                before = ATOLL.play(before, move)
        return told

    def put(self, name: str, face: int, *, hand: int = 3) -> list[str]:
        """A stone is put down by a hand that is seen for some frames."""
        before, self.shown = self.shown, changed(self.shown, name, face)
        return self.shows(hand, covered=reach(ATOLL, before, self.shown)) if hand else []


def _lessened(seen: Observation, cells: Sequence[int]) -> Observation:
    less = seen.seen.copy()
    less[list(cells)] = np.minimum(less[list(cells)], 0.85)
    return Observation(seen.logp, less, seen.at, seen.frame_id)


def changed(look: Look, name: str, face: int) -> Look:
    cell = ATOLL.plan.cell(name)
    return Look(look[:cell] + bytes([face]) + look[cell + 1 :])


def test_a_stone_put_down_unseen_is_believed_after_a_while() -> None:
    board = Board()
    board.put("I5", 1, hand=0)
    assert board.shows(20) == []
    assert board.shows(6) == ["I5"]


def test_a_stone_put_down_unseen_and_answered_is_played_with_its_answer() -> None:
    board = Board()
    board.put("I5", 1, hand=0)
    assert board.shows(16) == []
    board.put("C5", 2)
    assert board.shows(10) == ["I5", "C5"]


def test_three_stones_missed_come_in_the_order_in_which_they_were_seen() -> None:
    board = Board()
    board.put("I5", 1, hand=0)
    board.shows(4)
    board.put("C5", 2)
    board.shows(4)
    board.put("E3", 1)
    assert board.shows(20) == ["I5", "C5", "E3"]


def test_something_that_moves_beside_the_cell_counts_as_a_hand() -> None:
    board = Board()
    edge = [ATOLL.plan.cell("I5")]
    board.shows(2, grazed=edge)
    board.put("I5", 1, hand=0)
    board.shows(1, grazed=edge)
    assert board.shows(4) == ["I5"]


def test_a_cell_that_blinks_once_is_not_under_a_hand() -> None:
    board = Board()
    board.shows(1, covered=[ATOLL.plan.cell("I5")])
    board.put("I5", 1, hand=0)
    assert board.shows(8) == []
    board.shown = changed(board.shown, "I5", 0)
    assert board.shows(8) == []


def test_nothing_is_ruled_while_a_fingertip_hides_a_lone_cell() -> None:
    board = Board()
    board.put("E5", 1)
    assert board.shows(6, covered=[ATOLL.plan.cell("D4")]) == []
    assert board.shows(4) == ["E5"]


def test_a_misreading_beside_a_stone_is_not_its_answer() -> None:
    board = Board()
    board.put("H6", 1)
    board.shown = changed(board.shown, "I6", 2)
    assert board.shows(12) == ["H6"]
    board.shown = changed(board.shown, "I6", 0)
    assert board.shows(12) == []


def test_a_misreading_far_from_the_hand_does_not_hold_the_move_up() -> None:
    board = Board()
    board.put("F9", 1)
    board.shown = changed(board.shown, "A4", 1)
    assert board.shows(10) == ["F9"]


def test_the_rival_of_a_misreading_that_blinks_is_not_forgotten() -> None:
    board = Board()
    board.put("F4", 1)
    board.shown = changed(board.shown, "F3", 1)
    assert board.shows(4) == []
    assert board.shows(1, covered=[ATOLL.plan.cell("F4")]) == []
    board.shown = changed(board.shown, "F3", 0)
    assert board.shows(4) == ["F4"]
