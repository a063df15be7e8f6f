"""Chess by the FIDE Laws of 2023, on python-chess: the game as Kibitz knows games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import chess

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.errors import IllegalMove
from kibitz.core.game import Outcome, Reason, Seat
from kibitz.core.look import Look
from kibitz.core.player import Level
from kibitz.core.record import GameRecord
from kibitz.games.chess import explain, look, position, write_pgn
from kibitz.games.chess.board import cell_of, plan
from kibitz.games.chess.fen import read_fen
from kibitz.games.chess.notation import read_move, write_san
from kibitz.games.chess.position import Position
from kibitz.games.chess.read_pgn import read_pgn

ARMY = {"pawn": 8, "knight": 2, "bishop": 2, "rook": 2, "queen": 1}


class Chess:
    """The rules of chess. It has no state: every question is about the position it is given."""

    name = "chess"
    title = "Chess"
    version = 1
    file_format = "pgn"
    faces = look.FACES
    piece_sets = look.PIECE_SETS

    @property
    def plan(self) -> BoardPlan:
        """The printed board."""
        return plan()

    def start(self, setup: str = "") -> Position:
        """The opening position, or that of a FEN; raises BadSetup."""
        return read_fen(setup) if setup.strip() else Position(chess.Board())

    def setup(self, position: Position) -> str:
        """The FEN; what was repeated before it is not in it."""
        return position.fen

    def turn(self, position: Position) -> Seat:
        """White is the first player."""
        return position.seat

    def moves(self, position: Position) -> Sequence[chess.Move]:
        """All legal moves in python-chess's order."""
        return position.moves

    def play(self, position: Position, move: chess.Move) -> Position:
        """The position after the move."""
        self._check(position, move)
        return position.after(move)

    def outcome(self, position: Position) -> Outcome | None:
        """Mate, stalemate, and the draws that need no claim."""
        return position.outcome

    def claims(self, at: Position) -> Sequence[str]:
        """Threefold repetition and fifty moves, now or by the intended move."""
        return position.claims(at)

    def look(self, position: Position) -> Look:
        """The man on every cell."""
        return look.look_at(position.board)

    def path(self, position: Position, move: chess.Move) -> tuple[Cell, ...]:
        """From and to; for castling the king's, then the rook's."""
        return look.path(position.board, move)

    def stages(self, position: Position, move: chess.Move) -> Sequence[Look]:
        """Castling half done, captures half done, the pawn not yet exchanged."""
        return look.stages(position.board, position.after(move).board, move)

    def write(self, position: Position, move: chess.Move) -> str:
        """The move in SAN."""
        self._check(position, move)
        return write_san(position.board, move)

    def read(self, position: Position, text: str) -> chess.Move:
        """A move in SAN, UCI or long algebraic notation."""
        return read_move(position.board, position.moves, text)

    def setup_from(self, look: Look, turn: Seat) -> str:
        """What stands on the board as FEN, with every right to castle that kings and rooks at home leave."""
        board = chess.Board(None)
        for cell, face in enumerate(look):
            if face:
                board.set_piece_at(
                    chess.parse_square(self.plan.cells[cell].name),
                    chess.Piece.from_symbol(self.faces[face].symbol),
                )
        board.turn = turn is Seat.FIRST
        board.castling_rights = chess.BB_CORNERS
        board.castling_rights = board.clean_castling_rights()
        return board.fen()

    def why_not(self, position: Position, look: Look) -> Reason:
        """The rule that keeps this look from being the next position."""
        return explain.why_not(position, look)

    def remarks(self, position: Position) -> Mapping[str, Any]:
        """`check`: the king's cell; `captured`: by seat and kind; `move` number; `quiet` half moves."""
        quiet, number = position.clocks
        shown: dict[str, Any] = {"move": number, "quiet": quiet, "captured": _captured(position.board)}
        king = position.board.king(position.board.turn)
        if king is not None and position.board.is_check():
            shown["check"] = cell_of(king)
        return shown

    def perft(self, position: Position, depth: int) -> int:
        """Leaf positions at this depth, draws left out."""
        return _perft(position.board.copy(stack=False), depth)

    def read_file(self, text: str, name: str = "") -> Sequence[GameRecord]:
        """All games of a PGN text; raises BadFile naming the line."""
        return read_pgn(text, name)

    def write_file(self, records: Sequence[GameRecord]) -> str:
        """The records as PGN."""
        return write_pgn.write_pgn(records)

    def levels(self) -> Sequence[Level]:
        """From beginner to as strong as the machine allows."""
        from kibitz.games.chess import engine

        return engine.LEVELS

    def bot(self, level: str) -> Any:
        """The bot of a level; raises BadSetting naming the levels."""
        from kibitz.games.chess import engine

        return engine.bot(level)

    def _check(self, position: Position, move: chess.Move) -> None:
        if move not in position.moves:
            over = "the game is over" if position.outcome else "it is not a legal move"
            raise IllegalMove(f"{move} cannot be played at {position.fen}: {over}.")


def _captured(board: chess.Board) -> dict[str, dict[str, int]]:
    """Each side's men that are missing from a full army; a promoted pawn is not missing."""
    return {seat: _missing(board, colour) for colour, _, seat in look.COLOURS}


def _missing(board: chess.Board, colour: chess.Color) -> dict[str, int]:
    there = Counter({rank: board.pieces_mask(kind, colour).bit_count() for kind, rank in _RANKS})
    promoted = sum(max(0, there[rank] - ARMY[rank]) for _, rank in _RANKS if rank != "pawn")
    missing = {rank: max(0, ARMY[rank] - there[rank]) for _, rank in _RANKS}
    missing["pawn"] = max(0, missing["pawn"] - promoted)
    return {rank: count for rank, count in missing.items() if count}


_RANKS = tuple((kind, chess.piece_name(kind)) for kind in chess.PIECE_TYPES if kind != chess.KING)


def _perft(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += _perft(board, depth - 1)
        board.pop()
    return total
