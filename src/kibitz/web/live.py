"""What is said to everyone who looks at a table: one text made for each state, shared by all listeners.

A listener that falls behind skips to the newest text of each kind and so always gets the last one. A state
carries all moves of its game, so nothing is lost by skipping.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

MOST_LISTENERS = 1000  # a table; each costs a socket and a few kB


class Listener:
    """One who looks on: which texts it has had, and a bell that rings when there is a newer one."""

    def __init__(self) -> None:
        self.had: dict[str, int] = {}
        self.bell = asyncio.Event()


class Channel:
    """The newest text of each kind ("state", "camera"), and everyone who wants it."""

    def __init__(self) -> None:
        self._newest: dict[str, tuple[int, str]] = {}
        self._listeners: set[Listener] = set()
        self._closed = False

    def __len__(self) -> int:
        return len(self._listeners)

    def tell(self, kind: str, text: str) -> None:
        """Replace the newest text of a kind and wake the listeners."""
        number = self._newest.get(kind, (0, ""))[0] + 1
        self._newest[kind] = number, text
        for listener in self._listeners:
            listener.bell.set()

    def close(self) -> None:
        """Let everyone go."""
        self._closed = True
        for listener in self._listeners:
            listener.bell.set()

    @contextmanager
    def listener(self) -> Iterator[Listener]:
        """Someone who looks on for a while; the state is told apart, so it counts as heard."""
        one = Listener()
        one.had = {"state": self._newest.get("state", (0, ""))[0]}
        if len(self._newest) > ("state" in self._newest):
            one.bell.set()
        self._listeners.add(one)
        try:
            yield one
        finally:
            self._listeners.discard(one)

    async def texts(self, one: Listener) -> AsyncIterator[str]:
        """Newer texts as they come, the oldest kind first; ends when the table is closed."""
        while not self._closed:
            await one.bell.wait()
            one.bell.clear()
            for kind in list(self._newest):
                number, text = self._newest[kind]
                if number > one.had.get(kind, 0):
                    one.had[kind] = number
                    yield text
