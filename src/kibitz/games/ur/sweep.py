"""One renewal of all positions of a pair of blocks, in machine code.

A step changes neither the other side's first squares nor what they allow, so it turns whole rows of
positions into whole rows: one roll's best step is the larger of a few stretches of memory, four values at
a time. Pictures come in the order of falling progress and the first squares in the order of falling rank:
so all but captures lead to positions already renewed. A pass leads to the mirrored position, which may
pass too: both are solved at once in closed form (J. Heled's idea).

`values` holds the chances of the side to roll (`own`) in both blocks, then, `shift` further, its chances
in the same positions with the other side to roll, then the latter for the blocks with one own stone less,
then a row of NO_STEP. Whatever differs between games is handed over as data and every signature is
written out, so numba's cache on disk is always right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit

from kibitz.games.ur.layout import (
    MASK,
    MIRROR,
    NOWHERE,
    OTHER,
    OTHER_COUNT,
    OTHER_WEIGHT,
    OWN,
    OWN_COUNT,
    OWN_WEIGHT,
    RANK,
    SIZE,
    TURN,
)

HOME, SAFE_ROSETTE, LAST_ROSETTE, SHARED_END = 15, 8, 14, 12
NO_STEP = -1.0
ROOM = 256
"""Positions of one picture at most: sixteen rows of sixteen; `best` has so many for each roll."""
ONE, TWO, THREE, FOUR, WIDE = (np.uint64(n) for n in (1, 2, 3, 4, 16))

_VALUES, _ODDS = "float64[::1]", "Array(float64, 1, 'C', readonly=True)"
_STARTS, _LIST = "Array(uint64, 1, 'C', readonly=True)", "Array(int64, 1, 'C', readonly=True)"
_FACTS, _STEPS = "Array(int64, 2, 'C', readonly=True)", "Array(int64, 3, 'C', readonly=True)"


F = TypeVar("F", bound=Callable[..., Any])


def _native(signature: str) -> Callable[[F], F]:
    made = njit(signature, cache=True, nogil=True, error_model="numpy", boundscheck=False)
    return cast(Callable[[F], F], made)


def _inlined(function: F) -> F:
    return cast(F, njit(function, inline="always"))


@_inlined
def raise_row(best: Any, place: Any, values: Any, source: Any, width: Any) -> None:
    """Let a row of the best be no less than a row of values, by fours; what lies behind it is never read."""
    k = np.uint64(0)
    while k < width:
        p, s = place + k, source + k
        a, b, c, d = values[s], values[s + ONE], values[s + TWO], values[s + THREE]
        e, f, g, h = best[p], best[p + ONE], best[p + TWO], best[p + THREE]
        best[p] = a if a > e else e
        best[p + ONE] = b if b > f else f
        best[p + TWO] = c if c > g else g
        best[p + THREE] = d if d > h else h
        k += FOUR


@_native(f"void({_VALUES}, {_VALUES}, uint64, uint64, uint64, uint64, uint64)")
def raise_rows(best: Any, values: Any, place: Any, source: Any, stride: Any, height: Any, width: Any) -> None:
    """The same for every row of a picture."""
    row = np.uint64(0)
    while row < height:
        raise_row(best, place + row * WIDE, values, source + row * stride, width)
        row += ONE


_WHERE = f"int64, int64, int64, {_STARTS}, uint64"
_PLACE = f"{_FACTS}, {_FACTS}"


@_native(f"void({_VALUES}, {_VALUES}, {_WHERE}, int64, {_STARTS}, {_PLACE})")
def steps_beyond(
    best: Any,
    values: Any,
    picture: Any,
    own_free: Any,
    other_free: Any,
    start: Any,
    shift: Any,
    last_stone: Any,
    start_below: Any,
    pictures: Any,
    squares: Any,
) -> None:
    """For each roll and position of a picture, the best step of a stone beyond the first squares."""
    own, other = pictures[OWN, picture], pictures[OTHER, picture]
    height, width = np.uint64(squares[SIZE, own_free]), np.uint64(squares[SIZE, other_free])
    wider = np.uint64(squares[SIZE, other_free + 1])
    for k in range(4 * ROOM):
        best[k] = NO_STEP
    for origin in range(5, HOME):
        if not own >> origin & 1:
            continue
        for target in range(origin + 1, min(origin + 5, HOME + 1)):
            place = np.uint64((target - origin - 1) * ROOM)
            moved = picture - squares[OWN_WEIGHT, origin]
            if target == HOME and last_stone:
                for k in range(ROOM):
                    best[place + np.uint64(k)] = 1.0
            elif target == HOME:
                raise_rows(best, values, place, start_below[moved], width, height, width)
            elif not own >> target & 1:
                moved += squares[OWN_WEIGHT, target]
                if not other >> target & 1 or target > SHARED_END:
                    turn = np.uint64(0) if target in (SAFE_ROSETTE, LAST_ROSETTE) else shift
                    raise_rows(best, values, place, start[moved] + turn, width, height, width)
                elif target != SAFE_ROSETTE:
                    source = start[moved - squares[OTHER_WEIGHT, target]] + shift
                    raise_rows(best, values, place, source, wider, height, width)


@_native(f"void({_VALUES}, {_VALUES}, {_WHERE}, {_PLACE})")
def steps_onto(
    best: Any,
    values: Any,
    picture: Any,
    own_free: Any,
    other_free: Any,
    start: Any,
    shift: Any,
    pictures: Any,
    squares: Any,
) -> None:
    """The same for steps from the first squares onto the shared lane."""
    own, other = pictures[OWN, picture], pictures[OTHER, picture]
    height, width = squares[SIZE, own_free], np.uint64(squares[SIZE, other_free])
    for target in range(5, 9):
        hit = other >> target & 1
        if own >> target & 1 or (hit and target == SAFE_ROSETTE):
            continue
        moved = picture + squares[OWN_WEIGHT, target] - hit * squares[OTHER_WEIGHT, target]
        source = start[moved] if target == SAFE_ROSETTE else start[moved] + shift
        stride = np.uint64(squares[SIZE, other_free + hit])
        for row in range(1, height):
            mask = squares[MASK, row]
            for origin in range(target - 4, 5):
                bit = 1 << (origin - 1)
                if mask & bit:
                    place = np.uint64((target - origin - 1) * ROOM + row * 16)
                    arrived = np.uint64(squares[RANK, mask ^ bit])
                    raise_row(best, place, values, source + arrived * stride, width)


@_inlined
def larger(a: Any, b: Any, c: Any) -> Any:
    """The largest of three."""
    d = a if a > b else b
    return c if c > d else d


@_inlined
def rolls_worth(best: Any, place: Any, values: Any, sources: Any, weights: Any, k: Any) -> Any:
    """What the rolls that move are worth in one position of a row."""
    r1, r2, r3 = np.uint64(ROOM), np.uint64(2 * ROOM), np.uint64(3 * ROOM)
    p = place + k
    found = weights[0] * larger(best[p], values[sources[0] + k], values[sources[1] + k])
    found += weights[1] * larger(best[p + r1], values[sources[2] + k], values[sources[3] + k])
    found += weights[2] * larger(best[p + r2], values[sources[4] + k], values[sources[5] + k])
    last, step = best[p + r3], values[sources[6] + k]
    return found + weights[3] * (last if last > step else step)


@_inlined
def own_row(
    values: Any,
    best: Any,
    row: Any,
    here: Any,
    width: Any,
    shift: Any,
    nothing: Any,
    steps: Any,
    odds: Any,
    kind: Any,
    sure: Any,
    seen: Any,
    weights: Any,
    sources: Any,
) -> Any:
    """What `own` is worth in a row by the rolls that move (`sure`), and, as a first guess, to the other side
    with the passes as they were (`seen`); returns the chance to have to pass."""
    wide, stay = np.uint64(width), odds[0]
    for slot in range(7):
        code = steps[kind, row, slot]
        sources[slot] = here + np.uint64(code & 15) * wide
        if code < 16:
            sources[slot] += shift
        elif code == NOWHERE:
            sources[slot] = nothing
    for roll in range(4):
        weights[roll] = odds[roll + 1]
        if steps[kind, row, 2 * roll] == NOWHERE and best[roll * ROOM + row * 16] < 0.0:
            weights[roll] = 0.0
            stay += odds[roll + 1]
    place, waiting, k = np.uint64(row * 16), here + np.uint64(row) * wide + shift, np.uint64(0)
    while k < wide:
        a = rolls_worth(best, place, values, sources, weights, k)
        b = rolls_worth(best, place, values, sources, weights, k + ONE)
        c = rolls_worth(best, place, values, sources, weights, k + TWO)
        d = rolls_worth(best, place, values, sources, weights, k + THREE)
        s = waiting + k
        e, f, g, h = values[s], values[s + ONE], values[s + TWO], values[s + THREE]
        sure[k], sure[k + ONE], sure[k + TWO], sure[k + THREE] = a, b, c, d
        seen[k], seen[k + ONE] = 1.0 - a - stay * e, 1.0 - b - stay * f
        seen[k + TWO], seen[k + THREE] = 1.0 - c - stay * g, 1.0 - d - stay * h
        k += FOUR
    seen[16] = 0.0
    return stay


@_inlined
def both_rows(
    values: Any,
    best: Any,
    row: Any,
    here: Any,
    there: Any,
    height: Any,
    width: Any,
    shift: Any,
    steps: Any,
    odds: Any,
    kind: Any,
    squares: Any,
    stay: Any,
    sure: Any,
    seen: Any,
    largest: Any,
) -> Any:
    """Finish a row and its mirrored column: the other side's rolls, the passes, and all four values."""
    p0, p1, p2, p3, p4 = odds[0], odds[1], odds[2], odds[3], odds[4]
    line, high = here + np.uint64(row) * np.uint64(width), np.uint64(height)
    for i in range(16):
        column = squares[TURN, i]
        if column >= width:
            continue
        j = column * 16 + row
        b1 = larger(best[j], seen[steps[kind, column, 0]], seen[steps[kind, column, 1]])
        b2 = larger(best[j + ROOM], seen[steps[kind, column, 2]], seen[steps[kind, column, 3]])
        b3 = larger(best[j + 2 * ROOM], seen[steps[kind, column, 4]], seen[steps[kind, column, 5]])
        b4 = larger(best[j + 3 * ROOM], seen[steps[kind, column, 6]], NO_STEP)
        stays = p0 + (p1 if b1 < 0.0 else 0.0) + (p2 if b2 < 0.0 else 0.0)
        stays += (p3 if b3 < 0.0 else 0.0) + (p4 if b4 < 0.0 else 0.0)
        surely = p1 * max(b1, 0.0) + p2 * max(b2, 0.0) + p3 * max(b3, 0.0) + p4 * max(b4, 0.0)
        value = (sure[column] + stay * (1.0 - surely - stays)) / (1.0 - stay * stays)
        answer = surely + stays * (1.0 - value)
        seen[column + 16] = answer
        q, across = line + np.uint64(column), there + np.uint64(column) * high + np.uint64(row)
        largest = max(largest, abs(value - values[q]), abs(answer - values[across]))
        values[q], values[across] = value, answer
        values[q + shift], values[across + shift] = 1.0 - answer, 1.0 - value
    return largest


