"""The kernel set to a variant: its switches as the kernel's names, and the kernel run as plain Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from kibitz.games.draughts.kernel import ROOM, Buffer
from kibitz.games.draughts.layout import layout
from kibitz.games.draughts.specialise import Value, specialise
from kibitz.games.draughts.switches import Variant

Convention: TypeAlias = Literal["drop", "keep", "path"]
"""What counts as one capture: equal start, end and captured pieces (`drop`); the order of capture also
tells them apart (`keep`), and so does every stop on the way (`path`)."""

Generate: TypeAlias = Callable[[Buffer, int, int, int, int, bool], int]
Count: TypeAlias = Callable[[Buffer, int, int, int, int, bool, int], int]

ROUTE_FIRST, ROUTE_WIDTH = (
    34,
    6,
)  # the header has room for 100 jumps; behind each capture, its route and victims
COUNT_FIRST, COUNT_WIDTH = 1, 4
_MAN_VALUE, _KING_VALUE = 100, 199  # a king is worth a little less than two men, however many are taken
_FIELD_BITS = {"most": 7, "value": 15, "with_king": 1, "most_kings": 7, "kings_first": 36}


@dataclass(frozen=True, slots=True)
class Lister:
    """The plain kernel of one rule set, for lists of moves."""

    captures: Generate
    """Keeps captures in a buffer from number ROUTE_FIRST, ROUTE_WIDTH places each."""
    quiets: Generate
    """Adds the finished moves without capture to a list."""
    square: dict[int, int]
    spare: list[Buffer] = field(default_factory=list)
    """Buffers not in use; taking and giving back are atomic, so threads may share them."""


def lister(variant: Variant, convention: Convention, steps: Mapping[tuple[int, int], Any]) -> Lister:
    """The kernel that lists moves; `steps` has the moves without capture by their origin and target bits."""
    values = {**constants(variant), **counting(convention), "ROUTES": True, "WIDTH": ROUTE_WIDTH}
    scope = _run(specialise(values, "plain"), variant.name, step=steps)
    return Lister(scope["captures"], scope["quiets"], layout(variant).square)


@lru_cache(maxsize=256)
def counter(variant: Variant, convention: Convention) -> Count:
    """The kernel that counts leaves."""
    count: Count = _run(specialise({**constants(variant), **counting(convention)}, "plain"), variant.name)[
        "perft"
    ]
    return count


def blank(first: int, moves: int, width: int) -> Buffer:
    """A buffer with room for so many moves."""
    made: Buffer = [0] * ((first + moves) * width)
    made[ROOM] = first + moves
    return made


def _run(source: str, name: str, **scope: Any) -> dict[str, Any]:
    exec(compile(source, f"<kernel of {name}>", "exec"), scope)
    return scope


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
        "STEPS": steps(variant),
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


def steps(variant: Variant) -> tuple[int, ...]:
    """The ways a king moves."""
    board = layout(variant)
    return _both_ways(board.down + (board.right if board.all_cells else ()))


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
