"""The empty board as ink: decorations, cells, ornaments, captions and marks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from kibitz.core.board import BoardPlan, CellPlan, Mark
from kibitz.core.marks import MODULES
from kibitz.core.ornament import across_mm, ornament
from kibitz.views.ink import Area, Ink, Words, box, colour_of

LINE, FAINT = "#4a4a4a", "#b4b4b4"
LINE_MM = 0.25
BLACK, WHITE = "#000000", "#ffffff"
OVERLAP_MM = 0.02
"""White rows of a mark reach this far into the next: viewers show hairlines between rectangles that touch."""


def board_ink(plan: BoardPlan) -> Iterator[Ink]:
    """Everything that is printed on the board, in the order in which it covers."""
    tones = dict(plan.tones)
    for shape in plan.shapes:
        yield Area(shape.outline_mm, colour_of(tones.get(shape.tone, shape.tone)), LINE, LINE_MM)
    for cell in plan.cells:
        yield from _tray_ink(cell) if cell.tray else _cell_ink(cell, tones)
    for caption in plan.captions:
        yield Words(caption.text, caption.centre_mm, caption.height_mm, "#303030")
    for mark in plan.marks:
        yield from mark_ink(mark)


def mark_ink(mark: Mark) -> Iterator[Ink]:
    """A mark as one black square with white runs in it, so that its edges are straight at any resolution."""
    (left, top), step = mark.upper_left_mm, mark.side_mm / MODULES
    yield Area(mark.corners_mm, BLACK)
    for row, modules in enumerate(modules_of(mark.id)):
        below = top + (row + 1) * step + (OVERLAP_MM if row < MODULES - 2 else 0)
        for start, stop in _white_runs(modules):
            yield Area(box(left + start * step, top + row * step, left + stop * step, below), WHITE)


@cache
def modules_of(mark_id: int) -> tuple[tuple[bool, ...], ...]:
    """The modules of a mark of DICT_7X7_50, row by row, its border included; true is black."""
    import cv2

    marks = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_7X7_50)
    image = cv2.aruco.generateImageMarker(marks, mark_id, MODULES, borderBits=1)
    return tuple(tuple(bool(value < 128) for value in row) for row in image)


def _white_runs(modules: tuple[bool, ...]) -> Iterator[tuple[int, int]]:
    """Where the white runs of a row start and stop; a row begins and ends black."""
    edges = [i + 1 for i in range(len(modules) - 1) if modules[i] != modules[i + 1]]
    return zip(edges[::2], edges[1::2], strict=True)


def _cell_ink(cell: CellPlan, tones: dict[str, str]) -> Iterator[Ink]:
    yield Area(cell.outline_mm, colour_of(tones.get(cell.tone, WHITE)), LINE, LINE_MM)
    for shape in ornament(cell):
        yield Area(shape.outline_mm, shape.tone)


def _tray_ink(cell: CellPlan) -> Iterator[Ink]:
    """A tray is only a place to put stones: a faint frame and what it is for."""
    (x, y), half = cell.centre_mm, 0.42 * across_mm(cell)
    yield Area(box(x - half, y - half, x + half, y + half), WHITE, FAINT, LINE_MM)
    yield Words(cell.label or cell.name.rstrip("0123456789"), (x, y), 0.22 * half, FAINT)
