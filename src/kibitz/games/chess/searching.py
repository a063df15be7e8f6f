"""Alpha-beta over bitboards: what is late, hopeless or settled is looked at less, and the rest more."""

from __future__ import annotations

from typing import Any

from kibitz.games.chess.bits import BOOL, INT, MEMORY, NOTHING, native, popcount
from kibitz.games.chess.evaluation import evaluate
from kibitz.games.chess.exchange import PRICE, exchange
from kibitz.games.chess.generating import generate
from kibitz.games.chess.making import in_check, make, stand_still
from kibitz.games.chess.memo import (
    BEST,
    BISHOPS,
    DEEPEST,
    DEEPEST_SEEN,
    EXPECTED,
    KEY,
    KEYS,
    KINGS,
    KNIGHTS,
    LENGTHS,
    LIMIT,
    LONGEST,
    MATE,
    MOST_MOVES,
    NODES,
    ORDER,
    PAST,
    PAWNS,
    POSITIONS,
    QUEENS,
    QUIET,
    REDUCTIONS,
    ROOKS,
    SIDE,
    STOP,
    VALUE,
    WHITE,
    WORDS,
    WORST,
)
from kibitz.games.chess.ordering import BAD, GOOD, KILLER, arrange, is_loud, pick, reward
from kibitz.games.chess.table import AT_LEAST, AT_MOST, EXACT, recall, score_of, store

ROW = DEEPEST + 8
FIFTY = 100


@native(BOOL, MEMORY, INT, INT)
def drawn(memo: Any, p: Any, ply: Any) -> Any:
    """Fifty moves, a repetition (one is as good as several), or too few men to win."""
    quiet = memo[p + QUIET]
    if quiet >= FIFTY:
        return True
    here = KEYS + memo[PAST] + ply
    back = INT(4)
    while back <= quiet and back <= memo[PAST] + ply:
        if memo[here - back] == memo[p + KEY]:
            return True
        back += 2
    if memo[p + PAWNS] | memo[p + ROOKS] | memo[p + QUEENS]:
        return False
    return popcount(memo[p + KNIGHTS] | memo[p + BISHOPS]) < 2


@native(BOOL, MEMORY, INT, INT)
def entered(memo: Any, p: Any, ply: Any) -> Any:
    """Count a position; whether the search has to end."""
    if memo[NODES] >= memo[LIMIT]:
        memo[STOP] = 1
    if memo[STOP]:
        return True
    memo[NODES] += 1
    memo[KEYS + memo[PAST] + ply] = memo[p + KEY]
    memo[LENGTHS + ply] = 0
    return False


@native(NOTHING, MEMORY, INT, INT)
def expect(memo: Any, ply: Any, move: Any) -> None:
    """The line from here: this move, and what is expected after it."""
    row, below, length = EXPECTED + ply * ROW, EXPECTED + (ply + 1) * ROW, memo[LENGTHS + ply + 1]
    memo[row] = move
    for i in range(length):
        memo[row + 1 + i] = memo[below + i]
    memo[LENGTHS + ply] = length + 1


@native(INT, INT, INT, INT, INT, INT)
def settled(known: Any, depth: Any, low: Any, high: Any, ply: Any) -> Any:
    """The score that the table has for these bounds; WORST if it does not tell."""
    if not known or (known >> 15) & 255 < depth:
        return INT(WORST)
    score, kind = score_of(known, ply), (known >> 23) & 3
    if kind == EXACT or (kind == AT_LEAST and score >= high) or (kind == AT_MOST and score <= low):
        return score
    return INT(WORST)


@native(INT, MEMORY, MEMORY, INT, INT, INT)
def calm(memo: Any, table: Any, ply: Any, low: Any, high: Any) -> Any:
    """The score once nothing is left to be taken; out of check every move is tried."""
    p = POSITIONS + ply * WORDS
    if entered(memo, p, ply) or drawn(memo, p, ply):
        return INT(0)
    if ply >= DEEPEST:
        return evaluate(memo, p)
    memo[DEEPEST_SEEN] = max(memo[DEEPEST_SEEN], ply)
    known = recall(table, memo, memo[p + KEY])
    if settled(known, INT(0), low, high, ply) != WORST:
        return score_of(known, ply)
    checked = in_check(memo, p, memo[p + SIDE])
    best, alpha = INT(WORST), low
    stand = INT(WORST)
    if not checked:
        best = stand = evaluate(memo, p)
        if best >= high:
            return best
        alpha = max(alpha, best)
    first = ply * MOST_MOVES
    end = generate(memo, p, first, not checked)
    arrange(memo, p, ply, first, end, known & 0x7FFF)
    chosen, legal = INT(0), INT(0)
    for i in range(first, end):
        move = pick(memo, i, end)
        if not checked:
            if memo[ORDER + i] < KILLER and memo[ORDER + i] <= BAD // 2:
                break
            if stand + PRICE[(move >> 20) & 7] + 200 <= alpha and not (move >> 12) & 7:
                best = max(best, stand + PRICE[(move >> 20) & 7] + 200)
                continue
        if not make(memo, p, p + WORDS, move):
            continue
        legal += 1
        score = -calm(memo, table, ply + 1, -high, -alpha)
        if memo[STOP]:
            return INT(0)
        if score > best:
            best = score
            if score > alpha:
                alpha, chosen = score, move
                expect(memo, ply, move)
                if score >= high:
                    break
    if checked and not legal:
        return ply - MATE
    kind = INT(AT_LEAST) if best >= high else INT(AT_MOST)
    store(table, memo, memo[p + KEY], INT(0), kind, best, chosen, ply)
    return best


