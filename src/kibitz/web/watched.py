"""A table and its camera: checked before the table is opened, started, changed, stopped."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.board import Point
from kibitz.core.errors import BadSetting, CameraFault
from kibitz.core.game import Seat
from kibitz.web import shapes
from kibitz.web.cameras import Cameras, Request, Watched
from kibitz.web.needs import Needs
from kibitz.web.seated import Seated


def cameras_of(needs: Needs) -> Cameras:
    """The cameras' room; raises CameraFault where there is none."""
    if needs.cameras is None:
        raise CameraFault("This server has no cameras.")
    return needs.cameras


def checked(needs: Needs, game: str, asked: shapes.NewTable) -> shapes.NewTable:
    """What was asked, with the film of a simulated table filled in; raises BadSetting for a bad source."""
    if asked.camera is None:
        return asked
    cameras, choice = cameras_of(needs), asked.camera
    if choice.source in ("simulated", f"simulated:{game}"):
        source, setup = cameras.film(game, choice.piece_set)
        choice = choice.model_copy(update={"source": source})
        asked = asked.model_copy(update={"camera": choice, "setup": asked.setup or setup})
    cameras.check(choice.source)
    return asked


def is_film(choice: shapes.CameraChoice) -> bool:
    """Whether this is a simulated table, which begins anew and cannot go on after a restart."""
    return choice.source.startswith("simulated")


def start(needs: Needs, seated: Seated) -> None:
    """Let the camera that was asked for watch a table that has just been opened."""
    choice = seated.asked.camera
    if choice is not None:
        _watch(needs, seated, _request(choice, seated.asked.language))


async def changed(
    needs: Needs,
    seated: Seated,
    source: str | None,
    piece_set: str | None,
    corners: Sequence[Sequence[float]] | None,
) -> Watched:
    """Tap corners, or watch with another camera."""
    if seated.table.referee is None:
        raise BadSetting("This table is played on the screen; open another one to watch a board.")
    if source is None and piece_set is None and isinstance(seated.camera, Watched):
        seated.camera.watching.tap(_points(corners))
        return seated.camera
    choice = seated.asked.camera or shapes.CameraChoice(source="simulated")
    new = {"source": source, "piece_set": piece_set, "corners": [list(c) for c in corners or ()] or None}
    choice = choice.model_copy(update={k: v for k, v in new.items() if v is not None} | {"from_board": False})
    cameras_of(needs).check(choice.source)
    if seated.camera:
        await seated.camera.close()
    seated.asked = seated.asked.model_copy(update={"camera": choice})
    return _watch(needs, seated, _request(choice, seated.asked.language))


async def stopped(seated: Seated) -> None:
    """Let go of the camera; the game stands."""
    if seated.camera:
        await seated.camera.close()
        seated.camera = None
        if not seated.table.state.outcome:
            seated.table.camera_lost("The camera has been turned off.")


def _watch(needs: Needs, seated: Seated, asked: Request) -> Watched:
    camera = Watched(cameras_of(needs), seated.table, asked, lambda text: seated.live.tell("camera", text))
    seated.camera = camera
    return camera


def _request(choice: shapes.CameraChoice, language: str) -> Request:
    starts, corners = Seat(choice.starts), _points(choice.corners)
    return Request(choice.source, choice.piece_set, corners, choice.from_board, starts, language)


def _points(corners: Sequence[Sequence[float]] | None) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in corners or ())
