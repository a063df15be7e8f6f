"""What the web application is handed as values, so that it imports neither bots nor cameras."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from kibitz.archive.store import Store
from kibitz.core.game import AnyGame
from kibitz.core.player import Level, Player, Thought
from kibitz.web.cameras import Cameras

Told = Callable[[Thought[Any]], None]


class SeatBot(Protocol):
    """Puts a bot on a seat: the game, the level's name, and who is told each thought."""

    def __call__(self, game: AnyGame, level: str, told: Told) -> Player: ...


@dataclass(frozen=True)
class Needs:
    """Everything from other rooms. `cli/serve.py` fills it in; tests hand in fakes."""

    store: Store
    data_dir: Path
    game_names: Callable[[], Sequence[str]]
    """Every game that may be asked for by name."""
    find_game: Callable[[str], AnyGame]
    levels: Callable[[AnyGame], Sequence[Level]]
    seat_bot: SeatBot
    close_bot: Callable[[Player], None] = lambda player: None
    quit: Callable[[], None] = lambda: None
    """Stops the server."""
    cameras: Cameras | None = None
    more: dict[str, Any] = field(default_factory=dict)
    """What the routes of cameras and analysis are handed, by name."""
