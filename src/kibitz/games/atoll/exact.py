"""Size 3 solved exactly: who wins, proved by search, in machine code.

Stones are the bits of `winning.Waters`, which fit 63 bits at this size. A proof comes with its carrier: the
empty cells it needs. A stone outside the carrier of the opponent's win cannot stop it (more own stones never
hurt in a connection game), so after one refuted move only the cells of that carrier are left to try. The
answer is the carrier, positive when the side to move wins and negative when it loses.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from kibitz.games.atoll.hexes import distance, hexes
from kibitz.games.atoll.position import Move, Position
from kibitz.games.atoll.winning import WINS, waters

F = TypeVar("F", bound=Callable[..., Any])

SIZE = 3
TABLE_BITS = 20
"""A million proofs, 24 MB: all that the whole game at size 3 needs."""

_ISLANDS, _LIST = "Array(int64, 2, 'C', readonly=True)", "Array(int64, 1, 'C', readonly=True)"


_lock = threading.Lock()


def _native(signature: str) -> Callable[[F], F]:
    made = njit(signature, cache=True, nogil=True, error_model="numpy", boundscheck=False)
    return cast(Callable[[F], F], made)


@_native("int64(int64, int64)")
def around(stones: Any, width: Any) -> Any:
    """The stones and all their neighbours."""
    both = stones | stones << 1 | stones << width
    return both | stones >> 1 | stones >> width | stones << (width - 1) | stones >> (width - 1)


@_native("int64(int64, int64, int64)")
def group(seed: Any, own: Any, width: Any) -> Any:
    """Everything among these stones that hangs together with the seed."""
    grown = seed
    more = around(grown, width) & own
    while more != grown:
        grown = more
        more = around(grown, width) & own
    return grown


@_native(f"int64(int64, int64, int64, {_ISLANDS}, {_LIST}, int64)")
def at_once(stones: Any, empty: Any, player: Any, islands: Any, wins: Any, width: Any) -> Any:
    """The empty cells that win at once for the player who holds these stones."""
    shores, joined = np.zeros(6, dtype=np.int64), np.zeros(6, dtype=np.int64)
    own, groups = stones, 0
    for i in range(6):
        own |= islands[player, i]
    left = own
    for i in range(6):
        if islands[player, i] & left != 0:
            grown = group(islands[player, i], own, width)
            left &= ~grown
            for j in range(6):
                if grown & islands[player, j] != 0:
                    joined[groups] |= 1 << j
            shores[groups] = around(grown, width)
            groups += 1
    found, rest = 0, empty
    while rest != 0:
        cell = rest & -rest
        rest ^= cell
        mask = 0
        for i in range(groups):
            if shores[i] & cell != 0:
                mask |= joined[i]
        if wins[mask] != 0:
            found |= cell
    return found


@_native(f"int64(int64, int64, int64, {_ISLANDS}, {_LIST}, {_LIST}, int64, int64[:,::1])")
def prove(
    own: Any, other: Any, player: Any, islands: Any, wins: Any, order: Any, width: Any, table: Any
) -> Any:
    """The carrier of the mover's win, or of his loss as a negative number."""
    mixed = (own * 1099511628211) ^ (other * 6364136223846793005) ^ player
    slot = (mixed ^ (mixed >> 29)) & (table.shape[0] - 1)
    if table[slot, 0] == own and table[slot, 1] == (other << 1 | player):
        return table[slot, 2]
    board = 0
    for i in range(order.shape[0]):
        board |= order[i]
    empty = board & ~(own | other)
    won = at_once(own, empty, player, islands, wins, width)
    if won != 0:
        return won & -won
    threats = at_once(other, empty, 1 - player, islands, wins, width)
    second = threats & (threats - 1)
    if second != 0:
        return -((threats & -threats) | (second & -second))
    must, needed, answer = empty, threats, 0
    if threats != 0:
        must = threats
    for i in range(order.shape[0]):
        if order[i] & must == 0:
            continue
        reply = prove(other, own | order[i], 1 - player, islands, wins, order, width, table)
        if reply < 0:
            answer = order[i] | -reply
            break
        must &= reply
        needed |= reply
    if answer == 0:
        answer = -needed
    table[slot, 0], table[slot, 1], table[slot, 2] = own, other << 1 | player, answer
    return answer


@cache
def _facts() -> tuple[Any, Any, Any, int]:
    water, board = waters(SIZE), hexes(SIZE)
    central = sorted(range(len(board.cells)), key=lambda i: distance(board.cells[i]))
    islands = np.array(water.islands, dtype=np.int64)
    wins = np.array(WINS, dtype=np.int64)
    order = np.array([water.bits[i] for i in central], dtype=np.int64)
    for array in (islands, wins, order):
        array.flags.writeable = False
    return islands, wins, order, water.width


@cache
def _table() -> Any:
    return np.full((1 << TABLE_BITS, 3), -1, dtype=np.int64)


def mover_wins(position: Position) -> bool:
    """Whether the player to move wins an unfinished position of size 3 by force."""
    own, other = position.stones if position.player == 0 else position.stones[::-1]
    with _lock:  # the table of proofs is shared, and the search runs without the interpreter's own lock
        return bool(prove(own, other, position.player, *_facts(), _table()) > 0)


def winning_moves(position: Position) -> tuple[Move, ...]:
    """All moves that keep the win; none when the position is lost."""
    after = ((cell, position.after(cell)) for cell in position.free)
    return tuple(cell for cell, then in after if then.winner or not mover_wins(then))
