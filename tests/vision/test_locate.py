"""Finding the board: SPEC A1, A2, A7 and every way in which it can fail to be there."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from kibitz import games
from kibitz.core.errors import BadSetting
from kibitz.core.marks import kind_of
from kibitz.core.observation import Frame, Image, LocatedBoard
from kibitz.vision.board import field_px
from kibitz.vision.corners import from_corners
from kibitz.vision.locate import NotFound, find
from tests.vision.snapshots import Snapshot, snapshot

POZNAN = games.find("draughts/poznan").plan
KINDS = ("draughts/poznan", "draughts/international", "draughts/canadian", "chess", "atoll/5", "ur")


def located(shot: Snapshot, last: LocatedBoard | None = None, image: Image | None = None) -> LocatedBoard:
    found = find(Frame(shot.image if image is None else image), shot.plan, last)
    assert isinstance(found, LocatedBoard), found
    return found


def missed(image: Image) -> NotFound:
    found = find(Frame(image), POZNAN)
    assert isinstance(found, NotFound), found
    return found


def covered(shot: Snapshot, *marks: int) -> Image:
    """The picture with a brown sleeve over some corners of the sheet, by number from the upper left."""
    image = shot.image.copy()
    middle = shot.corners_px.mean(axis=0)
    for k in marks:
        x, y = middle + (shot.corners_px[k] - middle) * 1.28
        cv2.circle(image, (round(x), round(y)), 45, (40, 60, 90), -1)
    return image


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (25, 140), (50, 250)])
def test_a2_every_kind_of_board_is_found_in_any_position_at_640x480(name: str, tilt: int, turn: int) -> None:
    shot = snapshot(games.find(name).plan, tilt_deg=tilt, turn_deg=turn, fill=0.36)
    found = located(shot)
    assert found.marks_seen == 4
    assert shot.error_cells(found) < 0.05


@pytest.mark.parametrize("side", [1.2, 1.5, 1.8])
def test_a1_a_2019_board_is_found_whatever_the_size_of_its_marks(side: float) -> None:
    shot = snapshot(POZNAN, "2019", side_2019_cells=side, tilt_deg=30, turn_deg=200, lines=0.0)
    assert shot.error_cells(located(shot)) < 0.03


def test_a1_marks_that_touch_printed_lines_are_still_found() -> None:
    shot = snapshot(POZNAN, "2019", tilt_deg=20, turn_deg=15, lines=0.03)
    assert shot.error_cells(located(shot)) < 0.04


@pytest.mark.parametrize("fill", [0.3, 0.62])
def test_a7_small_and_large_boards_are_found(fill: float) -> None:
    shot = snapshot(POZNAN, "2019", fill=fill, tilt_deg=10, turn_deg=3, size_px=(640, 640))
    assert shot.error_cells(located(shot)) < 0.03


@pytest.mark.parametrize("hidden", [(0,), (1,), (2,), (3,), (0, 1), (0, 2), (1, 3)])
def test_two_or_three_marks_and_the_grid_are_enough(hidden: tuple[int, ...]) -> None:
    shot = snapshot(POZNAN, "2019", tilt_deg=25, turn_deg=70, fill=0.36)
    found = located(shot, image=covered(shot, *hidden))
    assert found.marks_seen == 4 - len(hidden)
    assert shot.error_cells(found) < 0.04


def test_a_still_camera_needs_no_mark_while_the_grid_is_where_it_was() -> None:
    shot = snapshot(POZNAN, "2019", tilt_deg=25, turn_deg=70)
    found = located(shot, last=located(shot), image=covered(shot, 0, 1, 2, 3))
    assert found.marks_seen == 0
    assert shot.error_cells(found) < 0.04


def test_a_bumped_board_is_followed_and_a_moved_one_found_again() -> None:
    first = snapshot(POZNAN, tilt_deg=20, turn_deg=10)
    for shift in (0.01, 0.15):
        moved = snapshot(POZNAN, tilt_deg=20, turn_deg=12, shift=(shift, shift / 2))
        assert moved.error_cells(located(moved, last=located(first))) < 0.03


def test_a_board_turned_round_is_not_taken_for_the_old_one() -> None:
    before, after = (snapshot(POZNAN, turn_deg=turn) for turn in (0, 180))
    assert after.error_cells(located(after, last=located(before))) < 0.03


def test_a_board_that_was_taken_away_is_not_followed() -> None:
    shot = snapshot(POZNAN)
    table = np.random.default_rng(1).integers(60, 190, (480, 640, 3), np.uint8)
    smooth = np.asarray(cv2.GaussianBlur(table, (0, 0), 2), np.uint8)
    found = find(Frame(smooth), POZNAN, located(shot))
    assert isinstance(found, NotFound)


def test_curled_paper_is_followed_by_the_bend() -> None:
    flat = snapshot(POZNAN, "2019", tilt_deg=20)
    y, x = np.mgrid[0:480, 0:640].astype(np.float32)
    curl = 5 * ((x - 320) / 320) ** 2
    image = cv2.remap(flat.image, x, y + curl, cv2.INTER_LINEAR)
    found = located(flat, image=np.asarray(image, np.uint8))
    assert found.bend is not None
    moved = flat.corners_px - np.column_stack([np.zeros(4), 5 * ((flat.corners_px[:, 0] - 320) / 320) ** 2])
    assert np.abs(field_px(found) - moved).max() < 1.2


def test_large_photographs_give_the_same_place() -> None:
    shot = snapshot(POZNAN, tilt_deg=30, turn_deg=100, size_px=(2400, 1800))
    assert shot.error_cells(located(shot)) < 0.02


def test_a_mirrored_picture_says_that_it_is_mirrored() -> None:
    for layout in ("kibitz", "2019"):
        image = np.ascontiguousarray(snapshot(POZNAN, layout).image[:, ::-1])
        assert "mirrored" in missed(image).sentence


def test_two_boards_in_view_are_said_to_be_two() -> None:
    left, right = (snapshot(POZNAN, "2019", turn_deg=turn).image for turn in (0, 30))
    assert missed(np.hstack([left, right])).reason == "two_boards"


def test_a_board_of_another_kind_is_named() -> None:
    for name in ("chess", "atoll/5", "ur", "draughts/international"):
        plan = games.find(name).plan
        answer = missed(snapshot(plan).image)
        assert (answer.reason, answer.kind) == ("wrong_board", plan.kind)
        assert plan.kind in answer.sentence


@pytest.mark.parametrize(
    ("image", "reason"),
    [
        (np.full((480, 640, 3), 128, np.uint8), "blurred"),
        (np.zeros((480, 640, 3), np.uint8), "dark"),
        (np.zeros((1, 1, 3), np.uint8), "too_small"),
        (np.random.default_rng(0).integers(0, 255, (480, 640, 3), np.uint8), "no_marks"),
    ],
)
def test_a_picture_without_a_board_says_why(image: Image, reason: str) -> None:
    assert missed(image).reason == reason


def test_one_mark_of_an_empty_sheet_is_too_few() -> None:
    shot = snapshot(POZNAN, "2019")
    image = covered(shot, 0, 1, 3)
    cv2.fillPoly(image, [np.round(shot.corners_px).astype(np.int32)], (200, 200, 200))
    assert missed(image).reason == "few_marks"


def test_a_plan_with_marks_of_its_own_is_found_by_them() -> None:
    plan = replace(POZNAN, marks=snapshot(POZNAN).plan.marks)
    shot = snapshot(plan)
    assert shot.error_cells(located(shot)) < 0.03
    assert kind_of([4, 5, 6, 7]) == POZNAN.kind


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_tapped_corners_in_any_order_are_put_right_by_the_grid(turn: int) -> None:
    shot = snapshot(POZNAN, tilt_deg=20, turn_deg=turn)
    taps = shot.corners_px[[2, 0, 3, 1]] + np.array([[4, -3], [-4, 2], [3, 4], [-2, -4]])
    found = from_corners(POZNAN, [(float(x), float(y)) for x, y in taps], shot.image)
    half_turned = snapshot(POZNAN, tilt_deg=20, turn_deg=turn)
    ways = [shot.error_cells(found), _upside_down(half_turned).error_cells(found)]
    assert min(ways) < 0.03
    assert found.turns == (2,), "a chequered board has no upper side"


def _upside_down(shot: Snapshot) -> Snapshot:
    (x, y), h = shot.plan.size_mm, shot.homography_mm_to_px
    return replace(shot, homography_mm_to_px=h @ np.array([[-1, 0, x], [0, -1, y], [0, 0, 1.0]]))


@pytest.mark.parametrize(
    "corners", [[(0, 0), (1, 0), (1, 1), (0, 1)], [(0, 0), (50, 50), (100, 100), (10, 10)], [(0, 0)] * 3]
)
def test_corners_that_span_no_board_are_refused(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(BadSetting, match="corners"):
        from_corners(POZNAN, corners, snapshot(POZNAN).image)
