"""What positions look like, and what the board may show while a move is being made.

before     first jump    second jump    lifted late       not yet crowned: a disc on the far row
. . . .    . . . .       . . . k        . . . k
. r . r    . . b r       . . . .        . r . .           b: the piece that jumps, r: what it takes
b . . .    . . . .       . . . .        . . . .
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from kibitz.core.board import Cell
from kibitz.core.errors import BadSetup
from kibitz.core.look import Look
from kibitz.games.draughts import rules
from kibitz.games.draughts.board import squares
from kibitz.games.draughts.fen import far_row
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.pieces import EMPTY, FIRST_KING, FIRST_MAN, SECOND_KING, SECOND_MAN
from kibitz.games.draughts.rules import Board, Move
from kibitz.games.draughts.switches import Variant

MOST_STAGES = 200  # a chain of twelve jumps by one route has about a hundred; nobody needs every route of it


def look(variant: Variant, board: Board) -> Look:
    """The face on every cell."""
    shown, cells, found = bytearray(variant.size**2), squares(variant).cells, layout(variant).squares
    white_first = variant.first == "white"
    first, second = (board.white, board.black) if white_first else (board.black, board.white)
    for mask, face in (
        (first & ~board.kings, FIRST_MAN),
        (first & board.kings, FIRST_KING),
        (second & ~board.kings, SECOND_MAN),
        (second & board.kings, SECOND_KING),
    ):
        for square in found(mask):
            shown[cells[square]] = face
    return Look(bytes(shown))


def path(variant: Variant, move: Move) -> tuple[Cell, ...]:
    """The cells the moving piece stands on, in order."""
    cells = squares(variant).cells
    return tuple(cells[square] for square in move.route)


def stages(variant: Variant, board: Board, move: Move) -> Sequence[Look]:
    """Every look between the one before the move and the one after it, the likeliest first."""
    before, after = look(variant, board), look(variant, rules.play(variant, board, move))
    found: dict[Look, None] = {}
    for stage in _all_stages(variant, before, after, move, ways(variant, board, move)):
        if stage not in (before, after):
            found[stage] = None
        if len(found) == MOST_STAGES:
            break
    return tuple(found)


def ways(variant: Variant, board: Board, move: Move) -> list[tuple[int, ...]]:
    """Every route of a move, its own first; where there are too many to list, only that."""
    if (variant, board) in _COUNTLESS:
        return [move.route]
    try:
        return list(dict.fromkeys([move.route, *rules.routes(variant, board, move)]))
    except BadSetup:
        _COUNTLESS.append((variant, board))
        return [move.route]


_COUNTLESS: deque[tuple[Variant, Board]] = deque(maxlen=32)
"""Boards whose routes were too many lately; finding that out takes seconds."""


def captures_of(variant: Variant, route: Sequence[int], captured: Iterable[int]) -> list[int]:
    """The captured squares in the order in which this route jumps them."""
    left, taken = set(captured), list[int]()
    for here, there in pairwise(route):
        jumped = left & set(between(variant, here, there))
        taken += sorted(jumped)
        left -= jumped
    return taken


def between(variant: Variant, here: int, there: int) -> Iterator[int]:
    """The squares strictly between two on one line, those off the board's squares left out."""
    board = squares(variant)
    rows, columns = board.rows[there] - board.rows[here], board.columns[there] - board.columns[here]
    steps = max(abs(rows), abs(columns))
    for step in range(1, steps):
        row, column = board.rows[here] + rows * step // steps, board.columns[here] + columns * step // steps
        square = board.by_cell.get(row * variant.size + column)
        if square is not None:
            yield square


def _all_stages(
    variant: Variant, before: Look, after: Look, move: Move, routes: Sequence[Sequence[int]]
) -> Iterator[Look]:
    """First the looks of a tidy hand (pieces lifted at once, or all at the end), then the others."""
    for tidy in (True, False):
        for way in routes:
            yield from _by_one_way(variant, before, after, move, way, tidy)
    cells = squares(variant).cells
    if after[cells[move.target]] != before[cells[move.origin]]:
        yield _exchanged(after, cells[move.target])


def _exchanged(after: Look, target: Cell) -> Look:
    """The disc is off the board and the king is not yet there."""
    return Look(after[:target] + bytes([EMPTY]) + after[target + 1 :])


def _by_one_way(
    variant: Variant, before: Look, after: Look, move: Move, way: Sequence[int], tidy: bool
) -> Iterator[Look]:
    cells = squares(variant).cells
    taken = [cells[square] for square in captures_of(variant, way, move.captured)]
    origin, crowned = cells[way[0]], after[cells[move.target]]
    plain, passed = before[origin], False
    for jump, square in enumerate(way[1:], 1):
        passed = passed or _is_far(variant, before[origin], square)
        ranks = (plain, crowned) if crowned != plain and passed else (plain,)
        lifted = (jump, 0) if tidy else range(jump + 1)
        for gone in lifted:
            for face in ranks:
                yield _shown(before, origin, cells[square], face, taken[:gone])


def _shown(before: Look, origin: Cell, stands: Cell, face: int, gone: Iterable[Cell]) -> Look:
    changed = bytearray(before)
    changed[origin] = EMPTY
    for cell in gone:
        changed[cell] = EMPTY
    changed[stands] = face
    return Look(bytes(changed))


def _is_far(variant: Variant, face: int, square: int) -> bool:
    is_first = face in (FIRST_MAN, FIRST_KING)
    return squares(variant).rows[square] == far_row(variant, is_first == (variant.first == "black"))