@native(BOOL, MEMORY, INT)
def has_pieces(memo: Any, p: Any) -> Any:
    """Whether the side to move has more than king and pawns."""
    own = memo[p + WHITE + memo[p + SIDE]]
    return own & ~(memo[p + PAWNS] | memo[p + KINGS]) != 0


@native(INT, INT, INT, INT, INT, BOOL)
def lessened(base: Any, depth: Any, worth: Any, improving: Any, exact: Any) -> Any:
    """By how much less a late quiet move is looked at."""
    less = base - worth // 8192
    if not improving:
        less += 1
    if exact:
        less -= 1
    return min(max(less, 0), depth - 2)


@native(BOOL, MEMORY, INT, INT, INT, INT, INT, INT, INT)
def hopeless(
    memo: Any, p: Any, move: Any, worth: Any, depth: Any, count: Any, low: Any, improving: Any
) -> Any:
    """Whether a late move near the leaves is not worth a look."""
    if is_loud(move):
        return worth < 0 and depth <= 5 and exchange(memo, p, move) < -90 * depth
    if depth > 7 or worth >= KILLER // 8:
        return False
    if count > (3 + depth * depth) // (2 - improving):
        return True
    if memo[p + VALUE] + 120 + 90 * depth <= low:
        return True
    return depth <= 3 and exchange(memo, p, move) < -60 * depth


@native(INT, MEMORY, MEMORY, INT, INT, INT, INT, BOOL)
def search(memo: Any, table: Any, ply: Any, depth: Any, low: Any, high: Any, still: Any) -> Any:
    """The score of a position to its mover; `still`: whether he may let the other side move twice."""
    p, first = POSITIONS + ply * WORDS, ply * MOST_MOVES
    checked = in_check(memo, p, memo[p + SIDE])
    depth += checked
    if depth <= 0 or ply >= DEEPEST:
        return calm(memo, table, ply, low, high)
    if entered(memo, p, ply) or (ply > 0 and drawn(memo, p, ply)):
        return INT(0)
    low, high = max(low, ply - MATE), min(high, MATE - ply - 1)
    if low >= high:
        return low
    exact, alpha = high - low > 1, low
    known = recall(table, memo, memo[p + KEY])
    if not exact and settled(known, depth, low, high, ply) != WORST:
        return score_of(known, ply)
    memo[p + VALUE] = INT(WORST) if checked else evaluate(memo, p)
    value = memo[p + VALUE]
    improving = INT(not checked and (ply < 2 or value > memo[p - 2 * WORDS + VALUE]))
    if not checked and not exact and ply > 1 and abs(high) < LONGEST:  # every move of the root gets a look
        if depth <= 6 and value - 90 * (depth - improving) >= high:
            return value
        if depth <= 3 and value + 250 * depth <= low:
            score = calm(memo, table, ply, low, high)
            if score <= low or memo[STOP]:
                return score
        if still and depth >= 3 and value >= high and has_pieces(memo, p):
            stand_still(memo, p, p + WORDS)
            less = 4 + depth // 4 + min((value - high) // 200, INT(2))
            score = -search(memo, table, ply + 1, max(depth - less, INT(1)), -high, 1 - high, BOOL(0))
            if memo[STOP]:
                return INT(0)
            if score >= high:
                return min(score, INT(LONGEST))
    if not known & 0x7FFF and depth >= 4:
        depth -= 1
    end = generate(memo, p, first, False)
    arrange(memo, p, ply, first, end, known & 0x7FFF)
    best, chosen, legal = INT(WORST), INT(0), INT(0)
    for i in range(first, end):
        move = pick(memo, i, end)
        worth = memo[ORDER + i]
        prunes = best > -LONGEST and not checked and ply > 0
        if prunes and hopeless(memo, p, move, worth, depth, legal, alpha, improving):
            continue
        if not make(memo, p, p + WORDS, move):
            continue
        legal += 1
        score = INT(WORST)
        if legal > 1:
            less = INT(0)
            if depth >= 3 and legal > 2 + exact and worth < GOOD // 2:
                less = memo[REDUCTIONS + min(depth, 63) * 64 + min(legal, 63)]
                less = lessened(less, depth, worth, improving, exact)
            score = -search(memo, table, ply + 1, depth - 1 - less, -alpha - 1, -alpha, BOOL(1))
            if score > alpha and less > 0:
                score = -search(memo, table, ply + 1, depth - 1, -alpha - 1, -alpha, BOOL(1))
        if legal == 1 or (exact and score > alpha):
            score = -search(memo, table, ply + 1, depth - 1, -high, -alpha, BOOL(1))
        if memo[STOP]:
            return INT(0)
        if score > best:
            best = score
            if score > alpha:
                alpha, chosen = score, move
                expect(memo, ply, move)
                if ply == 0:
                    memo[BEST] = move
                if score >= high:
                    reward(memo, p, ply, first, i, depth)
                    break
    if not legal:
        return ply - MATE if checked else INT(0)
    kind = AT_LEAST if best >= high else EXACT if chosen else AT_MOST
    store(table, memo, memo[p + KEY], depth, INT(kind), best, chosen, ply)
    return best
