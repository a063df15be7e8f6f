"""A kept game as a file to take home: as text, a position as a picture, the whole of it as a GIF."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from threading import BoundedSemaphore, Lock
from typing import Any
from urllib.parse import quote

from kibitz.archive.looks2019 import rows_of
from kibitz.archive.writing import forms, written
from kibitz.core.errors import BadFile, BadSetting
from kibitz.core.game import AnyGame
from kibitz.core.record import GameRecord, Replay, replay
from kibitz.views.animation import MOST_FRAMES, Scene, gif
from kibitz.views.board import board_ink
from kibitz.views.ink import Ink
from kibitz.views.pieces import look_ink
from kibitz.views.position import position_ink, wooden
from kibitz.views.svg import svg
from kibitz.views.text import plain
from kibitz.web.faults import Refused

TYPES = {
    "json": "application/json",
    "2019": "application/json",
    "pdn": "text/plain; charset=utf-8",
    "pgn": "application/x-chess-pgn",
    "text": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
}
ENDINGS = {"2019": "2019.json", "text": "txt"}
PNG_PX = 900
MOST_WAITING = 4
_DRAWING, _WAITING = Lock(), BoundedSemaphore(MOST_WAITING)
"""One animation is drawn at a time, for each takes a core for seconds; a few more may wait."""


@dataclass(frozen=True, slots=True)
class Download:
    """A file on its way to a browser."""

    data: bytes
    type: str
    name: str

    @property
    def headers(self) -> dict[str, str]:
        """Saved, not shown, under a name that no system stumbles over."""
        safe = "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "_" for c in self.name)
        told = f"attachment; filename=\"{safe}\"; filename*=UTF-8''{quote(self.name, safe='')}"
        return {"content-disposition": told}


def file_name(name: str, form: str) -> str:
    """The name of a file: the game's own, without what file systems use themselves."""
    kept = "".join(c if c.isprintable() and c not in '/\\:*?"<>|' else "_" for c in name).strip(". ")[:80]
    return f"{kept or 'game'}.{ENDINGS.get(form, form)}"


def formats(game: AnyGame) -> list[str]:
    """What a game can be downloaded as."""
    try:
        rows_of(game, game.look(game.start()))
        old = ["2019"]
    except BadFile:
        old = []
    return [*forms(game), *old, "text", "png", "svg", "gif"]


def download(game: AnyGame, record: GameRecord, name: str, form: str, ply: int | None) -> Download:
    """The game, or its position at a ply (else the last), in a format; raises BadSetting."""
    if form not in formats(game):
        raise BadSetting(
            f"{game.title} cannot be written as '{form}'; use one of {', '.join(formats(game))}."
        )
    if form in ("png", "svg", "text"):
        data = _position(game, replay(game, record), form, ply)
    elif form == "gif":
        data = _animated(game, record)
    else:
        data = written(form, [game], [record], [name]).encode()
    return Download(data, TYPES[form], file_name(name, form))


def _animated(game: AnyGame, record: GameRecord) -> bytes:
    scenes = list(_scenes(game, replay(game, record)))
    if not _WAITING.acquire(blocking=False):
        raise Refused(503, "busy", "Other animations are being drawn; ask again in a moment.")
    try:
        with _DRAWING:
            return gif(game, scenes)
    finally:
        _WAITING.release()


def thumbnail(game: AnyGame, record: GameRecord) -> str:
    """The last position, small: the board without letters around it."""
    cells = tuple(cell for cell in game.plan.cells if not cell.tray)
    plan = replace(wooden(game.plan), cells=cells, captions=())
    look = game.look(replay(game, record).position)
    drawn = *board_ink(plan), *look_ink(game.plan, look, game.faces, game.piece_sets[0])
    return svg(drawn, border_mm=0.0, ground="")


def _position(game: AnyGame, played: Replay[Any, Any], form: str, ply: int | None) -> bytes:
    last = len(played.steps) - 1
    if ply is not None and ply > last:
        raise BadSetting(f"The game has {last} steps, so none has the number {ply}.")
    at = last if ply is None else ply
    look = game.look(played.steps[at].position)
    if form == "text":
        return f"{plain(game, look)}\n{game.setup(played.steps[at].position)}\n".encode()
    plan, lit = wooden(game.plan), _lit(game, played, at)
    drawn = list(position_ink(plan, look, game.faces, game.piece_sets[0], lit=lit))
    return svg(drawn, game.title).encode() if form == "svg" else _png(drawn)


def _png(drawn: list[Ink]) -> bytes:
    from kibitz.views.ink import extent
    from kibitz.views.png import picture, png

    left, top, right, bottom = extent(drawn)
    return png(picture(drawn, PNG_PX / max(right - left, bottom - top)))


def _lit(game: AnyGame, played: Replay[Any, Any], at: int) -> tuple[int, ...]:
    step = played.steps[at]
    return game.path(played.steps[at - 1].position, step.move) if step.move is not None and at else ()


def _scenes(game: AnyGame, played: Replay[Any, Any]) -> Iterator[Scene]:
    """What can be seen to change, every so many positions where a game is very long."""
    shown = [Scene(game.look(played.steps[0].position))]
    for at, (before, step) in enumerate(pairwise(played.steps), 1):
        look = game.look(step.position)
        if look != shown[-1].look:
            lit = game.path(before.position, step.move) if step.move is not None else ()
            shown.append(Scene(look, lit, f"{at}. {step.text}" if step.move is not None else ""))
    every = -(-len(shown) // MOST_FRAMES)
    return iter([*shown[:-1:every], shown[-1]] if len(shown) > 1 else shown)
