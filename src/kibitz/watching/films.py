"""Whole games for the simulated table, each with mistakes in it: what a newcomer is shown first."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

MISTAKES = ("illegal-move", "take-back", "late-lift", "bump")
PLIES = 24  # of a game for which nothing is written here
FPS = 25


@dataclass(frozen=True, slots=True)
class Film:
    """A game that is played on the simulated table."""

    game: str
    source: str
    setup: str = ""
    """Where it begins; empty for the usual start."""


# Chess: Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
_MOVES = {
    "draughts/poznan": (
        "21-17 10-14 24-20 11-15 20x11 6-10 25-21 2-6 11x2 9-13 2x9 14-18 21x14 10x19 17x10 12-15 "
        "23x14 3-6 10x3 7-12 3x16 8-12 16x7 4x11 14x7 1-5 9x20"
    ),
    "draughts/kaaz": (
        "9-13 23-18 10-15 24-20 12-16 22-17 13x22 26x17 15x13 31-26 8-12 21-17 13x24 28x19 16x23 "
        "30-26 23x21 29-25 21x30 32-27 6-9 20-16 12x19 27-24 19x28"
    ),
    "draughts/russian": (
        "22-18 12-16 23-19 16x14 21-17 14x21 24-19 8-12 27-23 3-8 26-22 11-16 19-15 10x17 32-27 16-19 "
        "30-26 21x32 28-24 19x28 31-27 32x18 29-25 18x29"
    ),
    "draughts/english": (
        "9-13 24-19 12-16 19x12 5-9 23-19 1-5 22-18 10-14 21-17 13x22 26x1 2-6 1x10 7x23 27x18 3-7 "
        "12x3 9-14 18x9 5x14 3x17 11-16 19x12 4-8 12x3"
    ),
    "chess": (
        "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 "
        "O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"
    ),
    "atoll/3": ("B4 B3 C4 C3 D4 A2 C5 D3 A1 E4"),
    "ur": (
        "r1 b1-a1 r3 a1-c2 r3 a3xc2 r1 in-d1 r2 in-c3 r3 d1-a1 r2 a1-b2 r3 b3xb2 r1 in-d1 r2 g2-h3 r3 "
        "d1-a1 r2 a1xb2 r1 g3-off r1 b2xc2 r2 h3-off r4 c2-g2 r3 in-b3 r4 g2-off"
    ),
}
_SETUPS = {"ur": "1?:b1+6:b3,a3,g2,g3+2"}


def film(game: str, *, piece_set: str = "") -> Film:
    """The film of a game: a whole one where there is one, else some moves at random."""
    setup = _SETUPS.get(game, "")
    options = {
        "fps": str(FPS),
        "seed": "7",
        "mistakes": ",".join(MISTAKES),
        "plies": str(PLIES),
        "moves": _MOVES.get(game, "").replace(" ", ","),
        "setup": setup,
        "piece-set": piece_set,
    }
    query = "&".join(f"{name}={quote(value, safe=',')}" for name, value in options.items() if value)
    return Film(game, f"simulated:{game}?{query}", setup)
