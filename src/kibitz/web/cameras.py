"""What the web application asks of cameras; it is handed in, and runs in other processes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kibitz.core.board import Point
from kibitz.core.game import Seat
from kibitz.core.look import Look
from kibitz.table import Table


class Shown(Protocol):
    """A camera picture for people."""

    @property
    def at(self) -> float: ...
    @property
    def frame_id(self) -> int: ...
    @property
    def size_px(self) -> tuple[int, int]: ...
    @property
    def jpeg(self) -> bytes: ...


class Answer(Protocol):
    """What came of trying a camera."""

    @property
    def picture(self) -> Shown | None: ...
    @property
    def reason(self) -> str: ...


class Watching(Protocol):
    """A table's camera at work."""

    @property
    def facts(self) -> dict[str, Any]: ...
    @property
    def sight(self) -> dict[str, Any]: ...
    @property
    def look(self) -> Look: ...
    @property
    def picture(self) -> Shown | None: ...
    def viewer_came(self, by: int = 1) -> None: ...
    def push(self, data: bytes) -> None: ...
    def tap(self, corners_px: Sequence[Point]) -> None: ...
    async def close(self) -> None: ...


@dataclass(frozen=True)
class Request:
    """A board to be watched, as a page asked for it."""

    source: str
    piece_set: str = ""
    corners_px: tuple[Point, ...] = ()
    from_board: bool = False
    starts: Seat = Seat.FIRST
    language: str = "en"


@dataclass(frozen=True)
class Cameras:
    """The cameras' room: `check` refuses a source that no page may choose."""

    check: Callable[[str], None]
    watch: Callable[[Table, Request, Callable[[], None], Callable[[], None]], Watching]
    """Starts to watch; called back when there is another picture, and when anything else has changed."""
    test: Callable[[str], Any]
    """A coroutine that tries a source and gives an `Answer`."""
    devices: Callable[[], Sequence[tuple[int, str]]]
    film: Callable[[str, str], tuple[str, str]]
    """The simulated table of a game with a piece set: its source, and the position it begins with."""


class Watched:
    """A table's camera and everyone who looks through it. It lives in the server's event loop."""

    def __init__(self, cameras: Cameras, table: Table, asked: Request, tell: Callable[[str], None]) -> None:
        self.asked, self._tell = asked, tell
        self.sight_text = self._facts_text = ""
        self.viewers = 0
        self._bell = asyncio.Event()
        self.watching = cameras.watch(table, asked, self._ring, self._changed)
        self._changed()

    @property
    def look(self) -> Look:
        """What the camera reads now; raises BadSetup when it cannot be used."""
        return self.watching.look

    @property
    def facts(self) -> dict[str, Any]:
        """How it stands with the camera."""
        return self.watching.facts

    def _ring(self) -> None:
        bell, self._bell = self._bell, asyncio.Event()
        bell.set()

    def _changed(self) -> None:
        facts = _text(self.watching.facts)
        if facts != self._facts_text:
            self._facts_text = facts
            self._tell(facts)
        if self.viewers:
            self.see_again()
        self._ring()

    def see_again(self) -> None:
        """Put into words what is seen now."""
        self.sight_text = _text(self.watching.sight)

    async def news(self) -> None:
        """Wait for another picture or sight."""
        await self._bell.wait()

    def viewer_came(self, by: int = 1) -> None:
        """Somebody looks at the picture, or (-1) looks away."""
        self.viewers += by
        self.watching.viewer_came(by)
        self.see_again()

    async def close(self) -> None:
        """Let go of the camera."""
        self._ring()
        await self.watching.close()


def _text(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
