"""Circles on the recognised pieces, where they lie in the camera picture (SPEC A4)."""

from __future__ import annotations

import numpy as np

from kibitz.core.game import AnyGame
from kibitz.core.look import PieceSet
from kibitz.vision.annotate import ring_colour
from kibitz.vision.projection import located_px
from kibitz.vision.rectify import inscribed_mm
from kibitz.vision.watch import Seen
from kibitz.watching.sighting import Ring

SHARE = 0.42
"""The ring's radius over the cell's width: around most pieces, inside the cell."""


def rings_of(seen: Seen, game: AnyGame, piece_set: PieceSet) -> tuple[Ring, ...]:
    """One ring for every piece that was read."""
    plan, look, hidden = game.plan, seen.reading.look, set(seen.hidden)
    cells = [
        i
        for i, cell in enumerate(plan.cells)
        if game.faces[look[i]].owner and not cell.tray and cell.name not in hidden
    ]
    if not cells:
        return ()
    centres = np.array([plan.cells[i].centre_mm for i in cells])
    across = np.array([[SHARE * inscribed_mm(plan, i), 0.0] for i in cells])
    middles, rims = located_px(seen.located, centres), located_px(seen.located, centres + across)
    downs = located_px(seen.located, centres + across[:, ::-1])
    sizes = (np.hypot(*(rims - middles).T) + np.hypot(*(downs - middles).T)) / 2
    return tuple(
        Ring(
            i,
            round(float(x), 1),
            round(float(y), 1),
            round(float(r), 1),
            look[i],
            _hex(i, seen, game, piece_set),
        )
        for i, (x, y), r in zip(cells, middles, sizes, strict=True)
    )


def _hex(cell: int, seen: Seen, game: AnyGame, piece_set: PieceSet) -> str:
    blue, green, red = ring_colour(game.faces[seen.reading.look[cell]], game, piece_set)
    return f"#{red:02x}{green:02x}{blue:02x}"
