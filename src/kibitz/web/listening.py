"""A WebSocket that looks at a table: states out, actions in."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.core.errors import KibitzError
from kibitz.web import faults, shapes
from kibitz.web.faults import Refused
from kibitz.web.house import House
from kibitz.web.live import MOST_LISTENERS
from kibitz.web.seated import Seated

LONGEST_MESSAGE = 8_192
NOT_TEXT, TOO_LARGE, NOT_FOUND, CLOSED, TOO_MANY = 1003, 1009, 4404, 4410, 4503
ACTION: TypeAdapter[shapes.Action] = TypeAdapter(shapes.Action)


async def listen(websocket: WebSocket, house: House, table_id: str, role: str) -> None:
    """Send every state until the listener leaves or the table is closed."""
    await websocket.accept()
    try:
        seated = await house.opened(table_id)
    except KibitzError as error:
        await websocket.close(NOT_FOUND, str(error)[:100])
        return
    if len(seated.live) >= MOST_LISTENERS:
        await websocket.close(TOO_MANY, "Too many listeners at this table.")
        return
    with suppress(WebSocketDisconnect, RuntimeError):
        await _both(websocket, seated, role)


async def _both(websocket: WebSocket, seated: Seated, role: str) -> None:
    """Send and receive at once; when one ends, so does the other."""
    sending = asyncio.ensure_future(_send(websocket, seated))
    receiving = asyncio.ensure_future(_receive(websocket, seated, role))
    done, _ = await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
    for task in (sending, receiving):
        task.cancel()
    await asyncio.gather(sending, receiving, return_exceptions=True)
    if sending in done and not sending.exception():
        await websocket.close(CLOSED, "The table was closed.")


async def _send(websocket: WebSocket, seated: Seated) -> None:
    with seated.live.listener() as one:
        await websocket.send_text(seated.state_text())
        async for text in seated.live.texts(one):
            await websocket.send_text(text)


async def _receive(websocket: WebSocket, seated: Seated, role: str) -> None:
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        if text is None:
            await websocket.close(NOT_TEXT, "Messages here are JSON texts.")
            return
        if len(text) > LONGEST_MESSAGE:
            await websocket.close(TOO_LARGE, "That message is too long.")
            return
        await websocket.send_text(json.dumps(_answer(seated, role, text)))


def _answer(seated: Seated, role: str, text: str) -> dict[str, Any]:
    number: Any = None
    try:
        asked = json.loads(text)
        if not isinstance(asked, dict):
            raise Refused(422, "bad_request", "A message is a JSON object.")
        number = asked.pop("id", None)
        number = number if isinstance(number, int) else None
        if role != "operator":
            raise Refused(403, "forbidden", "Only an operator may play here.")
        seated.act(ACTION.validate_python(asked))
    except (ValueError, ValidationError, RecursionError) as error:
        shown = Refused(422, "bad_request", f"That is no action: {str(error).splitlines()[0][:200]}.")
        return {"type": "answer", "id": number, "ok": False, "error": faults.told_as_body(shown)}
    except Exception as error:
        return {"type": "answer", "id": number, "ok": False, "error": faults.told_as_body(error)}
    return {"type": "answer", "id": number, "ok": True}
