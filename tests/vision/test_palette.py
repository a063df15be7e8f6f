"""The colours of both sides are worked out from all pieces together."""

from __future__ import annotations

import numpy as np

from kibitz.vision.network import OPPONENT
from kibitz.vision.palette import Colours, palette_of

SPREAD = np.float32(0.04**2)


def seen(*shades: tuple[float, float, float]) -> Colours:
    """Pieces of these colours, red, green, blue from 0 to 1, as the network tells them."""
    return np.asarray(np.array(shades, np.float32)[:, ::-1] @ OPPONENT.T, np.float32)


def sides(pieces: Colours) -> list[int]:
    spread = np.full_like(pieces, SPREAD)
    palette = palette_of(("#2050b0", "#c02828")).fitted(pieces, spread, np.ones(len(pieces), np.float32))
    return [int(side) for side in palette.shares(pieces, spread).argmax(axis=1)]


def test_blue_may_be_navy_and_red_pink() -> None:
    assert sides(seen((0.1, 0.15, 0.35), (0.9, 0.4, 0.5), (0.12, 0.14, 0.33))) == [0, 1, 0]


def test_a_side_that_has_no_piece_on_the_board_does_not_take_the_others() -> None:
    dark = [(0.1 + 0.01 * i, 0.12, 0.3 + 0.01 * i) for i in range(12)]
    assert sides(seen(*dark)) == [0] * 12
