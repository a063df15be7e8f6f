"""The kernel set to a variant: its switches as the kernel's names, and the kernel run as plain Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from kibitz.games.draughts.kernel import ROOM, Buffer
from kibitz.games.draughts.layout import Layout, layout
from kibitz.games.draughts.specialise import Value, specialise
from kibitz.games.draughts.switches import Variant

Convention: TypeAlias = Literal["drop", "keep", "path"]
"""What counts as one capture: equal start, end and captured pieces (`drop`); the order of capture also
tells them apart (`keep`), and so does every stop on the way (`path`)."""

Generate: TypeAlias = Callable[[Buffer, int, int, int, int, bool], int]
Count: TypeAlias = Callable[[Buffer, int, int, int, int, bool, int], int]

_ROUTE_HEADER = 204
_ROUTE_WIDTH = 6
_MAN_VALUE, _KING_VALUE = 100, 199  # a king is worth a little less than two men, however many are taken
_FIELD_BITS = {"most": 7, "value": 15, "with_king": 1, "most_kings": 7, "kings_first": 36}


@dataclass(frozen=True)
class Machine:
    """The plain kernel of one rule set."""

    layout: Layout
    moves: Generate
    perft: Count
    first: int
    """The number of the first move in a buffer."""
    width: int
    spare: list[Buffer] = field(default_factory=list)
    """Buffers not in use; taking and giving back are atomic, so threads may share them."""

    def buffer(self, size: int = 256) -> Buffer:
        """A buffer for this many moves."""
        if self.spare and size == 256:
            return self.spare.pop()
        made: Buffer = [0] * ((self.first + size) * self.width)
        made[ROOM] = self.first + size
        return made


@lru_cache(maxsize=256)
def machine(variant: Variant, convention: Convention = "drop", *, routes: bool = False) -> Machine:
    """The plain kernel for a variant, counting moves by this convention."""
    values = {**constants(variant), **counting(convention)}
    if routes:
        values |= {"ROUTES": True, "WIDTH": _ROUTE_WIDTH, "HEADER": _ROUTE_HEADER}
    scope: dict[str, Any] = {}
    exec(compile(specialise(values, "plain"), f"<{variant.name} kernel>", "exec"), scope)
    return Machine(
        layout(variant),
        scope["moves"],
        scope["perft"],
        first=_ROUTE_HEADER // _ROUTE_WIDTH if routes else 1,
        width=_ROUTE_WIDTH if routes else 4,
    )


def constants(variant: Variant) -> dict[str, Value]:
    """The kernel's names, as this variant sets them."""
    board = layout(variant)
    return {
        "BOARD": board.board,
        "TOP": board.row(0),
        "BOTTOM": board.row(variant.size - 1),
        "AHEAD": board.down,
        "SIDEWAYS": _both_ways(board.right) if board.all_cells else (),
        "SIDE_JUMPS": _both_ways(board.right),
        "STEPS": _both_ways(board.down + (board.right if board.all_cells else ())),
        "JUMPS": _both_ways(board.down + board.right + board.two_down),
        "FLYING": variant.flying_kings,
        "OBLIGATORY": variant.capture_obligatory,
        "CONTINUING": variant.continuing_obligatory,
        "BACK_FIRST": variant.men_capture_backward == "always",
        "BACK_LATER": variant.men_capture_backward != "never",
        "MEN_TAKE_KINGS": variant.men_capture_kings,
        "DIRECTLY": variant.king_lands == "directly",
        "DIRECTLY_BEHIND_KING": variant.king_lands == "directly_behind_last_king",
        "TURNS_BACK": variant.king_turns_back,
        "AT_ONCE": variant.lifted == "at_once",
        "IN_PASSING": variant.promotion == "in_passing",
        "HALTS": variant.promotion == "stops",
        "BREAKTHROUGH": variant.breakthrough,
        **_weights(variant),
    }


def _both_ways(shifts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(way for shift in shifts for way in (shift, -shift))


def _weights(variant: Variant) -> dict[str, Value]:
    """Precedence as one number: each criterion has its own bits, the weightiest the highest."""
    weight = dict.fromkeys(("PIECE_WEIGHT", "KING_WEIGHT", "MOVER_WEIGHT", "EARLY_WEIGHT"), 0)
    low = 0
    for criterion in reversed(variant.precedence):
        for name, worth in _WORTH[criterion].items():
            weight[name] += worth << low
        low += _FIELD_BITS[criterion]
    return {"RANKED": bool(variant.precedence), **weight}


_WORTH: dict[str, dict[str, int]] = {
    "most": {"PIECE_WEIGHT": 1},
    "value": {"PIECE_WEIGHT": _MAN_VALUE, "KING_WEIGHT": _KING_VALUE - _MAN_VALUE},
    "with_king": {"MOVER_WEIGHT": 1},
    "most_kings": {"KING_WEIGHT": 1},
    "kings_first": {"EARLY_WEIGHT": 1 << (_FIELD_BITS["kings_first"] - 1)},
}


def counting(convention: Convention) -> dict[str, Value]:
    """The kernel's names for a convention of counting."""
    return {"MERGE": convention == "drop", "EVERY_STOP": convention == "path"}
