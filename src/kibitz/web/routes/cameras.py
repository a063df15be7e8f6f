"""Cameras: which there are, whether one answers, and the one that watches a table."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from kibitz.core.errors import BadSetting
from kibitz.web import shapes, watched
from kibitz.web.asking import ERRORS, AtTable, ByOperator, InHouse

router = APIRouter(prefix="/api", tags=["cameras"], responses=ERRORS)
_TRYING = asyncio.Semaphore(2)  # each is a process that opens a camera

Source = Annotated[str, Field(min_length=1, max_length=400)]


class Usb(BaseModel):
    source: str
    name: str


class Simulated(BaseModel):
    game: str
    source: str
    setup: str


class CameraList(BaseModel):
    usb: list[Usb]
    simulated: list[Simulated]


class Try(shapes.Asked):
    source: Source


class Tried(BaseModel):
    ok: bool
    width: int
    height: int
    message: str
    picture: str | None
    """The first picture, JPEG in base64."""


class Change(shapes.Asked):
    """What is to be different about a table's camera; an empty list of corners means a board with marks."""

    source: Source | None = None
    piece_set: Annotated[str, Field(max_length=60)] | None = None
    corners: Annotated[list[shapes.Corner], Field(max_length=4)] | None = None


@router.get("/cameras", dependencies=[ByOperator])
def cameras(
    house: InHouse,
    game: Annotated[str, Query(pattern=shapes.GAME_NAME)] = "draughts/poznan",
    piece_set: Annotated[str, Query(max_length=60)] = "",
) -> CameraList:
    """The cameras of this machine, and the simulated table of a game."""
    found = watched.cameras_of(house.needs)
    name = house.game(game).name
    source, setup = found.film(name, piece_set)
    usb = [Usb(source=f"usb:{number}", name=said) for number, said in found.devices()]
    return CameraList(usb=usb, simulated=[Simulated(game=name, source=source, setup=setup)])


@router.post("/cameras/test", dependencies=[ByOperator])
async def test(house: InHouse, asked: Try) -> Tried:
    """Open a camera and wait for its first picture."""
    found = watched.cameras_of(house.needs)
    found.check(asked.source)
    if asked.source.strip() == "phone":
        raise BadSetting("A phone is tried by opening its page.")
    async with _TRYING:
        answer: Any = await found.test(asked.source)
    if answer.picture is None:
        return Tried(ok=False, width=0, height=0, message=answer.reason, picture=None)
    width, height = answer.picture.size_px
    return Tried(
        ok=True, width=width, height=height, message="", picture=b64encode(answer.picture.jpeg).decode()
    )


@router.post("/tables/{table_id}/camera", dependencies=[ByOperator])
async def change(house: InHouse, seated: AtTable, asked: Change) -> dict[str, Any]:
    """Tap the board's corners, or watch with another camera or for other pieces."""
    if asked.corners and len(asked.corners) != 4:
        raise BadSetting("A board has four corners; none at all means that it has marks.")
    camera = await watched.changed(house.needs, seated, asked.source, asked.piece_set, asked.corners)
    return camera.facts


@router.delete("/tables/{table_id}/camera", status_code=204, dependencies=[ByOperator])
async def stop(seated: AtTable) -> None:
    """Stop watching; the game stands and can go on by hand."""
    await watched.stopped(seated)
