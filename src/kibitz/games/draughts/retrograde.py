"""Solves endings backward from their ends. A template like kernel.py, compiled for one rule set.

The positions of one balance of forces are solved level by level: at level L those that end in L - 1 plies.
A position is looked at when its `due` level comes; when it is decided, the positions a move before it
without capture or crowning become due at the next level. Captures and crownings lead to other forces,
which have been solved before. Positions are seen by the side to move, which plays down.
"""

from __future__ import annotations

from kibitz.games.draughts.endgame import LAST, octet, place_of
from kibitz.games.draughts.kernel import (
    AHEAD,
    BOARD,
    BOTTOM,
    FLYING,
    NONE,
    SIDEWAYS,
    STEPS,
    TOP,
    WIDTH,
    Buffer,
    get,
    go,
    moves,
    popcount,
)
from kibitz.games.draughts.memo import CHOOSE, INDEX_OF, LOSING, ONE, SOLVED, Memo

OPEN, NOTHING, LAST_LEVEL = 254, 255, 253


def lay(address: int, place: int, told: int) -> None:
    """Write a byte to the memory at an address."""
    raise NotImplementedError


def chosen(memo: Memo, number: int, size: int) -> int:
    """The set of squares that has this number among all sets as large."""
    found = NONE
    square = LAST
    while size > 0:
        while memo[CHOOSE + square * 8 + size] > number:
            square -= 1
        number -= memo[CHOOSE + square * 8 + size]
        found |= ONE << memo[INDEX_OF + square]
        size -= 1
    return found


def assess(buffer: Buffer, memo: Memo, own: int, foes: int, kings: int) -> int:
    """One more than the plies to the end if that is decided; else 0."""
    n = moves(buffer, 1, own, foes, kings, True)
    if n == 1:
        return 1
    soonest = NOTHING
    latest = 0
    undecided = False
    for i in range(1, n):
        place = i * WIDTH
        origin = get(buffer, place)
        taken = get(buffer, place + 2)
        left = (own ^ origin) | get(buffer, place + 1)
        prey = foes ^ taken
        crowned = (kings & (BOARD ^ (origin | taken))) | get(buffer, place + 3)
        told = octet(memo[SOLVED], place_of(memo, prey, left, crowned, False)) if prey else 1
        if told == 0 or told >= OPEN:
            undecided = True
        elif (told % 2 == 0) != LOSING:
            latest = max(latest, told + 1)
        else:
            soonest = min(soonest, told + 1)
    if soonest <= LAST_LEVEL:
        return soonest
    return 0 if undecided or latest > LAST_LEVEL else latest


def call(memo: Memo, due: int, start: int, own: int, foes: int, kings: int, level: int) -> None:
    """Make a position, seen by a side that plays up, due at a level unless it is decided or due sooner."""
    place = place_of(memo, own, foes, kings, False)
    if octet(memo[SOLVED], place) == OPEN:
        known = octet(due, place - start)
        if known == 0 or known > level:
            lay(due, place - start, level)


def call_earlier(memo: Memo, due: int, start: int, own: int, foes: int, kings: int, level: int) -> None:
    """Make all positions due from which a move without capture or crowning leads here."""
    empty = BOARD ^ (own | foes)
    royals = foes & kings
    men = foes ^ royals
    for d in AHEAD:
        spots = go(men, d) & empty
        while spots:
            at = spots & -spots
            spots ^= at
            call(memo, due, start, foes ^ (at | go(at, -d)), own, kings, level)
    for d in SIDEWAYS:
        spots = go(men, d) & empty
        while spots:
            at = spots & -spots
            spots ^= at
            call(memo, due, start, foes ^ (at | go(at, -d)), own, kings, level)
    while royals:
        king = royals & -royals
        royals ^= king
        for d in STEPS:
            at = go(king, d) & empty
            while at:
                call(memo, due, start, foes ^ (at | king), own, kings ^ (at | king), level)
                at = go(at, d) & empty if FLYING else NONE


def pass_over(
    buffer: Buffer,
    memo: Memo,
    due: int,
    start: int,
    base: int,
    low: int,
    high: int,
    own_kings: int,
    own_men: int,
    foe_kings: int,
    foe_men: int,
    level: int,
) -> int:
    """Look at the positions numbered low to high of some forces at a level; how many are due later.

    `start` is where the pair of forces begins in the tables, `base` where these forces do. At level 0,
    positions that cannot be are struck out, and all others become due at once.
    """
    later = 0
    sizes = CHOOSE + (LAST + 1) * 8
    for number in range(low, high):
        if level > 0:
            when = octet(due, base - start + number)
            if when != level:
                later += 1 if when > level else 0
                continue
        rest = number
        d = chosen(memo, rest % memo[sizes + foe_men], foe_men)
        rest //= memo[sizes + foe_men]
        c = chosen(memo, rest % memo[sizes + foe_kings], foe_kings)
        rest //= memo[sizes + foe_kings]
        b = chosen(memo, rest % memo[sizes + own_men], own_men)
        a = chosen(memo, rest // memo[sizes + own_men], own_kings)
        if level == 0:
            apart = popcount(a | b | c | d) == own_kings + own_men + foe_kings + foe_men
            if apart and not (b & BOTTOM) and not (d & TOP):
                lay(memo[SOLVED], base + number, OPEN)
                lay(due, base - start + number, 1)
                later += 1
            continue
        told = assess(buffer, memo, a | b, c | d, a | c)
        lay(due, base - start + number, told if told > level else 0)
        if told > level:
            later += 1
        elif told > 0:
            lay(memo[SOLVED], base + number, told)
            if level < LAST_LEVEL:
                call_earlier(memo, due, start, a | b, c | d, a | c, level + 1)
                later += 1
    return later
