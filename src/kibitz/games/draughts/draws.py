"""When nobody wins: repetition, moves without progress, and the endings a rule book names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.rules import Board
from kibitz.games.draughts.switches import Ending, Variant

if TYPE_CHECKING:
    from kibitz.games.draughts.position import Position


def drawn(variant: Variant, position: Position) -> str | None:
    """The key of the draw rule that ends the game here, if one does."""
    if variant.draws.repetition and repetitions(position) >= variant.draws.repetition:
        return "repetition"
    if _ended(variant, position):
        return "ending"
    if variant.draws.quiet_moves and position.quiet >= 2 * variant.draws.quiet_moves:
        return "no-progress"
    return None


def repetitions(position: Position) -> int:
    """How often this board has stood with the same player to move, this time included."""
    return 1 + position.earlier.count(position.board)


def stood_after(variant: Variant, stood: tuple[int, ...], before: Board, board: Board) -> tuple[int, ...]:
    """For how many moves each known ending has stood: captures and crownings begin the count anew."""
    endings = variant.draws.endings
    if not endings or not board.kings or _forces_changed(before, board):
        return (0,) * len(endings)
    return tuple(
        count + 1 if holds(variant, ending, before) and holds(variant, ending, board) else 0
        for ending, count in zip(endings, stood, strict=True)
    )


def holds(variant: Variant, ending: Ending, board: Board) -> bool:
    """Whether the forces on the board are those of this ending."""
    if ending.pieces is not None:
        least, most = ending.pieces
        both = bool(board.white & board.kings) and bool(board.black & board.kings)
        return both and least <= (board.white | board.black).bit_count() <= most
    sides = ((board.white, board.black), (board.black, board.white))
    return any(_balance(variant, ending, board, strong, weak) for strong, weak in sides)


def _ended(variant: Variant, position: Position) -> bool:
    return any(
        count >= 2 * ending.moves
        for ending, count in zip(variant.draws.endings, position.stood, strict=True)
        if count
    )


def _forces_changed(before: Board, board: Board) -> bool:
    """A capture takes a piece, and a crowning turns a man into a king."""
    return (before.white | before.black).bit_count() != (board.white | board.black).bit_count() or (
        before.kings.bit_count() != board.kings.bit_count()
    )


def _balance(variant: Variant, ending: Ending, board: Board, strong: int, weak: int) -> bool:
    if _letters(board, weak) not in ending.weak:
        return False
    if ending.main_road and not weak & board.kings & main_road(variant):
        return False
    forces = _letters(board, strong)
    return forces in ending.strong or (ending.or_more and _has_more(forces, ending.strong))


def _has_more(forces: str, written: tuple[str, ...]) -> bool:
    """Whether the forces are one of those written, with more kings."""
    return any(forces.endswith(least) and set(forces.removesuffix(least)) <= {"K"} for least in written)


def _letters(board: Board, side: int) -> str:
    kings = (side & board.kings).bit_count()
    return "K" * kings + "M" * (side.bit_count() - kings)


def main_road(variant: Variant) -> int:
    """The long diagonal one plays on."""
    plan, last = layout(variant), variant.size - 1
    falling = variant.upper_left == "dark"
    return plan.mask(
        square
        for square, (row, column) in enumerate(plan.cells)
        if (row == column if falling else row + column == last)
    )
