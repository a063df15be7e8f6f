"""A table that is watched: what its camera process sees is followed, and shown to whoever looks on.

It lives in the server's event loop. Recognition runs in another process, so that it never freezes the screen
(SPEC A16); of what that process tells, the newest of each kind is taken.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kibitz.core.board import Point
from kibitz.core.errors import BadSetup, CameraFault
from kibitz.core.game import Seat
from kibitz.core.look import Look, look_of
from kibitz.messages import catalogue
from kibitz.table import Table
from kibitz.watching.following import Event, Following
from kibitz.watching.link import Link
from kibitz.watching.news import Condition, Failed, News
from kibitz.watching.order import PHONE, Order, piece_set_of
from kibitz.watching.picture import Picture
from kibitz.watching.sighting import Sighting

MOST_HIDDEN = 0.25
"""A board of which more is hidden is not taken as it is seen."""


class Watch:
    """One watched table."""

    def __init__(
        self,
        table: Table,
        order: Order,
        *,
        language: str = "en",
        from_board: bool = False,
        starts: Seat = Seat.FIRST,
        pictured: Callable[[], None] = lambda: None,
        told: Callable[[], None] = lambda: None,
    ) -> None:
        """In the event loop `pictured` is called for another picture, `told` for anything else new."""
        self.table, self.order, self._pictured, self._told = table, order, pictured, told
        pieces = piece_set_of(table.game, order.piece_set)
        self._following = Following(
            table, pieces, catalogue(language), from_board=from_board, starts=starts, assume=False
        )
        self._condition = Condition("opening")
        self._seen: Sighting | None = None
        self._suggestion: tuple[Point, ...] = ()
        self.picture: Picture | None = None
        self._viewers = 0
        self._came: dict[type, News] = {}
        self._lock = threading.Lock()
        self._loop = asyncio.get_running_loop()
        self._link = Link(order, self._heard_in_thread)
        self._link.expect(self._following.expected)
        self._link.start()

    # --- what it shows

    @property
    def facts(self) -> dict[str, Any]:
        """How it stands with camera and board, in a few words."""
        seen, condition = self._seen, self._condition
        found = seen is not None and seen.observation is not None
        return {
            "type": "camera",
            "state": condition.state,
            "message": condition.reason or (seen.sentence if seen else ""),
            "found": found,
            "ready": self._following.begun,
            "reason": seen.reason if seen else "",
            "fps": 5 * round(condition.fps / 5),
            "source": self.order.source.partition(":")[0],
            "corners_tapped": bool(self.order.corners_px),
            "learnt": bool(seen and seen.learnt),
        }

    @property
    def sight(self) -> dict[str, Any]:
        """Where everything lies in the picture, and what the camera reads beside what is believed."""
        seen = self._seen
        if seen is None:
            return {"type": "sight", "size": None, "corners": None, "rings": [], "suggestion": None}
        return {
            "type": "sight",
            "size": list(seen.size_px),
            "corners": _rounded(seen.corners_px),
            "rings": [
                {"cell": r.cell, "x": r.x, "y": r.y, "r": r.radius, "face": r.face, "colour": r.colour}
                for r in seen.rings
            ],
            "hidden": sorted(self._hidden(seen)),
            "seen": None if seen.look is None else list(self._upright(seen.look)),
            "differs": self._differing(seen),
            "confidence": round(seen.confidence, 3),
            "suggestion": _rounded(self._suggestion),
        }

    def _differing(self, seen: Sighting) -> list[int]:
        """Visible cells that show something else than the game believes."""
        if seen.look is None:
            return []
        cells, hidden = self.table.game.plan.cells, self._hidden(seen)
        pairs = enumerate(zip(self._upright(seen.look), self.table.state.look, strict=True))
        return [i for i, (a, b) in pairs if a != b and i not in hidden and not cells[i].tray]

    @property
    def look(self) -> Look:
        """What the camera reads now; what a hand hides is taken as believed. Raises BadSetup."""
        seen = self._seen
        if seen is None or seen.look is None:
            raise BadSetup("The camera does not see the board now, so nothing can be taken from it.")
        cells = self.table.game.plan.cells
        if len(seen.hidden) > MOST_HIDDEN * len(cells):
            raise BadSetup("Too much of the board is hidden; take the hand away and try again.")
        believed, hidden = self.table.state.look, self._hidden(seen)
        return look_of(
            believed[i] if i in hidden or cells[i].tray else face
            for i, face in enumerate(self._upright(seen.look))
        )

    def _upright(self, look: Look) -> Look:
        """A look the way round that the board is read."""
        return self.table.referee.upright(look) if self.table.referee else look

    def _hidden(self, seen: Sighting) -> set[int]:
        covered = look_of(cell in seen.hidden for cell in range(len(self.table.game.plan.cells)))
        return {cell for cell, is_covered in enumerate(self._upright(covered)) if is_covered}

    @property
    def pid(self) -> int | None:
        """The process that looks through the camera now."""
        return self._link.pid

    def viewer_came(self, by: int = 1) -> None:
        """Somebody looks at the picture from now on (or, with -1, no more)."""
        self._viewers += by
        self._link.show(self._viewers > 0)

    # --- what it is told

    def push(self, data: bytes) -> None:
        """A picture from a phone; raises BadPicture, or CameraFault where no phone is the camera."""
        from kibitz.cameras.picture import checked

        if self.order.source != PHONE:
            raise CameraFault("The camera of this table is no phone.")
        checked(data)
        self._link.push(data)

    def tap(self, corners_px: Sequence[Point]) -> None:
        """The board has these corners in the picture; none: it has marks."""
        self.order = replace(self.order, corners_px=tuple(corners_px))
        self._link.tap(self.order.corners_px)

    async def close(self) -> None:
        """End the process."""
        await asyncio.to_thread(self._link.close)

    # --- what the process tells

    def _heard_in_thread(self, news: News) -> None:
        with self._lock:
            waiting = bool(self._came)
            self._came[type(news)] = news
        if not waiting:
            try:
                self._loop.call_soon_threadsafe(self._take)
            except RuntimeError:  # the loop is closed: the program ends
                self._link.stop()

    def _take(self) -> None:
        with self._lock:
            came, self._came = self._came, {}
        for news in came.values():
            match news:
                case Picture():
                    self.picture = news
                    self._pictured()
                case Sighting():
                    self._see(news)
                case Condition() | Failed():
                    self._stand(news)
        if len(came) > (Picture in came):
            self._told()

    def _see(self, seen: Sighting) -> None:
        self._seen = seen
        self._suggestion = () if seen.corners_px else seen.suggestion_px or self._suggestion
        self._follow(self._following.see(seen))
        self._link.expect(self._following.expected)

    def _stand(self, news: Condition | Failed) -> None:
        condition = Condition("lost", news.sentence) if isinstance(news, Failed) else news
        self._condition = condition
        if condition.state in ("lost", "stalled"):
            self._seen = None
            if not self.table.state.outcome:
                self._follow(self._following.camera_lost(condition.reason))

    def _follow(self, events: Any) -> None:
        """Let everything happen that follows; the table itself tells of it."""
        for event in events:
            assert isinstance(event, Event)


def _rounded(points: Sequence[Point]) -> list[list[float]] | None:
    return [[round(x, 1), round(y, 1)] for x, y in points] or None
