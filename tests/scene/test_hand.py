"""A hand stands in its own light, and in the shadow of a window's bars."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kibitz.scene import Camera, Hand, Light, framed
from kibitz.scene.camera import position_mm, projection
from kibitz.scene.canvas import DIRECT, KIND, THING, blank
from kibitz.scene.hand import draw_hand
from kibitz.scene.light import Bars, lamp_mm
from tests.scene.test_photograph import PLAN

CAMERA = framed(Camera((640, 480), (80.0, 80.0), tilt_deg=0.0, focal=1.2), PLAN, 0.5)
FIST = Hand((80.0, 60.0), from_deg=90.0, pose="fist", pitch_deg=20.0)


def lit(light: Light, hand: Hand = FIST, bars: Bars | None = None) -> NDArray[np.uint8]:
    """The main light on every pixel of the hand."""
    canvas = blank(480, 640)
    draw_hand(canvas, hand, projection(CAMERA), lamp_mm(light, (80.0, 80.0)), position_mm(CAMERA), bars)
    return np.asarray(canvas.terms[..., DIRECT][canvas.terms[..., KIND] == THING])


def test_fingers_behind_the_back_of_the_hand_get_no_light() -> None:
    behind, before = (lit(Light(side_deg=side, up_deg=35.0)) for side in (90.0, -90.0))
    flat = replace(FIST, pose="flat")
    open_hand = lit(Light(side_deg=90.0, up_deg=80.0), flat)
    assert (open_hand > 20).mean() > 0.9, "from above nothing stands in the way"
    assert (behind < 20).mean() > (before < 20).mean() + 0.1, "the knuckles shade the fingers"


def test_bars_darken_a_hand_in_bands() -> None:
    light = Light(up_deg=85.0)
    bars = Bars(angle_deg=90.0, pitch_mm=30.0, width_mm=15.0, cross=False)
    plain, banded = lit(light), lit(light, bars=bars)
    assert 0.3 < (banded < 20).mean() - (plain < 20).mean() < 0.7
