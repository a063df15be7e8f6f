"""A search that needs no compiler: what the bot plays by until the kernels are ready.

Alpha-beta on python-chess's board, with the men's worth and their nearness to the middle as all it knows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import chess

WORTH = {
    chess.PAWN: 100,
    chess.KNIGHT: 320,
    chess.BISHOP: 330,
    chess.ROOK: 500,
    chess.QUEEN: 950,
    chess.KING: 0,
}
PULL = {chess.PAWN: 4, chess.KNIGHT: 10, chess.BISHOP: 5, chess.ROOK: 1, chess.QUEEN: 2, chess.KING: -8}
"""What one step nearer to the middle is worth."""
STEP_AHEAD = 6
"""What a rank is worth to a pawn."""
MATE = 30_000
DEEPEST = 3


class Stopped(Exception):
    """The search has to answer now."""


@dataclass
class PlainSearch:
    """One search; `enough` is asked with the number of positions so far."""

    enough: Callable[[int], bool]
    nodes: int = 0
    line: list[chess.Move] = field(default_factory=list)
    score: int = 0
    depth: int = 0

    def run(self, board: chess.Board, deepest: int = DEEPEST) -> None:
        """Deepen as far as it goes; `line` and `score` are of the last depth that was finished."""
        self.score = judged(board)
        for depth in range(1, deepest + 1):
            try:
                score, line = self._best(board, depth, -MATE, MATE, 0)
            except Stopped:
                return
            self.line, self.score, self.depth = line, score, depth

    def _best(
        self, board: chess.Board, depth: int, low: int, high: int, ply: int
    ) -> tuple[int, list[chess.Move]]:
        self._count()
        if ply and (board.is_repetition(2) or board.halfmove_clock >= 100):
            return 0, []
        if depth <= 0:
            return self._calm(board, low, high), []
        best, line = -MATE + ply, list[chess.Move]()
        moves = sorted(board.legal_moves, key=lambda move: -_promise(board, move))
        if not moves:
            return (best if board.is_check() else 0), []
        if self.line[ply : ply + 1] and self.line[ply] in moves:
            moves.sort(key=lambda move: move != self.line[ply])
        for move in moves:
            board.push(move)
            try:
                found, below = self._best(board, depth - 1, -high, -max(low, best), ply + 1)
            finally:
                board.pop()
            if -found > best or not line:
                best, line = max(best, -found), [move, *below]
            if best >= high:
                break
        return best, line

    def _calm(self, board: chess.Board, low: int, high: int) -> int:
        """The worth once all captures that pay are made."""
        self._count()
        best = judged(board)
        captures = sorted(board.generate_legal_captures(), key=lambda move: -_promise(board, move))
        for move in captures:
            if best >= high:
                break
            board.push(move)
            try:
                best = max(best, -self._calm(board, -high, -max(low, best)))
            finally:
                board.pop()
        return best

    def _count(self) -> None:
        self.nodes += 1
        if self.enough(self.nodes):
            raise Stopped


def judged(board: chess.Board) -> int:
    """The worth of a position to the side to move, as it stands."""
    total = 0
    for kind in chess.PIECE_TYPES:
        for colour, sign in ((chess.WHITE, 1), (chess.BLACK, -1)):
            for square in board.pieces(kind, colour):
                total += sign * _worth(kind, square if colour else square ^ 56)
    return total if board.turn else -total


def _worth(kind: chess.PieceType, square: chess.Square) -> int:
    rank, file = divmod(square, 8)
    nearness = min(file, 7 - file) + min(rank, 7 - rank)
    return WORTH[kind] + PULL[kind] * nearness + (STEP_AHEAD * rank if kind == chess.PAWN else 0)


def _promise(board: chess.Board, move: chess.Move) -> int:
    taken = board.piece_type_at(move.to_square)
    man = board.piece_type_at(move.from_square) or chess.KING
    return (10 * WORTH[taken] - WORTH[man] // 100 if taken else 0) + WORTH.get(move.promotion or 0, 0)
