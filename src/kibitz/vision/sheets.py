"""Sheets a plan may be printed on: the plan, one layout of its marks, and the edges to look for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from kibitz.core.board import BoardPlan, Mark
from kibitz.core.errors import BadSetting
from kibitz.core.marks import marked
from kibitz.vision.edges import Edges, edges_of, inner_corner
from kibitz.vision.projection import Points, unit

LAYOUTS = ("kibitz", "2019")


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
        return edges_of(self.plan, self.marks)

    @cached_property
    def few_edges(self) -> Edges:
        """A third of the edges, spread evenly: enough to follow a board that is known."""
        return self.edges.some(3)

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


def sheets_of(plan: BoardPlan) -> tuple[Sheet, ...]:
    """The sheets that show this plan, the plan's own marks first; kept, for they never change."""
    if id(plan) not in _KEPT:
        if len(_KEPT) >= 16:
            _KEPT.pop(next(iter(_KEPT)))
        _KEPT[id(plan)] = (plan, tuple(_made(plan)))
    return _KEPT[id(plan)][1]


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
