"""Tables of solved endings: how their parts are laid out, kept in the data folder and read again.

A file has a line that names the format, a line of JSON, and the compressed bytes of all endings with one
number of pieces (see endgame.py). Its name has the hash of the rules, so that no rule set can be given
another's table.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import comb
from pathlib import Path
from typing import Any, TypeAlias

from kibitz.core.errors import BadFile, BadSetting
from kibitz.core.folders import data_folder
from kibitz.games.draughts import memo as at
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.machine import constants
from kibitz.games.draughts.switches import Variant

Forces: TypeAlias = tuple[int, int, int, int]
"""Kings and men of the side to move, kings and men of the other."""

FORMAT = b"kibitz endings 1\n"
LEAST, MOST = 2, 6
_MOST_BYTES = 4 << 30


@dataclass
class Tables:
    """Solved endings of one rule set in memory."""

    variant: Variant
    pieces: int = 0
    bytes: Any = None
    """A row of bytes (numpy's, or a bytearray from the plain solver)."""
    starts: dict[Forces, int] = field(default_factory=dict)

    def extend(self, all_pairs: Sequence[tuple[Forces, ...]], fresh: Callable[[int], Any]) -> int:
        """Make room behind what is there; where it begins."""
        start = 0 if self.bytes is None else len(self.bytes)
        placed = laid_out(self.variant, all_pairs, start)
        self._append(fresh(sum(size(self.variant, forces) for forces in placed)), placed)
        return start

    def add(self, solved: Mapping[Forces, bytes]) -> None:
        """Add solved endings, as machine code reads them."""
        import numpy as np

        if solved:
            placed = laid_out(self.variant, [tuple(solved)], 0 if self.bytes is None else len(self.bytes))
            self._append(np.frombuffer(b"".join(solved.values()), dtype=np.uint8).copy(), placed)

    def _append(self, more: Any, placed: Mapping[Forces, int]) -> None:
        if self.bytes is not None and isinstance(more, bytearray):
            more = bytearray(self.bytes) + more
        elif self.bytes is not None:
            import numpy as np

            more = np.concatenate((self.bytes, more))
        self.bytes = more
        self.starts |= placed
        self.pieces = max(sum(forces) for forces in self.starts)

    def part(self, pair: tuple[Forces, ...]) -> bytes:
        """The bytes of forces that lie one behind the other."""
        start = self.starts[pair[0]]
        return bytes(self.bytes[start : start + sum(size(self.variant, forces) for forces in pair)])

    def lay(self, pair: tuple[Forces, ...], content: bytes) -> None:
        """Put the solved bytes of a pair in their place."""
        start = self.starts[pair[0]]
        self.bytes[start : start + len(content)] = memoryview(content)

    def tell(self, memo: Any, address: Any = None) -> None:
        """Let a search know where the tables are."""
        for place, numbers in squares(self.variant).items():
            memo[place : place + len(numbers)] = numbers
        if self.pieces:
            memo[at.PIECES] = self.pieces
            memo[at.SOLVED] = self.bytes.ctypes.data if address is None else address
            memo[at.PLACES : at.PLACES + 4096] = [-1] * 4096
            for forces, start in self.starts.items():
                memo[at.PLACES + code(forces)] = start


def code(forces: Forces) -> int:
    """Forces as one number."""
    own_kings, own_men, foe_kings, foe_men = forces
    return (own_kings * 8 + own_men) * 64 + foe_kings * 8 + foe_men


def squares(variant: Variant) -> dict[int, list[int]]:
    """What the templates ask about squares: the square of a bit, the bit of a square, and combinations."""
    plan = layout(variant)
    numbers = {bit.bit_length() - 1: square for bit, square in plan.square.items()}
    return {
        at.SQUARE_OF: [numbers.get(i, 0) for i in range(at.SQUARES)],
        at.INDEX_OF: [bit.bit_length() - 1 for bit in plan.bits],
        at.CHOOSE: [comb(i // 8, i % 8) for i in range(8 * at.SQUARES)],
    }


def size(variant: Variant, forces: Forces) -> int:
    """How many places some forces take."""
    found = 1
    for count in forces:
        found *= comb(len(layout(variant).cells), count)
    return found


def pairs(pieces: int) -> Iterator[tuple[Forces, ...]]:
    """All forces with so many pieces, each with those of the other side; what they lead to comes first."""
    for men in range(pieces + 1):
        for own in range(1, pieces):
            for own_men in range(max(0, men - (pieces - own)), min(own, men) + 1):
                foe_men = men - own_men
                forces = own - own_men, own_men, pieces - own - foe_men, foe_men
                turned = *forces[2:], *forces[:2]
                if forces <= turned:
                    yield (forces,) if forces == turned else (forces, turned)


def places(variant: Variant, pieces: int) -> int:
    """How many places all forces with so many pieces take."""
    return sum(size(variant, forces) for pair in pairs(pieces) for forces in pair)


def laid_out(variant: Variant, all_pairs: Iterable[tuple[Forces, ...]], start: int) -> dict[Forces, int]:
    """Where each of these forces begins."""
    found: dict[Forces, int] = {}
    for pair in all_pairs:
        for forces in pair:
            found[forces] = start
            start += size(variant, forces)
    return found


def rules_hash(variant: Variant) -> str:
    """What tells rule sets apart as far as endings go: moves and aim, but not draws or colours."""
    values = {name: repr(value) for name, value in constants(variant).items()}
    told = json.dumps([values, variant.losing, variant.size], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def folder() -> Path:
    """Where the tables are kept."""
    return data_folder() / "endings"


def path(variant: Variant, pieces: int) -> Path:
    """The file of the endings with so many pieces."""
    return folder() / f"draughts-{rules_hash(variant)}-{pieces}.endings"


def load(variant: Variant) -> Tables | None:
    """All tables there are for a rule set, from two pieces upward; raises BadFile for a damaged one."""
    import numpy as np

    parts, starts, start, pieces = [], dict[Forces, int](), 0, LEAST
    while pieces <= MOST and path(variant, pieces).is_file():
        placed, total = laid_out(variant, pairs(pieces), start), places(variant, pieces)
        parts.append(np.frombuffer(read(path(variant, pieces), variant, pieces, total), dtype=np.uint8))
        starts |= placed
        start, pieces = start + total, pieces + 1
    if not parts:
        return None
    return Tables(variant, pieces - 1, np.concatenate(parts), starts)


def read(file: Path, variant: Variant, pieces: int, total: int) -> bytes:
    """The bytes of one file, checked."""
    raw = file.read_bytes()
    heading, _, packed = raw.removeprefix(FORMAT).partition(b"\n")
    if not raw.startswith(FORMAT):
        raise _bad(file, "it is not a table of endings")
    try:
        told = json.loads(heading)
        found = zlib.decompressobj().decompress(packed, total + 1)
    except (ValueError, zlib.error):
        raise _bad(file, "it is damaged") from None
    if not isinstance(told, dict) or told.get("rules") != rules_hash(variant) or told.get("pieces") != pieces:
        raise _bad(file, "it belongs to other rules")
    if len(found) != total or hashlib.sha256(found).hexdigest() != told.get("sha256"):
        raise _bad(file, "its bytes are not those that were written")
    return found


def _bad(file: Path, reason: str) -> BadFile:
    return BadFile(f"{reason}; delete it and run `kibitz solve` again.", name=str(file))


def write(variant: Variant, pieces: int, content: bytes) -> Path:
    """Keep the endings with so many pieces."""
    return store(path(variant, pieces), variant, pieces, content)


def store(file: Path, variant: Variant, pieces: int, content: bytes) -> Path:
    """Write a file of endings; a broken write leaves none."""
    file.parent.mkdir(parents=True, exist_ok=True)
    told = {"rules": rules_hash(variant), "name": variant.name, "pieces": pieces}
    told["sha256"] = hashlib.sha256(content).hexdigest()
    handle, name = tempfile.mkstemp(dir=file.parent, suffix=".part")
    with os.fdopen(handle, "wb") as out:
        out.write(FORMAT + json.dumps(told).encode() + b"\n" + zlib.compress(content, 6))
    Path(name).replace(file)
    return file


def check(variant: Variant, pieces: int) -> None:
    """Refuse what cannot be solved here; the message gives the reason."""
    if not LEAST <= pieces <= MOST:
        raise BadSetting(f"Endings of {LEAST} to {MOST} pieces can be solved, not of {pieces}.")
    needed = sum(places(variant, number) for number in range(LEAST, pieces + 1))
    if needed > _MOST_BYTES:
        raise BadSetting(
            f"Endings of {pieces} pieces on this board take {needed / 2**30:.0f} GiB; ask for fewer pieces."
        )
