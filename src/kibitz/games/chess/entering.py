"""The ways into the kernels from Python: each takes the addresses of the memories."""

from __future__ import annotations

from typing import Any

from kibitz.games.chess.bits import BOOL, INT, native, pointer
from kibitz.games.chess.evaluation import evaluate
from kibitz.games.chess.exchange import exchange
from kibitz.games.chess.generating import generate, perft
from kibitz.games.chess.making import make, whole_key
from kibitz.games.chess.memo import KEY, MOVES, POSITIONS, WORDS
from kibitz.games.chess.searching import search


@native(INT, INT, INT, INT, INT, INT)
def enter(memo: Any, table: Any, depth: Any, low: Any, high: Any) -> Any:
    """Search the position at the root."""
    return search(pointer(memo), pointer(table), INT(0), depth, low, high, BOOL(0))


@native(INT, INT)
def judge(memo: Any) -> Any:
    """The worth of the root as it stands."""
    return evaluate(pointer(memo), INT(POSITIONS))


@native(INT, INT)
def root_key(memo: Any) -> Any:
    """The key of the root."""
    return whole_key(pointer(memo), INT(POSITIONS))


@native(INT, INT)
def list_moves(memo: Any) -> Any:
    """Put the root's legal moves at the beginning of the list; how many there are."""
    there, p, n = pointer(memo), INT(POSITIONS), INT(0)
    for i in range(generate(there, p, INT(0), False)):
        move = there[MOVES + i]
        if make(there, p, p + WORDS, move):
            there[MOVES + n] = move
            n += 1
    return n


@native(INT, INT, INT)
def key_after(memo: Any, move: Any) -> Any:
    """The key that a move of the root leads to."""
    there, p = pointer(memo), INT(POSITIONS)
    make(there, p, p + WORDS, move)
    return there[p + WORDS + KEY]


@native(INT, INT, INT)
def balance(memo: Any, move: Any) -> Any:
    """What the exchanges after a move of the root come to."""
    return exchange(pointer(memo), INT(POSITIONS), move)


@native(INT, INT, INT)
def leaves(memo: Any, depth: Any) -> Any:
    """Perft of the root."""
    return perft(pointer(memo), INT(POSITIONS), INT(0), depth)
