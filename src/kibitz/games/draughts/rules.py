"""Legal moves of any draughts variant: whole turns, from a position to the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz.games.draughts.layout import layout
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
    raise NotImplementedError


def legal(variant: Variant, board: Board) -> tuple[Move, ...]:
    """All legal turns in a fixed order; captures with equal start, end and captured pieces are one."""
    raise NotImplementedError


def routes(variant: Variant, board: Board, move: Move) -> tuple[tuple[int, ...], ...]:
    """Every way over the board that makes this move."""
    raise NotImplementedError


def play(variant: Variant, board: Board, move: Move) -> Board:
    """The position after a legal move."""
    raise NotImplementedError


def perft(variant: Variant, board: Board, depth: int) -> int:
    """Leaf positions at exactly this depth, draws left out."""
    raise NotImplementedError
