"""Where things lie on the simulated table, in the plan's millimetres.

        second player            trays (an Ur player's pool) lie in rows beyond the sheet;
   +---+----------+---+          captured pieces lie in columns beside it, the first player's on the left,
o  | m          m |  o           or beyond it where the sheet is wider than it is high
o  |    board     |  o
   | m          m |
   +---+----------+---+
        first player
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.cameras.handiwork import Spot
from kibitz.core.board import BoardPlan, Point
from kibitz.core.look import Face, Look

Box = tuple[float, float, float, float]
PER_COLUMN_MARGIN = 0.1
MOST_SLOTS = 512  # the table is not endless; further pieces lie on top of the last


class Places:
    """Coordinates of every spot of one table."""

    def __init__(self, plan: BoardPlan, sheet_mm: Box, faces: Sequence[Face], start: Look) -> None:
        self.plan, self._sheet = plan, sheet_mm
        self.pitch_mm = 0.92 * _cell_mm(plan)
        self.first_below = _mean_y(plan, faces, start, "first") >= _mean_y(plan, faces, start, "second")
        left, top, right, bottom = sheet_mm
        self.has_trays = any(cell.tray for cell in plan.cells)
        self._upright = (bottom - top) * 16 / 9 > (right - left)

    @property
    def box_mm(self) -> Box:
        """Everything that should be in the picture."""
        left, top, right, bottom = self._sheet
        room = 1.25 * self.pitch_mm
        if self.has_trays:
            return left, top - room, right, bottom + room
        return (left - 2 * room, top, right + 2 * room, bottom) if self._upright else self._sheet

    def at_mm(self, spot: Spot) -> Point:
        """The middle of a spot; `away` has none."""
        if spot.kind == "tray":
            return self._in_tray(spot)
        if spot.kind == "side":
            return self._beside(spot)
        return self.plan.cells[spot.number].centre_mm

    def edge(self, seat: str) -> int:
        """1 where this player sits below the board, -1 above."""
        return 1 if (seat == "first") == self.first_below else -1

    def _in_tray(self, spot: Spot) -> Point:
        """A row beyond the sheet's nearer edge, growing away from the tray's neighbour."""
        tray = self.plan.cells[spot.number]
        _, top, _, bottom = self._sheet
        x, y = tray.centre_mm
        mates = [c for c in self.plan.cells if c.tray and c.row == tray.row and c is not tray]
        way = -1 if any(c.column > tray.column for c in mates) else 1
        row = top - 0.7 * self.pitch_mm if y < self.plan.size_mm[1] / 2 else bottom + 0.7 * self.pitch_mm
        return x + way * max(spot.slot, 0) * self.pitch_mm, row

    def _beside(self, spot: Spot) -> Point:
        left, top, right, bottom = self._sheet
        slot = min(max(spot.slot, 0), MOST_SLOTS)
        if self._upright or self.has_trays:
            rows = max(1, int((bottom - top) / self.pitch_mm) - 2)
            column, row = divmod(slot, rows)
            out = (0.8 + column) * self.pitch_mm
            x = left - out if spot.number == 0 else right + out
            return x, bottom - (1.5 + row) * self.pitch_mm
        columns = max(1, int((right - left) / self.pitch_mm) - 2)
        row, column = divmod(slot, columns)
        out = (0.8 + row) * self.pitch_mm
        return left + (1.5 + column) * self.pitch_mm, top - out if spot.number else bottom + out


def _cell_mm(plan: BoardPlan) -> float:
    from kibitz.core.ornament import across_mm

    return min(across_mm(cell) for cell in plan.cells)


def _mean_y(plan: BoardPlan, faces: Sequence[Face], look: Look, owner: str) -> float:
    """Where a player's pieces stand; the first player sits below an empty board."""
    rows = [
        cell.centre_mm[1] for cell, face in zip(plan.cells, look, strict=True) if faces[face].owner == owner
    ]
    return sum(rows) / len(rows) if rows else float(owner == "first")
