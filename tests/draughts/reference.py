"""A second draughts generator, slow on purpose, written from the SPEC and the rule books alone.

It knows nothing of the real one: a board is a dict from (row, column) to a piece, rows count from the top,
and every chain of jumps is walked to its end and then weighed against all others. SPEC lines: A8-A12 are
the rules called poznan, D1-D4 those called kaaz.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

Square: TypeAlias = tuple[int, int]
Direction: TypeAlias = tuple[int, int]

DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
STRAIGHTS = ((-1, 0), (0, -1), (0, 1), (1, 0))
OVER_EVERY_SECOND = ((-2, 0), (0, -2), (0, 2), (2, 0))
KING_VALUE = 2 - Fraction(1, 1000)  # Frisian: a king counts a little less than two men


class Piece(NamedTuple):
    """Whose it is and whether it is a king."""

    white: bool
    king: bool


Board: TypeAlias = dict[Square, Piece]


@dataclass(frozen=True)
class Rules:
    """The questions on which rule books differ."""

    size: int = 8
    corner_dark: bool = False  # A3, D1: the upper-left corner
    all_cells: bool = False  # Turkish: rows and columns instead of diagonals
    white_below: bool = True
    must_capture: bool = True  # A9: no; D2: yes
    must_continue: bool = True  # A9: no; D2: yes
    men_back: str = "always"  # A9: "later"; D2: "always"; English: "never"
    men_take_kings: bool = True  # Italian: no
    straight_captures: bool = False  # Frisian
    flying: bool = True
    landing: str = "anywhere"  # A10: "directly"; D2: "anywhere"; killer: "directly_behind_last_king"
    turns_back: bool = True  # Turkish: no
    lifted_at_once: bool = False
    crowned: str = "at_end"  # A10, D3; Russian: "in_passing"; English: "stops"
    weighing: tuple[str, ...] = ()


class Turn(NamedTuple):
    """One whole move: what is moved where, what is taken, and the board it leaves."""

    origin: Square
    target: Square
    taken: frozenset[Square]
    after: frozenset[tuple[Square, Piece]]


class Way(NamedTuple):
    """One way to make a move: where the piece stands one after another, and what it takes, in order."""

    route: tuple[Square, ...]
    taken: tuple[Square, ...]
    after: frozenset[tuple[Square, Piece]]

    @property
    def turn(self) -> Turn:
        """The move it makes."""
        return Turn(self.route[0], self.route[-1], frozenset(self.taken), self.after)


class Chain(NamedTuple):
    """Jumps made so far by one piece: where it has stood, what it is now, what it took, how it came."""

    route: tuple[Square, ...]
    piece: Piece
    taken: tuple[Square, ...] = ()
    came: Direction | None = None

    @property
    def at(self) -> Square:
        """Where the piece stands."""
        return self.route[-1]


def squares(rules: Rules) -> list[Square]:
    """All squares that are played on, row by row from the upper left."""
    every = [(row, column) for row in range(rules.size) for column in range(rules.size)]
    return [s for s in every if rules.all_cells or (sum(s) % 2 == 0) == rules.corner_dark]


def far_row(rules: Rules, white: bool) -> int:
    """The row on which this side's men are crowned."""
    return 0 if white == rules.white_below else rules.size - 1


def opening(rules: Rules, rows: int, behind: int = 0) -> Board:
    """The starting position with so many rows of men on each side."""
    board: Board = {}
    for row, column in squares(rules):
        if behind <= row < behind + rows:
            board[row, column] = Piece(not rules.white_below, False)
        if behind <= rules.size - 1 - row < behind + rows:
            board[row, column] = Piece(rules.white_below, False)
    return board


def turns(rules: Rules, board: Board, white: bool) -> set[Turn]:
    """Every legal move of a side, each once."""
    return {way.turn for way in ways(rules, board, white)}


def ways(rules: Rules, board: Board, white: bool) -> list[Way]:
    """Every way to make a legal move."""
    own = [square for square, piece in board.items() if piece.white == white]
    chains = [chain for square in own for chain in _chains(rules, board, square)]
    best = max((_weight(rules, board, chain) for chain in chains), default=())
    captures = [_result(rules, board, c) for c in chains if _weight(rules, board, c) == best]
    if captures and rules.must_capture:
        return captures
    return captures + [way for square in own for way in _quiet(rules, board, square)]


def _quiet(rules: Rules, board: Board, square: Square) -> Iterator[Way]:
    piece = board[square]
    for direction in STRAIGHTS if rules.all_cells else DIAGONALS:
        if not piece.king and not _forward(rules, piece, direction, sideways=rules.all_cells):
            continue
        target = _step(square, direction)
        while _empty(rules, board, target):
            yield _result(rules, board, Chain((square, target), piece))
            if not (piece.king and rules.flying):
                break
            target = _step(target, direction)


def _chains(rules: Rules, board: Board, square: Square) -> Iterator[Chain]:
    """Every sequence of jumps at whose end this piece may stop."""
    without = {s: p for s, p in board.items() if s != square}
    yield from _from_here(rules, without, Chain((square,), board[square]))


