"""What the test board looks like in requests and answers."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field

from kibitz.web.shapes import AnySeat, Asked, GameName, SeatName, Setup

MOST_CELLS = 600
Look: TypeAlias = Annotated[list[Annotated[int, Field(ge=0, le=255)]], Field(max_length=MOST_CELLS)]
"""A face for each cell."""


class NewBoard(Asked):
    game: GameName
    language: Literal["en", "pl", "sr", "sr-Cyrl"] = "en"
    setup: Setup = ""


class Move(Asked):
    """What does the referee say to this board?"""

    action: Literal["move"]
    look: Look


class Back(Asked):
    """The board as it was when all was well."""

    action: Literal["back"]


class SetInit(Asked):
    """This board is the start, with this player to move."""

    action: Literal["set_init"]
    look: Look
    turn: SeatName = "first"


class Init(Asked):
    """The right starting position."""

    action: Literal["init"]


class Clear(Asked):
    """An empty board."""

    action: Literal["clear"]


class InitAndValid(Asked):
    """The start, if this board is the right one."""

    action: Literal["init_and_valid"]
    look: Look


class SetUp(Asked):
    """The position that is written down."""

    action: Literal["setup"]
    setup: Setup


class Describe(Asked):
    """How would this board be written down? Nothing changes."""

    action: Literal["describe"]
    look: Look
    turn: SeatName = "first"


Action: TypeAlias = Annotated[
    Move | Back | SetInit | Init | Clear | InitAndValid | SetUp | Describe, Field(discriminator="action")
]


class LineInfo(BaseModel):
    number: int
    text: str
    good: bool


class BoardState(BaseModel):
    id: str
    game: str
    look: list[int]
    log: list[LineInfo]
    """The newest first."""
    console: list[str]
    """What the program of 2015 wrote beside its log; only for `draughts/kaaz`."""
    setup: str
    """The board shown, written down; empty where it is no position."""
    problem: str
    """Why the board shown is no position."""
    good_setup: str
    """The last position that the referee accepted."""
    turn: AnySeat
    wrong: bool
    """Whether the referee waits for the last good position."""
    cells: list[int]
    """Where the board shown is not the last good one."""
