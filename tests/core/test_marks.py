"""The marks of every kind of board: which ids, where, and what they tell."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from kibitz.core import marks
from kibitz.core.board import BoardPlan
from kibitz.core.chequer import chequer
from kibitz.core.errors import BadSetting

KINDS = (*marks._USUAL, *marks._RARE)


def board(kind: str = "chequer-8-dark", size: int = 8) -> BoardPlan:
    return chequer(kind, size, upper_left=kind.rsplit("-", 1)[-1])


def test_a1_the_2019_marks_touch_their_board_corners_with_their_inner_corners() -> None:
    by_id = {mark.id: mark.corners_mm for mark in marks.marked(board(), "2019").marks}
    assert by_id[0][2] == (0, 0)
    assert by_id[3][3] == (160, 0)
    assert by_id[2][1] == (0, 160)
    assert by_id[1][0] == (160, 160)


def test_a1_the_2019_layout_exists_only_for_8x8_boards_with_a_dark_upper_left_cell() -> None:
    with pytest.raises(BadSetting, match="chequer-10-light"):
        marks.marked(board("chequer-10-light", 10), "2019")


def test_an_unknown_layout_is_refused_with_the_choices() -> None:
    with pytest.raises(BadSetting, match="kibitz, 2019"):
        marks.ids("ur", "1999")


def test_the_usual_kinds_share_no_mark() -> None:
    numbers = [number for kind in marks._USUAL for number in marks.ids(kind)]
    assert sorted(numbers) == list(range(4, 48))


def test_any_two_marks_name_the_kind() -> None:
    for kind in KINDS:
        for pair in combinations(marks.ids(kind), 2):
            assert marks.kinds_of(pair) == (kind,)


def test_one_mark_names_a_usual_kind_before_a_rare_one() -> None:
    for kind in marks._USUAL:
        assert all(marks.kind_of([number]) == kind for number in marks.ids(kind))


def test_an_id_always_stands_at_the_same_corner() -> None:
    for kind in (*KINDS, "noughts", "chequer-20-dark"):
        assert [number % 4 for number in marks.ids(kind)] == [0, 1, 2, 3]
        assert all(4 <= number < 48 for number in marks.ids(kind))


def test_the_2019_marks_name_their_board_and_layout() -> None:
    assert marks.kind_of([3, 2]) == "chequer-8-dark"
    assert marks.layout_of([3, 2]) == "2019"
    assert marks.layout_of([4, 5]) == "kibitz"


def test_marks_of_two_boards_name_none() -> None:
    assert marks.kind_of([]) is None
    assert marks.kind_of([4, 5, 8]) is None
    assert marks.kind_of([0, 4]) is None


def test_marks_grow_with_the_board() -> None:
    larger, plain = marks.marked(board().scaled(1.7)), marks.marked(board()).scaled(1.7)
    for one, other in zip(larger.marks, plain.marks, strict=True):
        assert one.side_mm == pytest.approx(other.side_mm)
        assert one.upper_left_mm == pytest.approx(other.upper_left_mm)


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
def test_kibitz_marks_keep_their_quiet_zone_clear(size: int) -> None:
    plan = marks.marked(board(f"chequer-{size}-light", size))
    for mark in plan.marks:
        quiet = marks.quiet_mm(mark)
        (left, top), _, (right, bottom), _ = mark.corners_mm
        assert min(abs(top - plan.size_mm[1]), abs(bottom)) >= quiet
        for caption in plan.captions:
            x, y = caption.centre_mm
            nearest = min(max(x, left), right), min(max(y, top), bottom)
            assert dist((x, y), nearest) >= quiet + caption.height_mm / 2


def test_kibitz_marks_stand_at_their_corners_clockwise() -> None:
    ul, ur, lr, ll = (mark.upper_left_mm for mark in marks.marked(board()).marks)
    assert ul[0] == ll[0] < ur[0] == lr[0]
    assert ul[1] == ur[1] < 0 < 160 < ll[1] == lr[1]
