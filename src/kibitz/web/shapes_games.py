"""What the games look like in answers."""

from __future__ import annotations

from typing import TypeAlias

from pydantic import BaseModel

Point: TypeAlias = tuple[float, float]


class GameBrief(BaseModel):
    name: str
    family: str
    title: str
    kind: str
    """Which printed board it is played on."""
    chancy: bool
    bots: bool


class GameList(BaseModel):
    games: list[GameBrief]


class CellInfo(BaseModel):
    name: str
    label: str
    centre: Point
    outline: list[Point]
    tone: str
    row: int
    column: int
    playable: bool
    tray: bool
    ornament: list[ShapeInfo]
    """What is drawn on the cell; the tone is a colour."""


class ShapeInfo(BaseModel):
    outline: list[Point]
    tone: str


class CaptionInfo(BaseModel):
    text: str
    centre: Point
    height: float


class MarkInfo(BaseModel):
    id: int
    upper_left: Point
    side: float


class PlanInfo(BaseModel):
    kind: str
    size: Point
    """Millimetres, as everything here."""
    cells: list[CellInfo]
    shapes: list[ShapeInfo]
    captions: list[CaptionInfo]
    tones: dict[str, str]
    marks: list[MarkInfo]


class FaceInfo(BaseModel):
    name: str
    owner: str
    rank: str
    symbol: str
    count: int
    tray: bool


class PieceInfo(BaseModel):
    face: str
    shape: str
    colour: str
    symbol: str
    width: float
    height: float


class PieceSetInfo(BaseModel):
    name: str
    title: str
    pieces: list[PieceInfo]


class LevelInfo(BaseModel):
    name: str
    title: str
    description: str


class RollInfo(BaseModel):
    roll: int
    chance: float


class GameInfo(GameBrief):
    version: int
    from_board: bool
    """Whether a game can begin from whatever stands on the board."""
    plan: PlanInfo
    faces: list[FaceInfo]
    piece_sets: list[PieceSetInfo]
    start_setup: str
    start_look: list[int]
    levels: list[LevelInfo]
    rolls: list[RollInfo]
    """What the dice can show, where there are dice."""
