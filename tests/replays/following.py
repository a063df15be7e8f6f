"""A source followed through the whole pipeline: eye, referee, table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.cameras.simulated import SimulatedTable
from kibitz.cameras.source import Source, open_source
from kibitz.core.record import GameRecord, replay
from kibitz.games import find
from kibitz.messages import catalogue
from kibitz.table import Table
from kibitz.vision.watch import Eye
from kibitz.watching.following import Event, Following
from kibitz.watching.sight import Sight


@dataclass(frozen=True)
class Followed:
    """What came of a recording."""

    moves: list[str]
    """The moves that count, as the table's record replays them."""
    events: list[Event]

    def names(self) -> list[str]:
        """The events in order, those that only say that the board is there left out."""
        return [event.event for event in self.events if event.event not in ("located", "waiting")]


def follow(source: Source, name: str, setup: str = "", announced: str = "") -> Followed:
    """Follow a source to its end; `announced` is a bot's move, due after the first one."""
    game = find(name)
    table = Table(game, GameRecord(game.name, game.version, setup), at_board=True)
    sight = Sight(Eye(game))
    following = Following(table, sight.eye.piece_set, catalogue("en"))
    events: list[Event] = []
    for frame in source:
        events += following.see(sight.look(frame, following.expected))
        if announced and table.ply == 1 and table.referee:
            table.referee.expect(game.read(table.position, announced))
            announced = ""
    steps = replay(game, table.record).steps
    return Followed([step.text for step in steps[1:]], events)


def simulated(name: str, **options: Any) -> SimulatedTable:
    """A simulated table by its options, small and slow enough for tests."""
    query = "&".join(f"{key}={value}" for key, value in {"size": "640x480", "fps": 6, **options}.items())
    source = open_source(f"simulated:{name}?{query}", find)
    assert isinstance(source, SimulatedTable)
    return source
