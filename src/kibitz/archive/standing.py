"""What a caller who knows the rules can tell the archive: position keys, and how a game stands."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.game import AnyGame, Outcome
from kibitz.core.record import GameRecord, replay


@dataclass(frozen=True, slots=True)
class Standing:
    """A record played through: the key of each position that counts, and the outcome."""

    keys: tuple[str, ...]
    outcome: Outcome | None = None


def position_key(game: AnyGame, position: Any) -> str:
    """What makes two positions the same to a search: the rules, whose turn it is, and the look.

    Clocks, move counters and castling rights are left out on purpose: the board on the table has none.
    """
    return f"{game.name} {game.turn(position)} {game.look(position).hex()}"


def digest_of_key(key: str) -> int:
    """A key as a signed 64-bit number; among ten million positions two collide once in 400,000 archives."""
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big", signed=True)


def standing(game: AnyGame, record: GameRecord, name: str = "") -> Standing:
    """Play a record through; raises BadFile naming the entry that does not fit the rules."""
    try:
        played = replay(game, record)
    except KibitzError as error:
        raise BadFile(_told(game, record, error), name=name) from None
    return Standing(tuple(position_key(game, step.position) for step in played.steps), played.outcome)


def _told(game: AnyGame, record: GameRecord, error: KibitzError) -> str:
    number = _first_bad_entry(game, record)
    if number == 0:
        return f"the start of the game is wrong: {error}"
    entry = record.entries[number - 1]
    return f"entry {number} ({entry.kind}) does not fit {game.name}: {error}"


def _first_bad_entry(game: AnyGame, record: GameRecord) -> int:
    """The number of the first entry that does not fit, 0 for the start; found by halving."""
    good, bad = -1, len(record.entries)
    while bad - good > 1:
        middle = (good + bad) // 2
        if _fits(game, GameRecord(record.game, record.version, record.setup, record.entries[:middle])):
            good = middle
        else:
            bad = middle
    return bad


def _fits(game: AnyGame, record: GameRecord) -> bool:
    try:
        replay(game, record)
    except KibitzError:
        return False
    return True
