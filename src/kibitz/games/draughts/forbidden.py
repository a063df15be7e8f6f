"""Which rule forbids a move: the rules are loosened one by one until the move becomes legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from kibitz.core.errors import BadSetup
from kibitz.games.draughts import rules
from kibitz.games.draughts.board import squares
from kibitz.games.draughts.fen import far_row
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.look import between, ways
from kibitz.games.draughts.position import Position, is_barred
from kibitz.games.draughts.rules import Board, Move
from kibitz.games.draughts.switches import Variant

RULES = {
    "unchanged": "The board shows the position as it stands.",
    "legal-move": "This is a legal move.",
    "game-over": "The game is over.",
    "no-piece": "There is no piece on the first square.",
    "not-your-turn": "It is the other player's turn.",
    "obligatory-capture": "A capture is obligatory.",
    "must-take-most": "Another capture has precedence.",
    "must-continue": "A capture must be continued while it can be.",
    "king-limit": "One king may not move so often in a row without a capture while its side has men.",
    "wrong-direction": "Men do not go that way.",
    "lands-behind": "A capturing king must land directly behind the piece.",
    "man-takes-king": "A man may not capture a king.",
    "blocked": "A piece is in the way.",
    "failed-promotion": "A man that ends its move on the far row must be replaced by a king.",
    "crowned-early": "Only a man that ends its move on the far row becomes a king.",
    "not-removed": "Captured pieces must be removed.",
    "removed-own": "A piece of the player to move has been removed.",
    "removed-opponent": "A piece has been removed that was not captured.",
    "added-piece": "A piece has been added.",
    "off-square": "A piece stands on a square that is not played on.",
    "too-many-changes": "More has changed than one move can change.",
    "invalid-move": "The piece cannot move so.",
}
"""Every reason, and the rule in words."""


@dataclass(frozen=True, slots=True)
class Broken:
    """The rule a move breaks, and legal moves that would keep it."""

    key: str
    instead: tuple[Move, ...] = ()


@lru_cache(maxsize=32)
def loosened(variant: Variant) -> tuple[tuple[str, Variant], ...]:
    """The variant without obligations, then also without one more rule each; the key names that rule."""
    loose = replace(variant, capture_obligatory=False, continuing_obligatory=False, precedence=())
    found = [("", loose)]
    if variant.men_capture_backward != "always":
        found.append(("wrong-direction", replace(loose, men_capture_backward="always")))
    if variant.flying_kings and variant.king_lands != "anywhere":
        found.append(("lands-behind", replace(loose, king_lands="anywhere")))
    if not variant.men_capture_kings:
        found.append(("man-takes-king", replace(loose, men_capture_kings=True)))
    return tuple(found)


def forbidden_moves(variant: Variant, position: Position) -> Iterator[tuple[Move, Broken]]:
    """Every move that only one rule forbids, with that rule."""
    legal = rules.legal(variant, position.board)
    known, begun = {_what(move) for move in legal}, _beginnings(variant, position.board, legal)
    for move in legal:
        if is_barred(variant, position, move):
            yield move, Broken("king-limit")
    for key, loose in loosened(variant):
        for move in possible(loose, position.board):
            if _what(move) not in known:
                known.add(_what(move))
                yield move, Broken(key) if key else _obligation(move, legal, begun)


def possible(variant: Variant, board: Board) -> Sequence[Move]:
    """All moves by loosened rules, which may be too many to list: then none."""
    try:
        return rules.legal(variant, board)
    except BadSetup:
        return ()


def broken_rule(variant: Variant, position: Position, stops: Sequence[int], legal: Sequence[Move]) -> Broken:
    """The rule that a move from the first of these squares to the last would break."""
    board, bits = position.board, layout(variant).bits
    own, other = (board.black, board.white) if board.black_to_move else (board.white, board.black)
    if not bits[stops[0]] & own:
        return Broken("not-your-turn" if bits[stops[0]] & other else "no-piece")
    if not legal:
        return Broken("game-over")
    ends = (stops[0], stops[-1])
    found = [
        broken for move, broken in forbidden_moves(variant, position) if (move.origin, move.target) == ends
    ]
    return found[0] if found else _geometry(variant, board, stops, legal)


def _beginnings(variant: Variant, board: Board, legal: Sequence[Move]) -> dict[tuple[int, ...], list[Move]]:
    """The first jumps of every capture, by any route, and the captures that begin so."""
    found: dict[tuple[int, ...], list[Move]] = {}
    for move in legal:
        known = ways(variant, board, move) if move.captured else []
        for start in {way[:stop] for way in known for stop in range(2, len(way))}:
            found.setdefault(start, []).append(move)
    return found


def _obligation(move: Move, legal: Sequence[Move], begun: dict[tuple[int, ...], list[Move]]) -> Broken:
    if not move.captured:
        return Broken("obligatory-capture", tuple(legal))
    longer = begun.get(tuple(move.route))
    return Broken("must-continue", tuple(longer)) if longer else Broken("must-take-most", tuple(legal))


def _geometry(variant: Variant, board: Board, stops: Sequence[int], legal: Sequence[Move]) -> Broken:
    """Why a piece cannot go there at all."""
    origin, target = stops[0], stops[-1]
    taken = board.white | board.black
    instead = tuple(m for m in legal if m.origin == origin)
    if layout(variant).bits[target] & taken:
        return Broken("blocked", instead)
    if not layout(variant).bits[origin] & board.kings and goes_back(variant, board, origin, target):
        return Broken("wrong-direction", instead)
    crossed = between(variant, origin, target) if on_a_line(variant, origin, target) else ()
    if any(layout(variant).bits[square] & taken for square in crossed):
        return Broken("blocked", instead)
    return Broken("invalid-move", instead)


def goes_back(variant: Variant, board: Board, origin: int, target: int) -> bool:
    """Whether a man of the side to move would go away from its far row."""
    far, rows = far_row(variant, board.black_to_move), squares(variant).rows
    return abs(rows[target] - far) > abs(rows[origin] - far)


def on_a_line(variant: Variant, here: int, there: int) -> bool:
    """Whether two squares share a row, a column or a diagonal."""
    board = squares(variant)
    rows, columns = abs(board.rows[there] - board.rows[here]), abs(board.columns[there] - board.columns[here])
    return rows == columns or not rows or not columns


def _what(move: Move) -> tuple[int, int, frozenset[int]]:
    return move.origin, move.target, frozenset(move.captured)
