"""Monte Carlo tree search in machine code: RAVE, bridges saved in the playouts, proofs kept in the tree.

A full board has exactly one winner (SPEC C3), so a playout fills the board and asks once, at its end. Every
array is handed over as data, every signature is written out and nothing recurses: so numba's cache on disk
is always right (shared/notes/draughts.md, section 4).

One node of the tree is one row of int32: its first child, how many children, the cell, visits, wins of
whoever played the cell, the same two for "all moves as first", and what is proved (1: whoever played the
cell wins, -1: loses).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

FIRST_CHILD, CHILDREN, CELL, VISITS, WON, LATER_VISITS, LATER_WON, PROOF = range(8)
FIELDS = 8
USED, ROOM, EXPAND_AT, BRIDGES = range(4)
"""Places of the `facts` array: nodes in use, nodes there are, visits before children are made, a switch."""
EXPLORE, EQUIVALENCE, PRIOR = range(3)
"""Places of the `tuning` array: the UCT constant, RAVE's weight in visits (0: no RAVE), its prior visits."""

_TREE, _BOARD, _NODES = "int32[:,::1]", "int8[::1]", "Array(int16, 2, 'C', readonly=True)"
_FACTS, _DICE = "int64[::1]", "uint64[::1]"


def _native(signature: str) -> Callable[[F], F]:
    made = njit(signature, cache=True, nogil=True, error_model="numpy", boundscheck=False)
    return cast(Callable[[F], F], made)


