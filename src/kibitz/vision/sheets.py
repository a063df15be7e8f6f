"""Sheets a plan may be printed on: the plan, one layout of its marks, and the edges to look for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from kibitz.core.board import BoardPlan, Mark
from kibitz.core.errors import BadSetting
from kibitz.core.marks import marked
from kibitz.vision.edges import Edges, edges_of, inner_corner
from kibitz.vision.projection import Floats, Points, field_mm, terms, unit

LAYOUTS = ("kibitz", "2019")
MOST_KEPT = 16
ENOUGH = 390
"""Edges: seventeen for each number of a fit. With more, matrices grow so large that numpy's library splits
their products over all cores, which takes longer wherever something else runs on them."""


@dataclass(frozen=True, eq=False)
class Sheet:
    """A plan with its marks as one layout places them."""

    plan: BoardPlan
    layout: str
    marks: tuple[Mark, ...]

    @property
    def free_side(self) -> bool:
        """Whether the marks may be of any size: SPEC A1, the printed size does not matter."""
        return self.layout == "2019"

    @cached_property
    def ids(self) -> tuple[int, ...]:
        return tuple(mark.id for mark in self.marks)

    @cached_property
    def edges(self) -> Edges:
        """The edges to look for, spread evenly over the sheet."""
        found = edges_of(self.plan, self.marks, rim=bool(self.marks))
        return found.some(-(-len(found.unit) // ENOUGH))

    @cached_property
    def field(self) -> tuple[Points, Floats, Points]:
        """The field's corners, as `Fit.placed` takes points."""
        at = unit(self.plan, field_mm(self.plan))
        return at, terms(at), np.zeros_like(at)

    @cached_property
    def corners(self) -> dict[int, tuple[Points, Points]]:
        """By mark, its corners in halves of the field, and how they move when marks grow by one."""
        found = {}
        for mark in self.marks:
            at = np.array(mark.corners_mm)
            grows = (at - inner_corner(self.plan, mark)) / mark.side_mm
            found[mark.id] = (unit(self.plan, at), grows)
        return found


_KEPT: dict[int, tuple[BoardPlan, tuple[Sheet, ...]]] = {}
_UNMARKED: dict[int, Sheet] = {}


def sheets_of(plan: BoardPlan) -> tuple[Sheet, ...]:
    """The sheets that show this plan, the plan's own marks first; kept, for they never change."""
    if id(plan) not in _KEPT:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.pop(next(iter(_KEPT)))
        _KEPT[id(plan)] = (plan, tuple(_made(plan)))
    return _KEPT[id(plan)][1]


def unmarked(plan: BoardPlan) -> Sheet:
    """A board without marks, of which only the inside is known; kept as well."""
    if id(plan) not in _UNMARKED:
        if len(_UNMARKED) >= MOST_KEPT:
            _UNMARKED.pop(next(iter(_UNMARKED)))
        _UNMARKED[id(plan)] = Sheet(plan, "none", ())
    return _UNMARKED[id(plan)]


def _made(plan: BoardPlan) -> list[Sheet]:
    sheets = [Sheet(plan, "own", plan.marks)] if plan.marks else []
    for layout in LAYOUTS:
        try:
            sheet = Sheet(plan, layout, marked(replace(plan, marks=()), layout).marks)
        except BadSetting:
            continue
        if layout == "2019":
            sheets = [known for known in sheets if set(known.ids) != set(sheet.ids)]
        if all(set(known.ids) != set(sheet.ids) for known in sheets):
            sheets.append(sheet)
    return sheets
