"""Self-play in machine code: whole games at a few hundred nodes a move. A template like the kernel.

Each position without a capture is kept as a row: pieces of the side to move, the other's, kings, whether
it plays down, the score found, and how the game ended for the side that plays down (1, 0 or -1).
"""

from __future__ import annotations

from kibitz.games.draughts.kernel import BOARD, NONE, OBLIGATORY, WIDTH, Buffer, captures, get, quiets
from kibitz.games.draughts.memo import (
    AGE,
    CALM,
    HORIZON,
    KEYS,
    LIMIT,
    LONGEST,
    LOSING,
    NODES,
    PAST,
    QUIET,
    STILL,
    STOP,
    WORST,
    Memo,
)
from kibitz.games.draughts.search import drawn, follow, mix, recall, search

RANDOM = 9
ROW = 6
CLEAR = 450
"""A lead, in hundredths of a man, at which a game is called won."""
LONGEST_GAME = 180


def any_of(memo: Memo, n: int) -> int:
    """A number below n, by chance."""
    memo[RANDOM] = memo[RANDOM] * 6364136223846793005 + 1442695040888963407
    return ((memo[RANDOM] >> 33) & 2147483647) % n


def listed(buffer: Buffer, own: int, foes: int, kings: int, down: bool) -> int:
    """List all moves from number 1; the next number."""
    n = captures(buffer, 1, own, foes, kings, down)
    return n if OBLIGATORY and n > 1 else quiets(buffer, n, own, foes, kings, down)


def thought(
    buffer: Buffer, table: Memo, memo: Memo, own: int, foes: int, kings: int, down: bool, nodes: int
) -> int:
    """The score of a position after so many nodes; the move is in the table."""
    memo[STOP] = 0
    memo[NODES] = 0
    memo[LIMIT] = nodes
    memo[AGE] = (memo[AGE] + 1) & 255
    score = 0
    depth = 1
    while depth < 40:
        memo[HORIZON] = 2 * depth + 8
        found = search(buffer, table, memo, 1, own, foes, kings, down, depth, WORST, -WORST, 0)
        if memo[STOP]:
            return score
        score = found
        if score > LONGEST or score < -LONGEST:
            return score
        depth += 1
    return score


def game(
    buffer: Buffer,
    table: Memo,
    memo: Memo,
    out: Memo,
    own: int,
    foes: int,
    kings: int,
    down: bool,
    nodes: int,
    wild: int,
) -> int:
    """Play a game to its end, the first plies by chance; how many rows were kept."""
    rows = 0
    result = 0
    memo[PAST] = 0
    memo[CALM] = 0
    memo[QUIET] = 0
    memo[STILL] = 0
    for ply in range(LONGEST_GAME):
        n = listed(buffer, own, foes, kings, down)
        if n == 1:
            result = 1 if down == LOSING else -1
            break
        taking = get(buffer, WIDTH + 2) != NONE
        key = mix(own, foes, kings, down)
        memo[KEYS + memo[PAST]] = key
        if drawn(memo, 0, key, own, foes, kings):
            break
        number = any_of(memo, n - 1)
        if ply >= wild:
            score = thought(buffer, table, memo, own, foes, kings, down, nodes)
            if score >= CLEAR or score <= -CLEAR:
                result = 1 if (score > 0) == down else -1
                break
            word = recall(table, memo, key)
            n = listed(buffer, own, foes, kings, down)
            if word and 0 < (word & 1023) < n:
                number = (word & 1023) - 1
            if not taking:
                out[rows * ROW] = own
                out[rows * ROW + 1] = foes
                out[rows * ROW + 2] = kings
                out[rows * ROW + 3] = 1 if down else 0
                out[rows * ROW + 4] = score
                rows += 1
        place = (number + 1) * WIDTH
        origin = get(buffer, place)
        target = get(buffer, place + 1)
        taken = get(buffer, place + 2)
        rank = get(buffer, place + 3)
        follow(memo, 0, origin, target, taken, rank, kings)
        memo[CALM] = memo[CALM + 1]
        memo[QUIET] = memo[QUIET + 1]
        memo[STILL] = memo[STILL + 1]
        memo[PAST] = memo[CALM]
        left = (own ^ origin) | target
        kings = (kings & (BOARD ^ (origin | taken))) | rank
        own = foes ^ taken
        foes = left
        down = not down
    for i in range(rows):
        out[i * ROW + 5] = result
    return rows
