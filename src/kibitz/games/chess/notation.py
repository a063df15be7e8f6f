"""Chess moves as text: SAN is written; SAN, UCI, long algebraic and castling by zeros are read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import chess

from kibitz.core.errors import AmbiguousMove, IllegalMove, UnreadableMove, quoted
from kibitz.games.chess.blame import blame, side

LONGEST = 24  # `e7-e8=Q e.p.++!?` with room to spare

_MOVE = re.compile(
    r"(?P<man>[KQRBNPkqrn])?(?P<file>[a-h])?(?P<rank>[1-8])?[-x:×]?(?P<to>[a-h][1-8])"
    r"(?:=?\(?/?(?P<promotion>[QRBNKPqrbnkp])\)?)?"
)
_CASTLING = re.compile(r"[O0o]-?[O0o](?P<long>-?[O0o])?")
_TAIL = re.compile(r"(?:\s*e\.?p\.?)?\s*(?:\+\+|[+#†‡])?\s*(?:e\.?p\.?)?\s*[!?]{0,2}")
_FIGURINES = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")


@dataclass(frozen=True, slots=True)
class Written:
    """What a text says about a move: nothing it leaves open is guessed."""

    text: str
    target: chess.Square
    man: chess.PieceType | None = None
    file: int | None = None
    rank: int | None = None
    promotion: chess.PieceType | None = None

    @property
    def origin(self) -> chess.Square | None:
        """The square it starts from, where the text names it whole."""
        return None if self.file is None or self.rank is None else chess.square(self.file, self.rank)

    def starts_at(self, square: chess.Square) -> bool:
        """Whether a man on this square can be meant."""
        file, rank = chess.square_file(square), chess.square_rank(square)
        return self.file in (None, file) and self.rank in (None, rank)


def write_san(board: chess.Board, move: chess.Move) -> str:
    """The move in standard algebraic notation."""
    return board.san(move)


def read_move(board: chess.Board, moves: Sequence[chess.Move], text: str) -> chess.Move:
    """The one of these moves that the text names; raises UnreadableMove, IllegalMove or AmbiguousMove."""
    written = parse(board, text)
    if not moves:
        raise IllegalMove(f"{quoted(text.strip())} cannot be played: the game is over.")
    fits = [move for move in moves if move.to_square == written.target and _fits(board, written, move)]
    fits = fits or [move for move in moves if _is_king_takes_rook(board, written, move)]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise AmbiguousMove(_which(board, written, fits))
    raise IllegalMove(f"{quoted(text.strip())} is not legal here. {why_illegal(board, written)}")


def parse(board: chess.Board, text: str) -> Written:
    """What a text says, whether or not it is legal; raises UnreadableMove."""
    if len(text) > LONGEST:
        raise UnreadableMove(
            f"A chess move is at most {LONGEST} characters long, and this text has {len(text)}."
        )
    plain = text.strip().translate(_FIGURINES)
    if castling := _match(_CASTLING, plain):
        home = chess.E1 if board.turn else chess.E8
        target = home - 2 if castling["long"] else home + 2
        return Written(plain, target, chess.KING, chess.square_file(home), chess.square_rank(home))
    if move := _match(_MOVE, plain):
        return _written(plain, move)
    raise UnreadableMove(
        f"{quoted(text)} is not a chess move; write it like e4, Nf3, exd5, O-O, e8=Q or e2e4."
    )


def _match(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    found = pattern.match(text)
    return found if found and _TAIL.fullmatch(text, found.end()) else None


def _written(text: str, move: re.Match[str]) -> Written:
    file, rank, whole = move["file"], move["rank"], bool(move["file"] and move["rank"])
    man = _kind(move["man"]) or (None if whole else chess.PAWN)
    return Written(
        text,
        chess.parse_square(move["to"]),
        man,
        "abcdefgh".index(file) if file else None,
        int(rank) - 1 if rank else None,
        _kind(move["promotion"]),
    )


def _kind(letter: str | None) -> chess.PieceType | None:
    return chess.Piece.from_symbol(letter).piece_type if letter else None


def _fits(board: chess.Board, written: Written, move: chess.Move) -> bool:
    if not written.starts_at(move.from_square):
        return False
    if written.man and board.piece_type_at(move.from_square) != written.man:
        return False
    return written.promotion in (move.promotion, None)


def _is_king_takes_rook(board: chess.Board, written: Written, move: chess.Move) -> bool:
    """UCI_Chess960 engines write castling as the king going onto his own rook."""
    if written.origin != move.from_square or not board.is_castling(move):
        return False
    corner = chess.square(7 if board.is_kingside_castling(move) else 0, chess.square_rank(move.from_square))
    return written.target == corner and written.man is None


def _which(board: chess.Board, written: Written, fits: Sequence[chess.Move]) -> str:
    choices = ", ".join(board.san(move) for move in fits)
    if all(move.promotion for move in fits) and len({move.from_square for move in fits}) == 1:
        return f"{quoted(written.text)} does not say what the pawn becomes; write one of {choices}."
    return f"{quoted(written.text)} fits several moves; write one of {choices}."


def why_illegal(board: chess.Board, written: Written) -> str:
    """The rule that forbids what the text says, in words."""
    if written.origin is not None:
        return _of_the_right_kind(board, written.origin, written)
    wanted = written.man or chess.PAWN
    origins = [square for square in board.pieces(wanted, board.turn) if written.starts_at(square)]
    if not origins:
        return f"{side(board.turn)} has no {chess.piece_name(wanted)} there."
    reasons = [blame(board, square, written.target, written.promotion) for square in origins]
    reason = next((r for r in reasons if r.key != "wrong-piece-move"), reasons[0])
    return reason.rule


def _of_the_right_kind(board: chess.Board, origin: chess.Square, written: Written) -> str:
    man = board.piece_type_at(origin)
    if written.man and man and man != written.man:
        return f"There is a {chess.piece_name(man)} on {chess.square_name(origin)}."
    return blame(board, origin, written.target, written.promotion).rule
