"""A bot on a seat at a table: it thinks in a thread of its own and stops when the table no longer asks."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.core.game import Game, M, P
from kibitz.core.player import Bot, Limit, Thought

UNLIMITED = Limit()


@dataclass(frozen=True, slots=True)
class BotPlayer:
    """A Bot as a Player."""

    bot: Bot
    limit: Limit = UNLIMITED
    told: Callable[[Thought[Any]], None] | None = None
    """Called with each thought, on the event loop, before its move is given."""

    @property
    def name(self) -> str:
        return self.bot.name

    async def choose(self, game: Game[P, M], position: P) -> M:
        """The bot's move; cancelling the task stops the bot."""
        thought = await thinking(self.bot, game, position, self.limit)
        if self.told is not None:
            self.told(thought)
        return thought.move


async def thinking(bot: Bot, game: Game[P, M], position: P, limit: Limit) -> Thought[M]:
    """A bot's thought without holding up the event loop; ends at once when cancelled."""
    loop, stop = asyncio.get_running_loop(), threading.Event()
    answer: asyncio.Future[Thought[M]] = loop.create_future()

    def deliver(thought: Thought[M] | None, fault: BaseException | None) -> None:
        if answer.done():
            return
        if fault is not None:
            answer.set_exception(fault)
        else:
            assert thought is not None
            answer.set_result(thought)

    def work() -> None:
        thought, fault = None, None
        try:
            thought = bot.think(game, position, limit, stop.is_set)
        except Exception as error:  # carried over to whoever asked
            fault = error
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(deliver, thought, fault)

    threading.Thread(target=work, name=f"bot {bot.name}", daemon=True).start()
    try:
        return await answer
    finally:
        stop.set()
