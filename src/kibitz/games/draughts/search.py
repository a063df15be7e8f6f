"""Alpha-beta over the kernel's moves. A template like kernel.py: `specialise.py` writes it for one rule set.

Three flat buffers belong to a search: `buffer` for moves (see kernel.py), `table` for positions already
searched, two places each, shared by all threads (a position's key is kept crossed with what is known of
it, so that an entry torn by two writers is not recognised), and `memo` for the rest of its memory.

Captures are never left hanging: where capturing is obligatory there is no leaf while one is possible,
and where it is not, a side may be content with the position as it stands.
"""

from __future__ import annotations

from kibitz.games.draughts.endgame import probe
from kibitz.games.draughts.evaluation import evaluate
from kibitz.games.draughts.kernel import (
    BOARD,
    BREAKTHROUGH,
    NONE,
    OBLIGATORY,
    SIDEWAYS,
    WIDTH,
    Buffer,
    captures,
    count,
    get,
    go,
    popcount,
    quiets,
)
from kibitz.games.draughts.memo import (
    AGE,
    CALM,
    DEEPEST,
    FORCES,
    HISTORY,
    HORIZON,
    KEYS,
    KILLER,
    LIMIT,
    LONGEST,
    LOSING,
    MASK,
    NODES,
    ORDER,
    PAST,
    PIECES,
    QUIET,
    ROADS,
    SQUARES,
    STILL,
    STOP,
    UNSOLVED,
    WIN,
    WORST,
    Memo,
    index,
)

QUIET_LIMIT = 30
ENDINGS = True
ROAD = 0
TABLED = False
PROBING = True
PROBE_MARGIN = 60
PROBE_LESS = 4
THREATS = True
LATE, LATER, LATER_DEPTH = 1, 4, 4
SINGLE = True
EXACT, AT_LEAST, AT_MOST = 3, 2, 1


def mix(own: int, foes: int, kings: int, down: bool) -> int:
    """The key of a position: 64 bits, signed."""
    return hash((own, foes, kings, down))


def known_ending(memo: Memo, ply: int, own: int, foes: int, kings: int) -> bool:
    """Whether the rule book calls this ending drawn by now.

    Plies on the main road are counted apart, behind the ply: one more than it has stood there, 0 if off it.
    """
    own_kings = popcount(own & kings)
    foe_kings = popcount(foes & kings)
    own_men = popcount(own) - own_kings
    foe_men = popcount(foes) - foe_kings
    if own_kings > 7 or foe_kings > 7 or own_men > 7 or foe_men > 7:
        return False
    forces = FORCES + (own_kings * 8 + own_men) * 64 + foe_kings * 8 + foe_men
    plies = memo[forces]
    if plies and memo[STILL + ply] >= plies:
        return True
    plies = memo[forces + 4096]
    weak = own if popcount(own) < popcount(foes) else foes
    if not plies or not weak & kings & ROAD:
        return False
    stood = memo[ROADS + ply] if memo[STILL + ply] else 0
    memo[ROADS + ply + 1] = stood + 1
    return stood >= plies


def drawn(memo: Memo, ply: int, key: int, own: int, foes: int, kings: int) -> bool:
    """Whether a draw rule ends the game here; one repetition is as good as several."""
    memo[ROADS + ply + 1] = 0
    calm = memo[CALM + ply]
    if calm >= 4:
        here = KEYS + memo[PAST] + ply
        back = 4
        while back <= calm:
            if memo[here - back] == key:
                return True
            back += 2
    if QUIET_LIMIT and memo[QUIET + ply] >= QUIET_LIMIT:
        return True
    if ENDINGS and own & kings and foes & kings:
        return known_ending(memo, ply, own, foes, kings)
    return False


def follow(memo: Memo, ply: int, origin: int, target: int, taken: int, rank: int, kings: int) -> None:
    """What the draw rules remember after a move."""
    king = (origin & kings) != NONE
    memo[CALM + ply + 1] = 0
    memo[QUIET + ply + 1] = 0
    memo[STILL + ply + 1] = 0
    if not taken:
        if king:
            memo[CALM + ply + 1] = memo[CALM + ply] + 1
            memo[QUIET + ply + 1] = memo[QUIET + ply] + 1
        for d in SIDEWAYS:
            if not king and go(origin, d) == target:
                memo[CALM + ply + 1] = memo[CALM + ply] + 1
        if king or not rank:
            memo[STILL + ply + 1] = memo[STILL + ply] + 1


