"""Finkel's game in machine code for training and measuring: steps, the exact table, the network, matches.

A state is four numbers as in `kibitz.games.ur.index.State`; positions are numbered as there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from kibitz.games.ur.index import LANES, MASKS, PICTURES, RANKS, SIZES, block_size, blocks, starts
from kibitz.games.ur.network import BEGINS
from kibitz.games.ur.table import Table

WIDTH, HIDDEN, KINDS = 64, 32, 11
MOST = 8
_RANKS, _SIZES = np.array(RANKS), np.array(SIZES)
_TERNARY = np.array([sum(3**s for s in range(8) if mask >> s & 1) for mask in range(256)])
_BITS = np.array([mask.bit_count() for mask in range(1 << 15)])
_BEGINS = np.array(BEGINS)
_ODDS = np.array([1, 4, 6, 4, 1]) / 16
assert len(MASKS) == 16 and LANES == 6561


def native(function: Any) -> Any:
    """Compiled when first called; the tables above are the same in every game."""
    return njit(cache=True, nogil=True, error_model="numpy", fastmath=True)(function)


def exact(table: Table) -> tuple[Any, Any, Any]:
    """A table as the kernels take it: values, where blocks begin, where pictures begin in them."""
    bases, pictures = np.zeros(64, np.int64), np.zeros((64, PICTURES), np.uint32)
    at = 0
    for a, b in blocks(table.pieces):
        bases[a * 8 + b], pictures[a * 8 + b] = at, starts(a, b)
        at += block_size(a, b)
    return np.array(table.data), bases, pictures


@native
def chance(values: Any, bases: Any, pictures: Any, own: int, other: int, left: int, other_left: int) -> Any:
    """The exact chance of the side to roll."""
    if left == 0:
        return 1.0
    if other_left == 0:
        return 0.0
    lane = _TERNARY[own >> 5 & 255] + 2 * _TERNARY[other >> 5 & 255]
    picture = lane * 16 + (own >> 13 & 3) * 4 + (other >> 13 & 3)
    block = left * 8 + other_left
    at = bases[block] + np.int64(pictures[block, picture])
    width = _SIZES[other_left - _BITS[other >> 5]]
    return values[at + _RANKS[own >> 1 & 15] * width + _RANKS[other >> 1 & 15]] / 65535.0


@native
def choices(state: Any, roll: int, found: Any) -> Any:
    """Fill `found` with what a roll can lead to: the four numbers seen by whoever rolls next, and if that
    is the other side; a pass where no stone can move. Returns how many."""
    own, other, left, other_left = state[0], state[1], state[2], state[3]
    count = 0
    for origin in range(15 if roll else 0):
        if (left == _BITS[own]) if origin == 0 else not own >> origin & 1:
            continue
        target = origin + roll
        if target > 15 or (target < 15 and own >> target & 1):
            continue
        hit = 5 <= target <= 12 and other >> target & 1
        if hit and target == 8:
            continue
        moved = own & ~(1 << origin) if origin else own
        rest = other & ~(1 << target) if hit else other
        home = target == 15
        if not home:
            moved |= 1 << target
        again = target == 4 or target == 8 or target == 14
        put(found, count, moved, rest, left - home, other_left, again)
        count += 1
    if count == 0:
        put(found, 0, own, other, left, other_left, False)
        count = 1
    return count


@native
def put(found: Any, at: int, own: int, other: int, left: int, other_left: int, again: bool) -> None:
    """Write one choice down."""
    if again:
        found[at, 0], found[at, 1], found[at, 2], found[at, 3], found[at, 4] = own, other, left, other_left, 0
    else:
        found[at, 0], found[at, 1], found[at, 2], found[at, 3], found[at, 4] = other, own, other_left, left, 1


@native
def thrown() -> Any:
    """What four two-sided dice show."""
    return _BITS[np.random.randint(0, 16)]


@native
def patterns(state: Any, found: Any) -> None:
    """The same as `kibitz.games.ur.network.patterns`."""
    own, other, left, other_left = state[0], state[1], state[2], state[3]
    lane = _TERNARY[own >> 5 & 255] + 2 * _TERNARY[other >> 5 & 255]
    near, far = lane % 81, lane // 81
    first, other_first, last, other_last = own >> 1 & 15, other >> 1 & 15, own >> 13 & 3, other >> 13 & 3
    pool, other_pool = left - _BITS[own], other_left - _BITS[other]
    found[0] = lane
    found[1], found[2] = first * 81 + near, other_first * 81 + near
    found[3], found[4] = last * 81 + far, other_last * 81 + far
    found[5], found[6] = (pool * 16 + first) * 4 + last, (other_pool * 16 + other_first) * 4 + other_last
    found[7], found[8] = left * 8 + other_left, pool * 8 + other_pool
    found[9], found[10] = first * 16 + other_first, last * 4 + other_last
    for kind in range(KINDS):
        found[kind] += _BEGINS[kind]


@native
def judged(state: Any, net: Any, seen: Any, sums: Any, hidden: Any) -> Any:
    """The network's chance; `sums` and `hidden` are left for the way back."""
    rows, first, first_offset, second, second_offset = net
    width, depth = sums.shape[0], hidden.shape[0]  # not known to the compiler: else it unrolls, not vectors
    patterns(state, seen)
    for j in range(width):
        sums[j] = 0.0
    for kind in range(KINDS):
        row = rows[seen[kind]]
        for j in range(width):
            sums[j] += row[j]
    for h in range(depth):
        hidden[h] = first_offset[h]
    for j in range(width):
        x = sums[j]
        if x > 0.0:
            line = first[j]
            for h in range(depth):
                hidden[h] += x * line[h]
    raw = second_offset[0]
    for h in range(depth):
        raw += max(hidden[h], np.float32(0.0)) * second[h]
    return 1.0 / (1.0 + np.exp(-raw))


