"""Records as rows and back: what is kept is checked here, once, for every database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.archive.faults import ArchiveFault
from kibitz.archive.formats import MOST_ENTRIES, MOST_TAGS
from kibitz.archive.names import LONGEST_NAME, clean_name, clean_text, default_name, folded
from kibitz.archive.standing import Standing, digest_of_key
from kibitz.archive.summary import day, load_tags, players, result_of, steps_of
from kibitz.core.errors import BadSetting, quoted
from kibitz.core.game import Seat
from kibitz.core.record import Entry, GameRecord, Kind

EARLIEST_S, LATEST_S = -30e9, 100e9  # the years 1019 to 5138, which every calendar function can name


@dataclass(frozen=True, slots=True)
class Kept:
    """A record with what the archive adds to it; a name of None means that nobody has named it."""

    record: GameRecord
    name: str | None = None
    started_at: float = 0.0
    standing: Standing | None = None
    digest: str | None = None


def game_row(kept: Kept, now: float) -> dict[str, Any]:
    """The row of a new game; raises BadSetting when it cannot be kept."""
    record, outcome = kept.record, kept.standing.outcome if kept.standing else None
    if len(record.entries) > MOST_ENTRIES:
        raise BadSetting(f"A game may have {MOST_ENTRIES} entries, and this one has {len(record.entries)}.")
    if (steps := steps_of(record.entries)) < 0:
        raise BadSetting("The game takes back more moves than it has.")
    return {
        "game": clean_text(record.game, "the name of a game's rules", longest=200),
        "version": _whole(record.version),
        "setup": clean_text(record.setup, "a position"),
        **name_columns(kept.name, kept.started_at),
        **tag_columns(record, kept.started_at),
        "started_at": _finite(kept.started_at, "a time"),
        "changed_at": now,
        "result": result_of(record, outcome),
        "seq": len(record.entries),
        "steps": steps,
        "digest": kept.digest,
    }


def name_columns(name: str | None, started_at: float) -> dict[str, Any]:
    """The name, and what searches compare."""
    shown = None if name is None else clean_name(name)
    return {"name": shown, "name_folded": folded(shown or default_name(started_at))}


def tag_columns(record: GameRecord, started_at: float) -> dict[str, Any]:
    """The tags, and what searches compare."""
    if len(record.tags) > MOST_TAGS:
        raise BadSetting(f"A game may have {MOST_TAGS} tags, and this one has {len(record.tags)}.")
    for name, value in record.tags:
        clean_text(name, "a tag's name", longest=LONGEST_NAME)
        clean_text(value, f"the tag {quoted(name)}")
    return {
        "tags": json.dumps(record.tags, ensure_ascii=False, separators=(",", ":")),
        "players_folded": folded("\n".join(value for _, value in players(record.tags))),
        "played_on": day(record, started_at),
    }


def entry_row(game_id: int, seq: int, entry: Entry) -> dict[str, Any]:
    """The row of one entry; raises BadSetting when it cannot be kept."""
    return {
        "game_id": game_id,
        "seq": seq,
        "kind": Kind(entry.kind).value,
        "text": clean_text(entry.text, "an entry"),
        "seat": None if entry.seat is None else Seat(entry.seat).value,
        "at": _finite(entry.at, "a time"),
        "source": clean_text(entry.source, "a source", longest=64),
        "took_s": None if entry.took_s is None else _finite(entry.took_s, "a thinking time"),
    }


def position_rows(game_id: int, keys: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of a game's positions, the start first."""
    return [{"game_id": game_id, "step": i, "key": digest_of_key(key)} for i, key in enumerate(keys)]


def entry_of(row: Any) -> Entry:
    """An entry from its row of `statements.ENTRIES_AFTER`."""
    kind, text, seat, at, source, took_s = row
    return Entry(_KINDS[kind], text, _SEATS[seat], at, source, took_s)


_KINDS = {kind.value: kind for kind in Kind}
_SEATS: dict[str | None, Seat | None] = {None: None} | {seat.value: seat for seat in Seat}


def record_of_rows(game: Any, entries: Sequence[Any]) -> GameRecord:
    """A record from its rows; raises ArchiveFault when they make no sense."""
    try:
        kept = tuple(entry_of(row) for row in entries)
        return GameRecord(game.game, game.version, game.setup, kept, load_tags(game.tags))
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveFault(f"A game in the archive is damaged and cannot be read ({error!r:.60}).") from None


def _finite(value: float, what: str) -> float:
    if not isinstance(value, int | float) or not EARLIEST_S <= value <= LATEST_S:
        raise BadSetting(f"{what.capitalize()} must be a number of seconds, and {value!r:.40} is none.")
    return float(value)


def _whole(value: int) -> int:
    if not 0 <= value < 2**31:
        raise BadSetting(f"A version of rules is a small whole number, and {value!r:.40} is none.")
    return value
