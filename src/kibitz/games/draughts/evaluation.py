"""What a position is worth, in hundredths of a man, to the side to move.

A template like kernel.py: `specialise.py` writes it again for one rule set. Material and the worth of
squares, summed eight squares at a time from tables, make the general evaluation. A fitted one adds
patterns: regions of eight squares, each of which is empty or has a man of one side, so one of 6,561 states;
what a state adds was fitted to games (see training/draughts_weights.py), once for full boards and once for
empty ones.
"""

from __future__ import annotations

from kibitz.games.draughts.kernel import BOARD, FLYING, NONE, STEPS, go, popcount
from kibitz.games.draughts.memo import KINGS_AT, LOSING, MEN_DOWN, MEN_UP, TRITS, TURNED_TRITS, Memo

CHUNKS: tuple[int, ...] = (0, 8, 16, 24, 32)
MAN, KING, FIRST_KING, TEMPO = 100, 300, 30, 3
REACH = 1
TRADE = 150
PATTERNED = False
REGIONS: tuple[tuple[int, ...], ...] = ()
PAIRS, FOURS, PAIR_FOLD, FOUR_FOLD = 0x6633, 0x1E0F, 2, 5
FULL_BOARD = 24
SHARES = 1048576
HALF_SHARE = 524288


def byte(bits: int, shift: int) -> int:
    """Eight squares of a bitboard as a number."""
    return (bits >> shift) & 255


def gathered(bits: int, shift: int) -> int:
    """The two columns of four rows that begin at a bit, as eight bits in a row."""
    pairs = (bits >> shift) & PAIRS
    fours = (pairs | (pairs >> PAIR_FOLD)) & FOURS
    return (fours | (fours >> FOUR_FOLD)) & 255


def reach(royals: int, empty: int) -> int:
    """How many squares kings can go to."""
    found = 0
    for d in STEPS:
        spots = go(royals, d) & empty
        while spots:
            found += popcount(spots)
            spots = go(spots, d) & empty if FLYING else NONE
    return found


def squares_worth(memo: Memo, table: int, bits: int) -> int:
    """The worth of the squares that pieces stand on."""
    found = 0
    for c in CHUNKS:
        found += memo[table + c * 32 + byte(bits, c)]
    return found


def patterns_worth(memo: Memo, high: int, low: int, total: int) -> int:
    """What the patterns of men are worth to the side that plays down, between a full and an empty board."""
    both = 0
    for r in REGIONS:
        both += memo[r[2] + memo[TRITS + gathered(high, r[0])] + 2 * memo[TRITS + gathered(low, r[0])]]
        mine = memo[TURNED_TRITS + gathered(low, r[1])]
        both -= memo[r[2] + mine + 2 * memo[TURNED_TRITS + gathered(high, r[1])]]
    late = ((both + HALF_SHARE) & (SHARES - 1)) - HALF_SHARE
    early = (both - late) // SHARES
    return (early * total + late * (FULL_BOARD - total)) // FULL_BOARD


def evaluate(memo: Memo, own: int, foes: int, kings: int, down: bool) -> int:
    """The worth of a position to the side to move."""
    own_kings = own & kings
    foe_kings = foes & kings
    own_men = own ^ own_kings
    foe_men = foes ^ foe_kings
    men = popcount(own_men) - popcount(foe_men)
    total = popcount(own | foes)
    score = TEMPO + MAN * men
    score += squares_worth(memo, MEN_DOWN if down else MEN_UP, own_men)
    score -= squares_worth(memo, MEN_UP if down else MEN_DOWN, foe_men)
    if PATTERNED:
        found = patterns_worth(memo, own_men if down else foe_men, foe_men if down else own_men, total)
        score += found if down else -found
    if kings:
        mine = popcount(own_kings)
        yours = popcount(foe_kings)
        score += KING * (mine - yours)
        score += FIRST_KING if mine else 0
        score -= FIRST_KING if yours else 0
        score += squares_worth(memo, KINGS_AT, own_kings) - squares_worth(memo, KINGS_AT, foe_kings)
        empty = BOARD ^ (own | foes)
        score += REACH * (reach(own_kings, empty) - reach(foe_kings, empty))
        men += 2 * (mine - yours)
        if FLYING and not LOSING and mine and yours and total <= 8 and -4 < men < 4:
            score //= 2 if men * men > 4 else 4
    if not LOSING:
        score += men * TRADE // (total + 4)
    return score
