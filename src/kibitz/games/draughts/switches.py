"""A rule set of draughts as a frozen set of switches; the clause each one settles stands beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from kibitz.core.errors import BadRules

Colour: TypeAlias = Literal["white", "black"]
Criterion: TypeAlias = Literal["most", "value", "with_king", "most_kings", "kings_first"]


@dataclass(frozen=True, slots=True)
class Ending:
    """A known ending: drawn when this balance of forces has stood for so many moves of each player.

    The count begins anew with every capture and every crowning.
    """

    moves: int
    """Moves by each player."""
    strong: tuple[str, ...] = ()
    """The stronger side, one letter a piece, kings first: `KKM`; empty: the ending goes by `pieces`."""
    weak: tuple[str, ...] = ()
    """The weaker side, written likewise."""
    or_more: bool = False
    """The stronger side may also have more kings than written."""
    main_road: bool = False
    """Only while the weaker side's king stands on the long diagonal between the players' left corners."""
    pieces: tuple[int, int] | None = None
    """Any ending with this many pieces in all (least, most) in which both sides have a king."""


@dataclass(frozen=True, slots=True)
class DrawRules:
    """When nobody wins."""

    repetition: int = 3
    """The position has stood so many times with the same player to move; 0: repetition is no draw."""
    quiet_moves: int = 0
    """Each player has made so many moves with kings only and without a capture; 0: no such rule."""
    endings: tuple[Ending, ...] = ()


@dataclass(frozen=True)
class Variant:
    """One rule set. White and Black are the two sides, whatever colour their pieces have."""

    name: str
    title: str = ""
    pdn_type: int | None = None
    """The number of the game in the GameType tag of PDN 3."""

    size: int = 8
    """The board has so many rows and columns (even, 6 to 14)."""
    upper_left: Literal["light", "dark"] = "light"
    """The tone of the upper-left corner. Play is on the dark cells, but on all where lines are orthogonal."""
    lines: Literal["diagonal", "orthogonal"] = "diagonal"
    """Pieces move along diagonals, or along rows and columns (men straight forward and sideways)."""
    first: Colour = "white"
    """The side that moves first."""
    white_from: Literal["bottom", "top"] = "bottom"
    """The edge White's men start from; they move away from it."""
    rows: int = 3
    """So many rows are filled with men on each side."""
    rows_behind: int = 0
    """So many rows behind the men are left empty."""

    capture_obligatory: bool = True
    """A player who can capture must."""
    continuing_obligatory: bool = True
    """A piece that can go on capturing must, and a king chooses its landing cell accordingly."""
    men_capture_backward: Literal["never", "always", "later"] = "always"
    """Men capture backward never, always, or only as the second or a later jump of a chain."""
    men_capture_kings: bool = True
    """Men may capture kings."""
    orthogonal_captures: bool = False
    """On a diagonal board, pieces also capture along rows and columns, over every second cell."""
    flying_kings: bool = True
    """Kings move and capture over any distance; otherwise they step and jump like men, but all ways."""
    king_lands: Literal["anywhere", "directly", "directly_behind_last_king"] = "anywhere"
    """A capturing king stops anywhere behind the piece, only directly behind it, or directly behind only
    when the last piece captured is a king."""
    king_turns_back: bool = True
    """A king may turn by 180 degrees between two captures (possible only where pieces are lifted at once)."""
    lifted: Literal["at_once", "at_end"] = "at_end"
    """Captured pieces leave the board jump by jump, or only after the move: until then they are in the way,
    and no piece is jumped twice."""
    promotion: Literal["at_end", "in_passing", "stops"] = "at_end"
    """A man that reaches the far row by a capture is crowned only if its move ends there (else it goes on as
    a man), is crowned at once and goes on as a king, or is crowned and its move is over."""
    precedence: tuple[Criterion, ...] = ()
    """What must be captured when there is a choice, weightiest first: `most` pieces; the highest `value` (a
    king counts a little less than two men); `with_king` rather than a man; the `most_kings`;
    `kings_first`, a king as early as possible."""
    king_limit: int = 0
    """The same king may not make more than so many moves in a row without a capture while its side still has
    men (Frisian: 3); 0: no limit. Not seen by the generator, which knows no history."""

    crown_may_wait: bool = True
    """On a real board a man that has reached the far row counts as a king though the disc has not been
    exchanged yet; otherwise the exchange is insisted on before the other side moves."""
    losing: bool = False
    """Whoever has no piece or no move left wins."""
    breakthrough: bool = False
    """The first to crown a man wins."""
    draws: DrawRules = field(default_factory=DrawRules)

    def __post_init__(self) -> None:
        check(self)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.size, self.precedence, self.losing, self.breakthrough, self.lifted))

    @property
    def all_cells(self) -> bool:
        """Play is on every cell, not only on the dark ones."""
        return self.lines == "orthogonal"


