"""Six chessmen on a grid of 100 by 100, the same as the pages draw (`lib/board/chessmen.js`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from kibitz.core.board import Point
from kibitz.views.outline import strokes


@dataclass(frozen=True, slots=True)
class Figure:
    """A silhouette, the lines on it, and dots (x, y, radius)."""

    body: str
    lines: str
    spots: tuple[tuple[float, float, float], ...] = ()


FIGURES = {
    "pawn": Figure(
        "M50 21a13.5 13.5 0 0 1 8.6 23.9c-.8.7-.6 1.7.4 2.1 3 1.2 4.5 2.5 4.5 4.3 0 2.2-2.3 3.2-5.3 3.4 1.6"
        " 8.4 5.6 13.6 10.6 18 3.4 3 5.2 5.2 5.2 9.3v5H26v-5c0-4.1 1.8-6.3 5.2-9.3 5-4.4 9-9.6 10.6-18-3-.2"
        "-5.3-1.2-5.3-3.4 0-1.8 1.5-3.1 4.5-4.3 1-.4 1.2-1.4.4-2.1A13.5 13.5 0 0 1 50 21z",
        "M29 79h42M41.8 54.7h16.4",
    ),
    "rook": Figure(
        "M27 19h11v7.5h6.5V19h11v7.5H62V19h11v17l-7 7 3 26 5 6.5V87H26V75.5l5-6.5 3-26-7-7z",
        "M34 43h32M31 69h38M26 79h48",
    ),
    "knight": Figure(
        "M77 87H29v-4.5c0-5 2.5-8 7-11.5 6-4.7 11-9 12-17-4.5 2.5-9 3-13 6-3 2.3-4 6.5-8.5 7-5.5.6-10-4.5-1"
        "0-9.5 0-5.5 5.5-10.5 8.5-16.5 2.3-4.6 3-9 7-13 2-2 3.5-3.2 3.5-5.5L34.5 13c5.5 1.2 9 4 11.5 7.5 3."
        "2-.2 6 .2 9 1.2C68.5 26 76 40 76 57c0 6.5-1.2 11.5-1.2 17.5 2 2 2.2 4.5 2.2 8z",
        "M31 79h44M53 28c9 6 14.5 16 14.5 30M20.5 58.5c1.5-1 3-1 4.2 0",
        ((39.0, 36.0, 2.8),),
    ),
    "bishop": Figure(
        "M50 10.5a5.5 5.5 0 0 1 4.3 9c8 6.5 13.2 14.5 13.2 23.5 0 7-3.8 12.5-8.5 16.5 2.5.7 4 1.7 4 3.5 0 2"
        "-1.5 3-4 3.3 2.5 4.7 7.5 6.7 12 8.7 3.4 1.5 5 3.5 5 6.5V87H24v-5.5c0-3 1.6-5 5-6.5 4.5-2 9.5-4 12-"
        "8.7-2.5-.3-4-1.3-4-3.3 0-1.8 1.5-2.8 4-3.5-4.7-4-8.5-9.5-8.5-16.5 0-9 5.2-17 13.2-23.5a5.5 5.5 0 0"
        " 1 4.3-9z",
        "M50 33v14M43 40h14M41 59.5h18M27 79.5h46",
    ),
    "queen": Figure(
        "M50 15.5a5 5 0 0 1 2.6 9.3L58.5 46l7.6-18.3a5 5 0 1 1 4.2 1.5L70 50l11-12.2a5 5 0 1 1 3.6 2L75 66."
        "5l-3 7.5 4 6.5V87H24v-6.5l4-6.5-3-7.5-9.6-26.7a5 5 0 1 1 3.6-2L30 50l-.3-20.8a5 5 0 1 1 4.2-1.5L41"
        ".5 46l5.9-21.2A5 5 0 0 1 50 15.5z",
        "M26.5 66.5c15-4 32-4 47 0M28 74c14-3 30-3 44 0M26 80.5h48",
    ),
    "king": Figure(
        "M47 8.5h6v5.5h5.5v6H53v7.5c3 1.5 5 4.5 5.5 8.5 4-4.5 9-6.5 14-6.5 8 0 13.5 6 13.5 13 0 10-7.5 16-1"
        "2 24l-2.5 7 4.5 7V87H24v-6.5l4.5-7-2.5-7c-4.5-8-12-14-12-24 0-7 5.5-13 13.5-13 5 0 10 2 14 6.5.5-4"
        " 2.5-7 5.5-8.5V20h-5.5v-6H47z",
        "M50 36v25M26.5 66.5c15-4 32-4 47 0M28.5 73.5c14-3 29-3 43 0M26 80.5h48",
    ),
}


@cache
def body(rank: str) -> tuple[Point, ...]:
    """The silhouette of a chessman as a polygon."""
    return strokes(FIGURES[rank].body)[0]


@cache
def lines(rank: str) -> tuple[tuple[Point, ...], ...]:
    """The lines on a chessman."""
    return strokes(FIGURES[rank].lines)
