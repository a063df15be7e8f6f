"""What the evaluation counts, and where each count's weight stands in the row of weights.

Every weight is two numbers in one integer, for the middle game and for the endgame: `packed` and `unpacked`.
"""

from __future__ import annotations

PLACES = 0
"""A man of each kind on each square, as White sees the board: his worth is in it."""
KNIGHT_ROOM = PLACES + 6 * 64
BISHOP_ROOM = KNIGHT_ROOM + 9
ROOK_ROOM = BISHOP_ROOM + 14
QUEEN_ROOM = ROOK_ROOM + 15
"""By how many squares a man attacks that no enemy pawn covers."""
PASSED_BY_RANK = QUEEN_ROOM + 28
PASSED_FREE = PASSED_BY_RANK + 8
"""A passed pawn whose next square is empty, by rank."""
PASSED_OWN_KING = PASSED_FREE + 8
PASSED_FOE_KING = PASSED_OWN_KING + 8
"""A passed pawn beyond the middle, by how far either king is from the square before it."""
SUPPORTED = PASSED_FOE_KING + 8
"""A pawn that is covered by a pawn, by rank."""
PHALANX = SUPPORTED + 8
"""A pawn with a pawn beside it, by rank."""
ALONE = PHALANX + 8
"""A pawn without neighbours: on a file with enemy pawns, and on an open one."""
DOUBLED = ALONE + 2
TWO_BISHOPS = DOUBLED + 1
OPEN_FILE = TWO_BISHOPS + 1
"""A rook on a file without pawns, and without own pawns."""
SHIELD = OPEN_FILE + 2
"""How many own pawns stand close before the king."""
OPEN_KING = SHIELD + 7
"""Files beside and under the king without own pawns."""
DANGER = OPEN_KING + 4
"""By how much the squares around the king are attacked."""
THREATS = DANGER + 24
"""A pawn that attacks a minor, a rook, a queen; a minor that attacks a rook, a queen; a rook a queen."""
OUTPOST = THREATS + 6
"""A knight and a bishop that a pawn covers and no enemy pawn can drive away."""
TEMPO = OUTPOST + 2
COUNT = TEMPO + 1


def packed(middle: int, end: int) -> int:
    """Both numbers in one, so that sums of these are sums of both."""
    return middle + (end << 32)


def unpacked(both: int) -> tuple[int, int]:
    """The two numbers of a weight or of a sum."""
    middle = ((both & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000
    return middle, (both - middle) >> 32
