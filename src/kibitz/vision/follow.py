"""The board near where it was a moment ago: no search, only the fit moved onto the printed edges."""

from __future__ import annotations

from kibitz.core.observation import Image
from kibitz.vision.board import FoundBoard, board_of, marks_seen, shift_cells, sound
from kibitz.vision.refine import WARM, settled

STILL_CELLS = 0.1
"""A board that moved less than this did not move, so it need not show a mark."""
GONE = 0.5
"""When so much of the grid that was there no longer agrees, the board moved: search again."""


def followed(grey: Image, last: FoundBoard) -> FoundBoard | None:
    """The board again, or nothing when it is no longer about where it was."""
    sheet, start = last.sheet, last.fit
    if sheet is None or start is None:
        return None
    rest = settled(grey, start, sheet.few_edges, growing=sheet.free_side, paces=WARM)
    if not sound(sheet.plan, rest.fit) or rest.share < max(GONE * last.share, 0.1):
        return None
    count = marks_seen(grey, sheet, rest.fit)
    if count >= 2 or shift_cells(sheet.plan, start, rest.fit) < STILL_CELLS:
        return board_of(sheet, rest, count)
    return None
