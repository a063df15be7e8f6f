"""Ink as a standalone SVG: one unit is a millimetre."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from kibitz.core.board import Point
from kibitz.views.ink import CAP_SHARE, Area, Disc, Ink, Stroke, Words, extent

BORDER_MM = 2.0


def svg(
    drawn: Iterable[Ink], title: str = "", *, border_mm: float = BORDER_MM, ground: str = "#ffffff"
) -> str:
    """The ink with a white border, as large as it is; browsers scale it to the room it gets."""
    ink = list(drawn)
    left, top, right, bottom = extent(ink)
    x, y = left - border_mm, top - border_mm
    wide, high = right - left + 2 * border_mm, bottom - top + 2 * border_mm
    fill = ground or "none"
    size = f'width="{_n(wide)}mm" height="{_n(high)}mm"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
            f'viewBox="{_n(x)} {_n(y)} {_n(wide)} {_n(high)}" role="img">',
            f"<title>{escape(_printable(title))}</title>" if title else "",
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(wide)}" height="{_n(high)}" fill="{fill}"/>',
            *map(_element, ink),
            "</svg>\n",
        )
    )


def _element(ink: Ink) -> str:
    match ink:
        case Area():
            return f'<polygon points="{_points(ink.outline_mm)}"{_paint(ink.fill, ink.line, ink.line_mm)}/>'
        case Stroke():
            return f'<polyline points="{_points(ink.points_mm)}"{_paint("", ink.line, ink.line_mm)}/>'
        case Disc():
            (x, y), paint = ink.centre_mm, _paint(ink.fill, ink.line, ink.line_mm)
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(ink.radius_mm)}"{paint}/>'
        case Words():
            return _text(ink)


def _text(words: Words) -> str:
    (x, y), size = words.centre_mm, words.height_mm / CAP_SHARE
    weight = ' font-weight="bold"' if words.bold else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y + words.height_mm / 2)}" font-size="{_n(size)}" text-anchor="middle" '
        f'font-family="Helvetica, Arial, sans-serif"{weight} fill="{words.colour}">'
        f"{escape(_printable(words.text))}</text>"
    )


def _paint(fill: str, line: str, line_mm: float) -> str:
    stroke = f' stroke="{line}" stroke-width="{_n(line_mm)}" stroke-linejoin="round"' if line else ""
    return f' fill="{fill or "none"}"{stroke}'


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _printable(text: str) -> str:
    """Text without the control characters that XML does not allow."""
    return "".join(c if c.isprintable() else "�" for c in text)


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
