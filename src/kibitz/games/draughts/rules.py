"""Legal moves of any draughts variant: whole turns, from a position to the next."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kibitz.core.errors import BadSetup
from kibitz.games.draughts import compiled
from kibitz.games.draughts.kernel import ENDLESS, FAULT, Buffer
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.machine import (
    COUNT_FIRST,
    COUNT_WIDTH,
    ROUTE_FIRST,
    ROUTE_WIDTH,
    Convention,
    Lister,
    blank,
    counter,
    lister,
    steps,
)
from kibitz.games.draughts.switches import Variant


@dataclass(frozen=True, slots=True)
class Board:
    """The pieces and the side to move; bits as in the variant's layout."""

    white: int
    black: int
    kings: int
    black_to_move: bool


@dataclass(frozen=True, slots=True)
class Move:
    """A whole turn; squares are numbered from 0. Captured pieces are in the order of the route."""

    origin: int
    target: int
    captured: tuple[int, ...]
    route: tuple[int, ...]
    """Where the piece stood, from origin to target; one of several when routes differ only on the way."""


def board(
    variant: Variant, white: Iterable[int], black: Iterable[int], kings: Iterable[int], black_to_move: bool
) -> Board:
    """A position from the squares of its pieces; kings are among white and black."""
    mask = layout(variant).mask
    return Board(mask(white), mask(black), mask(kings), black_to_move)


def start(variant: Variant) -> Board:
    """The opening position."""
    cells = layout(variant).cells
    near, far = variant.rows_behind, variant.rows_behind + variant.rows
    top = [square for square, (row, _) in enumerate(cells) if near <= row < far]
    bottom = [square for square, (row, _) in enumerate(cells) if near <= variant.size - 1 - row < far]
    white, black = (bottom, top) if variant.white_from == "bottom" else (top, bottom)
    return board(variant, white, black, (), variant.first == "black")


def legal(variant: Variant, board: Board) -> tuple[Move, ...]:
    """All legal turns in a fixed order; captures with equal start, end and captured pieces are one."""
    if variant.breakthrough and board.kings:
        return ()
    known = _LISTERS.get(variant) or _lister(variant)
    own, foes, down = sides(variant, board)
    found = _captures(known, own, foes, board.kings, down)
    if not found or not variant.capture_obligatory:
        known.quiets(found, 0, own, foes, board.kings, down)
    return tuple(found)


def routes(variant: Variant, board: Board, move: Move) -> tuple[tuple[int, ...], ...]:
    """Every way over the board that makes this move."""
    if len(move.captured) < 2:
        return (move.route,)
    own, foes, down = sides(variant, board)
    found = _captures(_router(variant), own, foes, board.kings, down)
    after = play(variant, board, move)
    same = {way.route for way in found if way.origin == move.origin and play(variant, board, way) == after}
    return tuple(sorted(same))


def play(variant: Variant, board: Board, move: Move) -> Board:
    """The position after a legal move."""
    bits = layout(variant).bits
    origin, target = bits[move.origin], bits[move.target]
    taken = 0
    for square in move.captured:
        taken |= bits[square]
    kings = board.kings & ~(origin | taken)
    if board.kings & origin or _crowned(variant, board, move):
        kings |= target
    if board.black_to_move:
        return Board(board.white & ~taken, board.black & ~origin | target, kings, False)
    return Board(board.white & ~origin | target, board.black & ~taken, kings, True)


def perft(variant: Variant, board: Board, depth: int, convention: Convention = "drop") -> int:
    """Leaf positions at exactly this depth, draws left out; large counts wait for the compiled kernel."""
    if depth < 1:
        return 1
    if depth > _DEEPEST_CALL and convention == "drop":
        return sum(perft(variant, play(variant, board, move), depth - 1) for move in legal(variant, board))
    native = compiled.ready(variant, convention)
    if native is None:
        found = _count_quickly(variant, board, depth, convention)
        if found is not None:
            return found
        native = compiled.perft(variant, convention)
    if native is not None:
        own, foes, down = sides(variant, board)
        leaves = native(own, foes, board.kings, down, depth)
        if leaves >= 0:
            return leaves
    return count_plainly(variant, board, depth, convention)


