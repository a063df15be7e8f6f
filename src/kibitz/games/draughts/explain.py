"""Why the board cannot look like this: the rule that was broken, in words, and the cells concerned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kibitz.core.board import Cell
from kibitz.core.game import Reason
from kibitz.core.look import Look
from kibitz.games.draughts import rules
from kibitz.games.draughts.board import squares
from kibitz.games.draughts.forbidden import (
    RULES,
    Broken,
    broken_rule,
    forbidden_moves,
    loosened,
    possible,
)
from kibitz.games.draughts.look import captures_of, look
from kibitz.games.draughts.notation import write_move
from kibitz.games.draughts.pieces import EMPTY, FIRST_KING, FIRST_MAN
from kibitz.games.draughts.position import Position
from kibitz.games.draughts.rules import Board, Move
from kibitz.games.draughts.switches import Variant

_OBLIGATIONS = ("obligatory-capture", "must-take-most", "must-continue")
MOST_CELLS = 4  # a move and one capture change three cells; a fourth is the slip of a hand


def why_not(variant: Variant, position: Position, legal: Sequence[Move], seen: Look) -> Reason:
    """Why the look is not the next position."""
    before = look(variant, position.board)
    changed = tuple(cell for cell, face in enumerate(seen) if face != before[cell])
    broken = _broken(variant, position, legal, seen, changed)
    return Reason(broken.key, changed, sentence(variant, position.board, broken, legal))


def sentence(variant: Variant, board: Board, broken: Broken, legal: Sequence[Move]) -> str:
    """The rule in words, with moves that would keep it."""
    rule = RULES[broken.key]
    shown = [write_move(variant, board, move, legal) for move in broken.instead[:4]]
    link = ": " if broken.key in _OBLIGATIONS else "; this piece can play "
    return f"{rule[:-1]}{link}{', '.join(shown)}." if shown else rule


def _broken(
    variant: Variant, position: Position, legal: Sequence[Move], seen: Look, changed: Sequence[Cell]
) -> Broken:
    if not changed:
        return Broken("unchanged")
    if not legal:
        return Broken("game-over")
    for explain in (_by_a_legal_move, _by_a_forbidden_move, _by_the_other_player, _by_two_moves):
        found = explain(variant, position, legal, seen)
        if found:
            return found
    return _by_shape(variant, position, legal, seen, changed)


def _by_a_legal_move(
    variant: Variant, position: Position, legal: Sequence[Move], seen: Look
) -> Broken | None:
    """A legal move, perhaps not carried out to its end: not crowned, or captured pieces still there."""
    before = look(variant, position.board)
    for move in legal:
        after = look(variant, rules.play(variant, position.board, move))
        if seen == after:
            return Broken("legal-move")
        target, origin = squares(variant).cells[move.target], squares(variant).cells[move.origin]
        if seen == _with(after, target, before[origin]):
            return Broken("failed-promotion")
        if move.captured and seen in _unlifted(variant, before, after, move):
            return Broken("not-removed")
    return None


def _unlifted(variant: Variant, before: Look, after: Look, move: Move) -> Iterator[Look]:
    """The looks after a capture in which the last of the captured pieces still stand."""
    cells = squares(variant).cells
    origin, target = cells[move.origin], cells[move.target]
    shown = after
    for square in reversed(captures_of(variant, move.route, move.captured)):
        shown = _with(shown, cells[square], before[cells[square]])
        yield shown
        yield _with(shown, target, before[origin])


def _by_a_forbidden_move(
    variant: Variant, position: Position, legal: Sequence[Move], seen: Look
) -> Broken | None:
    for move, broken in forbidden_moves(variant, position):
        if seen in _ends(variant, position.board, move):
            return broken
    return None


def _by_the_other_player(
    variant: Variant, position: Position, legal: Sequence[Move], seen: Look
) -> Broken | None:
    turned = replace(position.board, black_to_move=not position.board.black_to_move)
    return Broken("not-your-turn") if _is_next(variant, turned, seen) else None


def _by_two_moves(variant: Variant, position: Position, legal: Sequence[Move], seen: Look) -> Broken | None:
    """The other player has moved already, though this move was not finished."""
    before = look(variant, position.board)
    for move in legal:
        board = rules.play(variant, position.board, move)
        target, man = squares(variant).cells[move.target], before[squares(variant).cells[move.origin]]
        crowned = look(variant, board)[target]
        if crowned != man and seen[target] == man and _is_next(variant, board, _with(seen, target, crowned)):
            return Broken("failed-promotion")
    for move, broken in forbidden_moves(variant, position):
        board = rules.play(variant, position.board, move)
        if broken.key == "must-continue" and _is_next(variant, board, seen):
            return broken
    return None


def _by_shape(
    variant: Variant, position: Position, legal: Sequence[Move], seen: Look, changed: Sequence[Cell]
) -> Broken:
    """No move comes near: say what the hand did."""
    before = look(variant, position.board)
    gone = [cell for cell in changed if seen[cell] == EMPTY]
    come = [cell for cell in changed if before[cell] == EMPTY]
    own_gone = [cell for cell in gone if is_own(variant, position.board, before[cell])]
    if any(cell not in squares(variant).by_cell for cell in come):
        return Broken("off-square")
    if len(changed) > MOST_CELLS:
        return Broken("too-many-changes")
    if len(own_gone) == len(come) == 1 and len(changed) == len(gone) + 1:
        stops = [squares(variant).by_cell[cell] for cell in (own_gone[0], come[0])]
        return broken_rule(variant, position, stops, legal) if len(gone) == 1 else Broken("invalid-move")
    return Broken(_slip(len(gone), len(come), len(own_gone), len(changed)))


def _slip(gone: int, come: int, own_gone: int, changed: int) -> str:
    if come > gone:
        return "added-piece"
    if not come and gone == changed:
        return "removed-own" if own_gone else "removed-opponent"
    return "invalid-move" if come or gone else "crowned-early"


def is_own(variant: Variant, board: Board, face: int) -> bool:
    """Whether a face is a piece of the player to move."""
    first_to_move = (variant.first == "black") == board.black_to_move
    return face != EMPTY and (face in (FIRST_MAN, FIRST_KING)) == first_to_move


def _is_next(variant: Variant, board: Board, seen: Look) -> bool:
    """Whether any move, obligations aside, leads from the board to the look."""
    before, (_, loose) = look(variant, board), loosened(variant)[0]
    stood, stands = (
        {c for c, f in enumerate(shown) if is_own(variant, board, f)} for shown in (before, seen)
    )
    if len(stood - stands) > 1 or len(stands - stood) > 1:  # one piece moves; this spares most searches
        return False
    return any(seen in _ends(loose, board, move) for move in possible(loose, board))


def _ends(variant: Variant, board: Board, move: Move) -> tuple[Look, Look]:
    """The look after the move, and the same with a man not yet crowned."""
    before, after = look(variant, board), look(variant, rules.play(variant, board, move))
    cells = squares(variant).cells
    return after, _with(after, cells[move.target], before[cells[move.origin]])


def _with(shown: Look, cell: Cell, face: int) -> Look:
    changed = bytearray(shown)
    changed[cell] = face
    return Look(bytes(changed))
