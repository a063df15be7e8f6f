"""Bots at a table of the house: they wait a moment before they answer, and fail in one sentence."""

from __future__ import annotations

import asyncio
import logging

from kibitz.core.errors import EngineFault, KibitzError
from kibitz.core.game import Game, M, P
from kibitz.core.player import Player

log = logging.getLogger("kibitz.web")


class Patient:
    """A player that takes at least `delay_ms` for each move (SPEC E1), however quickly it thinks."""

    def __init__(self, player: Player, delay_ms: int) -> None:
        self.player, self.delay_ms = player, delay_ms

    @property
    def name(self) -> str:
        return self.player.name

    async def choose(self, game: Game[P, M], position: P) -> M:
        """The player's move; whatever goes wrong is told as an EngineFault."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            move = await self.player.choose(game, position)
        except KibitzError:
            raise
        except Exception as error:
            log.exception("a bot failed")
            raise EngineFault(
                f"The bot {self.name} failed ({type(error).__name__}); go on to ask it again."
            ) from error
        await self._wait(began + self.delay_ms / 1000 - loop.time())
        return move

    async def _wait(self, left_s: float) -> None:
        if left_s > 0:
            await asyncio.sleep(left_s)