def count_plainly(variant: Variant, board: Board, depth: int, convention: Convention = "drop") -> int:
    """The same as perft for a depth of at least 1, without compiled code."""
    count = counter(variant, convention)
    own, foes, down = sides(variant, board)
    room = 256
    while True:
        buffer = blank(COUNT_FIRST, room * depth, COUNT_WIDTH)
        found = count(buffer, COUNT_FIRST, own, foes, board.kings, down, depth)
        if not buffer[FAULT]:
            return found
        _check(buffer)
        room *= 8


_DEEPEST_CALL = 10  # deeper counts are split into calls of a few seconds, so that they can be interrupted
_BRIEF_S = 0.2  # the next ply takes several times as long: then loading compiled code is worth while


def _count_quickly(variant: Variant, board: Board, depth: int, convention: Convention) -> int | None:
    """The count if plain Python has it in about a second, ply by ply; else none."""
    count_plainly(variant, board, 1, convention)  # makes the kernel ready, which shall not count
    for plies in range(2, depth):
        begun = time.thread_time()
        count_plainly(variant, board, plies, convention)
        if time.thread_time() - begun > _BRIEF_S:
            return None
    return count_plainly(variant, board, depth, convention)


def sides(variant: Variant, board: Board) -> tuple[int, int, bool]:
    """The pieces of the side to move, the others, and whether that side plays down the board."""
    if board.black_to_move:
        return board.black, board.white, variant.white_from == "bottom"
    return board.white, board.black, variant.white_from == "top"


def _captures(known: Lister, own: int, foes: int, kings: int, down: bool) -> list[Move]:
    buffer = known.spare.pop() if known.spare else blank(ROUTE_FIRST, 128, ROUTE_WIDTH)
    n = known.captures(buffer, ROUTE_FIRST, own, foes, kings, down)
    room = 128
    while buffer[FAULT]:
        _check(buffer)
        room *= 8
        buffer = blank(ROUTE_FIRST, room, ROUTE_WIDTH)
        n = known.captures(buffer, ROUTE_FIRST, own, foes, kings, down)
    if n == ROUTE_FIRST:
        found = []
    else:
        rows = range(ROUTE_FIRST * ROUTE_WIDTH, n * ROUTE_WIDTH, ROUTE_WIDTH)
        found = [_capture(known.square, buffer[at + 4], buffer[at + 5]) for at in rows]
    known.spare.append(buffer)
    return found


def _capture(square: dict[int, int], path: tuple[int, ...], victims: tuple[int, ...]) -> Move:
    way = tuple([square[bit] for bit in path])
    return Move(way[0], way[-1], tuple([square[bit] for bit in victims]), way)


def _check(buffer: Buffer) -> None:
    if buffer[FAULT] == ENDLESS:
        raise BadSetup("One piece can capture here in more ways than can be listed; set up fewer pieces.")


_LISTERS: dict[Variant, Lister] = {}


def _lister(variant: Variant) -> Lister:
    known = _LISTERS[variant] = lister(variant, "drop", _steps(variant))
    return known


@lru_cache(maxsize=64)
def _router(variant: Variant) -> Lister:
    return lister(variant, "path", {})


def _steps(variant: Variant) -> dict[tuple[int, int], Move]:
    """Every move without capture that any piece could make, by its origin and target bits."""
    board = layout(variant)
    made: dict[tuple[int, int], Move] = {}
    for origin, bit in enumerate(board.bits):
        for shift in steps(variant):
            to = bit
            while to := (to << shift if shift > 0 else to >> -shift) & board.board:
                target = board.square[to]
                made[bit, to] = Move(origin, target, (), (origin, target))
    return made


def _crowned(variant: Variant, board: Board, move: Move) -> bool:
    """Whether a man making this move is a king after it."""
    down = board.black_to_move == (variant.white_from == "bottom")
    far = variant.size - 1 if down else 0
    cells = layout(variant).cells
    if variant.promotion == "in_passing":
        return any(cells[square][0] == far for square in move.route[1:])
    return cells[move.target][0] == far
