"""The board as an object on the table: the plan in ink on paper, card or wood, as a flat picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz.core.board import BoardPlan, CellPlan, Mark, Point
from kibitz.core.observation import Image
from kibitz.core.ornament import ornament
from kibitz.scene.textures import Colour, clouds, grain

_SHIFT = 4


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the board is made of and how worn it is."""

    margin_mm: float = 12.0
    """Paper around everything that is printed."""
    paper: Colour = (250.0, 250.0, 250.0)
    tones: tuple[tuple[str, Colour], ...] = ()
    """Inks that differ from the plan's own."""
    frame: Colour | None = None
    """What lies around the field, where that is not paper."""
    lines: float = 0.0
    """Width of a line around every cell, as a share of an eighth of the field."""
    wood: float = 0.0
    """How much of a wood's figure shows through, 0 to 1."""
    wear: float = 0.03
    """How uneven the ink lies."""
    edge: Colour | None = None
    """A strip of this colour along the sheet's edge."""
    seed: int = 0


@dataclass(frozen=True, eq=False)
class Printed:
    """A sheet as a picture, and where its upper-left pixel lies on the plan."""

    image: Image
    px_per_mm: float
    origin_mm: Point


def box_mm(plan: BoardPlan, sheet: Sheet) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the sheet."""
    points = [p for cell in plan.cells for p in cell.outline_mm if not cell.tray]
    points += [p for mark in plan.marks for p in mark.corners_mm]
    points += [p for shape in plan.shapes for p in shape.outline_mm]
    x, y = [p[0] for p in points], [p[1] for p in points]
    m = sheet.margin_mm
    return min(x) - m, min(y) - m, max(x) + m, max(y) + m


def printed(plan: BoardPlan, sheet: Sheet, px_per_mm: float) -> Printed:
    """The sheet as a picture."""
    left, top, right, bottom = box_mm(plan, sheet)
    rows, columns = round((bottom - top) * px_per_mm), round((right - left) * px_per_mm)
    image = np.empty((rows, columns, 3), np.uint8)
    image[:] = np.clip(sheet.frame or sheet.paper, 0, 255)
    page = Printed(image, px_per_mm, (left, top))
    _ink(page, plan, sheet)
    for mark in plan.marks:
        _mark(page, mark, sheet.paper)
    return Printed(_worn(image, sheet), px_per_mm, page.origin_mm)


def _ink(page: Printed, plan: BoardPlan, sheet: Sheet) -> None:
    tones = {name: _bgr(text) for name, text in plan.tones} | dict(sheet.tones)
    for shape in plan.shapes:
        _fill(page, shape.outline_mm, tones.get(shape.tone, sheet.paper))
    for cell in plan.cells:
        if not cell.tray:
            _fill(page, cell.outline_mm, tones.get(cell.tone, sheet.paper), paper=sheet.paper)
            for shape in ornament(cell):
                _fill(page, shape.outline_mm, _bgr(shape.tone), paper=sheet.paper)
    if sheet.lines > 0:
        _outline(page, plan, sheet)
    for caption in plan.captions:
        _letter(page, caption.text, caption.centre_mm, caption.height_mm)
    if sheet.edge is not None:
        rows, columns = page.image.shape[:2]
        wide = max(1, round(2.0 * page.px_per_mm))
        cv2.rectangle(page.image, (0, 0), (columns - 1, rows - 1), sheet.edge, wide)


def _outline(page: Printed, plan: BoardPlan, sheet: Sheet) -> None:
    """A line around every cell; one finer than a pixel is paler instead."""
    wide_px = sheet.lines * plan.size_mm[0] / 8 * page.px_per_mm
    ink = min(1.0, wide_px)
    colour = tuple(40 * ink + part * (1 - ink) for part in sheet.paper)
    for tray in (True, False):
        outlines = [
            _px(page, _shrunk(cell) if tray else cell.outline_mm) for cell in plan.cells if cell.tray == tray
        ]
        faint = tuple((part + 2 * white) / 3 for part, white in zip(colour, sheet.paper, strict=True))
        wide = max(1, round(wide_px))
        cv2.polylines(page.image, outlines, True, faint if tray else colour, wide, cv2.LINE_AA, _SHIFT)


def _shrunk(tray: CellPlan) -> tuple[Point, ...]:
    """A tray's frame: a little smaller than its place."""
    (x, y) = tray.centre_mm
    return tuple((x + 0.84 * (a - x), y + 0.84 * (b - y)) for a, b in tray.outline_mm)


def _fill(page: Printed, outline: tuple[Point, ...], ink: Colour, paper: Colour | None = None) -> None:
    """Ink lies on paper, so a light tone is never brighter than the paper itself."""
    colour = ink if paper is None else tuple(i * p / 255 for i, p in zip(ink, paper, strict=True))
    cv2.fillPoly(page.image, [_px(page, outline)], colour, cv2.LINE_AA, _SHIFT)


def _letter(page: Printed, text: str, centre_mm: Point, height_mm: float) -> None:
    scale = height_mm * page.px_per_mm / 22
    if scale < 0.2:
        return
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
    x, y = ((c - o) * page.px_per_mm for c, o in zip(centre_mm, page.origin_mm, strict=True))
    at = (round(x - wide / 2), round(y + high / 2))
    cv2.putText(page.image, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (60, 60, 60), 1, cv2.LINE_AA)


def _mark(page: Printed, mark: Mark, paper: Colour) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_7X7_50)
    code = cv2.aruco.generateImageMarker(dictionary, mark.id, 9)
    left, top = ((c - o) * page.px_per_mm for c, o in zip(mark.upper_left_mm, page.origin_mm, strict=True))
    x, y = round(left), round(top)
    side = round(left + mark.side_mm * page.px_per_mm) - x
    ink = cv2.resize(code, (side, side), interpolation=cv2.INTER_NEAREST)[..., None] / 255.0
    page.image[y : y + side, x : x + side] = np.array(paper) * (0.1 + 0.9 * ink)


def _worn(image: Image, sheet: Sheet) -> Image:
    rng = np.random.default_rng(sheet.seed)
    rows, columns = image.shape[:2]
    gain: NDArray[np.float32] = grain(rng, rows, columns, sheet.wear)
    if sheet.wood > 0:
        figure = clouds(rng, rows, columns, finest=256, stretch=16)
        gain = gain * (1 - 0.5 * sheet.wood * figure)
    if sheet.wear > 0.05:
        gain = gain * (1 + (clouds(rng, rows, columns, finest=16) - 0.5) * 2 * sheet.wear)
    return np.asarray(cv2.multiply(image.astype(np.float32), cv2.merge([gain] * 3)).clip(0, 255), np.uint8)


def _px(page: Printed, outline: tuple[Point, ...]) -> NDArray[np.int32]:
    points = (np.array(outline) - page.origin_mm) * page.px_per_mm - 0.5
    return np.round(points * (1 << _SHIFT)).astype(np.int32)


def _bgr(text: str) -> Colour:
    red, green, blue = (int(text[i : i + 2], 16) for i in (1, 3, 5))
    return float(blue), float(green), float(red)
