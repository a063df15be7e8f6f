"""Those who are told what happens at a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from kibitz.table.state import State

MOST_WAITING = 256


class Audience:
    """Hears every state in its order; a listener that falls behind skips to the newest ones."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[State]] = set()

    async def listen(self, now: Callable[[], State]) -> AsyncIterator[State]:
        """The state now, then every one that is told."""
        queue: asyncio.Queue[State] = asyncio.Queue(maxsize=MOST_WAITING)
        self._queues.add(queue)
        try:
            yield now()
            while True:
                yield await queue.get()
        finally:
            self._queues.discard(queue)

    def tell(self, state: State) -> None:
        """Tell everyone."""
        for queue in self._queues:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(state)
