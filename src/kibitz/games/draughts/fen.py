"""Positions as text, in the FEN of PDN: `W:W21,22,K30:B1,K2`.

The side to move, then each side's squares with a K before kings; `1-12` is a range. Squares may be
named in letters (`Wa2,Kb4`), and are written so where games are. Sections after the pieces:
`H12` (moves in a row without progress, read only), `F30` (the move number, ignored) and, where
king moves are limited, `M30x2` (the king on 30 has made two moves in a row).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kibitz.core.errors import BadSetup, quoted
from kibitz.games.draughts import rules
from kibitz.games.draughts.board import Squares, squares
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.position import NO_RUN, KingRun, Position, begun
from kibitz.games.draughts.rules import Board
from kibitz.games.draughts.switches import Variant

LONGEST = 2000  # every square of a 14x14 board as a king takes 500 characters

_WRAPPED = re.compile(r'\s*\[?\s*(?:FEN\b\s*)?"?\s*([^"\]]*?)\s*\.?\s*"?\s*\]?\s*', re.IGNORECASE)
_PLACE = re.compile(r"([Kk]?)([0-9]{1,3}|[A-Na-n][0-9]{1,2})")
_RANGE = re.compile(r"([Kk]?)([0-9]{1,3})-[Kk]?([0-9]{1,3})")
_RUN = re.compile(r"([0-9]{1,3}|[a-n][0-9]{1,2})x([0-9]{1,3})")
_SIDES = {"W": "White", "B": "Black"}


def read_fen(variant: Variant, text: str) -> Position:
    """The position that the text describes; raises BadSetup naming what is wrong."""
    if len(text) > LONGEST:
        raise BadSetup(f"A position is at most {LONGEST} characters long, and this text has {len(text)}.")
    whole = _WRAPPED.fullmatch(text)
    side, *sections = (part.strip() for part in (whole[1] if whole else text).split(":"))
    if side.upper() not in _SIDES:
        raise BadSetup(
            f"{quoted(text)} does not begin with the side to move: W: or B:, as in {_example(variant)}."
        )
    board = _board(variant, sections, side.upper() == "B", text)
    return _remembering(variant, begun(variant, board), sections)


def write_fen(variant: Variant, position: Position) -> str:
    """The text of a position, White's pieces first."""
    board = position.board
    sides = (f"{letter}{','.join(_written(variant, board, mask))}" for letter, mask in _masks(board))
    return ":".join(["B" if board.black_to_move else "W", *sides, *_limits(variant, position)])


def _board(variant: Variant, sections: list[str], black_to_move: bool, text: str) -> Board:
    found: dict[str, dict[int, bool]] = {}
    for section in sections:
        letter = section[:1].upper()
        if letter in _SIDES:
            if letter in found:
                raise BadSetup(f"{_SIDES[letter]} is listed twice in {quoted(text)}.")
            found[letter] = _pieces(variant, section[1:], _SIDES[letter])
    for letter, name in _SIDES.items():
        if letter not in found:
            raise BadSetup(
                f"{quoted(text)} lists no pieces of {name}; write :{letter} even if there are none."
            )
    _check(variant, found["W"], found["B"])
    kings = [square for side in found.values() for square, king in side.items() if king]
    return rules.board(variant, found["W"], found["B"], kings, black_to_move)


def _pieces(variant: Variant, text: str, side: str) -> dict[int, bool]:
    """The squares of one side, and whether a king stands there."""
    found: dict[int, bool] = {}
    for item in (part.strip() for part in text.split(",") if part.strip()):
        for square, king in _item(squares(variant), item, side):
            if square in found:
                raise BadSetup(f"{side} has two pieces on {squares(variant).names[square]}.")
            found[square] = king
    return found


