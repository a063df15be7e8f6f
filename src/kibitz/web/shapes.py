"""What requests and answers look like; the OpenAPI document is made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

GAME_NAME = r"^[a-zA-Z0-9_/-]{1,64}$"
TABLE_ID = r"^[a-z0-9]{6,16}$"
LONGEST_SETUP = 2000
LONGEST_MOVE = 200
MOST_DELAY_MS = 60_000


def _whole(value: Any) -> Any:
    """JSON knows one kind of number: 3.0 is a whole one."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(_whole)
"""Stands behind the bounds of a number, so that they stay in the OpenAPI document."""
SeatName: TypeAlias = Literal["first", "second"]
AnySeat: TypeAlias = Literal["first", "second", "chance"]
PhaseName: TypeAlias = Literal[
    "following", "moving", "unclear", "illegal", "out-of-step", "camera-lost", "paused", "over"
]
Setup: TypeAlias = Annotated[str, Field(max_length=LONGEST_SETUP)]
GameName: TypeAlias = Annotated[str, Field(pattern=GAME_NAME)]
Ply: TypeAlias = Annotated[int, Field(ge=0, le=100_000), WHOLE]
DelayMs: TypeAlias = Annotated[int, Field(ge=0, le=MOST_DELAY_MS), WHOLE]
Coordinate: TypeAlias = Annotated[float, Field(ge=-20_000, le=20_000)]
Corner: TypeAlias = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
"""x and y in pixels of the camera picture."""
ShortName: TypeAlias = Annotated[str, Field(max_length=100)]


class Asked(BaseModel):
    """Part of a request: nothing may stand in it that is not named here."""

    model_config = ConfigDict(extra="forbid", strict=True)


# --- errors


class ErrorFacts(BaseModel):
    code: str
    message: str
    """One sentence."""
    cells: list[int]


class Error(BaseModel):
    """What every answer with a status of 400 or more looks like."""

    error: ErrorFacts


# --- tables


class SeatChoice(Asked):
    """Who sits there: a person, or a bot of a level."""

    kind: Literal["person", "bot"] = "person"
    level: Annotated[str, Field(max_length=40)] = ""
    name: ShortName = ""


class Players(Asked):
    first: SeatChoice = SeatChoice()
    second: SeatChoice = SeatChoice()


class FromArchive(Asked):
    """A kept game, up to a ply, to be gone on with as a new game."""

    id: Annotated[int, Field(ge=1, le=2**31 - 1), WHOLE]
    ply: Ply


class CameraChoice(Asked):
    """A camera for a real board."""

    source: Annotated[str, Field(min_length=1, max_length=400)]
    piece_set: Annotated[str, Field(max_length=60)] = ""
    corners: Annotated[list[Corner], Field(min_length=4, max_length=4)] | None = None
    from_board: bool = False
    """Begin from whatever stands on the board."""
    starts: SeatName = "first"
    """Who then moves first."""


class NewTable(Asked):
    game: GameName
    setup: Setup = ""
    players: Players = Players()
    clock: Annotated[str, Field(max_length=20)] = "up"
    pie: bool = False
    language: Literal["en", "pl", "sr", "sr-Cyrl"] = "en"
    delay_ms: DelayMs = 0
    camera: CameraChoice | None = None
    from_archive: FromArchive | None = None


class PlayerInfo(BaseModel):
    kind: Literal["person", "bot"]
    level: str
    name: str


class PlayersInfo(BaseModel):
    first: PlayerInfo
    second: PlayerInfo


class OutcomeInfo(BaseModel):
    winner: SeatName | None
    reason: str
    score: str


class TableInfo(BaseModel):
    id: str
    game: str
    title: str
    players: PlayersInfo
    created: float
    """Seconds since 1970."""
    ply: int
    phase: PhaseName
    outcome: OutcomeInfo | None
    camera: bool
    piece_set: str
    """Of the real board; empty for the usual one."""
    clock: str
    archive_id: int | None
    spectator_url: str
    spectators: int
    resting: bool
    """Whether it comes from before a restart and wakes up when it is opened."""


class ClockInfo(BaseModel):
    used_s: tuple[float, float]
    left_s: tuple[float, float] | None
    periods: tuple[int, int] | None
    running: SeatName | None
    at: int


class LegalMove(BaseModel):
    move: str
    path: list[int]
    takes: list[int]


class MadeMove(BaseModel):
    ply: int
    move: str
    seat: AnySeat | None
    took_s: float | None
    source: str


class Announced(BaseModel):
    move: str
    path: list[int]


class ThoughtInfo(BaseModel):
    seat: AnySeat
    value: float | None
    """The chance to win of the side that thought."""
    line: list[str]
    note: str


class StateInfo(BaseModel):
    seq: int
    ply: int
    game: str
    setup: str
    look: list[int]
    turn: AnySeat
    phase: PhaseName
    outcome: OutcomeInfo | None
    message: str
    cells: list[int]
    last: list[int]
    choices: list[list[str]]
    announced: Announced | None
    clock: ClockInfo
    remarks: dict[str, Any]
    claims: list[str]
    legal: list[LegalMove]
    moves: list[MadeMove]
    thinking: bool
    thought: ThoughtInfo | None
    delay_ms: int
    name: str


class TableAndState(BaseModel):
    table: TableInfo
    state: StateInfo


class TableList(BaseModel):
    tables: list[TableInfo]


class StateAnswer(BaseModel):
    state: StateInfo


# --- actions


class Play(Asked):
    action: Literal["play"]
    ply: Ply
    move: Annotated[str, Field(min_length=1, max_length=LONGEST_MOVE)]


class Undo(Asked):
    action: Literal["undo"]
    ply: Ply


class Resign(Asked):
    action: Literal["resign"]
    ply: Ply
    seat: SeatName | None = None


class Draw(Asked):
    action: Literal["draw"]
    ply: Ply


class Claim(Asked):
    action: Literal["claim"]
    ply: Ply


class Choose(Asked):
    action: Literal["choose"]
    ply: Ply
    number: Annotated[int, Field(ge=0, le=1000), WHOLE]


class SetPosition(Asked):
    action: Literal["position"]
    ply: Ply
    setup: Setup


class Reset(Asked):
    """Begin from what stands on the real board: as the camera reads it, or as a person put that right."""

    action: Literal["reset"]
    ply: Ply
    turn: SeatName = "first"
    look: Annotated[list[Annotated[int, Field(ge=0, le=255)]], Field(min_length=1, max_length=400)] | None = (
        None
    )


class Pause(Asked):
    action: Literal["pause"]
    ply: Ply | None = None


class GoOn(Asked):
    action: Literal["go_on"]
    ply: Ply | None = None


class Save(Asked):
    action: Literal["save"]
    ply: Ply | None = None
    name: ShortName = ""


class Speed(Asked):
    action: Literal["speed"]
    ply: Ply | None = None
    delay_ms: DelayMs


class Note(Asked):
    action: Literal["note"]
    ply: Ply | None = None
    text: Annotated[str, Field(min_length=1, max_length=1000)]


Action: TypeAlias = Annotated[
    Play | Undo | Resign | Draw | Claim | Choose | SetPosition | Reset | Pause | GoOn | Save | Speed | Note,
    Field(discriminator="action"),
]
