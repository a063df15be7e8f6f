"""The GameType tag of PDN 3: which rules a game is played by, and how its squares are numbered.

    [GameType "21,B,8,8,N1,0"]    number of the rules, who starts, width, height, notation, inverted

The notation says whether moves are letters (A) or numbers (N) and in which corner, seen by the player
who starts, the first square lies: 0 bottom left, 1 bottom right, 2 top left, 3 top right. Our boards
always count from the top left, so that games numbered otherwise are renumbered as they are read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kibitz.games.draughts.board import squares
from kibitz.games.draughts.switches import Variant

BOTTOM_LEFT, BOTTOM_RIGHT, TOP_LEFT, TOP_RIGHT = range(4)
_TAG = re.compile(r"(\d{1,3})(?:,([WB]),(\d{1,2}),(\d{1,2}),([ANS])([0-3])(?:,[01])?)?")
# PDN 3.0, section "GameType tag": what the bare number stands for, where that is not N2 or A0.
_BARE = {21: ("B", 1), 23: ("B", 1), 24: ("W", 1), 28: ("W", 1), 31: ("B", 2)}
_LETTERED = {25, 26, 29, 30}
_POINTS = {20, 27}
"""Games whose results are written 2-0, 1-1, 0-2."""


@dataclass(frozen=True, slots=True)
class GameType:
    """What the tag says."""

    number: int
    starts: str
    size: tuple[int, int] | None
    lettered: bool
    corner: int


def read_tag(text: str) -> GameType | None:
    """The tag's meaning; nothing when it is not a GameType at all."""
    found = _TAG.fullmatch(text.strip().upper().replace(" ", ""))
    if found is None:
        return None
    number = int(found[1])
    if found[2] is None:
        lettered = number in _LETTERED
        starts, corner = _BARE.get(number, ("W", BOTTOM_LEFT if lettered else TOP_LEFT))
        return GameType(number, starts, None, lettered, corner)
    return GameType(number, found[2], (int(found[3]), int(found[4])), found[5] == "A", int(found[6]))


def write_tag(variant: Variant) -> str:
    """The full tag of a variant that has a number; empty for the others."""
    if variant.pdn_type is None:
        return ""
    lettered, bottom = squares(variant).lettered, _starts_at_bottom(variant, variant.first[0].upper())
    corner = (BOTTOM_LEFT if bottom else TOP_RIGHT) if lettered else (TOP_LEFT if bottom else BOTTOM_RIGHT)
    inverted = int(not lettered and variant.upper_left == "dark")
    size = f"{variant.size},{variant.size}"
    kind = f"{'A' if lettered else 'N'}{corner}"
    return f"{variant.pdn_type},{variant.first[0].upper()},{size},{kind},{inverted}"


def renumbering(variant: Variant, tag: GameType) -> dict[str, str]:
    """Our name for each of the file's squares, where the two differ."""
    if tag.lettered:
        return {}
    board = squares(variant)
    corner = tag.corner if _starts_at_bottom(variant, tag.starts) else 3 - tag.corner
    down = 1 if corner in (TOP_LEFT, TOP_RIGHT) else -1
    right = 1 if corner in (BOTTOM_LEFT, TOP_LEFT) else -1
    order = sorted(
        range(len(board.names)), key=lambda square: (down * board.rows[square], right * board.columns[square])
    )
    theirs = {str(number): board.names[square] for number, square in enumerate(order, 1)}
    return theirs if any(number != name for number, name in theirs.items()) else {}


def result_words(variant: Variant) -> tuple[str, str, str]:
    """How a win, a draw and a loss of the first player are written."""
    return ("2-0", "1-1", "0-2") if variant.pdn_type in _POINTS else ("1-0", "1/2-1/2", "0-1")


def _starts_at_bottom(variant: Variant, starts: str) -> bool:
    return (variant.white_from == "bottom") == (starts == "W")
