"""What else is about: cups, phones, pens, coins, captured pieces, and hands over or beside the board."""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from math import cos, radians, sin

import numpy as np

from kibitz.core.board import BoardPlan, Point
from kibitz.scene.hand import POSES, Hand
from kibitz.scene.solids import Material, Solid, box_outline, polygon_outline, round_outline
from kibitz.scene.textures import Colour

Box = tuple[float, float, float, float]
_COVERS = 3
"""What the picture's labels call a thing that covers cells."""


def beside(box_mm: Box, plan: BoardPlan, rng: np.random.Generator, most: int) -> tuple[Solid, ...]:
    """A few things on the table around the sheet."""
    things: list[Solid] = []
    for _ in range(int(rng.integers(0, most + 1))):
        make = _THINGS[int(rng.integers(len(_THINGS)))]
        things.append(make(_around(box_mm, rng, 40.0), rng, _COVERS))
    cell = plan.size_mm[0] / 8
    if most and rng.random() < 0.4:
        at = _around(box_mm, rng, 18.0)
        things += _captured(at, cell, rng)
    return tuple(things)


def covering(plan: BoardPlan, rng: np.random.Generator) -> tuple[tuple[Hand, ...], tuple[Solid, ...]]:
    """Something over the board: mostly a hand, sometimes a thing."""
    if rng.random() < 0.25:
        make = _COVERING[int(rng.integers(len(_COVERING)))]
        return (), (make(_on(plan, rng), rng, _COVERS),)
    hands = [random_hand(_on(plan, rng), rng, plan.size_mm[0] / 160)]
    if rng.random() < 0.08:
        hands.append(random_hand(_on(plan, rng), rng, plan.size_mm[0] / 160))
    return tuple(hands), ()


def waiting(box_mm: Box, rng: np.random.Generator) -> tuple[Hand, ...]:
    """A hand beside the sheet that points away from it or waits."""
    x, y = _around(box_mm, rng, 10.0)
    middle = ((box_mm[0] + box_mm[2]) / 2, (box_mm[1] + box_mm[3]) / 2)
    away = float(np.degrees(np.arctan2(y - middle[1], x - middle[0])))
    return (random_hand((x, y), rng, 1.0, away + float(rng.uniform(-20, 20))),)


def random_hand(
    tip_mm: Point, rng: np.random.Generator, size: float = 1.0, from_deg: float | None = None
) -> Hand:
    """A hand of any kind with its index finger here."""
    sleeve = None if rng.random() < 0.35 else _colour(rng, 0.0, 1.0)
    return Hand(
        tip_mm=tip_mm,
        tip_height_mm=float(rng.uniform(3, 40)),
        from_deg=float(rng.uniform(0, 360)) if from_deg is None else from_deg,
        pose=str(rng.choice(POSES)),
        size=float(rng.uniform(0.5, 1.15)) * size,
        pitch_deg=float(rng.uniform(5, 55)),
        left=bool(rng.random() < 0.4),
        skin=_skin(rng),
        sleeve=sleeve,
        seed=int(rng.integers(1 << 30)),
    )


def _skin(rng: np.random.Generator) -> Colour:
    """From very light to very dark."""
    hue, value = float(rng.uniform(8, 28)) / 360, float(rng.uniform(0.25, 0.98))
    red, green, blue = colorsys.hsv_to_rgb(hue, float(rng.uniform(0.25, 0.72)), value)
    return blue * 255, green * 255, red * 255


def _colour(rng: np.random.Generator, low: float, high: float) -> Colour:
    saturation = float(rng.uniform(low, high)) ** 1.5
    red, green, blue = colorsys.hsv_to_rgb(float(rng.random()), saturation, float(rng.uniform(0.08, 0.95)))
    return blue * 250, green * 250, red * 250


def _around(box_mm: Box, rng: np.random.Generator, gap_mm: float) -> Point:
    """A point on the table beyond one edge of the sheet."""
    left, top, right, bottom = box_mm
    away = gap_mm + float(rng.exponential(30))
    x, y = float(rng.uniform(left, right)), float(rng.uniform(top, bottom))
    sides = ((left - away, y), (right + away, y), (x, top - away), (x, bottom + away))
    return sides[int(rng.integers(4))]


def _on(plan: BoardPlan, rng: np.random.Generator) -> Point:
    width, height = plan.size_mm
    return float(rng.uniform(-0.05, 1.05) * width), float(rng.uniform(-0.05, 1.05) * height)


def _cup(at: Point, rng: np.random.Generator, kind: int) -> Solid:
    radius, height = float(rng.uniform(16, 32)), float(rng.uniform(25, 70))
    colour = _colour(rng, 0, 1)
    inside = (colour[0] * 0.35, colour[1] * 0.35, colour[2] * 0.35)
    material = Material(inside, 0.3, 40, colour, 0.88)
    return Solid(at, round_outline(radius, 28), ((0.8, 0.0), (1.0, height)), material, kind)


def _phone(at: Point, rng: np.random.Generator, kind: int) -> Solid:
    width = float(rng.uniform(45, 72))
    outline = box_outline(width, width * 2.05, float(rng.uniform(0, 360)), 7)
    colour = _colour(rng, 0, 0.3) if rng.random() < 0.3 else (22.0, 20.0, 20.0)
    return Solid(at, outline, ((1.0, 0.0), (1.0, 7.0)), Material(colour, 0.5, 150), kind)


def _pen(at: Point, rng: np.random.Generator, kind: int) -> Solid:
    outline = box_outline(
        float(rng.uniform(5, 9)), float(rng.uniform(90, 140)), float(rng.uniform(0, 360)), 2
    )
    return Solid(at, outline, ((1.0, 0.0), (0.9, 5.0), (0.5, 7.0)), Material(_colour(rng, 0, 1), 0.4), kind)


def _coin(at: Point, rng: np.random.Generator, kind: int) -> Solid:
    colour = ((90.0, 170.0, 205.0), (180.0, 180.0, 180.0))[int(rng.integers(2))]
    return Solid(
        at, round_outline(float(rng.uniform(8, 13))), ((1.0, 0.0), (1.0, 2.0)), Material(colour, 0.5), kind
    )


def _paper(at: Point, rng: np.random.Generator, kind: int) -> Solid:
    outline = box_outline(
        float(rng.uniform(40, 110)), float(rng.uniform(60, 150)), float(rng.uniform(0, 360)), 1
    )
    return Solid(at, outline, ((1.0, 0.0), (1.0, 0.4)), Material(_colour(rng, 0, 0.4), 0.05), kind)


_Maker = Callable[[Point, np.random.Generator, int], Solid]
_THINGS: tuple[_Maker, ...] = (_cup, _phone, _pen, _coin, _paper)
_COVERING: tuple[_Maker, ...] = (_cup, _phone, _paper, _pen)
"""A coin on the board is as good as a piece."""


def _captured(at: Point, cell_mm: float, rng: np.random.Generator) -> list[Solid]:
    """A short row of pieces that are out of the game."""
    turn, step = radians(float(rng.uniform(0, 360))), cell_mm * 0.9
    colour, height = _colour(rng, 0.6, 1.0), float(rng.uniform(0.5, 7))
    solids = []
    for number in range(int(rng.integers(1, 5))):
        place = (at[0] + cos(turn) * step * number, at[1] + sin(turn) * step * number)
        corners = (
            round_outline(cell_mm * 0.35) if rng.random() < 0.7 else polygon_outline(cell_mm * 0.4, 3, 30)
        )
        solids.append(Solid(place, corners, ((1.0, 0.0), (1.0, height)), Material(colour, 0.2), 2))
    return solids
