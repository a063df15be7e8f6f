"""What the archive looks like in requests and answers."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, Field

from kibitz.web.shapes import GAME_NAME, LONGEST_SETUP, AnySeat, Asked, OutcomeInfo

MOST_PER_PAGE = 100
LONGEST_SEARCH = 100
GameId: TypeAlias = Annotated[int, Field(ge=1, le=2**31 - 1)]
Result: TypeAlias = Literal["1-0", "0-1", "1/2-1/2", "*"]
Format: TypeAlias = Literal["json", "pdn", "pgn", "2019", "png", "gif", "svg", "text"]
SearchText: TypeAlias = Annotated[str, Field(max_length=LONGEST_SEARCH)]


def _day(text: Any) -> Any:
    """Only as 2024-05-31; pydantic would take numbers for seconds."""
    if isinstance(text, str) and not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise ValueError("a day is written as 2024-05-31")
    return text


Day: TypeAlias = Annotated[date, BeforeValidator(_day)]


class Search(Asked):
    """What is looked for; every part that is given must hold."""

    model_config = Asked.model_config | {"strict": False}

    game: Annotated[str, Field(pattern=f"^$|{GAME_NAME}")] = ""
    """A game, or a family of them."""
    player: SearchText = ""
    """Part of a player's name."""
    result: Result | Literal[""] = ""
    since: Day | None = Field(default=None, alias="from")
    until: Day | None = Field(default=None, alias="to")
    text: SearchText = ""
    """Part of the game's name."""
    position: Annotated[str, Field(max_length=LONGEST_SETUP)] = ""
    """A setup that the game went through; needs `game`."""
    deleted: bool = False
    """Look among the deleted games instead."""
    after: GameId | None = None
    """Go on behind this game: the `after` of the page before."""
    limit: Annotated[int, Field(ge=1, le=MOST_PER_PAGE)] = 24


class Person(BaseModel):
    tag: str
    name: str


class Summary(BaseModel):
    id: int
    name: str
    saved: bool
    """Whether a person gave it its name."""
    game: str
    title: str
    players: list[Person]
    played_on: str
    result: str
    steps: int
    started_at: float
    deleted: bool
    open_table: str
    """The table at which it is being played now, if it is."""


class SummaryPage(BaseModel):
    games: list[Summary]
    total: int
    after: int | None


class StepInfo(BaseModel):
    ply: int
    move: str
    placed: bool
    """Whether this position was set by hand."""
    seat: AnySeat | None
    turn: AnySeat
    setup: str
    look: list[int]
    last: list[int]
    took_s: float | None
    source: str
    notes: list[str]
    remarks: dict[str, Any]


class Kept(BaseModel):
    """A kept game with every position that counts."""

    summary: Summary
    tags: list[tuple[str, str]]
    formats: list[Format]
    """What it can be downloaded as."""
    steps: list[StepInfo]
    cut: bool
    """Whether there are more steps than are sent."""
    outcome: OutcomeInfo | None


class Rename(Asked):
    name: Annotated[str, Field(min_length=1, max_length=200)]


class Imported(BaseModel):
    """What became of one file."""

    name: str
    ids: list[int]
    already: bool
    """Whether its games were there before."""
