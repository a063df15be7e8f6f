"""How large a request may be: counted while it comes in, whatever its Content-Length says."""

from __future__ import annotations

import asyncio
import re

from starlette.types import Message, Receive

KB, MB = 1024, 1024 * 1024
USUAL_BYTES = 64 * KB
LARGER: tuple[tuple[re.Pattern[str], int], ...] = (
    (re.compile(r"/api/archive/import"), 8 * MB),
    (re.compile(r"/api/tables/[a-z0-9]+/frames"), 4 * MB),
)
SLOWEST_S = 30.0
LARGEST_MESSAGE_BYTES = 4 * MB
"""A WebSocket message: a camera picture. The others are bounded by their own routes."""


class TooLarge(Exception):
    """More came in than may."""


def most_bytes(path: str) -> int:
    """How large a body may be at an address."""
    return next((most for where, most in LARGER if where.fullmatch(path)), USUAL_BYTES)


async def read_body(receive: Receive, most: int) -> bytes:
    """The whole body; raises TooLarge as soon as it is, TimeoutError when it comes too slowly."""
    body = bytearray()
    async with asyncio.timeout(SLOWEST_S):
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return bytes(body)
            body += message.get("body", b"")
            if len(body) > most:
                raise TooLarge
            if not message.get("more_body"):
                return bytes(body)


def replayed(body: bytes, receive: Receive) -> Receive:
    """What a route receives once the body has been read: the body, then whatever comes."""
    first = True

    async def again() -> Message:
        nonlocal first
        if first:
            first = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again
