"""The move generator. The same source runs as it stands, specialised to one rule set, and as machine code.

A board is three bitboards: the pieces of the side to move (`own`), those of the other (`foes`), and
which of all are `kings`. `down` says that the side to move plays towards higher bits. Every direction
is one shift (see layout.py): positive ones lead down or right.

The names in capitals are the rule set. Those below are Russian draughts; `specialise.py` writes the
source again with another set as literals, so that tests on them vanish and loops over directions unroll.
Only what both Python and numba understand may be used here; `go`, `put`, `get` and `popcount` are
replaced by what is fastest in each.

Moves are kept in a flat buffer, WIDTH places each: origin, target, captured pieces, and the target
again if the piece is a king after the move. The first places are for the search for captures: the best value
so far, a fault, the steps left, how many moves there is room for, and (where routes are kept) the way taken.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Buffer: TypeAlias = list[Any]

NONE = 0
BOARD = 0x7FBFDFEFF
TOP, BOTTOM = 0x00000000F, 0x780000000
AHEAD: tuple[int, ...] = (4, 5)
SIDEWAYS: tuple[int, ...] = ()
SIDE_JUMPS: tuple[int, ...] = ()
STEPS: tuple[int, ...] = (4, -4, 5, -5)
JUMPS: tuple[int, ...] = (4, -4, 5, -5)
FLYING = True
OBLIGATORY = True
CONTINUING = True
BACK_FIRST = True
BACK_LATER = True
MEN_TAKE_KINGS = True
DIRECTLY = False
DIRECTLY_BEHIND_KING = False
TURNS_BACK = False
AT_ONCE = False
IN_PASSING = True
HALTS = False
BREAKTHROUGH = False
RANKED = False
PIECE_WEIGHT, KING_WEIGHT, MOVER_WEIGHT, EARLY_WEIGHT = 0, 0, 0, 0
MERGE = True
EVERY_STOP = False
ROUTES = False
WIDTH = 4
STEP_LIMIT = 1 << 18

BEST, FAULT, STEPS_LEFT, ROOM = 0, 1, 2, 3
FULL, ENDLESS = 1, 2
PATH, VICTIMS = 4, 104


def go(bits: int, shift: int) -> int:
    """All bits moved by one step."""
    return bits << shift if shift > 0 else bits >> -shift


def put(buffer: Buffer, place: int, bits: int) -> None:
    """Keep a bitboard."""
    buffer[place] = bits


def get(buffer: Buffer, place: int) -> int:
    """A bitboard that was kept."""
    return buffer[place]  # type: ignore[no-any-return]  # a buffer also holds routes


def popcount(bits: int) -> int:
    """How many bits are set."""
    return bits.bit_count()


def note(buffer: Buffer, n: int, origin: int, target: int, taken: int, rank: int) -> int:
    """Keep a move as number n; the next number."""
    if n >= buffer[ROOM]:
        buffer[FAULT] = FULL
        return n
    at = n * WIDTH
    put(buffer, at, origin)
    put(buffer, at + 1, target)
    put(buffer, at + 2, taken)
    put(buffer, at + 3, rank)
    return n + 1


def keep(
    buffer: Buffer,
    n: int,
    first: int,
    origin: int,
    target: int,
    taken: int,
    rank: int,
    value: int,
    jumps: int,
) -> int:
    """Keep a capture unless a better one or the same is known; the next number."""
    if RANKED:
        if value < buffer[BEST]:
            return n
        if value > buffer[BEST]:
            buffer[BEST] = value
            n = first
    if MERGE:
        buffer[STEPS_LEFT] -= (n - first) >> 5  # comparing with many moves costs as much as a step
        for i in range(first, n):
            at = i * WIDTH
            if (
                get(buffer, at + 2) == taken
                and get(buffer, at + 1) == target
                and get(buffer, at) == origin
                and (not IN_PASSING or get(buffer, at + 3) == rank)
            ):
                return n
    n = note(buffer, n, origin, target, taken, rank)
    if ROUTES:
        buffer[n * WIDTH - 2] = tuple(buffer[PATH : PATH + jumps + 1])
        buffer[n * WIDTH - 1] = tuple(buffer[VICTIMS : VICTIMS + jumps])
    return n


def rated(value: int, kings: int, jumps: int) -> int:
    """What a chain is worth with one more jump; `kings` is the victim if it is a king."""
    value += PIECE_WEIGHT
    if kings:
        value += KING_WEIGHT + (EARLY_WEIGHT >> jumps)
    return value


def chase(
    buffer: Buffer, n: int, first: int, origin: int, at: int, taken: int, empty: int, prey: int, kings: int,
    value: int, jumps: int, came: int, bar: int, king: bool, down: bool,
) -> tuple[int, bool]:  # fmt: skip
    """Keep every capture that goes on from `at`; the next number, and whether there was any.

    `came` is the last direction, `bar` one not to try again. Numba knows no mutual recursion: one function.
    """
    more = False
    buffer[STEPS_LEFT] -= 1
    if buffer[STEPS_LEFT] < 0:
        buffer[FAULT] = ENDLESS
        return n, True
    far = BOTTOM if down else TOP
    targets = prey if MEN_TAKE_KINGS or king else prey ^ (prey & kings)
    for d in JUMPS:
        if (
            (king or BACK_FIRST or d in SIDE_JUMPS or (d > 0) == down or (BACK_LATER and jumps > 0))
            and ((AT_ONCE and TURNS_BACK) or came != -d)
            and (DIRECTLY or EVERY_STOP or bar != d)
        ):
            victim = go(at, d)
            if FLYING and king:
                while victim & empty:
                    victim = go(victim, d)
            victim = victim & targets
            landing = go(victim, d) & empty
            if landing:
                more = True
                sweeps = FLYING and not DIRECTLY and king
                room = empty | victim if AT_ONCE else empty
                worth = rated(value, victim & kings, jumps) if RANKED else value
                rises = king or (IN_PASSING and (landing & far) != NONE)
                ends = HALTS and not king and (landing & far) != NONE
                if ROUTES:
                    buffer[VICTIMS + jumps] = victim
                goes_on = False
                spot = landing
                shut = 0
                while spot:
                    if ROUTES:
                        buffer[PATH + jumps + 1] = spot
                    if not ends:
                        n, deeper = chase(
                            buffer, n, first, origin, spot, taken | victim, room, prey ^ victim, kings,
                            worth, jumps + 1, d, shut, rises, down,
                        )  # fmt: skip
                        goes_on = goes_on or deeper
                    shut = d
                    spot = go(spot, d) & room if sweeps else NONE
                if DIRECTLY_BEHIND_KING and victim & kings:
                    sweeps = False
                spot = NONE if goes_on and CONTINUING else landing
                while spot:
                    if ROUTES:
                        buffer[PATH + jumps + 1] = spot
                    rank = spot if rises else spot & far
                    n = keep(buffer, n, first, origin, spot, taken | victim, rank, worth, jumps + 1)
                    spot = go(spot, d) & room if sweeps else NONE
    return n, more


def captures(buffer: Buffer, n: int, own: int, foes: int, kings: int, down: bool) -> int:
    """Keep every capture of the side to move; the next number."""
    first = n
    empty = BOARD ^ (own | foes)
    royals = own & kings
    men = own ^ royals
    prey = foes if MEN_TAKE_KINGS else foes ^ (foes & kings)
    movers = NONE
    for d in JUMPS:
        if BACK_FIRST or d in SIDE_JUMPS or (d > 0) == down:
            movers |= go(go(empty, -d) & prey, -d) & men
    if not FLYING and royals:
        for d in JUMPS:
            movers |= go(go(empty, -d) & foes, -d) & royals
    if FLYING:
        movers |= royals
    if not movers:
        return n
    buffer[BEST] = -1
    buffer[STEPS_LEFT] = STEP_LIMIT
    while movers:
        at = movers & -movers
        movers ^= at
        king = (at & kings) != NONE
        value = MOVER_WEIGHT if king else 0
        if ROUTES:
            buffer[PATH] = at
        n, _ = chase(buffer, n, first, at, at, NONE, empty | at, foes, kings, value, 0, 0, 0, king, down)
    return n


def quiets(buffer: Buffer, n: int, own: int, foes: int, kings: int, down: bool) -> int:
    """Keep every move without a capture; the next number."""
    empty = BOARD ^ (own | foes)
    royals = own & kings
    men = own ^ royals
    far = BOTTOM if down else TOP
    for d in AHEAD:
        reach = (go(men, d) if down else go(men, -d)) & empty
        while reach:
            to = reach & -reach
            reach ^= to
            n = note(buffer, n, go(to, -d) if down else go(to, d), to, NONE, to & far)
    for d in SIDEWAYS:
        reach = go(men, d) & empty
        while reach:
            to = reach & -reach
            reach ^= to
            n = note(buffer, n, go(to, -d), to, NONE, NONE)
    while royals:
        at = royals & -royals
        royals ^= at
        for d in STEPS:
            to = go(at, d) & empty
            while to:
                n = note(buffer, n, at, to, NONE, to)
                to = go(to, d) & empty if FLYING else NONE
    return n


def moves(buffer: Buffer, n: int, own: int, foes: int, kings: int, down: bool) -> int:
    """Keep every legal move; the next number."""
    if BREAKTHROUGH and kings:
        return n
    after = captures(buffer, n, own, foes, kings, down)
    if OBLIGATORY and after > n:
        return after
    return quiets(buffer, after, own, foes, kings, down)


def count(own: int, foes: int, kings: int, down: bool) -> int:
    """How many moves without a capture there are."""
    empty = BOARD ^ (own | foes)
    royals = own & kings
    men = own ^ royals
    found = 0
    for d in AHEAD:
        found += popcount((go(men, d) if down else go(men, -d)) & empty)
    for d in SIDEWAYS:
        found += popcount(go(men, d) & empty)
    if royals:
        for d in STEPS:
            reach = go(royals, d) & empty
            while reach:
                found += popcount(reach)
                reach = go(reach, d) & empty if FLYING else NONE
    return found


def perft(buffer: Buffer, n: int, own: int, foes: int, kings: int, down: bool, depth: int) -> int:
    """Count the leaves at this depth, which is at least 1; the last ply is counted, not played."""
    if BREAKTHROUGH and kings:
        return 0
    first = n
    n = captures(buffer, n, own, foes, kings, down)
    stuck = OBLIGATORY and n > first
    if depth == 1:
        return n - first if stuck else n - first + count(own, foes, kings, down)
    total = 0
    for i in range(first, n):
        place = i * WIDTH
        origin = get(buffer, place)
        taken = get(buffer, place + 2)
        total += perft(
            buffer,
            n,
            foes ^ taken,
            (own ^ origin) | get(buffer, place + 1),
            (kings & (BOARD ^ (origin | taken))) | get(buffer, place + 3),
            not down,
            depth - 1,
        )
    if stuck:
        return total
    empty = BOARD ^ (own | foes)
    royals = own & kings
    men = own ^ royals
    far = BOTTOM if down else TOP
    for d in AHEAD:
        reach = (go(men, d) if down else go(men, -d)) & empty
        while reach:
            to = reach & -reach
            reach ^= to
            left = own ^ (to | (go(to, -d) if down else go(to, d)))
            total += perft(buffer, n, foes, left, kings | (to & far), not down, depth - 1)
    for d in SIDEWAYS:
        reach = go(men, d) & empty
        while reach:
            to = reach & -reach
            reach ^= to
            total += perft(buffer, n, foes, own ^ (to | go(to, -d)), kings, not down, depth - 1)
    while royals:
        at = royals & -royals
        royals ^= at
        for d in STEPS:
            to = go(at, d) & empty
            while to:
                total += perft(buffer, n, foes, own ^ (at | to), kings ^ (at | to), not down, depth - 1)
                to = go(to, d) & empty if FLYING else NONE
    return total
