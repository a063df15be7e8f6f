"""What a camera process tells, and what it is told: plain values through one pipe."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kibitz.core.board import Point
from kibitz.core.look import Look
from kibitz.watching.picture import Picture
from kibitz.watching.sighting import Sighting


@dataclass(frozen=True, slots=True)
class Condition:
    """How it stands with the camera: opening, connected, stalled, lost or ended; why; how fast it is."""

    state: str
    reason: str = ""
    fps: float = 0.0


@dataclass(frozen=True, slots=True)
class Failed:
    """The process cannot do what it was asked, and trying again would not help."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Push:
    """A picture that was brought, for a camera that is a phone's browser."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Tap:
    """The board has these corners from now on; none: it has marks."""

    corners_px: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Expect:
    """What stands on the board if all is well; none: no more is learnt."""

    look: Look | None


@dataclass(frozen=True, slots=True)
class Show:
    """Whether anybody looks at the picture; where nobody does, none is made."""

    wanted: bool


News: TypeAlias = Condition | Failed | Picture | Sighting
Told: TypeAlias = Push | Tap | Expect | Show
