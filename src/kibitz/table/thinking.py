"""The bot at a table while it chooses its move: one task at a time in the table's loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any


class Thinking:
    """What a bot is doing, if anything."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether it goes on without the one who asks."""
        task = self._task
        return task is not None and not task.done() and task is not asyncio.current_task()

    def begin(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Begin anew; outside a running loop (a script) nobody thinks."""
        with suppress(RuntimeError):
            loop = asyncio.get_running_loop()
            self.stop()
            self._task = loop.create_task(work())

    def stop(self) -> None:
        """End it, unless it is what asks."""
        if self._task and self.running:
            self._task.cancel()
        self._task = None

    async def close(self) -> None:
        """End it and wait until it has ended."""
        task, self._task = self._task, None
        if task:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
