"""Which ArUco marks (DICT_7X7_50) a board carries and where: the marks tell which board it is.

Two layouts. `kibitz` sets each mark off from everything else that is printed, flush with the field's
left or right edge. `2019` is SPEC A1: each mark touches its board corner with its own inner corner.

    kibitz                    2019
    [m]     [m]             [0]     [3]      ids 4-47: the id modulo 4 is the corner, clockwise from
    +---------+                +---+         the upper left, in every kind
    |  field  |                |   |
    +---------+                +---+
    [m]     [m]             [2]     [1]

Kinds are lines of a plane of order 11: kind (i, j) has at corner p the mark 4 + 4((i + jp) mod 11) + p.
Two lines meet at most once, so any two marks in view name the kind. The eleven usual kinds are the
parallel lines j = 0 and share no mark at all, so among them one mark is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import sqrt
from typing import TypeAlias
from zlib import crc32

from kibitz.core.board import BoardPlan, Mark, Point
from kibitz.core.errors import BadSetting, quoted

Ids: TypeAlias = tuple[int, int, int, int]
"""Upper left, upper right, lower right, lower left."""

LAYOUTS = ("kibitz", "2019")
MODULES = 9
"""Modules along a side: seven of code and one of black border at each end."""
QUIET_MODULES = 1.5
"""White around a mark. One module is the least that decodes reliably; half as much again is reserve."""
SIDE_SHARE = 0.175
"""A mark's side over the root of the field's area: 34 px on a field 192 px wide, where 24 px decode."""
LEAST_SHARE = 0.13
"""A mark's side over the field's width, at least: 25 px on a long field 192 px wide."""
SIDE_2019_CELLS = 1.5
"""The 2019 sheet had no fixed size: the practice pictures show 1.21 to 1.78 cells, median 1.48."""

_FIELD_2019 = "chequer-8-dark"
_IDS_2019: Ids = (0, 3, 1, 2)
_ORDER = 11
_USUAL = (
    "chequer-8-dark",
    "chequer-8-light",
    "chequer-10-light",
    "chequer-12-light",
    "hex-3",
    "hex-5",
    "hex-7",
    "hex-9",
    "ur",
    "aseb",
    "square-8",
)
_RARE = (
    *(f"chequer-{n}-{tone}" for n in (4, 5, 6, 7, 9) for tone in ("dark", "light")),
    "chequer-10-dark",
    *(f"chequer-{n}-{tone}" for n in (11, 13, 14, 15, 16) for tone in ("dark", "light")),
    "chequer-12-dark",
    *(f"square-{n}" for n in range(3, 17) if n != 8),
)
_UNNAMED_FROM = 5 * _ORDER
"""Kinds in neither table share the lines from here on, chosen by their name."""


def ids(kind: str, layout: str = "kibitz") -> Ids:
    """The four marks of a kind of board; raises BadSetting where the layout has none for it."""
    if layout == "kibitz":
        return _line(_number(kind))
    if layout != "2019":
        raise BadSetting(f"there is no mark layout {quoted(layout)}; choose one of: {', '.join(LAYOUTS)}")
    if kind != _FIELD_2019:
        raise BadSetting(
            f"the 2019 layout exists only for 8x8 boards whose upper-left cell is dark, "
            f"and this board is {quoted(kind)}; use the kibitz layout"
        )
    return _IDS_2019


def kinds_of(seen: Iterable[int]) -> tuple[str, ...]:
    """Every named kind that carries all these marks, the usual ones first; none for no marks."""
    wanted = set(seen)
    if not wanted:
        return ()
    if wanted <= set(_IDS_2019):
        return (_FIELD_2019,)
    return tuple(kind for kind in (*_USUAL, *_RARE) if wanted <= set(ids(kind)))


def kind_of(seen: Iterable[int]) -> str | None:
    """The kind of board that carries these marks: the only one there is, or the only usual one.

    Nothing when no kind carries them all: two boards are in view, or a sheet without a name here.
    """
    return next(iter(kinds_of(seen)), None)


def layout_of(seen: Iterable[int]) -> str:
    """The layout these marks belong to."""
    return "2019" if set(seen) & set(_IDS_2019) else "kibitz"


def marked(plan: BoardPlan, layout: str = "kibitz", *, side_2019_cells: float = SIDE_2019_CELLS) -> BoardPlan:
    """The board with its four marks, in the order of `ids`; raises BadSetting.

    The marks grow with the board: `marked(plan.scaled(k))` is `marked(plan).scaled(k)`.
    """
    numbers = ids(plan.kind, layout)
    places = _touching(plan, side_2019_cells) if layout == "2019" else _set_off(plan)
    return replace(
        plan, marks=tuple(Mark(i, at, side) for i, (at, side) in zip(numbers, places, strict=True))
    )


def quiet_mm(mark: Mark) -> float:
    """The white that belongs around this mark."""
    return mark.side_mm * QUIET_MODULES / MODULES


def _number(kind: str) -> int:
    if kind in _USUAL:
        return _USUAL.index(kind)
    if kind in _RARE:
        return _ORDER + _RARE.index(kind)
    return _UNNAMED_FROM + crc32(kind.encode()) % (_ORDER * _ORDER - _UNNAMED_FROM)


def _line(number: int) -> Ids:
    slope, start = divmod(number, _ORDER)
    a, b, c, d = (4 + 4 * ((start + slope * corner) % _ORDER) + corner for corner in range(4))
    return a, b, c, d


def _touching(plan: BoardPlan, side_cells: float) -> tuple[tuple[Point, float], ...]:
    (w, h), side = plan.size_mm, plan.size_mm[0] / 8 * side_cells
    return tuple((at, side) for at in ((-side, -side), (w, -side), (w, h), (-side, h)))


def _set_off(plan: BoardPlan) -> tuple[tuple[Point, float], ...]:
    w, h = plan.size_mm
    side = max(SIDE_SHARE * sqrt(w * h), LEAST_SHARE * w)
    quiet = side * QUIET_MODULES / MODULES
    strips = ((-quiet, side + quiet), (w - side - quiet, w + quiet))
    prints = [part for strip in strips for part in _printed_between(plan, *strip)]
    above = max((-y for y in prints if y < h / 2), default=0.0)
    below = max((y - h for y in prints if y > h / 2), default=0.0)
    out = max(above, below) + quiet
    return tuple(
        (at, side)
        for at in ((0.0, -out - side), (w - side, -out - side), (w - side, h + out), (0.0, h + out))
    )


def _printed_between(plan: BoardPlan, left_mm: float, right_mm: float) -> Iterator[float]:
    """The heights at which anything printed begins or ends inside an upright strip."""
    for outline in outlines(plan):
        for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
            if left_mm < x1 < right_mm:
                yield y1
            for x in (left_mm, right_mm):
                if min(x1, x2) < x < max(x1, x2):
                    yield y1 + (y2 - y1) * (x - x1) / (x2 - x1)


def outlines(plan: BoardPlan) -> Iterator[tuple[Point, ...]]:
    """Around everything printed but the marks; captions as boxes of about their size."""
    yield from (cell.outline_mm for cell in plan.cells)
    yield from (shape.outline_mm for shape in plan.shapes)
    for caption in plan.captions:
        (x, y), high = caption.centre_mm, caption.height_mm * 0.8
        wide = caption.height_mm * 0.4 * len(caption.text)
        yield (x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)
