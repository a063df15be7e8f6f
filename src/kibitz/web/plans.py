"""Games as plain data: what a page needs to draw any board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from kibitz.core.board import BoardPlan, CellPlan, Shape
from kibitz.core.game import AnyGame, Chancy, Places, Seat
from kibitz.core.ornament import ornament
from kibitz.core.player import Level


def brief(game: AnyGame) -> dict[str, Any]:
    """A game in a list."""
    return {
        "name": game.name,
        "family": game.name.partition("/")[0],
        "title": game.title,
        "kind": game.plan.kind,
        "chancy": isinstance(game, Chancy),
        "bots": True,
    }


def full(game: AnyGame, levels: Sequence[Level]) -> dict[str, Any]:
    """A game whole."""
    start = game.start()
    return {
        **brief(game),
        "version": game.version,
        "from_board": isinstance(game, Places),
        "plan": plan_data(game.plan),
        "faces": [asdict(face) for face in game.faces],
        "piece_sets": [asdict(pieces) for pieces in game.piece_sets],
        "start_setup": game.setup(start),
        "start_look": list(game.look(start)),
        "levels": [{"name": one.name, "title": one.title, "description": one.description} for one in levels],
        "rolls": _rolls(game, start),
    }


def _rolls(game: AnyGame, start: Any) -> list[dict[str, Any]]:
    """What the dice can show and how likely it is, for those who doubt them."""
    if not isinstance(game, Chancy) or game.turn(start) is not Seat.CHANCE:
        return []
    shown = ("".join(filter(str.isdigit, game.write(start, move))) for move in game.moves(start))
    return [{"roll": int(n), "chance": p} for n, p in zip(shown, game.odds(start), strict=True) if n]


def plan_data(plan: BoardPlan) -> dict[str, Any]:
    """A board in millimetres."""
    return {
        "kind": plan.kind,
        "size": plan.size_mm,
        "cells": [_cell(cell) for cell in plan.cells],
        "shapes": [_shape(shape) for shape in plan.shapes],
        "captions": [{"text": c.text, "centre": c.centre_mm, "height": c.height_mm} for c in plan.captions],
        "tones": dict(plan.tones),
        "marks": [{"id": m.id, "upper_left": m.upper_left_mm, "side": m.side_mm} for m in plan.marks],
    }


def _cell(cell: CellPlan) -> dict[str, Any]:
    return {
        "name": cell.name,
        "label": cell.label,
        "centre": cell.centre_mm,
        "outline": cell.outline_mm,
        "tone": cell.tone,
        "row": cell.row,
        "column": cell.column,
        "playable": cell.playable,
        "tray": cell.tray,
        "ornament": [_shape(shape) for shape in ornament(cell)],
    }


def _shape(shape: Shape) -> dict[str, Any]:
    return {
        "outline": [(round(x, 2), round(y, 2)) for x, y in shape.outline_mm],
        "tone": shape.tone,
    }
