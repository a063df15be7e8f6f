"""Any file with games in it, whatever its format: what it holds, played through before it is believed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from kibitz.archive.formats import records_in
from kibitz.archive.positions2019 import record_in
from kibitz.archive.standing import Standing, standing
from kibitz.archive.strictjson import LARGEST_BYTES, decoded, parsed
from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.game import AnyGame, Archives
from kibitz.core.record import GameRecord

Find: TypeAlias = Callable[[str], AnyGame]
"""How a game is found by its name; the rooms do not import each other, so the caller brings it."""
GAME_OF_2019 = "draughts/poznan"
GAME_OF_ENDING = {"pgn": "chess", "pdn": "draughts/english"}


@dataclass(frozen=True, slots=True)
class Found:
    """One game of a file: its record, its name if it has one, and how it stands."""

    record: GameRecord
    name: str | None
    standing: Standing


@dataclass(frozen=True, slots=True)
class Contents:
    """All games of a file, and the digest of the whole of it."""

    games: tuple[Found, ...]
    digest: str


def read_file(path: Path, find: Find, game: str = "") -> Contents:
    """The games in a file; `game` names the rules where the format does not. Raises BadFile."""
    return contents(file_bytes(path), str(path), find, game)


def file_bytes(path: Path) -> bytes:
    """The bytes of an ordinary file that is not too large; raises BadFile."""
    try:
        if path.exists() and not path.is_file():
            raise BadFile("this is not a file", name=str(path))
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "its name is not one of a file"
        raise BadFile(f"the file cannot be read ({reason})", name=str(path)) from None
    if len(data) > LARGEST_BYTES:
        raise BadFile(f"a file may have {LARGEST_BYTES // 2**20} MB, and this one is larger", name=str(path))
    return data


def contents(data: bytes, name: str, find: Find, game: str = "") -> Contents:
    """The games in the bytes of a file, each played through by its rules."""
    text = decoded(data, name)
    records = _json_records(text, name, find, game) if _is_json(text, name) else _text(text, name, find, game)
    if not records:
        raise BadFile("there is no game in this file", name=name)
    return Contents(
        tuple(_checked(i, *pair, name, find) for i, pair in enumerate(records, 1)),
        sha256(data).hexdigest(),
    )


def _is_json(text: str, name: str) -> bool:
    """By its ending, or, since the 2019 program wrote files without one, by how it begins."""
    return name.lower().endswith(".json") or re.match(r"\s*(\{|\[\s*(\[|\]))", text) is not None


def _json_records(text: str, name: str, find: Find, game: str) -> Sequence[tuple[GameRecord, str | None]]:
    whole = parsed(text, name)
    if isinstance(whole.value, list):
        try:
            return [(record_in(find(game or GAME_OF_2019), whole), None)]
        except BadFile as error:
            raise error if error.name else BadFile(error.reason, name=name) from None
    return records_in(whole)


def _text(text: str, name: str, find: Find, game: str) -> Sequence[tuple[GameRecord, str | None]]:
    ending = Path(name).suffix[1:].lower()
    asked = game or GAME_OF_ENDING.get(ending, "")
    if not asked:
        raise BadFile("this is no file of games that Kibitz knows: json, pdn or pgn", name=name)
    rules = find(asked)
    if not isinstance(rules, Archives) or (ending in GAME_OF_ENDING and ending != rules.file_format):
        raise BadFile(f"files of {rules.name} are not {ending or 'text'} files", name=name)
    return [(record, None) for record in rules.read_file(text, name)]


def _checked(number: int, record: GameRecord, named: str | None, name: str, find: Find) -> Found:
    try:
        rules = find(record.game)
    except KibitzError as error:
        raise BadFile(f"game {number} of the file cannot be played: {error}", name=name) from None
    if record.version > rules.version:
        raise BadFile(
            f"game {number} of the file was played by newer rules of {record.game}; update Kibitz", name=name
        )
    return Found(record, named, standing(rules, record, name=f"{name}, game {number}"))