@native
def judged_or_over(state: Any, net: Any, seen: Any, sums: Any, hidden: Any) -> Any:
    """The network's chance, or the result."""
    if state[2] == 0:
        return 1.0
    if state[3] == 0:
        return 0.0
    return judged(state, net, seen, sums, hidden)


@native
def expected(state: Any, net: Any, found: Any, seen: Any, sums: Any, hidden: Any) -> Any:
    """The network's chance one roll and one move deeper."""
    if state[2] == 0:
        return 1.0
    if state[3] == 0:
        return 0.0
    total = 0.0
    for roll in range(5):
        best = -1.0
        for i in range(choices(state, roll, found)):
            value = judged_or_over(found[i], net, seen, sums, hidden)
            best = max(best, 1.0 - value if found[i, 4] else value)
        total += _ODDS[roll] * best
    return total


@native
def learn(
    state: Any,
    target: float,
    net: Any,
    squares: Any,
    rate: float,
    seen: Any,
    sums: Any,
    hidden: Any,
    back: Any,
) -> Any:
    """One step of Adagrad, row by row, towards the exact chance; returns the error before it."""
    rows, first, first_offset, second, second_offset = net
    rows2, first2, first_offset2, second2, second_offset2 = squares
    width, depth = sums.shape[0], hidden.shape[0]  # not known to the compiler: else it unrolls, not vectors
    error = np.float32(judged(state, net, seen, sums, hidden) - target)
    pace = np.float32(rate)
    second_offset2[0] += error * error
    second_offset[0] -= pace * error / np.sqrt(second_offset2[0])
    for j in range(width):
        back[j] = np.float32(0.0)
    for h in range(depth):
        if hidden[h] > 0.0:
            slope = error * second[h]
            step = error * hidden[h]
            second2[h] += step * step
            second[h] -= pace * step / np.sqrt(second2[h])
            first_offset2[h] += slope * slope
            first_offset[h] -= pace * slope / np.sqrt(first_offset2[h])
            hidden[h] = slope
        else:
            hidden[h] = 0.0
    slopes = np.float32(0.0)
    for h in range(depth):
        slopes += hidden[h] * hidden[h]
    for j in range(width):
        x = sums[j]
        if x > 0.0:
            down = np.float32(0.0)
            line = first[j]
            for h in range(depth):
                down += line[h] * hidden[h]
            first2[j] += x * x * slopes / np.float32(HIDDEN)
            scale = pace * x / np.sqrt(first2[j])
            for h in range(depth):
                line[h] -= scale * hidden[h]
            back[j] = down
    downs = np.float32(0.0)
    for j in range(width):
        downs += back[j] * back[j]
    for kind in range(KINDS):
        number = seen[kind]
        row = rows[number]
        rows2[number] += downs / np.float32(WIDTH)
        scale = pace / np.sqrt(rows2[number])
        for j in range(width):
            row[j] -= scale * back[j]
    return np.float64(error)


