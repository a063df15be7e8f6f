"""Atoll in writing: cells as `C3` (`C 3` is read too), and whole positions.

A position is written `SIZE:FIRST/SECOND:TURN`, with the cells of each player's stones between commas and
`first` or `second` for whose turn it is: `5:E5,D4/C3:second`. An empty board of size 5 is `5:/:first`.
"""

from __future__ import annotations

import re

from kibitz.core.errors import BadSetup, IllegalMove, UnreadableMove, quoted
from kibitz.core.game import Seat
from kibitz.games.atoll.hexes import hexes
from kibitz.games.atoll.position import SEATS, SWAP, Move, Position
from kibitz.games.atoll.winning import waters

LONGEST = 2000  # all 217 cells of the largest board take under 900 characters
LONGEST_MOVE = 16

_CELL = re.compile(r"([A-Za-z])\s*([0-9]{1,2})")
_SETUP = re.compile(r"\s*([0-9]+)\s*:([^/:]*)/([^/:]*):\s*(first|second)\s*", re.IGNORECASE)


def write_move(n: int, move: Move) -> str:
    """The cell's name, or `swap`."""
    return "swap" if move == SWAP else hexes(n).name(hexes(n).cells[move])


def read_move(position: Position, text: str, *, pie: bool) -> Move:
    """The legal move that a text names; raises UnreadableMove or IllegalMove."""
    if text.strip().lower() == "swap":
        return _read_swap(position, pie)
    found = _CELL.fullmatch(text.strip()) if len(text) <= LONGEST_MOVE else None
    if not found:
        raise UnreadableMove(f"{quoted(text)} is not an Atoll move; name a cell, like {_centre(position.n)}.")
    move = _cell(position.n, found)
    if position.winner:
        raise IllegalMove(f"{quoted(text.strip())} cannot be played: the game is over.")
    if move is None:
        raise IllegalMove(f"There is no cell {quoted(text.strip())} on the board of size {position.n}.")
    if not position.is_free(move):
        raise IllegalMove(
            f"There is a stone on {write_move(position.n, move)} already; choose an empty cell."
        )
    return move


def _read_swap(position: Position, pie: bool) -> Move:
    if not pie:
        raise IllegalMove(f"This game has no pie rule; atoll/{position.n}-pie has.")
    if not position.may_swap:
        raise IllegalMove("Only the second player may swap, and only as the first move.")
    return SWAP


def _cell(n: int, found: re.Match[str]) -> Move | None:
    return hexes(n).index.get(hexes(n).hexagon(found[1], int(found[2])))


def _centre(n: int) -> str:
    return hexes(n).name((0, 0))


def write_setup(position: Position) -> str:
    """The position in writing."""
    first, second = (",".join(_names(position.n, stones)) for stones in position.stones)
    return f"{position.n}:{first}/{second}:{position.turn.value}"


def _names(n: int, stones: int) -> list[str]:
    return [write_move(n, cell) for cell, bit in enumerate(waters(n).bits) if stones & bit]


def read_setup(n: int, text: str, *, pie: bool) -> Position:
    """The position that a text describes; raises BadSetup."""
    found = _SETUP.fullmatch(text) if len(text) <= LONGEST else None
    if not found:
        raise BadSetup(
            f"{quoted(text)} is not an Atoll position; write it like {n}:{_centre(n)}/A1:first "
            "(size, the first player's cells, the second player's, whose turn)."
        )
    if found[1] != str(n):
        raise BadSetup(f"This is a position of size {quoted(found[1])}, and the board has size {n}.")
    first, second = (_stones(n, cells) for cells in (found[2], found[3]))
    return checked(Position(n, first, second, Seat(found[4].lower())), pie=pie)


def _stones(n: int, cells: str) -> int:
    stones = 0
    for name in cells.split(",") if cells.strip() else ():
        found = _CELL.fullmatch(name.strip())
        cell = _cell(n, found) if found else None
        if cell is None:
            raise BadSetup(f"{quoted(name.strip())} is no cell of the board of size {n}.")
        if stones & waters(n).bits[cell]:
            raise BadSetup(f"The cell {write_move(n, cell)} is named twice for one player.")
        stones |= waters(n).bits[cell]
    return stones


def checked(position: Position, *, pie: bool) -> Position:
    """The position with its winner found; raises BadSetup where no game can have led to it."""
    n, both = position.n, position.first & position.second
    if both:
        raise BadSetup(f"Both players have a stone on {', '.join(_names(n, both))}.")
    _count(position, pie)
    winners = [seat for i, seat in enumerate(SEATS) if waters(n).winning_group(position.stones[i], i)]
    assert len(winners) <= 1, "filling up the board would give it two winners, and it has one"
    if position.turn in winners:
        raise BadSetup(f"The {position.turn} player has won already, so it cannot be his turn.")
    return Position(n, position.first, position.second, position.turn, winners[0] if winners else None)


def _count(position: Position, pie: bool) -> None:
    """The first player is a stone ahead on the second's turn; a swap puts him one behind that."""
    first, second = (stones.bit_count() for stones in position.stones)
    ahead = first - second - position.player
    if ahead == 0 or (pie and ahead == -1 and second):
        return
    raise BadSetup(
        f"With {first} stones of the first player and {second} of the second it cannot be the "
        f"{position.turn} player's turn: they put one stone each in turn, the first player begins."
    )
