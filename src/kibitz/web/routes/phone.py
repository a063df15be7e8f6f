"""Pictures from a phone's browser: over one acknowledged WebSocket, or each by a request of its own."""

from __future__ import annotations

import json
from contextlib import suppress

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import Request
from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.core.errors import CameraFault, KibitzError
from kibitz.web import faults
from kibitz.web.asking import ERRORS, AtTable, house_of
from kibitz.web.cameras import Watched
from kibitz.web.listening import NOT_FOUND
from kibitz.web.seated import Seated

router = APIRouter(prefix="/api/tables", tags=["cameras"], responses=ERRORS)
_PICTURE = {
    "requestBody": {
        "required": True,
        "content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}},
    }
}


class Taken(BaseModel):
    """A picture has arrived; what the one before it showed helps to aim the phone."""

    ok: bool
    found: bool
    reason: str
    """Why no board was found: a key."""
    message: str


@router.post("/{table_id}/frames", openapi_extra=_PICTURE)
async def frame(request: Request, seated: AtTable) -> Taken:
    """Take one picture, JPEG as it is: for single photographs, and browsers without WebSockets."""
    return _taken(seated, await request.body())


@router.websocket("/{table_id}/frames")
async def frames(websocket: WebSocket, table_id: str) -> None:
    """Take pictures, each a binary message, each answered."""
    await websocket.accept()
    try:
        seated = await house_of(websocket).opened(table_id)
    except KibitzError as error:
        await websocket.close(NOT_FOUND, str(error)[:100])
        return
    with suppress(WebSocketDisconnect, RuntimeError, KeyError):
        while True:
            data = await websocket.receive_bytes()
            await websocket.send_text(_answer(seated, data))


def _answer(seated: Seated, data: bytes) -> str:
    try:
        return json.dumps(_taken(seated, data).model_dump(), ensure_ascii=False)
    except KibitzError as error:
        return json.dumps({"ok": False, "error": faults.told_as_body(error)}, ensure_ascii=False)


def _taken(seated: Seated, data: bytes) -> Taken:
    camera = seated.camera
    if not isinstance(camera, Watched):
        raise CameraFault("This table is not watched any more.")
    camera.watching.push(data)
    facts = camera.facts
    return Taken(ok=True, found=facts["found"], reason=facts["reason"], message=facts["message"])
