"""From sightings of marks to a fit of the sheet that carries them.

All corners of all marks go into one fit. Two marks give a fit that is sound beside them and loose
elsewhere; from there it grows over the printed grid, and the grid then says whether it was right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import cv2
import numpy as np

from kibitz.core.observation import Image, Matrix
from kibitz.vision.board import FoundBoard, board_of, marks_seen, sound
from kibitz.vision.fit import Fit
from kibitz.vision.marks_search import Sighting
from kibitz.vision.measure import tones_agree
from kibitz.vision.projection import TERMS, half_mm, to_px
from kibitz.vision.refine import FLAT, RESTING, Corners, Pace, Settled, grown, settled
from kibitz.vision.sheets import Sheet

LOOSE = 0.12
"""Marks of one flat sheet fit together within this share of their side; curled paper needs the most."""
GRID_SHARE = (1.1, 0.8, 0.5, 0.0, 0.0)
"""How much of the grid must agree, by the number of marks that do: three marks need no witness."""
TONES = (1.1, 0.85, 0.62, 0.0, 0.0)
"""The same for the tones on both sides of borders; half of them agree by chance."""


def anchored(grey: Image, sheet: Sheet, seen: Sequence[Sighting]) -> FoundBoard | None:
    """The board that these sightings of its marks (each mark at most once) belong to."""
    for chosen in _subsets(seen):
        fits = [fit for fit, error in _first_fits(sheet, chosen) if error < LOOSE or len(chosen) == 2]
        found = [board for fit in fits if (board := _grown(grey, sheet, fit, _corners(sheet, chosen)))]
        if found:
            return max(found, key=lambda board: board.share)
    return None


def _subsets(seen: Sequence[Sighting]) -> Iterator[Sequence[Sighting]]:
    """All of them first; then, should one be something else, all but one."""
    yield seen
    if len(seen) > 2:
        yield from combinations(seen, len(seen) - 1)


def _grown(grey: Image, sheet: Sheet, fit: Fit, corners: Corners) -> FoundBoard | None:
    fit = grown(grey, fit, sheet.edges, corners, growing=sheet.free_side)
    rest, count = _rested(grey, sheet, fit, RESTING)
    if 4 * count < len(corners.unit):
        # A mark that was read has left its place: the sheet was bent to fit something else.
        flat, there = _rested(grey, sheet, fit, FLAT)
        rest, count = (flat, there) if there > count else (rest, count)
    agreed = rest.share >= GRID_SHARE[count] and tones_agree(grey, rest.fit, sheet.edges) >= TONES[count]
    return board_of(sheet, rest, count) if agreed and sound(sheet, rest.fit) else None


def _rested(grey: Image, sheet: Sheet, fit: Fit, paces: tuple[Pace, ...]) -> tuple[Settled, int]:
    rest = settled(grey, fit, sheet.edges, growing=sheet.free_side, paces=paces)
    return rest, marks_seen(grey, sheet, rest.fit)


def _first_fits(sheet: Sheet, seen: Sequence[Sighting]) -> Iterator[tuple[Fit, float]]:
    """Fits to the corners alone, with their errors as shares of a mark's side.

    One mark of unknown size fits a board of any size: then several are worth trying.
    """
    corners = _corners(sheet, seen)
    side_px = float(np.mean([one.side_px for one in seen]))
    grown = _growths(sheet)
    errors = [_flat_fit(corners, g)[1] / side_px for g in grown]
    order = np.argsort(errors)
    for k in order[: 1 if len(seen) > 1 else len(grown)]:
        best = _polished(corners, grown, int(k)) if len(seen) > 1 and len(grown) > 1 else grown[k]
        homography, error_px = _flat_fit(corners, best)
        yield Fit(homography, np.zeros((2, TERMS)), best), error_px / side_px


def _growths(sheet: Sheet) -> list[float]:
    if not sheet.free_side:
        return [0.0]
    half = half_mm(sheet.plan)
    side, cell = sheet.marks[0].side_mm / half, sheet.plan.size_mm[0] / 8 / half
    return [cell * share - side for share in (1.0, 1.15, 1.3, 1.45, 1.6, 1.8, 2.0, 2.3)]


def _polished(corners: Corners, grown: list[float], k: int) -> float:
    """The growth with the least error between the neighbours of the best one tried."""
    low, high = grown[max(k - 1, 0)], grown[min(k + 1, len(grown) - 1)]
    for _ in range(6):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        if _flat_fit(corners, a)[1] < _flat_fit(corners, b)[1]:
            high = b
        else:
            low = a
    return (low + high) / 2


def _corners(sheet: Sheet, seen: Sequence[Sighting]) -> Corners:
    places = [sheet.corners[one.id] for one in seen]
    return Corners(
        np.concatenate([at for at, _ in places]),
        np.concatenate([grows for _, grows in places]),
        np.concatenate([one.corners_px for one in seen]),
    )


def _flat_fit(corners: Corners, grown: float) -> tuple[Matrix, float]:
    """The homography with the least squared error in the picture, and the root of its mean."""
    at = corners.unit + grown * corners.grows
    found, _ = cv2.findHomography(at, corners.at_px, 0)
    if found is None:
        return np.eye(3), float("inf")
    homography = np.asarray(found, np.float64)
    off = corners.at_px - to_px(homography, at)
    return homography, float(np.sqrt((off**2).sum(axis=1).mean()))
