"""Why a look cannot be the next position of a game of chess."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import chess

from kibitz.core.board import Cell
from kibitz.core.game import Reason
from kibitz.core.look import Look
from kibitz.games.chess.blame import blame, side
from kibitz.games.chess.board import square_of
from kibitz.games.chess.look import look_at, piece_of
from kibitz.games.chess.position import Position


@dataclass(frozen=True, slots=True)
class Change:
    """How a look differs from the position's: each cell that differs is in exactly one of the three."""

    board: chess.Board
    before: Look
    seen: Look
    gone: tuple[Cell, ...]
    """Cells that are empty now."""
    come: tuple[Cell, ...]
    """Cells that show a side they did not show before."""
    turned: tuple[Cell, ...]
    """Cells that show another man of the same side."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells that differ."""
        return tuple(sorted(self.gone + self.come + self.turned))

    def was(self, cell: Cell) -> chess.Piece | None:
        """The man that stood here."""
        return piece_of(self.before[cell])

    def now(self, cell: Cell) -> chess.Piece | None:
        """The man that is seen here."""
        return piece_of(self.seen[cell])


def why_not(position: Position, look: Look) -> Reason:
    """The rule that the look breaks, as far as one can be named."""
    change = _change(position.board, look)
    if not change.cells:
        return Reason("unchanged", (), "Nothing has been moved.")
    if position.outcome:
        return Reason("game-over", change.cells, "The game is over.")
    found = (reason for judge in _JUDGES if (reason := judge(change)))
    return next(found, Reason("invalid-move", change.cells, "No legal move leads to this."))


def _change(board: chess.Board, seen: Look) -> Change:
    before = look_at(board)
    differ = [cell for cell in range(64) if before[cell] != seen[cell]]
    gone = tuple(cell for cell in differ if not seen[cell])
    turned = tuple(cell for cell in differ if seen[cell] and _colour(before[cell]) == _colour(seen[cell]))
    come = tuple(cell for cell in differ if cell not in gone and cell not in turned)
    return Change(board, before, seen, gone, come, turned)


def _colour(face: int) -> bool | None:
    man = piece_of(face)
    return man.color if man else None


def _removed(change: Change) -> Reason | None:
    """Men lifted and nothing put down."""
    if change.come or change.turned:
        return None
    return _missing(change, change.gone)


def _missing(change: Change, gone: Iterable[Cell]) -> Reason:
    cells = tuple(gone)
    own = tuple(cell for cell in cells if _colour(change.before[cell]) == change.board.turn)
    if own:
        return Reason("removed-own", own, f"{_named(own)} stays on the board: move it or put it back.")
    return Reason("removed-other", cells, f"{_named(cells)} was not captured by this move: put it back.")


def _added(change: Change) -> Reason | None:
    """Men put down and none lifted."""
    if change.gone or not change.come:
        return None
    fresh = tuple(cell for cell in change.come if not change.before[cell])
    if fresh:
        return Reason("added-piece", fresh, f"No man can appear on {_named(fresh, '')}: take it away.")
    return Reason("changed-piece", change.come, f"{_named(change.come)} has changed sides: put it back.")


def _exchanged(change: Change) -> Reason | None:
    """Men replaced where they stand."""
    if change.gone or change.come:
        return None
    return Reason("changed-piece", change.turned, f"{_named(change.turned)} shows another man than before.")


def _took_own(change: Change) -> Reason | None:
    """One man went onto another of its own side."""
    if change.come or len(change.gone) != 1 or len(change.turned) > 1:
        return None
    return _step(change, change.gone[0], change.turned[0])


def _moved(change: Change) -> Reason | None:
    """One man went from one cell to another; perhaps more was lifted than it captured."""
    if len(change.come) != 1 or change.turned:
        return None
    target = change.come[0]
    mover = change.now(target)
    assert mover is not None, "a cell in `come` shows a man"
    own = [cell for cell in change.gone if _colour(change.before[cell]) == mover.color]
    origin = _origin(change, own, mover)
    if origin is None:
        return Reason("added-piece", (target,), f"No man can have come to {_named((target,), '')}.")
    rest = [cell for cell in change.gone if cell != origin]
    return _step(change, origin, target, rest)


def _origin(change: Change, own: list[Cell], mover: chess.Piece) -> Cell | None:
    """The cell it came from: best one that held the same man."""
    return min(own, key=lambda cell: change.was(cell) != mover, default=None)


def _step(change: Change, origin: Cell, target: Cell, rest: Iterable[Cell] = ()) -> Reason:
    man, now = change.was(origin), change.now(target)
    assert man is not None and now is not None, "both cells show a man, before or after"
    a, b = square_of(origin), square_of(target)
    fits = [m for m in change.board.legal_moves if (m.from_square, m.to_square) == (a, b)]
    if not fits:
        return blame(change.board, a, b, _promotion(man, now))
    if left := tuple(rest):
        return _missing(change, left)
    if fits[0].promotion:
        return blame(change.board, a, b, now.piece_type)
    return Reason(
        "changed-piece", (origin, target), f"The man that left {_named((origin,), '')} arrived as another."
    )


def _promotion(man: chess.Piece, now: chess.Piece) -> int | None:
    return now.piece_type if now.piece_type != man.piece_type else None


def _castled(change: Change) -> Reason | None:
    """The king went two cells to the side, and another man moved with him."""
    if len(change.gone) != 2 or len(change.come) != 2:
        return None
    king = next((c for c in change.gone if _is(change.was(c), chess.KING)), None)
    target = next((c for c in change.come if king is not None and abs(c - king) == 2), None)
    if king is None or target is None or _colour(change.before[king]) != _colour(change.seen[target]):
        return None
    reason = _step(change, king, target)
    return reason if reason.key in ("illegal-castling", "not-your-turn") else None


def _is(man: chess.Piece | None, kind: chess.PieceType) -> bool:
    return man is not None and man.piece_type == kind


def _several(change: Change) -> Reason | None:
    """More than one man came to rest elsewhere."""
    if len(change.come) < 2:
        return None
    rule = f"Several men were moved at once, and {side(change.board.turn)} has one move."
    return Reason("several-moves", change.cells, rule)


def _named(cells: tuple[Cell, ...], before: str = "The man on ") -> str:
    shown = ", ".join(chess.square_name(square_of(cell)) for cell in cells[:8])
    return before + shown


_JUDGES: tuple[Callable[[Change], Reason | None], ...] = (
    _removed,
    _added,
    _exchanged,
    _took_own,
    _moved,
    _castled,
    _several,
)
