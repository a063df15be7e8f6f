"""A board without marks: four tapped corners, in any order, put right by the printed grid.

The tones say which way round a chequered board lies, but only up to half a turn; of the ways that fit
equally well the one whose upper side is uppermost in the picture is taken, and the others are named.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from kibitz.core.board import BoardPlan, Point
from kibitz.core.errors import BadSetting
from kibitz.core.observation import Image
from kibitz.vision.board import FoundBoard, board_of, field_px
from kibitz.vision.fit import Fit
from kibitz.vision.grey import working_grey
from kibitz.vision.measure import tones_agree
from kibitz.vision.projection import TERMS, Points, field_mm, unit
from kibitz.vision.refine import SURE, Pace, Settled, settled
from kibitz.vision.sheets import Sheet, unmarked

TAPPED = (Pace(SURE, False), Pace(SURE, False), Pace(0.5, True), Pace(0.3, True))
"""A finger taps within a quarter of a cell."""
HELPS = 0.3
"""A grid that agrees less than this is not what was tapped: then the corners alone must do."""
ALIKE = 0.85
"""Turns whose tones agree almost as well as the best one's are as good as it."""
LEAST_SIDE_PX = 20.0


def from_corners(plan: BoardPlan, corners_px: Sequence[Point], image: Image) -> FoundBoard:
    """The board whose field has these corners in the picture; raises BadSetting for impossible ones."""
    corners = clockwise(_checked(corners_px))
    grey, scale = working_grey(image)
    sheet, turns = unmarked(plan), _turns(plan, corners)
    ways = [_way(grey, sheet, (np.roll(corners, t, axis=0) + 0.5) * scale - 0.5) for t in turns]
    agreed = [tones_agree(grey, rest.fit, sheet.edges) for rest in ways]
    good = [k for k, share in enumerate(agreed) if share >= ALIKE * max(agreed)]
    others = tuple((turns[k] - turns[good[0]]) % 4 for k in good[1:])
    return board_of(sheet, ways[good[0]], 0, turns=others).scaled(1 / scale)


def turned(board: FoundBoard, turn: int, image: Image) -> FoundBoard:
    """The same board read from another side: quarter turns clockwise, as `board.turns` names them."""
    corners = np.roll(field_px(board), turn, axis=0)
    grey, scale = working_grey(image)
    rest = _way(grey, unmarked(board.plan), (corners + 0.5) * scale - 0.5)
    others = tuple((t - turn) % 4 for t in (0, *board.turns) if t != turn)
    return board_of(unmarked(board.plan), rest, 0, turns=others).scaled(1 / scale)


def clockwise(corners_px: Points) -> Points:
    """Four corners clockwise as the picture shows them, from the one nearest its upper left."""
    middle = corners_px.mean(axis=0)
    angle = np.arctan2(corners_px[:, 1] - middle[1], corners_px[:, 0] - middle[0])
    ordered = corners_px[np.argsort(angle)]
    return np.roll(ordered, -int(np.argmin(ordered.sum(axis=1))), axis=0)


def _checked(corners_px: Sequence[Point]) -> Points:
    corners = np.array(corners_px, np.float64)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise BadSetting("four corners are needed, each an x and a y in pixels")
    hull = cv2.convexHull(clockwise(corners).astype(np.float32))
    if len(hull) < 4 or cv2.contourArea(hull) < LEAST_SIDE_PX**2:
        raise BadSetting("these four corners span no board: tap the four corners of the playing field")
    return corners


def _turns(plan: BoardPlan, corners: Points) -> tuple[int, ...]:
    """The quarter turns worth trying, upright first; a long board lies one of two ways."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    (width, height), lies = plan.size_mm, sides[0] + sides[2] > sides[1] + sides[3]
    if 0.8 < width / height < 1.25:
        return 0, 1, 3, 2
    return (0, 2) if lies == (width > height) else (1, 3)


def _way(grey: Image, sheet: Sheet, corners_px: Points) -> Settled:
    """The fit with the field's upper-left corner at the first of these."""
    source = unit(sheet.plan, field_mm(sheet.plan)).astype(np.float32)
    homography = cv2.getPerspectiveTransform(source, corners_px.astype(np.float32))
    fit = Fit(np.asarray(homography, np.float64), np.zeros((2, TERMS)))
    rest = settled(grey, fit, sheet.edges, growing=False, paces=TAPPED)
    return rest if rest.share >= HELPS else Settled(fit, rest.share, 0.0)