def arrange(
    buffer: Buffer, memo: Memo, first: int, n: int, kings: int, down: bool, hint: int, ply: int
) -> None:
    """Give moves their places in the order: the known best, captures, killers, what worked before."""
    killer = memo[KILLER + 2 * ply]
    second = memo[KILLER + 2 * ply + 1]
    for i in range(first, n):
        at = i * WIDTH
        code = index(get(buffer, at)) * SQUARES + index(get(buffer, at + 1))
        taken = get(buffer, at + 2)
        if i - first == hint:
            worth = 1 << 40
        elif taken:
            worth = (1 << 32) + popcount(taken) * 4 + popcount(taken & kings)
        elif code == killer:
            worth = 1 << 31
        elif code == second:
            worth = 1 << 30
        else:
            worth = memo[HISTORY + (SQUARES * SQUARES if down else 0) + code]
        memo[ORDER + i] = worth * 4096 + 4095 - (i - first)


def pick(memo: Memo, i: int, n: int) -> int:
    """Bring the best of the remaining moves to place i; its number among the moves."""
    best = i
    for j in range(i + 1, n):
        if memo[ORDER + j] > memo[ORDER + best]:
            best = j
    word = memo[ORDER + best]
    memo[ORDER + best] = memo[ORDER + i]
    memo[ORDER + i] = word
    return 4095 - (word & 4095)


def reward(buffer: Buffer, memo: Memo, place: int, down: bool, ply: int, depth: int) -> None:
    """Remember a quiet move that refuted the other side's."""
    code = index(get(buffer, place)) * SQUARES + index(get(buffer, place + 1))
    if memo[KILLER + 2 * ply] != code:
        memo[KILLER + 2 * ply + 1] = memo[KILLER + 2 * ply]
        memo[KILLER + 2 * ply] = code
    at = HISTORY + (SQUARES * SQUARES if down else 0) + code
    memo[at] += depth * depth
    if memo[at] > 1 << 28:
        for i in range(HISTORY, HISTORY + 2 * SQUARES * SQUARES):
            memo[i] >>= 1


def store(table: Memo, memo: Memo, key: int, depth: int, kind: int, score: int, hint: int, ply: int) -> None:
    """Keep what is known of a position; of two places, the deeper one of this search is spared."""
    if score > LONGEST:
        score += ply
    elif score < -LONGEST:
        score -= ply
    word = (hint + 1) | (depth << 10) | (kind << 18) | ((score + 32768) << 20) | (memo[AGE] << 36)
    slot = (key & memo[MASK]) * 4
    held = table[slot + 1]
    if table[slot] ^ held != key and held >> 36 == memo[AGE] and (held >> 10) & 255 > depth:
        slot += 2
    table[slot] = key ^ word
    table[slot + 1] = word


def recall(table: Memo, memo: Memo, key: int) -> int:
    """What is known of a position; 0 if nothing."""
    slot = (key & memo[MASK]) * 4
    word = table[slot + 1]
    if table[slot] ^ word == key:
        return word
    word = table[slot + 3]
    if table[slot + 2] ^ word == key:
        return word
    return 0


def score_of(word: int, ply: int) -> int:
    """The score in an entry, wins counted from the root."""
    score = ((word >> 20) & 65535) - 32768
    if score > LONGEST:
        return score - ply
    if score < -LONGEST:
        return score + ply
    return score


def over(own: int, foes: int, kings: int, ply: int) -> int:
    """The score if the game has ended by pieces alone; else 0."""
    if BREAKTHROUGH and kings:
        return ply - WIN
    if not own:
        return WIN - ply if LOSING else ply - WIN
    return 0


