"""The solved game on disk: the chance of the side to roll in every unfinished position, 16 bits each.

offset 0      "KIBITZUR", then little-endian: u32 version, u32 stones a side, u64 positions, f64 chance of
              the first player at the start, u32 CRC-32 of each block's values, u32 CRC-32 of all before
offset 4096   u16 values, round(chance * 65535), block after block in the order of `index.blocks`

The file is mapped, not read, and a block is checked against its CRC when it is first looked into. A table
for seven stones serves the games with fewer: what is home no longer matters.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadFile
from kibitz.core.folders import data_folder
from kibitz.games.ur.index import State, block_size, blocks, index_of

MAGIC, VERSION = b"KIBITZUR", 1
DATA_AT = 4096
FULL = 65535
MOST_PIECES = 7
_HEAD = struct.Struct("<8sIIQd")
_CRC = struct.Struct("<I")
AGAIN = "Remove it and run 'kibitz solve ur' again"

Values = NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Head:
    """What the first bytes of a table say."""

    pieces: int
    start: float
    """The first player's chance, in full precision."""
    crcs: tuple[int, ...]

    def packed(self) -> bytes:
        """The bytes at the beginning of the file."""
        head = _HEAD.pack(MAGIC, VERSION, self.pieces, positions(self.pieces), self.start)
        head += b"".join(_CRC.pack(crc) for crc in self.crcs)
        return (head + _CRC.pack(zlib.crc32(head))).ljust(DATA_AT, b"\0")


def positions(pieces: int) -> int:
    """How many unfinished positions a game of so many stones has."""
    return sum(block_size(*block) for block in blocks(pieces))


@lru_cache(maxsize=8)
def offsets(pieces: int) -> dict[tuple[int, int], int]:
    """Where each block begins in the file, in bytes."""
    found, at = {}, DATA_AT
    for block in blocks(pieces):
        found[block] = at
        at += 2 * block_size(*block)
    return found


def crc_of(values: Values) -> int:
    """The checksum that the head keeps of a block."""
    return zlib.crc32(values.astype("<u2", copy=False).data)


def rounded(chances: NDArray[np.float64]) -> Values:
    """Chances as they are stored."""
    return np.rint(chances * FULL).astype("<u2")


@dataclass(frozen=True)
class Table:
    """A table that is open."""

    path: Path
    head: Head
    data: Values
    checked: dict[tuple[int, int], Values] = field(default_factory=dict, repr=False)

    @property
    def pieces(self) -> int:
        return self.head.pieces

    def block(self, own_left: int, other_left: int) -> Values:
        """The values of a block, checked once; raises BadFile when they are damaged."""
        block = own_left, other_left
        if block not in self.checked:
            at = (offsets(self.pieces)[block] - DATA_AT) // 2
            values = self.data[at : at + block_size(*block)]
            if crc_of(values) != self.head.crcs[blocks(self.pieces).index(block)]:
                raise BadFile(f"the values are damaged. {AGAIN}", name=str(self.path))
            self.checked[block] = values
        return self.checked[block]

    def chance(self, state: State) -> float:
        """The chance of the side to roll to win an unfinished position."""
        return int(self.block(state.own_left, state.other_left)[index_of(state)]) / FULL

    def chances(self, states: Sequence[State]) -> NDArray[np.float64]:
        """The same for many."""
        return np.array([self.chance(state) for state in states])


def open_table(path: Path) -> Table:
    """The table in a file; raises BadFile saying what is wrong with it."""
    try:
        with path.open("rb") as file:
            start = file.read(DATA_AT)
        size = path.stat().st_size
    except OSError as error:
        raise BadFile(f"cannot be read: {error.strerror}", name=str(path)) from None
    head = _head(path, start)
    wanted = DATA_AT + 2 * positions(head.pieces)
    if size != wanted:
        raise BadFile(f"{size:,} bytes long where {wanted:,} are due. {AGAIN}", name=str(path))
    return Table(path, head, np.memmap(path, "<u2", mode="r", offset=DATA_AT))


def _head(path: Path, start: bytes) -> Head:
    if len(start) < _HEAD.size or start[:8] != MAGIC:
        raise BadFile(f"this is not a table of Ur. {AGAIN}", name=str(path))
    _, version, pieces, count, chance = _HEAD.unpack_from(start)
    if version != VERSION:
        raise BadFile(f"a table of version {version}, and only {VERSION} is known. {AGAIN}", name=str(path))
    end = _HEAD.size + 4 * pieces**2 if 1 <= pieces <= MOST_PIECES else -1
    if end < 0 or len(start) < end + 4 or _CRC.unpack_from(start, end)[0] != zlib.crc32(start[:end]):
        raise BadFile(f"its first bytes are damaged. {AGAIN}", name=str(path))
    if count != positions(pieces):
        raise BadFile(f"it names {count:,} positions, which is not their number. {AGAIN}", name=str(path))
    crcs = struct.unpack_from(f"<{pieces**2}I", start, _HEAD.size)
    return Head(pieces, chance, crcs)


def folder() -> Path:
    """Where tables are kept."""
    return data_folder() / "ur"


def table_path(pieces: int) -> Path:
    """Where the table of a game with so many stones is kept."""
    return folder() / f"finkel-{pieces}.table"


def present(pieces: int) -> Path | None:
    """The table file that serves a game of so many stones, if there is one."""
    return next((p for p in map(table_path, range(pieces, MOST_PIECES + 1)) if p.is_file()), None)


def find_table(pieces: int) -> Table | None:
    """The table that serves a game of so many stones, opened once; raises BadFile when it is damaged."""
    path = present(pieces)
    return None if path is None else _opened(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _opened(path: Path, _changed_ns: int) -> Table:
    return open_table(path)
