"""A chess position as a value: everything a FEN says, and what the repetition rules need."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import chess

from kibitz.core.game import Outcome, Seat

Key: TypeAlias = tuple[int, int, int, int, int, int, int, int, bool, int, int | None]
"""What makes two positions the same for repetition (FIDE 9.2.3): men, turn, castling, en passant."""

SEATS = {chess.WHITE: Seat.FIRST, chess.BLACK: Seat.SECOND}


@dataclass(frozen=True, eq=False)
class Position:
    """One moment of a game. The board inside is never changed once it is here."""

    board: chess.Board
    earlier: tuple[Key, ...] = ()
    """The positions since the last capture or pawn move, oldest first, without this one."""

    def __repr__(self) -> str:
        return f"<Position {self.fen}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.key, self.clocks, self.earlier) == (other.key, other.clocks, other.earlier)

    def __hash__(self) -> int:
        return hash((self.key, self.clocks))

    @cached_property
    def key(self) -> Key:
        """The position as the repetition rules see it."""
        b = self.board
        passing = b.ep_square if b.has_legal_en_passant() else None
        white, black = b.occupied_co[chess.WHITE], b.occupied_co[chess.BLACK]
        men = (b.pawns, b.knights, b.bishops, b.rooks, b.queens, b.kings)
        return (*men, white, black, b.turn, b.castling_rights, passing)

    @cached_property
    def fen(self) -> str:
        """The position in Forsyth-Edwards notation."""
        return self.board.fen()

    @property
    def clocks(self) -> tuple[int, int]:
        """Half moves since the last capture or pawn move, and the number of the move."""
        return self.board.halfmove_clock, self.board.fullmove_number

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return SEATS[self.board.turn]

    @cached_property
    def _possible(self) -> tuple[chess.Move, ...]:
        return tuple(self.board.legal_moves)

    @property
    def moves(self) -> tuple[chess.Move, ...]:
        """All legal moves; none once the game is over."""
        return () if self.outcome else self._possible

    @property
    def times_seen(self) -> int:
        """How often this position has stood on the board, now included."""
        return self.earlier.count(self.key) + 1

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended by itself, without anybody's claim."""
        if not self._possible:
            mated = self.board.is_check()
            return Outcome(self.seat.other, "checkmate") if mated else Outcome(None, "stalemate")
        reason = self._drawn()
        return Outcome(None, reason) if reason else None

    def _drawn(self) -> str:
        if self.board.is_insufficient_material():
            return "insufficient-material"
        if self.board.halfmove_clock >= 150:
            return "seventyfive-moves"
        return "fivefold-repetition" if self.times_seen >= 5 else ""

    def after(self, move: chess.Move) -> Position:
        """The position that a legal move leads to."""
        board = self.board.copy(stack=False)
        again = not board.is_zeroing(move)
        board.push(move)
        board.clear_stack()
        return Position(board, (*self.earlier, self.key) if again else ())


def claims(position: Position) -> tuple[str, ...]:
    """The draws that the player to move may claim, now or by the move he is about to make (FIDE 9.2, 9.3)."""
    if position.outcome:
        return ()
    found = (("threefold-repetition", _threefold), ("fifty-moves", _fifty))
    return tuple(key for key, holds in found if holds(position))


def _threefold(position: Position) -> bool:
    if position.times_seen >= 3:
        return True
    seen = (*position.earlier, position.key)
    twice = {key for key in seen if seen.count(key) >= 2} if len(seen) >= 7 else set()
    return bool(twice) and any(position.after(move).key in twice for move in position.moves)


def _fifty(position: Position) -> bool:
    if position.board.halfmove_clock >= 100:
        return True
    quiet = (move for move in position.moves if not position.board.is_zeroing(move))
    return position.board.halfmove_clock == 99 and any(position.after(move).moves for move in quiet)
