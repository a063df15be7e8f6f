"""The camera picture of a table: JPEG over one WebSocket, each picture acknowledged before the next is sent.

server   text    what is seen (corners, rings, cells), whenever that has changed
         binary  8 bytes, a little-endian double: when it was taken, in seconds since 1970; then the JPEG
client   any text for every picture
"""

from __future__ import annotations

import asyncio
import struct
from contextlib import suppress

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.core.errors import KibitzError
from kibitz.web.asking import house_of
from kibitz.web.cameras import Watched
from kibitz.web.listening import CLOSED, NOT_FOUND, TOO_MANY
from kibitz.web.seated import Seated

router = APIRouter(prefix="/api/tables", tags=["cameras"])
MOST_VIEWERS = 40  # 25 pictures of 100 kB a second each
PATIENCE_S = 20.0


@router.websocket("/{table_id}/video")
async def video(websocket: WebSocket, table_id: str) -> None:
    """The camera picture, as fast as it is acknowledged."""
    await websocket.accept()
    try:
        seated = await house_of(websocket).opened(table_id)
    except KibitzError as error:
        await websocket.close(NOT_FOUND, str(error)[:100])
        return
    camera = seated.camera
    if not isinstance(camera, Watched):
        await websocket.close(NOT_FOUND, "This table has no camera.")
        return
    if camera.viewers >= MOST_VIEWERS:
        await websocket.close(TOO_MANY, "Too many look at this camera.")
        return
    camera.viewer_came()
    try:
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            await _Viewer(websocket, seated, camera).run()
    finally:
        camera.viewer_came(-1)


class _Viewer:
    def __init__(self, websocket: WebSocket, seated: Seated, camera: Watched) -> None:
        self._socket, self._seated, self._camera = websocket, seated, camera
        self._had_picture, self._had_sight = object(), ""
        self._heard = asyncio.ensure_future(websocket.receive_text())

    async def run(self) -> None:
        """Send until the viewer leaves or the table has another camera."""
        try:
            while self._seated.camera is self._camera:
                news = asyncio.ensure_future(self._camera.news())
                try:
                    if not await self._sent():
                        await asyncio.wait({news, self._heard}, return_when=asyncio.FIRST_COMPLETED)
                        if self._heard.done():
                            self._listen_on()
                finally:
                    news.cancel()
            await self._socket.close(CLOSED, "The camera was changed.")
        finally:
            self._heard.cancel()

    async def _sent(self) -> bool:
        """Send what is new; a picture is waited for until the viewer has it."""
        camera = self._camera
        if camera.sight_text != self._had_sight:
            self._had_sight = camera.sight_text
            await self._socket.send_text(self._had_sight)
        picture = camera.watching.picture
        if picture is None or picture is self._had_picture:
            return False
        self._had_picture = picture
        await self._socket.send_bytes(struct.pack("<d", picture.at) + picture.jpeg)
        await asyncio.wait_for(asyncio.shield(self._heard), PATIENCE_S)
        self._listen_on()
        return True

    def _listen_on(self) -> None:
        self._heard.result()
        self._heard = asyncio.ensure_future(self._socket.receive_text())