@_native(f"int64({_DICE}, int64)")
def below(dice: Any, limit: Any) -> Any:
    """A random number from 0 to limit - 1 (xorshift64*)."""
    x = dice[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    dice[0] = x
    high = np.int64((x * np.uint64(2685821657736338717)) >> np.uint64(33))
    return (high * limit) >> 31


@_native(f"int64({_BOARD}, {_NODES}, int64, int64, {_DICE})")
def bridge_reply(board: Any, ring: Any, last: Any, player: Any, dice: Any) -> Any:
    """The other end of a bridge of the player's that the last stone broke into; -1 if it broke none."""
    start = below(dice, 6)
    for i in range(start + 1, start + 7):
        cell = ring[last, i]
        if board[cell] == 0 and board[ring[last, i - 1]] == player and board[ring[last, i + 1]] == player:
            return cell
    return -1


@_native(f"void({_BOARD}, {_NODES}, int64, int64, int64, int16[::1], {_DICE})")
def fill(board: Any, ring: Any, player: Any, last: Any, bridges: Any, bag: Any, dice: Any) -> None:
    """Play at random to the full board; whoever's bridge is broken into saves it."""
    cells = ring.shape[0]
    left = 0
    for cell in range(cells):
        if board[cell] == 0:
            bag[left] = cell
            left += 1
    todo = left
    while todo > 0:
        cell = -1
        if bridges != 0 and last >= 0:
            cell = bridge_reply(board, ring, last, player, dice)
        while cell < 0:
            drawn = below(dice, left)
            left -= 1
            candidate = bag[drawn]
            bag[drawn] = bag[left]
            if board[candidate] == 0:
                cell = candidate
        board[cell] = player
        player = 3 - player
        last = cell
        todo -= 1


@_native(
    f"int64({_BOARD}, {_NODES}, Array(uint8, 1, 'C', readonly=True), int64, int64, int16[::1], int8[::1])"
)
def group_wins(board: Any, near: Any, wins: Any, seed: Any, player: Any, stack: Any, seen: Any) -> Any:
    """Whether the player's group that holds the seed joins enough islands; what it holds becomes seen."""
    cells = near.shape[0] - 12
    mask, top = 0, 1
    stack[0] = seed
    seen[seed] = 1
    while top > 0:
        top -= 1
        node = stack[top]
        if node >= cells:
            mask |= 1 << ((node - cells) >> 1)
        for i in range(6):
            other = near[node, i]
            if board[other] == player and seen[other] == 0:
                seen[other] = 1
                stack[top] = other
                top += 1
    return np.int64(wins[mask])


@_native(f"int64({_BOARD}, {_NODES}, Array(uint8, 1, 'C', readonly=True), int16[::1], int8[::1])")
def winner(board: Any, near: Any, wins: Any, stack: Any, seen: Any) -> Any:
    """Who has won a full board: 1 or 2."""
    cells = near.shape[0] - 12
    seen[:] = 0
    for k in range(0, 12, 2):
        if seen[cells + k] == 0 and group_wins(board, near, wins, cells + k, 1, stack, seen) != 0:
            return 1
    return 2


@_native(f"int64({_TREE}, int64, float64[::1])")
def best_child(tree: Any, node: Any, tuning: Any) -> Any:
    """The child to follow: its mean, mixed with how the cell fared whenever it was played later."""
    explore, equivalence = tuning[EXPLORE], tuning[EQUIVALENCE]
    log_visits = np.log(tree[node, VISITS] + 1.0)
    first = tree[node, FIRST_CHILD]
    best, best_value = -1, -1e9
    for child in range(first, first + tree[node, CHILDREN]):
        if tree[child, PROOF] < 0:
            continue
        visits, later = tree[child, VISITS], tree[child, LATER_VISITS]
        mean = tree[child, WON] / visits if visits > 0 else 0.5
        if equivalence > 0.0:
            weight = np.sqrt(equivalence / (3.0 * visits + equivalence))
            if visits == 0:
                weight = 1.0
            mean = (1.0 - weight) * mean + weight * tree[child, LATER_WON] / later
        value = mean + explore * np.sqrt(log_visits / (visits + 1.0))
        if value > best_value:
            best, best_value = child, value
    return best


@_native(f"void({_TREE}, int64, {_BOARD}, int64, {_FACTS}, float64[::1], {_DICE})")
def expand(tree: Any, node: Any, board: Any, cells: Any, facts: Any, tuning: Any, dice: Any) -> None:
    """Give a node a child for every empty cell, in random order so that ties fall anywhere."""
    first = facts[USED]
    count = 0
    prior = np.int64(tuning[PRIOR])
    for cell in range(cells):
        if board[cell] == 0:
            place = first + below(dice, count + 1)
            tree[first + count, CELL] = tree[place, CELL]
            tree[place, CELL] = cell
            count += 1
    for child in range(first, first + count):
        tree[child, FIRST_CHILD] = tree[child, CHILDREN] = 0
        tree[child, VISITS] = tree[child, WON] = tree[child, PROOF] = 0
        tree[child, LATER_VISITS], tree[child, LATER_WON] = 2 * prior, prior
    tree[node, FIRST_CHILD], tree[node, CHILDREN] = first, count
    facts[USED] = first + count


@_native(f"void({_TREE}, int32[::1], int64)")
def settle(tree: Any, path: Any, length: Any) -> None:
    """Carry a proof at the path's end towards the root as far as it reaches."""
    i = length - 1
    while i > 0:
        if tree[path[i], PROOF] > 0:
            tree[path[i - 1], PROOF] = -1
        else:
            parent = path[i - 1]
            first = tree[parent, FIRST_CHILD]
            for child in range(first, first + tree[parent, CHILDREN]):
                if tree[child, PROOF] >= 0:
                    return
            tree[parent, PROOF] = 1
        i -= 1


@_native(f"void({_TREE}, int32[::1], int64, {_BOARD}, int64, int64)")
def learn(tree: Any, path: Any, length: Any, board: Any, player: Any, won_by: Any) -> None:
    """Count a result for the nodes of the path, and for every cell their players came to hold."""
    for i in range(length):
        node = path[i]
        tree[node, VISITS] += 1
        if won_by != player:
            tree[node, WON] += 1
        first, win = tree[node, FIRST_CHILD], 1 if won_by == player else 0
        for child in range(first, first + tree[node, CHILDREN]):
            if board[tree[child, CELL]] == player:
                tree[child, LATER_VISITS] += 1
                tree[child, LATER_WON] += win
        player = 3 - player


@_native(
    f"int64({_TREE}, {_BOARD}, int64, {_NODES}, {_NODES}, Array(uint8, 1, 'C', readonly=True), "
    f"{_FACTS}, float64[::1], {_DICE}, int64)"
)
def grow(
    tree: Any,
    start: Any,
    to_move: Any,
    ring: Any,
    near: Any,
    wins: Any,
    facts: Any,
    tuning: Any,
    dice: Any,
    simulations: Any,
) -> Any:
    """Run simulations from the tree's root; the number run, fewer when the root is proved."""
    cells = ring.shape[0]
    board, seen = start.copy(), np.zeros(start.shape[0], dtype=np.int8)
    bag, stack = np.zeros(cells, dtype=np.int16), np.zeros(start.shape[0], dtype=np.int16)
    path = np.zeros(cells + 1, dtype=np.int32)
    for done in range(simulations):
        if tree[0, PROOF] != 0:
            return done
        board[:] = start
        node, player, last, length = 0, to_move, -1, 1
        path[0] = 0
        while tree[node, PROOF] == 0:
            if tree[node, CHILDREN] == 0:
                if node != 0 and tree[node, VISITS] < facts[EXPAND_AT]:
                    break
                if facts[USED] + cells > facts[ROOM]:
                    break
                expand(tree, node, board, cells, facts, tuning, dice)
            node = best_child(tree, node, tuning)
            last = tree[node, CELL] + 0
            board[last] = player
            path[length] = node
            length += 1
            if tree[node, VISITS] == 0:
                seen[:] = 0
                if group_wins(board, near, wins, last, player, stack, seen) != 0:
                    tree[node, PROOF] = 1
                    settle(tree, path, length)
            player = 3 - player
        if tree[node, PROOF] == 0:
            fill(board, ring, player, last, facts[BRIDGES], bag, dice)
            won_by = winner(board, near, wins, stack, seen)
        else:
            won_by = 3 - player if tree[node, PROOF] > 0 else player
        learn(tree, path, length, board, to_move, won_by)
    return simulations