def search(
    buffer: Buffer,
    table: Memo,
    memo: Memo,
    n: int,
    own: int,
    foes: int,
    kings: int,
    down: bool,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
) -> int:
    """The score of a position, exact between alpha and beta and else a bound; 0 once stopped."""
    if memo[STOP]:
        return 0
    memo[NODES] += 1
    if memo[NODES] >= memo[LIMIT]:
        memo[STOP] = 1
        return 0
    ended = over(own, foes, kings, ply)
    if ended:
        return ended
    key = mix(own, foes, kings, down)
    memo[KEYS + memo[PAST] + ply] = key
    if drawn(memo, ply, key, own, foes, kings):
        return 0
    if TABLED and popcount(own | foes) <= memo[PIECES]:
        solved = probe(memo, own, foes, kings, down, ply)
        if solved != UNSOLVED:
            return solved
    first = n
    n = captures(buffer, n, own, foes, kings, down)
    taking = n > first
    wide_open = beta - alpha > 1
    hint = -1
    if depth > 0:
        word = recall(table, memo, key)
        if word:
            hint = (word & 1023) - 1
            if (word >> 10) & 255 >= depth and not wide_open:
                score = score_of(word, ply)
                kind = (word >> 18) & 3
                if (
                    kind == EXACT
                    or (kind == AT_LEAST and score >= beta)
                    or (kind == AT_MOST and score <= alpha)
                ):
                    return score
    best = WORST
    if depth <= 0 or ply >= DEEPEST:
        if not taking and count(own, foes, kings, down) == 0:
            return WIN - ply if LOSING else ply - WIN
        if THREATS and depth == 0 and not taking and captures(buffer, n, foes, own, kings, not down) > n:
            n = quiets(buffer, n, own, foes, kings, down)
        elif not taking or not OBLIGATORY or ply >= DEEPEST:
            best = evaluate(memo, own, foes, kings, down)
            if not taking or best >= beta or ply >= DEEPEST:
                return best
            alpha = max(alpha, best)
    elif not (OBLIGATORY and taking):
        n = quiets(buffer, n, own, foes, kings, down)
        if n == first:
            return WIN - ply if LOSING else ply - WIN
        if PROBING and not taking and not wide_open and depth >= 5 and -LONGEST < beta < LONGEST:
            bound = beta + PROBE_MARGIN
            score = search(
                buffer, table, memo, n, own, foes, kings, down, depth - PROBE_LESS, bound - 1, bound, ply
            )
            if memo[STOP]:
                return 0
            if score >= bound:
                return score
    arrange(buffer, memo, first, n, kings, down, hint, ply)
    floor = alpha
    chosen = first
    for i in range(first, n):
        number = first + pick(memo, i, n)
        place = number * WIDTH
        origin = get(buffer, place)
        target = get(buffer, place + 1)
        taken = get(buffer, place + 2)
        rank = get(buffer, place + 3)
        left = (own ^ origin) | target
        prey = foes ^ taken
        crowned = (kings & (BOARD ^ (origin | taken))) | rank
        follow(memo, ply, origin, target, taken, rank, kings)
        deeper = depth - 1
        if SINGLE and n - first == 1 and depth > 0 and ply < memo[HORIZON]:
            deeper = depth
        less = 0
        if depth >= 3 and i - first >= LATE and not taken and not rank:
            less = 2 if depth >= LATER_DEPTH and i - first >= LATER else 1
        score = WORST
        if i > first:
            score = -search(
                buffer,
                table,
                memo,
                n,
                prey,
                left,
                crowned,
                not down,
                deeper - less,
                -alpha - 1,
                -alpha,
                ply + 1,
            )
            if less and score > alpha:
                score = -search(
                    buffer, table, memo, n, prey, left, crowned, not down, deeper, -alpha - 1, -alpha, ply + 1
                )
        if i == first or (score > alpha and score < beta):
            score = -search(
                buffer, table, memo, n, prey, left, crowned, not down, deeper, -beta, -alpha, ply + 1
            )
        if memo[STOP]:
            return 0
        if score > best:
            best = score
            chosen = number
            alpha = max(alpha, score)
            if score >= beta:
                if not taken and depth > 0:
                    reward(buffer, memo, place, down, ply, depth)
                break
    if depth > 0:
        kind = AT_LEAST if best >= beta else (EXACT if best > floor else AT_MOST)
        store(table, memo, key, min(depth, 255), kind, best, min(chosen - first, 1022), ply)
    return best
