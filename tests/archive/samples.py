"""Records for the tests to keep."""

from __future__ import annotations

from kibitz.archive.standing import standing
from kibitz.archive.store import Store
from kibitz.core.game import Seat
from kibitz.core.record import Entry, GameRecord, Kind
from kibitz.games import find

# x o x     crosses win along the diagonal a1-c3 with the fifth stone
# o x .
# x . o
WON = ("b2", "a2", "a1", "c1", "c3")

EVERYTHING = GameRecord(
    "noughts",
    3,
    "....x....",
    (
        Entry(Kind.MOVE, "a1", Seat.SECOND, 1_700_000_000.123456, "camera", 0.1),
        Entry(Kind.MOVE, "a2", Seat.FIRST, 1_700_000_001.5, "bot", 2.5e-3),
        Entry(Kind.UNDO, at=1_700_000_002.0, source="correction"),
        Entry(Kind.POSITION, "x...o....", None, 1_700_000_003.0),
        Entry(Kind.NOTE, "Zażółć gęślą jaźń 🐊\nand a second line\t\u200fעברית", took_s=0.0),
        Entry(Kind.CLAIM, "threefold", Seat.FIRST),
        Entry(Kind.DRAW),
        Entry(Kind.FLAG, seat=Seat.SECOND),
        Entry(Kind.RESIGN, seat=Seat.FIRST, at=0.1 + 0.2),
        Entry(Kind.MOVE, "roll 3", Seat.CHANCE, source="dice"),
    ),
    (("White", "Ana Żak"), ("Black", "Bo"), ("Event", ""), ("Event", "twice"), ("", "no name")),
)


def played(*moves: str, **tags: str) -> GameRecord:
    """A game of noughts and crosses."""
    game = find("noughts")
    position, entries = game.start(), list[Entry]()
    for text in moves:
        entries.append(Entry(Kind.MOVE, text, game.turn(position)))
        position = game.play(position, game.read(position, text))
    return GameRecord(game.name, game.version, "", tuple(entries)).tagged(**tags)


def keep(store: Store, record: GameRecord, name: str | None = None) -> int:
    """Keep a record with the keys of its positions."""
    return store.begin(record, name=name, standing=standing(find(record.game), record))
