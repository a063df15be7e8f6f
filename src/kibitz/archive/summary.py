"""What a list shows of a game, made from its record or read from its row."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from kibitz.archive.names import default_name
from kibitz.archive.schema import GameRow
from kibitz.core.game import Outcome
from kibitz.core.record import Entry, GameRecord, Kind

Tags: TypeAlias = tuple[tuple[str, str], ...]

UNFINISHED = "*"
RESULTS = ("1-0", "0-1", "1/2-1/2", UNFINISHED)
PLAYER_TAGS = ("first", "second", "white", "black", "red", "blue", "yellow", "green")
COLUMNS = (
    GameRow.id,
    GameRow.game,
    GameRow.version,
    GameRow.tags,
    GameRow.name,
    GameRow.started_at,
    GameRow.changed_at,
    GameRow.played_on,
    GameRow.result,
    GameRow.seq,
    GameRow.steps,
    GameRow.deleted_at,
)


@dataclass(frozen=True, slots=True)
class Summary:
    """One line of the archive's list."""

    id: int
    name: str
    saved: bool
    """Whether a person gave it a name; otherwise the name tells when it began."""
    game: str
    version: int
    players: tuple[tuple[str, str], ...]
    """Tag and name: `("White", "Ana")`."""
    played_on: str
    result: str
    steps: int
    seq: int
    started_at: float
    changed_at: float
    deleted: bool


def summary_of(row: Any) -> Summary:
    """A summary from a row of COLUMNS."""
    return Summary(
        id=row.id,
        name=default_name(row.started_at) if row.name is None else row.name,
        saved=row.name is not None,
        game=row.game,
        version=row.version,
        players=_players(row.tags),
        played_on=row.played_on,
        result=row.result,
        steps=row.steps,
        seq=row.seq,
        started_at=row.started_at,
        changed_at=row.changed_at,
        deleted=row.deleted_at is not None,
    )


def _players(tags: str) -> Tags:
    """The players, for a list; a damaged game is listed without."""
    try:
        return tuple(players(load_tags(tags)))
    except (TypeError, ValueError):
        return ()


def load_tags(text: str) -> Tags:
    """Tags from the database's JSON; raises ValueError when it is none."""
    return tuple((str(name), str(value)) for name, value in json.loads(text))


def players(tags: Tags) -> Iterable[tuple[str, str]]:
    """The tags that name a player; "?" is how PGN and PDN say that nobody knows."""
    return ((name, who) for name, who in tags if name.casefold() in PLAYER_TAGS and who not in ("", "?"))


def result_of(record: GameRecord, outcome: Outcome | None) -> str:
    """The result: by the rules where the caller knows them, else by its entries, else by its tag."""
    result = outcome.score if outcome else UNFINISHED
    if outcome is None:
        for entry in record.entries:
            result = result_after(entry, None) or result
    tagged = _SAME_RESULT.get(record.tag("Result"), record.tag("Result"))
    return tagged if result == UNFINISHED and tagged in RESULTS else result


_SAME_RESULT = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "½-½": "1/2-1/2"}


def result_after(entry: Entry, outcome: Outcome | None) -> str | None:
    """The result once an entry is added; None: as it was."""
    if outcome is not None:
        return outcome.score
    match entry.kind:
        case Kind.UNDO | Kind.POSITION:
            return UNFINISHED
        case Kind.DRAW | Kind.CLAIM:
            return "1/2-1/2"
        case Kind.RESIGN | Kind.FLAG if entry.seat is not None:
            return Outcome(entry.seat.other, "").score
    return None


def steps_of(entries: Iterable[Entry]) -> int:
    """How many positions count after the first."""
    return sum(STEP.get(entry.kind, 0) for entry in entries)


STEP = {Kind.MOVE: 1, Kind.POSITION: 1, Kind.UNDO: -1}


def began(record: GameRecord) -> float | None:
    """When the game began, by its entries or else by its Date tag; seconds since 1970."""
    first = next((entry.at for entry in record.entries if entry.at > 0), None)
    return first if first is not None else _at_noon(day_of_tag(record))


def day(record: GameRecord, started_at: float) -> str:
    """The day the game was played: by its Date tag, else by the clock."""
    return day_of_tag(record) or f"{datetime.fromtimestamp(started_at):%Y-%m-%d}"


def day_of_tag(record: GameRecord) -> str:
    """The Date tag (1997.05.11, 1997.??.??) as a day, the first one it can mean; empty when unreadable."""
    found = re.match(r"([1-9][0-9]{3})[.\-/]([0-9?]{2})[.\-/]([0-9?]{2})", record.tag("Date"))
    if not found:
        return ""
    year, month, of_month = (part.replace("?", "") or "01" for part in found.groups())
    try:
        return f"{datetime(int(year), int(month), int(of_month)):%Y-%m-%d}"
    except ValueError:
        return ""


def _at_noon(of_day: str) -> float | None:
    try:
        return datetime.fromisoformat(f"{of_day}T12:00").timestamp() if of_day else None
    except (ValueError, OverflowError, OSError):
        return None
