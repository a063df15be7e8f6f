"""What a chess position looks like, and what the board may show while a move is made."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from kibitz.core.board import Cell
from kibitz.core.look import Face, Look, Piece, PieceSet
from kibitz.games.chess.board import cell_of

EMPTY = 0
COLOURS = ((chess.WHITE, "white", "first"), (chess.BLACK, "black", "second"))
FACES = (
    Face("empty"),
    *(
        Face(
            f"{name} {chess.piece_name(kind)}",
            seat,
            chess.piece_name(kind),
            chess.Piece(kind, colour).symbol(),
        )
        for colour, name, seat in COLOURS
        for kind in chess.PIECE_TYPES
    ),
)
# How much taller than its square a man of a club set stands: kings 95 mm, pawns 50 mm on 55 mm squares.
HEIGHTS = {"pawn": 0.9, "knight": 1.1, "bishop": 1.3, "rook": 1.0, "queen": 1.5, "king": 1.7}


def _men(first: str, second: str) -> tuple[Piece, ...]:
    seen = {"first": (first, "w"), "second": (second, "b")}
    return tuple(
        Piece(face.name, "chessman", *seen[face.owner], width=0.6, height=HEIGHTS[face.rank])
        for face in FACES[1:]
    )


PIECE_SETS = (PieceSet("light-dark", "light and dark chess pieces", _men("#e8d9b5", "#33261d")),)


def face_of(piece: chess.Piece) -> int:
    """The face that shows this man."""
    return piece.piece_type if piece.color else piece.piece_type + 6


def piece_of(face: int) -> chess.Piece | None:
    """The man that this face shows; none for the empty cell."""
    if face == EMPTY:
        return None
    return chess.Piece(face, chess.WHITE) if face <= 6 else chess.Piece(face - 6, chess.BLACK)


def look_at(board: chess.Board) -> Look:
    """The face on every cell."""
    shown = bytearray(64)
    for colour, _, _ in COLOURS:
        for kind in chess.PIECE_TYPES:
            face = kind if colour else kind + 6
            for square in chess.scan_forward(board.pieces_mask(kind, colour)):
                shown[square ^ 56] = face
    return Look(bytes(shown))


def castled_rook(board: chess.Board, move: chess.Move) -> tuple[chess.Square, chess.Square]:
    """Where the rook of a castling comes from and goes to."""
    rank = chess.square_rank(move.from_square)
    columns = (7, 5) if board.is_kingside_castling(move) else (0, 3)
    return chess.square(columns[0], rank), chess.square(columns[1], rank)


def victim(board: chess.Board, move: chess.Move) -> chess.Square | None:
    """The square of the man that this move captures."""
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square if board.is_capture(move) else None


def path(board: chess.Board, move: chess.Move) -> tuple[Cell, ...]:
    """From and to; for castling the king's, then the rook's."""
    rook = castled_rook(board, move) if board.is_castling(move) else ()
    return tuple(cell_of(square) for square in (move.from_square, move.to_square, *rook))


def stages(board: chess.Board, after: chess.Board, move: chess.Move) -> tuple[Look, ...]:
    """Castling half done, the victim lifted first or late, the pawn not yet exchanged, or just lifted."""
    ends = look_at(board), look_at(after)
    halfway = dict.fromkeys(_halfway(board, move, *ends))
    return tuple(look for look in halfway if look not in ends)


def _halfway(board: chess.Board, move: chess.Move, before: Look, done: Look) -> Iterator[Look]:
    king_or_man = cell_of(move.from_square), cell_of(move.to_square)
    if board.is_castling(move):
        rook, rook_to = (cell_of(square) for square in castled_rook(board, move))
        yield _moved(before, *king_or_man)
        yield _moved(before, rook, rook_to)
    if (taken := victim(board, move)) is not None:
        yield _shown(before, cell_of(taken), EMPTY)
        yield _moved(before, *king_or_man)
    if move.promotion:
        yield _shown(done, king_or_man[1], before[king_or_man[0]])
        yield _shown(done, king_or_man[1], EMPTY)


def _moved(look: Look, origin: Cell, target: Cell) -> Look:
    return _shown(_shown(look, target, look[origin]), origin, EMPTY)


def _shown(look: Look, cell: Cell, face: int) -> Look:
    return Look(look[:cell] + bytes((face,)) + look[cell + 1 :])
