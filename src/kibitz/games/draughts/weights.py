"""The numbers an evaluation works with: general ones for every rule set, fitted ones for some."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from kibitz.games.draughts import memo as places
from kibitz.games.draughts.draws import main_road
from kibitz.games.draughts.evaluation import SHARES
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.patterns import regions
from kibitz.games.draughts.specialise import Value
from kibitz.games.draughts.switches import Ending, Variant
from kibitz.games.draughts.variants import PRESETS

Tables: TypeAlias = dict[int, list[int]]
"""Numbers by the place in a search's memo where they begin."""

HOME_ROW, NEAR_CROWN, CENTRE, EDGE = 8, 14, 4, -3
ADVANCE = 3
ROAD_KING = 12


@dataclass(frozen=True)
class Judgement:
    """Constants for the template and tables for the memo."""

    values: dict[str, Value]
    tables: Tables
    fitted: str = ""
    """Which fitted weights these are, by hash; empty: the general evaluation."""

    @property
    def size(self) -> int:
        """How many places a memo has with these tables."""
        return max(place + len(table) for place, table in self.tables.items())


@lru_cache(maxsize=64)
def general(variant: Variant) -> Judgement:
    """The evaluation that any rule set can be played with."""
    plan = layout(variant)
    men = [man_worth(variant, *cell) for cell in plan.cells]
    kings = [king_worth(variant, *cell) for cell in plan.cells]
    tables = {
        places.MEN_DOWN: _summed(variant, men),
        places.MEN_UP: _summed(variant, men[::-1]),
        places.KINGS_AT: _summed(variant, kings),
    }
    return Judgement({**_material(variant), **frame(variant)}, tables)


@lru_cache(maxsize=64)
def judgement(variant: Variant) -> Judgement:
    """The best evaluation there is for a rule set."""
    return fitted(variant) or general(variant)


def fitted(variant: Variant) -> Judgement | None:
    """The evaluation fitted to a rule set by self-play, if there is one."""
    file = weights_file(variant)
    return read_weights(variant, file) if variant == PRESETS.get(variant.name) and file.is_file() else None


def weights_file(variant: Variant) -> Path:
    """Where the fitted weights of a preset are."""
    return Path(__file__).parent / "weights" / f"{variant.name}.npz"


def read_weights(variant: Variant, file: Path) -> Judgement:
    """The general evaluation with fitted patterns from a file."""
    import numpy as np

    with np.load(file) as kept:
        card, (full, empty) = json.loads(str(kept["card"])), kept["patterns"].astype(np.int64)
    plain, shape = general(variant), regions(variant)
    tables = {
        **plain.tables,
        places.TRITS: list(shape.trits),
        places.TURNED_TRITS: list(shape.turned_trits),
        places.PATTERNS: (full * SHARES + empty).tolist(),
    }
    return Judgement({**plain.values, **shape.values}, tables, card["patterns_sha256"])


def frame(variant: Variant) -> dict[str, Value]:
    """The constants that follow from the board and the aim of the game."""
    return {
        "CHUNKS": tuple(range(0, layout(variant).width, 8)),
        "LOSING": variant.losing,
        "LAST": len(layout(variant).cells) - 1,
        "FULL_BOARD": full_board(variant),
    }


def full_board(variant: Variant) -> int:
    """How many men there are to start with."""
    return 2 * variant.rows * (variant.size if variant.all_cells else variant.size // 2)


def _material(variant: Variant) -> dict[str, Value]:
    """A flying king is worth about three men, a short one a man and a third; less is more if losing wins."""
    if variant.losing:
        return {"MAN": -100, "KING": -150, "FIRST_KING": 0, "TEMPO": 0, "REACH": 2, "TRADE": 0}
    if variant.flying_kings:
        return {"MAN": 100, "KING": 300, "FIRST_KING": 40, "REACH": 2}
    return {"MAN": 100, "KING": 135, "FIRST_KING": 5, "REACH": 3}


def man_worth(variant: Variant, row: int, column: int) -> int:
    """The worth of a square to a man that plays down."""
    if variant.losing:
        return 0
    if variant.breakthrough:
        return 3 * row * row
    last = variant.size - 1
    worth = ADVANCE * row
    worth += HOME_ROW if row == 0 else 0
    worth += {last - 1: NEAR_CROWN, last - 2: NEAR_CROWN // 2}.get(row, 0)
    from_edge = min(column, last - column)
    return worth + (EDGE if from_edge == 0 else CENTRE if from_edge >= variant.size // 2 - 2 else 0)


def king_worth(variant: Variant, row: int, column: int) -> int:
    """The worth of a square to a king."""
    if variant.losing or variant.breakthrough:
        return 0
    last = variant.size - 1
    inwards = min(row, column, last - row, last - column)
    plan = layout(variant)
    on_road = bool(main_road(variant) & plan.bits[plan.cells.index((row, column))])
    road = ROAD_KING if variant.flying_kings and variant.lines == "diagonal" and on_road else 0
    return 3 * inwards + road


def _summed(variant: Variant, worth: list[int]) -> list[int]:
    """For every eight bits of a board, the sum of what stands on their squares, in 256 states."""
    plan = layout(variant)
    by_bit = {bit.bit_length() - 1: worth[square] for bit, square in plan.square.items()}
    return [
        sum(by_bit.get(low + i, 0) for i in range(8) if state >> i & 1)
        for low in range(0, plan.width, 8)
        for state in range(256)
    ]


@lru_cache(maxsize=64)
def endings(variant: Variant) -> list[int]:
    """Plies after which each balance of forces is drawn, by the counts of own and other kings and men.

    The second half is for endings that count only while the weaker king stands on the main road.
    """
    found = [0] * 8192
    for ending in variant.draws.endings:
        for place in range(4096):
            counts = [place >> 9, place >> 6 & 7, place >> 3 & 7, place & 7]
            if _fits(ending, *counts):
                at = place + (4096 if ending.main_road else 0)
                found[at] = min(found[at] or 2 * ending.moves, 2 * ending.moves)
    return found


def _fits(ending: Ending, own_kings: int, own_men: int, foe_kings: int, foe_men: int) -> bool:
    if not own_kings or not foe_kings:
        return False
    if ending.pieces is not None:
        return ending.pieces[0] <= own_kings + own_men + foe_kings + foe_men <= ending.pieces[1]
    sides = "K" * own_kings + "M" * own_men, "K" * foe_kings + "M" * foe_men
    return any(weak in ending.weak and _strong(ending, strong) for strong, weak in (sides, sides[::-1]))


def _strong(ending: Ending, forces: str) -> bool:
    more = (forces.removesuffix(least) for least in ending.strong if forces.endswith(least))
    return forces in ending.strong or (ending.or_more and any(set(extra) <= {"K"} for extra in more))


def draw_tables(variant: Variant) -> Tables:
    """What the search asks about draws."""
    return {places.FORCES: endings(variant)}
