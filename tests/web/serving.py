"""A real server on a free port, in a thread of the test: what every web test asks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx

from kibitz.cli.serve import needs_of
from kibitz.web.app import make_app
from kibitz.web.doors import Door, listening
from kibitz.web.house import House
from kibitz.web.keys import Access
from kibitz.web.needs import Needs
from kibitz.web.server import Stop, run


@dataclass
class Served:
    """A running server."""

    port: int
    house: House
    loop: asyncio.AbstractEventLoop
    access: Access

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://localhost:{self.port}"

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """One request, as a program sends it."""
        return httpx.request(method, self.url + path, timeout=60, **more)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("GET", path, **more)

    def post(self, path: str, data: Any = None, **more: Any) -> httpx.Response:
        return self.ask("POST", path, **({"json": data} if data is not None else {}), **more)

    def table(self, game: str = "draughts/english", **more: Any) -> dict[str, Any]:
        """A new table with its state."""
        answer = self.post("/api/tables", {"game": game, **more})
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found


@contextmanager
def serving(folder: Path, access: Access | None = None, **needs: Any) -> Iterator[Served]:
    """Serve a data folder until the block ends; `needs` replaces what is handed in."""
    stop, ready, found = Stop(), threading.Event(), list[Served]()
    handed: Needs = replace(needs_of(folder, stop.soon), **needs)
    failed: list[BaseException] = []

    async def serve() -> None:
        door = Door(listening("127.0.0.1", 0, or_next=False))
        let_in = access or Access()
        let_in.local_url = f"http://localhost:{door.port}"
        house = House(handed, lan=let_in.lan)
        found.append(Served(door.port, house, asyncio.get_running_loop(), let_in))
        await run(make_app(house, let_in), [door], stop, ready.set)

    def work() -> None:
        try:
            asyncio.run(serve())
        except BaseException as error:
            failed.append(error)
        finally:
            ready.set()

    thread = threading.Thread(target=work, name="web server")
    thread.start()
    ready.wait(60)
    try:
        if failed:
            raise failed[0]
        yield found[0]
    finally:
        if found and not found[0].loop.is_closed():
            found[0].loop.call_soon_threadsafe(stop.now)
        thread.join(30)
        handed.store.close()
