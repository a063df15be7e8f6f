"""Why one man may not go from here to there: a key, the cells concerned and the rule in words."""

from __future__ import annotations

import chess

from kibitz.core.board import Cell
from kibitz.core.game import Reason
from kibitz.games.chess.board import cells_of

HOW = {
    chess.PAWN: "A pawn moves one square straight ahead, two from its first rank, and captures one square "
    "diagonally forward.",
    chess.KNIGHT: "A knight moves two squares along a rank or file and one to the side.",
    chess.BISHOP: "A bishop moves along diagonals.",
    chess.ROOK: "A rook moves along ranks and files.",
    chess.QUEEN: "A queen moves along ranks, files and diagonals.",
    chess.KING: "A king moves one square in any direction, or castles.",
}


def blame(
    board: chess.Board, origin: chess.Square, target: chess.Square, promotion: int | None = None
) -> Reason:
    """The first rule that forbids the man on `origin` to go to `target`; the move is known to be illegal."""
    man, where = board.piece_at(origin), cells_of(origin, target)
    if man is None:
        return Reason("no-piece", where, f"There is no man on {chess.square_name(origin)}.")
    if man.color != board.turn:
        return Reason("not-your-turn", where, f"It is {side(board.turn)}'s turn.")
    if _is_castling(man, origin, target):
        return _castling(board, origin, target)
    if board.color_at(target) == man.color:
        return Reason("captures-own", where, "A man cannot capture one of its own side.")
    if any(m.from_square == origin and m.to_square == target for m in board.pseudo_legal_moves):
        return _nearly_legal(board, origin, target, promotion)
    return _misplaced(board, man, where, origin, target)


def side(colour: chess.Color) -> str:
    """What a side is called."""
    return "White" if colour else "Black"


def _nearly_legal(
    board: chess.Board, origin: chess.Square, target: chess.Square, promotion: int | None
) -> Reason:
    where = cells_of(origin, target)
    if not any(m.from_square == origin and m.to_square == target for m in board.legal_moves):
        return _leaves_check(board, origin, target)
    if promotion is None or promotion == chess.PAWN:
        rule = "A pawn on the last rank becomes a queen, rook, bishop or knight: exchange it."
        return Reason("missing-promotion", where, rule)
    return Reason("bad-promotion", where, "A pawn becomes a queen, rook, bishop or knight, and only there.")


def _leaves_check(board: chess.Board, origin: chess.Square, target: chess.Square) -> Reason:
    after = board.copy(stack=False)
    queen = chess.QUEEN if board.piece_type_at(origin) == chess.PAWN and target // 8 in (0, 7) else None
    after.push(chess.Move(origin, target, queen))
    king = after.king(board.turn)
    assert king is not None, "a position has both kings"
    attackers = tuple(after.attackers(not board.turn, king))
    by = " and ".join(chess.square_name(square) for square in attackers)
    rule = f"The king on {chess.square_name(king)} would be in check from {by}: no move may leave it there."
    return Reason("leaves-king-in-check", cells_of(origin, target, king, *attackers), rule)


def _misplaced(
    board: chess.Board, man: chess.Piece, where: tuple[Cell, ...], origin: chess.Square, target: chess.Square
) -> Reason:
    between = [square for square in chess.SquareSet.between(origin, target) if board.piece_at(square)]
    if between and _reaches(man, origin, target):
        names = " and ".join(chess.square_name(square) for square in between)
        rule = f"The way is blocked on {names}: only knights jump."
        return Reason("blocked", (*where, *cells_of(*between)), rule)
    if man.piece_type == chess.PAWN and board.piece_at(target) and _straight(man, origin, target):
        return Reason("blocked", where, "A pawn does not capture straight ahead.")
    return Reason("wrong-piece-move", where, HOW[man.piece_type])


def _reaches(man: chess.Piece, origin: chess.Square, target: chess.Square) -> bool:
    """Whether the man could go there on an empty board."""
    if man.piece_type == chess.PAWN:
        return _straight(man, origin, target)
    alone = chess.BaseBoard.empty()
    alone.set_piece_at(origin, man)
    return target in alone.attacks(origin)


def _straight(man: chess.Piece, origin: chess.Square, target: chess.Square) -> bool:
    step, home = (8, 1) if man.color else (-8, 6)
    return target - origin == step or (chess.square_rank(origin) == home and target - origin == 2 * step)


def _is_castling(man: chess.Piece, origin: chess.Square, target: chess.Square) -> bool:
    home = chess.E1 if man.color else chess.E8
    return man.piece_type == chess.KING and origin == home and abs(target - origin) == 2


def _castling(board: chess.Board, king: chess.Square, target: chess.Square) -> Reason:
    rook, passed = (king + 3, king + 1) if target > king else (king - 4, king - 1)
    between = [square for square in chess.SquareSet.between(king, rook) if board.piece_at(square)]
    enemy = not board.turn

    def because(rule: str, *squares: chess.Square) -> Reason:
        return Reason("illegal-castling", cells_of(king, target, *squares), rule)

    if not board.castling_rights & chess.BB_SQUARES[rook]:
        return because("No castling once the king or that rook has moved.", rook)
    if between:
        return because("No castling while men stand between king and rook.", *between)
    if board.is_check():
        return because("No castling out of check.", *board.checkers())
    if board.is_attacked_by(enemy, passed):
        return because(f"No castling through check on {chess.square_name(passed)}.", passed)
    return because("No castling into check.", *board.attackers(enemy, target))