def _from_here(rules: Rules, board: Board, chain: Chain) -> Iterator[Chain]:
    for over, landings in _jumps(rules, board, chain):
        reached = [_jumped(rules, chain, over, landing) for landing in landings]
        left = {s: p for s, p in board.items() if s != over} if rules.lifted_at_once else board
        going_on = [c for c in reached if _may_go_on(rules, left, c)]
        if not (going_on and rules.must_continue):
            yield from reached[:1] if _halts_behind(rules, board, chain, over) else reached
        for c in going_on:
            yield from _from_here(rules, left, c)


def _may_go_on(rules: Rules, board: Board, chain: Chain) -> bool:
    crowned = chain.at[0] == far_row(rules, chain.piece.white) and not chain.piece.king
    if crowned and rules.crowned == "stops":
        return False
    return any(True for _ in _jumps(rules, board, chain))


def _halts_behind(rules: Rules, board: Board, chain: Chain, over: Square) -> bool:
    return rules.landing == "directly_behind_last_king" and chain.piece.king and board[over].king


def _jumped(rules: Rules, chain: Chain, over: Square, landing: Square) -> Chain:
    """One jump further; a man is crowned on the way only where that is the rule."""
    piece = chain.piece
    if rules.crowned == "in_passing" and landing[0] == far_row(rules, piece.white):
        piece = Piece(piece.white, True)
    came = (_sign(landing[0] - chain.at[0]), _sign(landing[1] - chain.at[1]))
    return Chain((*chain.route, landing), piece, (*chain.taken, over), came)


def _jumps(rules: Rules, board: Board, chain: Chain) -> Iterator[tuple[Square, list[Square]]]:
    """Every piece that can be jumped next, with the squares behind it on which the jump may end."""
    for direction in _capture_directions(rules):
        if not _may_capture_towards(rules, chain, direction):
            continue
        over = _step(chain.at, direction)
        if chain.piece.king and rules.flying:
            while _empty(rules, board, over):
                over = _step(over, direction)
        if _takeable(rules, board, chain, over):
            landings = _behind(rules, board, chain, over, direction)
            if landings:
                yield over, landings


def _capture_directions(rules: Rules) -> tuple[Direction, ...]:
    if rules.all_cells:
        return STRAIGHTS
    return (*DIAGONALS, *OVER_EVERY_SECOND) if rules.straight_captures else DIAGONALS


def _may_capture_towards(rules: Rules, chain: Chain, direction: Direction) -> bool:
    if chain.piece.king:
        back = (-_sign(direction[0]), -_sign(direction[1]))
        return rules.turns_back or chain.came != back
    if rules.men_back == "always" or (rules.men_back == "later" and chain.taken):
        return True
    return _forward(rules, chain.piece, direction, sideways=True)


def _takeable(rules: Rules, board: Board, chain: Chain, over: Square) -> bool:
    victim = board.get(over)
    if victim is None or victim.white == chain.piece.white or over in chain.taken:
        return False
    return chain.piece.king or not victim.king or rules.men_take_kings


def _behind(rules: Rules, board: Board, chain: Chain, over: Square, direction: Direction) -> list[Square]:
    landings: list[Square] = []
    landing = _step(over, direction)
    while _empty(rules, board, landing):
        landings.append(landing)
        if not (chain.piece.king and rules.flying) or rules.landing == "directly":
            break
        landing = _step(landing, direction)
    return landings


def _weight(rules: Rules, board: Board, chain: Chain) -> tuple[Any, ...]:
    """What makes one capture count more than another, in the order of the rule book."""
    kings = [board[s].king for s in chain.taken]
    worth = {
        "most": len(kings),
        "value": sum(KING_VALUE if king else 1 for king in kings),
        "with_king": board[chain.route[0]].king,
        "most_kings": sum(kings),
        "kings_first": kings + [False] * (len(board) - len(kings)),
    }
    return tuple(worth[criterion] for criterion in rules.weighing)


def _result(rules: Rules, board: Board, chain: Chain) -> Way:
    after = {s: p for s, p in board.items() if s != chain.route[0] and s not in chain.taken}
    crowned = chain.at[0] == far_row(rules, chain.piece.white)
    after[chain.at] = Piece(chain.piece.white, chain.piece.king or crowned)
    return Way(chain.route, chain.taken, frozenset(after.items()))


def _forward(rules: Rules, piece: Piece, direction: Direction, *, sideways: bool) -> bool:
    ahead = -1 if far_row(rules, piece.white) == 0 else 1
    return direction[0] * ahead > 0 or (sideways and direction[0] == 0)


def _empty(rules: Rules, board: Board, square: Square) -> bool:
    return all(0 <= c < rules.size for c in square) and square not in board


def _step(square: Square, direction: Direction) -> Square:
    return square[0] + direction[0], square[1] + direction[1]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def perft(rules: Rules, board: Board, white: bool, depth: int) -> int:
    """Leaf positions at exactly this depth; equal start, end and captured set count once."""
    if depth == 0:
        return 1
    found = turns(rules, board, white)
    if depth == 1:
        return len(found)
    return sum(perft(rules, dict(turn.after), not white, depth - 1) for turn in found)
