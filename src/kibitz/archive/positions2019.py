"""The file of the 2019 program (SPEC A18): a JSON list of positions, each 8 rows of 8 numbers.

The file has looks, not moves: whoever reads it must know the rules. A change that a legal move explains
becomes that move, a chain seen jump by jump becomes one move, a disc may be crowned later, and what no
move explains becomes a position set by hand, with a note.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kibitz.archive.looks2019 import looks_in, rows_of
from kibitz.archive.strictjson import Node, parsed
from kibitz.core.board import Cell
from kibitz.core.errors import BadFile, BadSetup
from kibitz.core.game import AnyGame, Places, Seat, Tolerates
from kibitz.core.look import Look
from kibitz.core.record import Entry, GameRecord, Kind, replay


def read_positions(game: AnyGame, text: str, name: str = "") -> GameRecord:
    """The record behind the positions; raises BadFile naming the place."""
    return record_in(game, parsed(text, name))


def record_in(game: AnyGame, whole: Node) -> GameRecord:
    """The record behind a parsed file."""
    looks = tuple(looks_in(game, whole))
    if not looks:
        whole.refuse("there is no position in this file")
    reading = _Reading(game, looks)
    try:
        return reading.record()
    except BadSetup as error:
        whole.refuse(f"no position of this file can be set up; the last one says: {error}")


def write_positions(game: AnyGame, record: GameRecord) -> str:
    """Every position that counts, as the 2019 program would show it; raises BadFile for other boards."""
    shown = (rows_of(game, game.look(step.position)) for step in replay(game, record).steps)
    return "[" + ",\n ".join(json.dumps(rows) for rows in shown) + "]\n"


class _Reading:
    """A file on its way to becoming a record: where it stands, and what the board still owes."""

    def __init__(self, game: AnyGame, looks: Sequence[Look]) -> None:
        self._game, self._looks = game, looks
        self._entries: list[Entry] = []
        self._owed: Mapping[Cell, tuple[int, int]] = {}
        """Discs not yet crowned: the face the file still shows, and the one the rules have."""

    def record(self) -> GameRecord:
        at = self._first_good()
        position = begun = self._set_up(at, Seat.FIRST)
        while at + 1 < len(self._looks):
            position, at = self._step(position, at)
        game = self._game
        usual = game.setup(begun) == game.setup(game.start())
        setup = "" if usual else game.setup(begun)
        return GameRecord(game.name, game.version, setup, tuple(self._entries))

    def _first_good(self) -> int:
        """The first position that can be set up; boards before it (still empty) are noted."""
        for at in range(len(self._looks) - 1):
            try:
                self._placed(at, Seat.FIRST)
                return at
            except BadSetup as error:
                self._note(f"Position {at + 1} of the file was left out: {error}")
        return len(self._looks) - 1

    def _step(self, position: Any, at: int) -> tuple[Any, int]:
        if self._looks[at + 1] in self._ends(self._game.look(position)):
            self._settle(self._game.look(position), at + 1)
            return position, at + 1
        if line := self._next(position, at):
            return self._played(position, *line)
        return self._jumped(position, at)

    def _played(self, position: Any, move: Any, reached: int) -> tuple[Any, int]:
        game = self._game
        written = game.write(position, move)
        self._entries.append(Entry(Kind.MOVE, written, game.turn(position), source="import"))
        after = game.play(position, move)
        self._settle(game.look(after), reached)
        return after, reached

    def _jumped(self, position: Any, at: int) -> tuple[Any, int]:
        """No move explains the next look: set it up, or leave it out when it cannot stand."""
        try:
            placed = self._set_up(at + 1, self._game.turn(position).other)
        except BadSetup as error:
            self._note(f"Position {at + 2} of the file was left out: {error}")
            return position, at + 1
        self._owed = {}
        self._entries.append(Entry(Kind.POSITION, self._game.setup(placed), source="import"))
        self._note(f"No legal move leads from position {at + 1} of the file to position {at + 2}.")
        return placed, at + 1

    def _next(self, position: Any, at: int) -> tuple[Any, int] | None:
        """The legal move that explains the most of the looks to come, and the last one it explains."""
        reached = ((move, self._explained(position, move, at)) for move in self._game.moves(position))
        return max(((move, end) for move, end in reached if end > at), key=lambda line: line[1], default=None)

    def _explained(self, position: Any, move: Any, at: int) -> int:
        """The last look that belongs to this move (`at`: none): its end, or an end the rules let pass."""
        ends = self._ends(self._game.look(self._game.play(position, move)))
        stages, let_pass = frozenset[Look](), at
        for reached in range(at + 1, len(self._looks)):
            look = self._looks[reached]
            if look in ends:
                return reached
            stages = stages or frozenset(self._game.stages(position, move))
            if look not in stages:
                break
            if isinstance(self._game, Tolerates) and look in self._game.tolerated(position, move):
                let_pass = reached
        return let_pass

    def _ends(self, look: Look) -> tuple[Look, ...]:
        """The look, and the same with discs that are still owed their crowns."""
        late = bytearray(look)
        for cell, (shown, meant) in self._owed.items():
            if late[cell] == meant:
                late[cell] = shown
        return look, Look(bytes(late))

    def _settle(self, look: Look, at: int) -> None:
        """Remember where the file's look still differs from the rules'."""
        pairs = enumerate(zip(self._looks[at], look, strict=True))
        self._owed = {cell: (shown, meant) for cell, (shown, meant) in pairs if shown != meant}

    def _set_up(self, at: int, likely: Seat) -> Any:
        """The position with this look; the turn is whoever's move explains the next look."""
        placed = [self._placed(at, seat) for seat in (likely, likely.other)]
        goes_on: Iterator[Any] = (p for p in placed if at + 1 < len(self._looks) and self._next(p, at))
        return next(goes_on, placed[0])

    def _placed(self, at: int, seat: Seat) -> Any:
        if not isinstance(self._game, Places):
            raise BadFile(f"{self._game.name} cannot be set up from a file of positions")
        position = self._game.start(self._game.setup_from(self._looks[at], seat))
        if self._game.look(position) != self._looks[at]:
            raise BadSetup(f"Position {at + 1} has pieces where {self._game.name} has none.")
        return position

    def _note(self, text: str) -> None:
        self._entries.append(Entry(Kind.NOTE, text, source="import"))
