"""What happened at a table, in order: entries are only ever added, and positions are replayed from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic

from kibitz.core.errors import BadFile
from kibitz.core.game import Game, M, Outcome, P, Seat


class Kind(StrEnum):
    """What an entry says happened."""

    MOVE = "move"  # text: the move as written
    UNDO = "undo"  # the last move (or set position) no longer counts
    POSITION = "position"  # text: the setup that stands from now on
    RESIGN = "resign"  # seat: who gave up
    DRAW = "draw"  # agreed
    CLAIM = "claim"  # text: the outcome key that was claimed
    FLAG = "flag"  # seat: whose time ran out
    NOTE = "note"  # text: a comment


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened."""

    kind: Kind
    text: str = ""
    seat: Seat | None = None
    at: float = 0.0
    """Seconds since 1970."""
    source: str = "screen"
    """Who says so: camera, screen, bot, import, correction."""
    took_s: float | None = None
    """Thinking time, where it was measured."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One playing of a game."""

    game: str
    version: int = 1
    setup: str = ""
    entries: tuple[Entry, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()

    def plus(self, *entries: Entry) -> GameRecord:
        """The record with more entries at its end."""
        return replace(self, entries=self.entries + entries)

    def tag(self, name: str, default: str = "") -> str:
        """A tag's value."""
        return dict(self.tags).get(name, default)

    def tagged(self, **tags: str) -> GameRecord:
        """The record with tags set; an empty value removes a tag."""
        kept = {**dict(self.tags), **tags}
        return replace(self, tags=tuple((k, v) for k, v in kept.items() if v))


@dataclass(frozen=True, slots=True)
class Step(Generic[P, M]):
    """A position that counts, and the move that led to it (none for a start)."""

    position: P
    move: M | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Replay(Generic[P, M]):
    """The positions a record leads through, and how it ended."""

    steps: tuple[Step[P, M], ...]
    outcome: Outcome | None = None

    @property
    def position(self) -> P:
        """Where the game stands."""
        return self.steps[-1].position

    @property
    def ply(self) -> int:
        """How many moves count."""
        return sum(step.move is not None for step in self.steps)


def replay(game: Game[P, M], record: GameRecord) -> Replay[P, M]:
    """Play a record through; raises MoveError, BadSetup or BadFile when it does not fit the game."""
    steps: list[Step[P, M]] = [Step(game.start(record.setup))]
    ended: Outcome | None = None
    for number, entry in enumerate(record.entries, 1):
        ended = _apply(game, steps, entry, number) or (None if entry.kind in _REOPENS else ended)
    return Replay(tuple(steps), ended or game.outcome(steps[-1].position))


def extended(game: Game[P, M], played: Replay[P, M], entry: Entry) -> Replay[P, M]:
    """The replay with one more entry, without playing all of it again."""
    steps = list(played.steps)
    ended = _apply(game, steps, entry, len(steps))
    if entry.kind is Kind.NOTE:
        ended = played.outcome
    return Replay(tuple(steps), ended or game.outcome(steps[-1].position))


_REOPENS = (Kind.UNDO, Kind.POSITION)


def _apply(game: Game[P, M], steps: list[Step[P, M]], entry: Entry, number: int) -> Outcome | None:
    position = steps[-1].position
    match entry.kind:
        case Kind.MOVE:
            move = game.read(position, entry.text)
            steps.append(Step(game.play(position, move), move, entry.text))
        case Kind.POSITION:
            steps.append(Step(game.start(entry.text)))
        case Kind.UNDO:
            if len(steps) < 2:
                raise BadFile(f"entry {number} takes back a move, but there is none to take back")
            steps.pop()
        case Kind.NOTE:
            pass
        case _:
            return _ended(entry)
    return None


def _ended(entry: Entry) -> Outcome:
    """The outcome of an entry that ends a game away from the board."""
    if entry.kind in (Kind.RESIGN, Kind.FLAG):
        if entry.seat not in (Seat.FIRST, Seat.SECOND):
            raise BadFile(f"a '{entry.kind}' entry does not say whose it is")
        return Outcome(entry.seat.other, "resigned" if entry.kind is Kind.RESIGN else "time")
    return Outcome(None, entry.text if entry.kind is Kind.CLAIM else "agreed")


def record_of(game: Game[P, M], moves: Iterable[str], setup: str = "", **tags: str) -> GameRecord:
    """A record of these moves, each checked against the rules."""
    position: Any = game.start(setup)
    entries: list[Entry] = []
    for text in moves:
        move = game.read(position, text)
        entries.append(Entry(Kind.MOVE, game.write(position, move), game.turn(position), source="import"))
        position = game.play(position, move)
    return GameRecord(game.name, game.version, setup, tuple(entries)).tagged(**tags)
