"""SVG paths as points: enough of the grammar for drawings of our own (M, L, H, V, C, A with circles, Z)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import asin, atan2, ceil, copysign, cos, hypot, pi, sin, sqrt

from kibitz.core.board import Point

CURVE_STEPS = 8
ARC_STEP = pi / 8
_PARTS = re.compile(r"([MmLlHhVvCcAaZz])|(-?(?:\d+\.?\d*|\.\d+))")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7}


def strokes(path: str) -> tuple[tuple[Point, ...], ...]:
    """The points of each part of a path; a part begins where the pen is set down anew."""
    parts: list[list[Point]] = []
    for command, numbers in _commands(path):
        if command.upper() == "M":
            parts.append([_absolute(command, parts[-1][-1] if parts else (0.0, 0.0), *numbers)])
        else:
            parts[-1].extend(_drawn(command, parts[-1][-1], numbers))
    return tuple(tuple(part) for part in parts)


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; numbers that go on repeat the command."""
    command, waiting = "", list[float]()
    for letter, number in _PARTS.findall(path):
        if letter:
            command, waiting = letter, []
            continue
        waiting.append(float(number))
        if len(waiting) == _TAKES[command.upper()]:
            yield command, waiting
            command = {"M": "L", "m": "l"}.get(command, command)
            waiting = []


def _absolute(command: str, here: Point, x: float, y: float) -> Point:
    return (x, y) if command.isupper() else (here[0] + x, here[1] + y)


def _drawn(command: str, here: Point, numbers: list[float]) -> list[Point]:
    match command.upper():
        case "H":
            return [(numbers[0] + (0.0 if command == "H" else here[0]), here[1])]
        case "V":
            return [(here[0], numbers[0] + (0.0 if command == "V" else here[1]))]
        case "C":
            ends = [_absolute(command, here, numbers[i], numbers[i + 1]) for i in (0, 2, 4)]
            return [_on_curve(here, ends, step / CURVE_STEPS) for step in range(1, CURVE_STEPS + 1)]
        case "A":
            end = _absolute(command, here, numbers[5], numbers[6])
            return list(_arc(here, end, numbers[0], large=bool(numbers[3]), clockwise=bool(numbers[4])))
    return [_absolute(command, here, *numbers)]


def _on_curve(start: Point, ends: list[Point], t: float) -> Point:
    weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    points = (start, *ends)
    x, y = (sum(w * point[axis] for w, point in zip(weights, points, strict=True)) for axis in (0, 1))
    return x, y


def _arc(start: Point, end: Point, radius: float, *, large: bool, clockwise: bool) -> Iterator[Point]:
    """Points along a circle; y grows downwards, so a sweep is clockwise to the eye."""
    (ax, ay), (bx, by) = start, end
    chord = hypot(bx - ax, by - ay)
    r = max(radius, chord / 2)
    away = sqrt(max(0.0, r * r - chord * chord / 4)) * (-1 if large == clockwise else 1)
    cx = (ax + bx) / 2 - away * (by - ay) / chord
    cy = (ay + by) / 2 + away * (bx - ax) / chord
    turn = 2 * asin(min(1.0, chord / 2 / r))
    sweep = copysign(2 * pi - turn if large else turn, 1 if clockwise else -1)
    begin = atan2(ay - cy, ax - cx)
    count = max(2, ceil(abs(sweep) / ARC_STEP))
    for step in range(1, count + 1):
        angle = begin + sweep * step / count
        yield cx + r * cos(angle), cy + r * sin(angle)
