"""Kibitz's own file: records as JSON, exact both ways. docs/record-format.md describes every key.

{"format": "kibitz", "format_version": 1, "records": [
  {"name": "Sunday", "game": "draughts/poznan", "game_version": 1, "setup": "",
   "tags": [["White", "Ana"]],
   "entries": [
     {"kind": "move", "text": "22-18", "seat": "first", "at": 1700000000.5, "source": "camera"}]}]}
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kibitz.archive.strictjson import Node, parsed
from kibitz.core.game import Seat
from kibitz.core.record import Entry, GameRecord, Kind

FORMAT, FORMAT_VERSION = "kibitz", 1
MOST_RECORDS = 10_000  # each is played through when it is imported
MOST_ENTRIES = 100_000  # a game of a hundred moves has a few hundred
MOST_TAGS = 200  # PGN's seven, and whatever programs add
_PLAIN = Entry(Kind.NOTE)


def to_json(*records: GameRecord, names: Sequence[str | None] = ()) -> str:
    """Records as the text of a file; `from_json` reads back the same records and names."""
    named = [*names, *[None] * (len(records) - len(names))]
    body = ",\n".join(_record(record, name) for record, name in zip(records, named, strict=True))
    return f'{{"format": "{FORMAT}", "format_version": {FORMAT_VERSION}, "records": [\n{body}\n]}}\n'


def from_json(text: str, name: str = "") -> tuple[tuple[GameRecord, str | None], ...]:
    """The records of a file, each with its name if it has one; raises BadFile naming the place."""
    return records_in(parsed(text, name))


def records_in(whole: Node) -> tuple[tuple[GameRecord, str | None], ...]:
    """The records of a parsed file."""
    keys = whole.members(("format", "format_version", "records"))
    if keys["format"].value != FORMAT:
        keys["format"].refuse(f"this is not a Kibitz file; its format should be '{FORMAT}'")
    if keys["format_version"].whole() != FORMAT_VERSION:
        keys["format_version"].refuse(f"this Kibitz reads version {FORMAT_VERSION} of the format; update it")
    return tuple(_read_record(node) for node in keys["records"].items(MOST_RECORDS))


def _record(record: GameRecord, name: str | None) -> str:
    head: dict[str, Any] = {} if name is None else {"name": name}
    head |= {"game": record.game, "game_version": record.version, "setup": record.setup}
    head["tags"] = record.tags
    entries = ",\n    ".join(_dumped(_entry(entry)) for entry in record.entries)
    return f'  {_dumped(head)[:-1]}, "entries": [' + (f"\n    {entries}]}}" if entries else "]}")


def _entry(entry: Entry) -> dict[str, Any]:
    """The entry without what is as usual."""
    shown: dict[str, Any] = {"kind": entry.kind.value}
    for key in ("text", "seat", "at", "source", "took_s"):
        if (value := getattr(entry, key)) != getattr(_PLAIN, key):
            shown[key] = value
    return shown


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _read_record(node: Node) -> tuple[GameRecord, str | None]:
    keys = node.members(("game", "game_version", "setup", "tags", "entries"), ("name",))
    record = GameRecord(
        keys["game"].string(),
        keys["game_version"].whole(),
        keys["setup"].string(),
        tuple(_read_entry(entry) for entry in keys["entries"].items(MOST_ENTRIES)),
        tuple(_read_tag(tag) for tag in keys["tags"].items(MOST_TAGS)),
    )
    return record, keys["name"].string() if "name" in keys else None


def _read_tag(node: Node) -> tuple[str, str]:
    pair = tuple(part.string() for part in node.items(2))
    if len(pair) != 2:
        node.refuse("a tag is a list of two texts, its name and its value")
    return pair[0], pair[1]


def _read_entry(node: Node) -> Entry:
    keys = node.members(("kind",), ("text", "seat", "at", "source", "took_s"))
    return Entry(
        Kind(_choice(keys["kind"], [kind.value for kind in Kind])),
        keys["text"].string() if "text" in keys else _PLAIN.text,
        Seat(_choice(keys["seat"], [seat.value for seat in Seat])) if "seat" in keys else None,
        keys["at"].number() if "at" in keys else _PLAIN.at,
        keys["source"].string() if "source" in keys else _PLAIN.source,
        keys["took_s"].number() if "took_s" in keys else None,
    )


def _choice(node: Node, choices: Sequence[str]) -> str:
    if node.string() not in choices:
        node.refuse(f"this should be one of {', '.join(choices)}")
    return node.string()
