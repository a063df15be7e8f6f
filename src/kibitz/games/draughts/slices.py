"""Endings slice by slice: what can be solved at the same time or elsewhere, and kept when a solve breaks off.

A slice is a pair of forces, (own, foes) and (foes, own). Its moves stay in it, capture, or crown; so the
slices with equally many pieces and equally many men, a layer, need nothing of each other.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby, product
from pathlib import Path
from typing import TypeAlias

from kibitz.core.errors import BadFile
from kibitz.games.draughts import endings
from kibitz.games.draughts.endings import Forces
from kibitz.games.draughts.switches import Variant

Pair: TypeAlias = tuple[Forces, ...]


@dataclass(frozen=True, slots=True)
class Slice:
    """A pair to be solved, with the solved endings it leads to."""

    variant: Variant
    pair: Pair
    below: Mapping[Forces, bytes]


def layers(pairs: Sequence[Pair]) -> Iterator[list[Pair]]:
    """Pairs by their men, as they follow each other."""
    for _, layer in groupby(pairs, key=lambda pair: (sum(pair[0]), pair[0][1] + pair[0][3])):
        yield list(layer)


def leads_to(pair: Pair) -> frozenset[Forces]:
    """The forces that a capture or a crowning can bring about, seen by the side then to move."""
    found = set[Forces]()
    for own_kings, own_men, foe_kings, foe_men in pair:
        crowned = [(own_kings, own_men)] + ([(own_kings + 1, own_men - 1)] if own_men else [])
        for own, kings, men in product(crowned, range(foe_kings + 1), range(foe_men + 1)):
            if kings + men:
                found.add((kings, men, *own))
    return frozenset(found) - frozenset(pair)


@dataclass(frozen=True, slots=True)
class Parts:
    """The finished slices of a solve that is under way, a file each beside the file they will be."""

    variant: Variant
    pieces: int

    @property
    def folder(self) -> Path:
        return endings.path(self.variant, self.pieces).with_suffix(".work")

    def keep(self, pair: Pair, content: bytes) -> None:
        """Keep a finished slice."""
        endings.store(self._file(pair), self.variant, self.pieces, content)

    def kept(self, pair: Pair) -> bytes | None:
        """A slice that an earlier solve finished; a damaged one is solved again."""
        total = sum(endings.size(self.variant, forces) for forces in pair)
        with suppress(BadFile, OSError):
            return endings.read(self._file(pair), self.variant, self.pieces, total)
        return None

    def clear(self) -> None:
        """Forget them, once they are all in one file."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _file(self, pair: Pair) -> Path:
        return self.folder / f"{endings.code(pair[0])}.part"
