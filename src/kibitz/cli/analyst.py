"""The analyst that the web application is handed: the game's strongest bot, a moment for each position."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kibitz.bots.analysis import analysed, evaluate
from kibitz.bots.levels import STRONGEST, prepare
from kibitz.cli.opponents import find_bot
from kibitz.core.game import AnyGame
from kibitz.core.player import Bot, Limit
from kibitz.core.record import GameRecord

POSITION_S = 0.5
"""For the bar beside a game: it follows the moves."""
PLY_S = 0.4
"""For each move of a whole game: a hundred moves take less than a minute."""


class BotAnalyst:
    """Keeps a bot for each game that was asked about."""

    def __init__(self) -> None:
        self._bots: dict[tuple[str, str], Bot] = {}
        self._lock = threading.Lock()

    def evaluate(self, game: AnyGame, position: Any, stopped: Callable[[], bool]) -> Mapping[str, Any]:
        """One position."""
        limit = Limit(seconds=POSITION_S)
        return evaluate(game, self._bot(game, STRONGEST, "position"), position, limit, stopped).data()

    def plies(
        self, game: AnyGame, record: GameRecord, level: str, stopped: Callable[[], bool]
    ) -> Iterator[Mapping[str, Any]]:
        """Every move of a game."""
        bot = self._bot(game, level or STRONGEST, "game")
        limit = Limit(seconds=PLY_S)
        return (ply.data() for ply in analysed(game, record, bot, limit, stopped=stopped))

    def _bot(self, game: AnyGame, level: str, use: str) -> Bot:
        """A bot of its own for each use: the two think at the same time."""
        with self._lock:
            key = f"{use} {game.name}", level
            if key not in self._bots:
                bot = find_bot(game, f"kibitz:{level}")
                prepare(bot)
                self._bots[key] = bot
            return self._bots[key]
