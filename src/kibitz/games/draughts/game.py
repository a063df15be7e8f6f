"""Draughts as a game: the one object that the rest of the program asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from kibitz.core.board import BoardPlan, Cell
from kibitz.core.errors import IllegalMove
from kibitz.core.game import Outcome, Reason, Seat
from kibitz.core.look import Face, Look, PieceSet
from kibitz.core.player import Level
from kibitz.core.record import GameRecord
from kibitz.core.work import Spread
from kibitz.games.draughts import draws, explain, fen, look, notation, placing, rules
from kibitz.games.draughts.board import squares
from kibitz.games.draughts.forbidden import broken_rule
from kibitz.games.draughts.pieces import FACES, piece_sets
from kibitz.games.draughts.position import Position, after, begun, is_barred
from kibitz.games.draughts.rules import Board, Move
from kibitz.games.draughts.switches import Variant

VERSION = 1
"""Rises when the behaviour of any variant changes."""

_legal = lru_cache(maxsize=1 << 14)(rules.legal)


@dataclass(frozen=True)
class DraughtsGame:
    """One rule set of draughts."""

    variant: Variant

    @property
    def name(self) -> str:
        return f"draughts/{self.variant.name}"

    @property
    def title(self) -> str:
        return self.variant.title or self.variant.name

    @property
    def version(self) -> int:
        return VERSION

    @property
    def plan(self) -> BoardPlan:
        return squares(self.variant).plan

    @property
    def faces(self) -> tuple[Face, ...]:
        return FACES

    @property
    def piece_sets(self) -> tuple[PieceSet, ...]:
        return piece_sets(self.variant)

    def start(self, setup: str = "") -> Position:
        """The opening position, or the one a FEN describes."""
        if not setup:
            return begun(self.variant, rules.start(self.variant))
        position = fen.read_fen(self.variant, setup)
        self._playable(position)  # refuses captures without end here and not in the middle of a game
        return position

    def setup(self, position: Position) -> str:
        """The position as FEN."""
        return fen.write_fen(self.variant, position)

    def turn(self, position: Position) -> Seat:
        return self._seat(position.board.black_to_move)

    def moves(self, position: Position) -> Sequence[Move]:
        return () if self.outcome(position) else self._playable(position)

    def play(self, position: Position, move: Move) -> Position:
        if move not in self.moves(position):
            raise IllegalMove("That move is not among the legal moves of this position.")
        return after(self.variant, position, move)

    def outcome(self, position: Position) -> Outcome | None:
        """No piece or no move left loses (or wins, in the losing game); else the draw rules decide."""
        board, to_move = position.board, self.turn(position)
        if self.variant.breakthrough and (crowned := self._crowned(board)):
            return Outcome(crowned, "breakthrough")
        for seat, pieces in ((to_move, _own(board)), (to_move.other, _other(board))):
            if not pieces:
                return self._lost(seat, "no-pieces")
        if not self._playable(position):
            return self._lost(to_move, "blocked")
        drawn = draws.drawn(self.variant, position)
        return Outcome(None, drawn) if drawn else None

    def look(self, position: Position) -> Look:
        return look.look(self.variant, position.board)

    def path(self, position: Position, move: Move) -> tuple[Cell, ...]:
        return look.path(self.variant, move)

    def stages(self, position: Position, move: Move) -> Sequence[Look]:
        return look.stages(self.variant, position.board, move)

    def write(self, position: Position, move: Move) -> str:
        return notation.write_move(self.variant, position.board, move, self._playable(position))

    def read(self, position: Position, text: str) -> Move:
        legal = self.moves(position)
        stops = notation.squares_named(self.variant, text, legal)
        move = notation.find_move(self.variant, position.board, text, stops, legal)
        if move is None:
            broken = broken_rule(self.variant, position, stops, legal)
            rule = explain.sentence(self.variant, position.board, broken, legal)
            names = squares(self.variant).names
            raise IllegalMove(f"From {names[stops[0]]} to {names[stops[-1]]} is not legal here. {rule}")
        return move

    def setup_from(self, look: Look, turn: Seat) -> str:
        """What stands on the board as FEN (SPEC A8: any position may be the start)."""
        return placing.setup_from(self.variant, look, turn)

    def tolerated(self, position: Position, move: Move) -> Sequence[Look]:
        """The crown may wait where the rules allow it (SPEC A13; not in D5)."""
        return placing.uncrowned(self.variant, position.board, move)

    def why_not(self, position: Position, look: Look) -> Reason:
        """Why a look is not the next position."""
        return explain.why_not(self.variant, position, self.moves(position), look)

    def remarks(self, position: Position) -> Mapping[str, Any]:
        """What each side has, who must capture, and how near a draw is."""
        board, cells, moves = position.board, squares(self.variant).cells, self.moves(position)
        taking = {cells[move.origin] for move in moves if move.captured}
        remarks: dict[str, Any] = {
            "first": _force(board, board.white if self.variant.first == "white" else board.black),
            "second": _force(board, board.black if self.variant.first == "white" else board.white),
        }
        if taking:
            remarks["must_capture" if self.variant.capture_obligatory else "may_capture"] = sorted(taking)
        if (times := draws.repetitions(position)) > 1:
            remarks["repetitions"] = times
        if position.quiet:
            remarks["quiet_moves"] = position.quiet
        return remarks

    def perft(self, position: Position, depth: int) -> int:
        """Leaf positions at this depth; draw rules and the limit on king moves are left out."""
        return rules.perft(self.variant, position.board, depth)

    def levels(self) -> Sequence[Level]:
        """From beginner to as strong as the machine allows."""
        from kibitz.games.draughts.engine import LEVELS

        return LEVELS

    def bot(self, level: str) -> Any:
        """The bot of a level; raises BadSetting naming the levels."""
        from kibitz.games.draughts.engine import bot

        return bot(self.variant, level)

    def solve(
        self,
        *,
        pieces: int | None,
        out: Path | None,
        threads: int | None,
        progress: Callable[[float, str], None],
        spread: Spread | None = None,
    ) -> str:
        """Solve all endings up to so many pieces (none: 4) into the data folder."""
        from kibitz.games.draughts.solver import solved

        return solved(self.variant, pieces, out, threads, progress, spread)

    @property
    def file_format(self) -> str:
        return "pdn"

    def read_file(self, text: str, name: str = "") -> Sequence[GameRecord]:
        """All games of a PDN file, each by the rules its tags name, else by these."""
        from kibitz.games.draughts.pdn import read_pdn

        return read_pdn(self, text, name)

    def write_file(self, records: Sequence[GameRecord]) -> str:
        """The records as a PDN file."""
        from kibitz.games.draughts.pdn_write import write_pdn

        return write_pdn(self, records)

    def _playable(self, position: Position) -> tuple[Move, ...]:
        """Legal moves, whether or not a draw rule has ended the game."""
        moves = _legal(self.variant, position.board)
        if not self.variant.king_limit:
            return moves
        return tuple(move for move in moves if not is_barred(self.variant, position, move))

    def _seat(self, black: bool) -> Seat:
        return Seat.FIRST if black == (self.variant.first == "black") else Seat.SECOND

    def _crowned(self, board: Board) -> Seat | None:
        """Who has a king; after a move that is whoever made it."""
        for pieces, black in ((_other(board), not board.black_to_move), (_own(board), board.black_to_move)):
            if pieces & board.kings:
                return self._seat(black)
        return None

    def _lost(self, seat: Seat, reason: str) -> Outcome:
        return Outcome(seat if self.variant.losing else seat.other, reason)


def _own(board: Board) -> int:
    return board.black if board.black_to_move else board.white


def _other(board: Board) -> int:
    return board.white if board.black_to_move else board.black


def _force(board: Board, pieces: int) -> str:
    """`11 men and 1 king`."""
    kings = (pieces & board.kings).bit_count()
    men = pieces.bit_count() - kings
    told = [f"{men} {'man' if men == 1 else 'men'}"] * bool(men)
    told += [f"{kings} {'king' if kings == 1 else 'kings'}"] * bool(kings)
    return " and ".join(told) or "nothing"
