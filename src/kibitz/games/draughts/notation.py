"""Moves as text: `22-18`, `22x15`, `22x15x8` where two captures share both ends; `a3-a4` in letters.

Reading takes numbers or letters, any of - x : × or a space between squares, whole routes or only some
of their squares, and the short form of Russian books (`cd4`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from kibitz.core.errors import AmbiguousMove, UnreadableMove, quoted
from kibitz.games.draughts.board import Squares, squares
from kibitz.games.draughts.look import ways
from kibitz.games.draughts.rules import Board, Move
from kibitz.games.draughts.switches import Variant

LONGEST = 300  # forty jumps on a 14x14 board
_SQUARE = r"(?:[0-9]{1,3}|[a-n][0-9]{1,2})"
_MOVE = re.compile(rf"{_SQUARE}(?:\s*[-x:×]\s*{_SQUARE}|\s+{_SQUARE}|(?<=[0-9])(?=[a-n]){_SQUARE})+")
_SHORT = re.compile(r"([a-n])\s*[-x:×]?\s*([a-n][0-9]{1,2})")
_ORNAMENT = re.compile(r"^\s*(?:[0-9]{1,3}\.+\s*)?|[\s!?*.+#]*$")


def write_move(variant: Variant, board: Board, move: Move, legal: Sequence[Move]) -> str:
    """The move's text, unique among the legal ones."""
    names, sign = squares(variant).names, "x" if move.captured else "-"
    twins = [m for m in legal if _ends(m) == _ends(move) and bool(m.captured) == bool(move.captured)]
    stops = _ends(move) if len(twins) < 2 else _book_route(variant, board, move)
    return sign.join(names[square] for square in stops)


def find_move(
    variant: Variant, board: Board, text: str, stops: Sequence[int], legal: Sequence[Move]
) -> Move | None:
    """The one legal move that a text and its squares name, if there is one; raises AmbiguousMove."""
    near = [move for move in legal if _ends(move) == (stops[0], stops[-1])]
    found = _matching(variant, board, stops, _by_sign(near, text, stops))
    if len(found) > 1:
        choices = ", ".join(write_move(variant, board, m, legal) for m in found[:6])
        raise AmbiguousMove(f"{quoted(text)} fits several moves; write one of {choices}.")
    return found[0] if found else None


def squares_named(variant: Variant, text: str, legal: Iterable[Move] = ()) -> tuple[int, ...]:
    """The squares a text names, from the first to the last; raises UnreadableMove."""
    board = squares(variant)
    plain = _ORNAMENT.sub("", text[: LONGEST + 1]).lower()
    if len(text) > LONGEST:
        raise UnreadableMove(f"{quoted(text)} is too long for a move.")
    if short := _SHORT.fullmatch(plain):
        return _short(board, short, text, legal)
    if not _MOVE.fullmatch(plain):
        raise UnreadableMove(f"{quoted(text)} is not a move; write it like {_example(board)}.")
    return tuple(_square(board, word, text) for word in re.findall(_SQUARE, plain))


def _square(board: Squares, word: str, text: str) -> int:
    name = str(int(word)) if word.isdigit() else word
    if name not in board.by_name:
        raise UnreadableMove(f"{quoted(text)} is not a move: there is no square {word} to play on.")
    return board.by_name[name]


def _short(board: Squares, found: re.Match[str], text: str, legal: Iterable[Move]) -> tuple[int, int]:
    """`cd4`: from the c column to d4."""
    target, column = _square(board, found[2], text), ord(found[1]) - ord("a")
    origins = {m.origin for m in legal if m.target == target and board.columns[m.origin] == column}
    if len(origins) != 1:
        many = "more than one piece" if origins else "no piece"
        raise UnreadableMove(f"{quoted(text)} names no one move: {many} can go so from that column.")
    return origins.pop(), target


def _by_sign(near: list[Move], text: str, stops: Sequence[int]) -> list[Move]:
    """Where a quiet move and a capture share both ends, `-` means the quiet one, `x` and `:` the capture."""
    capture = len(stops) > 2 or any(sign in text.lower() for sign in "x:×")
    return [move for move in near if bool(move.captured) == capture] or near


def _matching(variant: Variant, board: Board, stops: Sequence[int], near: Sequence[Move]) -> Sequence[Move]:
    """Moves by exactly this route, else by one that has all these squares in order."""
    if len(near) < 2 and len(stops) == 2:
        return near
    routes = [(move, ways(variant, board, move)) for move in near]
    exact = [move for move, known in routes if tuple(stops) in known]
    return exact or [move for move, known in routes if any(_goes_through(way, stops) for way in known)]


def _goes_through(route: Iterable[int], stops: Sequence[int]) -> bool:
    left = iter(route)
    return all(stop in left for stop in stops)


def _ends(move: Move) -> tuple[int, int]:
    return move.origin, move.target


def _book_route(variant: Variant, board: Board, move: Move) -> Sequence[int]:
    """PDN 3: where a king need not turn, the square right behind the captured piece is written."""
    known = ways(variant, board, move)
    return min(known, key=lambda way: [*(_distance(variant, *jump) for jump in pairwise(way)), *way])


def _distance(variant: Variant, here: int, there: int) -> int:
    board = squares(variant)
    rows, columns = board.rows[there] - board.rows[here], board.columns[there] - board.columns[here]
    return max(abs(rows), abs(columns))


def _example(board: Squares) -> str:
    return "a3-a4 or a3xa5" if board.lettered else "22-18, 22x15 or c3-d4"
