"""A position in the course of a game: the board, and as much of the past as the rules ask about."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.draughts import draws, rules
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.rules import Board, Move
from kibitz.games.draughts.switches import Variant


@dataclass(frozen=True, slots=True)
class KingRun:
    """A king that was moved again and again: where it stands and how many moves in a row it has made."""

    square: int = -1
    moves: int = 0


NO_RUN = KingRun()


@dataclass(frozen=True, slots=True)
class Position:
    """The board, and what the draw rules and the limit on king moves remember."""

    board: Board
    quiet: int = 0
    """Moves in a row, by both players together, with kings only and without a capture."""
    stood: tuple[int, ...] = ()
    """For each known ending of the rule book, the moves by both players for which it has stood."""
    earlier: tuple[Board, ...] = ()
    """Boards that can still come back: those since the last capture or advance of a man."""
    runs: tuple[KingRun, KingRun] = (NO_RUN, NO_RUN)
    """White's and Black's king runs, where a limit makes them matter."""


def begun(variant: Variant, board: Board) -> Position:
    """A position without a past."""
    return Position(board, stood=(0,) * len(variant.draws.endings))


def after(variant: Variant, position: Position, move: Move) -> Position:
    """The position after a legal move."""
    before, board = position.board, rules.play(variant, position.board, move)
    return Position(
        board,
        quiet=position.quiet + 1 if is_quiet(variant, before, move) else 0,
        stood=draws.stood_after(variant, position.stood, before, board),
        earlier=(*position.earlier, before) if is_reversible(variant, before, move) else (),
        runs=_runs_after(variant, position, move) if variant.king_limit else position.runs,
    )


def is_quiet(variant: Variant, board: Board, move: Move) -> bool:
    """Whether the move is a king's and captures nothing."""
    return not move.captured and bool(board.kings & layout(variant).bits[move.origin])


def is_reversible(variant: Variant, board: Board, move: Move) -> bool:
    """Whether the same board can come back after it: a king's move, or a man's along its row."""
    cells = layout(variant).cells
    sideways = cells[move.origin][0] == cells[move.target][0]
    return not move.captured and (sideways or is_quiet(variant, board, move))


def is_barred(variant: Variant, position: Position, move: Move) -> bool:
    """Whether the limit on moves in a row with one king forbids the move."""
    board, run = position.board, position.runs[position.board.black_to_move]
    own = board.black if board.black_to_move else board.white
    return (
        0 < variant.king_limit <= run.moves
        and move.origin == run.square
        and not move.captured
        and bool(own & ~board.kings)
    )


def _runs_after(variant: Variant, position: Position, move: Move) -> tuple[KingRun, KingRun]:
    white, black = position.runs
    mover = black if position.board.black_to_move else white
    run = NO_RUN
    if is_quiet(variant, position.board, move):
        run = KingRun(move.target, mover.moves + 1 if mover.square == move.origin else 1)
    return (white, run) if position.board.black_to_move else (run, black)