@_native(
    f"float64({_VALUES}, {_LIST}, int64, int64, int64, int64, {_STARTS}, {_STARTS}, uint64, {_STARTS}, "
    f"{_STARTS}, uint64, {_FACTS}, {_FACTS}, {_STEPS}, {_ODDS})"
)
def sweep(
    values: Any,
    todo: Any,
    begin: Any,
    end: Any,
    own_left: Any,
    other_left: Any,
    start: Any,
    start_m: Any,
    shift: Any,
    below: Any,
    below_m: Any,
    nothing: Any,
    pictures: Any,
    squares: Any,
    steps: Any,
    odds: Any,
) -> Any:
    """Renew the pictures todo[begin:end] and their mirrored ones (`_m`); returns the largest change."""
    mine, theirs = np.empty(4 * ROOM + 4), np.empty(4 * ROOM + 4)
    sure, seen, weights, sources = np.empty(20), np.empty(40), np.empty(4), np.empty(8, np.uint64)
    seen[NOWHERE] = NO_STEP
    own_last, other_last, largest = np.int64(own_left == 1), np.int64(other_left == 1), 0.0
    for at in range(begin, end):
        p = todo[at]
        m = pictures[MIRROR, p]
        own, other = own_left - pictures[OWN_COUNT, p], other_left - pictures[OTHER_COUNT, p]
        steps_beyond(mine, values, p, own, other, start, shift, own_last, below, pictures, squares)
        steps_onto(mine, values, p, own, other, start, shift, pictures, squares)
        steps_beyond(theirs, values, m, other, own, start_m, shift, other_last, below_m, pictures, squares)
        steps_onto(theirs, values, m, other, own, start_m, shift, pictures, squares)
        height, width, here, there = squares[SIZE, own], squares[SIZE, other], start[p], start_m[m]
        kind, kind_m = min(own, 5), min(other, 5)
        for row in range(height - 1, -1, -1):
            stay = own_row(
                values,
                mine,
                row,
                here,
                width,
                shift,
                nothing,
                steps,
                odds,
                kind,
                sure,
                seen,
                weights,
                sources,
            )
            largest = both_rows(
                values,
                theirs,
                row,
                here,
                there,
                height,
                width,
                shift,
                steps,
                odds,
                kind_m,
                squares,
                stay,
                sure,
                seen,
                largest,
            )
    return largest
