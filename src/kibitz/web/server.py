"""Running the application: one listener for this machine, one more by https for the local network."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import uvicorn
from fastapi import FastAPI

from kibitz.web.bounds import LARGEST_MESSAGE_BYTES
from kibitz.web.doors import Door

CLOSING_S = 3


class Stop:
    """Asks the running server to stop, from a signal or from a page."""

    def __init__(self) -> None:
        self._servers: list[uvicorn.Server] = []

    def watch(self, servers: Sequence[uvicorn.Server]) -> None:
        """These are to be stopped."""
        self._servers = list(servers)

    def now(self) -> None:
        """Stop; a second time without waiting for anyone."""
        for server in self._servers:
            server.force_exit = server.should_exit
            server.should_exit = True

    def soon(self) -> None:
        """Stop once the answer to whoever asked is on its way."""
        asyncio.get_running_loop().call_later(0.2, self.now)


class _Server(uvicorn.Server):
    """A server that leaves the signals to us, since there are two of them."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def run(
    app: FastAPI, doors: Sequence[Door], stop: Stop, ready: Callable[[], Awaitable[None] | None] | None = None
) -> None:
    """Serve at every door until asked to stop."""
    servers = [_Server(_config(app, door, first=door is doors[0])) for door in doors]
    stop.watch(servers)
    with _signals(stop):
        tasks = [
            asyncio.ensure_future(server.serve(sockets=[door.socket]))
            for server, door in zip(servers, doors, strict=True)
        ]
        while not all(server.started for server in servers) and not any(task.done() for task in tasks):
            await asyncio.sleep(0.01)
        if ready is not None and (waiting := ready()) is not None:
            await waiting
        await asyncio.gather(*tasks)


def _config(app: FastAPI, door: Door, *, first: bool) -> uvicorn.Config:
    secured = {}
    if door.certificate:
        secured = {"ssl_certfile": str(door.certificate.chain), "ssl_keyfile": str(door.certificate.key)}
    return uvicorn.Config(
        app,
        lifespan="on" if first else "off",
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_MESSAGE_BYTES,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=CLOSING_S,
        **secured,  # type: ignore[arg-type]  # keyword arguments by a dict
    )


@contextmanager
def _signals(stop: Stop) -> Iterator[None]:
    """Ctrl-C and a polite kill stop the server, where this is the main thread."""
    loop = asyncio.get_running_loop()
    try:
        before = {number: _handle(loop, number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    except (RuntimeError, ValueError):  # not the main thread: whoever started us stops us
        before = {}
    try:
        yield
    finally:
        for number, handler in before.items():
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, handler)


def _handle(loop: asyncio.AbstractEventLoop, number: signal.Signals, stop: Stop) -> Any:
    """Let a signal stop the server; how it was handled before."""
    before = signal.getsignal(number)
    try:
        loop.add_signal_handler(number, stop.now)
    except NotImplementedError:  # Windows
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.now))
    return before
