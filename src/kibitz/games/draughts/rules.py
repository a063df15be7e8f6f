"""Legal moves of any draughts variant: whole turns, from a position to the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kibitz.core.errors import BadSetup
from kibitz.games.draughts import compiled
from kibitz.games.draughts.kernel import ENDLESS, FAULT, Buffer
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.machine import Convention, Machine, machine
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
    engine = machine(variant, routes=True)
    buffer, n = _generate(engine, variant, board)
    quiet, square, width = _quiet(variant), engine.layout.square, engine.width
    found = []
    for at in range(engine.first * width, n * width, width):
        if buffer[at + 2]:
            found.append(_capture(square, buffer[at + 4], buffer[at + 5]))
        else:
            found.append(quiet[buffer[at], buffer[at + 1]])
    engine.spare.append(buffer)
    return tuple(found)


def routes(variant: Variant, board: Board, move: Move) -> tuple[tuple[int, ...], ...]:
    """Every way over the board that makes this move."""
    if len(move.captured) < 2:
        return (move.route,)
    engine = machine(variant, "path", routes=True)
    buffer, n = _generate(engine, variant, board)
    after = play(variant, board, move)
    found = (
        _capture(engine.layout.square, buffer[at + 4], buffer[at + 5])
        for at in range(engine.first * engine.width, n * engine.width, engine.width)
        if buffer[at + 2]
    )
    same = [way.route for way in found if way.origin == move.origin and play(variant, board, way) == after]
    return tuple(sorted(set(same)))


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
    if native is None and not _small(variant, board, depth):
        native = compiled.perft(variant, convention)
    found = -1
    if native is not None:
        own, foes, down = _sides(variant, board)
        found = native(own, foes, board.kings, down, depth)
    return found if found >= 0 else _count(machine(variant, convention), variant, board, depth)


_DEEPEST_CALL = 10  # deeper counts are split into calls of a few seconds, so that they can be interrupted
_SMALL = 4_000_000  # leaves, overestimated, that plain Python counts before the kernel would be compiled


def _small(variant: Variant, board: Board, depth: int) -> bool:
    """Whether so few leaves are to be expected that compiling would take longer."""
    engine = machine(variant)
    one, two = (_count(engine, variant, board, plies) for plies in (1, 2))
    return two * (two / max(one, 1)) ** (depth - 2) < _SMALL


def _count(engine: Machine, variant: Variant, board: Board, depth: int) -> int:
    own, foes, down = _sides(variant, board)
    size = 256
    while True:
        buffer = engine.buffer(size * depth)
        found = engine.perft(buffer, engine.first, own, foes, board.kings, down, depth)
        if not buffer[FAULT]:
            return found
        _check(buffer)
        size *= 8


def _generate(engine: Machine, variant: Variant, board: Board) -> tuple[Buffer, int]:
    """All moves in a buffer, and the number after the last."""
    own, foes, down = _sides(variant, board)
    buffer = engine.buffer()
    n = engine.moves(buffer, engine.first, own, foes, board.kings, down)
    size = 256
    while buffer[FAULT]:
        _check(buffer)
        size *= 8
        buffer = engine.buffer(size)
        n = engine.moves(buffer, engine.first, own, foes, board.kings, down)
    return buffer, n


def _sides(variant: Variant, board: Board) -> tuple[int, int, bool]:
    """The pieces of the side to move, the others, and whether that side plays down the board."""
    if board.black_to_move:
        return board.black, board.white, variant.white_from == "bottom"
    return board.white, board.black, variant.white_from == "top"


def _check(buffer: Buffer) -> None:
    if buffer[FAULT] == ENDLESS:
        raise BadSetup("One piece can capture here in more ways than can be listed; set up fewer pieces.")


def _capture(square: dict[int, int], path: tuple[int, ...], victims: tuple[int, ...]) -> Move:
    way = tuple([square[bit] for bit in path])
    return Move(way[0], way[-1], tuple([square[bit] for bit in victims]), way)


class _Quiet(dict[tuple[int, int], Move]):
    """Moves without capture by origin and target bits: each is made once."""

    def __init__(self, square: dict[int, int]) -> None:
        self.square = square

    def __missing__(self, bits: tuple[int, int]) -> Move:
        origin, target = self.square[bits[0]], self.square[bits[1]]
        move = self[bits] = Move(origin, target, (), (origin, target))
        return move


@lru_cache(maxsize=64)
def _quiet(variant: Variant) -> _Quiet:
    return _Quiet(layout(variant).square)


def _crowned(variant: Variant, board: Board, move: Move) -> bool:
    """Whether a man making this move is a king after it."""
    down = board.black_to_move == (variant.white_from == "bottom")
    far = variant.size - 1 if down else 0
    cells = layout(variant).cells
    if variant.promotion == "in_passing":
        return any(cells[square][0] == far for square in move.route[1:])
    return cells[move.target][0] == far
