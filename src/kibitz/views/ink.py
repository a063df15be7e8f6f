"""What is drawn, in millimetres, before anyone asks whether it goes to paper, a browser or pixels.

The origin and directions are the plan's: x to the right, y downwards. Later ink covers earlier ink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias
from unicodedata import combining, normalize

from kibitz.core.board import Point

CAP_SHARE = 0.72
"""The height of a capital letter over the font size, in Helvetica."""

_NAMED = {
    "black": "#1c1c1c",
    "white": "#ffffff",
    "red": "#d02020",
    "blue": "#1f4fd0",
    "green": "#1f9a3c",
    "yellow": "#f2c81e",
    "light": "#f2ead8",
    "dark": "#2b2b2b",
}
_UNPRINTABLE = {"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "–": "-", "—": "-", "’": "'", "×": "x"}


@dataclass(frozen=True, slots=True)
class Area:
    """A closed polygon."""

    outline_mm: tuple[Point, ...]
    fill: str = ""
    line: str = ""
    line_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    centre_mm: Point
    radius_mm: float
    fill: str = ""
    line: str = ""
    line_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """An open line through points."""

    points_mm: tuple[Point, ...]
    line: str
    line_mm: float


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text, its capitals centred on a point; it shrinks to `most_mm` when that is given."""

    text: str
    centre_mm: Point
    height_mm: float
    """Of a capital letter."""
    colour: str = "#202020"
    bold: bool = False
    most_mm: float = 0.0


Ink: TypeAlias = Area | Disc | Stroke | Words


def box(left_mm: float, top_mm: float, right_mm: float, bottom_mm: float) -> tuple[Point, ...]:
    """The outline of an upright rectangle."""
    return (left_mm, top_mm), (right_mm, top_mm), (right_mm, bottom_mm), (left_mm, bottom_mm)


def extent(drawn: Iterable[Ink]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of everything; text counts with about its size."""
    points = [point for ink in drawn for point in _reach(ink)]
    if not points:
        return 0.0, 0.0, 0.0, 0.0
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _reach(ink: Ink) -> tuple[Point, ...]:
    match ink:
        case Area():
            return ink.outline_mm
        case Stroke():
            return ink.points_mm
        case Disc():
            (x, y), wide, high = ink.centre_mm, ink.radius_mm, ink.radius_mm
        case Words():
            (x, y), high = ink.centre_mm, 0.8 * ink.height_mm
            wide = ink.most_mm / 2 or 0.4 * ink.height_mm * len(ink.text)
    return (x - wide, y - high), (x + wide, y + high)


def moved(drawn: Iterable[Ink], by_mm: Point) -> Iterator[Ink]:
    """The same ink somewhere else."""

    def at(point: Point) -> Point:
        return point[0] + by_mm[0], point[1] + by_mm[1]

    for ink in drawn:
        match ink:
            case Area():
                yield replace(ink, outline_mm=tuple(map(at, ink.outline_mm)))
            case Stroke():
                yield replace(ink, points_mm=tuple(map(at, ink.points_mm)))
            case Disc() | Words():
                yield replace(ink, centre_mm=at(ink.centre_mm))


def colour_of(name: str) -> str:
    """A colour as `#rrggbb`; names that nobody knows are grey."""
    if len(name) == 7 and name[0] == "#" and all(c in "0123456789abcdefABCDEF" for c in name[1:]):
        return name.lower()
    return _NAMED.get(name, "#808080")


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    value = int(colour_of(colour)[1:], 16)
    return value >> 16, value >> 8 & 255, value & 255


def against(colour: str) -> str:
    """Black or white, whichever reads better on this colour."""
    red, green, blue = rgb(colour)
    return "#101010" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"


def latin(text: str) -> str:
    """The text in letters that every built-in font has: Poznań becomes Poznan."""
    spread = normalize("NFKD", "".join(_UNPRINTABLE.get(c, c) for c in text))
    return "".join(c if " " <= c <= "~" else "?" for c in spread if not combining(c))