ALLOWED: dict[str, tuple[str, ...]] = {
    "upper_left": ("light", "dark"),
    "lines": ("diagonal", "orthogonal"),
    "first": ("white", "black"),
    "white_from": ("bottom", "top"),
    "men_capture_backward": ("never", "always", "later"),
    "king_lands": ("anywhere", "directly", "directly_behind_last_king"),
    "lifted": ("at_once", "at_end"),
    "promotion": ("at_end", "in_passing", "stops"),
}
"""The words each switch understands."""

CRITERIA: tuple[Criterion, ...] = ("most", "value", "with_king", "most_kings", "kings_first")
_COUNTING = {"most", "value", "most_kings", "kings_first"}


def check(variant: Variant) -> None:
    """Refuse a set of switches that contradicts itself; the message gives the reason."""
    for reason in _out_of_range(variant) + _contradictions(variant):
        raise BadRules(f"{variant.name}: {reason}")


def _out_of_range(v: Variant) -> list[str]:
    wrong = [
        f"{name} is {getattr(v, name)!r}, but can only be {' or '.join(words)}"
        for name, words in ALLOWED.items()
        if getattr(v, name) not in words
    ]
    if v.size not in range(6, 15, 2):
        wrong.append(f"size is {v.size}, but a board has 6, 8, 10, 12 or 14 rows")
    if v.rows < 1 or v.rows_behind < 0:
        wrong.append("rows must be at least 1 and rows_behind at least 0")
    wrong += [
        f"precedence names {c!r}, but knows only {', '.join(CRITERIA)}"
        for c in v.precedence
        if c not in CRITERIA
    ]
    if min(v.draws.repetition, v.draws.quiet_moves, v.king_limit) < 0 or v.draws.repetition == 1:
        wrong.append("repetition is 0 or at least 2; quiet_moves and king_limit are 0 or more")
    return wrong


def _contradictions(v: Variant) -> list[str]:
    room = v.size - 2 * (v.rows + v.rows_behind)
    counting = sorted(_COUNTING & set(v.precedence))
    found = {
        f"{v.rows} rows of men a side do not fit on {v.size} rows: at least one must stay free": room < 1,
        "capture is not obligatory, so no capture can have precedence: precedence must be empty": (
            bool(v.precedence) and not v.capture_obligatory
        ),
        f"continuing is not obligatory, so precedence cannot count pieces ({', '.join(counting)})": (
            bool(counting) and not v.continuing_obligatory
        ),
        "precedence names a criterion twice": len(set(v.precedence)) < len(v.precedence),
        "precedence counts pieces twice over: choose `most` or `value`": {"most", "value"}
        <= set(v.precedence),
        "kings that do not fly always land directly behind: set king_lands to 'directly'": (
            not v.flying_kings and v.king_lands != "directly"
        ),
        "orthogonal_captures adds captures to a diagonal game, but lines is 'orthogonal'": (
            v.orthogonal_captures and v.lines == "orthogonal"
        ),
        "losing and breakthrough cannot be combined: one ends without pieces, the other at the first king": (
            v.losing and v.breakthrough
        ),
    }
    return [reason for reason, present in found.items() if present]