def _item(board: Squares, item: str, side: str) -> Iterator[tuple[int, bool]]:
    if (span := _RANGE.fullmatch(item)) and not board.lettered:
        first, last = (_square(board, text, side) for text in (span[2], span[3]))
        if first > last:
            raise BadSetup(f"{side}'s range {item} runs backward.")
        yield from ((square, bool(span[1])) for square in range(first, last + 1))
        return
    place = _PLACE.fullmatch(item)
    if item in board.by_name:  # on large boards k3 is a square; K3 is a king on 3
        yield board.by_name[item], False
        return
    if place is None:
        raise BadSetup(f"{quoted(item)} among {side}'s pieces is no square; squares are {_extent(board)}.")
    yield _square(board, place[2], side), bool(place[1])


def _square(board: Squares, text: str, side: str) -> int:
    name = text.lower() if text[0].isalpha() else str(int(text))
    if name not in board.by_name:
        raise BadSetup(f"{side} has a piece on {text}, but squares are {_extent(board)}.")
    return board.by_name[name]


def _check(variant: Variant, white: dict[int, bool], black: dict[int, bool]) -> None:
    board = squares(variant)
    if both := sorted(white.keys() & black.keys()):
        raise BadSetup(f"Both sides have a piece on {board.names[both[0]]}.")
    if not white and not black:
        raise BadSetup("There is no piece on the board.")
    for side, pieces, far in (
        ("White", white, far_row(variant, False)),
        ("Black", black, far_row(variant, True)),
    ):
        for square, king in pieces.items():
            if not king and board.rows[square] == far:
                name = board.names[square]
                raise BadSetup(
                    f"{side}'s man on {name} stands on its far row; it would be a king: write K{name}."
                )


def far_row(variant: Variant, black: bool) -> int:
    """The row, from the top, on which a side's men are crowned."""
    return 0 if (variant.white_from == "bottom") != black else variant.size - 1


def _remembering(variant: Variant, position: Position, sections: list[str]) -> Position:
    for section in sections:
        letter, rest = section[:1].upper(), section[1:]
        if letter == "H" and re.fullmatch(r"[0-9]{1,4}", rest):
            position = replace(position, quiet=int(rest))
        elif letter == "M":
            position = _with_runs(variant, position, rest)
        elif letter not in (*_SIDES, "") and not re.fullmatch(r"F[0-9]{1,5}|\+[0-9]\+[0-9]", section, re.I):
            raise BadSetup(f"{quoted(section)} is no part of a position; known are W, B, H, F and M.")
    return position


def _with_runs(variant: Variant, position: Position, text: str) -> Position:
    white, black = position.runs
    bits, board = layout(variant).bits, squares(variant)
    for item in text.split(","):
        found = _RUN.fullmatch(item.strip())
        if found is None:
            raise BadSetup(f"{quoted(item)} does not say how often a king moved; write it like M30x2.")
        square = _square(board, found[1], "A king run")
        run = KingRun(square, int(found[2]))
        if not bits[square] & position.board.kings:
            raise BadSetup(f"There is no king on {found[1]} to have moved {found[2]} times.")
        white, black = (run, black) if bits[square] & position.board.white else (white, run)
    return replace(position, runs=(white, black))


def _limits(variant: Variant, position: Position) -> list[str]:
    names, kings = squares(variant).names, position.board.kings
    told = [
        f"{names[run.square]}x{run.moves}"
        for run in position.runs
        if run != NO_RUN and layout(variant).bits[run.square] & kings
    ]
    return ["M" + ",".join(told)] if told else []


def _masks(board: Board) -> tuple[tuple[str, int], tuple[str, int]]:
    return ("W", board.white), ("B", board.black)


def _written(variant: Variant, board: Board, mask: int) -> list[str]:
    places, bits = squares(variant), layout(variant).bits
    found = list(layout(variant).squares(mask))
    if places.lettered:  # a1 to h1 first, as the published tables have it
        found.sort(key=lambda square: (-places.rows[square], places.columns[square]))
    return [("K" if bits[square] & board.kings else "") + places.names[square] for square in found]


def _extent(board: Squares) -> str:
    if board.lettered:
        return f"a1 to {board.plan.cells[board.plan.rows[0][-1]].name}"
    return f"1 to {len(board.names)}"


def _example(variant: Variant) -> str:
    return write_fen(variant, begun(variant, rules.start(variant)))[:60]
