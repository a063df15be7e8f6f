"""Why a move that somebody tried on the screen is not allowed: the rule, in the user's language."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel

from kibitz.core.board import Cell
from kibitz.core.game import AnyGame, Explains, Reason
from kibitz.core.look import Look
from kibitz.messages import catalogue
from kibitz.messages.rulings import rule_said
from kibitz.table.keeper import Stale
from kibitz.web.asking import ERRORS, AtTable
from kibitz.web.faults import Refused

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=ERRORS)
CellNumber = Annotated[int, Query(ge=0, le=1000)]
EMPTY = 0
BESIDE = 0.25
"""A cell lies between two others when its centre is this near their line (in their distance)."""
UNTIDY = frozenset({"not-removed", "too-many-changes", "removed-opponent", "removed-other"})
"""What is wrong only because the hand left a jumped piece standing, or took one off for nothing."""


class Why(BaseModel):
    key: str
    message: str
    """One sentence."""
    cells: list[int]


@router.get("/{table_id}/why")
async def why(
    seated: AtTable,
    ply: Annotated[int, Query(ge=0, le=100_000)],
    origin: Annotated[int, Query(alias="from", ge=0, le=1000)],
    to: CellNumber,
    language: Literal["en", "pl", "sr", "sr-Cyrl"] = "en",
) -> Why:
    """The rule that keeps a piece from going from one cell to another."""
    game, position = seated.game, seated.table.position
    if ply != seated.table.ply:
        raise Stale(f"The game has gone on: it stands at {seated.table.ply}.")
    if max(origin, to) >= len(game.plan.cells):
        raise Refused(422, "bad_request", "There is no such cell on this board.")
    reason = _reason(game, position, origin, to)
    return Why(key=reason.key, message=rule_said(catalogue(language), reason), cells=list(reason.cells))


def _reason(game: AnyGame, position: Any, origin: Cell, to: Cell) -> Reason:
    """The rule for the piece simply put there; where that is untidy, for the jumped pieces lifted too."""
    if not isinstance(game, Explains):
        return Reason("illegal")
    found = [game.why_not(position, look) for look in _tried(game, game.look(position), origin, to)]
    return next((reason for reason in found if reason.key not in UNTIDY), found[0])


def _tried(game: AnyGame, look: Look, origin: Cell, to: Cell) -> list[Look]:
    owner = game.faces[look[origin]].owner
    jumped = [c for c in _between(game, origin, to) if game.faces[look[c]].owner not in ("", owner)]
    lifted = [gone for count in (0, len(jumped)) for gone in combinations(jumped, count)]
    return [_moved(look, origin, to, gone) for gone in dict.fromkeys(lifted)]


def _moved(look: Look, origin: Cell, to: Cell, gone: tuple[Cell, ...]) -> Look:
    changed = bytearray(look)
    changed[to], changed[origin] = changed[origin], EMPTY
    for cell in gone:
        changed[cell] = EMPTY
    return Look(bytes(changed))


def _between(game: AnyGame, origin: Cell, to: Cell) -> list[Cell]:
    """Cells that a piece jumps over on its way, found on the plan."""
    (ax, ay), (bx, by) = game.plan.cells[origin].centre_mm, game.plan.cells[to].centre_mm
    dx, dy = bx - ax, by - ay
    length2 = dx * dx + dy * dy or 1.0
    found = []
    for cell, plan in enumerate(game.plan.cells):
        x, y = plan.centre_mm
        along = ((x - ax) * dx + (y - ay) * dy) / length2
        aside = abs((x - ax) * dy - (y - ay) * dx) / length2
        if 0.01 < along < 0.99 and aside < BESIDE * min(along, 1 - along):
            found.append(cell)
    return found
