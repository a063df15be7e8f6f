"""A position as ink: the board, what is lit up on it, and its pieces."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.look import Face, Look, PieceSet
from kibitz.core.ornament import across_mm
from kibitz.views.board import board_ink
from kibitz.views.ink import Area, Ink
from kibitz.views.pieces import look_ink

LIT = "#e8b200"
WOOD = {"light": "#ecd8b6", "dark": "#ad7d50", "rosette": "#dba24a"}
"""As the boards on the screen are, where nobody has chosen other colours."""


def wooden(plan: BoardPlan) -> BoardPlan:
    """The plan in the colours of a board of wood, for pictures that nobody prints; without marks."""
    tones = {name: WOOD.get(name, colour) for name, colour in plan.tones}
    return replace(plan, tones=tuple(tones.items()), marks=())


def position_ink(
    plan: BoardPlan,
    look: Look,
    faces: Sequence[Face],
    pieces: PieceSet,
    *,
    lit: Collection[Cell] = (),
) -> Iterator[Ink]:
    """Everything one sees of a position; the outlines of lit cells are painted."""
    yield from board_ink(plan)
    for cell in (plan.cells[index] for index in sorted(lit)):
        yield Area(cell.outline_mm, line=LIT, line_mm=0.08 * across_mm(cell))
    yield from look_ink(plan, look, faces, pieces)
