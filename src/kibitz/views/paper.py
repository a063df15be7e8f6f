"""How a board lies on a sheet of paper: as large as fits, with room for its name and its ruler.

+---------------+
| [m] name  [m] |      The name goes between the upper marks and the ruler between the lower
|  +---------+  |      ones where there is room, else above and below everything.
|  |         |  |
|  +---------+  |
| [m] ruler [m] |
+---------------+
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from kibitz.core.board import BoardPlan, Point
from kibitz.core.errors import BadSetting, quoted
from kibitz.core.marks import outlines, quiet_mm

PAPERS: dict[str, Point] = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
MARGIN_MM = 8.0
"""Few printers reach closer to the edge than 5 mm."""
NAME_MM = 18.0
RULER_MM = 18.0
RULER_WIDTH_MM = 102.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board in true millimetres on its page, `offset_mm` from the page's upper-left corner."""

    plan: BoardPlan
    page_mm: Point
    offset_mm: Point
    name_box: Box
    ruler_box: Box


def paper_mm(paper: str) -> Point:
    """Width and height of a paper, upright; raises BadSetting."""
    if paper not in PAPERS:
        raise BadSetting(f"there is no paper {quoted(paper)}; choose one of: {', '.join(PAPERS)}")
    return PAPERS[paper]


def fitted(plan: BoardPlan, paper: str) -> Sheet:
    """A marked board as large as the paper takes, upright or across, whichever gives more."""
    width, height = paper_mm(paper)
    room = _Room.of(plan)
    upright, across = room.largest((width, height)), room.largest((height, width))
    page, factor = ((width, height), upright) if upright >= across else ((height, width), across)
    return _laid(plan.scaled(factor), page)


@dataclass(frozen=True, slots=True)
class _Room:
    """What a board needs around its field's centre, and what it leaves free between its marks."""

    half_width: float
    height: float
    free_above: float
    free_below: float
    free_width: float

    @classmethod
    def of(cls, plan: BoardPlan) -> _Room:
        points = list(_printed(plan))
        left, right, top, bottom = _between_marks(plan)
        inside = [y for x, y in points if left < x < right]
        middle = plan.size_mm[0] / 2
        return cls(
            half_width=max(abs(x - middle) for x, _ in points),
            height=bottom - top,
            free_above=min(inside) - top,
            free_below=bottom - max(inside),
            free_width=right - left,
        )

    def extra(self, factor: float) -> Point:
        """What the name and the ruler need beyond the board, above and below."""
        return self._extra(factor, inside=self._is_wide(factor))

    def largest(self, page: Point) -> float:
        """The largest factor at which everything lies inside the margins."""
        best = self._largest(page, inside=True)
        return best if self._is_wide(best) else self._largest(page, inside=False)

    def _largest(self, page: Point, *, inside: bool) -> float:
        most = (page[0] - 2 * MARGIN_MM) / (2 * self.half_width)
        free = page[1] - 2 * MARGIN_MM
        if self._tall(most, inside=inside) <= free:
            return most
        low, high = 0.0, most
        for _ in range(50):
            middle = (low + high) / 2
            low, high = (middle, high) if self._tall(middle, inside=inside) <= free else (low, middle)
        return low

    def _tall(self, factor: float, *, inside: bool) -> float:
        return self.height * factor + sum(self._extra(factor, inside=inside))

    def _is_wide(self, factor: float) -> bool:
        return self.free_width * factor >= RULER_WIDTH_MM

    def _extra(self, factor: float, *, inside: bool) -> Point:
        above, below = (self.free_above * factor, self.free_below * factor) if inside else (0.0, 0.0)
        return max(0.0, NAME_MM - above), max(0.0, RULER_MM - below)


def _laid(plan: BoardPlan, page: Point) -> Sheet:
    room, (_, _, top, bottom) = _Room.of(plan), _between_marks(plan)
    above, below = room.extra(1.0)
    x = (page[0] - plan.size_mm[0]) / 2
    y = (page[1] - room.height - above - below) / 2 + above - top
    middle, half = page[0] / 2, max(room.free_width, RULER_WIDTH_MM) / 2
    ends = (room.free_above, room.free_below) if room.free_width >= RULER_WIDTH_MM else (0.0, 0.0)
    name = Box(middle - half, y + top - above, middle + half, y + top + ends[0])
    ruler = Box(middle - half, y + bottom - ends[1], middle + half, y + bottom + below)
    return Sheet(plan, page, (x, y), name, ruler)


def _between_marks(plan: BoardPlan) -> tuple[float, float, float, float]:
    """Left and right end of the room between the marks; top and bottom of everything."""
    ul, ur = plan.marks[:2]
    quiet = quiet_mm(ul)
    ys = [y for _, y in _printed(plan)]
    left, right = ul.upper_left_mm[0] + ul.side_mm + quiet, ur.upper_left_mm[0] - quiet
    return left, right, min(ys), max(ys)


def _printed(plan: BoardPlan) -> Iterator[Point]:
    yield from chain.from_iterable(outlines(plan))
    yield from chain.from_iterable(mark.corners_mm for mark in plan.marks)