@native
def lessons(
    games: Any,
    pieces: int,
    count: int,
    table: Any,
    net: Any,
    squares: Any,
    rate: float,
    wander: float,
    seed: int,
) -> tuple[float, float, int]:
    """Play on in all games, learning every position that could have followed: mean and square error."""
    np.random.seed(seed)
    values, bases, pictures = table
    found = np.empty((MOST, 5), np.int64)
    seen, sums, hidden = np.empty(KINDS, np.int64), np.empty(WIDTH, np.float32), np.empty(HIDDEN, np.float32)
    back = np.empty(WIDTH, np.float32)
    total, square, learnt = 0.0, 0.0, 0
    for _ in range(count):
        for g in range(games.shape[0]):
            state = games[g]
            if state[2] == 0 or state[3] == 0:
                state[0], state[1], state[2], state[3] = 0, 0, pieces, pieces
            n = choices(state, thrown(), found)
            best, most = 0, -1.0
            for i in range(n):
                s = found[i]
                value = chance(values, bases, pictures, s[0], s[1], s[2], s[3])
                if s[2] > 0 and s[3] > 0:
                    error = learn(s, value, net, squares, rate, seen, sums, hidden, back)
                    total += abs(error)
                    square += error * error
                    learnt += 1
                if s[4]:
                    value = 1.0 - value
                if value > most:
                    best, most = i, value
            if np.random.random() < wander:
                best = np.random.randint(0, n)
            for k in range(4):
                state[k] = found[best, k]
    return total, square, learnt


@native
def match(
    pieces: int, count: int, table: Any, net: Any, ahead: bool, seed: int
) -> tuple[int, float, float, int]:
    """Games of the network (half of them rolling first) against the perfect player: games won, the sum
    and the sum of squares of the expectation given away in each, and how many decisions were made."""
    np.random.seed(seed)
    values, bases, pictures = table
    found, deeper = np.empty((MOST, 5), np.int64), np.empty((MOST, 5), np.int64)
    seen, sums, hidden = np.empty(KINDS, np.int64), np.empty(WIDTH, np.float32), np.empty(HIDDEN, np.float32)
    state = np.empty(4, np.int64)
    won, given, given2, decisions = 0, 0.0, 0.0, 0
    for game in range(count):
        state[0], state[1], state[2], state[3] = 0, 0, pieces, pieces
        pupil, lost = game % 2 == 0, 0.0
        while state[2] > 0 and state[3] > 0:
            n = choices(state, thrown(), found)
            best, most, pick, liked = 0, -1.0, 0, -1.0
            if n > 1:
                for i in range(n):
                    s = found[i]
                    value = chance(values, bases, pictures, s[0], s[1], s[2], s[3])
                    value = 1.0 - value if s[4] else value
                    if value > most:
                        best, most = i, value
                if pupil:
                    decisions += 1
                    for i in range(n):
                        s = found[i]
                        if ahead:
                            value = expected(s, net, deeper, seen, sums, hidden)
                        else:
                            value = judged_or_over(s, net, seen, sums, hidden)
                        value = 1.0 - value if s[4] else value
                        if value > liked:
                            pick, liked = i, value
                    if pick != best:
                        s = found[pick]
                        value = chance(values, bases, pictures, s[0], s[1], s[2], s[3])
                        lost += most - (1.0 - value if s[4] else value)
                        best = pick
            for k in range(4):
                state[k] = found[best, k]
            if found[best, 4]:
                pupil = not pupil
        won += pupil == (state[2] == 0)
        given += lost
        given2 += lost * lost
    return won, given, given2, decisions


@native
def backup(state: Any, table: Any, found: Any) -> Any:
    """The best of what may follow a position, by the table."""
    values, bases, pictures = table
    if state[2] == 0:
        return 1.0
    if state[3] == 0:
        return 0.0
    total = 0.0
    for roll in range(5):
        best = -1.0
        for i in range(choices(state, roll, found)):
            s = found[i]
            value = chance(values, bases, pictures, s[0], s[1], s[2], s[3])
            best = max(best, 1.0 - value if s[4] else value)
        total += _ODDS[roll] * best
    return total


@native
def perfect_backup(states: Any, rolls: Any, table: Any, close: float) -> tuple[float, float]:
    """Over many states: the most that the table's move gives away by a backup one ply deeper (which the bot
    asks itself where two moves are `close`), and the most that a value differs from what may follow it."""
    values, bases, pictures = table
    found, deeper = np.empty((MOST, 5), np.int64), np.empty((MOST, 5), np.int64)
    worth, lost, wrong = np.empty((MOST, 2)), 0.0, 0.0
    for n in range(states.shape[0]):
        state = states[n]
        here = chance(values, bases, pictures, state[0], state[1], state[2], state[3])
        wrong = max(wrong, abs(here - backup(state, table, deeper)))
        count, most, best, picked = choices(state, _BITS[rolls[n] & 15], found), -1.0, -1.0, -1.0
        for i in range(count):
            s = found[i]
            value = chance(values, bases, pictures, s[0], s[1], s[2], s[3])
            true = backup(s, table, deeper)
            worth[i, 0], worth[i, 1] = (1.0 - value, 1.0 - true) if s[4] else (value, true)
            most, best = max(most, worth[i, 0]), max(best, worth[i, 1])
        for i in range(count):
            if worth[i, 0] >= most - close:
                picked = max(picked, worth[i, 1])
        lost = max(lost, best - picked)
    return lost, wrong
